"""Looking at goals and turning them over (B-099...B-102, B-120...B-129)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.rules.events import TURNED
from undermine.games.classic.rules.extending import Find
from undermine.games.classic.rules.state import (
    CHOOSE,
    DIGGERS_WON,
    GOAL,
    ORIENT,
    REACH,
    REVEAL,
    SCORE,
    Classic,
    classic,
)
from undermine.kernel import fields
from undermine.kernel.agenda import SCRATCH, Refusal, Step, TwoWays
from undermine.kernel.event import Play
from undermine.kernel.forms import Form, fields_of
from undermine.kernel.ids import ALL, AUTO, CHANCE, Action, Face, Mask, Seat, bit, lowest, members, size
from undermine.kernel.looking import TurnedUp
from undermine.kernel.state import Frame, State
from undermine.tunnels.placing import HALF_TURN
from undermine.tunnels.table import EITHER

GOLD: Final = 1  # the first face of the goals' manifest
NO_GOALS: Final = -1  # no goal may be turned any more


def end_round(p: Play, side: i64, finisher: Seat) -> None:
    """The round is over at once: whatever else was going to be asked is not, and nobody draws (B-128)."""
    while p.state.depth > 1:
        p.settle()
    p.then(SCORE, AUTO, side, finisher)


class Gold(Find):
    """The end of the round (B-122)."""

    def __init__(self) -> None:
        super().__init__(True)

    def found(self, p: Play, s: Classic, goal: i64, seat: Seat) -> None:
        end_round(p, DIGGERS_WON, seat)


def look_around(p: Play, t: Classic, seat: Seat) -> None:
    """Something may have been reached: if so it is seen to, one thing after the other."""
    if t.reached() or (len(t.hooks.sites) and choices(t, 0, SCRATCH)):
        p.ask(REACH, AUTO, seat, 1 if t.hooks.choose_one else t.hooks.goals)


def choices(t: Classic, goals: Mask, out: vec[i64]) -> i64:
    """Write what can be opened now: these goals, and members of sites; returns how many that are."""
    n = members(goals, t.hooks.choices[0].head, out, 0)
    index: i64 = 0
    while index < len(t.hooks.sites):
        n = members(t.hooks.sites[index].reached(t), t.hooks.sites[index].form.head, out, n)
        index += 1
    return n


def open_site(p: Play, t: Classic, seat: Seat, action: Action) -> None:
    """See to a member of a site."""
    for site in t.hooks.sites:
        if site.form.fits(action):
            site.open(p, t, seat, fields_of(action))
            return


class Reach(Step):
    """f.a = who laid the card, f.b = how many goals may still be turned. Looked at anew after each (B-127)."""

    def __init__(self) -> None:
        super().__init__(None, [fields.seat(), fields.number("left")])

    def run(self, p: Play, f: Frame) -> None:
        t = classic(p.state)
        seat = f.a
        left = f.b
        index: i64 = 0
        while index < len(t.hooks.sites):
            site = t.hooks.sites[index]
            if site.first and site.reached(t):
                site.open(p, t, seat, lowest(site.reached(t)))
                return
            index += 1
        reached = t.reached() if left else i64(0)
        found = choices(t, reached, SCRATCH)
        only = SCRATCH[0]
        if not found:
            p.settle()
        elif found > size(reached):
            if found == 1:
                open_site(p, t, seat, only)
            else:
                p.ask(CHOOSE, bit(seat), seat, left or i64(NO_GOALS))
        else:
            p.then(REACH, AUTO, seat, left - 1)
            if found == 1:
                p.ask(REVEAL, CHANCE, fields_of(only), seat)
            else:
                p.ask(CHOOSE, bit(seat), seat, 0)


class Choose(Step):
    """f.a = seat: which of several reached goals is turned first (or, in the Ukrainian rules, alone).

    f.b: where sites can be chosen as well, how many goals may be turned, or NO_GOALS.
    """

    def __init__(self, choices: list[Form]) -> None:
        super().__init__(choices, [fields.seat(), fields.number("left")])

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        t = classic(s)
        return choices(t, i64(0) if f.b == NO_GOALS else t.reached(), out)

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        left = f.b
        if not classic(p.state).hooks.choices[0].fits(action):
            p.settle()
            open_site(p, classic(p.state), seat, action)
        elif left:
            p.settle()
            p.then(REACH, AUTO, seat, left - 1)
            p.ask(REVEAL, CHANCE, fields_of(action), seat)
        else:
            p.then(REVEAL, CHANCE, fields_of(action), seat)

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        self.options(s, f, seat, SCRATCH)
        return SCRATCH[0]

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        return Refusal("NO_SUCH_ACTION", "B-121")


class Reveal(TurnedUp):
    """f.a = goal. It is laid like a tunnel, and does what such a goal does (B-122...B-125)."""

    def seen(self, p: Play, which: i64, face: Face, turner: Seat) -> None:
        t = classic(p.state)
        tile = t.hooks.goal_tile[face]
        way = t.way_to_lie(which, tile, t.hooks.finds[face].ends or t.hooks.tiles.alike(tile))
        if way == EITHER:
            p.ask(ORIENT, bit(turner), which, 0)
        else:
            turn_over(p, t, which, face, way, turner)


def turn_over(p: Play, t: Classic, goal: i64, face: Face, turned: i64, turner: Seat) -> None:
    """It lies face up from now on."""
    p.emit(TURNED, ALL, goal, face, turned, turner)
    t.hooks.finds[face].found(p, t, goal, turner)


class Orient(TwoWays):
    """f.a = goal: it fits in neither way (or both), and who turned it chooses (B-125)."""

    def __init__(self) -> None:
        form = Form("orient", [fields.half()])
        super().__init__(form, [fields.goal()], Refusal("ORIENTATION", "B-125"), HALF_TURN)

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        goal = f.a
        p.settle()
        turn_over(p, classic(p.state), goal, p.state.cards.any(GOAL + goal), 1 if fields_of(action) else 0, seat)
