"""The words of the classic game."""

from __future__ import annotations

from typing import Final

from undermine.games.classic.actions import (
    AIMS,
    DISCARDED,
    MORE,
    PASS,
    aim_of,
    discard,
    face_of,
    is_discard,
    lay,
)
from undermine.games.classic.cards import TOOL, TOOLS
from undermine.games.classic.hooks import ClassicHooks, classic_hooks
from undermine.games.classic.state import CARD_BAG, GOAL, GOLD_BAG
from undermine.kernel.dealing import FromBag
from undermine.kernel.engine import waiting
from undermine.kernel.ids import Action, Face, Seat
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.notation.text import Line, bad, goal_name, seat_name
from undermine.notation.words import GameWords, open_step
from undermine.tunnels.placing import HALF_TURN, QUARTERS
from undermine.tunnels.ports import letters, spot, spot_x, spot_y
from undermine.tunnels.shape import Shape, ShapeError, parse_shape

# The verbs that answer each question, and the verb that chance answers with.
ANSWERS: Final = {
    "turn": ("lay", "break", "mend", "rockfall", "map", "pass"),
    "choose": ("turn",),
    "orient": ("orient",),
    "take": ("take",),
}
OUTCOMES: Final = {
    "first": "first",
    "deal": "deal",
    "draw": "draw",
    "peek": "goal",
    "reveal": "goal",
    "unveil": "gold",
    "pay-draw": "gold",
}
MORE_CARDS: Final = 2  # besides the first, that a refused pass may name
FOREIGN: Final = 2  # an orientation that is none of the goal's own two, plus its open edges


class ClassicWords(GameWords):
    """Turns, goals and the gold draft."""

    def parse(self, rules: Ruleset, state: State, seat: Seat, text: str) -> Action:
        line = Line(text)
        verb = line.word("an action such as pass")
        step = open_step(rules, state)
        verbs = ANSWERS.get(step, ())
        if waiting(state) >> seat & 1 and verb not in verbs:
            raise line.wrong(f"{verb!r} does not answer this question; begin with {' or '.join(verbs) or 'nothing'}.")
        action = self._read(rules, state, line, verb)
        line.done()
        return action

    def _read(self, rules: Ruleset, state: State, line: Line, verb: str) -> Action:
        if verb in ANSWERS["turn"]:
            return _read_turn(rules, line, verb)
        match verb:
            case "turn":
                return line.goal()
            case "orient":
                return _read_orient(rules, state, line)
            case "take":
                return _read_face(rules, line, GOLD_BAG, "a gold card such as gold-3")
        known = [word for words in ANSWERS.values() for word in words]
        raise line.wrong(f"{verb!r} is no action; use one of {', '.join(known)}.")

    def words(self, rules: Ruleset, state: State, seat: Seat, action: Action) -> str:
        step = open_step(rules, state)
        if step == "choose" and action >= 0:
            return f"turn {goal_name(action)}"
        if step == "orient" and action >= 0:
            return f"orient {_oriented(rules, state, action)}"
        if step == "take":
            return f"take {name_of(rules, GOLD_BAG, action)}"
        return turn_words(rules, action)

    def parse_chance(self, rules: Ruleset, state: State, text: str) -> Action:
        line = Line(text)
        step = open_step(rules, state)
        if step not in OUTCOMES:
            raise bad(f"Chance is not asked here: the open question is {step or 'none'}.")
        verb = line.word("an outcome of chance")
        if verb != OUTCOMES[step]:
            raise line.wrong(f"{verb!r} is not what chance is asked for; begin with {OUTCOMES[step]}.")
        action = line.seat() if step == "first" else _read_face(rules, line, _bag_of(rules, state), "a card")
        line.done()
        return action

    def chance_words(self, rules: Ruleset, state: State, action: Action) -> str:
        step = open_step(rules, state)
        if step not in OUTCOMES:
            raise bad(f"Chance is not asked here: the open question is {step or 'none'}.")
        if step == "first":
            return f"first {seat_name(action)}"
        return f"{OUTCOMES[step]} {name_of(rules, _bag_of(rules, state), action)}"


# Cards by name


def _bag_of(rules: Ruleset, state: State) -> int:
    """The pack that chance draws from."""
    frame = state.top()
    step = rules.steps[frame.step]
    if not isinstance(step, FromBag):
        raise bad(f"Chance draws no card at the question {open_step(rules, state)!r}.")
    return step.bag(state, frame)


def name_of(rules: Ruleset, bag: int, face: Face) -> str:
    """The name of a face of a pack."""
    names = rules.layout.face_names[bag]
    if not 0 < face < len(names):
        raise bad(f"There is no card number {face} among the {rules.layout.place_names[bag].removesuffix(' bag')}s.")
    return names[face]


def _read_face(rules: Ruleset, line: Line, bag: int, meant: str) -> Face:
    """A card of a pack by its name; tunnels also by any form of their shape."""
    word = line.word(meant)
    if bag == CARD_BAG:
        return _read_card(rules, line, word)
    names = rules.layout.face_names[bag]
    if word not in names[1:]:
        raise line.wrong(f"{word!r} is not {meant}; use one of {', '.join(names[1:])}.")
    return names.index(word)


def _read_card(rules: Ruleset, line: Line, word: str) -> Face:
    """A tunnel or action card."""
    names = rules.layout.face_names[CARD_BAG]
    for name in (word, _sorted_tools(word)):
        if name in names[1:]:
            return names.index(name)
    found = _tunnel_face(rules, word)
    if found is None:
        raise line.wrong(f"There is no card {word!r}; use one of {', '.join(names[1:])}.")
    return found[0]


