"""Pathfinder (2022): two tunnel cards in one turn (A-060...A-064)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.extras.beside import beside, lay_beside
from undermine.games.classic.rules.actions import aim as aim_at
from undermine.games.classic.rules.actions import barring, lays_tunnel, lies, plays, tile_laid
from undermine.games.classic.rules.extending import Card
from undermine.games.classic.rules.hooks import classic_hooks
from undermine.games.classic.rules.refusals import wrong_place
from undermine.games.classic.rules.state import HAND, Classic, classic
from undermine.games.classic.rules.turn import Laying, follow, lay_down, refill, stopped
from undermine.kernel import fields
from undermine.kernel.agenda import SCRATCH, WIDEST, Refusal, Step
from undermine.kernel.dealing import holds
from undermine.kernel.event import Play
from undermine.kernel.forms import CARD, Form, aim_of, card_of
from undermine.kernel.ids import AUTO, Action, Face, Place, Seat, bit
from undermine.kernel.ruleset import Meta, Module, Ruleset, RulesetBuilder
from undermine.kernel.state import Frame, State
from undermine.tunnels.grid import Grid
from undermine.tunnels.placing import QUARTERS
from undermine.tunnels.ports import spot_x, spot_y

FIRST: Final = 1  # which of the two cards is asked for
SECOND: Final = 2


class Lay(Laying):
    """f.a = seat, f.b = which of the two cards. Asked in any case: whether a card fits is the seat's secret."""

    def __init__(self, strict: bool, laying: Form) -> None:
        self.stop = Form("stop", [])
        super().__init__([laying, self.stop], [fields.seat(), fields.number("which")])
        self.strict = strict
        self.more: i64 = -1

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        t = classic(s)
        found = plays(t, seat, out, WIDEST)
        n: i64 = 0
        index: i64 = 0
        while index < found:
            action = out[index]
            if lays_tunnel(action) and (f.b == SECOND or not self.strict or leads_on(t, seat, action)):
                out[n] = action
                n += 1
            index += 1
        if not n:
            out[0] = self.stop.head
            return 1
        return n

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        if self.stop.fits(action):
            first = f.b == FIRST
            p.settle()
            if first:
                refill(p, classic(p.state), seat, 0)  # one card fewer than were played
            return
        if not stopped(p, classic(p.state), seat, action):
            self.lay(p, f, seat, action)

    def lay(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        t = classic(p.state)
        second = f.b == SECOND
        lay_down(p, t, seat, action)
        if second:
            p.settle()
            refill(p, t, seat, 2)  # three cards have left the hand
        else:
            p.then(self.more, AUTO, seat, 0)
        follow(p, t, seat, action)

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        self.options(s, f, seat, SCRATCH)
        return SCRATCH[0]

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        t = classic(s)
        if self.stop.fits(action):
            return Refusal("NO_SUCH_ACTION", "A-060")
        if not holds(t, HAND + seat, card_of(action), 1):
            return Refusal("CARD_NOT_IN_HAND", "B-041")
        if not t.hooks.tile_of[card_of(action)]:
            return Refusal("NO_SUCH_ACTION", "A-060")
        if f.b == FIRST and self.strict and lays(t, seat, action):
            return Refusal("NO_LEGAL_CELL", "A-063")
        return wrong_place(t, seat, card_of(action), aim_of(action))


class More(Step):
    """f.a = seat. The first card has had its consequences: now the second (A-063)."""

    def __init__(self, question: Lay) -> None:
        super().__init__(None, [fields.seat()])
        self.question = question

    def run(self, p: Play, f: Frame) -> None:
        seat = f.a
        p.then(self.question.number, bit(seat), seat, SECOND)


class Pathfinder(Card):
    """Two tunnel cards in hand are needed, and a place for the first (A-063)."""

    def __init__(self, question: Lay, beside: Place) -> None:
        super().__init__(False)
        self.question = question
        self.beside = beside

    def lands(self, s: Classic, seat: Seat, action: Action) -> Place:
        return self.beside

    def aims(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        if s.hindered(seat) or tunnels(s, seat) < 2 or not self.possible(s, seat, out, n):
            return n
        return aim_at(out, n, self.base, 0)

    def possible(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> bool:
        """Can a first card be laid, and if need be a second after it? What stands in out[n...] is written over."""
        for face in range(1, len(s.hooks.tile_of)):
            if s.hooks.tile_of[face] and s.cards.number(HAND + seat, face):
                found = lies(s, s.grid, face, face * CARD, out, n)
                for index in range(n, found):
                    aim = aim_of(out[index])
                    if barring(s, seat, face, aim // QUARTERS, aim % QUARTERS) is None and (
                        not self.question.strict or leads_on(s, seat, out[index])
                    ):
                        return True
        return False

    def play(self, p: Play, s: Classic, seat: Seat, action: Action) -> None:
        p.ask(self.question.number, bit(seat), seat, FIRST)

    def explain(self, s: Classic, seat: Seat, action: Action) -> Refusal:
        if s.hindered(seat):
            return Refusal(s.hooks.cards[s.hindered(seat)].bars().code, "A-062")
        return Refusal("NO_LEGAL_CELL", "A-063")


def tunnels(s: Classic, seat: Seat) -> i64:
    """Tunnel cards in a hand."""
    number: i64 = 0
    for face in range(1, len(s.hooks.tile_of)):
        if s.hooks.tile_of[face]:
            number += s.cards.number(HAND + seat, face)
    return number


def lays(s: Classic, seat: Seat, action: Action) -> bool:
    """Could a card be laid so, if a second did not matter?"""
    aim = aim_of(action)
    found = lies(s, s.grid, card_of(action), card_of(action) * CARD, SCRATCH, 0)
    for index in range(found):
        if SCRATCH[index] == action:
            return barring(s, seat, card_of(action), aim // QUARTERS, aim % QUARTERS) is None
    return False


def leads_on(s: Classic, seat: Seat, action: Action) -> bool:
    """Would there be a place for a second card, with this one laid (pathfinder.strictTwo)?"""
    aim = aim_of(action)
    grid = s.grid.copy()
    grid.put(spot_x(aim // QUARTERS), spot_y(aim // QUARTERS), tile_laid(s, card_of(action), aim % QUARTERS))
    for face in range(1, len(s.hooks.tile_of)):
        left = s.cards.number(HAND + seat, face) - (1 if face == card_of(action) else 0)
        if s.hooks.tile_of[face] and left > 0 and has_place(s, seat, grid, face):
            return True
    return False


def has_place(s: Classic, seat: Seat, grid: Grid, face: Face) -> bool:
    """May this card lie anywhere in that maze?"""
    room = vec[i64]([0] * WIDEST)
    for index in range(lies(s, grid, face, 0, room, 0)):
        if barring(s, seat, face, room[index] // QUARTERS, room[index] % QUARTERS) is None:
            return True
    return False


class PathfinderModule(Module):
    """One card and its question."""

    def install(self, r: RulesetBuilder) -> None:
        question = Lay(r.settings.flag("pathfinder.strictTwo"), classic_hooks(r.hooks).moves[0])
        r.step("pathfinder.lay", question)
        question.more = r.step("pathfinder.more", More(question))
        hooks = classic_hooks(r.hooks)
        for row in r.manifest("pathfinder").cards("actions"):
            hooks.add_card(row.face, Pathfinder(question, beside(hooks)), row.count)

    def lay_out(self, rules: Ruleset) -> None:
        lay_beside(rules)


MODULE: Final = PathfinderModule(Meta("pathfinder", ("classic",)))
