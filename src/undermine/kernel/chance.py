"""Where chance comes from: a seed, a commitment, a script, or every possibility in turn."""

from __future__ import annotations

import hashlib
import hmac

from mypy_extensions import i64, mypyc_attr

from undermine.kernel.agenda import SCRATCH, Step
from undermine.kernel.ids import NOBODY, Action
from undermine.kernel.state import Frame, State


class ChanceError(ValueError):
    """A script that does not go with its game."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """Whoever answers for the dice."""

    def choose(self, s: State, f: Frame, step: Step) -> Action:
        raise NotImplementedError


class Seeded(Chance):
    """The same numbers from the same seed, compiled or not (63 bits: nothing that i64 would wrap is kept)."""

    def __init__(self, seed: i64) -> None:
        self.multiplier: i64 = 6364136223846793005  # kept as numbers: a constant of this size would be boxed
        self.increment: i64 = 1442695040888963407
        self.mask: i64 = 0x7FFFFFFFFFFFFFFF
        self.x = seed & 0x7FFFFFFF
        self.below(2)
        self.below(2)

    def below(self, n: i64) -> i64:
        self.x = (self.x * self.multiplier + self.increment) & self.mask
        return ((self.x >> 32) * n) >> 31

    def choose(self, s: State, f: Frame, step: Step) -> Action:
        return step.pick(s, f, self.below(step.total(s, f)))

    def copy(self) -> Seeded:
        """One that goes on with the same numbers."""
        other = Seeded(0)
        other.x = self.x
        return other


class Derived(Chance):
    """Outcome number n is a keyed hash of n, so that whoever holds the secret draws the same, and all can check later.

    Publish a hash of `secret` before the game, let players add `contributions`, show `secret` afterwards.
    """

    def __init__(self, secret: bytes, contributions: bytes, start: int) -> None:
        self.secret = secret
        self.contributions = contributions
        self.used = start

    def choose(self, s: State, f: Frame, step: Step) -> Action:
        message = self.contributions + self.used.to_bytes(8, "big")
        digest = hmac.new(self.secret, message, hashlib.sha256).digest()
        self.used += 1
        total = int(step.total(s, f))
        return step.pick(s, f, int.from_bytes(digest[:16], "big") % total)


class Scripted(Chance):
    """Named outcomes, in order; a test says `finish` so that a script longer than its game is an error."""

    def __init__(self, outcomes: list[int]) -> None:
        self.outcomes = outcomes
        self.used = 0

    def choose(self, s: State, f: Frame, step: Step) -> Action:
        if self.used == len(self.outcomes):
            raise ChanceError("the script of chance is too short")
        action = self.outcomes[self.used]
        if action not in [SCRATCH[i] for i in range(step.options(s, f, NOBODY, SCRATCH))]:
            raise ChanceError(f"outcome {self.used + 1} of the script cannot come up here")
        self.used += 1
        return action

    def finish(self) -> None:
        if self.used < len(self.outcomes):
            raise ChanceError(f"chance was scripted {len(self.outcomes)} times and asked {self.used}")


class Recorded(Chance):
    """Another source of chance, and a note of what it chose."""

    def __init__(self, source: Chance) -> None:
        self.source = source
        self.outcomes: list[int] = []

    def choose(self, s: State, f: Frame, step: Step) -> Action:
        action = self.source.choose(s, f, step)
        self.outcomes.append(action)
        return action


class Enumerated(Chance):
    """An odometer: run the same line of play again after each `turn`, and every outcome comes up once."""

    def __init__(self) -> None:
        self.path: list[int] = []
        self.sizes: list[int] = []
        self.at = 0
        self.weight: int = 1
        self.total: int = 1  # weight / total is the probability of this path

    def choose(self, s: State, f: Frame, step: Step) -> Action:
        n = step.options(s, f, NOBODY, SCRATCH)
        if self.at == len(self.path):
            self.path.append(0)
            self.sizes.append(n)
        action = SCRATCH[self.path[self.at]]
        self.at += 1
        self.weight *= step.weight(s, f, action)
        self.total *= step.total(s, f)
        return action

    def turn(self) -> bool:
        """On to the next outcome; False when all have been seen."""
        self.at = 0
        self.weight = 1
        self.total = 1
        while self.path and self.path[-1] == self.sizes[-1] - 1:
            self.path.pop()
            self.sizes.pop()
        if self.path:
            self.path[-1] += 1
        return bool(self.path)
