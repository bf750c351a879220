"""Events of the base game that have words of their own: `laid P1 NE@180 3,1`, `won diggers P3 digger saboteur digger`."""

from __future__ import annotations

from typing import Final

from undermine.games.classic import events
from undermine.games.classic.actions import AIMS, aim_of, face_of
from undermine.games.classic.state import CARD_BAG, ROLE_BAG
from undermine.kernel.event import Kind
from undermine.kernel.ruleset import Ruleset
from undermine.notation.fields import field_words, one_of, read_field, read_number
from undermine.notation.forms import name_of
from undermine.notation.places import parse_place, place_words
from undermine.notation.text import Line, bad
from undermine.notation.turns import read_turn, turn_verbs, turn_words

# In the order in which they are written. `play` is an action of a turn, made of the first and the third number.
FIELDS: Final[dict[Kind, str]] = {
    events.LAID: "1s 0play",
    events.PLAYED: "1s 0play 3place",
    events.PASSED: "1s 2n 0face",
    events.STUCK: "0s 1n",
    events.WON: "0side 1s 2roles",
    events.CLOSED: "0counts",
}
SIDES: Final = ("undecided", "diggers", "saboteurs", "nobody", "lone")
ROLE_BITS: Final = 4
COUNT_BITS: Final = 5


def event_words(rules: Ruleset, kind: Kind, numbers: list[int]) -> str | None:
    """What stands behind the name of such an event; None for any other."""
    if kind not in FIELDS:
        return None
    return " ".join(_written(rules, numbers, int(field[0]), field[1:]) for field in FIELDS[kind].split())


def parse_event(rules: Ruleset, kind: Kind, line: Line) -> list[int] | None:
    """The four numbers of such an event."""
    if kind not in FIELDS:
        return None
    numbers = [0, 0, 0, 0]
    for field in FIELDS[kind].split():
        if field[1:] == "play":
            numbers[0], numbers[2] = _read_play(rules, line, laid=kind is events.LAID)
        else:
            numbers[int(field[0])] = _read(rules, line, field[1:])
    return numbers


def _written(rules: Ruleset, numbers: list[int], at: int, field: str) -> str:
    number = numbers[at]
    match field:
        case "face":
            return rules.layout.face_names[CARD_BAG][number]
        case "place":
            return place_words(rules, number)
        case "play":
            return turn_words(rules, numbers[0] * AIMS + numbers[2]).removeprefix("lay ")
        case "side":
            return SIDES[number]
        case "roles":
            mask = (1 << ROLE_BITS) - 1
            return " ".join(name_of(rules, ROLE_BAG, number >> seat * ROLE_BITS & mask) for seat in range(rules.seats))
        case "counts":
            mask = (1 << COUNT_BITS) - 1
            return " ".join(str(number >> seat * COUNT_BITS & mask) for seat in range(rules.seats))
    return field_words(field, number, [])


def _read(rules: Ruleset, line: Line, field: str) -> int:
    match field:
        case "face":
            word = line.word("a card")
            names = rules.layout.face_names[CARD_BAG]
            if word not in names:
                raise bad(f"There is no card {word!r} there; use one of {', '.join(names)}.")
            return names.index(word)
        case "place":
            return parse_place(rules, line)
        case "side":
            return one_of(line, list(SIDES))
        case "roles":
            names = rules.layout.face_names[ROLE_BAG][1:]
            return sum(one_of(line, names) + 1 << seat * ROLE_BITS for seat in range(rules.seats))
        case "counts":
            return sum(_read_count(line) << seat * COUNT_BITS for seat in range(rules.seats))
    return read_field(line, field, [])


def _read_count(line: Line) -> int:
    number = read_number(line)
    if not 0 <= number < 1 << COUNT_BITS:
        raise line.wrong(f"Nobody has {number} gold cards; write 0 to {(1 << COUNT_BITS) - 1}.")
    return number


def _read_play(rules: Ruleset, line: Line, *, laid: bool) -> tuple[int, int]:
    """Card and aim; `laid`: the word `lay` itself is left out."""
    verb = "lay" if laid else line.word("an action such as map")
    verbs = turn_verbs(rules)
    if verb not in verbs:
        raise line.wrong(f"{verb!r} is no action of a turn; use one of {', '.join(verbs)}.")
    action = read_turn(rules, line, verb)
    return int(face_of(action)), int(aim_of(action))
