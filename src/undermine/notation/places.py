"""Places and sets of seats as words: `hand-P1`, `discard-pile`; `P1,P3`, `all`, `nobody`."""

from __future__ import annotations

from undermine.kernel.ids import ALL, NOBODY
from undermine.kernel.ruleset import Ruleset
from undermine.notation.fields import NONE, seats_words
from undermine.notation.text import Line, bad


def place_words(rules: Ruleset, place: int) -> str:
    """A place as one word: hand-P1, discard-pile."""
    if place not in rules.layout.place_names:
        raise bad(f"There is no place number {place}.")
    return rules.layout.place_names[place].replace(" ", "-")


def owner_of(rules: Ruleset, place: int) -> int:
    """The seat whose place it is, by its name; NOBODY for all others."""
    seat = rules.layout.place_names[place].rpartition(" P")[2]
    return int(seat) - 1 if seat.isdecimal() else NOBODY


def parse_place(rules: Ruleset, line: Line) -> int:
    """The place that the next word names."""
    word = line.word("a place such as deck")
    for place, name in rules.layout.place_names.items():
        if name.replace(" ", "-") == word:
            return place
    raise line.wrong(f"There is no place {word!r}; use a name such as deck, hand-P1 or discard-pile.")


def mask_of(text: str) -> int:
    """A set of seats such as `P1,P3`, `all` or `nobody`."""
    if text == "all":
        return ALL
    mask = 0
    for word in text.split(",") if text != NONE else []:
        mask |= 1 << Line(word).seat()
    return mask


def mask_words(mask: int) -> str:
    """A set of seats in words."""
    return "all" if mask == ALL else seats_words(mask, ",")
