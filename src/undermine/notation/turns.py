"""Cards of the classic game by name: `NE`, `SW` for a NE that lies so, `mend-pick+lamp` for `mend-lamp+pick`."""

from __future__ import annotations

from undermine.games.classic.rules.hooks import classic_hooks
from undermine.games.classic.rules.state import CARD_BAG
from undermine.kernel.ids import Face
from undermine.kernel.ruleset import Ruleset
from undermine.notation.text import Line
from undermine.tunnels.placing import HALF_TURN, QUARTERS
from undermine.tunnels.shape import ShapeError, parse_shape


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


def read_tunnel(rules: Ruleset, line: Line, word: str) -> tuple[Face, int]:
    """A tunnel card and how it lies: `NE`, `NE@180`, or the shape as it lies, `SW`."""
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
