"""Sums of simulated games, and the intervals around what they say."""

from __future__ import annotations

import pytest

from undermine.games.classic.rules.state import DIGGER, SABOTEUR
from undermine.sim.tally import Tally, average, wilson


@pytest.mark.parametrize(
    ("hits", "tries", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_intervals(hits: int, tries: int, low: float, high: float) -> None:
    found = wilson(hits, tries)
    assert found.share == hits / tries
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


def test_nothing_is_known_without_a_try() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)
    assert average(0, 0, 0).mean == 0.0


def test_an_average_lies_in_the_middle_of_its_interval() -> None:
    found = average(2 + 4 + 6, 4 + 16 + 36, 3)
    assert found.mean == 4.0
    assert found.mean - found.low == pytest.approx(found.high - found.mean) == pytest.approx(1.848, abs=1e-3)


def example() -> Tally:
    tally = Tally()
    tally.add_round(0, True, 30, [DIGGER, DIGGER, SABOTEUR], [3, 1, 0])
    tally.add_round(1, False, 50, [DIGGER, SABOTEUR, DIGGER], [0, 4, 0])
    tally.add_round(2, False, 40, [DIGGER, DIGGER, DIGGER], [0, 0, 0])
    tally.add_game([3, 5, 0], [1])
    tally.add_sides(["diggers", "saboteurs", "saboteurs"])
    return tally


def test_rounds_add_up() -> None:
    tally = example()
    assert (tally.games, tally.rounds, tally.digger_wins) == (1, 3, [1, 0, 0])
    assert tally.digger_share().share == pytest.approx(1 / 3)
    assert [share.share for share in tally.digger_share_by_round()] == [1.0, 0.0, 0.0]
    assert tally.moves_a_round().mean == 40.0
    assert tally.gold_a_round("digger").mean == pytest.approx(4 / 7)
    assert tally.gold_a_round("saboteur").mean == 2.0
    assert (tally.purses, tally.victories) == ([3, 5, 0], [0, 1, 0])
    assert {side: share.share for side, share in tally.side_shares().items()} == {"diggers": 1 / 3, "saboteurs": 2 / 3}


def test_equal_highest_sums_win_together() -> None:
    tally = Tally()
    tally.add_game([4, 4, 1], [0, 1])
    assert tally.victories == [1, 1, 0]


def test_sums_of_two_processes_are_put_together() -> None:
    both = Tally()
    both.merge(example())
    both.merge(example())
    assert (both.games, both.rounds, both.digger_wins, both.moves) == (2, 6, [2, 0, 0], 240)
    assert (both.purses, both.victories, both.members) == ([6, 10, 0], [0, 2, 0], [14, 4])
    assert both.sides == {"diggers": 2, "saboteurs": 4}
