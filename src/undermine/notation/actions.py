"""Actions and chance outcomes as words, and back: `lay NE@180 3,1`, `break lamp P2`, `draw map`.

Which question is open decides how an answer is read. What the rules forbid is still read as long as it means
something, so that the engine can say why it is refused; what means nothing raises NotationError.
"""

from __future__ import annotations

from undermine.kernel.ids import Action, Seat
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.notation.words import GameWords
from undermine.registry import kit_of


def words_of(rules: Ruleset) -> GameWords:
    """The words of a ruleset's game."""
    return kit_of(rules).words


def parse(rules: Ruleset, state: State, seat: Seat, words: str) -> Action:
    """The action that these words mean to this seat, whether it is legal or not."""
    return words_of(rules).parse(rules, state, seat, words)


def words(rules: Ruleset, state: State, seat: Seat, action: Action) -> str:
    """An action in words, in canonical form."""
    return words_of(rules).words(rules, state, seat, action)


def parse_chance(rules: Ruleset, state: State, words: str) -> Action:
    """The outcome that these words name, when the open question is asked of chance."""
    return words_of(rules).parse_chance(rules, state, words)


def chance_words(rules: Ruleset, state: State, action: Action) -> str:
    """A chance outcome in words."""
    return words_of(rules).chance_words(rules, state, action)
