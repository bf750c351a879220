"""Two entrances, a layer of light for each seat."""

from __future__ import annotations

import pytest

from tests.skeletons import twinshafts as twins
from tests.skeletons.laws import Table, check_game, question
from tests.skeletons.light import Cell, Laid, grid_light, naive_light
from tests.skeletons.twinshafts import AIMS, DISCARDED, HAND, HOMES, KEY, QUAKE, TUNNELS, Twin, twin, twinshafts
from undermine.kernel.engine import act, advance, legal
from undermine.kernel.event import Play
from undermine.kernel.ids import bit
from undermine.kernel.ruleset import Module
from undermine.tunnels.ports import DX, DY, OPPOSITE, spot
from undermine.tunnels.shape import parse_shape


def cards_of(t: Twin) -> dict[Cell, Laid]:
    """The maze as it lies, read from the names of the cards."""
    cards: dict[Cell, Laid] = {}
    for place, tile in zip(*[iter(t.grid.ints())] * 2, strict=True):
        cell = (place % 256 - 128, place // 256 - 128)
        if cell in HOMES:
            cards[cell] = ([15], 0, 1 << HOMES.index(cell))
        elif tile in t.hooks.face_of:
            face = t.hooks.face_of[tile]
            _, shape, shut, _ = TUNNELS[face - 1]
            turned = parse_shape(shape).turned() if tile % 2 else parse_shape(shape)
            locked = tile - t.hooks.tile_of[face] in {0, 1}
            cards[cell] = (turned.parts, shut if locked else 0, 0)
    return cards


def naive_places(t: Twin, seat: int, shape: str) -> set[int]:
    """Where a tunnel may be laid, tried cell by cell and edge by edge."""
    cards = cards_of(t)
    light = naive_light(cards, seat)
    wells = set(twins.WELL_CELLS)
    found = set()
    for x in range(-14, 22):
        for y in range(-14, 15):
            for turned in range(2):
                form = parse_shape(shape).turned() if turned else parse_shape(shape)
                twice = turned and form.same(parse_shape(shape))
                around = [((x + DX[edge], y + DY[edge]), edge) for edge in range(4)]
                fits = all(
                    bool(sum(cards[cell][0]) >> OPPOSITE[edge] & 1) == bool(form.sides() >> edge & 1)
                    for cell, edge in around
                    if cell in cards
                )
                lit = any((cell, OPPOSITE[edge]) in light and form.sides() >> edge & 1 for cell, edge in around)
                if (x, y) not in cards and (x, y) not in wells and fits and lit and not twice:
                    found.add(int(spot(x, y)) * 4 + 2 * turned)
    return found


class Diggers(Table):
    """Prefers to lay cards, and compares with the slow ways."""

    def choose(self, seat: int, actions: list[int]) -> int:
        t = twin(self.state)
        if question(t) == "turn" and self.random.random() < 0.2:
            cards = cards_of(t)
            for layer in range(2):
                assert grid_light(t.grid, list(cards), layer) == naive_light(cards, layer)
            for face in range(1, len(TUNNELS) + 1):
                if t.cards.number(HAND + seat, face):
                    places = {each % AIMS for each in actions if each // AIMS == face and each % AIMS < DISCARDED}
                    assert places == naive_places(t, seat, TUNNELS[face - 1][1])
        played = [each for each in actions if each % AIMS != DISCARDED]
        return super().choose(seat, played or actions)


@pytest.mark.parametrize("seed", range(6))
def test_whole_games_with_two_entrances(seed: int) -> None:
    t = Diggers(twinshafts(), seed)
    check_game(t)
    assert t.state.cards.size(twins.BOARD) > 8


def given(face: int, seat: int, *modules: Module) -> Table:
    """A fresh table at which a seat holds a card of this face."""
    for seed in range(200):
        t = Table(twinshafts(*modules), seed)
        if t.state.cards.number(HAND + seat, face):
            return t
    raise AssertionError(f"nobody was dealt face {face}")


def test_a_tunnel_goes_on_from_the_movers_own_entrance() -> None:
    t = given(1, 0)
    places = {each % AIMS // 4 for each in legal(t.state, 0) if each // AIMS == 1 and each % AIMS != DISCARDED}
    assert places == {spot(1, 0), spot(-1, 0), spot(0, 1), spot(0, -1)}


def test_when_the_shafts_meet_both_may_use_them() -> None:
    t = Table(twinshafts(), 1)
    s = twin(t.state.copy())
    for x in range(1, 6):
        if x != 3:
            s.grid.put(x, 0, s.hooks.tile_of[1])
    assert [bool(s.grid.lit(2, 0, seat)) for seat in range(2)] == [True, False]
    for x in (2, 3, 4):
        s.grid.put(x, 1, s.hooks.tile_of[1])
    assert all(s.grid.lit(x, 0, seat) for x in (1, 2, 4, 5) for seat in range(2))


def test_a_key_opens_a_gate_to_the_other_seat() -> None:
    t = given(KEY, 0)
    s = twin(t.state)
    gate = twins.GATES[1]
    s.grid.put(1, 0, s.hooks.tile_of[gate])
    s.grid.put(2, 0, s.hooks.tile_of[4])
    assert [s.grid.lit(1, 0, 0), s.grid.lit(2, 0, 0)] == [0b1000, 0]
    assert KEY * AIMS + spot(1, 0) in legal(s, 0)
    act(t.play, 0, KEY * AIMS + spot(1, 0))
    assert [s.grid.lit(1, 0, 0), s.grid.lit(2, 0, 0)] == [0b1111, 0b1010]
    advance(t.play, t.chance)
    assert KEY * AIMS + spot(1, 0) not in legal(s, 1)


def test_a_well_reached_by_both_at_once_is_the_movers() -> None:
    t = given(QUAKE, 0)
    for mover in range(2):
        s = twin(t.state.copy())
        for x in (1, 2, 3, 4, 5):
            s.grid.put(x, 1, s.hooks.tile_of[1])
        for x in (1, 5):
            s.grid.put(x, 0, s.hooks.tile_of[1])
        play = Play(s, None)
        play.ask(twins.WELLS, 0, mover, 0)
        advance(play, t.chance)
        assert s.numbers[1] == mover + 1
        assert s.top().seats == bit(0)
