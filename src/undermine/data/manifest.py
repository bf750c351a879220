"""Reads the manifest of a module, and refuses a broken one with file, table, key and cause."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from undermine.data.table import Table, contents, parse, read
from undermine.kernel.manifest import CardRow, Manifest, Switch

CONFIDENCES: Final = ("confirmed", "single-source", "reconstructed")
EDGES: Final = "NESW"
GAMES: Final = "manifests"
EXTRAS: Final = "manifests/extras"
ANY: Final = "any"  # rows of a table that are numbered as it likes
BASE: Final = "base"  # a game's key: what this one does not say is as there
WITHOUT: Final = "without"  # switches of that game which would do nothing in this one
USUAL: Final = "usual"  # the value of a switch for cells when a table says nothing
RELATIONS: Final = ("requires", "excludes", "after", "beside")  # of an extra to others
AS_THE_GAME: Final = (0, 0)  # players of an extra that says nothing about them


def keys() -> list[str]:
    """The games that have a manifest."""
    return contents(GAMES)


@cache
def extra_keys() -> list[str]:
    """The extras that have one; looked for once, so treat it as read-only."""
    return contents(EXTRAS)


@cache
def load(key: str) -> Manifest:
    """The manifest of a game, such as `classic`, or of an extra; read once, so treat it as read-only."""
    if key in extra_keys():
        return _manifest(read(EXTRAS, key), key, extra=True)
    top = read(GAMES, key)
    if BASE in top.names():
        top = on_top_of(read(GAMES, top.text(BASE)), top)
    return _manifest(top, key, extra=False)


def loads(text: str, key: str, *, extra: bool = False) -> Manifest:
    """A manifest from its text; `key` is the game or extra it must be for."""
    return _manifest(parse(text, f"{key}.toml"), key, extra=extra)


def on_top_of(base: Table, top: Table) -> Table:
    """A game that is like another but for what it says itself: tables within tables are looked through as well."""
    own = {name: value for name, value in top.values.items() if name not in (BASE, WITHOUT)}
    below = dict(base.values)
    switches = dict(base.sub("switches").values)
    for name in top.texts(WITHOUT, optional=True):
        if name not in switches:
            raise top.broken(WITHOUT, f"names {name!r}, which is no switch of {base.text('key')!r}; take it out.")
        del switches[name]
    below["switches"] = switches
    return Table(top.file, "", _laid_over(below, own))


def _laid_over(below: dict[str, object], above: dict[str, object]) -> dict[str, object]:
    values = dict(below)
    for name, value in above.items():
        under = values.get(name)
        nested = isinstance(value, dict) and isinstance(under, dict) and not {"cards", "values"} & set(value)
        values[name] = (
            _laid_over(under, value) if nested and isinstance(under, dict) and isinstance(value, dict) else value
        )
    return values


def _manifest(top: Table, key: str, *, extra: bool) -> Manifest:
    """An extra may leave out whatever it does not bring."""
    if top.text("key") != key:
        raise top.broken("key", f"is {top.text('key')!r} in the file of {key!r}; make file name and key agree.")
    title = top.text("title")
    players = _players(top) if "players" in top.names() or not extra else AS_THE_GAME
    decks = _decks(top.sub("decks", optional=extra))
    tables = _tables(top.sub("tables", optional=extra), players)
    layouts = _layouts(top.sub("layouts", optional=extra), decks)
    switches = _switches(top.sub("switches", optional=extra))
    editions = _editions(top.sub("editions", optional=extra), switches, extra=extra)
    requires, excludes, after, beside = (tuple(top.texts(name, optional=True)) if extra else () for name in RELATIONS)
    top.done()
    return Manifest(key, title, players, decks, tables, layouts, switches, editions, requires, excludes, after, beside)


def _players(top: Table) -> tuple[int, int]:
    fewest, most = top.pair("players")
    if not 1 <= fewest <= most:
        raise top.broken("players", f"is [{fewest}, {most}]; write the fewest players, then the most.")
    return fewest, most


def _decks(tables: Table) -> dict[str, list[CardRow]]:
    decks: dict[str, list[CardRow]] = {}
    places: dict[str, str] = {}
    for name in tables.names():
        table = tables.sub(name)
        rows: list[CardRow] = []
        for entry in table.subs("cards"):
            row = _card(entry)
            if row.face in places:
                raise entry.broken(
                    "face", f"{row.face!r} is listed before, in {places[row.face]}; list every face once."
                )
            places[row.face] = entry.where
            rows.append(row)
        _check_deck(table, rows)
        decks[name] = rows
    return decks


def _card(entry: Table) -> CardRow:
    row = CardRow(
        face=entry.text("face"),
        shape=entry.text("shape", ""),
        count=entry.number("count"),
        confidence=entry.text("confidence"),
        mark=entry.text("mark", ""),
        value=entry.number("value", 0),
    )
    entry.done()
    if row.count < 1:
        raise entry.broken("count", f"is {row.count}; a card that is listed is there at least once.")
    if row.value < 0:
        raise entry.broken("value", f"is {row.value}; a value is not negative.")
    if row.confidence not in CONFIDENCES:
        raise entry.broken("confidence", f"is {row.confidence!r}; use one of {', '.join(CONFIDENCES)}.")
    if row.shape and canonical(row.shape) != row.shape:
        raise entry.broken(
            "shape", f"is {row.shape!r}; write edges in the order N E S W, each once, parts split by '|'."
        )
    return row


def _check_deck(table: Table, rows: list[CardRow]) -> None:
    total = table.number("total")
    table.done()
    found = sum(row.count for row in rows)
    if found != total:
        raise table.broken("total", f"is {total}, but the cards add up to {found}; correct one of the two.")
    if len({bool(row.shape) for row in rows}) > 1:
        raise table.broken("cards", "some have a shape and some have none; give all of a deck a shape, or none.")


def canonical(shape: str) -> str:
    """A shape in canonical form, or an empty text if it is no shape: `SE` -> `ES`, `N|EW` -> `EW|N`.

    Before it may stand `L:` (a ladder), behind it `#b` or `#g` (a door) and `^1` (crystals).
    """
    match = re.fullmatch(r"(L:)?([NESW]+(?:\|[NESW]+)*)(#[bg])?(\^[1-9])?", shape)
    if match is None:
        return ""
    letters = match[2].replace("|", "")
    if len(set(letters)) != len(letters):
        return ""
    parts = ["".join(sorted(part, key=EDGES.index)) for part in match[2].split("|")]
    ordered = "|".join(sorted(parts, key=lambda part: (-len(part), EDGES.index(part[0]))))
    return f"{match[1] or ''}{ordered}{match[3] or ''}{match[4] or ''}"


def _tables(tables: Table, players: tuple[int, int]) -> dict[str, dict[int, int]]:
    """Numbers by players, or by the numbers of another table (the pay of saboteurs by how many there are), or by any."""
    found: dict[str, dict[int, int]] = {}
    by: dict[str, str] = {}
    for name in tables.names():
        table = tables.sub(name)
        by[name] = table.text("by")
        values = table.sub("values")
        table.done()
        found[name] = {_row(values, key): values.number(key) for key in values.names()}
    for name, other in by.items():
        if other == ANY:
            continue
        if other == "players":
            if players == AS_THE_GAME:
                raise tables.broken(f"{name}.by", "is players, and the manifest says nothing of them; add players.")
            wanted = set(range(players[0], players[1] + 1))
        elif other in found:
            wanted = set(range(1, max(found[other].values()) + 1))
        else:
            raise tables.broken(f"{name}.by", f"is {other!r}; use players, any or the name of a table.")
        odd = sorted(wanted ^ set(found[name]))
        if odd:
            cause = "has no row" if odd[0] in wanted else "has a row too many"
            raise tables.broken(
                f"{name}.values", f"{cause}: {odd[0]}; give it the rows {min(wanted)} to {max(wanted)}."
            )
    return found


def _row(values: Table, key: str) -> int:
    if not key.isdecimal() or str(int(key)) != key:
        raise values.broken(key, "is not a whole number; the rows of a table are numbers.")
    return int(key)


def _layouts(table: Table, decks: dict[str, list[CardRow]]) -> dict[str, list[tuple[int, int]]]:
    layouts: dict[str, list[tuple[int, int]]] = {}
    taken: dict[tuple[int, int], str] = {}
    for name in table.names():
        cells = table.pairs(name)
        for cell in cells:
            if cell in taken:
                raise table.broken(name, f"puts a card on {list(cell)}, where {taken[cell]} lies; use every cell once.")
            taken[cell] = name
        cards = sum(row.count for row in decks.get(name, []))
        if name in decks and cards < len(cells):
            raise table.broken(name, f"has {len(cells)} cells for a deck of {cards} cards; take some cells out.")
        layouts[name] = cells
    return layouts


def _switches(tables: Table) -> dict[str, Switch]:
    switches: dict[str, Switch] = {}
    for name in tables.names():
        table = tables.sub(name)
        cells = table.number("cells", 0)
        values = [USUAL] if cells else table.texts("values")
        if len(values) < 2 and not cells:
            raise table.broken("values", "leaves nothing to choose; give a switch at least two values.")
        switches[name] = Switch(name, values, values[0], table.texts("rules"), table.text("ruling"), cells)
        table.done()
    return switches


def _editions(tables: Table, switches: dict[str, Switch], *, extra: bool) -> dict[str, dict[str, str]]:
    editions: dict[str, dict[str, str]] = {}
    for name in tables.names():
        table = tables.sub(name)
        for switch in table.names():
            if switch not in switches:
                raise table.broken(switch, f"is no switch; use one of {', '.join(switches)}.")
            if table.text(switch) not in switches[switch].values:
                known = ", ".join(switches[switch].values)
                raise table.broken(switch, f"is {table.text(switch)!r}; use one of {known}.")
        editions[name] = {switch: table.text(switch) for switch in table.names()}
    if not editions and not extra:
        raise tables.broken("", "has no edition; add at least one.")
    return editions
