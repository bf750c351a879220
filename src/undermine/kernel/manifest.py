"""What a module brings as data: its decks, tables, layouts, switches and editions, and the switch values of one table.

Games open no file. A reader elsewhere checks a manifest and hands it over as these plain objects.
"""

from __future__ import annotations


class ManifestError(LookupError):
    """Something was asked of a manifest, or of the settings of a table, that is not there."""


class LayoutError(ManifestError):
    """A table asks for a layout that cannot be; the sentence says why."""


class ConflictError(ManifestError):
    """Switches of a table keep two of its extras apart; the sentence says which."""


class CardRow:
    """One face of a deck: how many copies there are, and how sure the count is.

    `shape` is canonical (`NES`, `N|S`) and empty for cards that have none; `mark` and `value` are empty and 0 likewise.
    """

    def __init__(self, face: str, shape: str, count: int, confidence: str, mark: str, value: int) -> None:
        self.face = face
        self.shape = shape
        self.count = count
        self.confidence = confidence
        self.mark = mark
        self.value = value


def rarity(row: CardRow) -> int:
    """Cards with many copies sort before cards with few."""
    return -row.count


class Switch:
    """A point on which editions or tables differ; `rules` and `ruling` are ids of the catalogue.

    A switch that asks for `cells` may also be set to so many of them, such as `2,-2 5,2`.
    """

    def __init__(
        self, name: str, values: list[str], default: str, rules: list[str], ruling: str, cells: int = 0
    ) -> None:
        self.name = name
        self.cells = cells
        self.values = values
        self.default = default
        self.rules = rules
        self.ruling = ruling


class Manifest:
    """Everything one module brings as data. The first edition of a game is the default one.

    An extra may leave `players` at (0, 0): as many as the game. It may need other extras (`requires`), go with none of
    `excludes`, be put in `after` others that are there, and name those that may stay `beside` it when it wants no others.
    """

    def __init__(
        self,
        key: str,
        title: str,
        players: tuple[int, int],
        decks: dict[str, list[CardRow]],
        tables: dict[str, dict[int, int]],
        layouts: dict[str, list[tuple[int, int]]],
        switches: dict[str, Switch],
        editions: dict[str, dict[str, str]],
        requires: tuple[str, ...] = (),
        excludes: tuple[str, ...] = (),
        after: tuple[str, ...] = (),
        beside: tuple[str, ...] = (),
    ) -> None:
        self.key = key
        self.title = title
        self.players = players
        self.decks = decks
        self.tables = tables
        self.layouts = layouts
        self.switches = switches
        self.editions = editions
        self.requires = requires
        self.excludes = excludes
        self.after = after
        self.beside = beside

    def cards(self, deck: str) -> list[CardRow]:
        """The rows of a deck, in the order of the manifest."""
        rows = self.decks.get(deck)
        if rows is None:
            raise ManifestError(f"{self.key} has no deck {deck!r}; it has {', '.join(self.decks)}.")
        return rows

    def commonest_first(self, decks: list[str]) -> list[CardRow]:
        """The rows of several decks, most copies first: whoever looks through a hand of them is done sooner."""
        rows: list[CardRow] = []
        for deck in decks:
            rows += self.cards(deck)
        return sorted(rows, key=rarity)

    def table(self, name: str, key: int) -> int:
        """The number a table gives for a key, such as the size of a hand for five players."""
        table = self.tables.get(name)
        if table is None:
            raise ManifestError(f"{self.key} has no table {name!r}; it has {', '.join(self.tables)}.")
        number = table.get(key)
        if number is None:
            raise ManifestError(f"Table {name!r} of {self.key} says nothing about {key}.")
        return number

    def layout(self, name: str) -> list[tuple[int, int]]:
        """The cells where the cards of a layout lie at the start, as (x, y)."""
        cells = self.layouts.get(name)
        if cells is None:
            raise ManifestError(f"{self.key} has no layout {name!r}; it has {', '.join(self.layouts)}.")
        return cells


class Settings:
    """The value of every switch at one table."""

    def __init__(self, values: dict[str, str]) -> None:
        self.values = values

    def choice(self, name: str) -> str:
        """The value of a switch."""
        value = self.values.get(name)
        if value is None:
            raise ManifestError(f"There is no switch {name!r} at this table.")
        return value

    def flag(self, name: str) -> bool:
        """The value of a switch that is either true or false."""
        value = self.choice(name)
        if value != "true" and value != "false":
            raise ManifestError(f"Switch {name!r} is {value!r}, not true or false; read it with choice().")
        return value == "true"
