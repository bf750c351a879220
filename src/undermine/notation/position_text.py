"""The text of a position: a line for each thing, the maze as a drawn board.

    undermine position 1
    players: 3
    round: 1
    maze:
      * EW EW . . . . . ?
      ...
    hand-P1: NE map
    turn: P1

Places that are not named are empty, except that goals, decks and roles take the rest of the box (see `Position.complete`).
"""

from __future__ import annotations

from undermine.errors import NotationError, UndermineError
from undermine.kernel.event import ASKED, Event
from undermine.kernel.ids import ALL, UNKNOWN, bit
from undermine.notation.cards import Card, cards_words, parse_cards
from undermine.notation.events import parse_event, words_behind
from undermine.notation.fields import read_number
from undermine.notation.header import KEYS, options_lines, read_options
from undermine.notation.places import place_words
from undermine.notation.position_base import Position, read_seat
from undermine.notation.text import Line, bad, seat_name, uncommented
from undermine.registry import kit

TITLE = "undermine position 1"
TURN = "turn"
ASK = "ask"
NUMBERS = "numbers "  # of an extra: the name of a run stands behind it


def print_position(position: Position) -> str:
    """A position as text."""
    done = position.complete()
    rules = done.rules()
    lines = [TITLE, *options_lines(done.options), *done.lines()]
    drawn = done.drawn_places()
    for place, cards in sorted(done.places.items()):
        if place not in drawn:
            words = cards_words(rules, int(rules.layout.bag[place]), cards)
            lines.append(f"{place_words(rules, place)}: {words}".rstrip())
    for bag, faces in sorted(done.bags.items()):
        lines.append(f"{place_words(rules, bag)}: {cards_words(rules, bag, [Card(face) for face in faces])}".rstrip())
    for name, (first, size) in rules.runs.items():
        if name not in done.own_runs():
            row = " ".join(str(done.numbers.get(at, 0)) for at in range(first, first + size))
            lines.append(f"{NUMBERS}{name}: {row}")
    lines += done.more_lines()
    for step, seats, a, b in done.frames:
        if rules.step_names[step] == TURN and seats == bit(a) and not b:
            lines.append(f"{TURN}: {seat_name(a)}")
        else:
            lines.append(f"{ASK}: {words_behind(rules, Event(ASKED, ALL, step, seats, a, b))}")
    return "\n".join(lines) + "\n"


def parse_position(text: str, file: str = "") -> Position:
    """A position from its text; an error names file, line and cause."""
    lines = [uncommented(row) for row in text.split("\n")]
    rows = [(number, row) for number, row in enumerate(lines, start=1) if row]
    if not rows or rows[0][1].strip() != TITLE:
        raise NotationError("BAD_NOTATION", f"A position begins with the line {TITLE!r}.", file, 1)
    entries = _entries(rows[1:], file)
    head = {key: (number, value) for number, key, value in entries if key in KEYS}
    options = read_options(head, file)
    position = kit(options.game).position(options)
    at = 0
    try:
        for number, key, value in entries:
            at = number
            if key not in head:
                _read(position, key, value)
        return position.complete()
    except UndermineError as error:
        inside = error.line if isinstance(error, NotationError) else 0
        column = error.column if isinstance(error, NotationError) else 0
        raise NotationError("BAD_NOTATION", error.message, file, at + inside, column) from error


def _entries(rows: list[tuple[int, str]], file: str) -> list[tuple[int, str, str]]:
    """Number, key and value of each line; indented lines belong to the one before."""
    entries: list[tuple[int, str, str]] = []
    for number, row in rows:
        if row[0].isspace():
            if not entries:
                raise NotationError(
                    "BAD_NOTATION", "This line belongs to nothing; begin it at the margin.", file, number
                )
            at, key, value = entries[-1]
            entries[-1] = at, key, f"{value}\n{row}" if value else row
            continue
        key, colon, value = row.partition(":")
        if not colon:
            raise NotationError(
                "BAD_NOTATION", f"{row!r} has no colon; write a name, a colon and a value.", file, number
            )
        entries.append((number, key.strip(), value.strip()))
    return entries


def _read(position: Position, key: str, value: str) -> None:
    rules = position.rules()
    if key == TURN:
        seat = read_seat(position, value)
        position.frames.append((rules.step_names.index(TURN), int(bit(seat)), seat, 0))
    elif key == ASK:
        event = parse_event(rules, f"asked {value}")
        position.frames.append((int(event.a), int(event.b), int(event.c), int(event.d)))
    elif not position.read(key, value):
        _read_place(position, key, value)


def _read_place(position: Position, key: str, value: str) -> None:
    rules = position.rules()
    run = rules.runs.get(key.removeprefix(NUMBERS)) if key.startswith(NUMBERS) else None
    if run is not None:
        line = Line(value)
        position.numbers |= {at: read_number(line) for at in range(run[0], run[0] + run[1])}
        line.done()
        return
    drawn = position.drawn_places()
    for place in rules.layout.place_names:
        if place_words(rules, place) == key and place not in drawn:
            if place in position.places or place in position.bags:
                raise bad(f"{key!r} stands here a second time; write its cards in one line.")
            cards = parse_cards(rules, int(rules.layout.bag[place]), value)
            if place in rules.layout.packs:
                if any(card.face == UNKNOWN for card in cards):
                    raise bad(f"{key!r} says which cards nobody has seen; write names, not '?'.")
                position.bags[place] = [card.face for card in cards]
            else:
                position.places[place] = cards
            return
    raise bad(f"There is nothing called {key!r} in a position.")
