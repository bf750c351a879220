"""What a game brings so that its questions can be answered in words, and its events be told."""

from __future__ import annotations

from abc import ABC, abstractmethod

from undermine.kernel.event import Kind
from undermine.kernel.forms import Form
from undermine.kernel.ids import Action, Face, Seat
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.notation.text import Line


class GameWords(ABC):
    """Words of one game, the modules on top of it included."""

    @abstractmethod
    def parse(self, rules: Ruleset, state: State, seat: Seat, text: str) -> Action: ...

    @abstractmethod
    def words(self, rules: Ruleset, state: State, seat: Seat, action: Action) -> str: ...

    @abstractmethod
    def verbs(self, rules: Ruleset) -> list[str]:
        """All words with which an answer or an outcome may begin."""

    @abstractmethod
    def parse_chance(self, rules: Ruleset, state: State, text: str) -> Action: ...

    @abstractmethod
    def chance_words(self, rules: Ruleset, state: State, action: Action) -> str: ...

    def named(self, rules: Ruleset, form: Form, line: Line, word: str) -> tuple[Face, int]:
        """A card by its name, and how it lies, for a form that plays or names one."""
        raise NotImplementedError

    def order(self, kind: Kind) -> tuple[int, ...] | None:
        """In which order its fields are written, if not in that of its numbers."""
        return None

    def event_words(self, rules: Ruleset, kind: Kind, numbers: list[int]) -> str | None:
        """A kind that is not written by its fields: what stands behind its name. None: as all others."""
        return None

    def parse_event(self, rules: Ruleset, kind: Kind, line: Line) -> list[int] | None:
        """The four numbers of such a kind. None: it is read by its fields."""
        return None


def open_step(rules: Ruleset, state: State) -> str:
    """The name of the open question; empty when the game is over."""
    return rules.step_names[state.top().step] if state.depth else ""
