"""A trained policy: a few arrays, played with NumPy alone.

python examples/policy.py examples/duel-2.npz --games 400
"""

from __future__ import annotations

import argparse
import json
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from undermine.gym import Schema, Vector, schema_of
from undermine.registry import ruleset, table_of
from undermine.sim.tally import wilson

SCALE = 4.0  # bytes are divided by it: most are counts of cards
HASH = 61  # places into which words of an action are sorted, besides where it aims
NEAR = 7  # cells around the aim that are looked at, across and down


class Features:
    """What a network is shown of an observation and of an action."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        shown = ("cards", "facts", "question")
        self.columns = np.concatenate([
            np.arange(section.first, section.first + section.size)
            for section in schema.sections
            if section.name in shown
        ])  # fmt: skip
        self.maze = schema.section("maze")
        self.cells = int(schema.plan.cells)
        self.seen = len(self.columns) + 2 * self.cells
        self.done = HASH + 5

    def observations(self, seen: np.ndarray) -> np.ndarray:
        """Counts, facts, the question, and for each cell whether a card lies there and whether one can walk to it."""
        first = self.maze.first
        tiles = seen[:, first : first + self.cells] > 1
        lit = seen[:, first + self.cells : first + 2 * self.cells] > 15
        plain = np.minimum(seen[:, self.columns], 12).astype(np.float32) / SCALE
        return np.concatenate([plain, tiles.astype(np.float32), lit.astype(np.float32)], 1)

    @cached_property
    def table(self) -> np.ndarray:
        """Features of every action, by its number: read off its words once."""
        found = np.zeros((self.schema.actions, self.done), np.float32)
        for number in range(self.schema.actions):
            self.write(found[number], self.schema.words(number))
        return found

    def write(self, row: np.ndarray, words: str) -> None:
        """A bit for each word, and where it aims."""
        for word in words.replace("@180", " turned").split():
            x, comma, y = word.partition(",")
            if comma and x.lstrip("-").isdigit():
                row[HASH], row[HASH + 1], row[HASH + 2] = int(x) / 8, int(y) / 5, abs(int(y)) / 5
                row[HASH + 3] = 1.0
                row[HASH + 4] = float(int(x) > 4)
            else:
                row[sum(ord(letter) * (at + 7) for at, letter in enumerate(word)) % HASH] = 1.0

    def actions(self, numbers: np.ndarray) -> np.ndarray:
        """Features of these numbers."""
        found: np.ndarray = self.table[numbers]
        return found


class Policy:
    """Plays what was learned."""

    def __init__(self, place: Path) -> None:
        with np.load(place) as kept:
            self.table = str(kept["table"])
            self.about: dict[str, Any] = json.loads(str(kept["about"]))
            self.weights = {name: kept[name].astype(np.float32) for name in kept.files if "." in name}
        self.features = Features(schema_of(ruleset(table_of(self.table))))

    def linear(self, name: str, given: np.ndarray) -> np.ndarray:
        """One layer."""
        found: np.ndarray = given @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]
        return found

    def choose(self, observation: np.ndarray, mask: np.ndarray) -> int:
        """The legal action with the highest score."""
        numbers = np.flatnonzero(mask)
        body = np.tanh(self.linear("body.0", self.features.observations(observation[None])))
        moves = np.tanh(self.linear("action", self.features.actions(numbers)))
        joined = np.concatenate([np.repeat(body, len(numbers), 0), moves], 1)
        scores = self.linear("score", np.tanh(self.linear("both", joined)))[:, 0]
        return int(numbers[int(scores.argmax())])


def against(policy: Policy, bot: str, games: int, seed: int = 1) -> float:
    """Its share of games against a bot, seats changing; a tie counts half."""
    vector = Vector(policy.table, min(games, 20), bots=bot, turning=True, seed=seed)
    won, played = 0.0, 0
    seat = vector.turns.copy()
    while played < games:
        actions = [policy.choose(vector.observations[lane], vector.masks[lane]) for lane in range(vector.n)]
        vector.step(actions)
        for lane in np.flatnonzero(vector.ends):
            scores = vector.scores[lane]
            best = scores.max()
            won += (scores[seat[lane]] == best) / (scores == best).sum()
            played += 1
        seat = vector.turns.copy()
    return won / played


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("file", type=Path)
    asked.add_argument("--games", type=int, default=400)
    given = asked.parse_args()
    policy = Policy(given.file)
    for bot in ("random", "greedy", "steady"):
        share = against(policy, bot, given.games)
        found = wilson(round(share * given.games), given.games)
        print(f"{bot}: {share:.1%} of the games won, {found.low:.1%} to {found.high:.1%}")


if __name__ == "__main__":
    main()
