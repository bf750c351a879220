"""Many games side by side: each is the game that the rules play, seen as its seat sees it."""

from __future__ import annotations

import hashlib
import subprocess
import sys

import numpy as np
import pytest

import undermine.gym
from undermine.bots import names
from undermine.errors import OptionError, UndermineError
from undermine.gym import Vector
from undermine.gym.schema import VERSION
from undermine.gym.session import Session
from undermine.kernel import engine
from undermine.registry import GAMES, Options, players_of

COMPILED = not str(engine.__file__).endswith(".py")
STEPS = 400 if COMPILED else 60
TABLES = [f"{game}-{min(players_of(Options(game=game))[1], 4)}" for game in GAMES] + ["classic-4+saboteur2+veto"]


@pytest.mark.parametrize("table", TABLES)
def test_every_lane_is_the_game_of_its_seed(table: str) -> None:
    vector = Vector(table, 3, seed=5)
    games = [Session(vector.options, vector.schema, int(seed)) for seed in vector.seeds]
    paid = [[0] * vector.seats for _ in games]
    ended = 0
    for _ in range(STEPS):
        for lane, game in enumerate(games):
            assert vector.turns[lane] == game.turn
            assert bytes(vector.observations[lane]) == game.encoded(game.turn)
            assert (vector.masks[lane] == game.mask(game.turn)).all()
        actions = vector.sample().copy()
        _, rewards, ends = vector.step(actions)
        for lane, game in enumerate(games):
            before = round_of(game)
            game.step(int(actions[lane]))
            if game.over or round_of(game) != before:
                won = [now - then for now, then in zip(game.scores, paid[lane], strict=True)]
                paid[lane] = game.scores
            else:
                won = [0] * vector.seats
            assert list(rewards[lane]) == won
            assert bool(ends[lane]) == game.over
            if game.over:
                ended += 1
                assert list(vector.scores[lane]) == game.scores
                games[lane] = Session(vector.options, vector.schema, int(vector.seeds[lane]))
                paid[lane] = [0] * vector.seats
    assert ended or not COMPILED


def round_of(game: Session) -> int:
    return int(game.play.state.round)  # type: ignore[attr-defined]


def test_arrays_are_the_engine_s_own_memory() -> None:
    vector = Vector("classic-3", 2)
    seen, maze = vector.observations, vector.see("maze")
    assert np.shares_memory(seen, maze)
    assert not seen.flags.writeable
    before = seen.copy()
    after, _, _ = vector.step(vector.sample())
    assert after is seen
    assert (before != seen).any()
    assert maze.shape == (2, *vector.schema.section("maze").shape)


def test_the_same_seed_gives_the_same_games_compiled_or_not() -> None:
    """A change of this sum is a change of the encoding or of the rules: then raise its version, or say so in the changelog."""
    told = hashlib.sha256()
    for table in ("classic-5", "duel-2", "lost-mines-4"):
        vector = Vector(table, 2, seed=9)
        for _ in range(40):
            told.update(vector.observations.tobytes() + vector.masks.tobytes())
            vector.step(vector.sample())
    assert (VERSION, told.hexdigest()[:16]) == (1, "6360ec6b5493f192")


def test_another_seed_gives_other_games_and_reset_goes_back() -> None:
    vector = Vector("classic-3", 2, seed=1)
    first = vector.observations.copy()
    seeds = vector.seeds.copy()
    vector.step(vector.sample())
    assert (vector.reset(1) == first).all()
    assert (vector.reset(2) != first).any()
    assert set(vector.seeds).isdisjoint(seeds)


def test_an_action_that_is_not_legal_changes_nothing() -> None:
    vector = Vector("classic-3", 2)
    before = vector.observations.copy()
    actions = vector.sample().copy()
    actions[1] = int(np.flatnonzero(vector.masks[1] == 0)[0])
    with pytest.raises(ValueError, match="is not legal in game 1: take one whose mask is 1"):
        vector.step(actions)
    with pytest.raises(ValueError, match="2 actions are needed"):
        vector.step([1])
    assert (vector.observations == before).all()
    vector.step(vector.sample())


@pytest.mark.parametrize("bot", names())
def test_bots_answer_for_the_other_seats(bot: str) -> None:
    vector = Vector("duel-2", 3, bots=bot)
    for _ in range(STEPS // 10):
        assert set(vector.turns) == {0}
        vector.step(vector.sample())
    assert vector.moves > 3 * (STEPS // 10)


@pytest.mark.parametrize(("bot", "table"), [("greedy", "duel-2"), ("steady", "classic-3")])
def test_advice_is_what_the_bot_would_do(bot: str, table: str) -> None:
    advised, beside = Vector(table, 1, seed=3), Vector(table, 1, bots=bot, seed=3)
    for _ in range(STEPS // 10):
        while advised.turns[0] != 0:
            advised.step(advised.advice(bot))
        assert (advised.observations == beside.observations).all()
        for vector in (advised, beside):
            vector.step(np.flatnonzero(vector.masks[0])[:1])


def test_places_go_round_where_they_turn() -> None:
    vector = Vector("duel-2", 4, bots="random", turning=True)
    assert list(vector.turns) == [0, 1, 0, 1]
    gains = np.zeros(4)
    before = vector.turns.copy()
    for _ in range(STEPS if COMPILED else 200):
        vector.step(vector.sample())
        gains += vector.gains
        for lane in np.flatnonzero(vector.ends):
            assert vector.turns[lane] == 1 - before[lane]
        before = vector.turns.copy()
    assert gains.any()


def test_what_cannot_be_is_a_sentence() -> None:
    with pytest.raises(OptionError, match="There is no bot 'hasty'"):
        Vector("duel-2", 1, bots="hasty")
    with pytest.raises(OptionError, match="Leave at least one seat"):
        Vector("duel-2", 1, bots=["random", "random"])
    with pytest.raises(OptionError, match="one for each seat, not 3"):
        Vector("duel-2", 1, bots=["", "random", "random"])
    with pytest.raises(OptionError, match="such as classic-5"):
        Vector("classic", 1)
    with pytest.raises(ValueError, match="one game or more"):
        Vector("duel-2", 0)


def test_a_library_that_is_missing_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(undermine.gym.__dict__, "aec", raising=False)
    with pytest.raises(UndermineError, match="pip install 'undermine\\[gym\\]'"):
        _ = undermine.gym.aec


def test_nothing_is_imported_that_nobody_asked_for() -> None:
    libraries = {"numpy", "gymnasium", "pettingzoo", "pyspiel", "ray"}
    words = f"import sys, undermine, undermine.gym; print(sorted({libraries!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = undermine.gym.nothing
