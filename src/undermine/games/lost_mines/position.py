"""A position of The Lost Mines: the forest as it is drawn, dwarves, traps, trolls and treasures."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from undermine.games.lost_mines.rules import events
from undermine.games.lost_mines.rules.hooks import CLANS, HONEST, TROLL, MinesHooks, mines_hooks
from undermine.games.lost_mines.rules.state import (
    BOARD,
    CARD_BAG,
    DISCARD,
    FRONT,
    MINE,
    MINE_DECK,
    ROLE,
    ROOM,
    SEATS,
    TREASURE,
    TREASURE_DECK,
    Mines,
    mines,
)
from undermine.games.lost_mines.words import (
    Result,
    edge_of,
    edge_words,
    edges_words,
    lying_words,
    mine_lying,
    read_edge,
    read_edges,
    read_lying,
    read_result,
    result_words,
    results_of,
)
from undermine.kernel.dealing import MOVED
from undermine.kernel.event import Kind, Play
from undermine.kernel.ids import ALL, NOBODY, UNKNOWN, bit
from undermine.kernel.state import State
from undermine.notation.cards import Card
from undermine.notation.fields import cell_words, one_of
from undermine.notation.position_base import (
    Homes,
    Position,
    drawing,
    free,
    goal_cells,
    parts_of,
    read_drawing,
    read_round,
    read_seat,
)
from undermine.notation.text import Line, bad, seat_name
from undermine.tunnels.draw import FACE_DOWN, Mark
from undermine.tunnels.ports import spot, spot_x, spot_y
from undermine.tunnels.tiles import EMPTY, HIDDEN

ON_DISPLAY: Final = ("gems-a", "gold-a", "silver-a")  # where nothing is said: something is left of every kind


class Drawn(Kind):
    """a = where, b = tile: so a card lies in the forest; a mine lies face up. Public."""

    def apply(self, s: State, a: int, b: int, c: int, d: int) -> None:
        t = mines(s)
        t.grid.put(spot_x(a), spot_y(a), b)
        mine = t.mine_at(a)
        if mine >= 0:
            t.opened |= bit(mine)


class Stood(Kind):
    """a = seat, b = where its dwarf stands, c = on which edges of that card's path. Public."""

    def apply(self, s: State, a: int, b: int, c: int, d: int) -> None:
        t = mines(s)
        t.at[a] = b
        t.strand[a] = c


class Handled(Kind):
    """a = who last played a card. Public."""

    def apply(self, s: State, a: int, b: int, c: int, d: int) -> None:
        mines(s).last = a


DRAWN = Drawn()
STOOD = Stood()
HANDLED = Handled()


@dataclass
class Dwarf:
    """A player's clan, and where its figure stands: `at` 0 is its start card; `edges` None are all of that card's."""

    clan: int
    at: int = 0
    edges: int | None = None


