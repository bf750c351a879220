"""Tunnel Party: when the postcard is first joined to the entrance, all roles are dealt anew (A-107...A-109)."""

from __future__ import annotations

from typing import Final

from undermine.games.classic.extras.layout import Cells
from undermine.games.classic.extras.postcard import (
    Postcard,
    Visited,
    add_postcard,
    lay_postcard,
    new_visited,
    postcard_cells,
)
from undermine.games.classic.rules.events import BECAME
from undermine.games.classic.rules.hooks import classic_hooks
from undermine.games.classic.rules.state import ROLE, ROLE_BAG, Classic
from undermine.kernel import fields
from undermine.kernel.dealing import POURED, FromHeap, named
from undermine.kernel.event import Play
from undermine.kernel.fields import NONE
from undermine.kernel.ids import ALL, CHANCE, Action, Place, Seat, bit
from undermine.kernel.ruleset import Meta, Module, Ruleset, RulesetBuilder
from undermine.kernel.state import Frame, State


class Redeal(FromHeap):
    """f.a = who gets the next role of those that were collected; the cards left over lie elsewhere (A-108)."""

    def __init__(self, hat: Place) -> None:
        super().__init__("role", NONE, [fields.seat()])
        self.hat = hat

    def heap(self, s: State, f: Frame) -> Place:
        return self.hat

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        to = f.a
        face = named(p, self.hat, action)
        p.emit(BECAME, bit(to), face, self.hat, ROLE + to, 0)
        if to + 1 < p.state.rules.seats:
            p.then(self.number, CHANCE, to + 1, 0)
        else:
            p.settle()


class Party(Postcard):
    """All role cards are collected unseen, shuffled and dealt again (A-107)."""

    def __init__(self, first: bool, visited: Visited, cells: Cells, redeal: Redeal) -> None:
        super().__init__(first, "party", visited, cells)
        self.redeal = redeal

    def happens(self, p: Play, s: Classic, seat: Seat) -> None:
        for other in range(s.seats):
            p.emit(POURED, ALL, ROLE + other, self.redeal.hat, 0, 0)
        p.ask(self.redeal.number, CHANCE, 0, 0)


class PartyModule(Module):
    """The postcard with the party up."""

    def install(self, r: RulesetBuilder) -> None:
        hooks = classic_hooks(r.hooks)
        redeal = Redeal(hooks.free_places(1))
        r.step("party.redeal", redeal)
        cells = postcard_cells(r.settings, r.manifest("tunnel-party"))
        first = r.settings.flag("postcard.beforeGoal")
        add_postcard(hooks, Party(first, new_visited(r), cells, redeal))

    def lay_out(self, rules: Ruleset) -> None:
        for site in classic_hooks(rules.hooks).sites:
            if isinstance(site, Party):
                rules.layout.add_place(ROLE_BAG, site.redeal.hat, "roles collected", False)
                lay_postcard(rules, [(int(site.x[n]), int(site.y[n])) for n in range(len(site.x))])


MODULE: Final = PartyModule(Meta("tunnel-party", ("classic",), ("wardrobe",)))
