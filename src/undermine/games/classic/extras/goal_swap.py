"""Goal Swap (2017): two goals that lie face down change places, unseen (A-030...A-032)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.actions import aim as aim_at
from undermine.games.classic.extending import Card
from undermine.games.classic.hooks import classic_hooks
from undermine.games.classic.state import GOAL, Classic
from undermine.kernel.agenda import Refusal
from undermine.kernel.dealing import SWAPPED
from undermine.kernel.event import Play
from undermine.kernel.ids import ALL, Seat, size
from undermine.kernel.ruleset import Meta, Module, RulesetBuilder

PAIR: Final = 16  # an aim is one goal * PAIR + a later one


class GoalSwap(Card):
    """What was seen of a goal goes with it; its cell and whoever looked are public anyway (A-032)."""

    def __init__(self) -> None:
        super().__init__(False, "gg")

    def aims(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        for one in range(s.hooks.goals):
            for other in range(one + 1, s.hooks.goals):
                if not (s.opened >> one | s.opened >> other) & 1:
                    n = aim_at(out, n, self.face, one * PAIR + other)
        return n

    def play(self, p: Play, s: Classic, seat: Seat, aim: i64) -> None:
        p.emit(SWAPPED, ALL, GOAL + aim // PAIR, GOAL + aim % PAIR, 0, 0)

    def explain(self, s: Classic, seat: Seat, aim: i64) -> Refusal:
        if s.hooks.goals - size(s.opened) < 2:
            return Refusal("TOO_FEW_TARGETS", "A-031")
        return Refusal("BAD_TARGET", "A-030")


class GoalSwapModule(Module):
    """One card."""

    def install(self, r: RulesetBuilder) -> None:
        for row in r.manifest("goal-swap").cards("actions"):
            classic_hooks(r.hooks).add_card(row.face, GoalSwap(), row.count)


MODULE: Final = GoalSwapModule(Meta("goal-swap", ("classic",)))
