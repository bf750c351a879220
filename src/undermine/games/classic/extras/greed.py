"""The role of the Greedy Dwarf: who completes the tunnel to the gold wins alone (A-022, A-179)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from undermine.games.classic.extending import Scoring
from undermine.games.classic.hooks import ClassicHooks
from undermine.games.classic.state import DIGGERS_WON, LONE_WON, RESULT, Classic, role
from undermine.kernel.event import Play
from undermine.kernel.ids import Face, Seat

GREEDY: Final = "greedy"


def set_role(hooks: ClassicHooks, name: str, copies: int) -> Face:
    """So many cards of a role are in the pile; returns its face."""
    if name not in hooks.roles:
        hooks.roles.append(name)
        hooks.role_supply.append(0)
    hooks.role_supply[hooks.roles.index(name)] = copies
    return hooks.roles.index(name) + 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Greed(Scoring):
    """A scoring in which a greedy finisher is a side of their own; all else is as in the one it wraps."""

    def __init__(self, inner: Scoring, greedy: Face) -> None:
        self.inner = inner
        self.greedy = greedy

    def side(self, s: Classic, side: i64, finisher: Seat) -> i64:
        if side == DIGGERS_WON and s.cards.number(role(finisher), self.greedy):
            return LONE_WON
        return self.inner.side(s, side, finisher)

    def share(self, p: Play, s: Classic, side: i64, finisher: Seat) -> None:
        self.inner.share(p, s, side, finisher)

    def packet(self, s: Classic) -> i64:
        return self.inner.packet(s)

    def shares(self, s: Classic, seat: Seat) -> bool:
        return self.inner.shares(s, seat)

    def wage(self, s: Classic) -> i64:
        return self.inner.wage(s)

    def earns(self, s: Classic, seat: Seat) -> bool:
        return self.inner.earns(s, seat)


def lone_winner(s: Classic) -> Seat:
    """Who has won the round that is just over alone, or NOBODY."""
    at = s.hooks.results + (s.round - 1) * RESULT
    return s.numbers[at + 1] if s.numbers[at] == LONE_WON else i64(-1)
