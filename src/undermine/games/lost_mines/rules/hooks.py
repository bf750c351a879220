"""What a ruleset of The Lost Mines consists of."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from undermine.kernel.event import Kind
from undermine.kernel.ids import BIT, Face
from undermine.kernel.ruleset import Hooks
from undermine.tunnels.grid import new_grid
from undermine.tunnels.shape import Shape
from undermine.tunnels.table import Ground
from undermine.tunnels.tiles import EVERY_LAYER

BLUE: Final = 0  # clans
YELLOW: Final = 1
CLANS: Final = ("blue", "yellow")
HONEST: Final = 1  # faces of dwarf cards
GREEDY: Final = 2
SABOTEUR: Final = 3
ROLES: Final = ("honest", "greedy", "saboteur")

# Marks of path cards. An obstacle's tool has the same number.
PLAIN: Final = 0
FIRE: Final = 1
ROCKS: Final = 2
TRUNK: Final = 3  # obstacles from here on
LAKE: Final = 4
PIT: Final = 5
MARKS: Final = ("", "campfire", "rocks", "trunk", "lake", "pit")

# What a card that is no path does; a tool's number is its obstacle's mark.
PATH: Final = 0
TRAP: Final = 6
TROLL: Final = 7
STORM: Final = 8
INFO: Final = 9
DEEDS: Final = {"axe": TRUNK, "boat": LAKE, "rope": PIT, "trap": TRAP, "troll": TROLL, "thunderstorm": STORM}

MINE_LOOK: Final = 0  # what an information card may show
TREASURE_LOOK: Final = 1
DWARF_LOOK: Final = 2
LOOKS: Final = ("mine", "treasure", "dwarf")

HALF: Final = 2
QUARTERS: Final = 4
OFFSET: Final = vec[i64]([0, 2, 1, 3])  # by quarter turns: how many tiles after the upright one


def quarter_turned(shape: Shape) -> Shape:
    """As a card lies after a quarter turn to the right."""
    parts: list[int] = []
    for part in shape.parts:
        parts.append((part << 1 | part >> 3) & 15)
    return Shape(parts, shape.ladder, shape.door, shape.crystals)


@final
class Chosen:
    """What the table has chosen where there are several ways: one for each switch."""

    def __init__(self) -> None:
        self.first_seat: i64 = -1  # -1: drawn by chance
        self.rounds: i64 = 2
        self.quarters = False
        self.anchor = True
        self.free_choice = True
        self.one_shot = False
        self.stops_move = False
        self.random_treasure = False
        self.owner_looks = False
        self.end_mid_turn = False
        self.agreed_end = True
        self.stack = False
        self.balanced = False
        self.token_stays = True


@final
class MinesHooks(Ground):
    """Faces, tiles, board and switches of one ruleset. Its goals are the mines."""

    def __init__(self) -> None:
        super().__init__(1)
        self.names: list[str] = []  # of the faces from 1 on: paths and actions
        self.supply: list[int] = []
        self.deed: vec[i64] = vec[i64]([0])  # by face: what an action card does
        self.card_for: vec[i64] = vec[i64]([0] * (INFO + 1))  # by deed: its face, where there is one only
        self.shows: vec[i64] = vec[i64]([0])  # by face: the looks of an information card, as bits
        self.tile_of: vec[i64] = vec[i64]([0])  # by face: its upright tile, 0 for an action
        self.face_of: vec[i64] = vec[i64]([0, 0])  # by tile: the face, 0 for starts and mines
        self.mark: vec[i64] = vec[i64]([0, 0])  # by tile
        self.turns: vec[i64] = vec[i64]([0])  # by face: bits of the quarter turns in which it lies differently
        self.shapes: vec[i64] = vec[i64]([0])  # by face: the sets of open edges it can show, as bits
        self.mine_names: list[str] = []
        self.mine_supply: list[int] = []
        self.mine_tile: vec[i64] = vec[i64]([0])  # by face of a mine
        self.mine_kind: vec[i64] = vec[i64]([0])  # by face of a mine: the kind of its treasures, -1 for the dragon
        self.kind_names: list[str] = []
        self.kinds: i64 = 0  # of treasures
        self.copies: vec[i64] = vec[i64]()  # by kind: treasures in the box
        self.displayed = Kind()  # facts that name them
        self.gained = Kind()
        self.slots: list[str] = []  # names of the treasures on display: gems-a, gems-b, ...
        self.treasure_names: list[list[str]] = []  # by kind
        self.treasure_supply: list[list[int]] = []
        self.values: vec[i64] = vec[i64]()  # by kind and face, 16 of each kind
        self.role_supply: list[int] = []  # of each clan
        self.start: vec[i64] = vec[i64]()  # by clan: its start card's tile
        self.start_names: list[str] = []
        self.start_x: vec[i64] = vec[i64]()
        self.start_y: vec[i64] = vec[i64]()
        self.left, self.top = i64(0), i64(0)  # the board
        self.right, self.bottom = i64(0), i64(0)
        self.near: vec[i64] = vec[i64]()  # cells of the window beside the space of a mine
        self.hand_size: i64 = 0
        self.aside: i64 = 0
        self.results: i64 = 0  # where the results of rounds begin in `State.numbers`
        self.chosen = Chosen()

    def add_path(self, name: str, shape: Shape, mark: i64, copies: int) -> None:
        """A path card of the deck."""
        face = self.add_face(name, copies)
        tile = self.add_tile(shape, face, mark)
        self.tile_of[face] = tile
        seen: list[str] = []
        for quarter in range(QUARTERS):
            if self.may_turn(quarter):
                text = self.tiles.text(tile + OFFSET[quarter])
                if text not in seen:
                    seen.append(text)
                    self.turns[face] |= BIT[quarter]
                    self.shapes[face] |= BIT[self.tiles.sides[tile + OFFSET[quarter]]]

    def add_action(self, name: str, deed: i64, shows: i64, copies: int) -> None:
        """An action card of the deck."""
        face = self.add_face(name, copies)
        self.deed[face] = deed
        self.card_for[deed] = face
        self.shows[face] = shows

    def add_face(self, name: str, copies: int) -> Face:
        self.names.append(name)
        self.supply.append(copies)
        self.deed = append(self.deed, PATH)
        self.shows = append(self.shows, 0)
        self.tile_of = append(self.tile_of, 0)
        self.turns = append(self.turns, 0)
        self.shapes = append(self.shapes, 0)
        return len(self.names)

    def may_turn(self, quarter: i64) -> bool:
        """May cards lie so (L-Q13)?"""
        return self.chosen.quarters or quarter == 0 or quarter == HALF

    def add_tile(self, shape: Shape, face: Face, mark: i64) -> i64:
        """All orientations of a card. Every card gives light, so light falls on a cell if a path leads there (L-038)."""
        tile = self.tiles.add(shape, 0, EVERY_LAYER)
        if self.chosen.quarters:
            self.tiles.add(quarter_turned(shape), 0, EVERY_LAYER)
        while len(self.face_of) < len(self.tiles.sides):
            self.face_of = append(self.face_of, face)
            self.mark = append(self.mark, mark)
        return tile

    def add_mine(self, name: str, shape: Shape, kind: i64, copies: int) -> None:
        self.mine_names.append(name)
        self.mine_supply.append(copies)
        self.mine_tile = append(self.mine_tile, self.add_tile(shape, 0, PLAIN))
        self.mine_kind = append(self.mine_kind, kind)

    def add_start(self, name: str, shape: Shape, x: i64, y: i64) -> None:
        self.start_names.append(name)
        self.start = append(self.start, self.add_tile(shape, 0, PLAIN))
        self.start_x = append(self.start_x, x)
        self.start_y = append(self.start_y, y)

    def inside(self, x: i64, y: i64) -> bool:
        """Is this a space of the board (L-041)?"""
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    def draw_blank(self) -> None:
        """The board at the beginning of a round: start cards, and the mines face down (L-010).

        A frame of cards face down around the board keeps every space outside it from being offered.
        """
        self.blank = new_grid(self.tiles, self.left, self.top, self.right, self.bottom)
        for x in range(self.left - 1, self.right + 2):
            self.blank.hide(x, self.top - 1)
            self.blank.hide(x, self.bottom + 1)
        for y in range(self.top, self.bottom + 1):
            self.blank.hide(self.left - 1, y)
            self.blank.hide(self.right + 1, y)
        self.hide_goals()
        for clan in range(len(self.start)):
            self.blank.put(self.start_x[clan], self.start_y[clan], self.start[clan])
        self.note_near()

    def note_near(self) -> None:
        """The spaces beside mines, where a card may continue a mine (L-040)."""
        window = self.blank.window
        found: list[int] = []
        for mine in range(self.goals):
            cell = window.cell(self.goal_x[mine], self.goal_y[mine])
            for step in window.step:
                there = int(cell + step)
                if there not in found and not self.blank.tile_in(there):
                    found.append(there)
                    self.near = append(self.near, there)


def mines_hooks(hooks: Hooks) -> MinesHooks:
    """A ruleset's hooks as ours."""
    assert isinstance(hooks, MinesHooks)
    return hooks
