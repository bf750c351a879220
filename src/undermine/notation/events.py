"""Events as words, and back: `moved map deck hand-P1 (P1)`, `smith.paid P1 P2 3`.

An event is the name of its kind and a word for each of its numbers, by the letters of the kind's columns; plain numbers
at the end that are 0 are left out. A game may have other words for some of its kinds. What stands in brackets at the
end are the eyes: who may see the one secret of the event. Without brackets it has none.
"""

from __future__ import annotations

from typing import Final

from undermine.errors import NotationError
from undermine.kernel.event import ASKED, REPLACED, SEALED, Event, Kind
from undermine.kernel.ids import ALL, AUTO, CHANCE
from undermine.kernel.ruleset import Ruleset
from undermine.notation.actions import words_of
from undermine.notation.fields import field_words, one_of, read_field
from undermine.notation.places import mask_of, mask_words, parse_place, place_words
from undermine.notation.text import Line, bad

WHOLE: Final = (ASKED, REPLACED, SEALED)  # written with all that their columns say
SEATS: Final = "b"  # whom a question asks: seats, chance or nobody
COLUMNS: Final = {ASKED: f"q{SEATS}nn", REPLACED: f"q{SEATS}nn", SEALED: "sn"}


def event_words(rules: Ruleset, event: Event) -> str:
    """An event in words."""
    name = rules.kind_names[rules.codes[event.kind]]
    numbers = [int(event.a), int(event.b), int(event.c), int(event.d)]
    own = words_of(rules).event_words(rules, event.kind, numbers)
    words = f"{name} {_by_columns(rules, event.kind, numbers) if own is None else own}".strip()
    if event.eyes != ALL:
        return f"{words} ({mask_words(int(event.eyes))})"
    return words


def parse_event(rules: Ruleset, text: str) -> Event:
    """The event that these words mean."""
    body, eyes = _split_eyes(text)
    line = Line(body)
    name = line.word("an event such as laid")
    if name not in rules.kind_names:
        raise line.wrong(f"{name!r} is no event; use one of {', '.join(rules.kind_names)}.")
    kind = rules.kinds[rules.kind_names.index(name)]
    own = words_of(rules).parse_event(rules, kind, line)
    numbers = _read_columns(rules, kind, line) if own is None else own
    line.done()
    a, b, c, d = numbers
    return Event(kind, eyes, a, b, c, d)


def _split_eyes(text: str) -> tuple[str, int]:
    text = text.strip()
    if not text.endswith(")"):
        return text, ALL
    body, _, eyes = text[:-1].rpartition("(")
    try:
        return body, mask_of(eyes)
    except NotationError as error:
        raise bad(error.message, len(body) + 2) from error


def _by_columns(rules: Ruleset, kind: Kind, numbers: list[int]) -> str:
    columns = COLUMNS.get(kind, kind.columns)
    last = len(columns)
    while last and columns[last - 1] == "n" and not numbers[last - 1] and kind not in WHOLE:
        last -= 1
    return " ".join(_word(rules, kind, numbers, at, columns[at]) for at in range(last))


def _word(rules: Ruleset, kind: Kind, numbers: list[int], at: int, column: str) -> str:
    number = numbers[at]
    match column:
        case "f":
            return rules.layout.face_names[pack_of(rules, kind, numbers)][number]
        case "p":
            return place_words(rules, number)
        case "q":
            return rules.step_names[number]
        case "b":
            return {CHANCE: "chance", AUTO: "auto"}.get(number) or mask_words(number)
    return field_words(column, number, kind.terms)


def _read_columns(rules: Ruleset, kind: Kind, line: Line) -> list[int]:
    numbers = [0, 0, 0, 0]
    faces: list[tuple[int, str]] = []  # read last: their pack may stand behind them
    columns = COLUMNS.get(kind, kind.columns)
    least = len(columns) if kind in WHOLE else len(columns.rstrip("n"))
    for at, column in enumerate(columns):
        if at >= least and not line.peek().removeprefix("-").isdecimal():
            break
        if column == "f":
            faces.append((at, line.word("a card")))
        else:
            numbers[at] = _read(rules, line, column, kind.terms)
    for at, word in faces:
        numbers[at] = face_of(rules, kind, numbers, word)
    return numbers


def face_of(rules: Ruleset, kind: Kind, numbers: list[int], word: str) -> int:
    """The face of an event by its name; `?` for one that is not told."""
    names = rules.layout.face_names[pack_of(rules, kind, numbers)]
    if word not in names:
        raise bad(f"There is no card {word!r} there; use one of {', '.join(names)}.")
    return names.index(word)


def pack_of(rules: Ruleset, kind: Kind, numbers: list[int]) -> int:
    """The pack that an event's face belongs to."""
    if kind.pack >= 0:
        return int(kind.pack)
    for column, number in zip(kind.columns, numbers, strict=True):
        if column == "p":
            return int(rules.layout.bag[number])
    raise bad(f"{type(kind).__name__} does not say which pack its face belongs to.")


def _read(rules: Ruleset, line: Line, column: str, terms: list[str]) -> int:
    match column:
        case "p":
            return parse_place(rules, line)
        case "q":
            return one_of(line, rules.step_names)
        case "b":
            word = line.word("seats such as P1, chance or auto")
            return {"chance": CHANCE, "auto": AUTO}[word] if word in ("chance", "auto") else mask_of(word)
    return read_field(line, column, terms)
