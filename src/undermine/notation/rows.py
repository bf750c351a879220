"""Events as bytes: compact, versioned, and readable by a ruleset that numbers its kinds, steps, faces and places anew.

A row is its kind's code together with how many of its four numbers are written (the zeros behind them are not), the
eyes, and those numbers, all as variable-length integers. Numbers are local to a ruleset, so whoever stores rows stores
`table_of_names` with them and reads them back through a `Translator`.
"""

from __future__ import annotations

from typing import Final

import msgspec

from undermine.errors import RecordError
from undermine.kernel.event import Event
from undermine.kernel.ids import ALL
from undermine.kernel.ruleset import Ruleset

VERSION: Final = 1
WIDTH: Final = 4
PLACE: Final = "p"  # columns are as in Kind: f a face, p a place, q a step; all others are kept as they are, as n
LOCAL: Final = "fpq"  # numbers of these columns are a ruleset's own

Row = tuple[int, int, list[int]]  # kind's code, eyes, four numbers


class KindNames(msgspec.Struct, array_like=True):
    """A kind and what its numbers are."""

    name: str
    columns: str
    pack: int


class PlaceNames(msgspec.Struct, array_like=True):
    """A place and the bag of its pack."""

    place: int
    name: str
    bag: int


class Names(msgspec.Struct):
    """What the numbers of a ruleset mean."""

    version: int
    kinds: list[KindNames]
    steps: list[str]
    places: list[PlaceNames]
    faces: dict[int, list[str]]  # by bag


def _names_of(rules: Ruleset) -> Names:
    layout = rules.layout
    return Names(
        version=VERSION,
        kinds=[
            KindNames(name, stored(kind.columns), int(kind.pack))
            for name, kind in zip(rules.kind_names, rules.kinds, strict=True)
        ],
        steps=list(rules.step_names),
        places=[
            PlaceNames(int(place), name, int(layout.bag[place])) for place, name in sorted(layout.place_names.items())
        ],
        faces={int(bag): list(names) for bag, names in sorted(layout.face_names.items())},
    )


def stored(columns: str) -> str:
    """Columns as a table of names keeps them: what is no number of the ruleset is a plain number."""
    return "".join(column if column in LOCAL else "n" for column in columns)


def table_of_names(rules: Ruleset) -> bytes:
    """What the numbers of this ruleset mean, to be kept beside rows that were written under it."""
    return msgspec.msgpack.encode(_names_of(rules))


def encode(rules: Ruleset, events: list[Event]) -> bytes:
    """Rows of events, eyes included: for a store, not for players."""
    out = bytearray([VERSION])
    for event in events:
        if event.kind not in rules.codes:
            raise _broken(f"{type(event.kind).__name__} is no kind of this ruleset; register it before it is written.")
        numbers = [event.a, event.b, event.c, event.d]
        while numbers and not numbers[-1]:
            numbers.pop()
        _put(out, rules.codes[event.kind] * (WIDTH + 1) + len(numbers))
        _put(out, 0 if event.eyes == ALL else event.eyes + 1)
        for number in numbers:
            _put(out, number << 1 if number >= 0 else (-number << 1) - 1)
    return bytes(out)


def decode(rules: Ruleset, data: bytes) -> list[Event]:
    """Rows that were written under these very rules."""
    return [_event_of(rules, row) for row in _rows_of(data)]


