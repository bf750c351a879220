"""The maze: which tile lies where, what it touches, and where light from the entrances gets to.

The grid has no edge: a window onto it grows when a card is laid at its rim. For each cell of the window we keep the
tile, what an arriving card must agree with (`need`), the edges of its own card that are lit, and the lit openings of
neighbours that face it (`glow`). Cells that touch a card are listed as the *frontier*, those on which light of the
first layer falls before the dark ones. Laying a card only spreads light; a removal lights everything anew.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, mypyc_attr

from undermine.tunnels.ports import OPPOSITE_BIT, spot
from undermine.tunnels.tiles import EMPTY, GLOWING, HIDDEN, LAYERS, TileSet

ROOM: Final = 3  # empty columns and rows around the cards that are laid out at the start
GROWTH: Final = 4  # columns or rows added when a card comes to the rim

# A cell is one number, made of fields: what an arriving card must agree with (as FIT has it), the edges of its own card
# that are lit and those at which light falls on it (four bits a layer), its place in the frontier, and its tile.
NEED: Final = 511
LIT: Final = 9
GLOW: Final = 21
PLACE: Final = 33
TILE: Final = 45
FIELD: Final = 4095
NO_TILE: Final = (1 << TILE) - 1
NO_PLACE: Final = ~(FIELD << PLACE)


@final
class Window:
    """A rectangle of cells; shared by all grids that have grown no further."""

    def __init__(self, left: i64, top: i64, wide: i64, high: i64) -> None:
        self.left: Final = left
        self.top: Final = top
        self.wide: Final = wide
        self.high: Final = high
        self.cells: Final = wide * high
        self.step: Final = vec[i64]([-wide, 1, wide, -1])
        spots = vec[i64]()
        for index in range(self.cells):
            spots = append(spots, spot(left + index % wide, top + index // wide))
        self.spot: Final = spots
        self.wider: dict[int, Window] = {}  # windows grown from this one, by direction: each is made once

    def cell(self, x: i64, y: i64) -> i64:
        return (y - self.top) * self.wide + x - self.left

    def shifted(self, cell: i64, window: Window) -> i64:
        """The number that a cell has in another window."""
        return window.cell(self.left + cell % self.wide, self.top + cell // self.wide)

    def inside(self, x: i64, y: i64) -> bool:
        """Not on the rim, so that all four neighbours are in the window too."""
        return self.left < x < self.left + self.wide - 1 and self.top < y < self.top + self.high - 1

    def around(self, x: i64, y: i64) -> Window:
        """A window that is grown until this cell is inside it."""
        window = self
        while not window.inside(x, y):
            west = 1 if x <= window.left else 0
            east = 1 if x >= window.left + window.wide - 1 else 0
            north = 1 if y <= window.top else 0
            south = 1 if y >= window.top + window.high - 1 else 0
            direction = west + 2 * east + 4 * north + 8 * south
            if direction not in window.wider:
                window.wider[direction] = Window(
                    window.left - GROWTH * west,
                    window.top - GROWTH * north,
                    window.wide + GROWTH * (west + east),
                    window.high + GROWTH * (north + south),
                )
            window = window.wider[direction]
        return window


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Grid:
    """A number for each cell of the window, and two lists of cells: the frontier, and from `window.cells` on cards laid."""

    def __init__(self, tiles: TileSet, window: Window, cells: vec[i64], lists: vec[i16]) -> None:
        self.tiles: Final = tiles
        self.window = window
        self.cells = cells
        self.lists = lists
        self.lent = False  # may another grid have the same numbers and lists? Then they are copied before a change
        self.frontier: i64 = 0  # how many cells touch a card
        self.bright: i64 = 0  # on how many of them light falls: they come first
        self.laid: i64 = 0  # how many cards lie face up
        self.faced = False  # may light have fallen on a card face down?
        self.changes: i64 = 0  # that observers have made, if it belongs to a table

    def copy(self) -> Grid:
        grid = Grid(self.tiles, self.window, self.cells, self.lists)
        grid.assume(self)
        grid.changes = self.changes
        return grid

    def assume(self, other: Grid) -> None:
        """Become like another one."""
        self.window = other.window
        self.cells = other.cells
        self.lists = other.lists
        self.lent = True
        other.lent = True
        self.frontier = other.frontier
        self.bright = other.bright
        self.laid = other.laid
        self.faced = other.faced

    def own(self) -> None:
        """Before a change: have numbers and lists that no other grid has."""
        if self.lent:
            self.cells = self.cells[:]
            self.lists = self.lists[:]
            self.lent = False

    def ints(self) -> list[int]:
        """Cards as they lie: what was derived from them need not be compared."""
        out: list[int] = []
        for cell in range(self.window.cells):
            if self.tile_in(cell):
                out += [int(self.window.spot[cell]), int(self.tile_in(cell))]
        return out

    # What lies where. Cells are numbers of the window, as `cell` gives them.

    def cell(self, x: i64, y: i64) -> i64:
        return self.window.cell(x, y)

    def tile_in(self, cell: i64) -> i64:
        return self.cells[cell] >> TILE

    def need_in(self, cell: i64) -> i64:
        """As the index of FIT: with the flag GLOWING."""
        return self.cells[cell] & NEED

    def lit_in(self, cell: i64, layer: i64) -> i64:
        return self.cells[cell] >> (LIT + layer * 4) & 15

    def glow_in(self, cell: i64, layer: i64) -> i64:
        return self.cells[cell] >> (GLOW + layer * 4) & 15

    def front(self, index: i64) -> i64:
        """A cell of the frontier."""
        return i64(self.lists[index])

    def card(self, index: i64) -> i64:
        """The cell of a card that lies face up."""
        at = self.window.cells + index
        return i64(self.lists[at])

    def tile(self, x: i64, y: i64) -> i64:
        """The tile at a coordinate, EMPTY outside the window."""
        w = self.window
        if w.left <= x < w.left + w.wide and w.top <= y < w.top + w.high:
            return self.tile_in(w.cell(x, y))
        return EMPTY

    def need(self, x: i64, y: i64) -> i64:
        """Edges that touch a card face up (low four bits) and those of them that are open (next four)."""
        w = self.window
        if w.left <= x < w.left + w.wide and w.top <= y < w.top + w.high:
            return self.need_in(w.cell(x, y)) & (GLOWING - 1)
        return 0

    def lit(self, x: i64, y: i64, layer: i64) -> i64:
        """Edges of the card here that are joined to a source of light."""
        return self.lit_in(self.cell(x, y), layer)

    def glow(self, x: i64, y: i64, layer: i64) -> i64:
        """Edges of this cell at which a neighbour has a lit opening."""
        w = self.window
        if w.left <= x < w.left + w.wide and w.top <= y < w.top + w.high:
            return self.glow_in(w.cell(x, y), layer)
        return 0

    # Changes

    def hide(self, x: i64, y: i64) -> None:
        """A card face down."""
        self.own()
        self.reach(x, y)
        cell = self.window.cell(x, y)
        cells = self.cells
        leave_frontier(self, cells, self.lists, cell)
        cells[cell] = cells[cell] & NO_TILE | HIDDEN << TILE
        self.faced = True

    def put(self, x: i64, y: i64, tile: i64) -> None:
        """A card face up, whether it agrees with its neighbours or not, and in place of whatever lay there."""
        self.own()
        self.reach(x, y)
        cells = self.cells
        lists = self.lists
        cell = self.window.cell(x, y)
        if cells[cell] >> TILE > HIDDEN:
            self.take(x, y)
        leave_frontier(self, cells, lists, cell)
        lists[self.window.cells + self.laid] = i16(cell)
        self.laid += 1
        cells[cell] = cells[cell] & NO_TILE | tile << TILE
        edge: i64 = 0
        while edge < 4:
            beside = cell + self.window.step[edge]
            touched = cells[beside] | self.tiles.marks[tile * 4 + edge]
            fresh = i64(touched >> PLACE == 0)  # neither a card nor in the frontier, and so without light: it joins
            lists[self.frontier] = i16(beside)
            self.frontier += fresh
            cells[beside] = touched | fresh * self.frontier << PLACE
            edge += 1
        layer: i64 = 0
        while layer < self.tiles.layers:
            kindle(self, cells, lists, cell, tile, layer)
            layer += 1

    def take(self, x: i64, y: i64) -> None:
        """A card is removed, and light is spread anew."""
        self.own()
        cells = self.cells
        lists = self.lists
        cell = self.window.cell(x, y)
        last = self.leaf(cell)
        if cells[cell] >> TILE > HIDDEN:
            self.laid -= 1
            at = self.window.cells
            end = at + self.laid
            while lists[at] != cell:
                at += 1
            lists[at] = lists[end]
        cells[cell] = cells[cell] & NO_TILE & ~(FIELD << LIT)
        if cells[cell] & 15:
            join_frontier(self, cells, lists, cell)
        edge: i64 = 0
        while edge < 4:
            beside = cell + self.window.step[edge]
            mark = OPPOSITE_BIT[edge]
            left = cells[beside] & ~(mark | mark << 4 | (mark | mark << 4 | mark << 8) << GLOW)
            cells[beside] = left
            if not left & 15:
                leave_frontier(self, cells, lists, beside)
            if not left >> GLOW & 15:
                cells[beside] &= ~GLOWING
                dim(self, cells, lists, beside)
            edge += 1
        if not last:
            self.relight()

    def leaf(self, cell: i64) -> bool:
        """Is this card no source, and next to one lit card at most? Then nothing else goes dark when it is removed."""
        tile = self.tile_in(cell)
        layer: i64 = 0
        while layer < self.tiles.layers:
            if self.tiles.source[tile * LAYERS + layer]:
                return False
            layer += 1
        neighbours: i64 = 0
        edge: i64 = 0
        while edge < 4:
            beside = cell + self.window.step[edge]
            if self.cells[beside] >> LIT & FIELD:
                neighbours += 1
            edge += 1
        return neighbours < 2

    def relight(self) -> None:
        """Put out every light, and light the sources again."""
        cells = self.cells
        self.bright = 0
        index: i64 = 0
        while index < self.laid:
            cell = self.card(index)
            cells[cell] &= ~(FIELD << LIT)
            edge: i64 = 0
            while edge < 4:
                beside = cell + self.window.step[edge]
                cells[beside] &= ~(FIELD << GLOW | GLOWING)
                edge += 1
            index += 1
        index = 0
        while index < self.laid:
            cell = self.card(index)
            tile = cells[cell] >> TILE
            layer: i64 = 0
            while layer < self.tiles.layers:
                if self.tiles.source[tile * LAYERS + layer]:
                    kindle(self, cells, self.lists, cell, tile, layer)
                layer += 1
            index += 1

    def reach(self, x: i64, y: i64) -> None:
        """Grow the window until a card at this cell is not on its rim."""
        if self.window.inside(x, y):
            return
        old = self.window
        window = old.around(x, y)
        before = self.cells
        cells = vec[i64]([0] * window.cells)
        lists = vec[i16]([i16(0)] * (2 * window.cells))
        cell: i64 = 0
        moved = window.cell(old.left, old.top)
        while cell < old.cells:
            end = cell + old.wide
            while cell < end:
                cells[moved] = before[cell]
                cell += 1
                moved += 1
            moved += window.wide - old.wide
        index: i64 = 0
        while index < self.frontier:
            lists[index] = i16(old.shifted(self.front(index), window))
            index += 1
        index = 0
        while index < self.laid:
            lists[window.cells + index] = i16(old.shifted(self.card(index), window))
            index += 1
        self.window = window
        self.cells = cells
        self.lists = lists

    # Questions about a card that is to be laid.

    def fits(self, x: i64, y: i64, tile: i64) -> bool:
        """Does every side agree with every card face up that it touches?"""
        need = self.need(x, y)
        return self.tiles.sides[tile] & need & 15 == need >> 4

    def connected(self, x: i64, y: i64, tile: i64, layer: i64) -> bool:
        """Would at least one strand of it be lit?"""
        return self.glow(x, y, layer) & self.tiles.sides[tile] != 0


# Functions that are handed the cells and lists of a grid, for they are called often.


def kindle(grid: Grid, cells: vec[i64], lists: vec[i16], cell: i64, tile: i64, layer: i64) -> None:
    """Light a card from itself and from its neighbours, and pass the light on."""
    here = cells[cell]
    kind = tile * LAYERS + layer
    lit = grid.tiles.source[kind] | grid.tiles.spread[kind * 16 + (here >> (GLOW + layer * 4) & 15)]
    if lit:
        lit &= ~(here >> (LIT + layer * 4))
        cells[cell] = here | lit << (LIT + layer * 4)
        shine(grid, cells, lists, cell, lit, layer)


def shine(grid: Grid, cells: vec[i64], lists: vec[i16], cell: i64, edges: i64, layer: i64) -> None:
    """These edges of a card have just been lit: so are the tunnels that go on from them."""
    edge: i64 = 0
    while edge < 4:
        if edges >> edge & 1:
            beside = cell + grid.window.step[edge]
            facing = OPPOSITE_BIT[edge]
            there = cells[beside] | facing << (GLOW + layer * 4)
            if layer or there & GLOWING:
                cells[beside] = there
            else:
                cells[beside] = there | GLOWING
                brighten(grid, cells, lists, beside)
            tile = there >> TILE
            if tile == HIDDEN:
                grid.faced = True
            elif tile:
                kind = tile * LAYERS + layer
                fresh = grid.tiles.spread[kind * 16 + facing] & ~(there >> (LIT + layer * 4))
                if fresh & facing:
                    cells[beside] |= fresh << (LIT + layer * 4)
                    shine(grid, cells, lists, beside, fresh, layer)
        edge += 1


# The frontier: cells that hold no card and touch one. Places are counted from 1.


def join_frontier(grid: Grid, cells: vec[i64], lists: vec[i16], cell: i64) -> None:
    """A cell that touches a card now."""
    if not cells[cell] >> PLACE & FIELD:
        grid.frontier += 1
        list_at(cells, lists, grid.frontier, cell)
        if cells[cell] & GLOWING:
            brighten(grid, cells, lists, cell)


def leave_frontier(grid: Grid, cells: vec[i64], lists: vec[i16], cell: i64) -> None:
    """The last cell of the list takes the place of the one that goes."""
    if cells[cell] >> PLACE & FIELD:
        dim(grid, cells, lists, cell)
        grid.frontier -= 1
        list_at(cells, lists, cells[cell] >> PLACE & FIELD, i64(lists[grid.frontier]))
        cells[cell] &= NO_PLACE


def brighten(grid: Grid, cells: vec[i64], lists: vec[i16], cell: i64) -> None:
    """Light falls on a cell: if it is in the frontier, it changes places with the first dark one."""
    at = cells[cell] >> PLACE & FIELD
    if at > grid.bright:
        other = i64(lists[grid.bright])
        grid.bright += 1
        list_at(cells, lists, at, other)
        list_at(cells, lists, grid.bright, cell)


def dim(grid: Grid, cells: vec[i64], lists: vec[i16], cell: i64) -> None:
    """A cell goes dark: it changes places with the last bright one."""
    at = cells[cell] >> PLACE & FIELD
    if at and at <= grid.bright:
        other = i64(lists[grid.bright - 1])
        list_at(cells, lists, at, other)
        list_at(cells, lists, grid.bright, cell)
        grid.bright -= 1


def list_at(cells: vec[i64], lists: vec[i16], at: i64, cell: i64) -> None:
    """The frontier's place `at` is this cell's."""
    lists[at - 1] = i16(cell)
    cells[cell] = cells[cell] & NO_PLACE | at << PLACE


def new_grid(tiles: TileSet, left: i64, top: i64, right: i64, bottom: i64) -> Grid:
    """An empty grid whose window leaves room round a rectangle in which cards are expected."""
    window = Window(left - ROOM, top - ROOM, right - left + 1 + 2 * ROOM, bottom - top + 1 + 2 * ROOM)
    return Grid(tiles, window, vec[i64]([0] * window.cells), vec[i16]([i16(0)] * (2 * window.cells)))
