"""Giving nuggets: whoever has no token gets one from the bank for their gold cards (A-Q10b, A-Q12b).

What a card is worth is its owner's secret (B-199), and so is how much is left of it; that nothing is left is not (A-092). So
cards stay face down, and the bank keeps count of the tokens it has lent against them; when all are used up it takes them.
By the switch it changes the least of them openly instead, and keeps that.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from undermine.games.classic.rules.events import GIVEN
from undermine.games.classic.rules.gold import worth
from undermine.games.classic.rules.hooks import classic_hooks
from undermine.games.classic.rules.state import GOLD_BAG, PURSE, Classic, classic
from undermine.kernel import fields
from undermine.kernel.event import Kind, Play
from undermine.kernel.ids import ALL, Place, Seat
from undermine.kernel.ruleset import Ruleset, RulesetBuilder
from undermine.kernel.state import State

NAME: Final = "gold.changed"


class Changed(Kind):
    """a = face of a gold card, b = whose, c = its worth, which they get in tokens. The bank keeps the card."""

    def __init__(self, bank: Bank) -> None:
        super().__init__([fields.face(GOLD_BAG), fields.seat(), fields.number()])
        self.bank = bank

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        s.cards.take(PURSE + b, a)
        s.cards.put(self.bank.place, a)
        s.numbers[classic(s).hooks.tokens + b] += c


class Lent(Kind):
    """a = who gets a token from the bank, against gold cards that stay face down."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        hooks = classic(s).hooks
        s.numbers[hooks.tokens + a] += 1
        s.numbers[hooks.lent + a] += 1


class Spent(Kind):
    """a = whose gold cards are used up: the bank takes them, still face down."""

    def __init__(self, bank: Bank) -> None:
        super().__init__([fields.seat()])
        self.bank = bank

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        s.cards.pour(PURSE + a, self.bank.place)
        s.numbers[classic(s).hooks.lent + a] = 0


@final
class Bank:
    """Where gold cards are changed, and by which facts."""

    def __init__(self, place: Place, is_open: bool) -> None:
        self.place = place
        self.is_open = is_open
        self.changed = Changed(self)
        self.lent = Lent([fields.seat()])
        self.spent = Spent(self)

    def change(self, p: Play, t: Classic, seat: Seat) -> None:
        """A seat gets a token or more for its gold cards."""
        if not self.is_open:
            p.emit(self.lent, ALL, seat, 0, 0, 0)
            return
        face: i64 = 1
        while not t.cards.number(PURSE + seat, face):
            face += 1
        p.emit(self.changed, ALL, face, seat, t.hooks.gold_value[face], 0)

    def give(self, p: Play, t: Classic, seat: Seat, to: Seat) -> None:
        """One nugget, to a seat or (NOBODY) to the bank."""
        if not t.tokens(seat):
            self.change(p, t, seat)
        p.emit(GIVEN, ALL, seat, to, 1, 0)
        if t.lent(seat) and t.lent(seat) >= worth(t, PURSE + seat):
            p.emit(self.spent, ALL, seat, 0, 0, 0)


def bank_of(r: RulesetBuilder) -> Bank:
    """The bank, made once for all extras of a table that need it."""
    if NAME in r.rules.kind_names:
        known = r.rules.kinds[r.rules.kind_names.index(NAME)]
        assert isinstance(known, Changed)
        return known.bank
    hooks = classic_hooks(r.hooks)
    hooks.need_tokens(r)
    hooks.lent = r.numbers(r.seats, "gold.lent")
    bank = Bank(hooks.free_places(1), r.settings.flag("gold.openChange"))
    r.kind(NAME, bank.changed)
    r.kind("gold.lent", bank.lent)
    r.kind("gold.spent", bank.spent)
    return bank


def lay_bank(rules: Ruleset) -> None:
    """Where changed cards lie."""
    changed = rules.kinds[rules.kind_names.index(NAME)]
    assert isinstance(changed, Changed)
    if changed.bank.place not in rules.layout.place_names:
        rules.layout.add_place(GOLD_BAG, changed.bank.place, "bank", False)


def pieces(t: Classic, seat: Seat) -> i64:
    """Nuggets that a seat has at least, as everybody knows: a gold card is worth one or more, and is not used up yet."""
    cards = t.cards.size(PURSE + seat)
    rest = cards - t.lent(seat)
    return t.tokens(seat) + (i64(1) if cards and rest < 1 else rest)
