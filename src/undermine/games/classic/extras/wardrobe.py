"""Wardrobe: whoever first joins the postcard to the entrance becomes somebody else (A-102...A-106)."""

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
from undermine.games.classic.rules.state import ROLE, ROLE_BAG, ROLE_DECK, Classic
from undermine.kernel import fields
from undermine.kernel.dealing import POURED, SAW, SWAPPED, Looked
from undermine.kernel.event import Play
from undermine.kernel.ids import ALL, CHANCE, UNKNOWN, Action, Face, Place, Seat, bit
from undermine.kernel.ruleset import Meta, Module, Ruleset, RulesetBuilder
from undermine.kernel.state import Frame, State


class Costume(Looked):
    """f.a = who has exchanged: chance says which role it is now, for that player's eyes alone (A-106)."""

    def __init__(self) -> None:
        super().__init__("role", ROLE_BAG, [fields.seat()])

    def known(self, s: State, f: Frame) -> Face:
        return s.cards.any(ROLE + f.a)

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        who = f.a
        p.settle()
        p.emit(SAW, bit(who), action, ROLE + who, 1, who)


class Wardrobe(Postcard):
    """The exchange. Whoever knew the old card still knows it where it lies now."""

    def __init__(self, first: bool, visited: Visited, cells: Cells, closet: Place, costume: Costume) -> None:
        super().__init__(first, "wardrobe", visited, cells)
        self.closet = closet
        self.costume = costume

    def happens(self, p: Play, s: Classic, seat: Seat) -> None:
        if not s.cards.size(ROLE_DECK):
            return  # other cards have used the pile up: there is nothing to put on
        if s.cards.size(ROLE_DECK) == 1:  # the old card takes the place of the one left over
            p.emit(SWAPPED, ALL, ROLE + seat, ROLE_DECK, 0, 0)
        else:  # the top card of the pile; the old one goes to its bottom
            p.emit(SWAPPED, ALL, ROLE + seat, self.closet, 0, 0)
            p.emit(BECAME, ALL, UNKNOWN, ROLE_DECK, ROLE + seat, 0)
            p.emit(POURED, ALL, self.closet, ROLE_DECK, 0, 0)  # those that nobody has seen lie above it
        p.ask(self.costume.number, CHANCE, seat, 0)


class WardrobeModule(Module):
    """The postcard with the wardrobe up."""

    def install(self, r: RulesetBuilder) -> None:
        hooks = classic_hooks(r.hooks)
        costume = Costume()
        r.step("wardrobe.costume", costume)
        cells = postcard_cells(r.settings, r.manifest("wardrobe"))
        first = r.settings.flag("postcard.beforeGoal")
        closet = hooks.free_places(1)
        add_postcard(hooks, Wardrobe(first, new_visited(r), cells, closet, costume))

    def lay_out(self, rules: Ruleset) -> None:
        for site in classic_hooks(rules.hooks).sites:
            if isinstance(site, Wardrobe):
                rules.layout.add_place(ROLE_BAG, site.closet, "under the roles left over", False)
                lay_postcard(rules, [(int(site.x[n]), int(site.y[n])) for n in range(len(site.x))])


MODULE: Final = WardrobeModule(Meta("wardrobe", ("classic",), ("tunnel-party",)))
