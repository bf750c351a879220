"""What is in the chests (A-148...A-157)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from undermine.games.classic.extras.chest_facts import Counted, Hoard, Unmasked
from undermine.games.classic.rules.actions import barring
from undermine.games.classic.rules.events import GIVEN, SHIFTED, TOOK
from undermine.games.classic.rules.pile import throw
from undermine.games.classic.rules.state import (
    CARD_BAG,
    DECK,
    DISCARD,
    GOLD_BAG,
    GOLD_DECK,
    HAND,
    PURSE,
    ROLE,
    Classic,
    classic,
)
from undermine.kernel import fields
from undermine.kernel.agenda import Refusal, Step
from undermine.kernel.dealing import MOVED, FromBag, FromHeap, Moved, faces_in, look, named
from undermine.kernel.event import Play
from undermine.kernel.fields import NONE
from undermine.kernel.forms import Form, fields_of
from undermine.kernel.ids import ALL, CHANCE, NOBODY, UNKNOWN, Action, Face, Place, Seat, bit
from undermine.kernel.state import Frame, State
from undermine.tunnels.ports import spot
from undermine.tunnels.tiles import EMPTY

TOP: Final[i64] = 5  # cards of the discard pile that are looked at, or of the deck that slide away
SNATCHED: Final = Moved("snatched")  # from another's hand
KEPT: Final = Moved("kept")  # of the cards looked at


@mypyc_attr(allow_interpreted_subclasses=True)
class Effect:
    """What one chest does to whoever opens it."""

    def happens(self, p: Play, t: Classic, seat: Seat) -> None:
        raise NotImplementedError


class Nothing(Effect):
    """It only lies there face up (A-149)."""

    def happens(self, p: Play, t: Classic, seat: Seat) -> None:
        return


# Gold


class Nugget(Effect):
    """A gold card; where gold is paid in tokens, a token (A-148, A-222)."""

    def __init__(self, find: FindGold) -> None:
        self.find = find

    def happens(self, p: Play, t: Classic, seat: Seat) -> None:
        if t.hooks.gold_cards and t.cards.size(GOLD_DECK):
            p.ask(self.find.number, CHANCE, seat, 0)
        elif t.hooks.tokens >= 0:
            p.emit(GIVEN, ALL, NOBODY, seat, 1, 0)


class FindGold(FromBag):
    """f.a = who takes a gold card, which nobody else sees (A-247)."""

    def __init__(self) -> None:
        super().__init__("gold", GOLD_BAG, [fields.seat()])

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        taker = f.a
        p.settle()
        p.emit(TOOK, bit(taker), action, GOLD_DECK, PURSE + taker, 0)


# The draw at the end of the turn


class Draws(Effect):
    """One card more or fewer, or a pick of three for one of them (A-150, A-151, A-154)."""

    def __init__(self, counted: Counted, more: i64, pick: i64) -> None:
        self.counted = counted
        self.more = more
        self.pick = pick

    def happens(self, p: Play, t: Classic, seat: Seat) -> None:
        p.emit(self.counted, ALL, self.more, self.pick, 0, 0)


# A goal


class Shift(Effect):
    """A goal is moved one cell further from the entrance, if any can be (A-152, A-217)."""

    def __init__(self, shift: ShiftGoal) -> None:
        self.shift = shift

    def happens(self, p: Play, t: Classic, seat: Seat) -> None:
        for goal in range(t.hooks.goals):
            if can_move(t, goal):
                p.ask(self.shift.number, bit(seat), seat, 0)
                return


def can_move(t: Classic, goal: i64) -> bool:
    """Face down, and nothing lies on the next cell; a cell that somebody holds counts as taken (A-249)."""
    if goal >= t.hooks.goals or t.opened >> goal & 1:
        return False
    x = further(t, goal)
    y = t.goal_y[goal]
    return t.grid.tile(x, y) == EMPTY and barring(t, NOBODY, 0, spot(x, y), 0) is None


def further(t: Classic, goal: i64) -> i64:
    """The next column: to the East, but to the West where a table has laid a goal west of the entrance."""
    x = t.goal_x[goal]
    return x - 1 if x < t.hooks.entrance_x else x + 1


class ShiftGoal(Step):
    """f.a = who chooses the goal."""

    def __init__(self) -> None:
        self.form = Form("shift", [fields.goal()])
        super().__init__([self.form], [fields.seat()])

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        t = classic(s)
        n: i64 = 0
        for goal in range(t.hooks.goals):
            if can_move(t, goal):
                out[n] = self.form.head + goal
                n += 1
        return n

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        t = classic(p.state)
        goal = fields_of(action)
        p.settle()
        p.emit(SHIFTED, ALL, goal, spot(further(t, goal), t.goal_y[goal]), 0, 0)

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        goal: i64 = 0
        while not can_move(classic(s), goal):
            goal += 1
        return self.form.head + goal

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        return Refusal("BAD_TARGET", "A-152")


# Other players


class Choice(Step):
    """f.a = who chooses another player."""

    def __init__(self, form: Form) -> None:
        super().__init__([form], [fields.seat()])
        self.form = form

    def eligible(self, t: Classic, seat: Seat, other: Seat) -> bool:
        return other != seat and other < t.seats

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        t = classic(s)
        n: i64 = 0
        for other in range(t.seats):
            if self.eligible(t, seat, other):
                out[n] = self.form.head + other
                n += 1
        return n

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        t = classic(s)
        other = t.next(seat)
        while not self.eligible(t, seat, other):
            other = t.next(other)
        return self.form.head + other


class Snatch(Effect):
    """One card fewer is drawn; one is taken from another player, if anybody has any (A-153)."""

    def __init__(self, counted: Counted, victim: Victim) -> None:
        self.counted = counted
        self.victim = victim

    def happens(self, p: Play, t: Classic, seat: Seat) -> None:
        p.emit(self.counted, ALL, 0, 0, 0, 0)
        for other in range(t.seats):
            if self.victim.eligible(t, seat, other):
                p.ask(self.victim.number, bit(seat), seat, 0)
                return


class Victim(Choice):
    """Whose card is taken: blind, or (by the switch) looked at and chosen."""

    def __init__(self, chosen: bool, blind: Blind, steal: Steal) -> None:
        super().__init__(Form("snatch", [fields.seat("target")]))
        self.chosen = chosen
        self.blind = blind
        self.steal = steal

    def eligible(self, t: Classic, seat: Seat, other: Seat) -> bool:
        return other != seat and other < t.seats and t.cards.size(HAND + other) > 0

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        victim = fields_of(action)
        if self.chosen:
            p.then(self.steal.number, bit(seat), seat, victim)
            look(p, seat, HAND + victim)
        else:
            p.then(self.blind.number, CHANCE, seat, victim)

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        return Refusal("BAD_TARGET", "A-153")


class Blind(FromHeap):
    """f.a = who takes a card from whose hand (f.b): both know it then, the others do not (A-245)."""

    def __init__(self) -> None:
        super().__init__("snatch", NONE, [fields.seat(), fields.seat("target")])

    def heap(self, s: State, f: Frame) -> Place:
        return HAND + f.b

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        robber = f.a
        victim = f.b
        face = named(p, HAND + victim, action)
        p.settle()
        p.emit(SNATCHED, bit(robber) | bit(victim), face, HAND + victim, HAND + robber, 0)


class Steal(Step):
    """f.b = whose hand was shown to whoever chooses a card of it (switch chest6.chosen)."""

    def __init__(self) -> None:
        self.form = Form("steal", [fields.face(CARD_BAG)], tag="chest-steal")
        super().__init__([self.form], [fields.seat(), fields.seat("target")])

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        return faces_in(s, HAND + f.b, out, self.form.head)

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        victim = f.b
        p.settle()
        p.emit(SNATCHED, bit(seat) | bit(victim), fields_of(action), HAND + victim, HAND + seat, 0)

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        return self.form.head + s.cards.any(HAND + f.b)

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        return Refusal("NO_SUCH_ACTION", "A-153")


class Unmask(Effect):
    """A look at another player's role (A-155)."""

    def __init__(self, whose: Whose) -> None:
        self.whose = whose

    def happens(self, p: Play, t: Classic, seat: Seat) -> None:
        p.ask(self.whose.number, bit(seat), seat, 0)


