"""Simulations: the same whoever plays them, and bots that are worth their names."""

from __future__ import annotations

import pickle

import pytest

from undermine.bots import derived
from undermine.errors import OptionError
from undermine.registry import Options, ruleset
from undermine.sim.match import play_match
from undermine.sim.simulate import BATCH, Job, simulate
from undermine.sim.tally import Tally

FIVE = Options(players=5)


@pytest.fixture(scope="module")
def greedy() -> Tally:
    return simulate(FIVE, 30, ("greedy",), 1, 1)


@pytest.fixture(scope="module")
def chance() -> Tally:
    return simulate(FIVE, 60, ("random",), 1, 1)


def test_results_do_not_depend_on_the_number_of_workers() -> None:
    games = 2 * BATCH + 3
    done: list[int] = []
    alone = simulate(Options(players=3), games, ("random",), 7, 1, done.append)
    assert simulate(Options(players=3), games, ("random",), 7, 2) == alone
    assert (alone.games, alone.rounds, done) == (games, 3 * games, [BATCH, BATCH, 3])


def test_the_seed_decides() -> None:
    assert simulate(FIVE, 3, ("random",), 1, 1) == simulate(FIVE, 3, ("random",), 1, 1)
    assert simulate(FIVE, 3, ("random",), 1, 1) != simulate(FIVE, 3, ("random",), 2, 1)


def test_every_game_has_its_own_seed() -> None:
    assert len({derived(1, game) for game in range(1000)}) == 1000
    assert all(0 <= derived(seed, 3) < 2**31 for seed in range(100))


def test_gold_adds_up() -> None:
    """What the sides got in all rounds is what lies in the purses."""
    tally = Tally()
    for seed in range(4):
        play_match(ruleset(Options(players=4)), ("greedy", "greedy", "greedy", "random"), seed, tally)
    assert sum(tally.gold) == sum(tally.purses) > 0
    assert sum(tally.members) == 4 * tally.rounds == 4 * 3 * 4


def test_jobs_carry_no_states() -> None:
    job = Job(FIVE, ("greedy",) * 5, 1, 0, 20)
    assert pickle.loads(pickle.dumps(job)) == job  # noqa: S301 - our own bytes
    assert len(pickle.dumps(job)) < 1000


@pytest.mark.parametrize(
    ("options", "bots", "code"),
    [
        (FIVE, ("clever",), "BAD_BOT"),
        (FIVE, ("random", "greedy"), "BAD_BOT"),
        (Options(players=2), ("random",), "PLAYER_COUNT"),
    ],
)
def test_what_cannot_be_set_up_is_refused_at_once(options: Options, bots: tuple[str, ...], code: str) -> None:
    with pytest.raises(OptionError) as caught:
        simulate(options, 1, bots, 1, 2)
    assert caught.value.code == code


# Are the bots worth their names? Intervals, not shares, are compared: a change of a card's place must not upset them.


def test_greedy_diggers_reach_the_gold_far_more_often_than_random_ones(greedy: Tally, chance: Tally) -> None:
    assert greedy.digger_share().low > chance.digger_share().high + 0.1


def test_both_sides_have_a_chance_among_greedy_bots(greedy: Tally) -> None:
    share = greedy.digger_share()
    assert share.high > 0.35
    assert share.low < 0.75


def test_greedy_games_are_shorter(greedy: Tally, chance: Tally) -> None:
    assert greedy.moves_a_round().high < chance.moves_a_round().low


def test_a_random_player_among_greedy_ones_earns_least() -> None:
    tally = simulate(FIVE, 30, ("random", "greedy", "greedy", "greedy", "greedy"), 1, 1)
    assert tally.purses[0] == min(tally.purses)
