"""A bot that takes any of its legal actions, each as often as the others."""

from __future__ import annotations

from undermine.bots.api import Bot
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import legal
from undermine.kernel.state import State


class Uniform(Bot):
    """Known as `random`."""

    name = "random"

    def choose(self, view: State, seat: int, seed: int) -> int:
        actions = legal(view, seat)
        return actions[Seeded(seed).below(len(actions))]
