"""A player's turn: lay a tunnel, play an action, give two cards for a sabotage card, or pass; then draw (D-020...D-024)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.duel.rules import cards
from undermine.games.duel.rules.actions import (
    SECOND,
    TO_BREAK,
    TO_BRIBE,
    TO_BURY,
    TO_CLEAR,
    TO_LOOK,
    TO_MEND,
    TO_OPEN,
    TO_PASS,
    builds,
    plays,
)
from undermine.games.duel.rules.events import BRIBED, BROKE, LAID, MENDED
from undermine.games.duel.rules.hooks import DuelHooks
from undermine.games.duel.rules.joining import MAY_BRIBE, settle_play
from undermine.games.duel.rules.refusals import wrong_answer
from undermine.games.duel.rules.state import BUILD, DECK, DISCARD, DRAW, FRONT, HAND, SCORE, TURN, Duel, duel
from undermine.kernel import fields
from undermine.kernel.agenda import SCRATCH, Refusal, Step
from undermine.kernel.dealing import THREW
from undermine.kernel.event import Play
from undermine.kernel.forms import aim_of, card_of, fields_of
from undermine.kernel.ids import ALL, AUTO, CHANCE, Action, Seat, bit
from undermine.kernel.seating import Refilled
from undermine.kernel.state import Frame, State
from undermine.tunnels.placing import where_laid

AGAIN: Final = -1  # in place of a number of cards to draw: the turn goes on


class Turn(Step):
    """f.a = seat."""

    def __init__(self, hooks: DuelHooks) -> None:
        super().__init__(hooks.moves, [fields.seat()])

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        return plays(duel(s), seat, out)

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        t = duel(p.state)
        aim = aim_of(action)
        if action < TO_BRIBE:
            lay(p, t, seat, action)
        elif action >= TO_CLEAR:
            discard(p, t, seat, action)
        elif action >= TO_LOOK:
            cards.look(p, seat, aim)
        elif action >= TO_BURY:
            cards.bury(p, t, seat, aim)
            finish(p, t, seat, 1)
        elif action >= TO_OPEN:
            cards.unlock(p, t, seat, aim)
            after(p, t, seat, 0, 1)
        elif action >= TO_MEND:
            cards.mend(p, t, seat, card_of(action), aim & 7)
            finish(p, t, seat, 1)
        elif action >= TO_BREAK:
            p.emit(BROKE, ALL, card_of(action), HAND + seat, FRONT + aim, 0)
            finish(p, t, seat, 1)
        else:
            p.emit(BRIBED, ALL, seat, aim, 0, 0)
            if t.hooks.switches.free_bribe:
                after(p, t, seat, 0, AGAIN)
            else:
                p.then(BUILD, bit(seat), seat, 0)

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        return TO_PASS + s.cards.any(HAND + seat)

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        return wrong_answer(duel(s), seat, action)


class Build(Step):
    """f.a = seat, which has paid a troll and now lays a tunnel, or pays another one first (D-Q5)."""

    def __init__(self, hooks: DuelHooks) -> None:
        super().__init__(hooks.moves[:2], [fields.seat()])

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        return builds(duel(s), seat, out)

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        if action < TO_BRIBE:
            lay(p, duel(p.state), seat, action)
        else:
            p.emit(BRIBED, ALL, seat, fields_of(action), 0, 0)

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        builds(duel(s), seat, SCRATCH)
        return SCRATCH[0]

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        return wrong_answer(duel(s), seat, action)


def lay(p: Play, t: Duel, seat: Seat, action: Action) -> None:
    """A tunnel card goes into the maze; what it joins is seen to at once."""
    p.emit(LAID, ALL, card_of(action), seat, where_laid(action), 0)
    after(p, t, seat, MAY_BRIBE, 1)


def discard(p: Play, t: Duel, seat: Seat, action: Action) -> None:
    """Cards go face down onto the pile (D-100): for a sabotage card before oneself, or to pass."""
    p.emit(THREW, bit(seat), action & 255, HAND + seat, DISCARD, 0)
    second = action >> 8 & 255
    if second:
        p.emit(THREW, bit(seat), second, HAND + seat, DISCARD, 0)
    if action < TO_PASS:
        p.emit(MENDED, ALL, t.hooks.breaks[t.hooks.cleared.of(action)], FRONT + seat, DISCARD, 0)
    finish(p, t, seat, 2 if action >= TO_PASS + SECOND else 1)


def after(p: Play, t: Duel, seat: Seat, about: i64, draws: i64) -> None:
    """What a play has joined comes before the draw."""
    if not settle_play(p, t, seat, about, draws):
        finish(p, t, seat, draws)


class Finish(Step):
    """f.a = seat, f.b = cards to draw: the play is done with."""

    def __init__(self) -> None:
        super().__init__(None, [fields.seat(), fields.number("draws")])

    def run(self, p: Play, f: Frame) -> None:
        finish(p, duel(p.state), f.a, f.b)


def finish(p: Play, t: Duel, seat: Seat, draws: i64) -> None:
    """The round may end now, and then nobody draws (D-080, D-081)."""
    if t.round_over():
        p.then(SCORE, AUTO, 0, 0)
    elif draws == AGAIN:
        p.then(TURN, bit(seat), seat, 0)
    else:
        refill(p, t, seat, draws)


def refill(p: Play, t: Duel, seat: Seat, draws: i64) -> None:
    """The next card, as long as the deck lasts (D-022); then it is the other's turn."""
    if draws and t.cards.size(DECK):
        p.then(DRAW, CHANCE, seat, draws)
    else:
        next_turn(p, t, seat)


class Draw(Refilled):
    """The draw at the end of a turn (D-022)."""

    def drawn(self, p: Play, seat: Seat, left: i64) -> None:
        refill(p, duel(p.state), seat, left)


def next_turn(p: Play, t: Duel, seat: Seat) -> None:
    """Who has no cards is passed over (D-023); with all hands empty the round is over (D-080)."""
    for offset in range(1, t.seats + 1):
        after = (seat + offset) % t.seats
        if t.cards.size(HAND + after):
            p.then(TURN, bit(after), after, 0)
            return
    p.then(SCORE, AUTO, 0, 0)
