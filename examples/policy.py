"""A trained policy: a few arrays, played with NumPy alone.

    python examples/policy.py examples/duel-2.npz --games 1000

`Features` turns observations and masks into what the network of `train_policy.py` reads; `Policy` is that network.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from undermine.gym import Schema, Vector, schema_of
from undermine.registry import ruleset, table_of
from undermine.sim.tally import wilson

Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Choose = Callable[[Bytes, Bytes], Numbers]

SCALE: Final = 4.0  # counts are divided by it,
MOST: Final = 12  # and none is larger
WORDS: Final = 5  # of an action
EDGE: Final = 2  # cells of nothing around the maze
NEAR: Final = [(y, x) for y in range(-2, 3) for x in range(-2, 3) if abs(x) + abs(y) <= EDGE]  # of where an action aims
TILES: Final = 256
SIDE_BY_SIDE: Final = 50  # games
OWN_LIGHT: Final = ("duel",)  # games in which each seat digs by a layer of light of its own


@dataclass(frozen=True)
class Seen:
    """What a network is shown of some questions, and of all that is legal in them, one action after the other."""

    state: Floats  # a row for each question
    around: Floats  # a row for each cell at which something aims; the first one is for what aims nowhere
    tiles: Numbers  # the same: which tiles lie around there
    lanes: Numbers  # for each action: the row of its question,
    spots: Numbers  # the row of its cell,
    numbers: Numbers  # its number,
    words: Numbers  # and its words; 0 is none


class Features:
    """Makes that of observations and masks. Whoever is asked sees the table as if it sat in the first seat."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.seats = int(schema.rules.seats)
        self.cells = int(schema.plan.cells)
        self.own_light = schema.rules.game.meta.key in OWN_LIGHT
        self.counts = np.array([self._counts(seat) for seat in range(self.seats)])
        self._read_words()
        probe = self.look(np.zeros((1, schema.size), np.uint8), np.zeros((1, schema.actions), np.uint8))
        self.wide, self.near = probe.state.shape[1], probe.around.shape[1]

    def look(self, observations: Bytes, masks: Bytes) -> Seen:
        """Some questions: rows of observations, and of masks."""
        first = self.schema.section("question").first
        seats = observations[:, first : first + self.seats].argmax(1)
        planes, lying = self.planes(observations, seats)
        lanes, numbers = np.nonzero(masks.view(bool))
        aims = self.aims[numbers]
        aimed = np.flatnonzero(aims >= 0)
        places, found = np.unique(lanes[aimed] * self.cells + aims[aimed], return_inverse=True)
        spots = np.zeros(len(numbers), np.int64)
        spots[aimed] = found + 1
        words = self.words[seats[lanes], numbers]
        state = self.state(observations, planes, seats)
        around, tiles = self.around(planes, lying, places)
        return Seen(state, around, tiles, lanes, spots, numbers, words)

    # The table

    def _counts(self, seat: int) -> list[int]:
        """Where the bytes stand that are read as counts. P1 is whoever looks, P2 sits next, and so on."""
        maze = self.schema.section("maze").about
        found: list[int] = []
        for name in ("cards", "facts", "question"):
            section = self.schema.section(name)
            for at, about in enumerate(section.about):
                if about.rpartition(" ")[0] in maze:
                    continue  # it tells where something stands, which is seen in the maze
                turned = self.turned(about, seat)
                found.append(section.first + (at if turned == about else section.about.index(turned)))
        return found

    def turned(self, text: str, by: int) -> str:
        """The same with every seat so many further on."""

        def other(match: re.Match[str]) -> str:
            number = int(match[1]) - 1
            return f"P{(number + by) % self.seats + 1}" if number < self.seats else match[0]

        return re.sub(r"\bP(\d+)\b", other, text)

    def planes(self, observations: Bytes, seats: Numbers) -> tuple[Bytes, Bytes]:
        """Bits of every cell, and the tile that lies there: a row for each question, with cells of nothing all around."""
        schema = self.schema
        section = schema.section("maze")
        maze = observations[:, section.first : section.first + section.size].reshape(len(observations), *section.shape)
        tile, edges, joined = maze[:, 0], maze[:, 1], maze[:, 2]
        layers = [edges >> 4]
        marks = 4
        if schema.plan.layers > 1:
            layers += [maze[:, 4] & 15, maze[:, 4] >> 4]
            marks = 5
        if self.own_light:
            other = (seats > 0)[:, None, None]
            layers[:2] = [np.where(other, layers[1], layers[0]), np.where(other, layers[0], layers[1])]
        parts = [
            edges & 15 | layers[0] << 4,
            joined | (tile > 1).astype(np.uint8) << 6 | (tile == 1).astype(np.uint8) << 7,
        ]
        if len(layers) > 1:
            parts.append(layers[1] | layers[2] << 4)
        if marks < section.shape[0]:
            parts.append(np.packbits(maze[:, marks : marks + 8] > 0, axis=1, bitorder="little")[:, 0])
        n, high, wide = tile.shape
        bits = np.zeros((n, high + 2 * EDGE, wide + 2 * EDGE, 8 * len(parts)), np.uint8)
        bits[:, EDGE:-EDGE, EDGE:-EDGE] = np.unpackbits(np.stack(parts, 3), axis=3, bitorder="little")
        return bits, np.pad(tile, ((0, 0), (EDGE, EDGE), (EDGE, EDGE)))

    def state(self, observations: Bytes, planes: Bytes, seats: Numbers) -> Floats:
        """Counts, and for each cell whether a card lies there, face up or down, and by whom it is reached."""
        counts = np.take_along_axis(observations, self.counts[seats], 1)
        inside = planes[:, EDGE:-EDGE, EDGE:-EDGE]
        maze = [inside[..., 14], inside[..., 15], inside[..., 4:8].max(3)]
        if inside.shape[3] > 16:
            maze.append(inside[..., 16:20].max(3))
        told = [np.minimum(counts, MOST).astype(np.float32) / SCALE]
        return np.concatenate(told + [part.reshape(len(part), -1).astype(np.float32) for part in maze], 1)

    def around(self, planes: Bytes, lying: Bytes, places: Numbers) -> tuple[Floats, Numbers]:
        """The cells around these places, which are numbered through all questions; tiles are numbered cell by cell."""
        wide = planes.shape[2]
        columns = wide - 2 * EDGE
        lanes, cells = np.divmod(places, self.cells)
        middle = (cells // columns + EDGE) * wide + cells % columns + EDGE
        near = middle[:, None] + np.array([y * wide + x for y, x in NEAR])
        flat = planes.reshape(len(planes), -1, planes.shape[3])
        bits = flat[lanes[:, None], near].reshape(len(places), len(NEAR) * flat.shape[2]).astype(np.float32)
        tiles = lying.reshape(len(lying), -1)[lanes[:, None], near] + TILES * np.arange(len(NEAR))
        nowhere = np.zeros((1, bits.shape[1]), np.float32), TILES * np.arange(len(NEAR))[None]
        return np.concatenate([nowhere[0], bits]), np.concatenate([nowhere[1], tiles])

    # Actions

    def _read_words(self) -> None:
        """Of every number the cell at which it aims, and its words: `lay EW@180 3,-1` is three of them."""
        schema = self.schema
        left, top, wide = schema.columns[0], schema.lines[0], len(schema.columns)
        self.aims = np.full(schema.actions, -1)
        self.words = np.zeros((self.seats, schema.actions, WORDS), np.int64)
        known = {"": 0}
        for number in range(schema.actions):
            text = schema.words(number)
            for seat in range(self.seats):
                verb, *rest = self.turned(text, -seat).split()
                row = [known.setdefault(verb, len(known))]
                for word in rest[: WORDS - 1]:
                    cell = re.fullmatch(r"(-?\d+),(-?\d+)", word)
                    if cell:
                        self.aims[number] = (int(cell[2]) - top) * wide + int(cell[1]) - left
                    row.append(known.setdefault(word if cell else f"{verb} {word}", len(known)))
                self.words[seat, number, : len(row)] = row
        self.vocabulary = len(known)

    def print(self) -> str:
        """What a file of weights is for: another table, or another version of the encoding, gives another one."""
        text = json.dumps(self.schema.describe(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


class Policy:
    """Plays what was learned."""

    def __init__(self, place: Path) -> None:
        with np.load(place) as kept:
            self.table = str(kept["table"])
            self.about: dict[str, Any] = json.loads(str(kept["about"]))
            self.weights = {name: kept[name].astype(np.float32) for name in kept.files if "." in name}
        self.features = Features(schema_of(ruleset(table_of(self.table))))
        if self.features.print() != self.about["encoding"]:
            raise SystemExit(f"{place} was trained with another encoding of {self.table}: train it anew.")

    def linear(self, name: str, given: Floats) -> Floats:
        """One layer."""
        found: Floats = given @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]
        return found

    def scores(self, seen: Seen) -> Floats:
        """Of all that is legal."""
        state = self.linear("state", seen.state)
        around = self.linear("around", seen.around) + self.weights["tiles.weight"][seen.tiles].sum(1)
        words = self.weights["words.weight"][seen.words].sum(1)
        hidden = np.maximum(state[seen.lanes] + around[seen.spots] + words, 0)
        return self.linear("score", np.maximum(self.linear("second", hidden), 0))[:, 0]

    def choose(self, observations: Bytes, masks: Bytes) -> Numbers:
        """For each question the legal action with the highest score."""
        seen = self.features.look(observations, masks)
        return best(seen, self.scores(seen))


def best(seen: Seen, scores: Floats) -> Numbers:
    """For each question the number with the highest score."""
    order = np.lexsort((scores, seen.lanes))
    last = np.flatnonzero(np.diff(seen.lanes, append=-1))  # actions of a question stand together
    found: Numbers = seen.numbers[order[last]]
    return found


def against(choose: Choose, table: str, bot: str, games: int, seed: int) -> float:
    """The share of games that somebody wins against a bot, seats changing; a tie counts half."""
    vector = Vector(table, min(games, SIDE_BY_SIDE), bots=bot, turning=True, seed=seed)
    quota = np.diff(np.linspace(0, games, vector.n + 1).astype(int))  # as many as that in each lane, long or short
    won = 0.0
    while quota.any():
        seats = vector.turns.copy()
        vector.step(choose(vector.observations, vector.masks))
        for lane in np.flatnonzero(vector.ends & (quota > 0)):
            scores = vector.scores[lane]
            won += (scores[seats[lane]] == scores.max()) / (scores == scores.max()).sum()
            quota[lane] -= 1
    return won / games


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("file", type=Path)
    asked.add_argument("--games", type=int, default=1000)
    asked.add_argument("--bots", default="random,greedy,steady")
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    policy = Policy(given.file)
    for bot in given.bots.split(","):
        share = against(policy.choose, policy.table, bot, given.games, given.seed)
        found = wilson(round(share * given.games), given.games)
        print(f"{bot}: {share:.1%} of {given.games} games won, {found.low:.1%} to {found.high:.1%}", flush=True)


if __name__ == "__main__":
    main()
