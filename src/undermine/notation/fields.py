"""Single fields of answers and events as words, by their letter (see `kernel.forms`): `P2`, `3,-1`, `@180`, `lamp`."""

from __future__ import annotations

from typing import Final

from undermine.games.classic.cards import TOOLS
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


def field_words(letter: str, number: int, terms: list[str]) -> str:
    """A field in words; faces, places and steps are named by whoever knows the ruleset."""
    match letter:
        case "s":
            return NONE if number == NOBODY else seat_name(number)
        case "m":
            return seats_words(number)
        case "g":
            return goal_name(number)
        case "c":
            return cell_words(number)
        case "l":
            return cell_words(number >> 2) + (TURNS[number & 3] if number & 3 else "")
        case "q":
            return _term(list(TURNS), number)
        case "e":
            return _term(list(LETTERS), number)
        case "t":
            return _term(list(TOOLS), number)
        case "y":
            return _term(list(NO_YES), number)
        case "w":
            return _term(terms, number)
    return str(number)


def _term(terms: list[str], number: int) -> str:
    if not 0 <= number < len(terms):
        raise bad(f"There is no word number {number} among {', '.join(terms)}.")
    return terms[number]


def read_field(line: Line, letter: str, terms: list[str]) -> int:
    """The number that the next word means."""
    match letter:
        case "s":
            if line.peek() == NONE:
                line.word(NONE)
                return NOBODY
            return line.seat()
        case "m":
            return read_seats(line)
        case "g":
            return line.goal()
        case "c":
            x, y = line.cell()
            return int(spot(x, y))
        case "l":
            return _read_lying(line)
        case "q":
            return one_of(line, list(TURNS))
        case "e":
            return one_of(line, list(LETTERS))
        case "t":
            return one_of(line, list(TOOLS))
        case "y":
            return one_of(line, list(NO_YES))
        case "w":
            return one_of(line, terms)
    return read_number(line)


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
