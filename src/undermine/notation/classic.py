"""The words of the classic game: turns, and how goals lie; all other questions are written by their forms."""

from __future__ import annotations

from typing import Final

from undermine.games.classic.hooks import ClassicHooks, classic_hooks
from undermine.games.classic.state import CARD_BAG, GOAL
from undermine.kernel.agenda import Step
from undermine.kernel.engine import waiting
from undermine.kernel.event import Kind
from undermine.kernel.ids import Action, Face, Place, Seat
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.notation import classic_events
from undermine.notation.forms import FormWords
from undermine.notation.text import Line
from undermine.notation.turns import read_card, read_turn, turn_verbs, turn_words
from undermine.notation.words import open_step
from undermine.tunnels.ports import letters
from undermine.tunnels.shape import Shape, ShapeError, parse_shape

ORIENT: Final = "orient"
FOREIGN: Final = 2  # an orientation that is none of the goal's own two, plus its open edges


class ClassicWords(FormWords):
    """Turns, goals and the gold draft, and whatever modules ask in forms."""

    def read(self, rules: Ruleset, state: State, seat: Seat, line: Line, verb: str) -> Action:
        if not waiting(state) >> seat & 1:
            if verb in turn_verbs(rules):
                return read_turn(rules, line, verb)
            if verb == ORIENT:
                return _read_orient(rules, state, line)
        return super().read(rules, state, seat, line, verb)

    def read_answer(self, rules: Ruleset, state: State, step: Step, line: Line, verb: str) -> Action:
        name = rules.step_names[step.number]
        verbs = turn_verbs(rules) if name == "turn" else [ORIENT] if name == ORIENT else []
        if verb in verbs:
            return _read_orient(rules, state, line) if verb == ORIENT else read_turn(rules, line, verb)
        if verbs:
            raise line.wrong(f"{verb!r} does not answer this question; begin with {' or '.join(verbs)}.")
        return super().read_answer(rules, state, step, line, verb)

    def verbs(self, rules: Ruleset) -> list[str]:
        return [*turn_verbs(rules), ORIENT, *super().verbs(rules)]

    def answer_words(self, rules: Ruleset, state: State, step: Step, action: Action) -> str:
        name = rules.step_names[step.number]
        if name == ORIENT:
            return f"{ORIENT} {_oriented(rules, state, action)}"
        if name == "turn":
            return turn_words(rules, action)
        return super().answer_words(rules, state, step, action)

    def face(self, rules: Ruleset, bag: Place, line: Line, name: str) -> Face:
        return read_card(rules, line, name) if bag == CARD_BAG else super().face(rules, bag, line, name)

    def event_words(self, rules: Ruleset, kind: Kind, numbers: list[int]) -> str | None:
        return classic_events.event_words(rules, kind, numbers)

    def parse_event(self, rules: Ruleset, kind: Kind, line: Line) -> list[int] | None:
        return classic_events.parse_event(rules, kind, line)


# Goals


def _goal_shapes(rules: Ruleset, state: State) -> list[str]:
    """How the goal in question may lie: upright and turned."""
    hooks: ClassicHooks = classic_hooks(rules.hooks)
    if open_step(rules, state) != ORIENT:
        return []
    tile = hooks.goal_tile[state.cards.any(GOAL + state.top().a)]
    return [hooks.tiles.text(tile), hooks.tiles.text(tile + 1)]


def _read_orient(rules: Ruleset, state: State, line: Line) -> Action:
    word = line.word("how the goal lies, such as NW")
    try:
        shape: Shape = parse_shape(word)
    except ShapeError as error:
        raise line.wrong(f"{error}.") from error
    own = _goal_shapes(rules, state)
    if shape.text() in own:
        return own.index(shape.text())
    if len(shape.parts) != 1 or shape.text() != letters(shape.sides()):
        raise line.wrong(f"No goal lies as {word!r}; write one tunnel, such as NW.")
    return FOREIGN + shape.sides()


def _oriented(rules: Ruleset, state: State, action: Action) -> str:
    if action < FOREIGN:
        return _goal_shapes(rules, state)[action]
    return letters(action - FOREIGN)
