"""A made-up game with a discard pile whose top is ordered and whose rest may be shuffled.

The pile is a shuffled heap with places of one card each on top of it. Dropped cards go on top, face up or face down; a
landslide sends cards there that nobody has seen; rummaging shuffles the whole pile into the heap. Whoever digs looks at
the topmost cards alone, keeps one and puts the others back in their order.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.kernel.agenda import Step
from undermine.kernel.dealing import MOVED, POURED, SHOWN, FromBag, FromHeap, Looked, faces_in, named
from undermine.kernel.event import Event, Kind, Play
from undermine.kernel.ids import ALL, CHANCE, UNKNOWN, Action, Face, Place, Seat, bit
from undermine.kernel.manifest import Settings
from undermine.kernel.ruleset import Game, Hooks, Meta, Ruleset, RulesetBuilder, build
from undermine.kernel.state import Frame, State

BAG: Final = 0
DECK: Final = 1
HEAP: Final = 2
LOOK: Final = 3  # the cards looked at, the topmost first
LOOKED: Final = 3  # how many at most
HAND: Final = 8
PILE: Final = 12  # one card each, upwards

NAMES: Final = ["bolt", "cog", "spring"]
DEALT: Final = 2
TURNS: Final = 24

# Steps
DEAL: Final = 0
TURN: Final = 1
DRAW: Final = 2
TOP: Final = 3
MIDST: Final = 4
KEEP: Final = 5

# Actions: a face dropped face down, the same face up, and three without a card
FACE_UP: Final = 10
SLIDE: Final = 20
RUMMAGE: Final = 21
DIG: Final = 22
WAIT: Final = 23


class Kept(Kind):
    """a = which of the cards looked at, b = seat, c = how many were looked at. For the others: one of them."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        if a < 0:
            for index in range(c):
                s.cards.forget(LOOK + index)
            a = 0
        face = s.cards.any(LOOK + a)
        s.cards.take(LOOK + a, face)
        s.cards.put(HAND + b, face)
        for index in range(a, c - 1):
            s.cards.swap(LOOK + index, LOOK + index + 1)

    def masked(self, e: Event) -> Event | None:
        return Event(self, ALL, -1, e.b, e.c, 0)


