"""The text form of a tunnel card.

Canonical: parts separated by `|`, letters of a part in the order N E S W: `NES`, `NS|EW`, `EW|N`. Parts with more edges
come first, then by their first letter. A part of one edge is a blind stub, except on a ladder card. Marks: `L:` before
it (a ladder), `#b` or `#g` after it (a blue or green door), `^1` (crystals). Also read: `NS[E]`, `NS+EW`, `P[EW]`
(a path), `D[EW]` (a dead end: every edge a stub), letters in any order.
"""

from __future__ import annotations

from typing import final

from undermine.tunnels.ports import LETTERS, TURNED, letters


class ShapeError(ValueError):
    """A text that is no shape."""


@final
class Shape:
    """Which edges are open and which of them are joined inside."""

    def __init__(self, parts: list[int], ladder: bool, door: str, crystals: int) -> None:
        self.parts = sorted(parts, key=part_order)
        self.ladder = ladder
        self.door = door  # "", "b" or "g"
        self.crystals = crystals

    def sides(self) -> int:
        """All open edges, stubs too."""
        edges = 0
        for part in self.parts:
            edges |= part
        return edges

    def turned(self) -> Shape:
        """As it lies after a half turn."""
        return Shape([int(TURNED[part]) for part in self.parts], self.ladder, self.door, self.crystals)

    def text(self) -> str:
        text = "|".join([letters(part) for part in self.parts])
        if self.ladder:
            text = "L:" + text
        if self.door:
            text += "#" + self.door
        if self.crystals:
            text += f"^{self.crystals}"
        return text

    def same(self, other: Shape) -> bool:
        return self.text() == other.text()


def part_order(part: int) -> tuple[int, int]:
    """Long parts first, then in the order of the edges."""
    return -len(letters(part)), part & -part


def parse_shape(text: str) -> Shape:
    """Read a shape in any of its forms; raises ShapeError with the reason."""
    body = text.strip()
    ladder = body.startswith("L:")
    if ladder:
        body = body[2:]
    crystals = 0
    door = ""
    if "^" in body:
        body, _, tail = body.partition("^")
        if not tail.isdecimal() or len(tail) > 1:
            raise ShapeError(f"{text!r}: after ^ comes a number of crystals")
        crystals = int(tail)
    if "#" in body:
        body, _, door = body.partition("#")
        if door not in ("b", "g"):
            raise ShapeError(f"{text!r}: a door is #b or #g")
    parts = [edges(part, text) for part in split(body, text)]
    seen = 0
    for part in parts:
        if seen & part:
            raise ShapeError(f"{text!r}: an edge stands twice")
        seen |= part
    if not parts:
        raise ShapeError(f"{text!r}: no edge is open")
    return Shape(parts, ladder, door, crystals)


def split(body: str, text: str) -> list[str]:
    """The parts, whichever way they are written."""
    if body.startswith("P[") and body.endswith("]"):
        return split(body[2:-1], text)
    if body.startswith("D[") and body.endswith("]"):
        return list(body[2:-1])
    if "[" in body:
        through, _, rest = body.partition("[")
        stubs = rest.replace("]", "").replace("[", "")
        if rest.count("]") != body.count("["):
            raise ShapeError(f"{text!r}: a bracket is not closed")
        return ([through] if through else []) + list(stubs)
    return body.replace("+", "|").split("|")


def edges(part: str, text: str) -> int:
    """The edges of one part."""
    mask = 0
    for letter in part:
        index = LETTERS.find(letter)
        if index < 0:
            raise ShapeError(f"{text!r}: {letter!r} is no edge (N, E, S or W)")
        if mask >> index & 1:
            raise ShapeError(f"{text!r}: an edge stands twice")
        mask |= 1 << index
    if not mask:
        raise ShapeError(f"{text!r}: a part without an edge")
    return mask
