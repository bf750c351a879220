"""What happened, by the fields that its kind declares: what a game or an extra needs not say itself."""

from __future__ import annotations

from typing import Any, Final

from undermine.kernel import fields
from undermine.kernel.event import Event
from undermine.kernel.fields import FACE, NONE, SEAT
from undermine.kernel.ids import NOBODY
from undermine.kernel.ruleset import Ruleset
from undermine.notation.events import pack_of
from undermine.notation.moves import moves_of, name_of
from undermine.present.view import Told

FRAMES: Final = ("asked", "replaced", "settled", "sealed")  # who is asked is told by `Ask`
HALF_TURN: Final = 2
PLAIN: Final = {
    fields.GOAL: "goal",
    fields.TOOL: "tool",
    fields.EDGE: "edge",
    fields.TERM: "word",
    fields.SEATS: "seats",
    fields.FACES: "cards",
    fields.PLACE: "place",
    fields.QUARTER: "quarter",
    fields.ACT: "move",
}


def told_of(rules: Ruleset, event: Event, name: str = "") -> Told:
    """An event as its fields tell it, whatever its kind; what is nobody's or not known is left out."""
    kind = event.kind
    numbers = [int(event.a), int(event.b), int(event.c), int(event.d)]
    moves = moves_of(rules)
    said: dict[str, Any] = {}
    seats = ["seat", "target"]
    for field, number in zip(kind.fields, numbers, strict=False):
        if field.what == SEAT:
            said[seats.pop(0)] = None if number == NOBODY else number
        elif field.what == FACE:
            pack = int(pack_of(rules, kind.fields, numbers)) if field.pack == NONE else field.pack
            said["card"] = name_of(rules, pack, number) if number else None
        elif field.what in (fields.CELL, fields.WHERE):
            value = moves.values([field], [number])
            x, y = value[field.name] if field.name else (value["x"], value["y"])
            said |= {"to": (x, y)} if "x" in said else {"x": x, "y": y}
            said |= {"quarter": value["quarter"]} if "quarter" in value else {}
        elif field.what == fields.HALF or field.name == "turned":
            said["quarter"] = HALF_TURN if number else 0
        elif field.what == fields.YES:
            said["word"] = "yes" if number else "no"
        elif field.what == fields.NUMBER:
            said.setdefault("quarter" if field.name == "quarter" else "number", number)
        elif field.what in PLAIN:
            said.setdefault(PLAIN[field.what], next(iter(moves.values([field], [number]).values())))
    return Told(
        kind=name or rules.kind_names[rules.codes[kind]], **{name: v for name, v in said.items() if v is not None}
    )
