"""Cards in a place as words: `NE NE map ?*3`; behind a card stands who has seen it, as in `gold(P1,P3)`."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass

from undermine.kernel.ids import ALL, UNKNOWN
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.notation.places import mask_of, mask_words
from undermine.notation.text import Line
from undermine.tunnels.placing import HALF_TURN
from undermine.tunnels.ports import LETTERS, TURNED, letters
from undermine.tunnels.shape import ShapeError, parse_shape, part_order

PARTS = re.compile(r"[NESW][NESW|]*")  # of a shape; marks of a card stand around them
TOKEN = re.compile(r"(?P<face>[^()*]+)(\((?P<eyes>[^()]*)\))?(\*(?P<number>[0-9]{1,3}))?")


@dataclass(frozen=True)
class Card:
    """One card of a place; `eyes` are the seats that know it, None: those that may by the rules (see `Position`)."""

    face: int  # UNKNOWN: nobody has seen it
    eyes: int | None = None


def parse_cards(rules: Ruleset, bag: int, text: str) -> list[Card]:
    """Cards of a pack, in words; raises NotationError."""
    line = Line(text)
    cards: list[Card] = []
    while line.more():
        cards += _read(rules, bag, line)
    return cards


def _read(rules: Ruleset, bag: int, line: Line) -> list[Card]:
    word = line.word("a card")
    match = TOKEN.fullmatch(word)
    if match is None:
        raise line.wrong(f"{word!r} is no card; write a name, then (P1) if only P1 has seen it, then *3 for three.")
    names = rules.layout.face_names[bag]
    face = face_named(names, match["face"])
    if face < 0:
        raise line.wrong(f"There is no card {match['face']!r} here; use one of {', '.join(names)}.")
    eyes = mask_of(match["eyes"]) if match["eyes"] is not None else None
    if eyes is not None and eyes != ALL and eyes >> rules.seats:
        raise line.wrong(f"{word!r} names a player who is not there; there are {rules.seats}.")
    return [Card(face, eyes)] * int(match["number"] or "1")


def face_named(names: list[str], word: str) -> int:
    """A face by its name; a tunnel card also by its shape in any spelling and either way up (`SE` is `NW` turned)."""
    found = card_lying(names, word)
    return -1 if found is None else found[0]


def card_lying(names: list[str], word: str) -> tuple[int, int] | None:
    """The card that lies like this word, with its quarter turns; None if none of these names does."""
    for text, quarter in ((word, 0), (spelled(word), 0), (spelled(word, turned=True), HALF_TURN)):
        if text in names:
            return names.index(text), quarter
    return None


def spelled(word: str, turned: bool = False) -> str:
    """A card as it is named, whichever way its shape was written: `WS+pit` is `SW+pit`; `turned` by half, `NE+pit`."""
    with suppress(ShapeError):  # a card with marks, or with no shape at all
        word = parse_shape(word).text()
    return PARTS.sub(lambda parts: _in_order(parts[0], turned), word)


def _in_order(text: str, turned: bool) -> str:
    parts = [sum(1 << LETTERS.index(letter) for letter in set(part)) for part in text.split("|")]
    if sum(map(int.bit_count, parts)) != len(text.replace("|", "")) or 0 in parts:
        return text  # an edge stands twice, or a part has none
    return "|".join(
        letters(part) for part in sorted([int(TURNED[part]) if turned else part for part in parts], key=part_order)
    )


def cards_words(rules: Ruleset, bag: int, cards: list[Card]) -> str:
    """Cards in words, by name, alike ones together; unseen ones last."""
    names = rules.layout.face_names[bag]
    words: list[str] = []
    ordered = sorted(
        cards, key=lambda card: (card.face == UNKNOWN, names[card.face], -1 if card.eyes is None else card.eyes)
    )
    for card in dict.fromkeys(ordered):
        eyes = "" if card.eyes is None else f"({mask_words(card.eyes)})"
        word = f"{names[card.face]}{eyes}"
        number = ordered.count(card)
        words += [word] * number if number < 3 else [f"{word}*{number}"]
    return " ".join(words)


def cards_in(state: State, place: int, views: list[State] | None) -> list[Card]:
    """What lies in a place; with the seats' views, also who knows it."""
    cards = [Card(UNKNOWN)] * state.cards.number(place, UNKNOWN)
    for face in range(1, state.cards.faces(place) + 1):
        number = state.cards.number(place, face)
        known = [int(view.cards.number(place, face)) for view in views or []]
        cards += [Card(face, _eyes(known, copy) if views else None) for copy in range(number)]
    return cards


def _eyes(known: list[int], copy: int) -> int:
    """Who can name so many copies; all seats together stand for the whole table."""
    mask = sum(1 << seat for seat, number in enumerate(known) if number > copy)
    return ALL if mask == (1 << len(known)) - 1 else mask
