"""What a play joins: gold is claimed, goals are turned, trolls may be paid (D-050...D-060)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.duel.rules.events import BRIBED, CLAIMED, TURNED
from undermine.games.duel.rules.hooks import DuelHooks
from undermine.games.duel.rules.state import BRIBE, CHOOSE, CLAIM, FINISH, GOAL, JOIN, ORIENT, REVEAL, Duel, duel
from undermine.kernel import fields
from undermine.kernel.agenda import Refusal, Step, TwoWays
from undermine.kernel.event import Play
from undermine.kernel.forms import Form, fields_of
from undermine.kernel.ids import ALL, AUTO, CHANCE, Action, Face, Seat, bit, lowest, members, size
from undermine.kernel.looking import TurnedUp
from undermine.kernel.state import Frame, State
from undermine.tunnels.placing import HALF_TURN
from undermine.tunnels.table import EITHER

MAY_BRIBE: Final = 1  # a tunnel was laid: trolls may be paid right after it (D-Q5)
DECLINED: Final = 2  # the mover has left the gold alone that is joined by now (D-Q26); twice that: the other has

SPOTS: Final = vec[i64]([0] * 64)  # cells that were looked for last: for one thread


def settle_play(p: Play, t: Duel, seat: Seat, about: i64, draws: i64) -> bool:
    """See what a play has joined; False if there is nothing to do. FINISH lies beneath the questions."""
    if not (t.faced() or gold_joined(t) or (about & MAY_BRIBE and t.trolls_for(seat, SPOTS))):
        return False
    p.then(FINISH, AUTO, seat, draws)
    p.ask(JOIN, AUTO, seat, about)
    return True


def gold_joined(t: Duel) -> bool:
    """Is there gold that somebody can claim now?"""
    for seat in range(t.seats):
        if t.gold_for(seat, SPOTS) and t.tokens_for(seat):
            return True
    return False


class Join(Step):
    """f.a = who plays, f.b = MAY_BRIBE and the like. Everything is looked at anew after each answer (D-Q22)."""

    def __init__(self) -> None:
        super().__init__(None, [fields.seat(), fields.number("about")])

    def run(self, p: Play, f: Frame) -> None:
        t = duel(p.state)
        mover = f.a
        about = f.b
        if self.claim(p, t, mover, about):
            return
        reached = t.faced()
        if reached:
            p.then(JOIN, AUTO, mover, about & MAY_BRIBE)
            if size(reached) == 1:
                p.ask(REVEAL, CHANCE, lowest(reached), mover)
            else:
                p.ask(CHOOSE, bit(mover), mover, 0)
        elif about & MAY_BRIBE and t.trolls_for(mover, SPOTS):
            p.ask(BRIBE, bit(mover), mover, 0)
        else:
            p.settle()

    def claim(self, p: Play, t: Duel, mover: Seat, about: i64) -> bool:
        """The mover claims first (D-057), then the other (D-056); True if somebody has to choose."""
        for offset in range(t.seats):
            seat = mover ^ offset
            joined = t.gold_for(seat, SPOTS)
            tokens = t.tokens_for(seat)
            if not joined or not tokens or about >> offset & DECLINED:
                continue
            if joined > tokens or t.hooks.switches.optional_claim:
                p.ask(CLAIM, bit(seat), seat, 1 if t.hooks.switches.optional_claim else 0)
                return True
            for index in range(joined):
                p.emit(CLAIMED, ALL, seat, SPOTS[index], 0, 0)
        return False


class Claim(Step):
    """f.a = seat, f.b = 1 if it may leave the gold alone: on which gold does its token go (D-Q4, D-Q26)?"""

    def __init__(self) -> None:
        self.claim = Form("claim", [fields.cell()])
        self.leave = Form("leave", [])
        super().__init__([self.claim, self.leave], [fields.seat(), fields.yes("optional")])

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        n = duel(s).gold_for(f.a, out)
        for index in range(n):
            out[index] += self.claim.head
        if f.b:
            out[n] = self.leave.head
            n += 1
        return n

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        p.settle()
        if self.leave.fits(action):
            join = p.state.top()
            p.then(JOIN, AUTO, join.a, join.b | DECLINED << (join.a ^ seat))
        else:
            p.emit(CLAIMED, ALL, seat, fields_of(action), 0, 0)

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        duel(s).gold_for(f.a, SPOTS)
        return self.claim.head + SPOTS[0]

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        return Refusal("NO_SUCH_ACTION", "D-053")


class Bribe(Step):
    """f.a = seat, which has laid a tunnel: does it pay a troll, to reach what lies behind (D-038, D-Q5)?"""

    def __init__(self, hooks: DuelHooks) -> None:
        self.bribe = hooks.moves[1]
        self.done = Form("done", [])
        super().__init__([self.bribe, self.done], [fields.seat()])

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        n = duel(s).trolls_for(f.a, out)
        for index in range(n):
            out[index] += self.bribe.head
        out[n] = self.done.head
        return n + 1

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        p.settle()
        if self.done.fits(action):
            p.settle()  # nothing else was joined
        else:
            p.then(JOIN, AUTO, seat, MAY_BRIBE)  # the way is open, so all gold is asked about anew
            p.emit(BRIBED, ALL, seat, fields_of(action), 0, 0)

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        return self.done.head

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        return Refusal("BAD_TARGET", "D-038")


# Goals


class Choose(Step):
    """f.a = seat: which of several reached goals is turned first (D-Q13)."""

    def __init__(self) -> None:
        self.turn = Form("turn", [fields.goal()])
        super().__init__([self.turn], [fields.seat()])

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        return members(duel(s).faced(), self.turn.head, out, 0)

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        p.then(REVEAL, CHANCE, fields_of(action), seat)

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        return self.turn.head + lowest(duel(s).faced())

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        return Refusal("NO_SUCH_ACTION", "D-050")


class Reveal(TurnedUp):
    """f.a = goal. It is fitted to the tunnels (D-050)."""

    def seen(self, p: Play, which: i64, face: Face, turner: Seat) -> None:
        t = duel(p.state)
        tile = t.hooks.goal_tile[face]
        way = t.way_to_lie(which, tile, t.hooks.maze.looks[tile] == t.hooks.maze.looks[tile + 1])
        if way == EITHER:
            p.ask(ORIENT, bit(turner), which, 0)
        else:
            p.emit(TURNED, ALL, which, face, way, turner)


class Orient(TwoWays):
    """f.a = goal: it fits in both ways or in none, and who turned it chooses (D-051, D-052)."""

    def __init__(self) -> None:
        form = Form("orient", [fields.half()])
        super().__init__(form, [fields.goal()], Refusal("ORIENTATION", "D-051"), HALF_TURN)

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        goal = f.a
        p.settle()
        p.emit(TURNED, ALL, goal, p.state.cards.any(GOAL + goal), 1 if fields_of(action) else 0, seat)
