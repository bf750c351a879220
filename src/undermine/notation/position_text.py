"""The text of a position: a line for each thing, the maze as a drawn board.

    undermine position 1
    players: 3
    round: 1
    maze:
      * EW EW . . . . . ?
      ...
    hand-P1: NE map
    turn: P1

Places that are not named are empty, except that goals, decks and roles take the rest of the box (see `complete`).
"""

from __future__ import annotations

from undermine.errors import NotationError, UndermineError
from undermine.games.classic.events import CLOSED, WON
from undermine.games.classic.state import BOARD, TURN
from undermine.kernel.event import Event
from undermine.kernel.ids import ALL, AUTO, CHANCE, bit
from undermine.notation.cards import Card, cards_words, parse_cards
from undermine.notation.events import event_words, parse_event
from undermine.notation.fields import read_number
from undermine.notation.header import KEYS, options_lines, read_options
from undermine.notation.maze import maze_words, read_maze
from undermine.notation.places import mask_of, mask_words, place_words
from undermine.notation.position import Position, complete
from undermine.notation.text import Line, bad, goal_name, seat_name, uncommented

TITLE = "undermine position 1"
NUMBERS = "numbers "  # of an extra: the name of a run stands behind it


def print_position(position: Position) -> str:
    """A position as text."""
    done = complete(position)
    rules = done.rules()
    lines = [TITLE, *options_lines(done.options), f"round: {done.round}", f"last: {seat_name(done.last)}"]
    for side, finisher, roles, counts in done.results:
        lines.append(f"result: {_result_words(done, side, finisher, roles, counts)}")
    lines += [f"shifted: {goal_name(goal)} {x},{y}" for goal, (x, y) in sorted(done.shifted.items())]
    lines += ["reversed: yes"] if done.reversed else []
    lines += ["maze:"] + [f"  {row}" for row in maze_words(done).split("\n")]
    for place, cards in sorted(done.places.items()):
        if cards:
            lines.append(f"{place_words(rules, place)}: {cards_words(rules, int(rules.layout.bag[place]), cards)}")
    for bag, faces in sorted(done.bags.items()):
        lines.append(f"{place_words(rules, bag)}: {cards_words(rules, bag, [Card(face) for face in faces])}".rstrip())
    for name, (first, size) in rules.runs.items():
        row = " ".join(str(done.numbers.get(at, 0)) for at in range(first, first + size))
        lines.append(f"{NUMBERS}{name}: {row}")
    for name, mask in (("stuck", done.stuck), ("stale", done.stale)):
        if mask:
            lines.append(f"{name}: {mask_words(mask)}")
    for step, seats, a, b in done.frames:
        if step == TURN and seats == bit(a) and not b:
            lines.append(f"turn: {seat_name(a)}")
        else:
            whom = {CHANCE: "chance", AUTO: "auto"}.get(seats) or mask_words(seats)
            lines.append(f"ask: {rules.step_names[step]} {whom} {a} {b}")
    return "\n".join(lines) + "\n"


def parse_position(text: str, file: str = "") -> Position:
    """A position from its text; an error names file, line and cause."""
    lines = [uncommented(row) for row in text.split("\n")]
    rows = [(number, row) for number, row in enumerate(lines, start=1) if row]
    if not rows or rows[0][1].strip() != TITLE:
        raise NotationError("BAD_NOTATION", f"A position begins with the line {TITLE!r}.", file, 1)
    entries = _entries(rows[1:], file)
    head = {key: (number, value) for number, key, value in entries if key in KEYS}
    position = Position(read_options(head, file))
    at = 0
    try:
        for number, key, value in entries:
            at = number
            if key not in head:
                _read(position, key, value)
        return complete(position)
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
    match key:
        case "round":
            position.round = _number(value)
        case "last":
            position.last = int(Line(value).seat())
        case "stuck":
            position.stuck = mask_of(value)
        case "stale":
            position.stale = mask_of(value)
        case "result":
            position.results.append(_read_result(position, value))
        case "shifted":
            line = Line(value)
            goal = line.goal()
            position.shifted[goal] = line.cell()
        case "reversed":
            position.reversed = value == "yes"
        case "maze":
            read_maze(position, value)
        case "turn":
            seat = int(Line(value).seat())
            position.frames.append((TURN, int(bit(seat)), seat, 0))
        case "ask":
            event = parse_event(rules, f"asked {value}")
            position.frames.append((int(event.a), int(event.b), int(event.c), int(event.d)))
        case _:
            _read_place(position, key, value)


def _read_place(position: Position, key: str, value: str) -> None:
    rules = position.rules()
    run = rules.runs.get(key.removeprefix(NUMBERS)) if key.startswith(NUMBERS) else None
    if run is not None:
        line = Line(value)
        position.numbers |= {at: read_number(line) for at in range(run[0], run[0] + run[1])}
        line.done()
        return
    for place in rules.layout.place_names:
        if place_words(rules, place) == key and place != BOARD:
            cards = parse_cards(rules, int(rules.layout.bag[place]), value)
            if place in rules.layout.packs:
                position.bags[place] = [card.face for card in cards]
            else:
                position.places[place] = cards
            return
    raise bad(f"There is nothing called {key!r} in a position.")


def _number(value: str) -> int:
    if not value.isdecimal():
        raise bad(f"{value!r} is not a number.")
    return int(value)


def _result_words(position: Position, side: int, finisher: int, roles: int, counts: int) -> str:
    """As in the events that ended the round: who won, the finisher and all roles; then everybody's gold cards."""
    rules = position.rules()
    won = event_words(rules, Event(WON, ALL, side, finisher, roles, 0)).removeprefix("won ")
    return f"{won} / {event_words(rules, Event(CLOSED, ALL, counts, 0, 0, 0)).removeprefix('closed ')}"


def _read_result(position: Position, value: str) -> tuple[int, int, int, int]:
    won, _, closed = value.partition("/")
    first = parse_event(position.rules(), f"won {won}")
    return int(first.a), int(first.b), int(first.c), int(parse_event(position.rules(), f"closed {closed}").a)
