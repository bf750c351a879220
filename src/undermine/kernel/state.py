"""What is so, for one observer: the true state and every seat's view are the same class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from undermine.kernel.ids import Action, Mask, Seat, bit
from undermine.kernel.piles import Cards

if TYPE_CHECKING:
    from undermine.kernel.ruleset import Ruleset

NO_ANSWERS: Final = vec[i64]()


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Frame:
    """An open question as data: which step asks, whom, and two public numbers.

    The question on top is one object for the whole life of a state: a step that is handed it must read what it needs
    before it asks, settles or replaces anything.
    """

    def __init__(self, step: i64, seats: Mask, a: i64, b: i64) -> None:
        self.step = step
        self.seats = seats
        self.a = a
        self.b = b

    def set(self, step: i64, seats: Mask, a: i64, b: i64) -> None:
        self.step = step
        self.seats = seats
        self.a = a
        self.b = b


FRAME: Final = 4  # numbers of a frame in the agenda
NO_AGENDA: Final = vec[i64]()


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class State:
    """Written by `Kind.apply` alone."""

    def __init__(self, rules: Ruleset, src: State | None) -> None:
        self.rules: Final = rules
        self.depth: i64 = 0
        self.now: Final = Frame(-1, 0, 0, 0)  # the question on top, while there is one
        self.agenda: vec[i64] = NO_AGENDA  # rows of those beneath it
        self.answered: Mask = 0  # whose sealed answer this observer knows
        self.answers: vec[i64] = NO_ANSWERS
        self.cards: Final[Cards] = rules.layout.box().copy() if src is None else src.cards.copy()
        # What modules keep, a run for each that asked for one.
        self.numbers: Final[vec[i64]] = vec[i64]([0] * rules.numbers) if src is None else src.numbers[:]
        if src is not None:
            self.assume(src)

    def assume(self, src: State) -> None:
        """The open questions of another state, and what is known of the answers."""
        self.depth = src.depth
        now = src.now
        self.now.set(now.step, now.seats, now.a, now.b)
        if src.depth > 1:
            self.agenda = src.agenda[:]
        self.answered = src.answered
        if src.answered:
            self.answers = src.answers[:]

    def copy(self) -> State:
        raise NotImplementedError

    def share(self, other: State) -> None:
        """Have in common with another observer what both always know alike: they must be told everything together."""

    def facts(self, out: vec[i64]) -> i64:
        """Write what is so besides questions, cards, the maze and numbers of modules, as `Game.facts` declares it; say how many."""
        return 0

    def ints(self) -> list[int]:
        """The whole state as numbers: to compare, to hash, to store."""
        out: list[int] = [self.depth, self.answered]
        for frame in self.frames():
            out += [frame.step, frame.seats, frame.a, frame.b]
        for seat in range(len(self.answers) if self.answered else 0):
            out.append(self.answers[seat])
        out += self.cards.count
        out += self.numbers
        return out

    def frames(self) -> list[Frame]:
        """The open questions, the one on top last."""
        found: list[Frame] = []
        rows = self.agenda
        for level in range(self.depth - 1):
            at = level * FRAME
            found.append(Frame(rows[at], rows[at + 1], rows[at + 2], rows[at + 3]))
        return [*found, self.now] if self.depth else found

    def top(self) -> Frame:
        return self.now

    def over(self) -> bool:
        """Nothing is left to be asked."""
        return self.depth == 0


# What happens to the agenda: functions, so that a call need not ask which state it is.


def push(s: State, step: i64, seats: Mask, a: i64, b: i64) -> None:
    """One more question, on top."""
    if s.depth:
        now = s.now
        at = (s.depth - 1) * FRAME
        while len(s.agenda) < at + FRAME:
            s.agenda = append(s.agenda, 0)
        rows = s.agenda
        rows[at] = now.step
        rows[at + 1] = now.seats
        rows[at + 2] = now.a
        rows[at + 3] = now.b
    s.depth += 1
    retop(s, step, seats, a, b)


def pop(s: State) -> None:
    """The question on top is answered."""
    s.depth -= 1
    if s.depth:
        rows = s.agenda
        at = (s.depth - 1) * FRAME
        s.now.set(rows[at], rows[at + 1], rows[at + 2], rows[at + 3])
    s.answered = 0


def retop(s: State, step: i64, seats: Mask, a: i64, b: i64) -> None:
    """Another question in place of the one on top."""
    s.now.set(step, seats, a, b)
    s.answered = 0


def seal(s: State, seat: Seat, action: Action) -> None:
    """An answer that is not opened yet."""
    if not s.answered:
        s.answers = vec[i64]([0] * 16)  # never written while shared with a copy
    s.answers[seat] = action
    s.answered |= bit(seat)
