"""What has happened, one sentence each."""

from __future__ import annotations

from typing import Any

import msgspec

from undermine.cli.terminal.ways import Move, quarter_of, turn
from undermine.cli.terminal.words import Words
from undermine.data.sentences import Thing, Value, person_of, small
from undermine.present.view import FormInfo, Told

CROSS, TEE = 4, 3  # openings that are joined


class Names:
    """How players are called: P1, P2 and so on, with a name behind it where there is one."""

    def __init__(self, names: list[str]) -> None:
        self.names = names

    def of(self, seat: int) -> str:
        """`P2` or `P1 Ann`."""
        name = self.names[seat]
        return f"P{seat + 1} {name}" if name else f"P{seat + 1}"

    def row(self, seats: list[int], last: str = ", ") -> str:
        """Several of them."""
        found = [self.of(seat) for seat in seats]
        return last.join([", ".join(found[:-1]), found[-1]]) if len(found) > 1 else "".join(found)


def sentence(event: Told, words: Words, names: Names, me: int = -1) -> str:
    """One event as its observer was told it; `me` is the seat that reads it."""
    said = fact(event)
    card = said.get("card")
    known = bool(card or said.get("cards"))
    about = [str(said.get("word") or ""), said.get("side") or "", card or ""]
    person = person_of(me, said.get("seat"), said.get("target"), known=known)
    return words.told(event.kind, about, person, values(said, words, names))


def fact(event: Told) -> dict[str, Any]:
    """Its fields, and those of the action that it is about."""
    move = msgspec.to_builtins(event.move) if event.move is not None else {}
    own = {name: value for name in event.__struct_fields__ if (value := getattr(event, name)) is not None}
    return move | own


def values(said: dict[str, Any], words: Words, names: Names) -> dict[str, Value]:
    """All that a sentence may name."""
    card = said.get("card")
    tunnel = bool(said.get("shape")) and said.get("goal") is None  # it is called by its shape
    cards = said.get("cards") or ([card] if card else [])
    word, roles = said.get("word"), said.get("roles")
    found: dict[str, Value] = {
        "name": seat_name(said.get("seat"), names),
        "target": seat_name(said.get("target"), names),
        "card": Thing(shape_key(said.get("shape")) if tunnel else card_key(card, words)) if card else None,
        "cards": ", ".join(small(words.card(name)) for name in cards),
        "role": Thing(card_key(card, words)) if card else None,
        "roles": ", ".join(f"{names.of(seat)} {words.card(role)}" for seat, role in enumerate(roles))
        if roles
        else None,
        "tool": Thing(f"tool.{said['tool']}") if said.get("tool") else None,
        "place": cell(said, f"{words.tunnel(card)} " if tunnel and card else ""),
        "to": "{},{}".format(*said["to"]) + turn(quarter_of(said)) if said.get("to") else None,
        "n": said.get("number"),
        "side": Thing(f"team.{said['side']}") if said.get("side") else None,
        "edge": Thing(f"side.{said['edge']}") if said.get("edge") else None,
        "way": Thing(f"way.{said['edge']}") if said.get("edge") else None,
        "word": Thing(f"term.{word}") if word else None,
        "where": Thing(f"place.{said['place']}") if said.get("place") else None,
    }
    if said.get("seats") is not None:
        found["seats"] = names.row(said["seats"]) or words.names["term.nobody"]
    for field in ("goal", "one", "other"):
        if said.get(field) is not None:
            found[field] = (
                Thing(f"goal.{said[field] + 1}")
                if isinstance(said[field], int)
                else Thing(card_key(said[field], words))
            )
    return found


def seat_name(seat: int | None, names: Names) -> str | None:
    """Whoever it is, if anybody."""
    return None if seat is None else names.of(seat)


def card_key(card: str | None, words: Words) -> str:
    """The key of a card's name; one that only shows its back is called by its place."""
    return next((key for key in (f"face.{card}", f"place.{card}") if key in words.names), f"face.{card}")


def shape_key(shape: str | None) -> str:
    """What a tunnel is called in a sentence."""
    if not shape:
        return "shape.tunnel"
    groups = shape.split("|")
    if all(len(group) == 1 for group in groups):
        return "shape.deadEnd"
    if len(groups[0]) >= TEE:
        return "shape.cross" if len(groups[0]) == CROSS else "shape.tee"
    return "shape.straight" if groups[0] in ("NS", "EW") else "shape.curve"


def cell(said: dict[str, Any], card: str) -> str | None:
    """Where it is, as it would be typed: `NES 2,1@`."""
    if said.get("x") is None:
        return None
    return f"{card}{said['x']},{said['y']}{turn(quarter_of(said) if said.get('to') is None else 0)}"


def shown(form: FormInfo, move: Move, words: Words, names: Names) -> dict[str, Value]:
    """An answer's fields as a sentence names them."""
    found: dict[str, Value] = {"card": Thing(card_key(move["card"], words))} if form.card else {}
    for field in form.fields:
        value: Any = move.get(field.name)
        match field.what:
            case "seat":
                found[field.name] = seat_name(value, names)
            case "goal":
                found[field.name] = Thing(f"goal.{value + 1}")
            case "cell":
                found[field.name or "place"] = cell(move, "") if not field.name else "{},{}".format(*value)
            case "face":
                found[field.name] = Thing(card_key(value, words))
            case "faces":
                found[field.name] = ", ".join(small(words.card(name)) for name in value)
            case "tool" | "term":
                found[field.name] = Thing(f"{field.what}.{value}")
            case "edge":
                found[field.name] = Thing(f"side.{value}")
            case "half" | "quarter" | "yes":
                continue
            case _:
                found[field.name] = value
    return found
