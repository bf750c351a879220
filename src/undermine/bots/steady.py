"""A bot that lives with its seat: it remembers, believes, and plays by rules on what it believes."""

from __future__ import annotations

from undermine.bots.api import Bot, Explanation
from undermine.bots.mind import Mind
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import legal
from undermine.kernel.event import Event
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.notation.claims import Claim
from undermine.registry import kit_of

EQUAL = 1e-9  # scores as near as this are the same


class Steady(Bot):
    """Its mind is the game's own."""

    name = "steady"

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._mind: Mind | None = None

    def mind(self, rules: Ruleset) -> Mind:
        """Made when the first row tells which game it is."""
        if self._mind is None:
            self._mind = kit_of(rules).mind()
        return self._mind

    def hear(self, view: State, row: Event) -> None:
        self.mind(view.rules).hear(view, row)

    def heard(self, view: State, claim: Claim) -> None:
        self.mind(view.rules).heard(view, claim)

    def say(self, view: State, seat: int, seed: int) -> Claim | None:
        return self.mind(view.rules).say(view, seat)

    def choose(self, view: State, seat: int, seed: int) -> int:
        actions = legal(view, seat)
        if len(actions) == 1:
            return actions[0]
        scores = self.mind(view.rules).judge(view, seat, actions)
        best = max(scores) - EQUAL
        ties = [action for action, score in zip(actions, scores, strict=True) if score >= best]
        return ties[Seeded(seed).below(len(ties))]

    def explain(self, view: State, seat: int) -> Explanation:
        return self.mind(view.rules).explain(view, seat)

    def sets(self, view: State, seat: int) -> dict[int, tuple[float, float]]:
        return self.mind(view.rules).sets(view, seat)
