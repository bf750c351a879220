"""What happens in the classic game, in words, row by row as an observer is told it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from undermine.games.classic.rules import events
from undermine.games.classic.rules.actions import lays_tunnel, tile_laid
from undermine.games.classic.rules.extending import REMOVE
from undermine.games.classic.rules.goals import GOLD
from undermine.games.classic.rules.gold import next_digger
from undermine.games.classic.rules.hooks import FREE_PLACE, SEATS
from undermine.games.classic.rules.state import (
    DIGGERS_WON,
    GOAL,
    GOALS,
    HAND,
    LONE_WON,
    NOBODY_WON,
    PURSE,
    RESULT,
    ROLE,
    ROLE_BAG,
    ROLE_DECK,
    ROUNDS,
    SABOTEURS_WON,
    Classic,
)
from undermine.kernel.dealing import DEALT, DREW, GATHERED, MOVED, POURED, SAW, SHOWN, SHUFFLED, SWAPPED, THREW
from undermine.kernel.event import ASKED, REPLACED, SEALED, SETTLED, Event, Kind
from undermine.kernel.fields import SEAT
from undermine.kernel.forms import aim_of, card_of
from undermine.kernel.ids import NOBODY
from undermine.kernel.visibility import fold
from undermine.notation import moves
from undermine.notation.places import owner_of
from undermine.present.forms import move_fields, told_of
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
        self.roles: list[Told] = []  # what is known of the deal that goes on

    def hear(self, e: Event) -> None:
        """One row: most are told from the view before it, some from the difference it makes."""
        before = self.t.reached()
        teller = TELLERS.get(e.kind) or NAMED.get(e.kind.name)
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
        fields = move_fields(self.t.rules, int(e.a)) | {"seat": int(e.b)}
        verb = moves.form_at(self.t.rules, e.a).tag
        use = self.t.hooks.cards[card_of(e.a)].use
        if verb == "break":
            self.tell(Told("broke", **fields, tool=fields["card"].removeprefix("break-")))
        elif verb == "mend":
            self.tell(Told("mended", **fields))
        elif verb == "map":
            self.tell(Told("looked", seat=e.b, goal=fields["goal"]))
        elif use != REMOVE or len(self.t.hooks.pauses):  # otherwise it is told by what falls
            self.tell(Told("played", **fields, words=moves.words(self.t.rules, e.a).split()[1:]))

    def collapsed(self, e: Event) -> None:
        x, y = spot_x(e.b), spot_y(e.b)
        tile = self.t.grid.tile(x, y)
        without = self.t.grid.copy()
        without.take(x, y)
        dark = lit_cells(self.t.grid) - lit_cells(without) - {(x, y)}
        turned, shape = tile != self.t.hooks.tile_of[e.a], self.t.hooks.tiles.text(tile)
        card = self.face(HAND, e.a)
        kind = e.kind.name or "collapsed"
        self.tell(Told(kind, seat=e.c, card=card, x=x, y=y, turned=turned, shape=shape, number=len(dark)))

    def wanted(self, e: Event) -> None:
        if not lays_tunnel(e.b):  # it moves a tunnel card
            self.tell(Told("wanted", seat=e.a, **move_fields(self.t.rules, int(e.b))))
            return
        x, y, turned, shape = laid(self.t, int(card_of(e.b)), int(aim_of(e.b)))
        card = self.face(HAND, int(card_of(e.b)))
        self.tell(Told("wanted", seat=e.a, card=card, x=x, y=y, turned=turned, shape=shape))

    def passed(self, e: Event) -> None:
        self.tell(Told("passed", seat=e.b, number=e.c, card=self.face(HAND, e.a)))

    # Goals

    def reach(self, seat: int, before: int) -> None:
        fresh = self.t.reached() & ~before
        for goal in range(self.t.hooks.goals):
            if fresh >> goal & 1:
                self.tell(Told("reached", seat=seat, goal=goal))

    def saw(self, e: Event) -> None:
        """A look that only its owner hears of: at a goal, a role, or a card that an extra has laid somewhere."""
        card = self.face(e.b, e.a)
        if GOAL <= e.b < GOAL + GOALS:
            self.tell(Told("saw", seat=e.d, goal=e.b - GOAL, card=card))
        elif ROLE <= e.b < ROLE + SEATS:
            self.tell(Told("role", seat=e.b - ROLE, card=card))
        elif e.b >= FREE_PLACE:
            self.tell(Told("seen", card=card, word=self.t.rules.layout.place_names[e.b]))

    def turned(self, e: Event) -> None:
        hooks = self.t.hooks
        x, y = self.t.goal_x[e.a], self.t.goal_y[e.a]
        shape = hooks.tiles.text(hooks.goal_tile[e.b] + e.c)
        card = hooks.goal_names[e.b - 1]
        self.tell(Told("turned", seat=e.d, goal=e.a, card=card, x=x, y=y, turned=e.c == 1, shape=shape))

    # Cards that change places

    def carried(self, e: Event) -> None:
        """By a kind of its own: to whom, and from whom if it was somebody's."""
        rules = self.t.rules
        seat, target = owner_of(rules, int(e.c)), owner_of(rules, int(e.b))
        self.tell(Told(e.kind.name, seat=seat, target=target, card=self.face(e.b, e.a)))

    def became(self, e: Event) -> None:
        """A new role, told to whoever takes it."""
        if e.a:
            self.tell(Told("role", seat=e.c - ROLE, card=self.face(ROLE, e.a)))

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
                self.roles.append(Told("dealt", seat=e.c - ROLE, card=self.face(ROLE_DECK, e.a)))
        elif self.story[-1].kind != "dealt":
            for role in self.roles or [Told("dealt")]:
                self.tell(msgspec.structs.replace(role, number=int(self.t.hooks.hand_size)))
            self.roles = []

    def paid(self, e: Event) -> None:
        """A saboteur's gold cards are one payment; its sum is public (B-201)."""
        last = self.story[-1]
        seat, cards = int(e.c - PURSE), [self.face(PURSE, e.a)] if e.a else []
        if last.kind == "paid" and last.seat == seat:
            self.story[-1] = msgspec.structs.replace(last, cards=last.cards + cards)
        else:
            self.tell(Told("paid", seat=seat, number=self.t.hooks.scoring.wage(self.t), cards=cards))

    # The end of a round

    def packet(self, e: Event) -> None:
        order = [int(e.a)]
        while len(order) < e.b:
            order.append(next_digger(self.t, order[-1]))
        self.tell(Told("packet", seat=order[0], number=int(e.b), seats=order))

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


