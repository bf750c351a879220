"""Veto (2019): stops the card that somebody else has just laid or played (A-040...A-047)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.rules.actions import lays_tunnel
from undermine.games.classic.rules.cards import collapse
from undermine.games.classic.rules.events import COLLAPSED, PLAYED, Collapsed
from undermine.games.classic.rules.extending import Card, Pause, Refill
from undermine.games.classic.rules.hooks import classic_hooks
from undermine.games.classic.rules.pile import throw
from undermine.games.classic.rules.state import HAND, Classic, classic
from undermine.games.classic.rules.turn import draw_also, refill
from undermine.kernel import fields
from undermine.kernel.agenda import UNDO, Refusal, Window
from undermine.kernel.event import Kind, Play
from undermine.kernel.forms import Form, card_of
from undermine.kernel.ids import ALL, NOBODY, Action, Seat, bit
from undermine.kernel.ruleset import Meta, Module, RulesetBuilder
from undermine.kernel.state import Frame, State
from undermine.tunnels.placing import spot_laid

TAKEN_BACK: Final = Collapsed(COLLAPSED.fields, "taken-back")
NO: Final = 0
YES: Final = 1


class Owed(Kind):
    """a = who has played a Veto and draws when the turn is over; NOBODY: that is done. Its number: 1 + that seat."""

    def __init__(self, first: i64) -> None:
        super().__init__([fields.seat()])
        self.first = first

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        s.numbers[self.first] = a + 1

    def to(self, s: State) -> Seat:
        return s.numbers[self.first] - 1


class Veto(Card):
    """Never played in one's own turn: it answers a question. It may be discarded like any card (A-047)."""

    def __init__(self) -> None:
        super().__init__(False)

    def explain(self, s: Classic, seat: Seat, action: Action) -> Refusal:
        return Refusal("NO_VETO_WINDOW", "A-047")

    def untimely(self) -> Refusal | None:
        return Refusal("NO_VETO_WINDOW", "A-040")


class Interval(Pause):
    """Everybody else is asked, whoever holds what (A-044, A-243)."""

    def __init__(self, question: Interrupt) -> None:
        self.question = question

    def holds(self, p: Play, s: Classic, seat: Seat, action: Action) -> None:
        p.ask(self.question.number, s.everybody() & ~bit(seat), action, seat)


class Interrupt(Window):
    """f.a = what was laid or played, f.b = by whom. There is one Veto, so at most one yes."""

    def __init__(self, card: Veto, owed: Owed, literal: bool) -> None:
        self.veto = Form("veto", [fields.yes()], tag="veto-window")
        super().__init__([self.veto], [fields.act(), fields.seat()])
        self.about = UNDO
        self.card = card
        self.owed = owed
        self.literal = literal  # one card is drawn, whatever the turn was (veto.pathfinderDraw)

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        out[0] = self.veto.head + NO
        out[1] = self.veto.head + YES
        return 2 if s.cards.number(HAND + seat, self.card.face) else 1

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        return self.veto.head + NO

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        return Refusal("CARD_NOT_IN_HAND", "B-041")

    def close(self, p: Play, f: Frame) -> None:
        t = classic(p.state)
        action = f.a
        seat = f.b
        by = willing(t, seat)
        p.settle()
        if by != NOBODY:
            self.stop(p, t, seat, action, by)

    def stop(self, p: Play, t: Classic, seat: Seat, action: Action, by: Seat) -> None:
        """The card and the Veto are discarded; nothing follows but the two draws (A-041, A-042)."""
        take_back(p, t, seat, action)
        t.hooks.pile.room(p, t)
        p.emit(PLAYED, ALL, self.card.base, by, t.hooks.discard, 0)
        p.emit(self.owed, ALL, by, 0, 0, 0)
        while t.depth > 1:
            p.settle()
        if self.literal:
            refill(p, t, seat, 1)


def willing(t: Classic, seat: Seat) -> Seat:
    """Who has said yes, or NOBODY."""
    for other in range(t.seats):
        if other != seat and t.answers[other] & YES:
            return other
    return NOBODY


def take_back(p: Play, t: Classic, seat: Seat, action: Action) -> None:
    """A tunnel card leaves the maze; an action card that lies elsewhere goes to the pile."""
    if lays_tunnel(action):
        collapse(p, t, TAKEN_BACK, seat, spot_laid(action))
        return
    place = t.hooks.cards[card_of(action)].lands(t, seat, action)
    if place != t.hooks.discard:
        throw(p, t, ALL, card_of(action), place)


class Second(Refill):
    """Whoever played the Veto draws after the player whose turn it is, if a card is left (A-042, A-043)."""

    def __init__(self, owed: Owed) -> None:
        self.owed = owed

    def after(self, p: Play, s: Classic, seat: Seat) -> None:
        by = self.owed.to(s)
        if by != NOBODY:
            p.emit(self.owed, ALL, NOBODY, 0, 0, 0)
            draw_also(p, s, by, 1)


class VetoModule(Module):
    """One card, its question, and the draw that follows."""

    def install(self, r: RulesetBuilder) -> None:
        hooks = classic_hooks(r.hooks)
        card = Veto()
        for row in r.manifest("veto").cards("actions"):
            hooks.add_card(row.face, card, row.count)
        owed = Owed(r.numbers(1, "veto.owed"))
        r.kind("veto.owed", owed)
        r.all_kinds([TAKEN_BACK])
        question = Interrupt(card, owed, r.settings.choice("veto.pathfinderDraw") == "1")
        r.step("veto.window", question)
        hooks.add_pause(Interval(question))
        hooks.add_refill(Second(owed))


MODULE: Final = VetoModule(Meta("veto", ("classic",)))
