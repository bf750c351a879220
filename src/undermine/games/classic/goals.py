"""Looking at goals and turning them over (B-099...B-102, B-120...B-129)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.events import TURNED
from undermine.games.classic.state import (
    CHOOSE,
    DIGGERS_WON,
    GOAL,
    GOAL_BAG,
    ORIENT,
    REACH,
    REVEAL,
    SCORE,
    Classic,
    classic,
)
from undermine.kernel.agenda import Refusal, Step
from undermine.kernel.dealing import SHOWN, Looked
from undermine.kernel.event import Play
from undermine.kernel.ids import ALL, AUTO, CHANCE, Action, Face, Place, Seat, bit, lowest, size
from undermine.kernel.state import Frame, State

GOLD: Final = 1  # the first face of the goals' manifest


class Goal(Looked):
    """Chance says what a goal is, unless somebody has looked at it before. f.a = goal."""

    def bag(self, s: State, f: Frame) -> Place:
        return GOAL_BAG

    def known(self, s: State, f: Frame) -> Face:
        return s.cards.any(GOAL + f.a)


class Peek(Goal):
    """f.b = who looks (B-099)."""

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        goal = f.a
        eyes = bit(f.b)
        p.settle()
        p.emit(SHOWN, eyes, action, GOAL + goal, 1, 0)


class Reach(Step):
    """f.a = who laid the card, f.b = how many goals may still be turned. Looked at anew after each (B-127)."""

    def run(self, p: Play, f: Frame) -> None:
        t = classic(p.state)
        seat = f.a
        left = f.b
        reached = t.reached()
        if not reached or not left:
            p.settle()
            return
        p.then(REACH, AUTO, seat, left - 1)
        if size(reached) == 1:
            p.ask(REVEAL, CHANCE, lowest(reached), seat)
        else:
            p.ask(CHOOSE, bit(seat), seat, 0)


class Choose(Step):
    """f.a = seat: which of several reached goals is turned first (or, in the Ukrainian rules, alone)."""

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        reached = classic(s).reached()
        n: i64 = 0
        goal: i64 = 0
        while reached >> goal:
            if reached >> goal & 1:
                out[n] = goal
                n += 1
            goal += 1
        return n

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        p.then(REVEAL, CHANCE, action, seat)

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        return lowest(classic(s).reached())

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        return Refusal("NO_SUCH_ACTION", "B-121")


class Reveal(Goal):
    """f.b = who turns it. Gold ends the round at once; a stone is laid like a tunnel (B-122...B-125)."""

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        t = classic(p.state)
        goal = f.a
        turner = f.b
        p.settle()
        p.emit(SHOWN, ALL, action, GOAL + goal, 1, 0)
        if action == GOLD:
            p.emit(TURNED, ALL, goal, action, 0, turner)
            p.settle()  # no further goal is turned, and nobody draws (B-128)
            p.then(SCORE, AUTO, DIGGERS_WON, turner)
            return
        upright = fits(t, goal, action, 0)
        if upright == fits(t, goal, action, 1):
            p.ask(ORIENT, bit(turner), goal, 0)
        else:
            p.emit(TURNED, ALL, goal, action, 0 if upright else 1, turner)


def fits(t: Classic, goal: i64, face: Face, turned: i64) -> bool:
    """Would a goal agree with all cards that it touches (B-124)?"""
    return t.grid.fits(t.hooks.goal_x[goal], t.hooks.goal_y[goal], t.hooks.goal_tile[face] + turned)


class Orient(Step):
    """f.a = goal: it fits in neither way (or both), and who turned it chooses (B-125)."""

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        out[0] = 0
        out[1] = 1
        return 2

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        goal = f.a
        p.settle()
        p.emit(TURNED, ALL, goal, p.state.cards.any(GOAL + goal), action, seat)

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        return 0

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        return Refusal("ORIENTATION", "B-125")
