"""What happens in the classic game besides cards changing places. Everything here is public, but for one kind."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undermine.games.classic.actions import tile_laid
from undermine.games.classic.state import BOARD, CARD_BAG, GOAL, GOAL_BAG, HAND, RESULT, classic
from undermine.kernel.event import Event, Kind
from undermine.kernel.ids import ALL, NOBODY, UNKNOWN, bit
from undermine.kernel.state import State
from undermine.tunnels.ports import spot_x, spot_y


class Began(Kind):
    """a = round, b = who begins. The maze is the entrance and the goals face down (B-025, B-026)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = classic(s)
        t.begin(a, t.hooks)
        t.last = t.before(b)
        t.stuck = 0
        t.reversed = 0


class Laid(Kind):
    """a = face, b = seat, c = where and how: a tunnel card goes from a hand into the maze."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = classic(s)
        t.cards.take(HAND + b, a)
        t.cards.put(BOARD, a)
        t.last = b
        t.stuck = 0
        t.grid.put(spot_x(c >> 2), spot_y(c >> 2), tile_laid(t, a, c & 3))


class Played(Kind):
    """a = face, b = seat, c = aim, d = where the card goes: an action card is played face up (B-080)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = classic(s)
        t.cards.take(HAND + b, a)
        t.cards.put(d, a)
        t.last = b
        t.stuck = 0


class Passed(Kind):
    """a = face, b = seat, c = 1 if a card is discarded, 0 with an empty hand. Which card it was the others do not see.

    Where a pass may throw away several, the others are moved after it.

    Who passes empty-handed has not handled a card (B-175).
    """

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = classic(s)
        if c:
            t.cards.take(HAND + b, a)
            t.cards.put(t.hooks.discard, a)
        if c or t.hooks.last_turn:
            t.last = b

    def masked(self, e: Event) -> Event | None:
        return Event(self, ALL, UNKNOWN, e.b, e.c, 0)


class Stuck(Kind):
    """a = seat, b = 1 if the pass counts towards the end of the round, 0 if it breaks the row (B-141).

    Whether somebody passed for lack of a play is that seat's secret: the others hear of it when the round is over.
    """

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = classic(s)
        t.stuck = t.stuck | bit(a) if b else i64(0)

    def masked(self, e: Event) -> Event | None:
        return None


class Collapsed(Kind):
    """a = face, b = where: a tunnel card is taken out of the maze onto the discard pile (B-096)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = classic(s)
        t.take_out(a, b, BOARD, t.hooks.discard)


class Turned(Kind):
    """a = goal, b = its face, c = 1 if it lies turned, d = who turned it: a goal lies face up from now on (B-129)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = classic(s)
        t.turn_up(a, GOAL + a, b, t.hooks.goal_tile[b] + c)


class Lifted(Kind):
    """a = face, b = where it lay, c = where and how it lies now: a tunnel card is moved in the maze."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = classic(s)
        t.grid.take(spot_x(b), spot_y(b))
        t.grid.put(spot_x(c >> 2), spot_y(c >> 2), tile_laid(t, a, c & 3))


class Shifted(Kind):
    """a = goal, b = where: a goal that lies face down is moved there."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = classic(s)
        t.grid.take(t.goal_x[a], t.goal_y[a])
        goal_x = t.goal_x[:]  # never written while shared with a copy
        goal_y = t.goal_y[:]
        goal_x[a] = spot_x(b)
        goal_y[a] = spot_y(b)
        t.goal_x = goal_x
        t.goal_y = goal_y
        t.grid.hide(spot_x(b), spot_y(b))


class Reversed(Kind):
    """The turns go round the other way from now on."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = classic(s)
        t.reversed = 1 - t.reversed


class Given(Kind):
    """a = who gives, b = who gets (NOBODY: the bank), c = how many: gold tokens change hands."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = classic(s)
        if a != NOBODY:
            t.numbers[t.hooks.tokens + a] -= c
        if b != NOBODY:
            t.numbers[t.hooks.tokens + b] += c


class Won(Kind):
    """a = side, b = finisher or NOBODY, c = the roles, four bits a seat: how the round went, now that all is shown."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = classic(s)
        t.note(t.hooks.results, RESULT, a, b, c)


class Closed(Kind):
    """a = how many gold cards each seat has, five bits a seat: the gold of this round is paid."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = classic(s)
        t.numbers[t.of_round(t.hooks.results, RESULT) + 3] = a


BEGAN: Final = Began("nsnn")
LAID: Final = Laid("fsln")
PLAYED: Final = Played("fsnp")
PASSED: Final = Passed("fsnn")
STUCK: Final = Stuck("snnn")
COLLAPSED: Final = Collapsed("fcnn")
TURNED: Final = Turned("gfns")
LIFTED: Final = Lifted("fcln")
SHIFTED: Final = Shifted("gcnn")
REVERSED: Final = Reversed()
GIVEN: Final = Given("ssnn")
WON: Final = Won("nsnn")
CLOSED: Final = Closed()

LAID.pack = CARD_BAG
PLAYED.pack = CARD_BAG
PASSED.pack = CARD_BAG
COLLAPSED.pack = CARD_BAG
LIFTED.pack = CARD_BAG
TURNED.pack = GOAL_BAG
