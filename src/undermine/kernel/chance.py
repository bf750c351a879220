"""Where chance comes from: a seed, a commitment, or every possibility in turn."""

from __future__ import annotations

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
        bag = step.lot(s, f)
        if bag != NOBODY:
            return s.cards.pick(bag, self.below(s.cards.size(bag)))
        return step.pick(s, f, self.below(step.total(s, f)))

    def copy(self) -> Seeded:
        """One that goes on with the same numbers."""
        other = Seeded(0)
        other.x = self.x
        return other


def drawn(secret: bytes, salt: bytes, number: int, total: int) -> int:
    """Outcome `number` of `total` that are equally likely, from 0; whoever holds the secret finds the same."""
    digest = hmac.digest(secret, salt + number.to_bytes(8, "big"), "sha256")
    return int.from_bytes(digest[:16], "big") % total


class Derived(Chance):
    """Outcome number n is a keyed hash of n, so that whoever holds the secret draws the same, and all can check later.

    Publish a hash of `secret` before the game, let players add to `salt`, show `secret` afterwards.
    """

    def __init__(self, secret: bytes, salt: bytes, start: int) -> None:
        self.secret = secret
        self.salt = salt
        self.used = start

    def choose(self, s: State, f: Frame, step: Step) -> Action:
        number = self.used
        self.used += 1
        return step.pick(s, f, drawn(self.secret, self.salt, number, int(step.total(s, f))))


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
