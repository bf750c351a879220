"""A pawn that walks along open tunnels, asked step by step or for a target."""

from __future__ import annotations

from itertools import product

import pytest

from tests.skeletons.laws import Table, check_game, question
from tests.skeletons.rambler import FAR, STAY, STRANDS, Rambler, steps_from, walked_of, within
from tests.skeletons.test_twinshafts import Diggers, cards_of, given
from tests.skeletons.twinshafts import AIMS, DISCARDED, QUAKE, home, twin, twinshafts
from undermine.kernel.engine import act, advance, expire, legal
from undermine.kernel.event import Play
from undermine.tunnels.ports import DX, DY, OPPOSITE, spot


class Ramblers(Diggers):
    """Compares the options of a walk with all walks there are."""

    def choose(self, seat: int, actions: list[int]) -> int:
        t = twin(self.state)
        if question(t) == "rambler.target":
            ends = {(action // STRANDS, action % STRANDS) for action in actions}
            assert ends == naive_walks(self, seat)
        return super().choose(seat, actions)


def naive_walks(table: Table, seat: int) -> set[tuple[int, int]]:
    """Where every sequence of three edges leads, read from the parts of the cards."""
    t = twin(table.state)
    cards = cards_of(t)
    start = walked_of(t).stand(t, seat)
    ends = {start}
    for edges in product(range(4), repeat=FAR):
        place, strand = start
        for edge in edges:
            cell = (place % 256 - 128 + int(DX[edge]), place // 256 - 128 + int(DY[edge]))
            if not strand >> edge & 1 or cell not in cards:
                break
            parts, shut, _ = cards[cell]
            entered = [part for part in parts if part >> OPPOSITE[edge] & 1]
            if not entered:
                break
            place, strand = int(spot(*cell)), 1 << OPPOSITE[edge] if shut >> seat & 1 else entered[0]
            ends.add((place, strand))
    return ends


@pytest.mark.parametrize(("seed", "by_target"), [(1, True), (2, True), (3, False), (4, False)])
def test_whole_games_with_pawns(seed: int, by_target: bool) -> None:
    t = Ramblers(twinshafts(Rambler(by_target)), seed)
    check_game(t)
    assert t.asked_of["rambler.target" if by_target else "rambler.walk"] > 20
    stands = [walked_of(twin(t.state)).stand(t.state, seat)[0] for seat in range(2)]
    assert stands != [home(0), home(1)]


@pytest.mark.parametrize("by_target", [True, False])
def test_both_ways_of_asking_lead_to_the_same_places(by_target: bool) -> None:
    t = Table(twinshafts(Rambler(by_target)), 5)
    s = twin(t.state)
    for x, tile in ((1, 7), (2, 1), (3, 4)):  # a bridge, a crossing, a straight tunnel
        s.grid.put(x, 1 if x == 3 else 0, s.hooks.tile_of[tile])
    s.grid.put(2, 1, s.hooks.tile_of[1])
    s.grid.put(1, 1, s.hooks.tile_of[1])  # under the bridge, but nobody comes down from it
    act(t.play, 0, next(each for each in legal(s, 0) if each % AIMS == DISCARDED))
    advance(t.play, t.chance)
    reached = set()
    if by_target:
        reached = {action // STRANDS for action in legal(s, 0)}
    else:
        for edges in product(range(5), repeat=FAR):
            twin_play = Play(s.copy(), None)
            for edge in edges:
                if question(twin_play.state) == "rambler.walk" and edge in legal(twin_play.state, 0):
                    act(twin_play, 0, edge)
            reached.add(walked_of(s).stand(twin_play.state, 0)[0])
    assert reached == {spot(0, 0), spot(1, 0), spot(2, 0), spot(2, 1)}


def test_a_gate_stops_the_pawn_of_the_other_seat() -> None:
    s = twin(Table(twinshafts(Rambler(by_target=True)), 5).state)
    s.grid.put(1, 0, s.hooks.tile_of[9])  # shut to the first seat
    s.grid.put(2, 0, s.hooks.tile_of[1])
    assert [place for place, _ in within(s.grid, 0, (home(0), 15), FAR)] == [home(0), spot(1, 0)]
    assert spot(2, 0) in [place for place, _ in within(s.grid, 1, (home(0), 15), FAR)]
    assert steps_from(s.grid, 0, (int(spot(1, 0)), 0b1000)) == [(3, (home(0), 15))]


def test_a_tunnel_with_a_pawn_on_it_is_spared() -> None:
    s = twin(given(QUAKE, 0, Rambler(by_target=True)).state)
    s.grid.put(1, 0, s.hooks.tile_of[1])
    quake = QUAKE * AIMS + spot(1, 0)
    assert quake in legal(s, 0)
    walked_of(s).apply(s, 1, spot(1, 0), 15, 0)
    assert quake not in legal(s, 0)


def test_whoever_does_not_answer_stays() -> None:
    for by_target in (True, False):
        t = Table(twinshafts(Rambler(by_target)), 5)
        while not t.state.over():
            expire(t.play)
            advance(t.play, t.chance)
        assert [walked_of(twin(t.state)).stand(t.state, seat)[0] for seat in range(2)] == [home(0), home(1)]
    assert STAY > FAR
