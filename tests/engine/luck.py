"""Chance that says what it is told to say, and chance that is written down."""

from __future__ import annotations

from undermine.kernel.agenda import SCRATCH, Step
from undermine.kernel.chance import Chance, ChanceError
from undermine.kernel.ids import NOBODY
from undermine.kernel.state import Frame, State


class Scripted(Chance):
    """Named outcomes, in order; a test says `finish` so that a script longer than its game is an error."""

    def __init__(self, outcomes: list[int]) -> None:
        self.outcomes = outcomes
        self.used = 0

    def choose(self, s: State, f: Frame, step: Step) -> int:
        if self.used == len(self.outcomes):
            raise ChanceError("the script of chance is too short")
        action = self.outcomes[self.used]
        if action not in [SCRATCH[i] for i in range(step.options(s, f, NOBODY, SCRATCH))]:
            raise ChanceError(f"outcome {self.used + 1} of the script cannot come up here")
        self.used += 1
        return action

    def finish(self) -> None:
        if self.used < len(self.outcomes):
            raise ChanceError(f"chance was scripted {len(self.outcomes)} times and asked {self.used}")


class Recorded(Chance):
    """Another source of chance, and a note of what it chose."""

    def __init__(self, source: Chance) -> None:
        self.source = source
        self.outcomes: list[int] = []

    def choose(self, s: State, f: Frame, step: Step) -> int:
        action = self.source.choose(s, f, step)
        self.outcomes.append(action)
        return action
