"""Giving nuggets: gold cards of whoever has no token are changed by the bank, openly (A-Q10b, A-Q12b)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undermine.games.classic.events import GIVEN
from undermine.games.classic.hooks import classic_hooks
from undermine.games.classic.state import GOLD_BAG, PURSE, Classic, classic
from undermine.kernel.event import Kind, Play
from undermine.kernel.ids import ALL, Place, Seat
from undermine.kernel.ruleset import Ruleset, RulesetBuilder
from undermine.kernel.state import State

NAME: Final = "gold.changed"


class Changed(Kind):
    """a = face of a gold card, b = whose, c = its worth, which they get in tokens. The bank keeps the card."""

    def __init__(self, bank: Place) -> None:
        super().__init__("fsnn")
        self.pack = GOLD_BAG
        self.bank = bank

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        s.cards.take(PURSE + b, a)
        s.cards.put(self.bank, a)
        s.numbers[classic(s).hooks.tokens + b] += c


def changing(r: RulesetBuilder) -> Changed:
    """The fact, made once for all extras of a table that need it."""
    hooks = classic_hooks(r.hooks)
    hooks.need_tokens(r)
    if NAME in r.rules.kind_names:
        known = r.rules.kinds[r.rules.kind_names.index(NAME)]
        assert isinstance(known, Changed)
        return known
    changed = Changed(hooks.free_places(1))
    r.kind(NAME, changed)
    return changed


def lay_bank(rules: Ruleset) -> None:
    """Where changed cards lie."""
    changed = rules.kinds[rules.kind_names.index(NAME)]
    assert isinstance(changed, Changed)
    if changed.bank not in rules.layout.place_names:
        rules.layout.add_place(GOLD_BAG, changed.bank, "bank", False)


def pieces(t: Classic, seat: Seat) -> i64:
    """Tokens and gold cards of a seat, each worth a nugget at least: whether there are any, everybody knows."""
    return t.tokens(seat) + t.cards.size(PURSE + seat)


def change(p: Play, t: Classic, changed: Changed, seat: Seat) -> None:
    """The least of a seat's gold cards becomes tokens."""
    face: i64 = 1
    while not t.cards.number(PURSE + seat, face):
        face += 1
    p.emit(changed, ALL, face, seat, t.hooks.gold_value[face], 0)


def give(p: Play, t: Classic, changed: Changed, seat: Seat, to: Seat) -> None:
    """One nugget, to a seat or (NOBODY) to the bank."""
    if not t.tokens(seat):
        change(p, t, changed, seat)
    p.emit(GIVEN, ALL, seat, to, 1, 0)
