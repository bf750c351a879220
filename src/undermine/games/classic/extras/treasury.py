"""Treasury (2018): one of the five newest cards of the discard pile comes back (A-035...A-039)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.rules.actions import aim as aim_at
from undermine.games.classic.rules.extending import Card, Pile
from undermine.games.classic.rules.hooks import classic_hooks
from undermine.games.classic.rules.pile import throw
from undermine.games.classic.rules.state import CARD_BAG, DISCARD, HAND, Classic, classic
from undermine.games.classic.rules.turn import refill
from undermine.kernel import fields
from undermine.kernel.agenda import Refusal, Step
from undermine.kernel.dealing import MOVED, POURED, SAW, FromHeap, Looked, named
from undermine.kernel.event import Event, Kind, Play
from undermine.kernel.forms import Form, fields_of
from undermine.kernel.ids import ALL, AUTO, CHANCE, Action, Face, Place, Seat, bit
from undermine.kernel.ruleset import Meta, Module, Ruleset, RulesetBuilder
from undermine.kernel.state import Frame, State

TOPS: Final = 5  # cards on top of the pile, one place each, the newest first
SOME: Final = -1  # which of them was kept the others do not know


class Pushed(Kind):
    """Every card on top of the pile comes to lie one deeper; the last of them joins the rest."""

    def __init__(self, top: Place) -> None:
        super().__init__()
        self.top = top

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        s.cards.pour(self.top + TOPS - 1, DISCARD)
        index: i64 = TOPS - 1
        while index:
            s.cards.pour(self.top + index - 1, self.top + index)
            index -= 1


class Kept(Kind):
    """a = which of the cards looked at, b = seat, c = how many were looked at: it goes to the hand (A-241)."""

    def __init__(self, top: Place) -> None:
        super().__init__([fields.number("which"), fields.seat(), fields.number("looked_at")])
        self.top = top

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        if a == SOME:
            for index in range(c):
                s.cards.forget(self.top + index)
            a = 0
        face = s.cards.any(self.top + a)
        s.cards.take(self.top + a, face)
        s.cards.put(HAND + b, face)
        while a < c - 1:
            s.cards.swap(self.top + a, self.top + a + 1)
            a += 1

    def masked(self, e: Event) -> Event | None:
        return Event(self, ALL, SOME, e.b, e.c, 0)


class Stirred(Kind):
    """a = in which order, b = how many, c = cards above them: what was thrown away together lies in any order (A-242)."""

    def __init__(self, top: Place) -> None:
        super().__init__([fields.number("order"), fields.number("cards"), fields.number("above")])
        self.top = top

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        place = self.top + c
        while b:
            if a == SOME:
                s.cards.forget(place)
            else:
                s.cards.swap(place, place + a % b)
                a //= b
            place += 1
            b -= 1

    def masked(self, e: Event) -> Event | None:
        return Event(self, ALL, SOME, e.b, e.c, 0)


class Ordered(Pile):
    """A discard pile whose newest cards are told apart."""

    def __init__(self, top: Place, pushed: Pushed, stir: Stir) -> None:
        super().__init__(DISCARD)
        self.top = top
        self.pushed = pushed
        self.order = stir
        for index in range(TOPS):
            self.places.append(int(top) + index)

    def room(self, p: Play, s: Classic) -> None:
        if s.cards.size(self.top):
            p.emit(self.pushed, ALL, 0, 0, 0, 0)

    def stir(self, p: Play, s: Classic, seat: Seat, number: i64, above: i64) -> None:
        p.ask(self.order.number, CHANCE, seat, number * TOPS + above)

    def mix(self, p: Play, s: Classic) -> None:
        for place in range(self.top, self.top + TOPS):
            if s.cards.size(place):
                p.emit(POURED, ALL, place, DISCARD, 0, 0)


class Stir(Step):
    """f.a = who threw cards away together, f.b = how many * TOPS + cards above them: chance says how they lie.

    Otherwise whoever fetches one of them would learn from its place what the others can be.
    """

    def __init__(self, stirred: Stirred) -> None:
        super().__init__(None, [fields.seat(), fields.number("cards")])
        self.outcome = Form("order", [fields.number("order")])
        self.stirred = stirred

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        orders: i64 = 1
        for number in range(2, f.b // TOPS + 1):
            orders *= number
        for order in range(orders):
            out[order] = order
        return orders

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        thrower = f.a
        number = f.b // TOPS
        above = f.b % TOPS
        p.settle()
        p.emit(self.stirred, bit(thrower), action, number, above, 0)


class Treasury(Card):
    """It lies beside the pile until it has had its effect (A-037)."""

    def __init__(self, aside: Place, allowed: bool) -> None:
        super().__init__(False)
        self.aside = aside
        self.allowed = allowed  # with an empty pile
        self.search: i64 = -1

    def aims(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        return aim_at(out, n, self.base, 0) if self.allowed or s.hooks.pile.size(s) else n

    def lands(self, s: Classic, seat: Seat, action: Action) -> Place:
        return self.aside

    def play(self, p: Play, s: Classic, seat: Seat, action: Action) -> None:
        refill(p, s, seat, 0)  # instead of a draw
        p.ask(self.search, AUTO, seat, 0)

    def explain(self, s: Classic, seat: Seat, action: Action) -> Refusal:
        return Refusal("EMPTY_DISCARD", "A-039")


class Search(Step):
    """f.a = seat, f.b = cards looked at so far: one more, down to the fifth, then the choice (A-036)."""

    def __init__(self, card: Treasury, top: Place) -> None:
        super().__init__(None, [fields.seat(), fields.number("looked_at")])
        self.card = card
        self.top = top
        self.newest: i64 = -1
        self.older: i64 = -1
        self.keep: i64 = -1

    def run(self, p: Play, f: Frame) -> None:
        s = classic(p.state)
        seat = f.a
        seen = f.b
        if seen < TOPS and s.cards.size(self.top + seen):
            p.then(self.newest, CHANCE, seat, seen)
        elif seen < TOPS and s.cards.size(DISCARD):
            p.then(self.older, CHANCE, seat, seen)
        elif seen:
            p.then(self.keep, bit(seat), seat, seen)
        else:
            self.put_away(p, s)

    def put_away(self, p: Play, s: Classic) -> None:
        """The effect is over."""
        p.settle()
        throw(p, s, ALL, self.card.face, self.card.aside)


class Newest(Looked):
    """f.a = seat, f.b = which card on top of the pile it looks at; nobody may have seen it yet."""

    def __init__(self, search: Search) -> None:
        super().__init__("look", CARD_BAG, [fields.seat(), fields.number("looked_at")])
        self.search = search

    def known(self, s: State, f: Frame) -> Face:
        return s.cards.any(self.search.top + f.b)

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        looker = f.a
        seen = f.b
        p.emit(SAW, bit(looker), action, self.search.top + seen, 1, looker)
        p.then(self.search.number, AUTO, looker, seen + 1)


class Older(FromHeap):
    """The same where fewer cards are in order, because the rest was shuffled."""

    def __init__(self, search: Search) -> None:
        super().__init__("look", DISCARD, [fields.seat(), fields.number("looked_at")])
        self.search = search

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        looker = f.a
        seen = f.b
        p.emit(MOVED, bit(looker), named(p, DISCARD, action), DISCARD, self.search.top + seen, 0)
        p.then(self.search.number, AUTO, looker, seen + 1)


class Keep(Step):
    """f.a = seat, f.b = how many cards were looked at: keep which? Of two alike the newer one."""

    def __init__(self, search: Search, kept: Kept) -> None:
        self.form = Form("keep", [fields.face(CARD_BAG)], tag="treasury-keep")
        super().__init__([self.form], [fields.seat(), fields.number("looked_at")])
        self.search = search
        self.kept = kept

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        n: i64 = 0
        for index in range(f.b):
            face = s.cards.any(self.search.top + index)
            if self.which(s, face) == index:
                out[n] = self.form.head + face
                n += 1
        return n

    def which(self, s: State, face: Face) -> i64:
        """Where the newest card of this face lies."""
        index: i64 = 0
        while s.cards.any(self.search.top + index) != face:
            index += 1
        return index

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        seen = f.b
        p.emit(self.kept, bit(seat) if seen > 1 else ALL, self.which(p.state, fields_of(action)), seat, seen, 0)
        self.search.put_away(p, classic(p.state))

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        return self.form.head + s.cards.any(self.search.top)

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        return Refusal("NO_SUCH_ACTION", "A-035")


class TreasuryModule(Module):
    """Places: the cards on top of the pile, then that of the Treasury itself while it is resolved."""

    def install(self, r: RulesetBuilder) -> None:
        hooks = classic_hooks(r.hooks)
        top = hooks.free_places(TOPS + 1)
        pushed = Pushed(top)
        kept = Kept(top)
        r.kind("treasury.pushed", pushed)
        r.kind("treasury.kept", kept)
        stirred = Stirred(top)
        r.kind("treasury.stirred", stirred)
        stir = Stir(stirred)
        r.step("treasury.order", stir)
        hooks.pile = Ordered(top, pushed, stir)
        hooks.discard = top
        card = Treasury(top + TOPS, r.settings.flag("treasury.emptyAllowed"))
        for row in r.manifest("treasury").cards("actions"):
            hooks.add_card(row.face, card, row.count)
        search = Search(card, top)
        card.search = r.step("treasury.search", search)
        search.newest = r.step("treasury.newest", Newest(search))
        search.older = r.step("treasury.older", Older(search))
        search.keep = r.step("treasury.keep", Keep(search, kept))

    def lay_out(self, rules: Ruleset) -> None:
        top = classic_hooks(rules.hooks).discard
        for index in range(TOPS):
            rules.layout.add_place(CARD_BAG, top + index, f"discard pile {index + 1}", True)
        rules.layout.add_place(CARD_BAG, top + TOPS, "treasury", False)
        rules.layout.list_faces(top, TOPS)


MODULE: Final = TreasuryModule(Meta("treasury", ("classic",)))
