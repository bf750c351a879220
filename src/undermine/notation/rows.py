"""Events as bytes: compact, versioned, and readable by a ruleset that numbers its kinds, steps, faces and places anew.

A row is its kind's code together with how many of its four numbers are written (the zeros behind them are not), the
eyes, and those numbers, all as variable-length integers. Numbers are local to a ruleset, so whoever stores rows stores
`table_of_names` with them and reads them back through a `Translator`.
"""

from __future__ import annotations

from typing import Final, TypeVar

import msgspec

from undermine.errors import RecordError
from undermine.kernel import fields
from undermine.kernel.event import Event
from undermine.kernel.fields import Field
from undermine.kernel.forms import BELOW, CARD_BITS
from undermine.kernel.ids import ALL
from undermine.kernel.ruleset import Ruleset

VERSION: Final = 2
WIDTH: Final = 4

Row = tuple[int, int, list[int]]  # kind's code, eyes, four numbers


class FieldNames(msgspec.Struct, array_like=True):
    """What a number is (see `kernel.forms`)."""

    what: str
    pack: int
    shift: int
    width: int
    terms: list[str]


class Named(msgspec.Struct, array_like=True):
    """A kind, and what its numbers are; a step, and what the numbers of its frames are."""

    name: str
    fields: list[FieldNames]


class FormNames(msgspec.Struct, array_like=True):
    """A form of an action, the pack of the card it plays, and its fields."""

    name: str
    card: int
    fields: list[FieldNames]


class PlaceNames(msgspec.Struct, array_like=True):
    """A place and the bag of its pack."""

    place: int
    name: str
    bag: int


class Names(msgspec.Struct):
    """What the numbers of a ruleset mean."""

    version: int
    kinds: list[Named]
    steps: list[Named]
    forms: list[FormNames]
    places: list[PlaceNames]
    faces: dict[int, list[str]]  # by bag


def _fields(found: list[Field]) -> list[FieldNames]:
    return [FieldNames(f.what, int(f.pack), int(f.shift), int(f.width), list(f.terms)) for f in found]


def _names_of(rules: Ruleset) -> Names:
    layout = rules.layout
    return Names(
        version=VERSION,
        kinds=[Named(name, _fields(kind.fields)) for name, kind in zip(rules.kind_names, rules.kinds, strict=True)],
        steps=[Named(name, _fields(step.holds)) for name, step in zip(rules.step_names, rules.steps, strict=True)],
        forms=[FormNames(form.tag, int(form.card), _fields(form.fields)) for form in rules.forms],
        places=[
            PlaceNames(int(place), name, int(layout.bag[place])) for place, name in sorted(layout.place_names.items())
        ],
        faces={int(bag): list(names) for bag, names in sorted(layout.face_names.items())},
    )


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
        self.kinds = {kind.name: (code, kind.fields) for code, kind in enumerate(new.kinds)}
        self.steps = {step.name: (number, step.fields) for number, step in enumerate(new.steps)}
        self.forms = {form.name: (number, form) for number, form in enumerate(new.forms)}
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
        kind = _at(self.old.kinds, code, "Kind")
        new_code, new = _find(self.kinds, kind.name, "kind")
        old = kind.fields
        if old and old[0].what == fields.STEP:  # a question: its step says what the last two numbers are
            asks = _at(self.old.steps, numbers[0], "Step")
            old = [*old, *asks.fields]
            new = [*new, *_find(self.steps, asks.name, "step")[1]]
        if [field.what for field in old] != [field.what for field in new]:
            raise _broken(f"Rows of kind {kind.name!r} are made of other numbers now.")
        bag = -1
        for field, number in zip(old, numbers, strict=False):
            if field.what == fields.PLACE and bag < 0:
                bag = self.old_place(number).bag
        found = [self.number(was, now, number, bag) for was, now, number in zip(old, new, numbers, strict=False)]
        return new_code, eyes, found + numbers[len(found) :]

    def number(self, old: FieldNames, new: FieldNames, number: int, bag: int = -1) -> int:
        """One number; `bag` is the pack of faces that do not say theirs."""
        match old.what:
            case fields.FACE:
                return self.face(old.pack if old.pack >= 0 else bag, number)
            case fields.FACES:
                faces = sorted(self.face(old.pack, number >> at & 255) for at in range(0, old.width, 8) if number >> at)
                return sum(face << 8 * at for at, face in enumerate(faces))
            case fields.EACH if old.pack >= 0:
                each = [number >> at & (1 << old.width) - 1 for at in range(0, number.bit_length(), old.width)]
                return sum(self.face(old.pack, face) << new.width * at for at, face in enumerate(each))
            case fields.PLACE:
                return self.place(number)
            case fields.STEP:
                return _find(self.steps, _at(self.old.steps, number, "Step").name, "step")[0]
            case fields.TERM:
                return _find({term: at for at, term in enumerate(new.terms)}, _at(old.terms, number, "Word"), "word")
            case fields.ACT:
                return self.action(number)
        return number

    def action(self, action: int) -> int:
        """A whole action: its form, its card and its fields, wherever they stand now."""
        old = _at(self.old.forms, action >> BELOW, "Form")
        number, new = _find(self.forms, old.name, "form")
        if [field.what for field in old.fields] != [field.what for field in new.fields]:
            raise _broken(f"The form {old.name!r} is made of other fields now.")
        found = number << BELOW
        if old.card >= 0:
            found |= self.face(old.card, action >> CARD_BITS & 255) << CARD_BITS
        for was, now in zip(old.fields, new.fields, strict=True):
            found |= self.number(was, now, action >> was.shift & (1 << was.width) - 1) << now.shift
        return found

    def old_place(self, place: int) -> PlaceNames:
        if place not in self.old_places:
            raise _broken(f"Place {place} is not in the table of names.")
        return self.old_places[place]

    def place(self, place: int) -> int:
        return _find(self.places, self.old_place(place).name, "place")

    def face(self, bag: int, face: int) -> int:
        if bag < 0:
            raise _broken("A row does not say which pack its face belongs to.")
        name = _at(self.old.faces.get(bag, []), face, "Face")
        names = self.new_faces[self.place(bag)]
        if name not in names:
            raise _broken(f"These rules have no card {name!r}; add the module that brings it.")
        return names.index(name)


T = TypeVar("T")


def _at(rows: list[T], number: int, what: str) -> T:
    if not 0 <= number < len(rows):
        raise _broken(f"{what} {number} is not in the table of names.")
    return rows[number]


def _find(found: dict[str, T], name: str, what: str) -> T:
    if name not in found:
        raise _broken(f"These rules have no {what} {name!r}; add the module that brings it.")
    return found[name]


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
