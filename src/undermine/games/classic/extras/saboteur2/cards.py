"""The action cards of Saboteur 2 (X-060...X-086)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.extras.saboteur2.facts import Lurked
from undermine.games.classic.extras.saboteur2.names import lies_before
from undermine.games.classic.rules.actions import aim as aim_at
from undermine.games.classic.rules.cards import Hindrance
from undermine.games.classic.rules.events import BECAME
from undermine.games.classic.rules.extending import CARD_BAG, Card
from undermine.games.classic.rules.pile import throw
from undermine.games.classic.rules.state import FRONT, HAND, ROLE, ROLE_BAG, ROLE_DECK, Classic
from undermine.games.classic.rules.turn import draw_also, refill
from undermine.kernel import fields
from undermine.kernel.agenda import Refusal
from undermine.kernel.dealing import POURED, SWAPPED, Looked, look
from undermine.kernel.event import Play
from undermine.kernel.forms import Form, aim_of
from undermine.kernel.ids import ALL, CHANCE, UNKNOWN, Action, Face, Place, Seat, bit
from undermine.kernel.state import Frame, State


class Thief(Card):
    """Stays in front of its player, one at most, until the gold has been shared out (X-060, X-062). It has no aim."""

    def __init__(self, lurked: Lurked) -> None:
        super().__init__(False)
        self.lurked = lurked

    def aims(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        return n if lies_before(s, seat, self.face) else aim_at(out, n, self.base, 0)

    def lands(self, s: Classic, seat: Seat, action: Action) -> Place:
        return FRONT + seat

    def play(self, p: Play, s: Classic, seat: Seat, action: Action) -> None:
        p.emit(self.lurked, ALL, seat, 0, 0, 0)

    def explain(self, s: Classic, seat: Seat, action: Action) -> Refusal:
        return Refusal("BAD_TARGET", "X-062") if aim_of(action) else Refusal("DUPLICATE_EFFECT", "X-060")


class Trap(Hindrance):
    """Stays in front of another player, who may lay no tunnels and gets no gold (X-068...X-070)."""

    def aims(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        for target in range(s.seats):
            if target != seat and not lies_before(s, target, self.face):
                n = aim_at(out, n, self.base, target)
        return n

    def explain(self, s: Classic, seat: Seat, action: Action) -> Refusal:
        if aim_of(action) >= s.seats or aim_of(action) == seat:
            return Refusal("BAD_TARGET", "X-068")
        return Refusal("DUPLICATE_EFFECT", "X-060")

    def bars(self) -> Refusal:
        return Refusal("TRAPPED", "X-069")


class Relief(Card):
    """Takes away one card of another kind from before anybody: a Thief (X-067) or a Trap (X-071)."""

    def __init__(self, removes: Face, rule: str) -> None:
        super().__init__(False, Form("", [fields.seat("target")], CARD_BAG))
        self.removes = removes
        self.rule = rule

    def aims(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        for target in range(s.seats):
            if lies_before(s, target, self.removes):
                n = aim_at(out, n, self.base, target)
        return n

    def play(self, p: Play, s: Classic, seat: Seat, action: Action) -> None:
        throw(p, s, ALL, self.removes, FRONT + aim_of(action))

    def explain(self, s: Classic, seat: Seat, action: Action) -> Refusal:
        return Refusal("BAD_TARGET" if aim_of(action) >= s.seats else "NO_MATCHING_EFFECT", self.rule)


class AtAnother(Card):
    """Played at any other player."""

    def __init__(self) -> None:
        super().__init__(False, Form("", [fields.seat("target")], CARD_BAG))

    def aims(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        for target in range(s.seats):
            if target != seat:
                n = aim_at(out, n, self.base, target)
        return n


class Inspection(AtAnother):
    """A look at the dwarf card of another player, for one's own eyes alone (X-072)."""

    def play(self, p: Play, s: Classic, seat: Seat, action: Action) -> None:
        look(p, seat, ROLE + aim_of(action))

    def explain(self, s: Classic, seat: Seat, action: Action) -> Refusal:
        return Refusal("BAD_TARGET", "X-072")


class SwapRoles(Card):
    """Some player, perhaps oneself, lays aside their dwarf card and takes one of the pile (X-073...X-076).

    The old card stays out of the pile in this round (X-075); who knew it knows it still (X-183).
    """

    def __init__(self, aside: Place, new_role: NewRole) -> None:
        super().__init__(False, Form("", [fields.seat("target")], CARD_BAG))
        self.aside = aside
        self.new_role = new_role

    def aims(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        if s.cards.size(ROLE_DECK):
            for target in range(s.seats):
                n = aim_at(out, n, self.base, target)
        return n

    def play(self, p: Play, s: Classic, seat: Seat, action: Action) -> None:
        target = aim_of(action)
        p.emit(POURED, ALL, ROLE + target, self.aside, 0, 0)
        p.ask(self.new_role.number, CHANCE, target, 0)

    def explain(self, s: Classic, seat: Seat, action: Action) -> Refusal:
        return Refusal("BAD_TARGET", "X-073" if aim_of(action) >= s.seats else "X-074")


class NewRole(Looked):
    """f.a = who takes the top card of the role pile and looks at it alone (X-074)."""

    def __init__(self) -> None:
        super().__init__("role", ROLE_BAG, [fields.seat()])

    def known(self, s: State, f: Frame) -> Face:
        """A card at the bottom of the pile may have been seen; it is the top one only when no other is left."""
        return UNKNOWN if s.cards.number(ROLE_DECK, UNKNOWN) else s.cards.any(ROLE_DECK)

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        target = f.a
        p.settle()
        p.emit(BECAME, bit(target), action, ROLE_DECK, ROLE + target, 0)


class SwapHands(AtAnother):
    """Two players exchange their whole hands; only the other one draws (X-085, X-086)."""

    def __init__(self, both_draw: bool) -> None:
        super().__init__()
        self.both_draw = both_draw

    def play(self, p: Play, s: Classic, seat: Seat, action: Action) -> None:
        if not self.both_draw:
            refill(p, s, seat, 0)
        other = aim_of(action)
        p.emit(SWAPPED, ALL, HAND + seat, HAND + other, 0, 0)
        look(p, seat, HAND + seat)
        look(p, other, HAND + other)
        draw_also(p, s, other, 1)

    def explain(self, s: Classic, seat: Seat, action: Action) -> Refusal:
        return Refusal("BAD_TARGET", "X-085")
