"""The maze: which tile lies where, what it touches, and where light from the entrances gets to.

The grid has no edge: a window onto it grows when a card is laid at its rim. For each cell of the window we keep the
tile, what an arriving card must agree with (`need`), the edges of its own card that are lit, and the lit openings of
neighbours that face it (`glow`). Cells that touch a card are listed as the *frontier*, those on which light of the
first layer falls before the dark ones. Laying a card only spreads light; a removal lights everything anew.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from undermine.tunnels.ports import OPPOSITE, OPPOSITE_BIT, spot
from undermine.tunnels.tiles import EMPTY, GLOWING, HIDDEN, LAYERS, STRIDE, TileSet

ROOM: Final = 3  # empty columns and rows around the cards that are laid out at the start
PLANES: Final = 7
GROWTH: Final = 4  # columns or rows added when a card comes to the rim


@final
class Window:
    """A rectangle of cells; shared by all grids that have grown no further."""

    def __init__(self, left: i64, top: i64, wide: i64, high: i64) -> None:
        self.left = left
        self.top = top
        self.wide = wide
        self.high = high
        self.cells = wide * high
        self.step = vec[i64]([-wide, 1, wide, -1])
        spots = vec[i64]()
        for index in range(self.cells):
            spots = append(spots, spot(left + index % wide, top + index // wide))
        self.spot = spots
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


@final
class Grid:
    """Seven planes of one vec: tile, need, lit, glow, place in the frontier (from 1), the frontier itself, cards laid."""

    def __init__(self, tiles: TileSet, window: Window, planes: vec[i16], frontier: i64, bright: i64, laid: i64) -> None:
        self.tiles = tiles
        self.window = window
        self.planes = planes
        self.frontier = frontier  # how many cells touch a card
        self.bright = bright  # on how many of them light falls: they come first
        self.laid = laid  # how many cards lie face up

    def copy(self) -> Grid:
        return Grid(self.tiles, self.window, self.planes[:], self.frontier, self.bright, self.laid)

    def ints(self) -> list[int]:
        """Cards as they lie: what was derived from them need not be compared."""
        out: list[int] = []
        for cell in range(self.window.cells):
            if self.planes[cell]:
                out += [int(self.window.spot[cell]), int(self.planes[cell])]
        return out

    # What lies where. Cells are numbers of the window, as `cell` gives them.

    def cell(self, x: i64, y: i64) -> i64:
        return self.window.cell(x, y)

    def tile(self, x: i64, y: i64) -> i64:
        """The tile at a coordinate, EMPTY outside the window."""
        w = self.window
        if w.left <= x < w.left + w.wide and w.top <= y < w.top + w.high:
            return i64(self.planes[w.cell(x, y)])
        return EMPTY

    def need(self, x: i64, y: i64) -> i64:
        """Edges that touch a card face up (low four bits) and those of them that are open (next four)."""
        w = self.window
        if w.left <= x < w.left + w.wide and w.top <= y < w.top + w.high:
            return i64(self.planes[w.cells + w.cell(x, y)]) & (GLOWING - 1)
        return 0

    def lit(self, x: i64, y: i64, layer: i64) -> i64:
        """Edges of the card here that are joined to a source of light."""
        w = self.window
        return i64(self.planes[2 * w.cells + w.cell(x, y)]) >> (layer * 4) & 15

    def glow(self, x: i64, y: i64, layer: i64) -> i64:
        """Edges of this cell at which a neighbour has a lit opening."""
        w = self.window
        if w.left <= x < w.left + w.wide and w.top <= y < w.top + w.high:
            return i64(self.planes[3 * w.cells + w.cell(x, y)]) >> (layer * 4) & 15
        return 0

    # Changes

    def hide(self, x: i64, y: i64) -> None:
        """A card face down."""
        self.reach(x, y)
        cell = self.window.cell(x, y)
        self.leave_frontier(cell)
        self.planes[cell] = i16(HIDDEN)

    def put(self, x: i64, y: i64, tile: i64) -> None:
        """A card face up, whether it agrees with its neighbours or not, and in place of whatever lay there."""
        self.reach(x, y)
        w = self.window
        planes = self.planes
        n = w.cells
        cell = w.cell(x, y)
        if planes[cell] > HIDDEN:
            self.take(x, y)
        self.leave_frontier(cell)
        planes[6 * n + self.laid] = i16(cell)
        self.laid += 1
        planes[cell] = i16(tile)
        sides = self.tiles.sides[tile]
        edge: i64 = 0
        while edge < 4:
            beside = cell + w.step[edge]
            mark = OPPOSITE_BIT[edge]
            if sides >> edge & 1:
                mark |= mark << 4
            planes[n + beside] |= i16(mark)
            if not planes[beside] and not planes[4 * n + beside]:
                self.join_frontier(beside)
            edge += 1
        layer: i64 = 0
        while layer < self.tiles.layers:
            self.kindle(cell, tile, layer)
            layer += 1

    def take(self, x: i64, y: i64) -> None:
        """A card is removed, and light is spread anew."""
        w = self.window
        planes = self.planes
        n = w.cells
        cell = w.cell(x, y)
        last = self.leaf(cell)
        if planes[cell] > HIDDEN:
            self.laid -= 1
            at = 6 * n
            while planes[at] != cell:
                at += 1
            planes[at] = planes[6 * n + self.laid]
        planes[cell] = i16(EMPTY)
        if planes[n + cell] & 15:
            self.join_frontier(cell)
        edge: i64 = 0
        while edge < 4:
            beside = cell + w.step[edge]
            mark = OPPOSITE_BIT[edge]
            planes[n + beside] &= i16(~(mark | mark << 4))
            if not planes[n + beside] & 15:
                self.leave_frontier(beside)
            planes[3 * n + beside] &= i16(~(mark | mark << 4 | mark << 8))
            if not planes[3 * n + beside] & 15:
                planes[n + beside] &= i16(~GLOWING)
                self.dim(beside)
            edge += 1
        planes[2 * n + cell] = i16(0)
        if not last:
            self.relight()

    def leaf(self, cell: i64) -> bool:
        """Is this card no source, and next to one lit card at most? Then nothing else goes dark when it is removed."""
        w = self.window
        planes = self.planes
        tile = i64(planes[cell])
        layer: i64 = 0
        while layer < self.tiles.layers:
            if self.tiles.source[tile * LAYERS + layer]:
                return False
            layer += 1
        neighbours: i64 = 0
        edge: i64 = 0
        while edge < 4:
            if planes[2 * w.cells + cell + w.step[edge]]:
                neighbours += 1
            edge += 1
        return neighbours < 2

    def relight(self) -> None:
        """Put out every light, and light the sources again."""
        w = self.window
        planes = self.planes
        n = w.cells
        self.bright = 0
        index: i64 = 0
        while index < self.laid:
            cell = i64(planes[6 * n + index])
            planes[2 * n + cell] = i16(0)
            edge: i64 = 0
            while edge < 4:
                beside = cell + w.step[edge]
                planes[3 * n + beside] = i16(0)
                planes[n + beside] &= i16(GLOWING - 1)
                edge += 1
            index += 1
        index = 0
        while index < self.laid:
            cell = i64(planes[6 * n + index])
            tile = i64(planes[cell])
            layer: i64 = 0
            while layer < self.tiles.layers:
                if self.tiles.source[tile * LAYERS + layer]:
                    self.kindle(cell, tile, layer)
                layer += 1
            index += 1

    def kindle(self, cell: i64, tile: i64, layer: i64) -> None:
        """Light a card from itself and from its neighbours, and pass the light on."""
        w = self.window
        planes = self.planes
        sides = self.tiles.sides[tile]
        lit = self.tiles.source[tile * LAYERS + layer]
        glow = i64(planes[3 * w.cells + cell]) >> (layer * 4) & sides
        edge: i64 = 0
        while edge < 4:
            if glow >> edge & 1:
                lit |= self.tiles.joins[tile * STRIDE + layer * 4 + edge]
            edge += 1
        if lit:
            at = 2 * w.cells + cell
            lit &= ~(i64(planes[at]) >> (layer * 4))
            planes[at] |= i16(lit << (layer * 4))
            self.shine(cell, lit, layer)

    def shine(self, cell: i64, edges: i64, layer: i64) -> None:
        """These edges of a card have just been lit: so are the tunnels that go on from them."""
        w = self.window
        planes = self.planes
        tiles = self.tiles
        n = w.cells
        shift = layer * 4
        edge: i64 = 0
        while edge < 4:
            if edges >> edge & 1:
                beside = cell + w.step[edge]
                facing = OPPOSITE_BIT[edge]
                planes[3 * n + beside] |= i16(facing << shift)
                if not layer and not planes[n + beside] & GLOWING:
                    planes[n + beside] |= i16(GLOWING)
                    self.brighten(beside)
                tile = i64(planes[beside])
                if tile > HIDDEN and tiles.sides[tile] & facing:
                    at = 2 * n + beside
                    dark = ~(i64(planes[at]) >> shift)
                    if dark & facing:
                        fresh = tiles.joins[tile * STRIDE + shift + OPPOSITE[edge]] & dark
                        planes[at] |= i16(fresh << shift)
                        self.shine(beside, fresh, layer)
            edge += 1

    # The frontier: cells that hold no card and touch one.

    def join_frontier(self, cell: i64) -> None:
        n = self.window.cells
        planes = self.planes
        if not planes[4 * n + cell]:
            self.frontier += 1
            self.list_at(self.frontier, cell)
            if planes[n + cell] & GLOWING:
                self.brighten(cell)

    def leave_frontier(self, cell: i64) -> None:
        """The last cell of the list takes the place of the one that goes."""
        n = self.window.cells
        planes = self.planes
        if planes[4 * n + cell]:
            self.dim(cell)
            self.list_at(i64(planes[4 * n + cell]), i64(planes[5 * n + self.frontier - 1]))
            self.frontier -= 1
            planes[4 * n + cell] = i16(0)

    def brighten(self, cell: i64) -> None:
        """Light falls on a cell: if it is in the frontier, it changes places with the first dark one."""
        at = i64(self.planes[4 * self.window.cells + cell])
        if at > self.bright:
            self.bright += 1
            self.exchange(at, self.bright)

    def dim(self, cell: i64) -> None:
        """A cell goes dark: it changes places with the last bright one."""
        at = i64(self.planes[4 * self.window.cells + cell])
        if at and at <= self.bright:
            self.exchange(at, self.bright)
            self.bright -= 1

    def exchange(self, one: i64, other: i64) -> None:
        """Two cells of the frontier, counted from 1, change places."""
        n = self.window.cells
        cell = i64(self.planes[5 * n + one - 1])
        self.list_at(one, i64(self.planes[5 * n + other - 1]))
        self.list_at(other, cell)

    def list_at(self, at: i64, cell: i64) -> None:
        """The frontier's place `at`, counted from 1, is this cell's."""
        n = self.window.cells
        self.planes[5 * n + at - 1] = i16(cell)
        self.planes[4 * n + cell] = i16(at)

    def reach(self, x: i64, y: i64) -> None:
        """Grow the window until a card at this cell is not on its rim."""
        old = self.window
        if old.inside(x, y):
            return
        window = old.around(x, y)
        planes = vec[i16]([i16(0)] * (window.cells * PLANES))
        before = self.planes
        cell: i64 = 0
        while cell < old.cells:
            if before[old.cells + cell] or before[cell]:
                self.move(cell, old, before, old.shifted(cell, window), window, planes)
            cell += 1
        index: i64 = 0
        while index < self.laid:
            moved = old.shifted(i64(before[6 * old.cells + index]), window)
            planes[6 * window.cells + index] = i16(moved)
            index += 1
        self.window = window
        self.planes = planes

    def move(self, cell: i64, old: Window, before: vec[i16], moved: i64, window: Window, planes: vec[i16]) -> None:
        """What is known of a cell goes to its number in a larger window."""
        plane: i64 = 0
        while plane < 5:
            planes[plane * window.cells + moved] = before[plane * old.cells + cell]
            plane += 1
        if before[4 * old.cells + cell]:
            planes[5 * window.cells + i64(before[4 * old.cells + cell]) - 1] = i16(moved)

    # Questions about a card that is to be laid.

    def fits(self, x: i64, y: i64, tile: i64) -> bool:
        """Does every side agree with every card face up that it touches?"""
        need = self.need(x, y)
        return self.tiles.sides[tile] & need & 15 == need >> 4

    def connected(self, x: i64, y: i64, tile: i64, layer: i64) -> bool:
        """Would at least one strand of it be lit?"""
        return self.glow(x, y, layer) & self.tiles.sides[tile] != 0


def new_grid(tiles: TileSet, left: i64, top: i64, right: i64, bottom: i64) -> Grid:
    """An empty grid whose window leaves room round a rectangle in which cards are expected."""
    window = Window(left - ROOM, top - ROOM, right - left + 1 + 2 * ROOM, bottom - top + 1 + 2 * ROOM)
    return Grid(tiles, window, vec[i16]([i16(0)] * (window.cells * PLANES)), 0, 0, 0)
