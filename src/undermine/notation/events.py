"""Events of the classic game as words, and back: `laid P1 NE@180 3,1`, `moved map deck hand-P1 (P1)`.

What stands in brackets at the end are the eyes: who may see the one secret of the event. Without brackets it has none.
"""

from __future__ import annotations

from typing import Final

from undermine.errors import NotationError
from undermine.games.classic.actions import AIMS, aim_of, face_of
from undermine.games.classic.state import ROLE_BAG
from undermine.kernel.event import Event, Kind
from undermine.kernel.ids import ALL, AUTO, CHANCE, NOBODY
from undermine.kernel.ruleset import Ruleset
from undermine.notation.classic import cell_words, name_of, parse_turn, turn_words
from undermine.notation.text import Line, bad, goal_name, seat_name
from undermine.tunnels.ports import spot

# What the four numbers of a kind are, in the order in which they are written; kinds that are not here are written by
# their columns. `play` is an action of a turn, made of the first and the third number.
FIELDS: Final[dict[str, str]] = {
    "asked": "0step 1seats 2number 3number",
    "replaced": "0step 1seats 2number 3number",
    "settled": "",
    "sealed": "0seat 1number",
    "began": "0number 1seat",
    "laid": "1seat 0play",
    "played": "1seat 0play 3place",
    "passed": "1seat 2number 0face",
    "stuck": "0seat 1number",
    "collapsed": "0face 1cell",
    "turned": "0goal 1face 2number 3seat",
    "won": "0side 1seat 2roles",
    "closed": "0counts",
}
BY_COLUMN: Final = {"f": "face", "p": "place", "q": "step", "n": "number"}
SIDES: Final = ("undecided", "diggers", "saboteurs", "nobody")
ROLE_BITS: Final = 4
COUNT_BITS: Final = 5
UNSEEN: Final = "?"


def event_words(rules: Ruleset, event: Event) -> str:
    """An event in words."""
    name = rules.kind_names[rules.codes[event.kind]]
    numbers = [int(event.a), int(event.b), int(event.c), int(event.d)]
    words = [name] + [_written(rules, event.kind, numbers, int(field[0]), field[1:]) for field in _fields(rules, name)]
    if event.eyes != ALL:
        words.append(f"({_seats(int(event.eyes)) or 'nobody'})")
    return " ".join(words)


def parse_event(rules: Ruleset, text: str) -> Event:
    """The event that these words mean."""
    body, eyes = _split_eyes(text)
    line = Line(body)
    name = line.word("an event such as laid")
    if name not in rules.kind_names:
        raise line.wrong(f"{name!r} is no event; use one of {', '.join(rules.kind_names)}.")
    kind = rules.kinds[rules.kind_names.index(name)]
    numbers = [0, 0, 0, 0]
    faces: list[tuple[int, str]] = []  # read last: their pack may stand behind them
    for field in _fields(rules, name):
        if field[1:] == "face":
            faces.append((int(field[0]), line.word("a card")))
        elif field[1:] == "play":
            action = parse_turn(rules, line, laid=name == "laid")
            numbers[0], numbers[2] = face_of(action), aim_of(action)
        else:
            numbers[int(field[0])] = _read(rules, line, field[1:])
    line.done()
    for at, word in faces:
        names = rules.layout.face_names[_bag(rules, kind, numbers)]
        if word not in names:
            raise bad(f"There is no card {word!r} there; use one of {', '.join(names)}.")
        numbers[at] = names.index(word)
    a, b, c, d = numbers
    return Event(kind, eyes, a, b, c, d)


def place_words(rules: Ruleset, place: int) -> str:
    """A place as one word: hand-P1, discard-pile."""
    if place not in rules.layout.place_names:
        raise bad(f"There is no place number {place}.")
    return rules.layout.place_names[place].replace(" ", "-")


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
    for word in text.split(",") if text != "nobody" else []:
        mask |= 1 << Line(word).seat()
    return mask