class Whose(Choice):
    """At whose role."""

    def __init__(self, unmasked: Unmasked) -> None:
        super().__init__(Form("unmask", [fields.seat("target")]))
        self.unmasked = unmasked

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        target = fields_of(action)
        p.settle()
        p.emit(self.unmasked, ALL, seat, target, 0, 0)
        look(p, seat, ROLE + target)

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        return Refusal("BAD_TARGET", "A-155")


# Deck and discard pile


class Rummage(Effect):
    """One card fewer is drawn; five of the shuffled discard pile are looked at, and one is kept (A-156)."""

    def __init__(self, counted: Counted, search: Search) -> None:
        self.counted = counted
        self.search = search

    def happens(self, p: Play, t: Classic, seat: Seat) -> None:
        p.emit(self.counted, ALL, 0, 0, 0, 0)
        t.hooks.pile.mix(p, t)
        if t.cards.size(DISCARD):
            p.ask(self.search.number, CHANCE, seat, min(TOP, t.cards.size(DISCARD)) - 1)


class Search(FromHeap):
    """f.a = who looks, f.b = cards of the discard pile still to be taken after this one."""

    def __init__(self, keep: Keep) -> None:
        super().__init__("find", DISCARD, [fields.seat(), fields.number("left")])
        self.keep = keep

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        self.keep.look_at(p, f, self.number, named(p, DISCARD, action), DISCARD)