def _sorted_tools(word: str) -> str:
    """`mend-pick+lamp` is the card `mend-lamp+pick`: its tools are named in the order of the ring lamp, pick, cart."""
    verb, _, tools = word.partition("-")
    pair = tools.split("+")
    ring = ("lamp", "pick", "cart")
    if verb == "mend" and len(pair) == 2 and pair[0] in ring and pair[1] in ring:
        first, second = pair
        if ring[(ring.index(first) + 1) % 3] != second:
            first, second = second, first
        return f"mend-{first}+{second}"
    return word


def _tunnel_face(rules: Ruleset, word: str) -> tuple[Face, int] | None:
    """Face and quarter turns of a tunnel that lies as this shape."""
    hooks = classic_hooks(rules.hooks)
    try:
        shape = parse_shape(word)
    except ShapeError:
        return None
    for face in range(1, len(hooks.names) + 1):
        tile = hooks.tile_of[face]
        if tile:
            if hooks.tiles.text(tile) == shape.text():
                return face, 0
            if hooks.tiles.text(tile + 1) == shape.text():
                return face, HALF_TURN
    return None


def _read_tunnel(rules: Ruleset, line: Line) -> tuple[Face, int]:
    """A tunnel card and how it lies: `NE`, `NE@180`, or the shape as it lies, `SW`."""
    word = line.word("a tunnel card such as NE or NE@180")
    name, at, degrees = word.partition("@")
    found = _tunnel_face(rules, name)
    if found is None:
        raise line.wrong(f"{name!r} is no tunnel card; write its shape, such as NES or N|S.")
    if at and degrees not in ("0", "90", "180", "270"):
        raise line.wrong(f"{word!r} is turned by {degrees or 'nothing'}; write @180 for a half turn.")
    face, quarter = found
    quarter = (quarter + int(degrees or "0") // 90) % QUARTERS
    if quarter == HALF_TURN and classic_hooks(rules.hooks).alike[face]:
        quarter = 0
    return face, quarter


# Turns


def parse_turn(rules: Ruleset, line: Line, *, laid: bool) -> Action:
    """An action of a turn; `laid`: the word `lay` itself is left out."""
    verb = "lay" if laid else line.word("an action such as map")
    if verb not in ANSWERS["turn"]:
        raise line.wrong(f"{verb!r} is no action of a turn; use one of {', '.join(ANSWERS['turn'])}.")
    return _read_turn(rules, line, verb)


def _read_turn(rules: Ruleset, line: Line, verb: str) -> Action:
    match verb:
        case "lay":
            face, quarter = _read_tunnel(rules, line)
            x, y = line.cell()
            return lay(face, spot(x, y), quarter)
        case "break":
            return _read_card(rules, line, "break-" + line.word("a tool such as lamp")) * AIMS + line.seat()
        case "mend":
            return _read_mend(rules, line)
        case "rockfall":
            x, y = line.cell()
            return _read_card(rules, line, "rockfall") * AIMS + spot(x, y)
        case "map":
            return _read_card(rules, line, "map") * AIMS + line.goal()
    return _read_pass(rules, line)


def _read_mend(rules: Ruleset, line: Line) -> Action:
    tools = line.word("the tools on the card, such as lamp or lamp+pick")
    face = _read_card(rules, line, "mend-" + tools)
    target = line.seat()
    if "+" in tools or line.peek() in TOOLS:
        tool = line.word("the tool that is mended")
        if tool not in TOOLS:
            raise line.wrong(f"{tool!r} is no tool; use one of {', '.join(TOOLS)}.")
    else:
        tool = tools
    return face * AIMS + target * TOOL + TOOLS.index(tool)


def _read_pass(rules: Ruleset, line: Line) -> Action:
    if not line.more():
        return PASS
    action = discard(_read_face(rules, line, CARD_BAG, "a card"))
    digit = MORE
    while line.more():
        if not digit:
            raise bad(f"A pass names at most {MORE_CARDS + 1} cards; take {line.peek()!r} out.", line.column())
        action += _read_face(rules, line, CARD_BAG, "a card") * digit
        digit //= MORE
    return action


def turn_words(rules: Ruleset, action: Action) -> str:
    """An action of a turn in words."""
    if action == PASS:
        return "pass"
    name = name_of(rules, CARD_BAG, face_of(action))
    aim = aim_of(action)
    if is_discard(action):
        rest = [(aim - DISCARDED) // MORE, (aim - DISCARDED) % MORE]
        return " ".join(["pass", name] + [name_of(rules, CARD_BAG, face) for face in rest if face])
    if classic_hooks(rules.hooks).tile_of[face_of(action)]:
        turned = aim % QUARTERS * 90
        return (
            f"lay {name}@{turned} {cell_words(aim // QUARTERS)}"
            if turned
            else f"lay {name} {cell_words(aim // QUARTERS)}"
        )
    verb, _, tools = name.partition("-")
    if verb == "break":
        return f"break {tools} {seat_name(aim)}"
    if verb == "mend":
        return _mend_words(tools, aim)
    if verb == "map":
        return f"map {goal_name(aim)}"
    return f"{verb} {cell_words(aim)}"


def _mend_words(tools: str, aim: int) -> str:
    if aim % TOOL >= len(TOOLS):
        raise bad(f"There is no tool number {aim % TOOL}.")
    tool = TOOLS[aim % TOOL]
    words = f"mend {tools} {seat_name(aim // TOOL)}"
    return words if tool == tools else f"{words} {tool}"


def cell_words(where: int) -> str:
    """A spot of the grid as x,y."""
    return f"{spot_x(where)},{spot_y(where)}"


# Goals


def _goal_shapes(rules: Ruleset, state: State) -> list[str]:
    """How the goal in question may lie: upright and turned."""
    hooks: ClassicHooks = classic_hooks(rules.hooks)
    if open_step(rules, state) != "orient":
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
