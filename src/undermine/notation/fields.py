"""Single fields of answers and events as words: `P2`, `3,-1`, `@180`, `lamp`."""

from __future__ import annotations

from typing import Final

from undermine.kernel import fields
from undermine.kernel.fields import TOOLS, Field
from undermine.kernel.ids import NOBODY
from undermine.notation.text import Line, bad, goal_name, seat_name, whole
from undermine.tunnels.ports import LETTERS, spot, spot_x, spot_y

NO_YES: Final = ("no", "yes")
QUARTER: Final = 90  # degrees
TURNS: Final = tuple(f"@{turn * QUARTER}" for turn in range(4))
NONE: Final = "nobody"


def cell_words(where: int) -> str:
    """A spot of the grid as x,y."""
    return f"{spot_x(where)},{spot_y(where)}"


def seats_words(mask: int, comma: str = "+") -> str:
    """A set of seats: `P1+P3`, or `nobody`."""
    return comma.join(seat_name(seat) for seat in range(mask.bit_length()) if mask >> seat & 1) or NONE


def terms_of(field: Field) -> tuple[str, ...]:
    """The words that a field chooses from; none if it does not."""
    match field.what:
        case fields.TERM:
            return tuple(field.terms)
        case fields.EDGE:
            return tuple(LETTERS)
        case fields.HALF | fields.QUARTER:
            return TURNS
    return {fields.TOOL: TOOLS, fields.YES: NO_YES}.get(field.what, ())


def plain_words(field: Field, number: int) -> str:
    """A field in words, if it can be written without the names of a ruleset."""
    match field.what:
        case fields.SEAT:
            return NONE if number == NOBODY else seat_name(number)
        case fields.SEATS:
            return seats_words(number)
        case fields.GOAL:
            return goal_name(number)
        case fields.CELL:
            return cell_words(number)
        case fields.WHERE:
            return cell_words(number >> 2) + (TURNS[number & 3] if number & 3 else "")
        case fields.NUMBER:
            return str(number)
    terms = terms_of(field)
    if not 0 <= number < len(terms):
        raise bad(f"There is no word number {number} among {', '.join(terms)}.")
    return terms[number]


def read_plain(line: Line, field: Field) -> int:
    """The number that the next word means."""
    match field.what:
        case fields.SEAT:
            if line.peek() == NONE:
                line.word(NONE)
                return NOBODY
            return line.seat()
        case fields.SEATS:
            return read_seats(line)
        case fields.GOAL:
            return line.goal()
        case fields.CELL:
            x, y = line.cell()
            return int(spot(x, y))
        case fields.WHERE:
            return _read_lying(line)
        case fields.NUMBER:
            return read_number(line)
        case fields.TOOL if line.peek() and line.peek() not in TOOLS:
            raise bad(f"{line.peek()!r} is no tool; use one of {', '.join(TOOLS)}.", line.column())
    return one_of(line, list(terms_of(field)))


def read_seats(line: Line) -> int:
    """A set of seats such as `P1+P3`; `nobody` is the empty one."""
    word = line.word("players such as P1+P3")
    mask = 0
    for part in word.split("+") if word != NONE else []:
        mask |= 1 << Line(part).seat()
    return mask


def _read_lying(line: Line) -> int:
    word = line.word("a cell such as 3,-1 or 3,-1@180")
    cell, at, degrees = word.partition("@")
    if at and f"@{degrees}" not in TURNS:
        raise line.wrong(
            f"{word!r} is turned by {degrees or 'nothing'}; write one of {', '.join(TURNS)} behind the cell."
        )
    x, y = Line(cell).cell()
    return int(spot(x, y)) << 2 | (TURNS.index(f"@{degrees}") if at else 0)


def one_of(line: Line, names: list[str]) -> int:
    """Which of these words the next one is."""
    word = line.word(f"one of {', '.join(names)}")
    if word not in names:
        raise line.wrong(f"{word!r} cannot stand here; use one of {', '.join(names)}.")
    return names.index(word)


def read_number(line: Line) -> int:
    """A plain number."""
    word = line.word("a number")
    number = whole(word)
    if number is None:
        raise line.wrong(f"{word!r} is not a number.")
    return number
