"""The options of a table as lines of text: what positions and records begin with."""

from __future__ import annotations

from typing import Final

from undermine.errors import NotationError, OptionError
from undermine.notation.text import Line, seat_name
from undermine.registry import Options, ruleset

KEYS: Final = ("game", "players", "edition", "extras", "switches", "first")


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
    return lines


def read_options(lines: dict[str, tuple[int, str]], file: str) -> Options:
    """The options that these lines, with their numbers, describe; raises NotationError with file, line and cause."""
    values = {key: value for key, (_, value) in lines.items()}
    number = min((line for line, _ in lines.values()), default=1)
    try:
        switches = _switches(values.get("switches", ""))
        options = Options(
            game=values.get("game", "classic"),
            players=_players(values.get("players", "")),
            edition=values.get("edition", ""),
            extras=tuple(values.get("extras", "").split()),
            switches=switches,
            first=int(Line(values["first"]).seat()) if "first" in values else 0,
        )
        ruleset(options)
    except (OptionError, NotationError) as error:
        raise NotationError("BAD_NOTATION", error.message, file, number) from error
    return options


def _players(word: str) -> int:
    if not word.isdecimal():
        raise OptionError("PLAYER_COUNT", "The number of players is missing; add a line such as players: 5.")
    return int(word)


def _switches(words: str) -> dict[str, str]:
    """Switches such as `multiGoal=chooseOne chest.cells=2,-2 2,2`: a word without a name belongs to the one before."""
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
