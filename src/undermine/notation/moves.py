"""Actions by their forms (see `kernel.forms`): as words, as what goes over the wire, and back.

An action says by itself what it is, so neither a state nor a seat is needed to write one. A card that is played stands
behind the verb with its turn on it, and is left out where the verb names it; so is a tool that the card alone tells.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from undermine.errors import NotationError
from undermine.kernel import fields
from undermine.kernel.fields import NONE, TOOLS, Field
from undermine.kernel.forms import CARD_BITS, Form, card_of, form_of
from undermine.kernel.ids import AUTO, CHANCE, NOBODY, Action, Face, Place
from undermine.kernel.ruleset import Ruleset
from undermine.notation.fields import TURNS, one_of, plain_words, read_number, read_plain, terms_of
from undermine.notation.places import mask_of, mask_words, parse_place, place_words
from undermine.notation.text import Line, bad
from undermine.tunnels.placing import HALF_TURN
from undermine.tunnels.ports import REACH, spot, spot_x, spot_y

MOST_SENT: Final = 1 << 15  # moves of a ruleset that are kept as they are sent
TURNED: Final = (fields.HALF, fields.QUARTER)
Coordinate = Annotated[int, Meta(ge=-REACH, lt=REACH)]
Seats = Annotated[list[Annotated[int, Meta(ge=0, le=11)]], Meta(max_length=12)]

Named = Callable[[Ruleset, Form, Line, str], tuple[Face, int]]  # finds a card by its name: its face, and how it lies


def form_at(rules: Ruleset, action: Action) -> Form:
    """The form of an action."""
    number = form_of(action)
    if not 0 <= number < len(rules.forms):
        raise bad(f"There is no form number {number}.")
    return rules.forms[number]


def name_of(rules: Ruleset, bag: Place, face: Face) -> str:
    """The name of a face of a pack; `?` for none."""
    names = rules.layout.face_names[bag]
    if not 0 <= face < len(names):
        raise bad(f"There is no card number {face} among the {rules.layout.place_names[bag].removesuffix(' bag')}s.")
    return names[face]


def cards_of(number: int) -> list[int]:
    """The faces of a field of several cards."""
    return [number >> at & 255 for at in range(0, 32, 8) if number >> at & 255]


def is_written(form: Form) -> bool:
    """Does the card stand behind the verb?"""
    return form.card != NONE and not form.face


# Words


def words(rules: Ruleset, action: Action) -> str:
    """An action in words."""
    return form_words(rules, form_at(rules, action), action)


def form_words(rules: Ruleset, form: Form, action: Action, pack: Place = NONE) -> str:
    """An action of a form in words; `pack` is that of cards which the form does not say."""
    return " ".join([form.verb, *words_behind(rules, form, action, pack)])


def words_behind(rules: Ruleset, form: Form, action: Action, pack: Place = NONE) -> list[str]:
    """What stands behind the verb: the card, where it is written, and each field."""
    card = name_of(rules, form.card, card_of(action)).removeprefix(form.prefix) if is_written(form) else ""
    turn = next((int(field.of(action)) for field in form.fields if field.what in TURNED), 0)
    found = [lying_words(card, turn)] if card else []
    for field in form.fields:
        value = int(field.of(action))
        tells = field.what == fields.TOOL and value < len(TOOLS) and TOOLS[value] == card
        if not tells and not (card and field.what in TURNED):
            found.append(field_words(rules, field, value, pack))
    return [word for word in found if word]


def lying_words(card: str, quarter: int) -> str:
    """A card with its turn on it."""
    return card + TURNS[quarter] if quarter else card


def field_words(rules: Ruleset, field: Field, value: int, pack: Place = NONE) -> str:
    """A field in words."""
    match field.what:
        case fields.FACE:
            return name_of(rules, pack if field.pack == NONE else field.pack, value)
        case fields.FACES:
            return " ".join(name_of(rules, field.pack, face) for face in cards_of(value))
        case fields.EACH:
            each = each_of(rules, field, value)
            return " ".join(str(n) if field.pack == NONE else name_of(rules, field.pack, n) for n in each)
        case fields.PLACE:
            return place_words(rules, value)
        case fields.STEP:
            return rules.step_names[value]
        case fields.ASKED:
            return {CHANCE: "chance", AUTO: "auto"}.get(value) or mask_words(value)
        case fields.ACT:
            return words(rules, value)
    return plain_words(field, value)


def each_of(rules: Ruleset, field: Field, value: int) -> list[int]:
    """The number of each seat."""
    return [value >> seat * int(field.width) & int(field.mask) for seat in range(rules.seats)]


def read(rules: Ruleset, ways: list[Form], line: Line, verb: str, named: Named) -> Action:
    """What stands behind a verb, in the first form that can be read so; forms with so many words come first."""
    fitting = [form for form in ways if form.verb == verb]
    if not fitting:
        verbs = list(dict.fromkeys(form.verb for form in ways))
        raise line.wrong(f"{verb!r} does not answer this question; begin with {' or '.join(verbs) or 'nothing'}.")
    count, start = len(line.found) - line.at, line.at
    fitting.sort(key=lambda form: abs(words_in(form) - count))
    for form in fitting:
        line.at = start
        try:
            return read_form(rules, form, line, named)
        except NotationError:
            if form is fitting[-1]:
                raise
    raise bad("There is nothing that could be read here.")


def words_in(form: Form) -> int:
    """How many words stand behind its verb, if there are no several cards."""
    written = is_written(form)
    return int(written) + sum(1 for field in form.fields if not (written and field.what in TURNED))


def read_form(rules: Ruleset, form: Form, line: Line, named: Named, pack: Place = NONE) -> Action:
    """The card, and each field."""
    action, card, turn = int(form.head), "", 0
    if form.card != NONE:
        face = int(form.face)
        if is_written(form):
            card = line.word("a tunnel card" if any(field.what in TURNED for field in form.fields) else "a card")
            face, turn = named(rules, form, line, card)
        action |= face << CARD_BITS
    values: list[int] = []
    for field in form.fields:
        if card and field.what in TURNED:
            values.append(turn)
        elif field.what == fields.TOOL and card in TOOLS and line.peek() not in TOOLS:
            values.append(TOOLS.index(card))
        elif field.what == fields.TOOL and not line.more():
            raise bad(f"Here the text ends; add the tool to {form.verb}.", line.column())
        else:
            values.append(read_field(rules, field, line, named, pack))
        if not 0 <= values[-1] <= field.mask:
            raise line.wrong(f"{values[-1]} is too much for {field.name or field.what!r}.")
    for field, value in zip(form.fields, ordered(form, values), strict=True):
        action |= value << field.shift
    return action


def ordered(form: Form, values: list[int]) -> list[int]:
    """Cards side by side may be named in any order, and so may goals."""
    kinds = "".join({fields.FACE: "f", fields.GOAL: "g"}.get(field.what, ".") for field in form.fields)
    for run in re.finditer("ff+|gg+", kinds):
        values[run.start() : run.end()] = sorted(values[run.start() : run.end()])
    return values


def read_field(rules: Ruleset, field: Field, line: Line, named: Named, pack: Place = NONE) -> int:
    """One field."""
    match field.what:
        case fields.FACE:
            return _face(rules, pack if field.pack == NONE else field.pack, line, named)
        case fields.FACES:
            found: list[int] = []
            while line.more():
                found.append(_face(rules, field.pack, line, named))
            return packed(found[: int(field.width) // 8])
        case fields.EACH:
            return sum(_each(rules, field, line) << seat * int(field.width) for seat in range(rules.seats))
        case fields.PLACE:
            return parse_place(rules, line)
        case fields.STEP:
            return one_of(line, rules.step_names)
        case fields.ASKED:
            word = line.word("seats such as P1, chance or auto")
            return {"chance": CHANCE, "auto": AUTO}[word] if word in ("chance", "auto") else mask_of(word)
        case fields.ACT:
            return read(rules, rules.forms, line, line.word("an action such as pass"), named)
    return read_plain(line, field)


def packed(faces: list[int]) -> int:
    """Several cards as one field."""
    return sum(face << 8 * at for at, face in enumerate(sorted(faces)))


def _face(rules: Ruleset, pack: Place, line: Line, named: Named) -> int:
    word = line.word("a card")
    return 0 if word == "?" else int(named(rules, Form("", [], pack), line, word)[0])


def _each(rules: Ruleset, field: Field, line: Line) -> int:
    if field.pack != NONE:
        return one_of(line, rules.layout.face_names[field.pack][1:]) + 1
    number = read_number(line)
    if not 0 <= number <= field.mask:
        raise line.wrong(f"{number} is too much here; write 0 to {field.mask}.")
    return number


# The wire


def shape_of(field: Field) -> Iterator[tuple[str, Any]]:
    """Names and types of a field on the wire."""
    match field.what:
        case fields.CELL if not field.name:
            yield from (("x", Coordinate), ("y", Coordinate))
        case fields.CELL:
            yield field.name, tuple[Coordinate, Coordinate]
        case fields.HALF | fields.YES:
            yield field.name, bool
        case fields.FACE:
            yield field.name, str
        case fields.FACES:
            yield field.name, Annotated[list[str], Meta(max_length=int(field.width) // 8)]
        case fields.SEATS:
            yield field.name, Seats
        case fields.EDGE | fields.TOOL | fields.TERM:
            yield field.name, Literal[terms_of(field)]
        case _:
            yield field.name, Annotated[int, Meta(ge=0, le=int(field.mask))]


def struct_of(form: Form, tag_field: str = "verb") -> type[msgspec.Struct]:
    """What an action of a form is on the wire: `{"verb": "lay", "card": "NE", "x": 3, "y": 1, "turned": true}`."""
    fields: list[tuple[str, Any]] = [("card", str)] if form.card != NONE else []
    for field in form.fields:
        fields += shape_of(field)
    name = "".join(part.capitalize() for part in re.split(r"[-.]", form.tag))
    return msgspec.defstruct(
        name, fields, tag=form.tag, tag_field=tag_field, frozen=True, forbid_unknown_fields=True, rename="camel"
    )


class Moves:
    """The moves of one ruleset as typed values."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.structs = [struct_of(form) for form in rules.forms]
        self.numbers = {struct: at for at, struct in enumerate(self.structs)}
        union: Any = self.structs[0]
        for struct in self.structs[1:]:
            union |= struct
        self.type = union
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(union)
        self._sent: dict[Action, msgspec.Raw] = {}

    def move(self, action: Action) -> msgspec.Struct:
        """An action as it goes over the wire."""
        form = form_at(self.rules, action)
        found: dict[str, Any] = {}
        if form.card != NONE:
            found["card"] = name_of(self.rules, form.card, card_of(action))
        for field in form.fields:
            found |= value_of(self.rules, field, int(field.of(action)))
        return self.structs[form.number](**found)

    def action(self, move: msgspec.Struct) -> Action:
        """The action that was meant; raises NotationError for a card that is not in the game."""
        form = self.rules.forms[self.numbers[type(move)]]
        number = int(form.head)
        if form.card != NONE:
            number |= face_named(self.rules, form.card, move.card) << CARD_BITS  # type: ignore[attr-defined]
        for field in form.fields:
            number |= number_of(self.rules, field, move) << field.shift
        return number

    def convert(self, raw: object) -> Action:
        """The action of an object of the wire; raises msgspec.ValidationError for one that is no move of this table."""
        return self.action(msgspec.convert(raw, self.type))

    def read(self, text: bytes | str | msgspec.Raw) -> Action:
        """The action of a move as JSON; raises msgspec.DecodeError or NotationError."""
        return self.action(self._decoder.decode(text))

    def text(self, action: Action) -> str:
        """An action as JSON: the same for the same move, whatever the numbers of a ruleset are."""
        return bytes(self.sent(action)).decode()

    def sent(self, action: Action) -> msgspec.Raw:
        """The same as part of a message; most moves are offered again and again."""
        found = self._sent.get(action)
        if found is None:
            if len(self._sent) == MOST_SENT:
                self._sent.clear()
            found = self._sent[action] = msgspec.Raw(msgspec.json.encode(self.move(action)))
        return found

    def values(self, found: list[Field], numbers: list[int]) -> dict[str, Any]:
        """Numbers of a row or of a question, by the names of their fields; what is nobody or no card is None."""
        said: dict[str, Any] = {}
        for field, number in zip(found, numbers, strict=False):
            said |= {field.name: self.move(number)} if field.what == fields.ACT else value_of(self.rules, field, number)
        return said


