"""Trains a small policy with PyTorch on the vectorised simulator, and keeps it as numbers that NumPy plays.

    python -m pip install 'undermine[gym]' torch==2.13.0
    python examples/train_policy.py --to examples/duel-2.npz

First it learns to answer as a bot of the package does, in games that it plays itself (behaviour cloning on its own states):
`--teacher ''` leaves that out. Then it plays itself and a bot, and learns from what each seat wins in a round (proximal
policy optimisation). One thread, and a number of answers instead of a time: the same command makes the same file.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from policy import NEAR, TILES, Features, Seen, against, best
from torch import nn

from undermine.gym import Vector

HIDDEN: Final = 128
SECOND: Final = 64
LENGTH: Final = 32  # answers of each game between two rounds of learning
PART: Final = 256  # questions in one step of the optimiser
DISCOUNT: Final = 0.995
TRACE: Final = 0.95  # how far ahead an answer is judged by what came, not by what was foretold
CLIP: Final = 0.2  # how far a policy may move away in one round of learning
GOLD: Final = 4.0  # nuggets that count for 1
TEST: Final = 200  # games for a point of the curve,
TESTS: Final = 1_000_001  # the same ones each time


class Net(nn.Module):  # type: ignore[misc]  # where PyTorch is not installed
    """Scores actions, and foretells what the seat will win."""

    def __init__(self, features: Features) -> None:
        super().__init__()
        self.state = nn.Linear(features.wide, HIDDEN)
        self.around = nn.Linear(features.near, HIDDEN)
        self.tiles = nn.Embedding(TILES * len(NEAR), HIDDEN)
        self.words = nn.Embedding(features.vocabulary, HIDDEN, padding_idx=0)
        self.second = nn.Linear(HIDDEN, SECOND)
        self.score = nn.Linear(SECOND, 1)
        self.critic = nn.Sequential(nn.Linear(features.wide, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 1))
        nn.init.normal_(self.words.weight, std=0.1)
        nn.init.zeros_(self.tiles.weight)
        nn.init.zeros_(self.words.weight[0].data)

    def forward(self, seen: Seen) -> torch.Tensor:
        """Log-probabilities: a row for each question, as wide as the longest list of legal actions."""
        lanes, at = torch.from_numpy(seen.lanes), torch.from_numpy(columns(seen.lanes))
        state, around = self.state(torch.from_numpy(seen.state)), self.around(torch.from_numpy(seen.around))
        around = around + self.tiles(torch.from_numpy(seen.tiles)).sum(1)
        words = self.words(torch.from_numpy(seen.words)).sum(1)
        hidden = torch.relu(state[lanes] + around[torch.from_numpy(seen.spots)] + words)
        scores = self.score(torch.relu(self.second(hidden)))[:, 0]
        rows = torch.full((len(seen.state), int(at.max()) + 1), -1e9)
        return torch.log_softmax(rows.index_put((lanes, at), scores), 1)

    def worth(self, seen: Seen) -> torch.Tensor:
        """What whoever is asked will win, less what the others do."""
        found: torch.Tensor = self.critic(torch.from_numpy(seen.state))[:, 0]
        return found


def columns(lanes: np.ndarray) -> np.ndarray:
    """For each action, the how-manieth of its question it is."""
    first = np.searchsorted(lanes, np.arange(lanes[-1] + 2))
    found: np.ndarray = np.arange(len(lanes)) - first[lanes]
    return found


def joined(parts: list[Seen]) -> Seen:
    """Questions of several moments as one."""
    rows = np.cumsum([0, *(len(part.state) for part in parts)])
    spots = np.cumsum([0, *(len(part.around) for part in parts)])
    return Seen(
        np.concatenate([part.state for part in parts]),
        np.concatenate([part.around for part in parts]),
        np.concatenate([part.tiles for part in parts]),
        np.concatenate([part.lanes + row for part, row in zip(parts, rows, strict=False)]),
        np.concatenate([part.spots + spot for part, spot in zip(parts, spots, strict=False)]),
        np.concatenate([part.numbers for part in parts]),
        np.concatenate([part.words for part in parts]),
    )


def some(seen: Seen, rows: np.ndarray) -> Seen:
    """Some of the questions."""
    first = np.searchsorted(seen.lanes, np.arange(len(seen.state) + 1))
    counts = np.diff(first)[rows]
    lanes = np.repeat(np.arange(len(rows)), counts)
    picked = np.repeat(first[rows] - np.cumsum(counts) + counts, counts) + np.arange(counts.sum())
    used, spots = np.unique(seen.spots[picked], return_inverse=True)
    return Seen(
        seen.state[rows], seen.around[used], seen.tiles[used], lanes, spots, seen.numbers[picked], seen.words[picked]
    )


def drawn(told: torch.Tensor, dice: np.random.Generator) -> np.ndarray:
    """For each question the place of an action, as often as the policy says."""
    noise = dice.gumbel(size=tuple(told.shape)).astype(np.float32)
    found: np.ndarray = (told.numpy() + noise).argmax(1)
    return found


def numbers_at(seen: Seen, places: np.ndarray) -> np.ndarray:
    """The numbers of actions at these places of their questions."""
    found: np.ndarray = seen.numbers[np.searchsorted(seen.lanes, np.arange(len(places))) + places]
    return found


@dataclass
class Played:
    """What was answered in some games side by side; every list has an entry for each step."""

    seen: list[Seen]
    places: list[np.ndarray]  # of the answers among the legal actions
    wanted: list[np.ndarray]  # of what the teacher would have answered
    chances: list[np.ndarray]  # log-probabilities of the answers
    worths: list[np.ndarray]  # what the critic foretold
    owners: list[np.ndarray]  # the seats that were asked
    rewards: list[np.ndarray]
    ends: list[np.ndarray]
    last: np.ndarray  # what the critic foretells of the questions that are open now
    asked: np.ndarray  # and who is asked


def play(net: Net, features: Features, vector: Vector, dice: np.random.Generator, teacher: str) -> Played:
    """Some steps of all games. With a teacher, every other game goes on as it would answer."""
    done = Played([], [], [], [], [], [], [], [], np.zeros(0), np.zeros(0))
    for _ in range(LENGTH):
        seen = features.look(vector.observations, vector.masks)
        with torch.no_grad():
            told, worth = net(seen), net.worth(seen)
        places = drawn(told, dice)
        if teacher:
            advised = seen.numbers == vector.advice(teacher)[seen.lanes]
            wanted = columns(seen.lanes)[advised]
            done.wanted.append(wanted)
            places[::2] = wanted[::2]
        done.seen.append(seen)
        done.places.append(places)
        done.chances.append(told.numpy()[np.arange(vector.n), places])
        done.worths.append(worth.numpy())
        done.owners.append(vector.turns.copy())
        _, rewards, ends = vector.step(numbers_at(seen, places))
        done.rewards.append((rewards - rewards.mean(1, keepdims=True)) / GOLD)  # a game is about having more
        done.ends.append(ends.astype(bool))
    seen = features.look(vector.observations, vector.masks)
    with torch.no_grad():
        worth = net.worth(seen)
    return replace(done, last=worth.numpy(), asked=vector.turns.copy())


def judged(done: Played) -> tuple[np.ndarray, np.ndarray]:
    """How much better each answer was than foretold (generalised advantage estimation, seat by seat), and what it was worth."""
    n, seats = done.rewards[0].shape
    lanes = np.arange(n)
    ahead = np.repeat(-done.last[:, None] / max(1, seats - 1), seats, 1)  # what one seat wins the others do not
    ahead[lanes, done.asked] = done.last
    trace = np.zeros((n, seats))
    won = np.zeros((n, seats))  # since the seat's own answer
    gains = np.zeros((len(done.rewards), n), np.float32)
    for step in reversed(range(len(done.rewards))):
        over = done.ends[step][:, None]
        ahead, trace, won = (np.where(over, 0.0, part) for part in (ahead, trace, won))
        won += done.rewards[step]
        seat = done.owners[step]
        worth = done.worths[step]
        surprise = won[lanes, seat] + DISCOUNT * ahead[lanes, seat] - worth
        gains[step] = surprise + DISCOUNT * TRACE * trace[lanes, seat]
        ahead[lanes, seat], trace[lanes, seat], won[lanes, seat] = worth, gains[step], 0.0
    return gains.reshape(-1), gains.reshape(-1) + np.concatenate(done.worths)


@dataclass
class Trainer:
    """The network and what it has done so far."""

    given: argparse.Namespace
    features: Features
    net: Net
    optimiser: torch.optim.Optimizer
    dice: np.random.Generator
    curve: list[dict[str, Any]]
    answers: int = 0
    begun: float = 0.0

    def learn(self, vectors: list[Vector], teacher: str, answers: int, rate: float, passes: int) -> None:
        """So many answers, with a step that grows smaller towards the end."""
        first = self.answers
        next_test = first + self.given.every if self.curve else first
        while self.answers < first + answers:
            if self.answers >= next_test:
                self.test(teacher)
                next_test += self.given.every
            left = 1 - (self.answers - first) / answers
            for group in self.optimiser.param_groups:
                group["lr"] = rate * max(left, 0.05)
            done = [play(self.net, self.features, vector, self.dice, teacher) for vector in vectors]
            self.answers += sum(LENGTH * vector.n for vector in vectors)
            self.update(done, passes, bool(teacher))

    def update(self, done: list[Played], passes: int, imitate: bool) -> None:
        """Learn from what was played."""
        seen = joined([part for each in done for part in each.seen])
        told = [judged(each) for each in done]
        gains, worths = (np.concatenate(part) for part in zip(*told, strict=True))
        places = np.concatenate([part for each in done for part in (each.wanted if imitate else each.places)])
        chances = np.concatenate([part for each in done for part in each.chances])
        gains = (gains - gains.mean()) / (gains.std() + 1e-6)
        for _ in range(passes):
            order = self.dice.permutation(len(places))
            for rows in np.array_split(order, max(1, len(order) // PART)):
                part = some(seen, rows)
                told_ = self.net(part)
                chance = told_[torch.arange(len(rows)), torch.from_numpy(places[rows])]
                miss = (self.net.worth(part) - torch.from_numpy(worths[rows].astype(np.float32))).pow(2).mean()
                if imitate:
                    loss = 0.5 * miss - chance.mean()
                else:
                    gain = torch.from_numpy(gains[rows].astype(np.float32))
                    ratio = torch.exp(chance - torch.from_numpy(chances[rows]))
                    held = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
                    spread = -(told_.exp() * told_.clamp(min=-50)).sum(1).mean()
                    loss = 0.5 * miss - held - self.given.entropy * spread
                self.optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
                self.optimiser.step()

    def test(self, teacher: str) -> None:
        """A point of the curve."""
        self.keep()
        point: dict[str, Any] = {"answers": self.answers, "teacher": teacher}
        for bot in self.given.against.split(","):
            point[bot] = round(float(against(self.choose, self.given.table, bot, TEST, TESTS)), 4)
        self.curve.append(point)
        print(f"{(time.process_time() - self.begun) / 60:.1f} minutes of CPU: {point}", flush=True)

    def choose(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The likeliest answers."""
        seen = self.features.look(observations, masks)
        with torch.no_grad():
            found: np.ndarray = best(seen, self.net(seen).numpy()[seen.lanes, columns(seen.lanes)])
        return found

    def keep(self) -> None:
        """As plain arrays, with what they were made with beside them."""
        about = {
            "answers": self.answers,
            "seed": self.given.seed,
            "teacher": self.given.teacher,
            "encoding": self.features.print(),
            "test": TEST,
            "curve": self.curve,
        }
        arrays = {
            name: value.detach().numpy().astype(np.float16)
            for name, value in self.net.state_dict().items()
            if not name.startswith("critic")
        }
        np.savez_compressed(
            self.given.to, table=np.array(self.given.table), about=np.array(json.dumps(about)), **arrays
        )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--table", default="duel-2")
    asked.add_argument("--teacher", default="steady", help="a bot to begin with; '' for none")
    asked.add_argument("--lessons", type=int, default=400_000, help="answers that are learned from the teacher")
    asked.add_argument("--answers", type=int, default=500_000, help="answers that are learned from what they won")
    asked.add_argument("--games", type=int, default=64, help="side by side")
    asked.add_argument("--bots", default="greedy", help="who plays in a quarter of them; '' for nobody")
    asked.add_argument("--entropy", type=float, default=0.003, help="what it is worth to stay undecided")
    asked.add_argument("--every", type=int, default=50_000, help="answers between two points of the curve")
    asked.add_argument("--against", default="greedy", help="bots to be measured against")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--to", type=Path, default=Path("examples/duel-2.npz"))
    given = asked.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    vector = Vector(given.table, given.games, seed=given.seed)
    features = Features(vector.schema)
    net = Net(features)
    optimiser = torch.optim.Adam(net.parameters(), lr=1e-3, eps=1e-5)
    trainer = Trainer(given, features, net, optimiser, np.random.default_rng(given.seed), [], 0, time.process_time())
    if given.teacher:
        trainer.learn([vector], given.teacher, given.lessons, 1e-3, 2)
        trainer.test(given.teacher)
    if given.answers:
        vectors = [Vector(given.table, given.games * 3 // 4, seed=given.seed + 1)]
        if given.bots:
            vectors.append(Vector(given.table, given.games // 4, bots=given.bots, turning=True, seed=given.seed + 2))
        trainer.learn(vectors, "", given.answers, 3e-4, 2)
        trainer.test("")
    trainer.keep()


if __name__ == "__main__":
    main()
