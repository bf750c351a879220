"""What happens in The Duel besides cards changing places. All of it is public."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undermine.games.duel.rules.state import BOARD, CARD_BAG, DISCARD, GOAL, GOAL_BAG, HAND, TOKEN, Duel, duel
from undermine.kernel import fields
from undermine.kernel.dealing import Moved
from undermine.kernel.event import Kind
from undermine.kernel.ids import Seat
from undermine.kernel.state import State
from undermine.tunnels.placing import HALF_TURN


class Began(Kind):
    """a = round, b = who begins. All tokens are back; the maze is as it was laid out (D-090)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = duel(s)
        hooks = t.hooks
        t.begin(a, hooks)
        clear(t, hooks.runs.tokens, hooks.runs.token_count)
        clear(t, hooks.runs.keys, hooks.runs.key_count)
        clear(t, hooks.runs.stack, hooks.runs.stack_count)


class Laid(Kind):
    """a = face, b = seat, c = where and how: a tunnel card goes from a hand into the maze."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = duel(s)
        t.cards.take(HAND + b, a)
        t.cards.put(BOARD, a)
        tile = t.hooks.tile_of[a] + (1 if c & 3 == HALF_TURN else i64(0))
        t.lay(c >> 2, tile)
        if t.hooks.runs.stack_count:
            fill(t, t.hooks.runs.stack, c >> 2)


class Collapsed(Kind):
    """a = face, b = where, c = who played: a tunnel card is taken out of the maze; a key on it goes back to the supply (D-070, D-071)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = duel(s)
        t.take_out(a, b, BOARD, DISCARD)
        drop(t, t.hooks.runs.keys, t.hooks.runs.key_count, b)
        drop(t, t.hooks.runs.stack, t.hooks.runs.stack_count, b)


class Unlocked(Kind):
    """a = seat, b = where: a key token lies on a door, which is open to all from now on (D-068)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = duel(s)
        fill(t, t.hooks.runs.keys, b)
        open_gate(t, b)


class Bribed(Kind):
    """a = seat, b = where: a token lies on a troll, who lets everybody pass from now on (D-038, D-039)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = duel(s)
        fill(t, t.hooks.runs.tokens, b * TOKEN + a * 2 + 1)
        t.numbers[t.hooks.runs.bribes + a] += 1
        open_gate(t, b)


class Claimed(Kind):
    """a = seat, b = where: a token lies on gold, which is that seat's at the end of the round (D-053, D-055)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = duel(s)
        fill(t, t.hooks.runs.tokens, b * TOKEN + a * 2)


class Consulted(Kind):
    """a = seat, b = goal: a map is played, and everybody sees at which goal its player looks (D-072, D-101)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = duel(s)
        t.cards.take(HAND + a, t.hooks.map)
        t.cards.put(DISCARD, t.hooks.map)


class Turned(Kind):
    """a = goal, b = its face, c = 1 if it lies turned, d = who turned it: a goal lies face up from now on (D-050)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = duel(s)
        t.turn_up(a, GOAL + a, b, t.hooks.goal_tile[b] + c)


class Earned(Kind):
    """a = seat, b = nuggets on the cards that it takes at the end of the round (D-082)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = duel(s)
        t.numbers[t.of_round(t.hooks.runs.earned, t.seats) + a] = b


class Yielded(Kind):
    """a = seat, b = nuggets on a card that it gives to a troll (D-083)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = duel(s)
        t.numbers[t.of_round(t.hooks.runs.paid, t.seats) + a] += b


class Owed(Kind):
    """a = seat: it had nothing to give to a troll, and owes a nugget for good (D-Q6)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = duel(s)
        t.numbers[t.hooks.runs.debts + a] += 1


def open_gate(t: Duel, spot: i64) -> None:
    """The door or the troll here no longer bars the way."""
    t.lay(spot, t.hooks.maze.opened[t.tile_at(spot)])


def clear(t: Duel, first: i64, count: i64) -> None:
    """A run of numbers is empty again."""
    for index in range(first, first + count):
        t.numbers[index] = 0


def fill(t: Duel, first: i64, number: i64) -> None:
    """The first empty place of a run is taken."""
    index = first
    while t.numbers[index]:
        index += 1
    t.numbers[index] = number


def drop(t: Duel, first: i64, count: i64, number: i64) -> None:
    """A number leaves its run, and those behind it move up."""
    kept = first
    for index in range(first, first + count):
        value = t.numbers[index]
        t.numbers[index] = 0
        if value != number:
            t.numbers[kept] = value
            kept += 1


def token_seat(token: i64) -> Seat:
    """Whose colour is up."""
    return token >> 1 & 1


def on_troll(token: i64) -> bool:
    """Does it lie on a troll, and not on gold?"""
    return token & 1 != 0


PLAYED: Final = Moved("played")  # an action card, face up onto the pile
BROKE: Final = Moved("broke")  # a sabotage card, before somebody
MENDED: Final = Moved("mended")  # a sabotage card that is taken away
STRUCK: Final = Moved("struck")  # a sabotage card of the deck, before the one who plays alone
SPENT: Final = Moved("spent")  # a hazard of the deck that leaves nothing before anybody
KEPT: Final = Moved("kept")  # gold that was claimed
GAVE: Final = Moved("gave")  # gold for a troll
PUT_ASIDE: Final = Moved("put-aside")
BEGAN: Final = Began([fields.number("round"), fields.seat("first")])
LAID: Final = Laid([fields.face(CARD_BAG), fields.seat(), fields.where()])
COLLAPSED: Final = Collapsed([fields.face(CARD_BAG), fields.cell(), fields.seat()])
UNLOCKED: Final = Unlocked([fields.seat(), fields.cell()])
BRIBED: Final = Bribed([fields.seat(), fields.cell()])
CLAIMED: Final = Claimed([fields.seat(), fields.cell()])
CONSULTED: Final = Consulted([fields.seat(), fields.goal()])
TURNED: Final = Turned([fields.goal(), fields.face(GOAL_BAG), fields.number("turned"), fields.seat()])
EARNED: Final = Earned([fields.seat(), fields.number("nuggets")])
YIELDED: Final = Yielded([fields.seat(), fields.number("nuggets")])
OWED: Final = Owed([fields.seat()])
