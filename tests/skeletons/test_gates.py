"""Gates and hoists on three layers of light, bridges and twists with their strands."""

from __future__ import annotations

import random

import pytest
from mypy_extensions import i64

from tests.skeletons.gates import BLUE, GATES_MODULE, LAYERS, RED, SHUT, Open, walkable
from tests.skeletons.laws import Table, check_game, classic_with
from tests.skeletons.light import Cell, Laid, grid_light, naive_light
from undermine.games.classic.actions import AIMS, discard, lay
from undermine.games.classic.state import CARD_BAG, Classic, classic
from undermine.kernel.agenda import SCRATCH, Step
from undermine.kernel.chance import Chance, Seeded
from undermine.kernel.engine import act, advance, legal, open_game, waiting
from undermine.kernel.event import Play
from undermine.kernel.ids import NOBODY, lowest
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import Frame, State
from undermine.tunnels.grid import Grid, new_grid
from undermine.tunnels.ports import DX, DY, spot
from undermine.tunnels.shape import parse_shape
from undermine.tunnels.tiles import EVERY_LAYER, HIDDEN, TileSet

Tile = tuple[int, Laid]  # its number, and what it is


def all_tiles(tiles: TileSet) -> tuple[list[Tile], dict[int, Tile]]:
    """Cards of every sort in both orientations; and for each with a gate the same card with its gate open."""
    found: list[Tile] = []
    opened: dict[int, Tile] = {}
    for text, shut, lit in [
        ("NESW", 0, 0), ("NES", 0, 0), ("EW", 0b100, 0), ("EW", 0b010, 0), ("NS", 0b100, 0), ("NS|EW", 0, 0),
        ("NE|SW", 0, 0), ("EW|N", 0, 0), ("N|E|S|W", 0, 0), ("L:NES", 0, EVERY_LAYER), ("L:N", 0, 0b011), ("NE", 0, 0),
    ]:  # fmt: skip
        shape = parse_shape(text)
        first = int(tiles.add(shape, shut, lit))
        open_one = int(tiles.add(shape, 0, lit))
        for turned, parts in enumerate((shape.parts, shape.turned().parts)):
            found.append((first + turned, (parts, shut, lit)))
            opened[first + turned] = (open_one + turned, (parts, 0, lit))
    return found, opened


@pytest.mark.parametrize("seed", range(8))
def test_light_on_every_layer_is_where_one_can_walk(seed: int) -> None:
    """Cards come and go anywhere, face up and face down; the light is always that of a fresh walk from the sources."""
    r = random.Random(seed)
    tiles = TileSet(LAYERS)
    every, opened = all_tiles(tiles)
    grid = new_grid(tiles, 0, 0, 3, 3)
    cards: dict[Cell, Laid] = {}
    hidden: set[Cell] = set()
    for _ in range(220):
        cell = (r.randrange(-3, 7), r.randrange(-3, 7))
        if cell in hidden:
            hidden.remove(cell)
            grid.take(*cell)
        elif cell in cards and int(grid.tile(*cell)) in opened and r.random() < 0.4:
            tile, cards[cell] = opened[int(grid.tile(*cell))]
            grid.put(*cell, tile)
        elif cell in cards:
            grid.take(*cell)
            del cards[cell]
        elif r.random() < 0.1:
            grid.hide(*cell)
            hidden.add(cell)
        else:
            tile, cards[cell] = r.choice(every)
            grid.put(*cell, tile)
        for layer in range(LAYERS):
            assert grid_light(grid, list(cards), layer) == naive_light(cards, layer)
        frontier = {
            (x, y) for x in range(-5, 9) for y in range(-5, 9) if (x, y) not in cards and (x, y) not in hidden
        } & {(x + DX[edge], y + DY[edge]) for x, y in cards for edge in range(4)}
        assert grid_frontier(grid) == frontier


