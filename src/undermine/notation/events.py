"""Events as words, and back: `moved map deck hand-P1 (P1)`, `smith.paid P1 P2 3`.

An event is the name of its kind and a word for each of its fields; plain numbers at the end that are 0 are left out. A
game may have other words for some of its kinds. What stands in brackets at the end are the eyes: who may see the one
secret of the event. Without brackets it has none.
"""

from __future__ import annotations

from undermine.errors import NotationError
from undermine.kernel import fields
from undermine.kernel.event import Event, Kind
from undermine.kernel.fields import NONE, Field
from undermine.kernel.ids import ALL, Place
from undermine.kernel.ruleset import Ruleset
from undermine.notation.actions import words_of
from undermine.notation.moves import field_words, read_field
from undermine.notation.places import mask_of, mask_words
from undermine.notation.text import Line, bad


def event_words(rules: Ruleset, event: Event) -> str:
    """An event in words."""
    words = f"{rules.kind_names[rules.codes[event.kind]]} {words_behind(rules, event)}".strip()
    if event.eyes != ALL:
        return f"{words} ({mask_words(int(event.eyes))})"
    return words


def words_behind(rules: Ruleset, event: Event) -> str:
    """What stands behind the name of its kind, without the eyes."""
    numbers = [int(event.a), int(event.b), int(event.c), int(event.d)]
    own = words_of(rules).event_words(rules, event.kind, numbers)
    return _written(rules, event.kind, numbers) if own is None else own


def parse_event(rules: Ruleset, text: str) -> Event:
    """The event that these words mean."""
    body, eyes = _split_eyes(text)
    line = Line(body)
    name = line.word("an event such as laid")
    if name not in rules.kind_names:
        raise line.wrong(f"{name!r} is no event; use one of {', '.join(rules.kind_names)}.")
    kind = rules.kinds[rules.kind_names.index(name)]
    own = words_of(rules).parse_event(rules, kind, line)
    numbers = _read(rules, kind, line) if own is None else own
    line.done()
    a, b, c, d = numbers
    return Event(kind, eyes, a, b, c, d)


def fields_in(rules: Ruleset, kind: Kind, first: int) -> list[Field]:
    """What the numbers of a row are: those of a question are said by its step, which is the first of them."""
    if kind.fields and kind.fields[0].what == fields.STEP and 0 <= first < len(rules.steps):
        return [*kind.fields, *rules.steps[first].holds]
    return kind.fields


def pack_of(rules: Ruleset, found: list[Field], numbers: list[int]) -> Place:
    """The pack of a face that does not say it: that of the first place in its row."""
    places = [number for field, number in zip(found, numbers, strict=False) if field.what == fields.PLACE]
    return rules.layout.bag[places[0]] if places else NONE


def _split_eyes(text: str) -> tuple[str, int]:
    text = text.strip()
    if not text.endswith(")"):
        return text, ALL
    body, _, eyes = text[:-1].rpartition("(")
    try:
        return body, mask_of(eyes)
    except NotationError as error:
        raise bad(error.message, len(body) + 2) from error


def _written(rules: Ruleset, kind: Kind, numbers: list[int]) -> str:
    found = fields_in(rules, kind, numbers[0])
    last = len(found)
    while last and found[last - 1].what == fields.NUMBER and not numbers[last - 1]:
        last -= 1
    pack = pack_of(rules, found, numbers)
    return " ".join(field_words(rules, found[at], numbers[at], pack) for at in range(last))


def _read(rules: Ruleset, kind: Kind, line: Line) -> list[int]:
    numbers = [0, 0, 0, 0]
    faces: list[tuple[int, Field, str]] = []  # read last: their pack may stand behind them
    named = words_of(rules).named
    found = kind.fields
    at = 0
    while at < len(found):
        field = found[at]
        if all(each.what == fields.NUMBER for each in found[at:]) and not line.peek().removeprefix("-").isdecimal():
            break
        if field.what == fields.FACE:
            faces.append((at, field, line.word("a card")))
        else:
            numbers[at] = read_field(rules, field, line, named)
        at += 1
        if at == 1:
            found = fields_in(rules, kind, numbers[0])
    for at, field, word in faces:
        numbers[at] = read_field(rules, field, Line(word), named, pack_of(rules, found, numbers))
    return numbers
