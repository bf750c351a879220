"""What happens in the classic game besides cards changing places. Everything here is public, but for one kind."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undermine.games.classic.rules.actions import tile_laid
from undermine.games.classic.rules.state import (
    BOARD,
    CARD_BAG,
    GOAL,
    GOAL_BAG,
    HAND,
    RESULT,
    ROLE_BAG,
    SIDES,
    classic,
)
from undermine.kernel import fields
from undermine.kernel.dealing import Moved
from undermine.kernel.event import Event, Kind
from undermine.kernel.forms import card_of
from undermine.kernel.ids import ALL, NOBODY, UNKNOWN, bit
from undermine.kernel.state import State
from undermine.tunnels.ports import spot, spot_x, spot_y


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
        t.cards.move(HAND + b, a, BOARD)
        t.last = b
        t.stuck = 0
        t.lay(c >> 2, tile_laid(t, a, c & 3))


class Played(Kind):
    """a = action, b = seat, c = where the card goes: an action card is played face up (B-080)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = classic(s)
        t.cards.move(HAND + b, card_of(a), c)
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
            t.cards.move(HAND + b, a, t.hooks.discard)
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
    """a = face, b = where, c = who played: a tunnel card is taken out of the maze onto the discard pile (B-096)."""

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
        t.lift(b)
        t.lay(c >> 2, tile_laid(t, a, c & 3))


class Shifted(Kind):
    """a = goal, b = where: a goal that lies face down is moved there."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = classic(s)
        t.lift(spot(t.goal_x[a], t.goal_y[a]))
        goal_x = t.goal_x[:]  # never written while shared with a copy
        goal_y = t.goal_y[:]
        goal_x[a] = spot_x(b)
        goal_y[a] = spot_y(b)
        t.goal_x = goal_x
        t.goal_y = goal_y
        t.lay_down(b)


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


class Packet(Kind):
    """a = who looks first, b = how many: gold cards are set apart, to go round (B-151)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        """What is in it is moved by rows of its own."""


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


BEGAN: Final = Began([fields.number("round"), fields.seat("first")])
LAID: Final = Laid([fields.face(CARD_BAG), fields.seat(), fields.where()])
PLAYED: Final = Played([fields.act(), fields.seat(), fields.place("to")])
PASSED: Final = Passed([fields.face(CARD_BAG), fields.seat(), fields.number()])
STUCK: Final = Stuck([fields.seat(), fields.number("counts")])
COLLAPSED: Final = Collapsed([fields.face(CARD_BAG), fields.cell(), fields.seat()])
TOOK: Final = Moved("took")  # a gold card that one keeps
PAID: Final = Moved("paid")  # a gold card of a wage
BECAME: Final = Moved("became")  # a role card in place of another
PACKET: Final = Packet([fields.seat(), fields.number("cards")])
TURNED: Final = Turned([fields.goal(), fields.face(GOAL_BAG), fields.number("turned"), fields.seat()])
LIFTED: Final = Lifted([fields.face(CARD_BAG), fields.cell("from"), fields.where()])
SHIFTED: Final = Shifted([fields.goal(), fields.cell()])
REVERSED: Final = Reversed()
GIVEN: Final = Given([fields.seat(), fields.seat("target"), fields.number()])
WON: Final = Won([fields.term(list(SIDES), "side"), fields.seat("finisher"), fields.each("roles", 4, ROLE_BAG)])
CLOSED: Final = Closed([fields.each("cards", 5)])
