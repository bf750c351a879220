"""What a running game keeps of the data it began with: the value of every switch, and its decks, tables and layouts.

A later version may turn a switch the other way, count cards anew or rename one; none of that reaches a game that runs. What is
added later and the game has never heard of, such as a new switch, is as that version has it.
"""

from __future__ import annotations

import msgspec

from undermine.errors import OptionError
from undermine.kernel.manifest import CardRow, Manifest, Switch

VERSION = 1


class Row(msgspec.Struct, array_like=True):
    """A face of a deck."""

    face: str
    shape: str
    count: int
    confidence: str
    mark: str
    value: int


class Book(msgspec.Struct):
    """What of a manifest is played with."""

    decks: dict[str, list[Row]]
    tables: dict[str, list[tuple[int, int]]]
    layouts: dict[str, list[tuple[int, int]]]


class Pins(msgspec.Struct):
    """Of one game."""

    version: int
    values: dict[str, str]
    books: dict[str, Book]


def _book(manifest: Manifest) -> Book:
    decks = {
        name: [Row(row.face, row.shape, row.count, row.confidence, row.mark, row.value) for row in rows]
        for name, rows in manifest.decks.items()
    }
    return Book(decks, {name: sorted(rows.items()) for name, rows in manifest.tables.items()}, manifest.layouts)


def write(values: dict[str, str], manifests: list[Manifest]) -> bytes:
    """For the store; the same for the same data."""
    pins = Pins(VERSION, values, {manifest.key: _book(manifest) for manifest in manifests})
    return msgspec.json.encode(pins, order="sorted")


def read(data: bytes) -> Pins:
    """From the store; OptionError when a later version has written it."""
    try:
        pins = msgspec.json.decode(data, type=Pins)
    except msgspec.MsgspecError as error:
        raise OptionError("RULES_GONE", f"What was pinned cannot be read: {error}.") from error
    if pins.version != VERSION:
        raise OptionError("RULES_GONE", f"What was pinned has version {pins.version}; this program reads {VERSION}.")
    return pins


def manifest(pins: Pins, now: Manifest) -> Manifest:
    """A manifest as it was, and what has been added to it since."""
    book = pins.books.get(now.key)
    if book is None:
        return now
    decks = {
        name: [CardRow(row.face, row.shape, row.count, row.confidence, row.mark, row.value) for row in rows]
        for name, rows in book.decks.items()
    }
    return Manifest(
        now.key,
        now.title,
        now.players,
        {**now.decks, **decks},
        {**now.tables, **{name: dict(rows) for name, rows in book.tables.items()}},
        {**now.layouts, **book.layouts},
        now.switches,
        now.editions,
        now.requires,
        now.excludes,
        now.after,
        now.beside,
    )


def values(pins: Pins, switches: dict[str, Switch]) -> dict[str, str]:
    """The value of every switch; OptionError when one is not played that way any more."""
    found = {name: switch.default for name, switch in switches.items()} | pins.values
    for name, switch in switches.items():
        if found[name] not in switch.values and not switch.cells:
            raise OptionError("RULES_GONE", f"Switch {name} cannot be {found[name]!r} any more.")
    return found
