"""The options of a table as lines of text: what positions and records begin with."""

from __future__ import annotations

from typing import Final

from undermine.errors import NotationError, OptionError
from undermine.notation.text import Line, seat_name, whole
from undermine.registry import Options, ruleset

KEYS: Final = ("game", "players", "edition", "extras", "switches", "first", "house")
# Which line an error is about, by its code; what cannot be read at all is a seat.
ABOUT: Final = {
    "BAD_GAME": "game",
    "PLAYER_COUNT": "players",
    "BAD_EDITION": "edition",
    "BAD_EXTRA": "extras",
    "MODULE_CONFLICT": "extras",
    "BAD_SWITCH": "switches",
    "BAD_SWITCH_VALUE": "switches",
    "BAD_LAYOUT": "switches",
    "BAD_HOUSE": "house",
    "BAD_NOTATION": "first",
}


def options_lines(options: Options) -> list[str]:
    """The options of a table, those that are as usual left out."""
    lines = [f"game: {options.game}", f"players: {options.players}"]
    if options.edition:
        lines.append(f"edition: {options.edition}")
    if options.extras:
        lines.append(f"extras: {' '.join(options.extras)}")
    if options.switches:
        lines.append("switches: " + " ".join(f"{name}={value}" for name, value in sorted(options.switches.items())))
    if options.first:
        lines.append(f"first: {seat_name(options.first)}")
    if options.house:
        lines.append("house: " + " ".join(f"{name}={value}" for name, value in sorted(options.house.items())))
    return lines


def read_options(lines: dict[str, tuple[int, str]], file: str) -> Options:
    """The options that these lines, with their numbers, describe; raises NotationError with file, line and cause."""
    values = {key: value for key, (_, value) in lines.items()}
    first, players = 0, 0
    try:
        first = _first(values["first"]) if "first" in values else 0
        players = _players(values.get("players", ""))
        options = Options(
            game=values.get("game", "classic"),
            players=players,
            edition=values.get("edition", ""),
            extras=tuple(values.get("extras", "").split()),
            switches=_switches(values.get("switches", "")),
            first=first,
            house=_switches(values.get("house", "")),
        )
        ruleset(options)
    except (OptionError, NotationError) as error:
        late = error.code == "BAD_SWITCH_VALUE" and first >= players
        key = "first" if late else ABOUT.get(error.code, "")
        number = lines[key][0] if key in lines else min((line for line, _ in lines.values()), default=1)
        raise NotationError("BAD_NOTATION", error.message, file, number) from error
    return options


def _first(words: str) -> int:
    line = Line(words)
    seat = int(line.seat())
    line.done()
    return seat


def _players(word: str) -> int:
    number = whole(word)
    if number is None:
        raise OptionError("PLAYER_COUNT", "The number of players is missing; add a line such as players: 5.")
    return number


def _switches(words: str) -> dict[str, str]:
    """Switches such as `multiGoal=chooseOne smith.cells=2,-2 2,2`: a word without a name belongs to the one before."""
    found: dict[str, str] = {}
    for word in words.split():
        name, equals, value = word.partition("=")
        if equals:
            found[name] = value
        elif not found:
            raise OptionError("BAD_SWITCH", f"{word!r} sets no switch; write name=value.")
        else:
            found[list(found)[-1]] += f" {word}"
    return found
