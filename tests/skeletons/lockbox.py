"""A made-up extra for the classic game: a box that asks two questions, alone or in the midst of another card.

Whoever opens a box names another player, looks at up to three cards of the deck alone, gives one of them to that player
and throws the others away face down. A tremor takes away a tunnel, opens a box, and may then take away a second tunnel.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.actions import aim, removable
from undermine.games.classic.events import COLLAPSED
from undermine.games.classic.extending import Card
from undermine.games.classic.hooks import FREE_PLACE, classic_hooks
from undermine.games.classic.state import CARD_BAG, DECK, DISCARD, HAND, Classic, classic
from undermine.kernel.agenda import Refusal, Step
from undermine.kernel.dealing import MOVED, POURED, SHOWN, FromBag, faces_in
from undermine.kernel.event import Play
from undermine.kernel.ids import ALL, CHANCE, UNKNOWN, Action, Place, Seat, bit
from undermine.kernel.ruleset import Meta, Module, Ruleset, RulesetBuilder
from undermine.kernel.state import Frame, State

LOOK: Final = FREE_PLACE
LOOKED: Final = 3
NONE: Final = 0  # no second tunnel


class Whom(Step):
    """f.a = who opened the box: which other player?"""

    def __init__(self, unveil: Unveil) -> None:
        super().__init__()
        self.unveil = unveil

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        others = [other for other in range(s.rules.seats) if other != seat]
        for index, other in enumerate(others):
            out[index] = other
        return len(others)

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        number = min(LOOKED, int(p.state.cards.size(DECK)))
        if not number:
            p.settle()
            return
        for _ in range(number):
            p.emit(MOVED, ALL, UNKNOWN, DECK, LOOK, 0)
        p.then(self.unveil.number, CHANCE, seat * 16 + action, number)

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        return classic(s).next(seat)


class Unveil(FromBag):
    """f.a = who looks and for whom, f.b = cards still to be turned up."""

    def __init__(self, give: Give) -> None:
        super().__init__()
        self.give = give

    def bag(self, s: State, f: Frame) -> Place:
        return CARD_BAG

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        both = f.a
        left = f.b - 1
        eyes = bit(both // 16)
        p.emit(SHOWN, eyes, action, LOOK, p.state.cards.number(LOOK, action) + 1, 0)
        if left:
            p.then(self.number, CHANCE, both, left)
        else:
            p.then(self.give.number, eyes, both, 0)


class Give(Step):
    """f.a = who looks and for whom: which card?"""

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        return faces_in(s, LOOK, out)

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        to = f.a % 16
        p.settle()
        p.emit(MOVED, bit(seat) | bit(to), action, LOOK, HAND + to, 0)
        p.emit(POURED, ALL, LOOK, DISCARD, 0, 0)

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        return s.cards.any(LOOK)


class Lockbox(Card):
    def __init__(self, whom: Whom) -> None:
        super().__init__(False)
        self.whom = whom

    def aims(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        return aim(out, n, self.face, 0)

    def play(self, p: Play, s: Classic, seat: Seat, aim: i64) -> None:
        p.ask(self.whom.number, bit(seat), seat, 0)

    def explain(self, s: Classic, seat: Seat, aim: i64) -> Refusal:
        return Refusal("BAD_TARGET", "")


class Second(Step):
    """f.a = seat: one more tunnel, or none."""

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        places = tunnels(classic(s))
        for index, place in enumerate([NONE, *places]):
            out[index] = place
        return len(places) + 1

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        p.settle()
        if action != NONE:
            p.emit(COLLAPSED, ALL, removable(classic(p.state), action), action, 0, 0)

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        return NONE


class Tremor(Card):
    """Its aim is the first tunnel's cell."""

    def __init__(self, whom: Whom, second: Second) -> None:
        super().__init__(False)
        self.whom = whom
        self.second = second

    def aims(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        for place in tunnels(s):
            n = aim(out, n, self.face, place)
        return n

    def play(self, p: Play, s: Classic, seat: Seat, aim: i64) -> None:
        p.emit(COLLAPSED, ALL, removable(s, aim), aim, 0, 0)
        p.ask(self.second.number, bit(seat), seat, 0)
        p.ask(self.whom.number, bit(seat), seat, 0)

    def explain(self, s: Classic, seat: Seat, aim: i64) -> Refusal:
        return Refusal("BAD_TARGET", "")


def tunnels(t: Classic) -> list[int]:
    """The cells whose tunnel can be taken away."""
    return [place for place in t.grid.ints()[::2] if removable(t, place)]


class LockboxModule(Module):
    def install(self, r: RulesetBuilder) -> None:
        give = Give()
        unveil = Unveil(give)
        whom = Whom(unveil)
        second = Second()
        r.step("lockbox.whom", whom)
        r.step("lockbox.unveil", unveil)
        r.step("lockbox.give", give)
        r.step("lockbox.second", second)
        hooks = classic_hooks(r.hooks)
        hooks.add_card("lockbox", Lockbox(whom), 6)
        hooks.add_card("tremor", Tremor(whom, second), 6)

    def lay_out(self, rules: Ruleset) -> None:
        rules.layout.add_place(CARD_BAG, LOOK, "looked at", True)


LOCKBOX: Final = LockboxModule(Meta("lockbox", ("classic",)))