class PickOne(FromBag):
    """f.a = who draws, f.b = cards still to be drawn after this one: three, of which one is kept (A-154)."""

    def __init__(self, keep: Keep) -> None:
        super().__init__("draw", CARD_BAG, [fields.seat(), fields.number("left")])
        self.keep = keep

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        self.keep.look_at(p, f, self.number, action, DECK)


class Keep(Step):
    """f.a = who keeps one of the cards looked at, f.b = where they are from; the others are thrown away face down (A-241)."""

    def __init__(self, hoard: Hoard) -> None:
        self.form = Form("keep", [fields.face(CARD_BAG)], tag="chest-keep")
        super().__init__([self.form], [fields.seat(), fields.place("from")])
        self.hoard = hoard

    def look_at(self, p: Play, f: Frame, step: i64, face: Face, source: Place) -> None:
        """f.a = who looks, f.b = cards still to be looked at by the same step after this one."""
        looker = f.a
        left = f.b
        p.emit(MOVED, bit(looker), face, source, self.hoard.looked_at, 0)
        if left:
            p.then(step, CHANCE, looker, left - 1)
        else:
            p.then(self.number, bit(looker), looker, source)

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        return faces_in(s, self.hoard.looked_at, out, self.form.head)

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        cards = p.state.cards
        heap = self.hoard.looked_at
        p.settle()
        p.emit(KEPT, bit(seat), fields_of(action), heap, HAND + seat, 0)
        left = cards.size(heap)
        while cards.size(heap):
            throw(p, classic(p.state), bit(seat), cards.any(heap), heap)
        if left > 1:
            classic(p.state).hooks.pile.stir(p, classic(p.state), seat, left, 0)

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        return self.form.head + s.cards.any(self.hoard.looked_at)

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        return Refusal("NO_SUCH_ACTION", "A-154" if f.b == DECK else "A-156")


class Landslide(Effect):
    """Cards of the deck go face down onto the discard pile (A-157)."""

    def happens(self, p: Play, t: Classic, seat: Seat) -> None:
        left = TOP
        while left and t.cards.size(DECK):
            throw(p, t, ALL, UNKNOWN, DECK)
            left -= 1
