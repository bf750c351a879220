"""Light and laying, found a second time by walking: slow, and knowing nothing of grids."""

from __future__ import annotations

import random

import pytest

from tests.duel.table import DuelTable, random_rules
from tests.laws.light import Cell, Laid, grid_light, naive_light
from undermine.games.duel.rules.actions import TO_BRIBE
from undermine.games.duel.rules.state import HAND, TURN, Duel, duel
from undermine.kernel.engine import legal
from undermine.kernel.forms import card_of
from undermine.tunnels.placing import spot_laid, turn_laid
from undermine.tunnels.ports import DX, DY, LETTERS, OPPOSITE
from undermine.tunnels.shape import parse_shape
from undermine.tunnels.tiles import HIDDEN

GREEN, BLUE = 0, 1
COLOURS = "gb"


def looks(t: Duel) -> dict[Cell, str]:
    """The maze as it is drawn; `?` face down, `+` behind a card whose gate is open."""
    found: dict[Cell, str] = {}
    lying = t.grid.ints()
    for where, tile in zip(lying[::2], lying[1::2], strict=True):
        maze = t.hooks.maze
        look = "?" if tile == HIDDEN else maze.looks[tile]
        gated = "#" in look or "!" in look
        found[where % 256 - 128, where // 256 - 128] = look + ("+" if gated and not maze.opened[tile] else "")
    return found


def cards_of(drawn: dict[Cell, str], layer: int) -> dict[Cell, Laid]:
    """Every card with its tunnels as a dwarf of this colour finds them."""
    cards: dict[Cell, Laid] = {}
    for cell, look in drawn.items():
        if look == "?":
            continue
        source = 1 << COLOURS.index(look[1]) if look[0] == "L" else 0
        body = (look.partition(":")[2] if source else look).removesuffix("+")
        shape = body.partition("#")[0].partition("!")[0].partition("$")[0]
        parts = parse_shape(shape).parts
        gate = gate_of(look, layer)
        if gate:
            parts = [rest for part in parts for rest in (part & ~gate, part & gate) if rest]
        cards[cell] = (parts, 0, source)
    return cards


def gate_of(look: str, layer: int) -> int:
    """The arm that is cut off on this layer, as a bit."""
    if look.endswith("+"):
        return 0
    if "!" in look:
        return 1 << LETTERS.index(look.partition("!")[2][0])
    if "#" in look:
        door = look.partition("#")[2]
        return 0 if COLOURS.index(door[0]) == layer else 1 << LETTERS.index(door[1])
    return 0


def sides(laid: Laid) -> int:
    return sum(laid[0])


def may_lie(drawn: dict[Cell, str], layer: int, look: str, cell: Cell) -> bool:
    """May a card that would lie so be laid here by this colour?"""
    cards = cards_of(drawn, layer)
    if cell in drawn:
        return False
    mine = sides(cards_of({cell: look}, layer)[cell])
    around = [((cell[0] + int(DX[edge]), cell[1] + int(DY[edge])), edge) for edge in range(4)]
    met = [(cards[beside], edge, beside) for beside, edge in around if beside in cards]
    if any(bool(sides(card) >> OPPOSITE[edge] & 1) != bool(mine >> edge & 1) for card, edge, _ in met):
        return False
    if look[0] == "L":
        shy = any(beside in drawn and (drawn[beside][0] == "?" or "$" in drawn[beside]) for beside, _ in around)
        return not shy and any(mine >> edge & 1 for _, edge, _ in met)
    light = naive_light(cards, layer)
    return any((beside, OPPOSITE[edge]) in light and mine >> edge & 1 for _, edge, beside in met)


@pytest.mark.parametrize("seed", range(5))
def test_light_and_laying_are_what_walking_finds(seed: int) -> None:
    rnd = random.Random(seed)
    t = DuelTable(random_rules(rnd), seed)
    t.eager = 0.9
    compared = 0
    while not t.state.over():
        s = duel(t.state)
        if s.top().step == TURN and rnd.random() < 0.15:
            seat = t.asked()
            drawn = looks(s)
            for layer in (GREEN, BLUE):
                cards = cards_of(drawn, layer)
                assert grid_light(s.grid, list(cards), layer) == naive_light(cards, layer)
            if not s.hindered(seat):
                compared += compare(s, seat, drawn)
        t.move()
    assert compared > 10


def compare(s: Duel, seat: int, drawn: dict[Cell, str]) -> int:
    """All that a seat may lay, one way and the other."""
    engine = {
        (int(card_of(action)), int(turn_laid(action)), int(spot_laid(action)))
        for action in legal(s, seat)
        if action < TO_BRIBE
    }
    goals = {(int(s.hooks.goal_x[goal]), int(s.hooks.goal_y[goal])) for goal in range(s.hooks.goals)}
    rim = {(x + int(DX[edge]), y + int(DY[edge])) for x, y in drawn for edge in range(4)}
    own_only = s.rules.settings.flag("ladder.ownOnly")
    walked: set[tuple[int, int, int]] = set()
    for face in range(1, len(s.hooks.tile_of)):
        tile = s.hooks.tile_of[face]
        if not tile or not s.cards.number(HAND + seat, face):
            continue
        names = s.hooks.maze.looks[tile], s.hooks.maze.looks[tile + 1]
        for quarter, look in ((0, names[0]), (2, names[1])):
            if quarter and names[0] == names[1]:
                continue
            for x, y in rim:
                beside_goal = any(abs(x - gx) + abs(y - gy) == 1 for gx, gy in goals)
                if look[0] == "L" and (beside_goal or (own_only and look[1] != "gb"[int(s.colour(seat))])):
                    continue
                if may_lie(drawn, int(s.colour(seat)), look, (x, y)):
                    walked.add((face, quarter, (y + 128) * 256 + x + 128))
    assert engine == walked
    return len(walked)
