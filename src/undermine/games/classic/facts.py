"""What happens in the classic game, in words, row by row as an observer is told it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from undermine.games.classic.maze_view import laid, lit_cells, lying_so
from undermine.games.classic.rules import events
from undermine.games.classic.rules.actions import lays_tunnel
from undermine.games.classic.rules.extending import REMOVE
from undermine.games.classic.rules.goals import GOLD
from undermine.games.classic.rules.gold import next_digger
from undermine.games.classic.rules.hooks import FREE_PLACE, SEATS
from undermine.games.classic.rules.state import (
    DIGGERS_WON,
    GOAL,
    GOALS,
    HAND,
    PURSE,
    ROLE,
    ROLE_BAG,
    ROLE_DECK,
    ROUNDS,
    SIDES,
    Classic,
)
from undermine.kernel.dealing import DEALT, GATHERED, MOVED, POURED, SAW, SHOWN, SHUFFLED, SWAPPED, THREW, Moved
from undermine.kernel.event import ASKED, REPLACED, SEALED, SETTLED, Event, Kind
from undermine.kernel.fields import ACT, SEAT
from undermine.kernel.forms import aim_of, card_of
from undermine.kernel.ids import NOBODY
from undermine.kernel.visibility import fold
from undermine.notation.moves import form_at, moves_of
from undermine.notation.places import owner_of
from undermine.present.box import outline, tools_in
from undermine.present.facts import told_of
from undermine.present.presenter import names_in
from undermine.present.view import Told
from undermine.tunnels.ports import spot_x, spot_y


class Teller:
    """Folds rows into a view and keeps the story of them."""

    def __init__(self, t: Classic) -> None:
        self.t = t
        self.story: list[Told] = []
        self.roles: list[Told] = []  # what is known of the deal that goes on

    def hear(self, e: Event) -> None:
        """One row: most are told from the view before it, some from the difference it makes."""
        before = self.t.reached()
        teller = teller_of(e.kind)
        if teller is not None:
            teller(self, e)
        fold(self.t, e)
        if e.kind is events.LAID:
            self.reach(e.b, before)
        elif e.kind is events.TURNED and e.b != GOLD:
            self.reach(e.d, before)
        elif e.kind is SETTLED and self.t.over() and self.t.round == ROUNDS:
            self.over()

    def tell(self, event: Told) -> None:
        self.story.append(event)

    def face(self, place: int, face: int) -> str | None:
        """A card's name; None when it is not told."""
        layout = self.t.rules.layout
        return layout.face_names[layout.bag[place]][face] if face else None

    # A turn

    def began(self, e: Event) -> None:
        self.tell(Told(kind="round", seat=int(e.b), number=int(e.a)))

    def laid(self, e: Event) -> None:
        self.tell(Told(kind="laid", seat=int(e.b), card=self.face(HAND, e.a), **laid(self.t, int(e.a), int(e.c))))

    def played(self, e: Event) -> None:
        move: Any = moves_of(self.t.rules).move(e.a)
        verb, seat = form_at(self.t.rules, e.a).tag, int(e.b)
        card = self.t.hooks.cards[card_of(e.a)]
        if verb == "break":
            tool = next(iter(tools_in(int(card.tools))), None)
            self.tell(Told(kind="broke", seat=seat, target=move.target, card=move.card, tool=tool))
        elif verb == "mend":
            self.tell(Told(kind="mended", seat=seat, target=move.target, card=move.card, tool=move.tool))
        elif verb == "map":
            self.tell(Told(kind="looked", seat=seat, goal=move.goal))
        elif card.use != REMOVE or len(self.t.hooks.pauses):  # otherwise it is told by what falls
            self.tell(Told(kind="played", seat=seat, card=move.card, move=move))

    def collapsed(self, e: Event) -> None:
        x, y = int(spot_x(e.b)), int(spot_y(e.b))
        tile = self.t.grid.tile(x, y)
        without = self.t.grid.copy()
        without.take(x, y)
        dark = lit_cells(self.t.grid) - lit_cells(without) - {(x, y)}
        lies = lying_so(self.t, int(e.a), int(tile))
        card, kind = self.face(HAND, e.a), e.kind.name or "collapsed"
        self.tell(Told(kind=kind, seat=int(e.c), card=card, x=x, y=y, number=len(dark), **lies))

    def lifted(self, e: Event) -> None:
        """From a cell to another, as it lies there."""
        there = laid(self.t, int(e.a), int(e.c))
        to = there.pop("x"), there.pop("y")
        x, y = int(spot_x(e.b)), int(spot_y(e.b))
        self.tell(Told(kind="lifted", card=self.face(HAND, e.a), x=x, y=y, to=to, **there))

    def meant(self, e: Event) -> None:
        """A card that is not played yet, or not any more; how a tunnel would lie."""
        said = told_of(self.t.rules, e)
        move: Any = said.move
        numbers = (int(e.a), int(e.b), int(e.c), int(e.d))
        action = next(n for field, n in zip(e.kind.fields, numbers, strict=False) if field.what == ACT)
        lies = laid(self.t, int(card_of(action)), int(aim_of(action))) if lays_tunnel(action) else {}
        self.tell(msgspec.structs.replace(said, kind=e.kind.name or said.kind, card=move.card, **lies))

    def plain(self, e: Event) -> None:
        """By its fields alone."""
        if not about_nobody(e):
            self.tell(told_of(self.t.rules, e))

    def passed(self, e: Event) -> None:
        self.tell(Told(kind="passed", seat=int(e.b), number=int(e.c), card=self.face(HAND, e.a)))

    # Goals

    def reach(self, seat: int, before: int) -> None:
        fresh = self.t.reached() & ~before
        for goal in range(self.t.hooks.goals):
            if fresh >> goal & 1:
                self.tell(Told(kind="reached", seat=int(seat), goal=goal))

    def saw(self, e: Event) -> None:
        """A look that only its owner hears of: at a goal, a role, or a card that an extra has laid somewhere."""
        card = self.face(e.b, e.a)
        if GOAL <= e.b < GOAL + GOALS:
            self.tell(Told(kind="saw", seat=int(e.d), goal=int(e.b) - GOAL, card=card))
        elif ROLE <= e.b < ROLE + SEATS:
            self.tell(Told(kind="role", seat=int(e.b) - ROLE, card=card))
        elif e.b >= FREE_PLACE:
            self.tell(Told(kind="seen", card=card, place=self.t.rules.layout.place_names[e.b]))

    def turned(self, e: Event) -> None:
        hooks = self.t.hooks
        x, y = int(self.t.goal_x[e.a]), int(self.t.goal_y[e.a])
        shape = outline(hooks.tiles.shapes[hooks.goal_tile[e.b] + e.c])
        lies: dict[str, Any] = {"goal": int(e.a), "quarter": 2 * int(e.c), "shape": shape}
        self.tell(Told(kind="turned", seat=int(e.d), card=hooks.goal_names[e.b - 1], x=x, y=y, **lies))

    # Cards that change places

    def carried(self, e: Event) -> None:
        """By a kind of its own: to whom, and from whom if it was somebody's."""
        rules = self.t.rules
        seat, target = (owner_of(rules, int(place)) for place in (e.c, e.b))
        whose = {"seat": seat, "target": target}
        said: dict[str, Any] = {name: owner for name, owner in whose.items() if owner != NOBODY}
        self.tell(Told(kind=e.kind.name, card=self.face(e.b, e.a), **said))

    def given(self, e: Event) -> None:
        """Out of the bank, back to it, or from one to another."""
        said = told_of(self.t.rules, e)
        word = "bank" if said.seat is None else "back" if said.target is None else None
        self.tell(msgspec.structs.replace(said, word=word))

    def became(self, e: Event) -> None:
        """A new role, told to whoever takes it."""
        if e.a:
            self.tell(Told(kind="role", seat=int(e.c) - ROLE, card=self.face(ROLE, e.a)))

    def thrown(self, e: Event) -> None:
        """A further card of a pass; what else is thrown away has been told, or goes without saying."""
        last = self.story[-1] if self.story else None
        if last is not None and last.kind == "passed" and e.b == HAND + (last.seat or 0):
            cards = [*(last.cards or [last.card or ""]), self.face(HAND, e.a) or ""] if e.a else None
            self.story[-1] = msgspec.structs.replace(last, number=(last.number or 0) + 1, cards=cards)

    def dealt(self, e: Event) -> None:
        """Who is told a role has been dealt it."""
        if e.b == ROLE_DECK:
            if e.a:
                self.roles.append(Told(kind="dealt", seat=int(e.c) - ROLE, card=self.face(ROLE_DECK, e.a)))
        elif self.story[-1].kind != "dealt":
            for role in self.roles or [Told(kind="dealt")]:
                self.tell(msgspec.structs.replace(role, number=int(self.t.hooks.hand_size)))
            self.roles = []

    def paid(self, e: Event) -> None:
        """A saboteur's gold cards are one payment; its sum is public (B-201)."""
        last = self.story[-1]
        card, seat = self.face(PURSE, e.a), int(e.c - PURSE)
        cards = [card] if card else None
        if last.kind == "paid" and last.seat == seat:
            self.story[-1] = msgspec.structs.replace(last, cards=[*(last.cards or []), *(cards or [])] or None)
        else:
            self.tell(Told(kind="paid", seat=seat, number=int(self.t.hooks.scoring.wage(self.t)), cards=cards))

    # The end of a round

    def packet(self, e: Event) -> None:
        order = [int(e.a)]
        while len(order) < e.b:
            order.append(int(next_digger(self.t, order[-1])))
        self.tell(Told(kind="packet", seat=order[0], number=int(e.b), seats=order))

    def won(self, e: Event) -> None:
        names = self.t.rules.layout.face_names[ROLE_BAG]
        roles = [names[e.c >> (seat * 4) & 15] for seat in range(self.t.seats)]
        left = next(iter(names_in(self.t, ROLE_DECK)), None)
        self.tell(Told(kind="roles", roles=roles, card=left))
        finisher = None if e.b == NOBODY else int(e.b)
        side = SIDES[e.a] if self.t.hooks.scoring.sided() else "single"
        self.tell(Told(kind="won", seat=finisher, side=side, word=gold(self.t, int(e.a))))

    def over(self) -> None:
        sums = self.t.rules.game.returns(self.t)
        self.tell(
            Told(
                kind="over", seats=[seat for seat, nuggets in enumerate(sums) if nuggets == max(sums)], number=max(sums)
            )
        )