class Translator:
    """Reads rows that were written under another table of names."""

    def __init__(self, table: bytes, rules: Ruleset) -> None:
        self.rules = rules
        self.same = table == table_of_names(rules)
        try:
            self.old = msgspec.msgpack.decode(table, type=Names)
        except msgspec.MsgspecError as error:
            raise _broken(f"The table of names cannot be read: {error}.") from error
        if self.old.version != VERSION:
            raise _broken(f"The table of names has version {self.old.version}; this program reads {VERSION}.")
        new = _names_of(rules)
        self.kinds = {kind.name: (code, kind.columns) for code, kind in enumerate(new.kinds)}
        self.places = {place.name: place.place for place in new.places}
        self.new_faces = new.faces
        self.old_places = {place.place: place for place in self.old.places}

    def decode(self, data: bytes) -> list[Event]:
        rows = _rows_of(data)
        if not self.same:
            rows = [self.translate(row) for row in rows]
        return [_event_of(self.rules, row) for row in rows]

    def translate(self, row: Row) -> Row:
        code, eyes, numbers = row
        if code >= len(self.old.kinds):
            raise _broken(f"Kind {code} is not in the table of names.")
        kind = self.old.kinds[code]
        if kind.name not in self.kinds:
            raise _broken(f"These rules have no kind {kind.name!r}; add the module that brings it.")
        new_code, columns = self.kinds[kind.name]
        if columns != kind.columns:
            raise _broken(f"Rows of kind {kind.name!r} had the columns {kind.columns} and have {columns} now.")
        return new_code, eyes, [self.number(kind, column, numbers) for column in range(WIDTH)]

    def number(self, kind: KindNames, column: int, numbers: list[int]) -> int:
        number = numbers[column]
        match kind.columns[column]:
            case "f":
                return self.face(self.bag(kind, numbers), number)
            case "p":
                return self.place(number)
            case "q":
                return self.step(number)
        return number

    def bag(self, kind: KindNames, numbers: list[int]) -> int:
        """The pack, as it was numbered, that a row's face belongs to."""
        if kind.pack >= 0:
            return kind.pack
        for column, number in zip(kind.columns, numbers, strict=True):
            if column == PLACE:
                return self.old_place(number).bag
        raise _broken(f"Rows of kind {kind.name!r} do not say which pack their face belongs to.")

    def old_place(self, place: int) -> PlaceNames:
        if place not in self.old_places:
            raise _broken(f"Place {place} is not in the table of names.")
        return self.old_places[place]

    def place(self, place: int) -> int:
        name = self.old_place(place).name
        if name not in self.places:
            raise _broken(f"These rules have no place {name!r}; add the module that brings it.")
        return self.places[name]

    def face(self, bag: int, face: int) -> int:
        old = self.old.faces.get(bag, [])
        if not 0 <= face < len(old):
            raise _broken(f"Face {face} is not in the table of names.")
        new = self.new_faces[self.place(bag)]
        if old[face] not in new:
            raise _broken(f"These rules have no card {old[face]!r}; add the module that brings it.")
        return new.index(old[face])

    def step(self, step: int) -> int:
        if not 0 <= step < len(self.old.steps):
            raise _broken(f"Step {step} is not in the table of names.")
        name = self.old.steps[step]
        if name not in self.rules.step_names:
            raise _broken(f"These rules have no step {name!r}; add the module that brings it.")
        return self.rules.step_names.index(name)


def translator(table: bytes, rules: Ruleset) -> Translator:
    """A reader of rows that were stored together with this table of names."""
    return Translator(table, rules)


def _broken(cause: str) -> RecordError:
    return RecordError("BAD_ROWS", cause)


def _put(out: bytearray, number: int) -> None:
    """A number that is not negative, seven bits a byte, the lowest first."""
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)


def _rows_of(data: bytes) -> list[Row]:
    if not data or data[0] != VERSION:
        found = f"version {data[0]}" if data else "no version"
        raise _broken(f"The rows have {found}; this program reads version {VERSION}.")
    rows: list[Row] = []
    at = 1
    while at < len(data):
        head, at = _get(data, at)
        eyes, at = _get(data, at)
        numbers = [0] * WIDTH
        for column in range(head % (WIDTH + 1)):
            number, at = _get(data, at)
            numbers[column] = -(number >> 1) - 1 if number & 1 else number >> 1
        rows.append((head // (WIDTH + 1), ALL if eyes == 0 else eyes - 1, numbers))
    return rows


def _get(data: bytes, at: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        if at == len(data):
            raise _broken("The rows end in the middle of a number: they are not complete.")
        number |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if data[at - 1] < 128:
            return number, at


def _event_of(rules: Ruleset, row: Row) -> Event:
    code, eyes, numbers = row
    if code >= len(rules.kinds):
        raise _broken(f"Kind {code} is unknown to these rules; read the rows through their table of names.")
    a, b, c, d = numbers
    return Event(rules.kinds[code], eyes, a, b, c, d)
