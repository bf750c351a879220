"""The browser's types, written from the server's: `python -m undermine.server.typescript > web/src/protocol.ts`."""

from __future__ import annotations

import sys
from typing import Final, get_args

import msgspec
from msgspec import inspect

from undermine.present.guide import Guide
from undermine.present.view import Box
from undermine.server import bodies, protocol
from undermine.server.protocol import ClientMessage, ServerMessage

HEAD: Final = """\
/* Shapes on the wire. Written by `python -m undermine.server.typescript`; do not edit.
   A field with `?` is left out when it does not apply, or may be left out by a client. */
export type Value = string | number | boolean | null | Value[] | { [field: string]: Value };
/** Something said, by its kind: see `Box.claims`. */
export interface Claim { kind: string; [field: string]: Value | undefined }
/** A way to answer, by its form: see `Box.forms`. */
export interface Move { verb: string; card?: string; [field: string]: Value | undefined }
"""
BODIES: Final = (
    bodies.NewTable,
    bodies.Opened,
    bodies.OpenTables,
    bodies.TakeSeat,
    bodies.Seated,
    bodies.Catalogue,
    bodies.Choice,
    bodies.SetUp,
    Box,
    Guide,
    bodies.Rule,
    bodies.Replay,
    bodies.Brought,
    bodies.ShuffleInfo,
    bodies.Failure,
    bodies.Health,
    bodies.Ready,
)
FROM_CLIENT: Final = (
    protocol.FromClient,
    bodies.NewTable,
    bodies.TakeSeat,
    bodies.Choice,
)  # may leave out what is usual
RENAMED: Final = {
    "SeatInfo": "Seat",
    "GameInfo": "Game",
    "EditionInfo": "Edition",
    "SwitchInfo": "Switch",
    "GateInfo": "Gate",
    "ClockInfo": "Clock",
}


class Writer:
    """Collects the shapes that are met, each once, in the order in which they are needed."""

    def __init__(self) -> None:
        self.shapes: dict[str, str] = {}

    def union(self, name: str, members: tuple[type, ...]) -> str:
        """A tagged union of messages."""
        return f"export type {name} = {' | '.join(self.type(inspect.type_info(member)) for member in members)};"

    def type(self, info: inspect.Type) -> str:  # noqa: C901  # one line for each kind of type
        """A type as TypeScript writes it."""
        match info:
            case inspect.IntType() | inspect.FloatType():
                return "number"
            case inspect.StrType():
                return "string"
            case inspect.BoolType():
                return "boolean"
            case inspect.NoneType():
                return "null"
            case inspect.LiteralType(values):
                return " | ".join(f"'{v}'" if isinstance(v, str) else str(v) for v in sorted(values, key=str))
            case inspect.ListType(item_type=item):
                inner = self.type(item)
                return f"({inner})[]" if " " in inner else f"{inner}[]"
            case inspect.VarTupleType(item_type=item):
                return f"{self.type(item)}[]"
            case inspect.TupleType(item_types=items):
                return f"[{', '.join(self.type(item) for item in items)}]"
            case inspect.DictType(value_type=value):
                return f"Record<string, {self.type(value)}>"
            case inspect.UnionType(types):
                return " | ".join(
                    self.type(part) for part in sorted(types, key=lambda t: isinstance(t, inspect.NoneType))
                )
            case inspect.Metadata(extra={"typescript": str(name)}):
                return name
            case inspect.Metadata(type=inner_type):
                return self.type(inner_type)
            case inspect.StructType():
                return self.struct(info)
            case _:
                raise TypeError(f"say how {type(info).__name__} is written in TypeScript")

    def struct(self, info: inspect.StructType) -> str:
        """A shape of its own; returns its name."""
        name = RENAMED.get(info.cls.__name__, info.cls.__name__)
        if name not in self.shapes:
            self.shapes[name] = ""  # met; a shape may hold itself
            fields = [f"{info.tag_field}: '{info.tag}'"] if info.tag_field else []
            optional = issubclass(info.cls, FROM_CLIENT) or info.cls.__struct_config__.omit_defaults
            fields += [
                f"{field.encode_name}{'?' if optional and not field.required else ''}: {self.type(field.type)}"
                for field in info.fields
            ]
            del self.shapes[name]
            self.shapes[name] = f"export interface {name} {{\n" + "".join(f"  {line};\n" for line in fields) + "}"
        return name


def typescript() -> str:
    """The whole file."""
    writer = Writer()
    unions = [writer.union("FromClient", get_args(ClientMessage)), writer.union("FromServer", get_args(ServerMessage))]
    for body in BODIES:
        writer.struct(_struct(body))
    version = f"export const PROTOCOL = {protocol.PROTOCOL};"
    return "\n\n".join([HEAD + version, *writer.shapes.values(), *unions]) + "\n"


def _struct(body: type[msgspec.Struct]) -> inspect.StructType:
    info = inspect.type_info(body)
    assert isinstance(info, inspect.StructType)  # noqa: S101  # msgspec's own word for a Struct
    return info


if __name__ == "__main__":
    sys.stdout.write(typescript())
