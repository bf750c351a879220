"""A little of what `make fuzz` does, and that it would notice."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest

from tests.conftest import ROOT
from tests.fuzz import properties, run
from tests.fuzz.combinations import draw, games
from tests.fuzz.game import Game
from tests.fuzz.run import Found, again, fuzz, one_game, table_of, written
from undermine.kernel import engine
from undermine.registry import GAMES, MODULES, Options, extras_of, ruleset, settings_of, switches_of

COMPILED = not str(engine.__file__).endswith(".py")
ROUNDS = 360 if COMPILED else 60


@pytest.mark.parametrize("game", GAMES)
def test_random_tables_violate_nothing(game: str) -> None:
    rounds = ROUNDS * games()[game] // sum(games().values())
    found = fuzz(rounds, 1, game, workers=1)
    assert found.violations == []
    assert found.rounds == rounds


@pytest.mark.needs("compiled")  # what is drawn is the same either way, and rulesets are built faster
def test_every_extra_and_every_value_of_every_switch_is_drawn() -> None:
    wanted: set[tuple[str, str]] = set()
    for game in GAMES:
        for extra in ["", *extras_of(game)]:
            switches = switches_of(Options(game=game, extras=(extra,) if extra else ()))
            wanted |= {
                (name, value) for name, switch in switches.items() if not switch.cells for value in switch.values
            }
            wanted |= {(name, "cells of its own") for name, switch in switches.items() if switch.cells}
    rnd = random.Random(1)
    keys = {*GAMES, *MODULES}
    for _ in range(6000):
        options = draw(rnd)
        settings_of(options)
        keys -= {options.game, *options.extras}
        wanted -= set(options.switches.items())
        wanted -= {(name, "cells of its own") for name, value in options.switches.items() if "," in value}
        if not keys and not wanted:
            break
    assert not keys
    assert not wanted


def test_what_is_drawn_the_registry_accepts() -> None:
    rnd = random.Random(2)
    for _ in range(30 if COMPILED else 12):
        options = draw(rnd)
        assert ruleset(options).seats == options.players


def test_a_violation_is_counted_and_says_how_to_play_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(properties, "words", lambda *_: "pass")
    (violation,) = one_game(Options(players=3, extras=(), switches={}), 5, properties.ALWAYS, 3).violations
    assert violation.startswith("violation: ")
    assert f"--rounds 3 --seed 5 --options '{written(Options(players=3))}'" in violation


def test_a_violation_is_found_again_however_seldom_it_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a closer watch passes by is looked at once more as it was."""
    options = Options(players=3)
    usual = one_game(options, 5, properties.USUAL, 1)
    monkeypatch.setattr(
        run, "one_game", lambda *asked: Found(violations=["x"]) if asked[2] is properties.USUAL else usual
    )
    assert usual.violations == []
    assert again(options, 5, 1).violations == ["x"]


def test_tables_are_counted_by_what_holds_at_them() -> None:
    plain = Options(players=4)
    same = Options(players=4, first=2, switches={"firstPlayer": "random"})
    host = msgspec.structs.replace(same, switches={"firstPlayer": "host"})
    assert settings_of(plain).choice("firstPlayer") == "random"
    assert table_of(plain) == table_of(same) != table_of(host) != table_of(msgspec.structs.replace(host, first=1))


def test_a_game_is_the_same_however_closely_it_is_watched() -> None:
    games_seen = []
    for paces in (properties.USUAL, properties.ALWAYS):
        game = Game(Options(players=4, extras=tuple(extras_of("classic")[:1])), 7, paces.outcomes)
        properties.play_through(game, paces, 1)
        games_seen.append(game.moves)
    assert games_seen[0] == games_seen[1]


def test_every_game_is_looked_at_in_every_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """However seldom something is looked at: once in the first moves of each game."""
    looked: Counter[str] = Counter()
    n = 10**6
    names = [name for name in vars(properties) if name.startswith(("check_", "look_")) and name != "check_record"]
    for name in names:
        monkeypatch.setattr(properties, name, lambda *_, name=name: looked.update([name]))
    properties.play_through(Game(Options(players=3), 11, 1), properties.Paces(n, n, n, n, n, n, n, n, n), 1)
    by_others = {"check_views", "check_own_cards", "check_fold_so_far", "check_fold", "check_told"}  # they call these
    assert set(names) - set(looked) == by_others


def test_what_was_found_before_ctrl_c_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> Iterator[Found]:
        yield Found(3, {"one"})
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "results", interrupted)
    found = fuzz(100, 1, "", 2)
    assert (found.rounds, found.combinations, found.stopped) == (3, {"one"}, True)


def test_the_last_line_says_how_many_rounds_there_were() -> None:
    command = [sys.executable, "-m", "tests.fuzz.run", "--rounds", "5", "--workers", "2", "--seed", "2"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1].startswith("5 rounds, ")
    assert done.stdout.splitlines()[-1].endswith(" combinations, 0 violations")
