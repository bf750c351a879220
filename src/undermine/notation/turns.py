"""Actions of a turn of the classic game as words: `lay NE@180 3,1`, `break lamp P2`, `map G1`, `pass NE`."""

from __future__ import annotations

from typing import Final

from undermine.games.classic.actions import (
    AIMS,
    DISCARDED,
    MANY,
    MORE,
    PASS,
    aim_of,
    discard,
    face_of,
    is_discard,
    lay,
)
from undermine.games.classic.cards import TOOL, TOOLS
from undermine.games.classic.extending import DEED, DEED_INDEX, value_of
from undermine.games.classic.hooks import classic_hooks
from undermine.games.classic.state import CARD_BAG
from undermine.kernel.forms import letters_of, unpack, verb_of
from undermine.kernel.ids import Action, Face, Place
from undermine.kernel.ruleset import Ruleset
from undermine.notation.fields import cell_words
from undermine.notation.forms import fields_words, name_of, read_ways, words_in
from undermine.notation.text import Line, bad, seat_name
from undermine.tunnels.placing import HALF_TURN, QUARTERS
from undermine.tunnels.ports import spot
from undermine.tunnels.shape import ShapeError, parse_shape

VERBS: Final = ("lay", "break", "mend", "rockfall", "map", "pass")  # other cards are played by their name
WAY: Final = 16  # bits of an aim below the index of its form, on a card with several
MORE_CARDS: Final = 2  # besides the first, that a refused pass may name


# Cards by name


def read_card(rules: Ruleset, line: Line, word: str) -> Face:
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
    """Face and quarter turns of a tunnel of this name, or of one that lies as this shape."""
    hooks = classic_hooks(rules.hooks)
    if word in hooks.names and hooks.tile_of[hooks.names.index(word) + 1]:
        return hooks.names.index(word) + 1, 0
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


def turn_verbs(rules: Ruleset) -> list[str]:
    """The words with which an action of a turn begins: those of the base game, and modules' cards and deeds."""
    hooks = classic_hooks(rules.hooks)
    added = [name for face, name in enumerate(hooks.names, 1) if not hooks.tile_of[face] and not _tools(name)]
    added += [verb_of(deed.form) for deed in hooks.deeds]
    return [*VERBS, *(name for name in dict.fromkeys(added) if name not in VERBS)]


def _tools(name: str) -> list[str]:
    """The tools on a sabotage or repair card; none on any other."""
    verb, _, tools = name.partition("-")
    shown = tools.split("+")
    return shown if verb in ("break", "mend") and set(shown) <= set(TOOLS) else []


def read_turn(rules: Ruleset, line: Line, verb: str) -> Action:
    """What stands behind the verb of a turn."""
    deeds = [deed for deed in classic_hooks(rules.hooks).deeds if verb_of(deed.form) == verb]
    fitting = [deed for deed in deeds if words_in(deed.form) == len(line.found) - line.at]
    if fitting or (deeds and verb not in VERBS and verb not in classic_hooks(rules.hooks).names):
        deed = (fitting or deeds)[0]
        return deed.action(read_ways(rules, CARD_BAG, deed.terms, [letters_of(deed.form)], line, named_card)[1])
    match verb:
        case "lay":
            face, quarter = _read_tunnel(rules, line)
            x, y = line.cell()
            return lay(face, spot(x, y), quarter)
        case "break":
            return read_card(rules, line, "break-" + line.word("a tool such as lamp")) * AIMS + line.seat()
        case "mend":
            return _read_mend(rules, line)
        case "pass":
            return _read_pass(rules, line)
    face = read_card(rules, line, verb)
    card = classic_hooks(rules.hooks).cards[face]
    way, fields = read_ways(rules, CARD_BAG, card.terms, card.forms or [card.form], line, named_card)
    return face * AIMS + (way << WAY) + fields


def named_card(rules: Ruleset, _bag: Place, line: Line, name: str) -> Face:
    """A card that an aim or an answer names."""
    return read_card(rules, line, name)


def _read_mend(rules: Ruleset, line: Line) -> Action:
    tools = line.word("the tools on the card, such as lamp or lamp+pick")
    face = read_card(rules, line, "mend-" + tools)
    target = line.seat()
    if "+" in tools or line.peek() in TOOLS:
        tool = line.word("the tool that is mended")
        if tool not in TOOLS:
            raise line.wrong(f"{tool!r} is no tool; use one of {', '.join(TOOLS)}.")
    else:
        tool = tools
    return face * AIMS + target * TOOL + TOOLS.index(tool)


def _read_pass(rules: Ruleset, line: Line) -> Action:
    """Cards in any order: the action names the lesser face first. Of too many it names three, and that there are more."""
    faces: list[int] = []
    while line.more():
        faces.append(int(read_card(rules, line, line.word("a card"))))
    first, second, third = [*sorted(faces), 0, 0, 0][: MORE_CARDS + 1]
    many = MANY if len(faces) > MORE_CARDS + 1 else 0
    return discard(first) + second * MORE + third + many if faces else PASS


def turn_words(rules: Ruleset, action: Action) -> str:
    """An action of a turn in words."""
    if action == PASS:
        return "pass"
    if action >= DEED:
        deed = classic_hooks(rules.hooks).deeds[(action - DEED) // DEED_INDEX]
        letters = letters_of(deed.form)
        fields = unpack(letters, value_of(action))
        return " ".join([verb_of(deed.form), *fields_words(rules, CARD_BAG, deed.terms, letters, fields)])
    name = name_of(rules, CARD_BAG, face_of(action))
    aim = aim_of(action)
    if is_discard(action):
        more = aim - DISCARDED
        rest = [more % MANY // MORE, more % MORE] + [more % MORE] * (more // MANY)
        return " ".join(["pass", name] + [name_of(rules, CARD_BAG, face) for face in rest if face])
    if classic_hooks(rules.hooks).tile_of[face_of(action)]:
        turned = aim % QUARTERS * 90
        return (
            f"lay {name}@{turned} {cell_words(aim // QUARTERS)}"
            if turned
            else f"lay {name} {cell_words(aim // QUARTERS)}"
        )
    tools = _tools(name)
    if tools and name.startswith("break"):
        return f"break {'+'.join(tools)} {seat_name(aim)}"
    if tools:
        return _mend_words("+".join(tools), aim)
    card = classic_hooks(rules.hooks).cards[face_of(action)]
    form = card.forms[aim >> WAY] if card.forms else card.form
    fields = unpack(form, aim & (1 << WAY) - 1 if card.forms else aim)
    return " ".join([name, *fields_words(rules, CARD_BAG, card.terms, form, fields)])


def _mend_words(tools: str, aim: int) -> str:
    if aim % TOOL >= len(TOOLS):
        raise bad(f"There is no tool number {aim % TOOL}.")
    tool = TOOLS[aim % TOOL]
    words = f"mend {tools} {seat_name(aim // TOOL)}"
    return words if tool == tools else f"{words} {tool}"