def mask_words(mask: int) -> str:
    """A set of seats in words."""
    return "all" if mask == ALL else _seats(mask) or "nobody"


def _seats(mask: int) -> str:
    return ",".join(seat_name(seat) for seat in range(mask.bit_length()) if mask >> seat & 1)


def _fields(rules: Ruleset, name: str) -> list[str]:
    if name in FIELDS:
        return FIELDS[name].split()
    columns = rules.kinds[rules.kind_names.index(name)].columns
    while columns.endswith("n") and name in ("moved", "swapped", "poured", "shuffled", "gathered"):
        columns = columns[:-1]
    return [f"{at}{BY_COLUMN[column]}" for at, column in enumerate(columns)][: 3 if name == "shown" else 4]


def _split_eyes(text: str) -> tuple[str, int]:
    text = text.strip()
    if not text.endswith(")"):
        return text, ALL
    body, _, eyes = text[:-1].rpartition("(")
    try:
        return body, mask_of(eyes)
    except NotationError as error:
        raise bad(error.message, len(body) + 2) from error


def _bag(rules: Ruleset, kind: Kind, numbers: list[int]) -> int:
    if kind.pack >= 0:
        return int(kind.pack)
    for column, number in zip(kind.columns, numbers, strict=True):
        if column == "p":
            return int(rules.layout.bag[number])
    raise bad(f"{type(kind).__name__} does not say which pack its face belongs to.")


def _written(rules: Ruleset, kind: Kind, numbers: list[int], at: int, field: str) -> str:
    number = numbers[at]
    match field:
        case "face":
            return rules.layout.face_names[_bag(rules, kind, numbers)][number]
        case "place":
            return place_words(rules, number)
        case "step":
            return rules.step_names[number]
        case "seat":
            return "nobody" if number == NOBODY else seat_name(number)
        case "seats":
            return {CHANCE: "chance", AUTO: "auto"}.get(number) or _seats(number)
        case "goal":
            return goal_name(number)
        case "cell":
            return cell_words(number)
        case "play":
            return turn_words(rules, numbers[0] * AIMS + numbers[2]).removeprefix("lay ")
        case "side":
            return SIDES[number]
        case "roles":
            return _packed_roles(rules, number)
        case "counts":
            mask = (1 << COUNT_BITS) - 1
            return " ".join(str(number >> seat * COUNT_BITS & mask) for seat in range(rules.seats))
    return str(number)


def _packed_roles(rules: Ruleset, number: int) -> str:
    mask = (1 << ROLE_BITS) - 1
    return " ".join(name_of(rules, ROLE_BAG, number >> seat * ROLE_BITS & mask) for seat in range(rules.seats))


def _read(rules: Ruleset, line: Line, field: str) -> int:
    match field:
        case "place":
            return parse_place(rules, line)
        case "step":
            return _one_of(line, rules.step_names)
        case "seat":
            if line.peek() == "nobody":
                line.word("nobody")
                return NOBODY
            return line.seat()
        case "seats":
            word = line.word("seats such as P1, chance or auto")
            return {"chance": CHANCE, "auto": AUTO}[word] if word in ("chance", "auto") else mask_of(word)
        case "goal":
            return line.goal()
        case "cell":
            x, y = line.cell()
            return spot(x, y)
        case "side":
            return _one_of(line, list(SIDES))
        case "roles":
            names = rules.layout.face_names[ROLE_BAG]
            return sum(_one_of(line, names) << seat * ROLE_BITS for seat in range(rules.seats))
        case "counts":
            return sum(_number(line) << seat * COUNT_BITS for seat in range(rules.seats))
    return _number(line)


def _one_of(line: Line, names: list[str]) -> int:
    word = line.word(f"one of {', '.join(names)}")
    if word not in names:
        raise line.wrong(f"{word!r} cannot stand here; use one of {', '.join(names)}.")
    return names.index(word)


def _number(line: Line) -> int:
    word = line.word("a number")
    if not word.removeprefix("-").isdecimal():
        raise line.wrong(f"{word!r} is not a number.")
    return int(word)