@dataclass
class MinesPosition(Position):
    """In `forest` stands the tile of each path card and of each mine face up, by its cell."""

    round: int = 1
    last: int = NOBODY
    dragon: int = NOBODY
    results: list[Result] = field(default_factory=list)
    forest: dict[int, int] = field(default_factory=dict)
    dwarves: dict[int, Dwarf] = field(default_factory=dict)
    trolls: dict[int, tuple[int, int]] = field(default_factory=dict)  # seat -> cell and edge
    traps: list[tuple[int, int]] = field(default_factory=list)
    cleared: list[int] = field(default_factory=list)
    taken: dict[int, int] = field(default_factory=dict)  # treasure -> seat

    def hooks(self) -> MinesHooks:
        return mines_hooks(self.rules().hooks)

    # From a game

    def take_table(self, state: State, views: list[State] | None) -> None:
        t = mines(state)
        self.round, self.last, self.dragon = int(t.round), int(t.last), int(t.dragon)
        self.results = results_of(t)
        lying = t.grid.ints()
        starts = {int(spot(x, y)) for _, x, y in self.homes()}
        self.forest = {
            cell: tile
            for cell, tile in zip(lying[::2], lying[1::2], strict=True)
            if tile != HIDDEN and cell not in starts
        }
        for seat in range(t.seats):
            edges = int(t.strand[seat])
            everywhere = edges == edges_at(t, int(t.at[seat]))
            self.dwarves[seat] = Dwarf(int(t.clan[seat]), int(t.at[seat]), None if everywhere else edges)
            if t.trolls[seat]:
                self.trolls[seat] = edge_of(int(t.trolls[seat]))
        self.traps = [edge_of(int(key)) for key in t.traps]
        self.cleared = [int(cell) for cell in t.cleared]
        self.taken = {number: int(seat) for number, seat in enumerate(t.holder) if seat != NOBODY}

    def drawn_places(self) -> set[int]:
        cells = goal_cells(self.hooks())
        return {BOARD, *(MINE + cells[cell] for cell in self.forest if cell in cells)}

    # Towards a game

    def arrange(self) -> None:
        """Cards of the forest and mines face down; dwarves, trolls and treasures of which nothing is said."""
        hooks = self.hooks()
        self.dwarves = {seat: self.dwarves.get(seat, Dwarf(seat % 2)) for seat in range(self.options.players)}
        for seat, dwarf in self.dwarves.items():
            self.places.setdefault(ROLE + dwarf.clan * SEATS + seat, [Card(HONEST)])
        for seat in self.trolls:
            self.places.setdefault(FRONT + seat, [Card(int(hooks.card_for[TROLL]))])
        paths = [tile for cell, tile in self.forest.items() if cell not in goal_cells(self.hooks())]
        self.places[BOARD] = [Card(int(hooks.face_of[tile])) for tile in paths]
        for cell, mine in goal_cells(self.hooks()).items():
            if cell in self.forest:
                self.places[MINE + mine] = [Card(mine_lying(hooks, self.forest[cell])[0], int(ALL))]
            else:
                self.places.setdefault(MINE + mine, [Card(UNKNOWN)])
        if not self.taken and not self.slots():
            self.taken = {}
            for name in ON_DISPLAY:
                self.places[TREASURE + hooks.slots.index(name)] = [Card(UNKNOWN)]
        for number in self.taken:
            self.places.setdefault(TREASURE + number, [Card(UNKNOWN)])

    def slots(self) -> list[int]:
        """Treasures that lie on display or before somebody."""
        return [number for number in range(len(self.hooks().slots)) if self.places.get(TREASURE + number)]

    def spill(self) -> dict[int, int]:
        return {CARD_BAG: DISCARD}

    def looks(self) -> dict[int, int]:
        hidden = [*range(MINE, MINE + int(self.hooks().goals)), *(TREASURE + number for number in self.slots())]
        return dict.fromkeys(hidden, 0)

    def begin(self, play: Play) -> None:
        for number, (roles, treasures, points, dragon) in enumerate(self.results, start=1):
            play.emit(events.BEGAN, ALL, number, 0, 0, 0)
            play.emit(events.SCORED, ALL, roles, treasures, points, dragon)
        play.emit(events.BEGAN, ALL, self.round, 0, 0, 0)

    def lay_out(self, play: Play) -> None:
        for mine in range(self.hooks().goals):
            play.emit(MOVED, ALL, UNKNOWN, MINE_DECK, MINE + mine, 0)
        for number in self.slots():
            play.emit(self.hooks().displayed, ALL, number, TREASURE_DECK + number // ROOM, 0, 0)
        for seat, dwarf in sorted(self.dwarves.items()):
            play.emit(events.JOINED, ALL, seat, dwarf.clan, 0, 0)

    def finish(self, play: Play) -> None:
        t = mines(play.state)
        for cell, tile in self.forest.items():
            play.emit(DRAWN, ALL, cell, tile, 0, 0)
        for cell in self.cleared:
            play.emit(events.BRIDGED, ALL, cell, 0, 0, 0)
        for cell, edge in self.traps:
            play.emit(events.TRAPPED, ALL, cell, edge, 0, 0)
        for seat, (cell, edge) in sorted(self.trolls.items()):
            play.emit(events.BLOCKED, ALL, cell, edge, seat, 0)
        for number, seat in sorted(self.taken.items()):
            play.emit(t.hooks.gained, ALL, seat, number, 0, 0)
        if self.dragon != NOBODY:
            play.emit(events.SCORCHED, ALL, self.dragon, 0, 0, 0)
        for seat, dwarf in sorted(self.dwarves.items()):
            cell = dwarf.at or int(t.at[seat])
            if t.tile_at(cell) == EMPTY:
                raise bad(f"No card lies at {cell_words(cell)}; let the dwarf of {seat_name(seat)} stand elsewhere.")
            play.emit(STOOD, ALL, seat, cell, edges_at(t, cell) if dwarf.edges is None else dwarf.edges, 0)
        play.emit(HANDLED, ALL, self.last, 0, 0, 0)

    # Words

    def lines(self) -> list[str]:
        found = [f"round: {self.round}"]
        for name, seat in (("last", self.last), ("dragon", self.dragon)):
            found += [f"{name}: {seat_name(seat)}"] if seat != NOBODY else []
        found += [f"result: {result_words(self.options.players, result)}" for result in self.results]
        for seat, dwarf in sorted(self.dwarves.items()):
            found.append(f"dwarf-{seat_name(seat)}: {self.dwarf_words(dwarf)}")
        for seat in range(self.options.players):
            slots = [self.hooks().slots[number] for number, whose in sorted(self.taken.items()) if whose == seat]
            found += [f"taken-{seat_name(seat)}: {' '.join(slots)}"] if slots else []
        for seat, edge in sorted(self.trolls.items()):
            found.append(f"troll-{seat_name(seat)}: {edge_words(edge)}")
        found += [f"traps: {'; '.join(map(edge_words, self.traps))}"] if self.traps else []
        found += [f"cleared: {'; '.join(map(cell_words, self.cleared))}"] if self.cleared else []
        return [*found, "forest:", *(f"  {row}" for row in self.drawing().split("\n"))]

    def dwarf_words(self, dwarf: Dwarf) -> str:
        words = f"{CLANS[dwarf.clan]} {cell_words(dwarf.at)}" if dwarf.at else CLANS[dwarf.clan]
        if dwarf.edges is None or not dwarf.at:
            return words
        return f"{words} {edges_words(dwarf.edges)}"

    def is_fixed(self, cell: int) -> bool:
        """Does a start card or a mine lie there?"""
        return cell in goal_cells(self.hooks()) or cell in [int(spot(x, y)) for _, x, y in self.homes()]

    def homes(self) -> Homes:
        """Start cards are drawn by their clans: `*b` and `*y`."""
        hooks = self.hooks()
        return [(f"*{name[0]}", int(hooks.start_x[clan]), int(hooks.start_y[clan])) for clan, name in enumerate(CLANS)]

    def drawing(self) -> str:
        hooks = self.hooks()
        cells = {(x, y): name for name, x, y in self.homes()}
        for cell in goal_cells(self.hooks()):
            cells[int(spot_x(cell)), int(spot_y(cell))] = FACE_DOWN
        for cell, tile in self.forest.items():
            cells[int(spot_x(cell)), int(spot_y(cell))] = lying_words(hooks, tile)
        return drawing(cells)

    def read(self, key: str, value: str) -> bool:
        what, _, whose = key.partition("-")
        if what in ("dwarf", "taken", "troll") and whose.startswith("P"):
            self.read_of(what, read_seat(self, whose), value)
            return True
        match key:
            case "round":
                self.round = read_round(value, int(self.hooks().chosen.rounds))
            case "last":
                self.last = read_seat(self, value)
            case "dragon":
                self.dragon = read_seat(self, value)
            case "result":
                self.results.append(read_result(self.options.players, value))
            case "traps":
                self.traps += [read_edge(part) for part in parts_of(value)]
            case "cleared":
                self.cleared += [self.read_cell(Line(part)) for part in parts_of(value)]
            case "forest":
                read_drawing(value, self.homes(), self.draw)
            case _:
                return False
        return True

    def read_of(self, what: str, seat: int, value: str) -> None:
        """A line that is a player's own."""
        line = Line(value)
        if what == "troll":
            self.trolls[seat] = read_edge(value)
        elif what == "taken":
            while line.more():
                self.taken[one_of(line, self.hooks().slots)] = seat
        else:
            dwarf = Dwarf(one_of(line, list(CLANS)))
            if line.more():
                dwarf.at = self.read_cell(line, alone=False)
            if line.more():
                dwarf.edges = read_edges(line)
            line.done()
            self.dwarves[seat] = dwarf

    def read_cell(self, line: Line, alone: bool = True) -> int:
        """A space of the board."""
        x, y = line.cell()
        if not self.hooks().inside(x, y):
            raise line.wrong(f"{x},{y} is no space of the board.")
        if alone:
            line.done()
        return int(spot(x, y))

    def draw(self, mark: Mark) -> None:
        """Put a card of the drawing into the forest."""
        cell = int(spot(mark.x, mark.y))
        if not self.hooks().inside(mark.x, mark.y):
            raise bad(f"{cell_words(cell)} is no space of the board; leave {mark.text} out.")
        mine = cell in goal_cells(self.hooks())
        if mark.text != FACE_DOWN:
            self.forest[free(self.forest, cell, cell_words(cell))] = read_lying(self.hooks(), mark.text, mine)
        elif not mine:
            raise bad(f"No mine lies at {cell_words(cell)}; draw ? where a mine is.")


def edges_at(t: Mines, cell: int) -> int:
    """All edges of the paths of a card; none of a mine that lies face down."""
    tile = t.tile_at(cell)
    return int(t.hooks.tiles.sides[tile]) if tile > HIDDEN else 0
