"""What people and bots at a table are called."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

from undermine.server.sentences import Problem, bot_names
from undermine.server.store.base import Seat

BLANK = re.compile(  # what Unicode calls a letter, an accent or a symbol, and nobody sees
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0e\uffa0\U000e0100-\U000e01ef]"
)
COLOURED = "\ufe0f"  # phones put it behind an emoji; behind a letter it cannot be seen


def clean_name(name: str) -> str:
    """A name as it is shown: one line, no invisible letters, and no accent without a letter."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    kinds = [unicodedata.category(letter)[0] for letter in name]
    if not 1 <= len(name) <= 24 or "C" in kinds or kinds[0] == "M" or BLANK.search(name):
        raise Problem("BAD_NAME")
    return name


def distinct(name: str, seats: tuple[Seat, ...]) -> str:
    """The name, with a number behind it when somebody at the table has the same."""

    def look(text: str) -> str:
        return text.casefold().replace(COLOURED, "")

    taken = {look(seat.name) for seat in seats}
    numbered = [name, *(f"{name} {number}" for number in range(2, len(seats) + 2))]
    return next(text for text in numbered if look(text) not in taken)


def fill_with_bots(seats: tuple[Seat, ...], lang: str, first: int = 0) -> tuple[Seat, ...]:
    """A bot for every open seat from `first` on, with a name nobody has."""
    taken = {seat.name for seat in seats}
    names = iter(sorted(bot_names(lang), key=taken.__contains__))  # those that nobody has come first
    filled = list(seats)
    for seat in seats:
        if seat.kind == "open" and seat.seat >= first:
            filled[seat.seat] = replace(seat, kind="bot", name=distinct(next(names), tuple(filled)))
    return tuple(filled)
