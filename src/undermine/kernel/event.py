"""Facts. An event is a row of ints; its kind, one object for each, knows what the row means."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from undermine.kernel import fields
from undermine.kernel.fields import Field
from undermine.kernel.ids import ALL, Mask
from undermine.kernel.state import State, pop, push, retop, seal


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Event:
    """A row, built only when somebody keeps a log."""

    def __init__(self, kind: Kind, eyes: Mask, a: i64, b: i64, c: i64, d: i64) -> None:
        self.kind: Final = kind
        self.eyes: Final = eyes  # who may see the one secret; ALL when there is none
        self.a: Final = a
        self.b: Final = b
        self.c: Final = c
        self.d: Final = d


@mypyc_attr(allow_interpreted_subclasses=True)
class Kind:
    """What an event does to a state, and what is left of it for those who may not see its secret.

    `fields` says what its numbers are, in their order, so that a row has words and a stored one can be read by a ruleset
    with other codes; those behind them are 0.
    """

    def __init__(self, fields: list[Field] | None = None, name: str = "") -> None:
        self.fields: list[Field] = [] if fields is None else fields
        self.name = name  # where several kinds of one class differ by their cause alone

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        raise NotImplementedError

    def masked(self, e: Event) -> Event | None:
        """None: for the others it did not happen. Closed by default: a kind with no secret is never asked."""
        raise NotImplementedError(f"{type(self).__name__} has a secret and no masked form")


class Asked(Kind):
    """a = step, b = seats, c and d = the question's own numbers, which its step declares."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        push(s, a, b, c, d)


class Replaced(Kind):
    """As `Asked`, in place of the question that was open."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        retop(s, a, b, c, d)


class Settled(Kind):
    """The open question has been answered."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        pop(s)


class Sealed(Kind):
    """a = seat, b = its answer. Whether somebody has answered is as secret as the answer."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        seal(s, a, b)

    def masked(self, e: Event) -> Event | None:
        return None


ASKED: Final = Asked([fields.step(), fields.asked()])
REPLACED: Final = Replaced([fields.step(), fields.asked()])
SETTLED: Final = Settled()
SEALED: Final = Sealed([fields.seat(), fields.act()])


def note(log: list[Event], kind: Kind, eyes: Mask, a: i64, b: i64, c: i64, d: i64) -> None:
    """Write down what has happened."""
    log.append(Event(kind, eyes, a, b, c, d))


@mypyc_attr(acyclic=True)
@final
class Play:
    """The pen. Whatever changes in a game is written by `emit`."""

    def __init__(self, state: State, log: list[Event] | None) -> None:
        self.state: Final = state
        self.log: Final = log

    def emit(self, kind: Kind, eyes: Mask, a: i64, b: i64, c: i64, d: i64) -> None:
        kind.apply(self.state, a, b, c, d)
        if self.log is not None:
            note(self.log, kind, eyes, a, b, c, d)

    def ask(self, step: i64, seats: Mask, a: i64, b: i64) -> None:
        """One more question, to be answered first."""
        self.emit(ASKED, ALL, step, seats, a, b)

    def then(self, step: i64, seats: Mask, a: i64, b: i64) -> None:
        """Another question in place of the present one. The frame in hand is rewritten: read it before.

        The commonest event of all, so it is written without asking its kind: `Replaced` does the same.
        """
        retop(self.state, step, seats, a, b)
        if self.log is not None:
            note(self.log, REPLACED, ALL, step, seats, a, b)

    def settle(self) -> None:
        """The present question is answered; the one underneath goes on."""
        self.emit(SETTLED, ALL, 0, 0, 0, 0)
