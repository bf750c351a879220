"""What happens in The Lost Mines besides cards changing places. Everything here is public, but for one kind."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from undermine.games.lost_mines.rules.hooks import CLANS, LOOKS, OFFSET
from undermine.games.lost_mines.rules.state import (
    BOARD,
    CARD_BAG,
    DISCARD,
    FRONT,
    HAND,
    MINE,
    MINE_BAG,
    RESULT,
    TREASURE,
    Mines,
    edge_key,
    mines,
    start_of,
    without,
)
from undermine.kernel import fields
from undermine.kernel.dealing import Moved
from undermine.kernel.event import Event, Kind
from undermine.kernel.ids import ALL, NOBODY, UNKNOWN
from undermine.kernel.state import State
from undermine.tunnels.ports import OPPOSITE
from undermine.tunnels.tiles import HIDDEN, STRIDE

SIX: Final = 6  # bits for the points or treasures of a seat


class Began(Kind):
    """a = round, b = who begins. The board is the start cards and the mines face down (L-010)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = mines(s)
        t.begin(a, t.hooks)
        t.last = NOBODY
        t.dragon = NOBODY
        t.left = 0
        t.traps = vec[i64]()
        t.cleared = vec[i64]()
        for seat in range(t.seats):
            t.trolls[seat] = 0
        for number in range(len(t.holder)):
            t.holder[number] = NOBODY


class Displayed(Kind):
    """a = number of a treasure, b = from which deck: it is laid out face down (L-011)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = mines(s)
        t.cards.take(b, UNKNOWN)
        t.cards.put(TREASURE + a, UNKNOWN)
        t.left += 1


class Joined(Kind):
    """a = seat, b = clan: the back of a dwarf card tells it, and the figure stands on that clan's start card (L-015)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = mines(s)
        t.clan[a] = b
        t.at[a] = start_of(t, b)
        t.strand[a] = t.hooks.tiles.sides[t.hooks.start[b]]


class Laid(Kind):
    """a = face, b = seat, c = where and how: a path card goes from a hand onto the board."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = mines(s)
        t.cards.take(HAND + b, a)
        t.cards.put(BOARD, a)
        t.last = b
        t.lay(c >> 2, t.hooks.tile_of[a] + OFFSET[c & 3])


class Played(Kind):
    """a = face, b = seat, c = where the card goes: an action card is shown and laid away (L-050, L-060)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = mines(s)
        t.cards.take(HAND + b, a)
        t.cards.put(c, a)
        t.last = b


class Dropped(Kind):
    """a = face, b = seat: a card goes face down onto the pile (L-027). Which one the others do not see (L-143)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = mines(s)
        t.cards.take(HAND + b, a)
        t.cards.put(DISCARD, a)

    def masked(self, e: Event) -> Event | None:
        return Event(self, ALL, UNKNOWN, e.b, 0, 0)


class Bridged(Kind):
    """a = where: a tool's token lies on an obstacle (L-050)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = mines(s)
        t.cleared = append(t.cleared, a)


class Trapped(Kind):
    """a = cell, b = edge: a trap is put there (L-056)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = mines(s)
        t.traps = append(t.traps, edge_key(a, b))


class Sprung(Kind):
    """a = cell, b = edge: a trap is taken away (L-066)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = mines(s)
        t.traps = without(t.traps, edge_key(a, b))


class Blocked(Kind):
    """a = cell, b = edge, c = owner: a troll stands there (L-060)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        mines(s).trolls[c] = edge_key(a, b)


class Departed(Kind):
    """a = owner, b = face of the card: the troll and its card leave (L-062, L-068)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = mines(s)
        t.trolls[a] = 0
        t.cards.take(FRONT + a, b)
        t.cards.put(DISCARD, b)


