"""What happens in the classic game, in words, row by row as an observer is told it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from undermine.games.classic import events
from undermine.games.classic.actions import AIMS, aim_of, face_of, is_discard, tile_laid
from undermine.games.classic.cards import TOOL, TOOLS, Break, Map, Mend, Rockfall
from undermine.games.classic.goals import GOLD
from undermine.games.classic.gold import next_digger
from undermine.games.classic.hooks import FREE_PLACE, SEATS
from undermine.games.classic.state import (
    CARD_BAG,
    DEAL,
    DECK,
    DIGGERS_WON,
    EFFECT,
    FRONT,
    GOAL,
    GOALS,
    HAND,
    LONE_WON,
    NOBODY_WON,
    OFFER,
    PEEK,
    PURSE,
    RESULT,
    ROLE,
    ROLE_BAG,
    ROLE_DECK,
    ROUNDS,
    SABOTEURS_WON,
    SCORE,
    UNVEIL,
    Classic,
)
from undermine.kernel.dealing import GATHERED, MOVED, POURED, SHOWN, SHUFFLED, SWAPPED
from undermine.kernel.event import ASKED, REPLACED, SEALED, SETTLED, Event, Kind
from undermine.kernel.forms import unpack
from undermine.kernel.ids import ALL, NOBODY
from undermine.kernel.visibility import fold
from undermine.notation.turns import WAY, turn_words
from undermine.present.forms import filled, told_of
from undermine.present.view import Told
from undermine.tunnels.grid import Grid
from undermine.tunnels.ports import LETTERS, spot_x, spot_y
from undermine.tunnels.tiles import HIDDEN

SIDES = {DIGGERS_WON: "diggers", SABOTEURS_WON: "saboteurs", NOBODY_WON: "nobody", LONE_WON: "lone"}


class Teller:
    """Folds rows into a view and keeps the story of them."""

    def __init__(self, t: Classic) -> None:
        self.t = t
        self.story: list[Told] = []
        self.looker = NOBODY  # who is looking at a goal
        self.role = Told("dealt")  # what is known of the deal that goes on

    def hear(self, e: Event) -> None:
        """One row: most are told from the view before it, some from the difference it makes."""
        before = self.t.reached()
        teller = TELLERS.get(e.kind)
        if teller is not None:
            teller(self, e)
        elif e.kind not in SILENT and not about_nobody(e):
            self.tell(told_of(self.t.rules, e))
        fold(self.t, e)
        if e.kind is events.LAID:
            self.reach(e.b, before)
        elif e.kind is events.TURNED and e.b != GOLD:
            self.reach(e.d, before)
        elif e.kind is SETTLED and self.t.over() and self.t.round == ROUNDS:
            self.over()

    def tell(self, event: Told) -> None:
        self.story.append(event)

    def face(self, place: int, face: int) -> str:
        """A card's name; empty when it is not told."""
        layout = self.t.rules.layout
        return layout.face_names[layout.bag[place]][face] if face else ""

    # A turn

    def began(self, e: Event) -> None:
        self.tell(Told("round", seat=e.b, number=e.a))

    def laid(self, e: Event) -> None:
        x, y, turned, shape = laid(self.t, e.a, e.c)
        self.tell(Told("laid", seat=e.b, card=self.face(HAND, e.a), x=x, y=y, turned=turned, shape=shape))

    def played(self, e: Event) -> None:
        card = self.t.hooks.cards[e.a]
        name = self.face(HAND, e.a)
        if isinstance(card, Break):
            self.tell(Told("broke", seat=e.b, target=e.c, card=name, tool=name.removeprefix("break-")))
        elif isinstance(card, Mend):
            self.tell(Told("mended", seat=e.b, target=e.c // TOOL, card=name, tool=TOOLS[e.c % TOOL]))
        elif isinstance(card, Map):
            self.tell(Told("looked", seat=e.b, goal=e.c))
        elif not isinstance(card, Rockfall) or len(self.t.hooks.pauses):  # otherwise it is told by what falls
            words = turn_words(self.t.rules, e.a * AIMS + e.c).split()[1:]
            fields = {**aimed(self.t, int(e.a), int(e.c)), "seat": int(e.b), "card": name, "words": words}
            self.tell(Told("played", **fields))

    def collapsed(self, e: Event) -> None:
        """In a turn that is about to end; a card that still waits to take effect has just been laid, and is taken back."""
        x, y = spot_x(e.b), spot_y(e.b)
        tile = self.t.grid.tile(x, y)
        without = self.t.grid.copy()
        without.take(x, y)
        dark = lit_cells(self.t.grid) - lit_cells(without) - {(x, y)}
        waiting = self.t.top().step == EFFECT
        self.tell(
            Told(
                "taken-back" if waiting else "collapsed",
                seat=self.t.top().b if waiting else self.t.top().a,
                card=self.face(HAND, e.a),
                x=x,
                y=y,
                turned=tile != self.t.hooks.tile_of[e.a],
                shape=self.t.hooks.tiles.text(tile),
                number=len(dark),
            )
        )

    def passed(self, e: Event) -> None:
        self.tell(Told("passed", seat=e.b, number=e.c, card=self.face(HAND, e.a)))

    # Goals

    def reach(self, seat: int, before: int) -> None:
        fresh = self.t.reached() & ~before
        for goal in range(self.t.hooks.goals):
            if fresh >> goal & 1:
                self.tell(Told("reached", seat=seat, goal=goal))

    def shown(self, e: Event) -> None:
        if self.looker != NOBODY and GOAL <= e.b < GOAL + GOALS:
            self.tell(Told("saw", seat=self.looker, goal=e.b - GOAL, card=self.face(e.b, e.a)))
        elif ROLE <= e.b < ROLE + SEATS and self.t.top().step != SCORE:
            self.tell(Told("role", seat=e.b - ROLE, card=self.face(e.b, e.a)))
        elif HAND <= e.b < HAND + SEATS and e.eyes == ALL:
            self.tell(Told("showed", seat=e.b - HAND, card=self.face(e.b, e.a)))
        elif e.a and e.eyes != ALL and e.b >= FREE_PLACE and e.b not in self.t.hooks.on_pile:
            self.tell(Told("seen", card=self.face(e.b, e.a), word=self.t.rules.layout.place_names[e.b]))

    def turned(self, e: Event) -> None:
        hooks = self.t.hooks
        x, y = self.t.goal_x[e.a], self.t.goal_y[e.a]
        shape = hooks.tiles.text(hooks.goal_tile[e.b] + e.c)
        card = hooks.goal_names[e.b - 1]
        self.tell(Told("turned", seat=e.d, goal=e.a, card=card, x=x, y=y, turned=e.c == 1, shape=shape))

    # Cards that change places

    def moved(self, e: Event) -> None:
        if self.t.top().step == DEAL:
            if e.b in (ROLE_DECK, DECK):
                self.dealt(e)
        elif HAND <= e.c < HAND + SEATS:
            self.handed(e)
        elif e.b == OFFER:
            self.tell(Told("took", seat=e.c - PURSE, card=self.face(OFFER, e.a)))
        elif PURSE <= e.c < PURSE + SEATS and not PURSE <= e.b < PURSE + SEATS:
            if side_of(self.t, self.t.round):
                self.paid(e.c - PURSE, self.face(PURSE, e.a))
            else:  # found on the way
                self.tell(Told("took", seat=e.c - PURSE, card=self.face(PURSE, e.a)))
        elif ROLE <= e.c < ROLE + SEATS:
            if e.a:  # a new role, told to whoever takes it
                self.tell(Told("role", seat=e.c - ROLE, card=self.face(ROLE, e.a)))
        elif e.c == self.t.hooks.discard:
            self.thrown(e)
        elif between_players(e):
            self.tell(told_of(self.t.rules, e))

    def handed(self, e: Event) -> None:
        """A card comes to a hand: from the deck, from another hand, or from among cards that were looked at."""
        seat = e.c - HAND
        card = self.face(HAND, e.a)
        if e.b == DECK:
            self.tell(Told("drew", seat=seat, card=card))
        elif HAND <= e.b < HAND + SEATS:
            self.tell(Told("snatched", seat=seat, target=e.b - HAND, card=card))
        elif e.b >= FREE_PLACE:
            self.tell(Told("kept", seat=seat, card=card))
        elif between_players(e):
            self.tell(told_of(self.t.rules, e))

    def thrown(self, e: Event) -> None:
        """A further card of a pass; what else is thrown away has been told, or goes without saying."""
        last = self.story[-1] if self.story else None
        if last is not None and last.kind == "passed" and e.b == HAND + last.seat:
            cards = [*(last.cards or [last.card]), self.face(HAND, e.a)] if e.a else []
            self.story[-1] = msgspec.structs.replace(last, number=last.number + 1, cards=cards)

    def dealt(self, e: Event) -> None:
        """Who is told a role has been dealt it."""
        if e.b == ROLE_DECK:
            if e.a:
                self.role = Told("dealt", seat=e.c - ROLE, card=self.face(ROLE_DECK, e.a))
        elif self.story[-1].kind != "dealt":
            self.tell(msgspec.structs.replace(self.role, number=int(self.t.hooks.hand_size)))

    def paid(self, seat: int, card: str) -> None:
        """A saboteur's gold cards are one payment; its sum is public (B-201)."""
        last = self.story[-1]
        cards = [card] if card else []
        if last.kind == "paid" and last.seat == seat:
            self.story[-1] = msgspec.structs.replace(last, cards=last.cards + cards)
        else:
            self.tell(Told("paid", seat=seat, number=self.t.hooks.scoring.wage(self.t), cards=cards))

    # The end of a round

    def wanted(self, action: int) -> None:
        """A tunnel card was shown, and it is asked whether it may be laid: now it is told where."""
        last = self.story[-1] if self.story else None
        if last is not None and last.kind == "showed" and 0 < face_of(action) < len(self.t.hooks.cards):
            face = int(face_of(action))
            if self.t.hooks.tile_of[face] and self.face(HAND, face) == last.card and not is_discard(action):
                x, y, turned, shape = laid(self.t, face, int(aim_of(action)))
                self.story[-1] = msgspec.structs.replace(last, kind="wanted", x=x, y=y, turned=turned, shape=shape)

    def asked(self, e: Event) -> None:
        self.wanted(int(e.c))
        self.looker = e.d if e.a == PEEK else NOBODY
        if e.a == UNVEIL and self.t.top().step != UNVEIL:
            order = [int(e.c)]
            while len(order) < e.d:
                order.append(next_digger(self.t, order[-1]))
            self.tell(Told("packet", seat=order[0], number=e.d, seats=order))

    def won(self, e: Event) -> None:
        names = self.t.rules.layout.face_names[ROLE_BAG]
        roles = [names[e.c >> (seat * 4) & 15] for seat in range(self.t.seats)]
        left = next(iter(names_in(self.t, ROLE_DECK)), "")
        self.tell(Told("roles", roles=roles, card=left))
        self.tell(Told("won", seat=e.b, side=SIDES[e.a], word=gold(self.t, e.a)))

    def over(self) -> None:
        sums = self.t.rules.game.returns(self.t)
        self.tell(
            Told("over", seats=[seat for seat, nuggets in enumerate(sums) if nuggets == max(sums)], number=max(sums))
        )


SILENT: tuple[Kind, ...] = (SETTLED, SEALED, SWAPPED, POURED, SHUFFLED, GATHERED, events.STUCK, events.CLOSED)
TELLERS: dict[Kind, Callable[[Teller, Event], None]] = {
    ASKED: Teller.asked,
    REPLACED: Teller.asked,
    MOVED: Teller.moved,
    SHOWN: Teller.shown,
    events.BEGAN: Teller.began,
    events.LAID: Teller.laid,
    events.PLAYED: Teller.played,
    events.PASSED: Teller.passed,
    events.COLLAPSED: Teller.collapsed,
    events.TURNED: Teller.turned,
    events.WON: Teller.won,
}


def gold(t: Classic, side: int) -> str:
    """Whether it was found, where no whole side wins or loses by it."""
    return "" if t.hooks.scoring.sided() else "found" if side == DIGGERS_WON else "buried"


def side_of(t: Classic, number: int) -> int:
    """Who won that round; 0 while it goes on."""
    return t.numbers[t.hooks.results + (number - 1) * RESULT] if number else 0


def about_nobody(e: Event) -> bool:
    """Does it name a seat, and nobody sits there? Then something is only set back."""
    seats = [number for letter, number in zip(e.kind.columns, (e.a, e.b, e.c, e.d), strict=True) if letter == "s"]
    return bool(seats) and all(seat == NOBODY for seat in seats)


def between_players(e: Event) -> bool:
    """Does a card go from before or out of the hand of somebody to somebody else?"""
    own = [place for first in (HAND, FRONT, PURSE) for place in range(first, first + SEATS)]
    return e.b in own and e.c in own


def aimed(t: Classic, face: int, aim: int) -> dict[str, Any]:
    """At what an action card is aimed, by the letters of its form."""
    card = t.hooks.cards[face]
    form = card.forms[aim >> WAY] if card.forms else card.form
    fields = unpack(form, aim & (1 << WAY) - 1 if card.forms else aim)
    return filled(form, fields, t.rules.layout.face_names[CARD_BAG], card.terms)


def names_in(t: Classic, place: int) -> list[str]:
    """The cards of a place that the observer can name, one by one."""
    names = t.rules.layout.face_names[t.rules.layout.bag[place]]
    return [names[face] for face in range(1, len(names)) for _ in range(t.cards.number(place, face))]


def laid(t: Classic, face: int, aim: int) -> tuple[int, int, bool, str]:
    """Where a tunnel card lies, whether it is turned, and its shape as it lies."""
    tile = tile_laid(t, face, aim & 3)
    return spot_x(aim >> 2), spot_y(aim >> 2), tile != t.hooks.tile_of[face], t.hooks.tiles.text(tile)


def mismatch(t: Classic, x: int, y: int, tile: int) -> str:
    """The first side of a tile that would disagree with the card it touches there; empty if all agree."""
    need = t.grid.need(x, y)
    wrong = (t.hooks.tiles.sides[tile] & need & 15) ^ (need >> 4 & 15)
    return next((LETTERS[edge] for edge in range(4) if wrong >> edge & 1), "")


def lying(grid: Grid) -> list[tuple[int, int, int]]:
    """Where cards lie, and which tiles: x, y, tile."""
    numbers = grid.ints()
    return [(spot_x(there), spot_y(there), tile) for there, tile in zip(numbers[::2], numbers[1::2], strict=True)]


def lit_cells(grid: Grid) -> set[tuple[int, int]]:
    """Cells whose card is joined to the entrance."""
    return {(x, y) for x, y, tile in lying(grid) if tile > HIDDEN and grid.lit(x, y, 0)}
