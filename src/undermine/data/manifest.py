"""Reads the manifest of a module, and refuses a broken one with file, table, key and cause."""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, field

from undermine.data.table import Part, Table, Text, contents, parse, read
from undermine.kernel.manifest import CardRow, Manifest, Switch

EDGES: Final = "NESW"
GAMES: Final = "manifests"
EXTRAS: Final = "manifests/extras"
ANY: Final = "any"  # rows of a table that are numbered as it likes
BASE: Final = "base"  # a game's key: what this one does not say is as there
WITHOUT: Final = "without"  # switches of that game which would do nothing in this one
OF_A_GAME: Final = ("players", "decks", "tables", "layouts", "switches", "editions")  # which it may not leave out
USUAL: Final = "usual"  # the value of a switch for cells when a table says nothing
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
    for name in msgspec.convert(top.values.get(WITHOUT, []), list[str]):
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


Cells: Any = Annotated[list[tuple[int, int]], Meta(min_length=1)]


class _Card(Part, frozen=True):
    face: Text
    count: Annotated[int, Meta(ge=1)]
    confidence: Literal["confirmed", "single-source", "reconstructed"]
    shape: str = ""
    mark: str = ""
    value: Annotated[int, Meta(ge=0)] = 0


class _Deck(Part, frozen=True):
    total: int
    cards: Annotated[list[_Card], Meta(min_length=1)]


class _Numbers(Part, frozen=True):
    by: Text
    values: dict[str, int]


class _Switch(Part, frozen=True):
    rules: Annotated[list[Text], Meta(min_length=1)]
    ruling: Text
    values: tuple[Text, ...] = ()
    cells: int = 0


class _File(Part, frozen=True):
    """An extra may leave out whatever it does not bring."""

    key: Text
    title: Text
    players: tuple[int, int] = AS_THE_GAME
    decks: dict[str, dict[str, Any]] = field(default_factory=dict)
    tables: dict[str, dict[str, Any]] = field(default_factory=dict)
    layouts: dict[str, Any] = field(default_factory=dict)
    switches: dict[str, dict[str, Any]] = field(default_factory=dict)
    editions: dict[str, dict[str, str]] = field(default_factory=dict)
    requires: tuple[Text, ...] = ()
    excludes: tuple[Text, ...] = ()
    after: tuple[Text, ...] = ()
    beside: tuple[Text, ...] = ()


def _manifest(top: Table, key: str, *, extra: bool) -> Manifest:
    file = top.taken(_File)
    for name in () if extra else OF_A_GAME:
        if name not in top.values:
            raise top.broken(name, "is missing; add it.")
    if file.key != key:
        raise top.broken("key", f"is {file.key!r} in the file of {key!r}; make file name and key agree.")
    fewest, most = file.players
    if file.players != AS_THE_GAME and not 1 <= fewest <= most:
        raise top.broken("players", f"is [{fewest}, {most}]; write the fewest players, then the most.")
    decks, switches = _decks(top), _switches(top)
    return Manifest(
        key,
        file.title,
        file.players,
        decks,
        _tables(top, file.players),
        _layouts(top, decks),
        switches,
        _editions(top, file.editions, switches, extra=extra),
        file.requires,
        file.excludes,
        file.after,
        file.beside,
    )


def _subs(top: Table, key: str) -> dict[str, Table]:
    return top.sub(key).subs() if key in top.names() else {}


def _decks(top: Table) -> dict[str, list[CardRow]]:
    decks: dict[str, list[CardRow]] = {}
    places: dict[str, str] = {}
    for name, table in _subs(top, "decks").items():
        deck = table.taken(_Deck)
        for at, card in enumerate(deck.cards, 1):
            where = f"cards[{at}]"
            if card.face in places:
                raise table.broken(
                    f"{where}.face", f"{card.face!r} is listed before, in {places[card.face]}; list every face once."
                )
            places[card.face] = f"decks.{name}.{where}"
            if card.shape and canonical(card.shape) != card.shape:
                raise table.broken(
                    f"{where}.shape",
                    f"is {card.shape!r}; write edges in the order N E S W, each once, parts split by '|'.",
                )
        found = sum(card.count for card in deck.cards)
        if found != deck.total:
            raise table.broken("total", f"is {deck.total}, but the cards add up to {found}; correct one of the two.")
        if len({bool(card.shape) for card in deck.cards}) > 1:
            raise table.broken("cards", "some have a shape and some have none; give all of a deck a shape, or none.")
        decks[name] = [CardRow(**msgspec.structs.asdict(card)) for card in deck.cards]
    return decks


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


