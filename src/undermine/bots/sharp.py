"""A bot that plays likely worlds to the end: the steady bot says what may be done, playouts say which of it pays."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from typing import Final

from undermine.bots.api import derived
from undermine.bots.guide import Guide, playout
from undermine.bots.mind import Mind
from undermine.bots.steady import Steady
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import legal
from undermine.kernel.state import State

PLAYOUTS: Final = 240
UNLIMITED: Final = 10**9
WIDTH: Final = 6  # actions at most that are tried out: those the steady bot likes best
FEWEST: Final = 8  # worlds before any of them is left out
CHANCE: Final = 0.25  # what differences in a few worlds alone may hide: added to their squares
SPLIT: Final = 3  # of this many parts of the budget each tries the better half of what is left


@dataclass
class Trial:
    """An action, and what came of it: world by world, the same worlds for all that are still tried."""

    action: int
    values: list[float] = field(default_factory=list)
    expected: float = 0.0  # how much better than the steady bot's own action it was thought to be before

    def mean(self) -> float:
        return sum(self.values) / len(self.values) if self.values else 0.0


class Sharp(Steady):
    """Its strength is a number of playouts, so it is as strong on a slow machine; or it is given a time.

    `sharp@500` makes so many playouts for a decision, `sharp@50ms` as many as there is time for. The first is a function
    of what it has heard and of its seed; the second depends on the machine.
    """

    name = "sharp"

    def __init__(self, seed: int, playouts: int = PLAYOUTS, seconds: float = math.inf) -> None:
        super().__init__(seed)
        self.playouts = playouts
        self.seconds = seconds
        self.tried: list[Trial] = []  # for the last decision: what was tried to the end

    def choose(self, view: State, seat: int, seed: int) -> int:
        started = time.perf_counter()
        actions = legal(view, seat)
        if len(actions) == 1:
            return actions[0]
        mind = self.mind(view.rules)
        scores = mind.judge(view, seat, actions)
        guide = mind.guide(view, seat)
        dice = Seeded(seed)
        order = sorted(range(len(actions)), key=lambda at: (-scores[at], dice.below(1 << 20)))
        if guide is None:
            return actions[order[0]]
        trials = [Trial(actions[at], [], mind.point * (scores[at] - scores[order[0]])) for at in order[:WIDTH]]
        until = started + self.seconds
        self.tried = self.search(view, seat, seed, mind, guide, trials, until)
        return better(trials[0], self.tried, mind.doubt).action

    def search(
        self, view: State, seat: int, seed: int, mind: Mind, guide: Guide, trials: list[Trial], until: float
    ) -> list[Trial]:
        """Play worlds on, and leave out the worse half of the actions from time to time; the steady bot's stays in."""
        started = time.perf_counter()
        left = list(trials)
        spent, world, stage = 0, 0, 1
        while spent < self.playouts:
            made = mind.imagine(view, seat, Seeded(derived(seed, world, 0)))
            for trial in left:
                guide.about(trial.action)
                trial.values.append(playout(made, seat, trial.action, guide, Seeded(derived(seed, world, 1))))
                spent += 1
                if spent >= self.playouts or time.perf_counter() >= until:
                    break
            world += 1
            now = time.perf_counter()
            if now >= until:
                break
            share = max(spent / self.playouts, (now - started) / (until - started))
            if world >= FEWEST and len(left) > 2 and share * SPLIT >= stage:
                rest = sorted(left[1:], key=lambda trial: -trial.mean())
                left = [left[0], *rest[: max(1, (len(left) - 1) // 2)]]
                stage += 1
        return left


def better(own: Trial, tried: list[Trial], doubt: float) -> Trial:
    """The action that is most likely to be best, from what the steady bot thinks and from what came of it.

    Each is weighed by how sure it is: few playouts say little, and so do many whose differences are small.
    """
    best, most = own, 0.0
    for trial in tried:
        pairs = [after - before for before, after in zip(own.values, trial.values, strict=False)]
        if trial is own or len(pairs) < 2:
            continue
        gain = sum(pairs) / len(pairs)
        error = (CHANCE + sum((value - gain) ** 2 for value in pairs)) / (len(pairs) - 1) / len(pairs)
        sure = doubt * doubt / (doubt * doubt + error)
        told = sure * gain + (1.0 - sure) * trial.expected
        if told > most:
            best, most = trial, told
    return best
