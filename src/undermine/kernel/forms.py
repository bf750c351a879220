"""What the numbers of an answer are, said by letters: a form is a verb, and a letter for each field behind it.

`turn g` is answered by a goal, `walk e` by an edge, `swap gg` by two goals. Fields are packed into one number, the
first one in the highest bits. A question that can be answered in several ways has several forms; then the action is
the form's index above 32 bits and the fields below. Nothing here is read while a game is played: words are made of it.

n a plain number, s a seat, m a set of seats, g a goal, c a cell (a spot of the grid), q quarter turns of a card,
e an edge, t a tool, y no or yes, f a face (of the step's `pack`), w one of the step's own `terms`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undermine.kernel.agenda import Step
from undermine.kernel.ids import Action

WIDTHS: Final = {"n": 8, "s": 4, "m": 12, "g": 4, "c": 16, "q": 2, "e": 2, "t": 3, "y": 1, "f": 8, "w": 4}
BELOW: Final = 32  # bits of an action below the index of its form
FIELDS: Final = 0xFFFFFFFF
COLUMNS: Final = (
    "nsmgcetyfwpql"  # letters of `Kind.columns`, where q is a step, p a place and l a cell with quarter turns
)


class FormError(ValueError):
    """A form that cannot be read, or a field that does not fit its width."""


def verb_of(form: str) -> str:
    """The word with which an answer begins."""
    return form.partition(" ")[0]


def letters_of(form: str) -> str:
    """A letter for each field behind the verb."""
    letters = form.partition(" ")[2]
    for letter in letters:
        if letter not in WIDTHS:
            raise FormError(f"{letter!r} in the form {form!r} is no letter of a form")
    return letters


def forms_of(step: Step) -> list[str]:
    """Every way to answer a step; none if it has words of its own or asks nobody."""
    if step.forms:
        return step.forms
    return [step.form] if step.form else []


def pack(letters: str, fields: list[int]) -> int:
    """Fields as one number. The first may be as large as it likes."""
    number = 0
    for index in range(len(letters)):
        width = WIDTHS[letters[index]]
        if fields[index] < 0 or (index and fields[index] >> width):
            raise FormError(f"{fields[index]} does not fit into the {width} bits of a field {letters[index]!r}")
        number = number << width | fields[index]
    return number


def unpack(letters: str, number: int) -> list[int]:
    """The fields of a number; the first takes whatever is left in the highest bits."""
    fields: list[int] = []
    for index in range(len(letters) - 1, -1, -1):
        width = WIDTHS[letters[index]]
        if index:
            fields.append(number & ((1 << width) - 1))
            number >>= width
        else:
            fields.append(number)
    fields.reverse()
    return fields


def answer(form: i64, fields: i64) -> Action:
    """The action that answers a question of several forms in this one, with these packed fields."""
    return form << BELOW | fields


def form_of(action: Action) -> i64:
    """In which of several forms a question is answered."""
    return action >> BELOW


def fields_of(action: Action) -> i64:
    """The packed fields of such an answer."""
    return action & FIELDS
