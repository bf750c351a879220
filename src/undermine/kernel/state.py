"""What is so, for one observer: the true state and every seat's view are the same class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from undermine.kernel.ids import Action, Mask, Seat, bit
from undermine.kernel.piles import Cards

if TYPE_CHECKING:
    from undermine.kernel.ruleset import Ruleset

NO_ANSWERS: Final = vec[i64]()


@final
class Frame:
    """An open question as data: which step asks, whom, and two public numbers."""

    def __init__(self, step: i64, seats: Mask, a: i64, b: i64) -> None:
        self.step = step
        self.seats = seats
        self.a = a
        self.b = b


NO_FRAME: Final = Frame(-1, 0, 0, 0)


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """Written by `Kind.apply` alone."""

    def __init__(self, rules: Ruleset, src: State | None) -> None:
        self.rules = rules
        self.agenda: list[Frame] = []  # a pool: frames above `depth` wait to be used again
        self.depth: i64 = 0
        self.now: Frame = NO_FRAME  # the question on top, while there is one
        self.answered: Mask = 0  # whose sealed answer this observer knows
        self.answers: vec[i64] = NO_ANSWERS
        if src is None:
            self.cards = Cards(rules.layout, rules.layout.fresh[:])
            self.numbers = vec[i64]([0] * rules.numbers)  # what modules keep, a run for each that asked for one
        else:
            self.cards = src.cards.copy()
            self.numbers = src.numbers[:]
            self.assume(src)

    def assume(self, src: State) -> None:
        """The open questions of another state, and what is known of the answers."""
        level: i64 = 0
        while level < src.depth:
            frame = src.agenda[level]
            self.agenda.append(Frame(frame.step, frame.seats, frame.a, frame.b))
            level += 1
        self.depth = src.depth
        if self.depth:
            self.now = self.agenda[self.depth - 1]
        self.answered = src.answered
        if src.answered:
            self.answers = src.answers[:]

    def copy(self) -> State:
        raise NotImplementedError

    def ints(self) -> list[int]:
        """The whole state as numbers: to compare, to hash, to store."""
        out: list[int] = [self.depth, self.answered]
        for level in range(self.depth):
            frame = self.agenda[level]
            out += [frame.step, frame.seats, frame.a, frame.b]
        for seat in range(len(self.answers) if self.answered else 0):
            out.append(self.answers[seat])
        out += self.cards.count
        out += self.numbers
        return out

    def top(self) -> Frame:
        return self.now

    def over(self) -> bool:
        """Nothing is left to be asked."""
        return self.depth == 0

    def push(self, step: i64, seats: Mask, a: i64, b: i64) -> None:
        if self.depth == len(self.agenda):
            self.agenda.append(Frame(step, seats, a, b))
        self.depth += 1
        self.now = self.agenda[self.depth - 1]
        self.retop(step, seats, a, b)

    def pop(self) -> None:
        """The question on top is answered."""
        self.depth -= 1
        if self.depth:
            self.now = self.agenda[self.depth - 1]
        self.answered = 0

    def retop(self, step: i64, seats: Mask, a: i64, b: i64) -> None:
        frame = self.now
        frame.step = step
        frame.seats = seats
        frame.a = a
        frame.b = b
        self.answered = 0

    def seal(self, seat: Seat, action: Action) -> None:
        if not self.answered:
            self.answers = vec[i64]([0] * 16)  # never written while shared with a copy
        self.answers[seat] = action
        self.answered |= bit(seat)
