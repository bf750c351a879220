"""How a card can be played, as short as it can be said, and back: `2,1`, `2,1@` (turned), `2,1@90`, `P2`, `P2 lamp`, `G1`.

Everything is read off the form of a move: no card's name and no verb means anything here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from undermine.present.sheet import own
from undermine.present.view import Ask, Box, Bunch, Face, FieldInfo, FormInfo, View

Move = dict[str, Any]

THROWN: Final = "#"
DISCARD: Final = "discard"  # the verb of games in which throwing away is an action of its own
GIVEN_UP: Final = ("pass", DISCARD)
TURNS: Final = ("half", "quarter")
DEGREES: Final = 90
HALF: Final = 2
CELL: Final = re.compile(r"(-?\d{1,3}),(-?\d{1,3})(@(\d*))?")


def moves(ask: Ask) -> list[Move]:
    """The options of a question, by their fields."""
    found: list[Move] = msgspec.to_builtins(ask.options)
    return found


def turn(quarter: int) -> str:
    """How a card lies that is not upright: `@`, and where cards are turned by quarters too, `@90` or `@270`."""
    return f"@{quarter * DEGREES}" if quarter % HALF else "@" * (quarter == HALF)


def quarter_of(move: Move) -> int:
    """How a card is to lie."""
    return int(move.get("quarter", HALF if move.get("turned") else 0))


def field_text(field: FieldInfo, move: Move) -> str:
    """One field as it is typed; how a card lies stands behind its cell."""
    value: Any = (move["x"], move["y"]) if field.what == "cell" and not field.name else move.get(field.name)
    match field.what:
        case "cell":
            return f"{value[0]},{value[1]}"
        case "seat":
            return f"P{value + 1}"
        case "seats":
            return "+".join(f"P{seat + 1}" for seat in value)
        case "goal":
            return f"G{value + 1}"
        case "yes":
            return "yes" if value else "no"
        case "faces":
            return " ".join(value)
        case "half" | "quarter":
            return ""
    return str(value)


def texts(form: FormInfo, move: Move) -> list[str]:
    """All fields, one by one."""
    found = [field_text(field, move) for field in form.fields]
    at = next((at for at, field in enumerate(form.fields) if field.what == "cell"), None)
    if at is not None:
        found[at] += turn(quarter_of(move))
    return [text for text in found if text]


def way(move: Move, box: Box) -> str:
    """What comes behind a card's number: a tool only if the card has several, and the verb where there is nothing else."""
    form = box.forms[move["verb"]]
    found = texts(form, move)
    face = box.faces.get(move.get("card", ""))
    if form.fields and form.fields[-1].what == "tool" and face is not None and len(face.tools) == 1:
        found.pop()
    return " ".join(found) or str(move["verb"])


def thrown(form: FormInfo) -> int:
    """How many cards of the hand, named at its end, something besides playing a card costs."""
    count = 0
    while count < len(form.fields) and form.fields[-1 - count].what == "face":
        count += 1
    return 0 if form.card else count


def deed(move: Move, box: Box) -> str:
    """What can be done besides playing a card, with a sign for each card that is thrown away for it."""
    form = box.forms[move["verb"]]
    found, cost = texts(form, move), thrown(form)
    return " ".join([str(move["verb"]), *found[: len(found) - cost], *[THROWN] * cost])


def is_swap(verb: str, box: Box) -> bool:
    """Several cards of the hand for something else: it belongs to no card alone."""
    form = box.forms.get(verb)
    cards = form is not None and not form.card and any(field.what == "faces" for field in form.fields)
    return cards and verb not in GIVEN_UP


def by_card(view: View, ask: Ask) -> bool:
    """Is the question answered by pointing at cards of the hand, rather than from a list?"""
    mine = own(view)
    return ask.step == "turn" and mine is not None and (bool(mine.hand) or len(ask.options) == 1)


def ways_of(ask: Ask, card: Bunch) -> list[Move]:
    """How a card of the hand can be played, in an order that can be read."""
    found = [move for move in moves(ask) if move.get("card") == card.card]
    return sorted(found, key=lambda move: (*(move.get(name, -1) for name in ("x", "y")), quarter_of(move), rest(move)))


def rest(move: Move) -> list[Any]:
    """What else tells moves of a card apart."""
    return [(name, str(value)) for name, value in sorted(move.items()) if name not in ("x", "y")]


def besides(ask: Ask, box: Box) -> dict[str, list[Move]]:
    """What can be done in a turn besides playing a card or giving some up, by its verb."""
    found: dict[str, list[Move]] = {}
    for move in moves(ask):
        verb = move["verb"]
        if not box.forms[verb].card and verb not in GIVEN_UP and not is_swap(verb, box):
            found.setdefault(verb, []).append(move)
    return found


def matching(found: list[Move], text: str, box: Box) -> list[Move]:
    """The ways that a text can mean: exactly this one, or all that begin with it."""
    wanted = text.lower()
    exact = [move for move in found if way(move, box).lower() == wanted]
    return exact or [move for move in found if re.split("[@ ]", way(move, box).lower())[0] == wanted]


# What is typed behind a card's number, whether or not it is allowed: the rules say why it is not


def readings(card: str, face: Face, text: str, box: Box) -> Iterator[Move]:
    """The moves that this may mean, one for each form that the card can be played in."""
    for verb in face.forms:
        move = read(box.forms[verb], face, text.split())
        if move is not None:
            yield {"verb": verb, "card": card, **move}


def read(form: FormInfo, face: Face, words: list[str]) -> Move | None:
    """Words as the fields of a form; None when they do not fit."""
    found: Move = {}
    left, quarter = list(words), 0
    for field in form.fields:
        if field.what in TURNS:
            found[field.name] = quarter == HALF if field.what == "half" else quarter
            continue
        word = left.pop(0) if left else ""
        if field.what == "cell":
            cell = CELL.fullmatch(word)
            if cell is None:
                return None
            x, y = int(cell[1]), int(cell[2])
            quarter = (int(cell[4] or 2 * DEGREES) // DEGREES) % 4 if cell[3] else 0
            found |= {field.name: (x, y)} if field.name else {"x": x, "y": y}
        else:
            value = value_of(field, face, word)
            if value is None:
                return None
            found[field.name] = value
    return None if left else found


def value_of(field: FieldInfo, face: Face, word: str) -> object:
    """One word as a field; None when it is none."""
    match field.what:
        case "seat" | "goal":
            number = word[1:]
            return int(number) - 1 if word[:1].upper() in "PG" and number.isdecimal() and int(number) else None
        case "tool":
            return word.lower() or next(iter(face.tools), None)
        case "yes":
            return {"yes": True, "no": False}.get(word.lower())
        case "number":
            return int(word) if word.isdecimal() else None
        case "edge":
            return word.upper() or None
    return word or None
