"""The words of the classic game: turns, and how goals lie; all other questions are written by their forms."""

from __future__ import annotations

from typing import Final

from undermine.games.classic import event_words as classic_events
from undermine.games.classic.rules.hooks import ClassicHooks, classic_hooks
from undermine.games.classic.rules.state import CARD_BAG, GOAL
from undermine.kernel.agenda import Step
from undermine.kernel.event import Kind
from undermine.kernel.forms import Form
from undermine.kernel.ids import Action, Face, Place
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.notation import moves
from undermine.notation.forms import FormWords
from undermine.notation.text import Line
from undermine.notation.words import open_step
from undermine.tunnels.placing import HALF_TURN
from undermine.tunnels.ports import letters
from undermine.tunnels.shape import Shape, ShapeError, parse_shape

ORIENT: Final = "orient"
FOREIGN: Final = 1  # neither of the goal's two orientations: it is read, and refused


class ClassicWords(FormWords):
    """Turns, goals and the gold draft, and whatever modules ask in forms."""

    def read_answer(self, rules: Ruleset, state: State, step: Step, line: Line, verb: str) -> Action:
        if verb == ORIENT and rules.step_names[step.number] == ORIENT and not line.peek().startswith("@"):
            return step.answers[0].head + _read_orient(rules, state, line)
        return super().read_answer(rules, state, step, line, verb)

    def answer_words(self, rules: Ruleset, state: State, step: Step, action: Action) -> str:
        shapes = _goal_shapes(rules, state)
        turn = step.answers[0].fields[0].of(action) if shapes and step.reads(action) else -1
        if turn in (0, HALF_TURN):
            return f"{ORIENT} {shapes[1 if turn else 0]}"
        return super().answer_words(rules, state, step, action)

    def lying(self, rules: Ruleset, bag: Place, line: Line, name: str) -> tuple[Face, int]:
        return super().lying(rules, bag, line, _sorted_tools(name) if bag == CARD_BAG else name)

    def named(self, rules: Ruleset, form: Form, line: Line, word: str) -> tuple[Face, int]:
        face, quarter = super().named(rules, form, line, word)
        if form.card == CARD_BAG and any(field.what in moves.TURNED for field in form.fields):
            hooks = classic_hooks(rules.hooks)
            if not hooks.tile_of[face]:
                raise line.wrong(f"{word!r} is no tunnel card; write its shape, such as NES or N|S.")
            return face, 0 if quarter == HALF_TURN and hooks.alike[face] else quarter
        return face, quarter

    def order(self, kind: Kind) -> tuple[int, ...] | None:
        return classic_events.ORDER.get(kind)

    def event_words(self, rules: Ruleset, kind: Kind, numbers: list[int]) -> str | None:
        return classic_events.event_words(rules, kind, numbers)

    def parse_event(self, rules: Ruleset, kind: Kind, line: Line) -> list[int] | None:
        return classic_events.parse_event(rules, kind, line, self.named)


def _sorted_tools(word: str) -> str:
    """`mend-pick+lamp` is the card `mend-lamp+pick`: its tools are named in the order of the ring lamp, pick, cart."""
    verb, _, tools = word.partition("-")
    first, _, second = tools.partition("+")
    ring = ("lamp", "pick", "cart")
    if verb == "mend" and first in ring and second in ring and ring[ring.index(second) - 2] == first:
        return f"mend-{second}+{first}"
    return word


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
        return HALF_TURN * own.index(shape.text())
    if len(shape.parts) != 1 or shape.text() != letters(shape.sides()):
        raise line.wrong(f"No goal lies as {word!r}; write one tunnel, such as NW.")
    return FOREIGN