@lru_cache(maxsize=256)
def moves_of(rules: Ruleset) -> Moves:
    """The moves of a ruleset, made once."""
    return Moves(rules)


def value_of(rules: Ruleset, field: Field, value: int) -> dict[str, Any]:
    """A field as it goes over the wire."""
    match field.what:
        case fields.CELL:
            x, y = int(spot_x(value)), int(spot_y(value))
            return {field.name: (x, y)} if field.name else {"x": x, "y": y}
        case fields.WHERE:
            return value_of(rules, fields.cell(), value >> 2) | {"quarter": value & 3}
        case fields.HALF:
            return {field.name: value == HALF_TURN}
        case fields.YES:
            return {field.name: value == 1}
        case fields.SEAT if value == NOBODY:
            return {field.name: None}
        case fields.FACES:
            return {field.name: [name_of(rules, field.pack, face) for face in cards_of(value)]}
        case fields.SEATS:
            return {field.name: [at for at in range(value.bit_length()) if value >> at & 1]}
        case fields.EACH:
            each = each_of(rules, field, value)
            return {field.name: each if field.pack == NONE else [name_of(rules, field.pack, n) for n in each]}
        case fields.PLACE:
            return {field.name: rules.layout.place_names[value]}
        case fields.FACE | fields.EDGE | fields.TOOL | fields.TERM:
            return {field.name: field_words(rules, field, value)}
    return {field.name: value}


def number_of(rules: Ruleset, field: Field, move: msgspec.Struct) -> int:
    """A field as it stands in an action."""
    value: Any = getattr(move, field.name or "x")
    match field.what:
        case fields.CELL:
            x, y = (value, move.y) if not field.name else value  # type: ignore[attr-defined]
            return int(spot(x, y))
        case fields.HALF:
            return HALF_TURN if value else 0
        case fields.FACE:
            return face_named(rules, field.pack, value)
        case fields.FACES:
            return packed([face_named(rules, field.pack, name) for name in value])
        case fields.SEATS:
            return sum(1 << seat for seat in set(value))
        case fields.EDGE | fields.TOOL | fields.TERM:
            return terms_of(field).index(value)
    return int(value)


def face_named(rules: Ruleset, bag: Place, name: str) -> int:
    """A face by its name."""
    names = rules.layout.face_names[bag]
    if name not in names:
        raise bad(f"There is no card {name!r} here; use one of {', '.join(names[1:])}.")
    return names.index(name)
