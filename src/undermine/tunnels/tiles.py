"""Tables of tiles: a tile is a tunnel card in one of its two orientations.

A *layer* is light as one team (or from one entrance) sees it: a door that is shut on a layer lets no light through
there. Light on a card is kept per edge, so that the strands of a bridge or a double curve stay apart.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from undermine.kernel.ids import BIT
from undermine.tunnels.ports import EDGE, OPPOSITE_BIT
from undermine.tunnels.shape import Shape

EMPTY: Final = 0  # no card
HIDDEN: Final = 1  # a card face down: it takes up its cell and is otherwise not there
FIRST: Final = 2
LAYERS: Final = 3  # at most: light is kept as four bits a layer in 16
EVERY_LAYER: Final = 7  # as bits
STRIDE: Final = 4 * LAYERS  # joins of a tile

GLOWING: Final = 256  # a flag of `need`: light of the first layer falls on this cell


# FIT[care | open << 4]: which sets of open edges fit where `care` edges touch a card and `open` of those are open.
# Light makes no difference to it.
def fitting(need: int) -> int:
    """The sets of open edges, as bits, that agree with what an arriving card touches."""
    fits = 0
    for sides in range(16):
        if sides & need & 15 == need >> 4 & need & 15:
            fits |= 1 << sides
    return fits


FIT: Final = vec[i64]([fitting(need & 255) for need in range(512)])


@final
class TileSet:
    """Made with a ruleset, shared by all its states."""

    def __init__(self, layers: i64) -> None:
        self.layers = layers
        self.sides: vec[i64] = vec[i64]()  # by tile: open edges
        self.joins: vec[i64] = vec[i64]()  # by tile, layer and edge: edges one can walk to from there, itself included
        self.spread: vec[i64] = vec[
            i64
        ]()  # by tile, layer and edges at which light comes in: all edges that it gets to
        self.marks: vec[i64] = vec[i64]()  # by tile and edge: what the cell beside it must agree with, as in FIT
        self.source: vec[i64] = vec[i64]()  # by tile and layer: edges that are lit by themselves
        self.shapes: list[Shape | None] = []
        for _ in range(FIRST):
            self.row(None, vec[i64]([0] * STRIDE), vec[i64]([0] * LAYERS))

    def add(self, shape: Shape, shut: i64, lit: i64) -> i64:
        """A card in both orientations; returns the upright tile, the turned one follows it.

        `shut`: layers (as bits) on which its door is closed; `lit`: layers on which it is a source of light.
        """
        tile = i64(len(self.sides))
        self.orient(shape, shut, lit)
        self.orient(shape.turned(), shut, lit)
        return tile

    def orient(self, shape: Shape, shut: i64, lit: i64) -> None:
        joins = vec[i64]([0] * STRIDE)
        source = vec[i64]([0] * LAYERS)
        for layer in range(LAYERS):
            for edge in range(4):
                bit = EDGE[edge]
                for part in shape.parts:
                    if part & bit:
                        joins[layer * 4 + edge] = bit if shut & BIT[layer] else i64(part)
            if lit & BIT[layer]:
                source[layer] = i64(shape.sides())
        self.row(shape, joins, source)

    def row(self, shape: Shape | None, joins: vec[i64], source: vec[i64]) -> None:
        self.shapes.append(shape)
        self.sides = append(self.sides, i64(0) if shape is None else i64(shape.sides()))
        for value in joins:
            self.joins = append(self.joins, value)
        for layer in range(LAYERS):
            for edges in range(16):
                lit: i64 = 0
                for edge in range(4):
                    lit |= joins[layer * 4 + edge] if edges >> edge & 1 else i64(0)
                self.spread = append(self.spread, lit)
        for edge in range(4):
            mark = OPPOSITE_BIT[edge]
            self.marks = append(self.marks, mark | (mark << 4 if joins[edge] else i64(0)))
        for value in source:
            self.source = append(self.source, value)

    def alike(self, tile: i64) -> bool:
        """Does a card lie the same in both orientations?"""
        one = self.shapes[tile]
        other = self.shapes[tile + 1]
        return one is not None and other is not None and one.same(other)

    def text(self, tile: i64) -> str:
        """The shape of a tile as it lies; empty for no card and for a card face down."""
        shape = self.shapes[tile]
        return "" if shape is None else shape.text()