def _tables(top: Table, players: tuple[int, int]) -> dict[str, dict[int, int]]:
    """Numbers by players, or by the numbers of another table (the pay of saboteurs by how many there are), or by any."""
    read = {name: table.taken(_Numbers) for name, table in _subs(top, "tables").items()}
    found: dict[str, dict[int, int]] = {}
    for name, table in read.items():
        for row in table.values:
            if not row.isdecimal() or str(int(row)) != row:
                raise top.broken(
                    f"tables.{name}.values.{row}", "is not a whole number; the rows of a table are numbers."
                )
        found[name] = {int(row): number for row, number in table.values.items()}
    for name, other in ((name, table.by) for name, table in read.items() if table.by != ANY):
        where = f"tables.{name}"
        if other == "players":
            if players == AS_THE_GAME:
                raise top.broken(f"{where}.by", "is players, and the manifest says nothing of them; add players.")
            wanted = set(range(players[0], players[1] + 1))
        elif other in found:
            wanted = set(range(1, max(found[other].values()) + 1))
        else:
            raise top.broken(f"{where}.by", f"is {other!r}; use players, any or the name of a table.")
        odd = sorted(wanted ^ set(found[name]))
        if odd:
            cause = "has no row" if odd[0] in wanted else "has a row too many"
            raise top.broken(f"{where}.values", f"{cause}: {odd[0]}; give it the rows {min(wanted)} to {max(wanted)}.")
    return found


def _layouts(top: Table, decks: dict[str, list[CardRow]]) -> dict[str, list[tuple[int, int]]]:
    layouts: dict[str, list[tuple[int, int]]] = {}
    taken: dict[tuple[int, int], str] = {}
    for name in top.sub("layouts").names() if "layouts" in top.names() else ():
        cells: list[tuple[int, int]] = top.sub("layouts").taken(Cells, name)
        where = f"layouts.{name}"
        for cell in cells:
            if cell in taken:
                raise top.broken(where, f"puts a card on {list(cell)}, where {taken[cell]} lies; use every cell once.")
            taken[cell] = name
        cards = sum(row.count for row in decks.get(name, []))
        if name in decks and cards < len(cells):
            raise top.broken(where, f"has {len(cells)} cells for a deck of {cards} cards; take some cells out.")
        layouts[name] = cells
    return layouts


def _switches(top: Table) -> dict[str, Switch]:
    switches: dict[str, Switch] = {}
    for name, table in _subs(top, "switches").items():
        row = table.taken(_Switch)
        values = [USUAL] if row.cells else list(row.values)
        if not values:
            raise table.broken("values", "is missing; give a switch at least two values.")
        if not row.cells and (len(values) < 2 or len(set(values)) < len(values)):
            raise table.broken("values", "leaves nothing to choose, or has one twice; give a switch several values.")
        switches[name] = Switch(name, values, values[0], row.rules, row.ruling, row.cells)
    return switches


def _editions(
    top: Table, editions: dict[str, dict[str, str]], switches: dict[str, Switch], *, extra: bool
) -> dict[str, dict[str, str]]:
    for name, chosen in editions.items():
        for switch, value in chosen.items():
            where = f"editions.{name}.{switch}"
            if switch not in switches:
                raise top.broken(where, f"is no switch; use one of {', '.join(switches)}.")
            if value not in switches[switch].values:
                raise top.broken(where, f"is {value!r}; use one of {', '.join(switches[switch].values)}.")
    if not editions and not extra:
        raise top.broken("editions", "has no edition; add at least one.")
    return editions
