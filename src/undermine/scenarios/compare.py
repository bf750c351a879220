"""What all comparisons share: what was expected and found, and errors in words as errors of the scenario."""

from __future__ import annotations

import re

from undermine.errors import NotationError, ScenarioError
from undermine.kernel.state import State
from undermine.notation.cards import Card, cards_in, cards_words, face_named, parse_cards, spelled
from undermine.notation.text import Line
from undermine.scenarios.reader import Part


class Unmet(ScenarioError):
    """An expectation that does not hold."""


class Blame:
    """Turns errors in words into errors of the scenario: `with Blame(part): ...`."""

    def __init__(self, part: Part) -> None:
        self.part = part

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, NotationError):
            problem = self.part.error(error.message, error.line)
            problem.column = error.column
            raise problem from error


def same(part: Part, what: str, expected: object, found: object, row: int = 0) -> None:
    """Compare, and say what was found instead."""
    if expected != found:
        raise Unmet("UNMET", f"{what}: expected {expected}, found {found}.", part.file, part.line_of(row))


def same_look(part: Part, what: str, expected: str, found: str) -> None:
    """Compare how a card lies, whichever way its shape was written."""
    if spelled(expected) != found:
        same(part, what, expected, found)


def seat(word: str) -> int:
    """A seat such as P1."""
    line = Line(word)
    found = int(line.seat())
    line.done()
    return found


def sitting(state: State, part: Part, name: str) -> int:
    """A seat of this table."""
    found = seat(name)
    if found >= state.rules.seats:
        raise part.error(f"Nobody sits at {name}; there are {state.rules.seats} players.")
    return found


def unmarked(part: Part, cards: list[Card]) -> None:
    """Who has seen a card cannot be said where nobody would compare it."""
    if any(card.eyes is not None for card in cards):
        raise part.error("Who has seen a card cannot stand here; compare it by views of the players.")


def same_cards(state: State, part: Part, what: str, place: int) -> None:
    """A number of cards, or their names; `?` for one that this observer cannot name."""
    if part.is_number():
        same(part, what, part.number(), int(state.cards.size(place)))
        return
    bag = int(state.rules.layout.bag[place])
    wanted = parse_cards(state.rules, bag, part.words())
    unmarked(part, wanted)
    found = cards_words(state.rules, bag, cards_in(state, place, None)) or "none"
    names = state.rules.layout.face_names[bag]
    meant = {word: names[face_named(names, word)] for word in re.findall("[^ *]+", part.words()) if word not in names}
    turned = "".join(f" ({word} is the card {name})" for word, name in meant.items())
    expected = cards_words(state.rules, bag, wanted) or "none"
    if expected != found:
        same(part, what, expected + turned, found)
