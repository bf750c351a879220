"""Pebbles: on its turn each seat drops a pebble into its own pile and draws another, until there are none left."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.kernel import fields
from undermine.kernel.agenda import Refusal, Step
from undermine.kernel.dealing import Moved, faces_in
from undermine.kernel.event import Kind, Play
from undermine.kernel.forms import Form, fields_of
from undermine.kernel.ids import ALL, AUTO, CHANCE, Action, Seat, bit
from undermine.kernel.ruleset import Game, Hooks, Meta, Ruleset, RulesetBuilder
from undermine.kernel.seating import HandsDealt, Refilled
from undermine.kernel.state import Frame, State

BAG: Final = 0
DECK: Final = 1
HAND: Final = 2
PILE: Final = 12

SET_UP: Final = 0
DEAL: Final = 1
TURN: Final = 2
DRAW: Final = 3


class Began(Kind):
    """a = round, which is the only one."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        s.numbers[0] = a


BEGAN: Final = Began([fields.number("round"), fields.seat("first")])
DROPPED: Final = Moved("rolled")


class Pebbles(State):
    """The table, or what one seat knows of it."""

    def copy(self) -> Pebbles:
        return Pebbles(self.rules, self)

    def worth(self, seat: int) -> int:
        pile = PILE + seat
        return int(sum(face * self.cards.number(pile, face) for face in range(1, self.cards.faces(pile) + 1)))


class SetUp(Step):
    """f.b = who begins."""

    def __init__(self) -> None:
        super().__init__(None, [fields.number("round"), fields.seat("first")])

    def run(self, p: Play, f: Frame) -> None:
        first = f.b
        p.emit(BEGAN, ALL, 1, first, 0, 0)
        p.then(DEAL, CHANCE, first, 0)


class Deal(HandsDealt):
    """Two pebbles for each seat."""

    def hand_size(self, s: State) -> i64:
        return 2

    def done(self, p: Play, first: Seat) -> None:
        p.then(TURN, bit(first), first, 0)


class Turn(Step):
    """f.a = seat."""

    def __init__(self) -> None:
        self.drop = Form("drop", [fields.face(BAG)])
        super().__init__([self.drop], [fields.seat()])

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        return faces_in(s, HAND + seat, out, self.drop.head)

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        p.emit(DROPPED, ALL, fields_of(action), HAND + seat, PILE + seat, 0)
        if p.state.cards.size(DECK):
            p.then(DRAW, CHANCE, seat, 1)
        else:
            go_on(p, seat)

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        return self.drop.head + s.cards.any(HAND + seat)

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        return Refusal("CARD_NOT_IN_HAND", "")


class Draw(Refilled):
    """A pebble for the one that was dropped."""

    def drawn(self, p: Play, seat: Seat, left: i64) -> None:
        go_on(p, seat)


def go_on(p: Play, seat: Seat) -> None:
    """The next seat, as long as it has pebbles."""
    after = (seat + 1) % p.state.rules.seats
    if p.state.cards.size(HAND + after):
        p.then(TURN, bit(after), after, 0)
    else:
        p.settle()


class PebblesGame(Game):
    """The game."""

    def new_hooks(self) -> Hooks:
        return Hooks()

    def new_state(self, rules: Ruleset) -> Pebbles:
        return Pebbles(rules, None)

    def install(self, r: RulesetBuilder) -> None:
        r.all_steps([
            ("round", SetUp()), ("deal", Deal("deal", BAG, DECK, HAND)), ("turn", Turn()), ("draw", Draw("draw", BAG, DECK, HAND)),
        ])  # fmt: skip
        r.all_kinds([BEGAN, DROPPED])
        r.numbers(1, "round")
        self.rows = r.manifest("pebbles").cards("pebbles")

    def lay_out(self, rules: Ruleset) -> None:
        layout = rules.layout
        layout.add_pack(BAG, "pebble bag", [row.face for row in self.rows], [row.count for row in self.rows])
        layout.add_place(BAG, DECK, "deck", False)
        for seat in range(rules.seats):
            layout.add_place(BAG, HAND + seat, f"hand P{seat + 1}", True)
            layout.add_place(BAG, PILE + seat, f"gold P{seat + 1}", False)
        layout.start(DECK)

    def open(self, p: Play) -> None:
        p.ask(SET_UP, AUTO, 1, 0)

    def returns(self, s: State) -> list[int]:
        assert isinstance(s, Pebbles)
        return [s.worth(seat) for seat in range(s.rules.seats)]


PEBBLES: Final = PebblesGame(Meta("pebbles"))