class Turned(Kind):
    """One more turn has been taken."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        s.numbers[0] += 1


KEPT: Final = Kept()
TURNED: Final = Turned()


class Yard(State):
    def __init__(self, rules: Ruleset, src: Yard | None) -> None:
        super().__init__(rules, src)

    def copy(self) -> Yard:
        return Yard(self.rules, self)


def ordered(s: State) -> int:
    """How many places on top of the heap hold a card."""
    n = 0
    while PILE + n < len(s.cards.layout.row) and s.cards.size(PILE + n):
        n += 1
    return n


def piled(s: State) -> int:
    return ordered(s) + int(s.cards.size(HEAP))


class Deal(FromBag):
    """f.a = cards dealt so far."""

    def bag(self, s: State, f: Frame) -> Place:
        return BAG

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        seats = p.state.rules.seats
        dealt = f.a
        p.emit(MOVED, bit(dealt % seats), action, DECK, HAND + dealt % seats, 0)
        if dealt + 1 < seats * DEALT:
            p.then(DEAL, CHANCE, dealt + 1, 0)
        else:
            p.then(TURN, bit(0), 0, 0)


class Turn(Step):
    """f.a = seat."""

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        n = faces_in(s, HAND + seat, out)
        for index in range(n):
            out[n + index] = out[index] + FACE_UP
        n += n
        for action, possible in ((SLIDE, s.cards.size(DECK) > 1), (RUMMAGE, piled(s) > 0), (DIG, piled(s) > 0)):
            if possible:
                out[n] = action
                n += 1
        if not n:
            out[0] = WAIT
            return 1
        return n

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        s = p.state
        p.emit(TURNED, ALL, 0, 0, 0, 0)
        if action < SLIDE:
            eyes = ALL if action > FACE_UP else bit(seat)
            p.emit(MOVED, eyes, action % FACE_UP, HAND + seat, PILE + ordered(s), 0)
            if s.cards.size(DECK):
                p.then(DRAW, CHANCE, seat, 0)
            else:
                next_turn(p, seat)
            return
        if action == SLIDE:
            for _ in range(2):
                p.emit(MOVED, ALL, UNKNOWN, DECK, PILE + ordered(s), 0)
        if action in {SLIDE, WAIT}:
            next_turn(p, seat)
            return
        if action == RUMMAGE:
            for place in range(PILE, PILE + ordered(s)):
                p.emit(POURED, ALL, place, HEAP, 0, 0)
        look(p, seat, 0)

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        return s.cards.any(HAND + seat) or WAIT


def next_turn(p: Play, seat: Seat) -> None:
    if p.state.numbers[0] == TURNS:
        p.settle()
    else:
        after = (seat + 1) % p.state.rules.seats
        p.then(TURN, bit(after), after, 0)


class Draw(FromBag):
    """f.a = seat."""

    def bag(self, s: State, f: Frame) -> Place:
        return BAG

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        to = f.a
        p.emit(MOVED, bit(to), action, DECK, HAND + to, 0)
        next_turn(p, to)


def look(p: Play, seat: Seat, so_far: int) -> None:
    """One card more is turned up for whoever digs, or the choice is theirs."""
    s = p.state
    if so_far < LOOKED and piled(s):
        p.then(TOP if ordered(s) else MIDST, CHANCE, seat, so_far)
    else:
        p.then(KEEP, bit(seat), seat, so_far)


class Top(Looked):
    """f.a = who digs, f.b = cards looked at before: the topmost card of the ordered part."""

    def bag(self, s: State, f: Frame) -> Place:
        return BAG

    def known(self, s: State, f: Frame) -> Face:
        return s.cards.any(PILE + ordered(s) - 1)

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        digger = f.a
        before = f.b
        p.emit(POURED, ALL, PILE + ordered(p.state) - 1, LOOK + before, 0, 0)  # who knows this card, knows it there
        p.emit(SHOWN, bit(digger), action, LOOK + before, 1, 0)
        look(p, digger, before + 1)


class Midst(FromHeap):
    """The same when only the shuffled part is left."""

    def heap(self, s: State, f: Frame) -> Place:
        return HEAP

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        digger = f.a
        before = f.b
        p.emit(MOVED, bit(digger), named(p, HEAP, action), HEAP, LOOK + before, 0)
        look(p, digger, before + 1)


class Keep(Step):
    """f.a = who digs, f.b = how many cards were looked at: keep which?"""

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        for index in range(f.b):
            out[index] = index
        return f.b

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        looked = f.b
        p.emit(KEPT, bit(seat), action, seat, looked, 0)
        for index in range(looked - 2, -1, -1):
            p.emit(POURED, ALL, LOOK + index, PILE + ordered(p.state), 0, 0)
        next_turn(p, seat)

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        return 0


class Scrapyard(Game):
    def __init__(self, copies: list[int]) -> None:
        super().__init__(Meta("scrapyard"))
        self.copies = copies

    def new_hooks(self) -> Hooks:
        return Hooks()

    def new_state(self, rules: Ruleset) -> Yard:
        return Yard(rules, None)

    def install(self, r: RulesetBuilder) -> None:
        steps: list[Step] = [Deal(), Turn(), Draw(), Top(), Midst(), Keep()]
        for step in steps:
            r.step(type(step).__name__.lower(), step)
        r.kind("kept", KEPT)
        r.kind("turned", TURNED)
        r.numbers(1)

    def lay_out(self, rules: Ruleset) -> None:
        layout = rules.layout
        layout.add_pack(BAG, "bag", NAMES, self.copies)
        layout.add_place(BAG, DECK, "deck", False)
        layout.add_place(BAG, HEAP, "heap", False)
        for index in range(LOOKED):
            layout.add_place(BAG, LOOK + index, f"looked at {index + 1}", True)
        for seat in range(rules.seats):
            layout.add_place(BAG, HAND + seat, f"hand P{seat + 1}", True)
        for index in range(sum(self.copies)):
            layout.add_place(BAG, PILE + index, f"pile {index + 1}", False)
        layout.start(DECK)

    def open(self, p: Play) -> None:
        p.ask(DEAL, CHANCE, 0, 0)

    def returns(self, s: State) -> list[int]:
        """Springs in hand."""
        return [int(s.cards.number(HAND + seat, 3)) for seat in range(s.rules.seats)]


def scrapyard(seats: int, copies: list[int]) -> Ruleset:
    return build(Scrapyard(copies), [], seats, Settings({}), {})
