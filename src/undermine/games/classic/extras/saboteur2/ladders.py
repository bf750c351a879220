"""Ladders keep away from goals (X-049)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.rules.extending import Bar
from undermine.games.classic.rules.state import Classic
from undermine.kernel.agenda import Refusal
from undermine.kernel.ids import Face, Seat
from undermine.tunnels.ports import spot_x, spot_y


class AwayFromGoals(Bar):
    """A ladder card shares no side with a goal card, whether that lies face up or down (Q-08)."""

    def __init__(self, ladder: vec[i64]) -> None:
        super().__init__()
        self.ladder = ladder  # by face: 1 for a ladder card; faces of later modules are beyond its end

    def forbids(self, s: Classic, seat: Seat, face: Face, spot: i64, quarter: i64) -> bool:
        if face >= len(self.ladder) or not self.ladder[face]:
            return False
        goal: i64 = 0
        while goal < s.hooks.goals:
            x = spot_x(spot) - s.goal_x[goal]
            y = spot_y(spot) - s.goal_y[goal]
            if x * x + y * y == 1:
                return True
            goal += 1
        return False

    def explain(self, s: Classic, seat: Seat, face: Face, spot: i64, quarter: i64) -> Refusal:
        return Refusal("LADDER_NEXT_TO_GOAL", "X-049")
