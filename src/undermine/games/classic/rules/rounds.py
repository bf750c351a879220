"""Setting up a round, and what comes after it (B-020...B-033, B-140...B-143, B-170...B-183)."""

from __future__ import annotations

from mypy_extensions import i64

from undermine.games.classic.rules.events import BEGAN, CLOSED, WON
from undermine.games.classic.rules.gold import shuffle_gold
from undermine.games.classic.rules.state import (
    ASIDE,
    CARD_BAG,
    DEAL,
    DECK,
    GOAL,
    GOAL_DECK,
    HAND,
    PURSE,
    ROLE,
    ROLE_BAG,
    ROLE_DECK,
    ROUND,
    ROUNDS,
    SIDES,
    classic,
    purse,
    role,
)
from undermine.games.classic.rules.turn import first_turn
from undermine.kernel import fields
from undermine.kernel.agenda import Step
from undermine.kernel.dealing import DEALT, GATHERED, SHOWN, FromBag, lay_out, set_apart, show
from undermine.kernel.event import Play
from undermine.kernel.fields import NONE
from undermine.kernel.ids import ALL, CHANCE, Action, Place, Seat, bit
from undermine.kernel.state import Frame, State
from undermine.tunnels.table import next_round


class Round(Step):
    """f.a = which, f.b = who begins. Roles, cards and goals are shuffled; gold that was won stays won (B-170...B-174)."""

    def __init__(self) -> None:
        super().__init__(None, [fields.number("round"), fields.seat("first")])

    def run(self, p: Play, f: Frame) -> None:
        t = classic(p.state)
        first = f.b
        p.emit(BEGAN, ALL, f.a, first, 0, 0)
        for deck in (ROLE_DECK, DECK, GOAL_DECK):
            p.emit(GATHERED, ALL, deck, 0, 0, 0)
        lay_out(p, GOAL_DECK, GOAL, t.hooks.goals)
        set_apart(p, DECK, ASIDE, t.hooks.aside)
        p.then(DEAL, CHANCE, first, 0)
        for watcher in t.hooks.watchers:
            watcher.began(p, t)


class Deal(FromBag):
    """f.a = who begins, f.b = cards dealt so far: a role for each seat, then the hands (B-022, B-028)."""

    def __init__(self) -> None:
        super().__init__("deal", NONE, [fields.seat("first"), fields.number("dealt")])

    def bag(self, s: State, f: Frame) -> Place:
        return ROLE_BAG if f.b < s.rules.seats else CARD_BAG

    def lot(self, s: State, f: Frame) -> Place:
        return ROLE_BAG if f.b < s.rules.seats else CARD_BAG

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        t = classic(p.state)
        first = f.a
        dealt = f.b
        to = dealt % t.seats
        if dealt < t.seats:
            p.emit(DEALT, bit(to), action, ROLE_DECK, ROLE + to, 0)
        else:
            p.emit(DEALT, bit(to), action, DECK, HAND + to, 0)
        if dealt + 1 < t.seats * (1 + t.hooks.hand_size):
            p.then(DEAL, CHANCE, first, dealt + 1)
        else:
            first_turn(p, first)


class Score(Step):
    """f.a = the side that won, f.b = the finisher. All roles are shown, and the gold is shared out (B-142)."""

    def __init__(self) -> None:
        super().__init__(None, [fields.term(list(SIDES), "side"), fields.seat("finisher")])

    def run(self, p: Play, f: Frame) -> None:
        t = classic(p.state)
        side = f.a
        finisher = f.b
        roles: i64 = 0
        for seat in range(t.seats):
            show(p, ALL, role(seat))
            roles |= t.cards.any(role(seat)) << (seat * 4)
        if t.hooks.show_leftover:
            show(p, ALL, ROLE_DECK)
            for face in range(1, t.cards.faces(ROLE_BAG) + 1):
                if t.cards.number(ROLE_BAG, face):
                    p.emit(SHOWN, ALL, face, ROLE_DECK, 1, 0)
        side = t.hooks.scoring.side(t, side, finisher)
        p.emit(WON, ALL, side, finisher, roles, 0)
        for watcher in t.hooks.watchers:
            watcher.over(p, t)
        t.hooks.scoring.share(p, t, side, finisher)


class Close(Step):
    """The round is over: another begins with the left-hand neighbour (B-175), or the game ends (B-180)."""

    def run(self, p: Play, f: Frame) -> None:
        t = classic(p.state)
        held: i64 = 0
        for seat in range(t.seats):
            held |= t.cards.size(PURSE + seat) << (seat * 5)
        p.emit(CLOSED, ALL, held, 0, 0, 0)
        if t.hooks.draw_procedure:
            shuffle_gold(p, t)
        if t.round == ROUNDS:
            for seat in range(t.seats):
                show(p, ALL, purse(seat))
        next_round(p, t, ROUNDS, ROUND, t.next(t.last))