SILENT: tuple[Kind, ...] = (
    ASKED, REPLACED, SETTLED, SEALED, MOVED, SHOWN, SWAPPED, POURED, SHUFFLED, GATHERED, events.STUCK, events.CLOSED,
)  # fmt: skip
TELLERS: dict[Kind, Callable[[Teller, Event], None]] = {
    DEALT: Teller.dealt,
    DREW: Teller.carried,
    THREW: Teller.thrown,
    SAW: Teller.saw,
    events.BEGAN: Teller.began,
    events.LAID: Teller.laid,
    events.PLAYED: Teller.played,
    events.PASSED: Teller.passed,
    events.COLLAPSED: Teller.collapsed,
    events.TURNED: Teller.turned,
    events.PACKET: Teller.packet,
    events.TOOK: Teller.carried,
    events.PAID: Teller.paid,
    events.BECAME: Teller.became,
    events.WON: Teller.won,
}
NAMED: dict[str, Callable[[Teller, Event], None]] = {  # facts of extras that need more than their fields
    "snatched": Teller.carried,
    "kept": Teller.carried,
    "taken-back": Teller.collapsed,
    "wanted": Teller.wanted,
}


def gold(t: Classic, side: int) -> str:
    """Whether it was found, where no whole side wins or loses by it."""
    return "" if t.hooks.scoring.sided() else "found" if side == DIGGERS_WON else "buried"


def side_of(t: Classic, number: int) -> int:
    """Who won that round; 0 while it goes on."""
    return t.numbers[t.hooks.results + (number - 1) * RESULT] if number else 0


def about_nobody(e: Event) -> bool:
    """Does it name a seat, and nobody sits there? Then something is only set back."""
    numbers = (e.a, e.b, e.c, e.d)
    seats = [number for field, number in zip(e.kind.fields, numbers, strict=False) if field.what == SEAT]
    return bool(seats) and all(seat == NOBODY for seat in seats)


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
