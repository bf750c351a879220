"""The cards of the maze as tiles: what each looks like as it lies, and what can be walked to on it."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from undermine.games.duel.rules.marks import NO_COLOUR, Design
from undermine.kernel.ids import Face
from undermine.tunnels.ports import EDGE
from undermine.tunnels.tiles import LAYERS, STRIDE, TileSet

COLOURS: Final = 2  # a layer of light for each


@final
class Maze:
    """Tables by tile, for the cards of a ruleset."""

    def __init__(self, tiles: TileSet) -> None:
        self.tiles = tiles
        self.looks: list[str] = ["", ""]  # by tile, as it is drawn
        self.face_of: vec[i64] = vec[i64]([0, 0])  # by tile: the face of a tunnel, 0 for entrances and goals
        self.goal_of: vec[i64] = vec[i64]([0, 0])  # by tile: the face of a goal
        self.gold: vec[i64] = vec[i64]([0, 0])  # by tile: edges from which its nuggets are reached
        self.value: vec[i64] = vec[i64]([0, 0])  # by tile: nuggets
        self.door: vec[i64] = vec[i64]([0, 0])  # by tile: 1 for a shut green door, 2 for a shut blue one
        self.troll: vec[i64] = vec[i64]([0, 0])  # by tile: 1 for a troll
        self.opened: vec[i64] = vec[i64]([0, 0])  # by tile: the same card with its door open or its troll paid
        self.bars_ladder: vec[i64] = vec[i64]([0, 1])  # by tile: 1 for a goal, 2 for a card with a nugget
        self.any_opening = False  # gold is reached from every opening of its card (D-Q29)

    def add_card(self, card: Design, face: Face, goal: Face) -> i64:
        """A card of the maze in both orientations, and once more with its gate open; returns the upright tile."""
        tile = i64(len(self.looks))
        self.add_tile(card, face, goal, False)
        self.add_tile(card.turned(), face, goal, False)
        if card.gate:
            self.opened[tile] = tile + 2
            self.opened[tile + 1] = tile + 3
            self.add_tile(card, face, goal, True)
            self.add_tile(card.turned(), face, goal, True)
        return tile

    def add_tile(self, card: Design, face: Face, goal: Face, opened: bool) -> None:
        self.tiles.row(card.shape, joins_of(card, opened), sources_of(card))
        self.looks.append(card.text())
        gold = card.shape.sides() if self.any_opening and card.value else card.gold
        self.face_of = append(self.face_of, face)
        self.goal_of = append(self.goal_of, goal)
        self.gold = append(self.gold, gold)
        self.value = append(self.value, card.value)
        self.door = append(self.door, 0 if opened else card.door + 1)
        self.troll = append(self.troll, 1 if card.troll else 0)
        self.opened = append(self.opened, 0)
        self.bars_ladder = append(self.bars_ladder, 1 if goal else 2 if card.value else 0)


def joins_of(card: Design, opened: bool) -> vec[i64]:
    """From each edge the edges one can walk to, on each layer: a shut gate cuts its arm off from the others."""
    joins = vec[i64]([0] * STRIDE)
    for layer in range(COLOURS):
        gate = 0 if opened or layer == card.door else card.gate
        for edge in range(4):
            bit = int(EDGE[edge])
            for part in card.shape.parts:
                if part & bit:
                    joins[layer * 4 + edge] = bit if bit == gate else part & ~gate
    return joins


def sources_of(card: Design) -> vec[i64]:
    """A ladder is joined to the entrance of its colour by secret ways (D-040); so is the entrance itself."""
    source = vec[i64]([0] * LAYERS)
    if card.ladder != NO_COLOUR:
        source[card.ladder] = card.shape.sides()
    return source
