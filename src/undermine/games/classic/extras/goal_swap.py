"""Goal Swap (2017): two goals that lie face down change places, unseen (A-030...A-032)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.rules.actions import aim as aim_at
from undermine.games.classic.rules.extending import CARD_BAG, Card
from undermine.games.classic.rules.hooks import classic_hooks
from undermine.games.classic.rules.state import GOAL, Classic
from undermine.kernel import fields
from undermine.kernel.agenda import Refusal
from undermine.kernel.dealing import SWAPPED
from undermine.kernel.event import Play
from undermine.kernel.forms import Form
from undermine.kernel.ids import ALL, Action, Seat, size
from undermine.kernel.ruleset import Meta, Module, RulesetBuilder


class GoalSwap(Card):
    """What was seen of a goal goes with it; its cell and whoever looked are public anyway (A-032)."""

    def __init__(self) -> None:
        self.one = fields.goal("one")
        self.other = fields.goal("other")
        super().__init__(False, Form("", [self.one, self.other], CARD_BAG))

    def aims(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        for one in range(s.hooks.goals):
            for other in range(one + 1, s.hooks.goals):
                if not (s.opened >> one | s.opened >> other) & 1:
                    n = aim_at(out, n, self.base, self.one.put(one) + other)
        return n

    def play(self, p: Play, s: Classic, seat: Seat, action: Action) -> None:
        p.emit(SWAPPED, ALL, GOAL + self.one.of(action), GOAL + self.other.of(action), 0, 0)

    def explain(self, s: Classic, seat: Seat, action: Action) -> Refusal:
        if s.hooks.goals - size(s.opened) < 2:
            return Refusal("TOO_FEW_TARGETS", "A-031")
        return Refusal("BAD_TARGET", "A-030")


class GoalSwapModule(Module):
    """One card."""

    def install(self, r: RulesetBuilder) -> None:
        for row in r.manifest("goal-swap").cards("actions"):
            classic_hooks(r.hooks).add_card(row.face, GoalSwap(), row.count)


MODULE: Final = GoalSwapModule(Meta("goal-swap", ("classic",)))