class Blasted(Kind):
    """a = face, b = where: a thunderstorm removes a path card, and a tool's token with it (L-064, L-065)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = mines(s)
        t.take_out(a, b, BOARD, DISCARD)
        t.cleared = without(t.cleared, b)


class Glanced(Kind):
    """a = seat, b = at what (a mine, a treasure, a dwarf card), c = which: all see that it is looked at (L-055)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        """Nothing changes but what the looker knows."""


class Walked(Kind):
    """a = seat, b = edge: a dwarf goes to the next card."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = mines(s)
        there = step_to(t, a, b)
        tile = t.tile_at(there)
        t.at[a] = there
        t.strand[a] = t.hooks.tiles.joins[tile * STRIDE + OPPOSITE[b]] if tile > HIDDEN else i64(0)


class Opened(Kind):
    """a = mine, b = its face, c = quarter turns, d = who stands there: a mine lies face up from now on (L-090)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = mines(s)
        tile = t.hooks.mine_tile[b] + OFFSET[c]
        t.turn_up(a, MINE + a, b, tile)
        t.strand[d] = t.hooks.tiles.sides[tile]


class Scorched(Kind):
    """a = seat: the dragon's token is taken (L-098)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        mines(s).dragon = a


class Gained(Kind):
    """a = seat, b = number of a treasure: it now lies face down before that seat (L-092)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = mines(s)
        t.holder[b] = a
        t.left -= 1


class Skipped(Kind):
    """a = seat: a turn without cards (L-026)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        """Nothing changes."""


class Proposed(Kind):
    """a = seat: shall the round end now (L-111)?"""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        """Nothing changes."""


class Agreed(Kind):
    """a = who is for it, b = whether that is everybody (L-111)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        """Nothing changes."""


class Scored(Kind):
    """a = clans and roles, four bits a seat; b = treasures and c = points, six bits a seat; d = who had the dragon."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = mines(s)
        t.note(t.hooks.results, RESULT, a, b, c)
        t.numbers[t.of_round(t.hooks.results, RESULT) + 3] = d + 1
        for seat in range(t.seats):
            t.points[seat] += c >> (seat * SIX) & 63


def step_to(t: Mines, seat: i64, edge: i64) -> i64:
    """The cell that a dwarf comes to over an edge of its card."""
    return t.at[seat] + STEP[edge]


STEP: Final = vec[i64]([-256, 1, 256, -1])  # from a spot to the next, by edge

LOST: Final = Moved("lost")  # to a trap
BEGAN: Final = Began([fields.number("round"), fields.seat("first")])
JOINED: Final = Joined([fields.seat(), fields.term(list(CLANS), "clan")])
LAID: Final = Laid([fields.face(CARD_BAG), fields.seat(), fields.where()])
PLAYED: Final = Played([fields.face(CARD_BAG), fields.seat(), fields.place("to")])
DROPPED: Final = Dropped([fields.face(CARD_BAG), fields.seat()])
BRIDGED: Final = Bridged([fields.cell()])
TRAPPED: Final = Trapped([fields.cell(), fields.edge()])
SPRUNG: Final = Sprung([fields.cell(), fields.edge()])
BLOCKED: Final = Blocked([fields.cell(), fields.edge(), fields.seat()])
DEPARTED: Final = Departed([fields.seat(), fields.face(CARD_BAG)])
BLASTED: Final = Blasted([fields.face(CARD_BAG), fields.cell()])
GLANCED: Final = Glanced([fields.seat(), fields.term(list(LOOKS), "at"), fields.number("which")])
WALKED: Final = Walked([fields.seat(), fields.edge()])
OPENED: Final = Opened([fields.goal("mine"), fields.face(MINE_BAG), fields.number("quarter"), fields.seat()])
SCORCHED: Final = Scorched([fields.seat()])
SKIPPED: Final = Skipped([fields.seat()])
PROPOSED: Final = Proposed([fields.seat()])
AGREED: Final = Agreed([fields.seats(), fields.yes()])
SCORED: Final = Scored(
    [fields.each("roles", 4), fields.each("treasures", SIX), fields.each("points", SIX), fields.seat("dragon")]
)
