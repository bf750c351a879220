"""What people and bots at a table are called."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from itertools import cycle

from undermine.server.sentences import Problem, bot_names
from undermine.server.store.base import Seat

LONGEST = 36  # letters that the database has room for, with a number behind them
BLANK = re.compile(  # what Unicode calls a letter, an accent or a symbol, and nobody sees
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0e\uffa0\U000e0100-\U000e01ef]"
)
COLOURED = "\ufe0f"  # phones put it behind an emoji; behind a letter it cannot be seen
JOINER = "\u200d"  # makes one picture of several, such as a family
SKIN = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
# What looks like a Latin letter, in Cyrillic, in Greek and among the digits, in the same case on both sides.
ALIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТУХԌԚԜаеѕіјкорсухһԁԛԝӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορυικϲ0I1|ı",  # noqa: RUF001  # that is what it is about
    "ABESIJKMHOPCTYXGQWaesijkopcyxhdqwlABEZHIKMNOPTYXavopuikcOllli",
)


def _pictures_joined(name: str) -> str:
    """The name without the joiners between two pictures, where they make one of them."""

    def picture(letter: str) -> bool:
        return letter in SKIN or letter == COLOURED or unicodedata.category(letter) == "So"

    letters = enumerate(name)
    between = {i for i, x in letters if x == JOINER and 0 < i < len(name) - 1 and picture(name[i - 1])}
    return "".join(x for i, x in enumerate(name) if i not in between or unicodedata.category(name[i + 1]) != "So")


def looks(name: str) -> set[str]:
    """What somebody may take it for: the name whatever its case, and the letters that it seems to be made of."""
    plain = unicodedata.normalize("NFKC", name).replace(COLOURED, "").replace(JOINER, "")
    seeming = plain.translate(ALIKE).translate(str.maketrans("I", "l")).casefold().replace("rn", "m")
    return {plain.casefold(), seeming}


def clean_name(name: str, most: int = 24) -> str:
    """A name as it is shown: one line, no invisible letters, and no accent without a letter."""
    most = min(most, LONGEST)
    name = " ".join(unicodedata.normalize("NFC", name).split())
    kinds = [unicodedata.category(letter)[0] for letter in _pictures_joined(name)]
    if not 1 <= len(name) <= most or "C" in kinds or kinds[0] == "M" or BLANK.search(name):
        raise Problem("BAD_NAME", most=most)
    return name


def distinct(name: str, seats: tuple[Seat, ...]) -> str:
    """The name, with a number behind it when somebody at the table has the same, or one that looks the same."""
    taken = set().union(*(looks(seat.name) for seat in seats))
    numbered = [name, *(f"{name} {number}" for number in range(2, len(seats) + 2))]
    return next(text for text in numbered if not looks(text) & taken)


def fill_with_bots(seats: tuple[Seat, ...], lang: str, first: int = 0, level: str = "") -> tuple[Seat, ...]:
    """A bot of this level for every open seat from `first` on, with a name nobody has."""
    taken = {seat.name for seat in seats}
    names = cycle(sorted(bot_names(lang), key=taken.__contains__))  # those that nobody has come first
    filled = list(seats)
    for seat in seats:
        if seat.kind == "open" and seat.seat >= first:
            filled[seat.seat] = replace(seat, kind="bot", name=distinct(next(names), tuple(filled)), level=level)
    return tuple(filled)