def grid_frontier(grid: Grid) -> set[Cell]:
    """The empty cells that touch a card, as the grid lists them."""
    window = grid.window
    spots = [int(window.spot[i64(grid.planes[5 * window.cells + index])]) for index in range(grid.frontier)]
    assert len(set(spots)) == len(spots)
    return {(place % 256 - 128, place // 256 - 128) for place in spots}


# On the classic game.


class Wish(Chance):
    """The cards that a test wishes for, in order, wherever chance can give them; then any."""

    def __init__(self, wishes: list[int]) -> None:
        self.wishes = wishes
        self.others = Seeded(1)

    def choose(self, s: State, f: Frame, step: Step) -> int:
        names = s.rules.step_names[f.step]
        options = [int(SCRATCH[i]) for i in range(step.options(s, f, NOBODY, SCRATCH))]
        if names == "first":
            return 0
        if names == "deal" and f.b >= s.rules.seats and f.b % s.rules.seats == 0 and self.wishes:
            assert self.wishes[0] in options
            return self.wishes.pop(0)
        return int(self.others.choose(s, f, step))


def face(rules: Ruleset, name: str) -> int:
    return rules.layout.face_names[CARD_BAG].index(name)


def lay_one(play: Play, chance: Chance, action: int) -> None:
    """The first seat does this; the others throw a card away."""
    s = play.state
    assert action in legal(s, 0)
    act(play, 0, action)
    advance(play, chance)
    while not waiting(s) & 1:
        seat = lowest(waiting(s))
        act(play, seat, next(each for each in legal(s, seat) if each % AIMS == discard(0)))
        advance(play, chance)


def board(wishes: list[str]) -> tuple[Play, Chance, dict[str, int]]:
    rules = classic_with(3, GATES_MODULE)
    faces = {name: face(rules, name) for name in wishes}
    chance = Wish([faces[name] for name in wishes])
    return open_game(rules, chance, None), chance, faces


def lit_layers(t: Classic, x: int, y: int) -> int:
    return sum(1 << layer for layer in range(LAYERS) if t.grid.lit(x, y, layer))


def test_a_gate_stops_one_team_and_nobody_else() -> None:
    play, chance, faces = board(["red-gate", "EW", "blue-gate", "EW"])
    t = classic(play.state)
    lay_one(play, chance, lay(faces["red-gate"], spot(1, 0), 0))
    lay_one(play, chance, lay(faces["EW"], spot(2, 0), 0))
    assert lit_layers(t, 1, 0) == EVERY_LAYER
    assert lit_layers(t, 2, 0) == EVERY_LAYER & ~(1 << BLUE)
    lay_one(play, chance, lay(faces["blue-gate"], spot(3, 0), 0))
    lay_one(play, chance, lay(faces["EW"], spot(4, 0), 0))
    assert lit_layers(t, 3, 0) == 1 | 1 << RED
    assert lit_layers(t, 4, 0) == 1


def test_a_hoist_lights_what_a_rockfall_cut_off() -> None:
    play, chance, faces = board(["EW", "EW", "EW", "rockfall", "hoist", "NESW"])
    t = classic(play.state)
    for x in (1, 2, 3):
        lay_one(play, chance, lay(faces["EW"], spot(x, 0), 0))
    lay_one(play, chance, faces["rockfall"] * AIMS + spot(2, 0))
    assert [lit_layers(t, x, 0) for x in (1, 3)] == [EVERY_LAYER, 0]
    assert lay(faces["NESW"], spot(4, 0), 0) not in legal(t, 0)
    turned = faces["hoist"] * AIMS + spot(4, 0) * 4 + 2  # NES turned: its western opening meets the tunnel
    assert turned in legal(t, 0)
    lay_one(play, chance, turned)
    assert [lit_layers(t, x, 0) for x in (3, 4)] == [EVERY_LAYER, EVERY_LAYER]
    assert lay(faces["NESW"], spot(2, 0), 0) in legal(t, 0)


def test_a_hoist_is_taken_away_by_a_rockfall_and_its_light_with_it() -> None:
    play, chance, faces = board(["EW", "EW", "hoist", "rockfall", "rockfall"])
    t = classic(play.state)
    lay_one(play, chance, lay(faces["EW"], spot(1, 0), 0))
    lay_one(play, chance, lay(faces["EW"], spot(2, 0), 0))
    lay_one(play, chance, faces["hoist"] * AIMS + spot(3, 0) * 4 + 2)
    lay_one(play, chance, faces["rockfall"] * AIMS + spot(1, 0))
    assert lit_layers(t, 2, 0) == EVERY_LAYER
    lay_one(play, chance, faces["rockfall"] * AIMS + spot(3, 0))
    assert lit_layers(t, 2, 0) == 0


def test_the_strands_of_a_bridge_are_lit_apart() -> None:
    play, chance, faces = board(["bridge", "twist"])
    t = classic(play.state)
    lay_one(play, chance, lay(faces["bridge"], spot(1, 0), 0))
    assert t.grid.lit(1, 0, 0) == 0b1010
    lay_one(play, chance, lay(faces["twist"], spot(2, 0), 0))
    assert t.grid.lit(2, 0, 0) == 0b1100


def check_light(t: Classic) -> None:
    hooks = t.hooks
    tiles = hooks.tiles
    cards: dict[Cell, Laid] = {}
    for place, tile in zip(*[iter(t.grid.ints())] * 2, strict=True):
        shape = tiles.shapes[tile]
        if tile > HIDDEN and shape is not None:
            name = hooks.names[hooks.face_of[tile] - 1] if hooks.face_of[tile] else ""
            shut = SHUT.get(name, 0)
            lit = EVERY_LAYER if shape.ladder or tile in {hooks.entrance, hooks.entrance + 1} else 0
            cards[place % 256 - 128, place // 256 - 128] = (shape.parts, shut, lit)
    for layer in range(LAYERS):
        assert grid_light(t.grid, list(cards), layer) == naive_light(cards, layer)


class Layers(Table):
    """Likes to lay cards, so that goals are reached."""

    def choose(self, seat: int, actions: list[int]) -> int:
        t = classic(self.state)
        if self.rules.step_names[t.top().step] == "turn":
            if self.random.random() < 0.1:
                check_light(t)
            east = [each for each in actions if each % AIMS < 1 << 18 and t.hooks.cards[each // AIMS].face]
            return max(east, key=lambda each: (each % AIMS // 4 % 256, self.random.random()), default=actions[-1])
        return super().choose(seat, actions)


@pytest.mark.parametrize("seed", range(2))
def test_whole_games_with_gates(seed: int) -> None:
    kind = Layers if seed % 2 else Table
    check_game(kind(classic_with(3 + seed % 2, GATES_MODULE), seed))


def test_who_could_walk_to_the_gold_is_written_down() -> None:
    seen = set()
    for seed in range(6):
        t = Layers(classic_with(3, GATES_MODULE), seed)
        t.play_on(10**6)
        opened = next(kind for kind in t.rules.kinds if isinstance(kind, Open))
        seen |= {opened.of(t.state, which) for which in (1, 2, 3)}
        assert walkable(classic(t.state)) == opened.of(t.state, 3)
    assert len(seen) > 2
