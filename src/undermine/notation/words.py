"""What a game brings so that its questions can be answered in words."""

from __future__ import annotations

from abc import ABC, abstractmethod

from undermine.kernel.ids import Action, Seat
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State


class GameWords(ABC):
    """Words of one game, the modules on top of it included."""

    @abstractmethod
    def parse(self, rules: Ruleset, state: State, seat: Seat, text: str) -> Action: ...

    @abstractmethod
    def words(self, rules: Ruleset, state: State, seat: Seat, action: Action) -> str: ...

    @abstractmethod
    def parse_chance(self, rules: Ruleset, state: State, text: str) -> Action: ...

    @abstractmethod
    def chance_words(self, rules: Ruleset, state: State, action: Action) -> str: ...


def open_step(rules: Ruleset, state: State) -> str:
    """The name of the open question; empty when the game is over."""
    return rules.step_names[state.top().step] if state.depth else ""
