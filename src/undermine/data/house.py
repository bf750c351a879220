"""House rules: other numbers of cards, other rows of tables and other layouts than the printed ones, for one table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

from undermine.errors import OptionError
from undermine.kernel.manifest import CardRow, Manifest

MOST: Final = 60  # copies of a card, and the highest number in a table
DECKS: Final = "decks"
TABLES: Final = "tables"
LAYOUTS: Final = "layouts"
CELL: Final = re.compile(r"(-?[0-9]{1,2}),(-?[0-9]{1,2})")


def altered(manifests: dict[str, Manifest], house: dict[str, str], players: int) -> dict[str, Manifest]:
    """The manifests of a table with its house rules: `decks.map=4`, `tables.saboteurs=1`, `layouts.goals=8,-2 8,0 8,2`.

    A row of a table is that of the number of players, unless it is named: `tables.pay.2=4`.
    """
    found = dict(manifests)
    for name, value in house.items():
        section, _, key = name.partition(".")
        change = CHANGES.get(section)
        if change is None:
            raise wrong(name, f"begins with {section!r}; begin with {DECKS}, {TABLES} or {LAYOUTS} and a dot.")
        changed = False
        for module, manifest in found.items():
            other = change(manifest, key, value, players)
            if other is not None:
                found[module], changed = other, True
        if not changed:
            known = ", ".join(sorted(known_names(found.values(), section)))
            raise wrong(name, f"names nothing of this table; after {section} use one of {known}.")
    return found


def wrong(name: str, cause: str) -> OptionError:
    """The error for a house rule."""
    return OptionError("BAD_HOUSE", f"House rule {name} {cause}")


def known_names(manifests: Iterable[Manifest], section: str) -> set[str]:
    """What can be changed in a section."""
    found: set[str] = set()
    for manifest in manifests:
        if section == DECKS:
            found |= {row.face for rows in manifest.decks.values() for row in rows}
        else:
            found |= set(manifest.tables if section == TABLES else manifest.layouts)
    return found


def number(name: str, value: str) -> int:
    """A number of cards or of a table."""
    if not re.fullmatch(r"[0-9]{1,2}", value) or int(value) > MOST:
        raise wrong(name, f"is {value!r}; write a whole number from 0 to {MOST}.")
    return int(value)


def copies(manifest: Manifest, face: str, value: str, _: int) -> Manifest | None:
    """So many copies of a card."""
    decks = dict(manifest.decks)
    for deck, rows in decks.items():
        if any(row.face == face for row in rows):
            count = number(f"{DECKS}.{face}", value)
            decks[deck] = [with_count(row, count) if row.face == face else row for row in rows]
            return replaced(manifest, decks=decks)
    return None


def with_count(row: CardRow, count: int) -> CardRow:
    """The same card so many times."""
    return CardRow(row.face, row.shape, count, row.confidence, row.mark, row.value)


def table_row(manifest: Manifest, key: str, value: str, players: int) -> Manifest | None:
    """Another number in a table."""
    name, _, row = key.partition(".")
    if name not in manifest.tables:
        return None
    at = players if not row else number(f"{TABLES}.{key}", row)
    if at not in manifest.tables[name]:
        rows = ", ".join(map(str, manifest.tables[name]))
        raise wrong(f"{TABLES}.{key}", f"means row {at}, which is not there; name one of {rows}, as in {name}.1.")
    tables = dict(manifest.tables)
    tables[name] = tables[name] | {at: number(f"{TABLES}.{key}", value)}
    return replaced(manifest, tables=tables)


def layout(manifest: Manifest, key: str, value: str, _: int) -> Manifest | None:
    """Other cells."""
    if key not in manifest.layouts:
        return None
    matches = [CELL.fullmatch(word) for word in value.split()]
    cells = [(int(match[1]), int(match[2])) for match in matches if match]
    wanted = len(manifest.layouts[key])
    if len(cells) != len(matches) or len(cells) != wanted or len(set(cells)) != wanted:
        raise wrong(f"{LAYOUTS}.{key}", f"is {value!r}; name {wanted} different cells, such as 8,0.")
    return replaced(manifest, layouts=manifest.layouts | {key: cells})


Change = Callable[[Manifest, str, str, int], Manifest | None]
CHANGES: Final[dict[str, Change]] = {DECKS: copies, TABLES: table_row, LAYOUTS: layout}


def replaced(
    old: Manifest,
    decks: dict[str, list[CardRow]] | None = None,
    tables: dict[str, dict[int, int]] | None = None,
    layouts: dict[str, list[tuple[int, int]]] | None = None,
) -> Manifest:
    """A manifest in which one of these is another."""
    return Manifest(
        old.key,
        old.title,
        old.players,
        old.decks if decks is None else decks,
        old.tables if tables is None else tables,
        old.layouts if layouts is None else layouts,
        old.switches,
        old.editions,
        old.requires,
        old.excludes,
        old.after,
        old.beside,
    )
