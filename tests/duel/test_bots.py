"""Bots and tools play The Duel to its end."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.duel.table import GAMES, DuelTable, rules_for
from undermine.bots import make
from undermine.cli import main
from undermine.kernel.engine import act, advance, legal
from undermine.registry import Options, ruleset
from undermine.sim.simulate import simulate


@pytest.mark.parametrize("game", GAMES)
def test_greedy_plays_only_what_is_legal(game: str) -> None:
    t = DuelTable(rules_for(game, gold_optionalClaim="true"), 7)
    bots = [make("greedy", seat) for seat in range(t.rules.seats)]
    while not t.state.over():
        seat = t.asked()
        action = bots[seat].choose(t.views[seat], seat)
        assert action in legal(t.state, seat)
        act(t.play, seat, action)
        advance(t.play, t.chance)
        t.watch()


def test_greedy_beats_random() -> None:
    tally = simulate(Options(game="duel", players=2), 8, ("greedy", "random"), 3, 1)
    assert tally.victories[0] >= 7
    assert tally.purses[0] > 3 * tally.purses[1] + 8


@pytest.mark.parametrize("game", GAMES)
def test_a_game_in_the_terminal_is_played_recorded_and_verified(game: str, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    runner = CliRunner()
    played = runner.invoke(main, ["play", "--game", game, "--humans", "0", "--seed", "5", "--record", str(record)])
    assert played.exit_code == 0, played.output
    verified = runner.invoke(main, ["verify", str(record)])
    assert verified.exit_code == 0, verified.output


def test_the_rules_of_the_two_games_have_their_own_switches() -> None:
    assert ruleset(Options(game="duel-solo", players=1)).settings.choice("solo.setAside") == "rounds2to3"
    assert "solo.setAside" not in ruleset(Options(game="duel", players=2)).settings.values
