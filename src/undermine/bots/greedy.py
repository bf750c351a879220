"""A bot that takes the action that looks best at once; it plans nothing ahead."""

from __future__ import annotations

from undermine.bots.api import Bot
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import legal
from undermine.kernel.state import State
from undermine.registry import kit_of


class Greedy(Bot):
    """Digs towards the likeliest goal, or hinders those who do."""

    name = "greedy"

    def choose(self, view: State, seat: int, seed: int) -> int:
        actions = legal(view, seat)
        if len(actions) == 1:
            return actions[0]
        scores = kit_of(view.rules).judge(view, seat, actions)
        best = max(scores)
        ties = [action for action, score in zip(actions, scores, strict=True) if score == best]
        return ties[Seeded(seed).below(len(ties))]
