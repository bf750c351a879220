"""The role of the Greedy Dwarf: who completes the tunnel to the gold wins alone (A-022, A-179)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from undermine.games.classic.rules.extending import Scoring, Wrapping
from undermine.games.classic.rules.hooks import ClassicHooks
from undermine.games.classic.rules.state import DIGGERS_WON, LONE_WON, RESULT, Classic, role
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
class Greed(Wrapping):
    """A scoring in which a greedy finisher is a side of their own; all else is as in the one it wraps."""

    def __init__(self, inner: Scoring, greedy: Face) -> None:
        super().__init__(inner)
        self.greedy = greedy

    def side(self, s: Classic, side: i64, finisher: Seat) -> i64:
        if side == DIGGERS_WON and s.cards.number(role(finisher), self.greedy):
            return LONE_WON
        return self.inner.side(s, side, finisher)


def lone_winner(s: Classic) -> Seat:
    """Who has won the round that is just over alone, or NOBODY."""
    at = s.of_round(s.hooks.results, RESULT)
    return s.numbers[at + 1] if s.numbers[at] == LONE_WON else i64(-1)
