"""The conformance tests of those whose interfaces these are."""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import warnings
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.algorithms.generate_playthrough import playthrough, replay
from open_spiel.python.observation import make_observation

from undermine import gym
from undermine.kernel import engine
from undermine.registry import Options

COMPILED = not str(engine.__file__).endswith(".py")
CYCLES = 200 if COMPILED else 30

with warnings.catch_warnings():  # where pygame is installed as well, its tests import games that it has deprecated
    warnings.simplefilter("ignore", DeprecationWarning)
    zoo = importlib.import_module("pettingzoo.test")


# PettingZoo


@pytest.mark.parametrize("name", ["classic-5", "duel-2", "duel-solo-1", "lost-mines-4", "classic-4+saboteur2+veto"])
def test_pettingzoo_accepts_every_game(name: str) -> None:
    with warnings.catch_warnings():
        # A dictionary with a mask is what its own classic games show; it recommends a single array all the same.
        warnings.filterwarnings("ignore", message="Observation (space for each agent|is not a NumPy array)")
        zoo.api_test(gym.aec(name), num_cycles=CYCLES)


def test_pettingzoo_gets_the_same_game_from_the_same_seed() -> None:
    zoo.seed_test(lambda: gym.aec("classic-3"), num_cycles=CYCLES // 2)


def test_pettingzoo_draws_it(capsys: pytest.CaptureFixture[str]) -> None:
    zoo.render_test(
        lambda render_mode=None: gym.aec("duel-2", render_mode=render_mode),
        custom_tests={"ansi": lambda text: isinstance(text, str) and "maze:" in text},
    )
    assert "maze:" in capsys.readouterr().out


def test_agents_are_paid_what_they_win() -> None:
    env = gym.aec("classic-3")
    env.reset(seed=4)
    paid = dict.fromkeys(env.agents, 0.0)
    rng = np.random.default_rng(1)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        paid[agent] += reward
        env.step(None if over else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    assert list(paid.values()) == env.unwrapped.session.scores
    assert sum(paid.values()) > 0


def test_an_agent_may_not_do_what_is_masked() -> None:
    env = gym.aec("duel-2")
    env.reset(seed=1)
    seen = env.observe("player_0")
    assert not env.observe("player_1")["action_mask"].any()
    with pytest.raises(ValueError, match="is not legal for P1"):
        env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    with pytest.raises(ValueError, match="use one of ansi, human"):
        gym.aec("duel-2", render_mode="film")


# Gymnasium


@pytest.mark.parametrize("name", ["classic-3", "duel-2", "lost-mines-3"])
def test_gymnasium_accepts_a_seat(name: str) -> None:
    check_env(gym.env(name, bots="random"))


def test_a_seat_is_played_to_the_end_against_bots() -> None:
    env = gym.env("duel-2", seat=1, render_mode="ansi")
    seen, _ = env.reset(seed=3)
    won, over, cut = 0.0, False, False
    for _ in range(1000):
        seen, reward, over, cut, _ = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
        won += reward
        if over:
            break
    assert over
    assert not cut
    assert won == env.session.scores[1]
    assert "maze:" in env.render()


def test_an_illegal_action_ends_the_game_or_is_an_error() -> None:
    env = gym.env("duel-2")
    seen, _ = env.reset(seed=3)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    _, reward, over, _, about = env.step(wrong)
    assert (reward, over, about) == (-1.0, True, {"illegal": True})
    strict = gym.env("duel-2", illegal="error")
    strict.reset(seed=3)
    with pytest.raises(ValueError, match="take one whose mask is 1"):
        strict.step(wrong)


# OpenSpiel

SPIEL = ["classic-3", "duel-2", "classic-3+saboteur2+veto"]


@pytest.mark.parametrize("name", SPIEL)
def test_openspiel_plays_it(name: str) -> None:
    game = gym.openspiel(name)
    assert str(pyspiel.load_game(f"undermine(table={name})")) == str(game)
    pyspiel.random_sim_test(game, num_sims=1, serialize=COMPILED, verbose=False)


@pytest.mark.parametrize("name", SPIEL)
def test_openspiel_observes_it(name: str) -> None:
    game = gym.openspiel(name)
    state = game.new_initial_state()
    rng = np.random.default_rng(2)
    seen = make_observation(game)
    recalled = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    told = [""] * game.num_players()
    for _ in range(60):
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            assert sum(shares) == pytest.approx(1)
            state.apply_action(int(rng.choice(outcomes, p=shares)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
        for player in range(game.num_players()):
            seen.set_from(state, player)
            assert seen.tensor.tobytes() == np.asarray(state.observation_tensor(player), np.float32).tobytes()
            assert seen.dict["maze"].shape == game.schema.section("maze").shape
            assert seen.string_from(state, player) == state.observation_string(player)
            history = recalled.string_from(state, player)
            assert history == state.information_state_string(player)
            assert history.startswith(told[player])
            told[player] = history
    copy = state.clone()
    assert str(copy) == str(state)


@pytest.mark.parametrize("name", SPIEL)
def test_openspiel_plays_it_through_twice_alike(name: str, tmp_path: Path) -> None:
    gym.openspiel(name)
    if not generate_playthrough.flags.FLAGS.is_parsed():
        generate_playthrough.flags.FLAGS.mark_as_parsed()  # it asks its command line which numbers to write
    with contextlib.redirect_stdout(io.StringIO()):
        text = playthrough(f"undermine(table={name})", None, seed=5)
    place = tmp_path / "playthrough.txt"
    place.write_text(text, "utf-8")
    original, again = replay(os.fspath(place))
    assert original == again
    assert "undermine" in again


def test_openspiel_is_told_tables_by_name() -> None:
    with pytest.raises(ValueError, match="leave out switches and editions"):
        gym.openspiel(Options(edition="ukrainian"))
