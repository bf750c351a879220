"""Chance in words: a script that names outcomes, and one that finds out what was said from the events of a game."""

from __future__ import annotations

from undermine.errors import RecordError
from undermine.kernel.agenda import SCRATCH, Step
from undermine.kernel.chance import Chance, ChanceError
from undermine.kernel.event import Event, Play
from undermine.kernel.ids import NOBODY, Action
from undermine.kernel.state import Frame, State
from undermine.notation.actions import chance_words, parse_chance


def outcomes(s: State, f: Frame, step: Step) -> list[int]:
    """All that chance may say here."""
    return [int(SCRATCH[index]) for index in range(step.options(s, f, NOBODY, SCRATCH))]


class Spoken(Chance):
    """Outcomes in words, in order. One that is certain may be left out; nothing else may, and none may be left over."""

    def __init__(self, script: list[str]) -> None:
        self.script = script
        self.used = 0

    def choose(self, s: State, f: Frame, step: Step) -> Action:
        possible = outcomes(s, f, step)
        if len(possible) == 1 and self.next() != chance_words(s.rules, s, possible[0]):
            return possible[0]
        if self.used == len(self.script):
            raise ChanceError(
                f"chance is asked once more; add an outcome such as {chance_words(s.rules, s, possible[0])!r}"
            )
        action = parse_chance(s.rules, s, self.script[self.used])
        if action not in possible:
            raise ChanceError(f"{self.script[self.used]!r} cannot come up here")
        self.used += 1
        return action

    def next(self) -> str:
        """The words that come next; empty when all are used."""
        return self.script[self.used] if self.used < len(self.script) else ""

    def finish(self) -> None:
        """Raises ChanceError if something was scripted that chance was not asked for."""
        if self.used < len(self.script):
            raise ChanceError(f"chance was not asked for {self.next()!r}; take it out")


class Followed(Chance):
    """Finds out from the events of a game what chance must have said."""

    def __init__(self) -> None:
        self.log: list[Event] = []
        self.events: list[Event] = []
        self.start = 0
        self.said: list[str] = []

    def follow(self, log: list[Event], events: list[Event]) -> None:
        """From here on the log must grow by these events."""
        self.log, self.events, self.start, self.said = log, events, len(log), []

    def choose(self, s: State, f: Frame, step: Step) -> Action:
        at = len(self.log) - self.start
        for action in outcomes(s, f, step):
            trial: list[Event] = []
            copy = s.copy()
            step.resolve(Play(copy, trial), copy.top(), NOBODY, action)
            if [row(event) for event in trial] == [row(event) for event in self.events[at : at + len(trial)]]:
                self.said.append(chance_words(s.rules, s, action))
                return action
        raise RecordError("BAD_RECORD", f"No outcome of {s.rules.step_names[f.step]!r} leads to the stored events.")


def row(event: Event) -> tuple[int, int, int, int, int, int]:
    """An event to be compared with another of the same ruleset."""
    return id(event.kind), event.eyes, event.a, event.b, event.c, event.d