SILENT: frozenset[Kind] = frozenset((
    ASKED, REPLACED, SETTLED, SEALED, MOVED, SHOWN, SWAPPED, POURED, SHUFFLED, GATHERED, events.STUCK, events.CLOSED,
))  # fmt: skip
TELLERS: dict[Kind, Callable[[Teller, Event], None]] = {
    DEALT: Teller.dealt,
    THREW: Teller.thrown,
    SAW: Teller.saw,
    events.BEGAN: Teller.began,
    events.LAID: Teller.laid,
    events.PLAYED: Teller.played,
    events.PASSED: Teller.passed,
    events.LIFTED: Teller.lifted,
    events.TURNED: Teller.turned,
    events.PACKET: Teller.packet,
    events.PAID: Teller.paid,
    events.BECAME: Teller.became,
    events.GIVEN: Teller.given,
    events.WON: Teller.won,
}
SORTS: dict[type[Kind], Callable[[Teller, Event], None]] = {  # kinds that differ by their cause alone, an extra's too
    Moved: Teller.carried,
    events.Collapsed: Teller.collapsed,
}


def teller_of(kind: Kind) -> Callable[[Teller, Event], None] | None:
    """How a fact is told: as this one is, as those of its sort are, or by its fields."""
    if kind in SILENT:
        return None
    found = TELLERS.get(kind) or SORTS.get(type(kind))
    return found or (Teller.meant if any(field.what == ACT for field in kind.fields) else Teller.plain)


def gold(t: Classic, side: int) -> str | None:
    """Whether it was found, where no whole side wins or loses by it."""
    return None if t.hooks.scoring.sided() else "found" if side == DIGGERS_WON else "buried"


def about_nobody(e: Event) -> bool:
    """Does it name a seat, and nobody sits there? Then something is only set back."""
    numbers = (e.a, e.b, e.c, e.d)
    seats = [number for field, number in zip(e.kind.fields, numbers, strict=False) if field.what == SEAT]
    return bool(seats) and all(seat == NOBODY for seat in seats)
