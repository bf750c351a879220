"""A position of The Duel or of its solo game: a drawn maze, and the tokens on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from undermine.games.duel.rules.events import BEGAN, on_troll, token_seat
from undermine.games.duel.rules.hooks import DuelHooks, duel_hooks
from undermine.games.duel.rules.rounds import goal_at
from undermine.games.duel.rules.state import BOARD, CARD_BAG, DISCARD, GOAL, TOKEN, duel
from undermine.kernel.event import Kind, Play
from undermine.kernel.ids import ALL, UNKNOWN, bit
from undermine.kernel.state import State
from undermine.notation.cards import Card, spelled
from undermine.notation.fields import cell_words, one_of
from undermine.notation.position_base import (
    Homes,
    Position,
    drawing,
    free,
    goal_cells,
    parts_of,
    read_drawing,
    read_flag,
    read_round,
    read_seat,
)
from undermine.notation.text import Line, bad, seat_name
from undermine.tunnels.draw import FACE_DOWN, GOAL_MARK, Mark
from undermine.tunnels.ports import spot, spot_x, spot_y
from undermine.tunnels.tiles import HIDDEN

ON: Final = ("claimed", "bribed")  # what a dwarf token lies on: gold, or a troll
OWN_RUNS: Final = ("tokens", "keys", "laid")


class Drawn(Kind):
    """a = where, b = tile: so a card lies in the maze; a goal lies face up. Public."""

    def apply(self, s: State, a: int, b: int, c: int, d: int) -> None:
        t = duel(s)
        t.grid.put(spot_x(a), spot_y(a), b)
        for goal in range(t.hooks.goals):
            if t.hooks.goal_spot[goal] == a:
                t.opened |= bit(goal)


DRAWN = Drawn()


@dataclass
class DuelPosition(Position):
    """In `maze` stands the tile of each card and of each goal face up, by its cell, as if no gate were open."""

    round: int = 1
    counted: bool = False  # the round is over: claimed cards belong to their owners, though they still lie there
    maze: dict[int, int] = field(default_factory=dict)
    tokens: list[tuple[int, int, bool]] = field(default_factory=list)  # seat, cell, and whether it lies on a troll
    keys: list[int] = field(default_factory=list)
    laid: list[int] = field(default_factory=list)  # cells, in the order in which cards were laid: of the solo game

    def hooks(self) -> DuelHooks:
        return duel_hooks(self.rules().hooks)

    # From a game

    def take_table(self, state: State, views: list[State] | None) -> None:
        t = duel(state)
        runs = t.hooks.runs
        self.round = int(t.round)
        lying = t.grid.ints()
        homes = {int(spot(x, y)) for _, x, y in t.hooks.homes}
        for cell, tile in zip(lying[::2], lying[1::2], strict=True):
            if tile != HIDDEN and cell not in homes:
                self.maze[cell] = shut(t.hooks, tile)
        for token in t.numbers[runs.tokens : runs.tokens + runs.token_count]:
            if token:
                self.tokens.append((int(token_seat(token)), int(token // TOKEN), on_troll(token)))
        self.keys = [int(cell) for cell in t.numbers[runs.keys : runs.keys + runs.key_count] if cell]
        self.laid = [int(cell) for cell in t.numbers[runs.stack : runs.stack + runs.stack_count] if cell]
        goals = [goal_at(t, cell) for cell in self.maze if t.hooks.maze.goal_of[self.maze[cell]]]
        lie = t.cards.size(BOARD) + sum(t.cards.size(GOAL + goal) for goal in goals)
        self.counted = lie < len(self.maze)

    def drawn_places(self) -> set[int]:
        goals = goal_cells(self.hooks())
        return {BOARD, *(GOAL + goals[cell] for cell in self.maze if cell in goals)}

    # Towards a game

    def arrange(self) -> None:
        """Cards of the maze, goals face down, and numbers that tokens stand for."""
        hooks = self.hooks()
        won = {cell for _, cell, troll in self.tokens if self.counted and not troll}
        tunnels = [tile for cell, tile in self.maze.items() if cell not in goal_cells(self.hooks()) and cell not in won]
        self.places[BOARD] = [Card(int(hooks.maze.face_of[tile])) for tile in tunnels]
        for cell, goal in goal_cells(self.hooks()).items():
            if cell in self.maze:
                face = int(hooks.maze.goal_of[self.maze[cell]])
                self.places[GOAL + goal] = [] if cell in won else [Card(face, int(ALL))]
            else:
                self.places.setdefault(GOAL + goal, [Card(UNKNOWN)])
        self.laid = [cell for cell in self.laid if cell in self.maze] or [
            cell for cell in self.maze if cell not in goal_cells(self.hooks())
        ]
        tokens = [cell * TOKEN + seat * 2 + troll for seat, cell, troll in self.tokens]
        self._number(int(hooks.runs.tokens), int(hooks.runs.token_count), tokens, "dwarf tokens")
        self._number(int(hooks.runs.keys), int(hooks.runs.key_count), self.keys, "key tokens")
        if hooks.runs.stack_count:
            self._number(int(hooks.runs.stack), int(hooks.runs.stack_count), self.laid, "cards")
        for seat, _, troll in self.tokens:
            at = int(hooks.runs.bribes) + seat
            if troll and at not in self.numbers:
                self.numbers[at] = sum(who == seat and on for who, _, on in self.tokens)

    def _number(self, first: int, size: int, found: list[int], what: str) -> None:
        if len(found) > size:
            raise bad(f"There are {size} {what}, and {len(found)} are named.")
        self.numbers |= {first + at: number for at, number in enumerate(found + [0] * (size - len(found)))}

    def spill(self) -> dict[int, int]:
        return {CARD_BAG: DISCARD}

    def looks(self) -> dict[int, int]:
        return {GOAL + goal: 0 for goal in range(self.hooks().goals)}

    def begin(self, play: Play) -> None:
        play.emit(BEGAN, ALL, self.round, 0, 0, 0)

    def finish(self, play: Play) -> None:
        hooks = self.hooks()
        gates = {*self.keys, *(cell for _, cell, troll in self.tokens if troll)}
        for _, cell, troll in self.tokens:
            if not troll and cell not in self.maze:
                raise bad(f"No card lies at {cell_words(cell)}; claim gold that lies in the maze.")
        for cell in gates:
            if cell not in self.maze or not hooks.maze.opened[self.maze[cell]]:
                raise bad(f"No door or troll is at {cell_words(cell)}; put the token elsewhere.")
        for cell, tile in self.maze.items():
            play.emit(DRAWN, ALL, cell, int(hooks.maze.opened[tile]) if cell in gates else tile, 0, 0)

    # Words

    def own_runs(self) -> tuple[str, ...]:
        return OWN_RUNS

    def lines(self) -> list[str]:
        found = [f"round: {self.round}", *(["counted: yes"] if self.counted else [])]
        if self.tokens:
            words = [f"{ON[troll]} {seat_name(seat)} {cell_words(cell)}" for seat, cell, troll in self.tokens]
            found.append(f"tokens: {'; '.join(words)}")
        if self.keys:
            found.append(f"keys: {'; '.join(map(cell_words, self.keys))}")
        if self.laid and self.hooks().runs.stack_count:
            found.append(f"laid: {'; '.join(map(cell_words, self.laid))}")
        return [*found, "maze:", *(f"  {row}" for row in self.drawing().split("\n"))]

    def homes(self) -> Homes:
        """Entrances are drawn by their colours: `*g` and `*b`."""
        hooks = self.hooks()
        return [(f"*{hooks.maze.looks[tile][1]}", x, y) for tile, x, y in hooks.homes]

    def drawing(self) -> str:
        looks = self.hooks().maze.looks
        cells = {(x, y): name for name, x, y in self.homes()}
        for cell in goal_cells(self.hooks()):
            look = GOAL_MARK + looks[self.maze[cell]] if cell in self.maze else FACE_DOWN
            cells[int(spot_x(cell)), int(spot_y(cell))] = look
        for cell, tile in self.maze.items():
            cells.setdefault((int(spot_x(cell)), int(spot_y(cell))), looks[tile])
        return drawing(cells)

    def read(self, key: str, value: str) -> bool:
        match key:
            case "round":
                self.round = read_round(value, int(self.hooks().rounds))
            case "counted":
                self.counted = read_flag(value)
            case "tokens":
                for part in parts_of(value):
                    line = Line(part)
                    troll = one_of(line, list(ON)) == ON.index("bribed")
                    seat = read_seat(self, line.word("a player such as P1"))
                    self.tokens.append((seat, read_cell(line), troll))
            case "keys":
                self.keys += [read_cell(Line(part)) for part in parts_of(value)]
            case "laid":
                self.laid += [read_cell(Line(part)) for part in parts_of(value)]
            case "maze":
                read_drawing(value, self.homes(), self.draw)
            case _:
                return False
        return True

    def draw(self, mark: Mark) -> None:
        """Put a card of the drawing into the maze."""
        cell = int(spot(mark.x, mark.y))
        if cell in goal_cells(self.hooks()) and mark.text.startswith(GOAL_MARK):
            self.maze[cell] = tile_lying(self.hooks(), mark.text.removeprefix(GOAL_MARK), goal=True)
        elif cell in goal_cells(self.hooks()):
            if mark.text != FACE_DOWN:
                raise bad(f"A goal lies at {cell_words(cell)}; draw ? for it, or G:NW$2 if it lies face up as NW$2.")
        elif mark.text == FACE_DOWN or mark.text.startswith(GOAL_MARK):
            raise bad(f"No goal lies at {cell_words(cell)}; draw {mark.text} where a goal is.")
        else:
            self.maze[free(self.maze, cell, cell_words(cell))] = tile_lying(self.hooks(), mark.text, goal=False)


def read_cell(line: Line) -> int:
    """A cell, with nothing behind it."""
    x, y = line.cell()
    line.done()
    return int(spot(x, y))


def shut(hooks: DuelHooks, tile: int) -> int:
    """The same card with its gate shut."""
    return next((each for each, opened in enumerate(hooks.maze.opened) if opened == tile), tile)


def tile_lying(hooks: DuelHooks, look: str, goal: bool) -> int:
    """The tile of the tunnel card, or goal, drawn like this."""
    upright = hooks.goal_tile if goal else hooks.tile_of
    for tile in upright:
        for turned in range(2 if tile else 0):
            if hooks.maze.looks[tile + turned] == spelled(look):
                return int(tile) + turned
    raise bad(f"No {'goal' if goal else 'tunnel card'} lies like {look!r}.")
