"""Reads a file of house rules. Whatever is wrong in it is an error with file, line and cause."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NoReturn

import msgspec

from undermine.bots import make
from undermine.errors import DataError, OptionError, TextError
from undermine.registry import Options, ruleset

SECTIONS: Final = ("switches", "decks", "tables", "layouts")
HOUSE: Final = SECTIONS[1:]


class HouseError(TextError):
    """A file of house rules cannot be read, or asks for a table that cannot be."""


class File(msgspec.Struct, forbid_unknown_fields=True):
    """What a file may say."""

    title: str
    game: str = "classic"
    players: tuple[int, ...] = (5,)
    edition: str = ""
    extras: list[str] = []
    switches: dict[str, str] = {}
    decks: dict[str, int] = {}
    tables: dict[str, int | dict[str, int]] = {}
    layouts: dict[str, list[tuple[int, int]]] = {}
    bots: str = "greedy"
    games: int = 400
    seed: int = 1


@dataclass(frozen=True)
class Rules:
    """House rules, and the printed ones beside them, for each number of players."""

    title: str
    house: list[Options]
    printed: list[Options]
    bots: str
    games: int
    seed: int


def read(path: Path) -> Rules:
    """A file of house rules."""
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise HouseError("BAD_HOUSE", "is no text in UTF-8.", str(path)) from error
    return parse(text, str(path))


def parse(text: str, file: str) -> Rules:
    """The same of a text."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line, column = (int(place[1]), int(place[2])) if place else (text.count("\n") + 1, 0)
        cause = str(error).partition(" (at")[0]
        raise HouseError("BAD_HOUSE", f"This is not TOML: {cause}.", file, line, column) from error
    try:
        found = msgspec.convert(raw, File)
    except msgspec.ValidationError as error:
        cause, _, where = str(error).partition(" - at ")
        keys = re.findall(r"\w[\w|+-]*", where)
        unknown = re.search(r"unknown field `(.+?)`", cause)
        if unknown:
            known = ", ".join(File.__struct_fields__)
            fail(text, file, [unknown[1]], f"{unknown[1]} is no key of such a file; use one of {known}.")
        fail(text, file, keys, f"{'.'.join(keys) or 'The file'}: {cause}.")
    return checked(found, text, file)


def checked(found: File, text: str, file: str) -> Rules:
    """Both tables of every number of players can be set up."""
    if found.games < 1:
        fail(text, file, ["games"], "games is less than 1; play some.")
    if not found.players or len(set(found.players)) < len(found.players):
        fail(text, file, ["players"], "players lists no number, or one of them twice; write for instance [5, 6].")
    house: list[Options] = []
    printed: list[Options] = []
    try:
        make(found.bots, 0)
    except OptionError as error:
        fail(text, file, ["bots"], error.message)
    for players in found.players:
        plain = Options(found.game, players, found.edition, tuple(found.extras))
        try:
            ruleset(plain)
            printed.append(plain)
        except (OptionError, DataError) as error:
            fail(text, file, [about(error.code)], error.message)
        changed = msgspec.structs.replace(plain, switches=found.switches, house=changes(found))
        try:
            ruleset(changed)
            house.append(changed)
        except (OptionError, DataError) as error:
            fail(text, file, keys_in(error.message, found), error.message)
    if not (found.switches or found.decks or found.tables or found.layouts):
        fail(text, file, ["title"], f"Nothing is changed; add a table of {', '.join(SECTIONS)}.")
    return Rules(found.title, house, printed, found.bots, found.games, found.seed)


def changes(found: File) -> dict[str, str]:
    """Decks, tables and layouts as a table keeps them."""
    said = {f"decks.{face}": str(copies) for face, copies in found.decks.items()}
    for name, value in found.tables.items():
        rows = {f".{row}": number for row, number in value.items()} if isinstance(value, dict) else {"": value}
        said |= {f"tables.{name}{row}": str(number) for row, number in rows.items()}
    for name, cells in found.layouts.items():
        said[f"layouts.{name}"] = " ".join(f"{x},{y}" for x, y in cells)
    return said


def about(code: str) -> str:
    """The key of a file that an error of a table is about."""
    keys = {"BAD_GAME": "game", "PLAYER_COUNT": "players", "BAD_EDITION": "edition"}
    return keys.get(code, "extras")


def keys_in(message: str, found: File) -> list[str]:
    """The section and key that an error names; otherwise the first section that is there."""
    rule = re.match(r"House rule ([a-z]+)\.(\S+)", message)
    if rule:
        return [rule[1], rule[2].partition(".")[0]]
    for section in SECTIONS:
        for name in getattr(found, section):
            if re.search(rf"(?<![\w|+-]){re.escape(name)}(?![\w|+-])", message):
                return [section, name]
    return next(([section] for section in SECTIONS if getattr(found, section)), [])


def fail(text: str, file: str, keys: list[str], cause: str) -> NoReturn:
    """An error, at the line where the last of these keys stands."""
    raise HouseError("BAD_HOUSE", cause, file, line_of(text, keys))


def line_of(text: str, keys: list[str]) -> int:
    """Where a key stands: below the heading of its section, or in a line that begins with it; 1 if it stands nowhere."""
    section, best = "", 1
    for number, line in enumerate(text.splitlines(), start=1):
        heading = re.fullmatch(r"\s*\[([^\]]+)\]\s*(#.*)?", line)
        if heading:
            section = heading[1].strip()
            if keys and section.split(".")[0] == keys[0]:
                best = number
            continue
        name = line.partition("=")[0].strip().strip("\"'")
        path = [*section.split("."), *name.split(".")] if section else name.split(".")
        if keys and path[: len(keys)] == keys:
            return number
        if keys and path[:1] == keys[:1] and best == 1:
            best = number
    return best
