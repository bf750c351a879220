"""A made-up extra for the classic game: whoever holds a hush may stop an action card that somebody else plays.

Each action card of the game is wrapped: before it takes effect, everybody else is asked in a sealed window, with or
without a hush in hand. The window opens while, by what everybody knows, somebody may still hold one.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.actions import AIMS
from undermine.games.classic.extending import Card
from undermine.games.classic.hooks import classic_hooks
from undermine.games.classic.state import DISCARD, HAND, Classic, classic
from undermine.kernel.agenda import Refusal, Step, Window
from undermine.kernel.dealing import MOVED
from undermine.kernel.event import Kind, Play
from undermine.kernel.ids import ALL, AUTO, NOBODY, Action, Face, Seat, bit
from undermine.kernel.ruleset import Meta, Module, RulesetBuilder
from undermine.kernel.state import Frame, State

COPIES: Final = 8
PASS: Final = 0
STOP: Final = 1


class Hushed(Kind):
    """a = seat: one hush less. Numbers: the round in which hushes were last counted, and how many were played in it."""

    def __init__(self, first: i64) -> None:
        super().__init__()
        self.first = first

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        number = self.played(classic(s)) + 1
        s.numbers[self.first] = classic(s).round
        s.numbers[self.first + 1] = number

    def played(self, t: Classic) -> int:
        return int(t.numbers[self.first + 1]) if t.numbers[self.first] == t.round else 0


class Hush(Card):
    """Never played in turn: it answers a window. It may be discarded like any card."""

    def explain(self, s: Classic, seat: Seat, aim: i64) -> Refusal:
        return Refusal("BAD_TARGET", "")


class Contested(Card):
    """Another card, which takes effect when nobody has stopped it."""

    def __init__(self, card: Card, quiet: Quiet) -> None:
        super().__init__(card.hinders)
        self.face = card.face
        self.card = card
        self.quiet = quiet

    def aims(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        return self.card.aims(s, seat, out, n)

    def play(self, p: Play, s: Classic, seat: Seat, aim: i64) -> None:
        if self.quiet.hushed.played(s) == COPIES:
            self.take_effect(p, s, seat, aim)
            return
        action = self.face * AIMS + aim
        p.ask(self.quiet.effect, AUTO, action, seat)
        p.ask(self.quiet.veto, s.everybody() & ~bit(seat), action, seat)

    def take_effect(self, p: Play, s: Classic, seat: Seat, aim: i64) -> None:
        """The card was played onto the pile; one that stays before somebody goes there now."""
        place = self.card.lands(s, seat, aim)
        if place != DISCARD:
            p.emit(MOVED, ALL, self.face, DISCARD, place, 0)
        self.card.play(p, s, seat, aim)

    def explain(self, s: Classic, seat: Seat, aim: i64) -> Refusal:
        return self.card.explain(s, seat, aim)


class Effect(Step):
    """f.a = the action, f.b = whose: nobody stopped it."""

    def run(self, p: Play, f: Frame) -> None:
        t = classic(p.state)
        action = f.a
        seat = f.b
        p.settle()
        contested = t.hooks.cards[action // AIMS]
        assert isinstance(contested, Contested)
        contested.take_effect(p, t, seat, action % AIMS)


class Veto(Window):
    """f.a = the action, f.b = whose. The nearest hush counts; the others stay where they are, and nobody hears of them."""

    def __init__(self, quiet: Quiet) -> None:
        super().__init__()
        self.quiet = quiet

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        out[0] = PASS
        out[1] = STOP
        return 2 if s.cards.number(HAND + seat, self.quiet.face) else 1

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        return PASS

    def close(self, p: Play, f: Frame) -> None:
        t = classic(p.state)
        by = first_stop(t, f.b)
        p.settle()
        if by != NOBODY:
            p.settle()  # the effect
            p.emit(MOVED, ALL, self.quiet.face, HAND + by, DISCARD, 0)
            p.emit(self.quiet.hushed, ALL, by, 0, 0, 0)


def first_stop(t: Classic, after: Seat) -> Seat:
    seat = t.next(after)
    while seat != after:
        if t.answers[seat] == STOP:
            return seat
        seat = t.next(seat)
    return NOBODY


class Quiet:
    """The numbers of this extra in a ruleset."""

    def __init__(self, face: Face, hushed: Hushed) -> None:
        self.face = face
        self.hushed = hushed
        self.veto: i64 = 0
        self.effect: i64 = 0


class HushModule(Module):
    def install(self, r: RulesetBuilder) -> None:
        hooks = classic_hooks(r.hooks)
        played = [card for card in hooks.cards if card.face and not hooks.tile_of[card.face]]
        hushed = Hushed(r.numbers(2))
        r.kind("hush.hushed", hushed)
        quiet = Quiet(hooks.add_card("hush", Hush(False), COPIES), hushed)
        quiet.veto = r.step("hush.veto", Veto(quiet))
        quiet.effect = r.step("hush.effect", Effect())
        for card in played:
            hooks.cards[card.face] = Contested(card, quiet)


HUSH: Final = HushModule(Meta("hush", ("classic",)))
