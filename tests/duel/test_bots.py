"""Bots and tools play The Duel to its end."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from tests.duel.table import GAMES, LONGEST, DuelTable, rules_for
from undermine.bots import make
from undermine.cli import main
from undermine.cli.terminal.screen import Screen
from undermine.cli.terminal.tale import Names
from undermine.cli.terminal.words import Words
from undermine.games.duel.rules.state import duel
from undermine.kernel.engine import act, advance, legal
from undermine.kernel.ids import SPECTATOR
from undermine.present import view_of
from undermine.present.box import box_of
from undermine.registry import Options, ruleset
from undermine.sim.simulate import simulate


@pytest.mark.parametrize("game", GAMES)
def test_greedy_plays_only_what_is_legal(game: str) -> None:
    t = DuelTable(rules_for(game, gold_optionalClaim="true"), 7)
    bots = [make("greedy", seat) for seat in range(t.rules.seats)]
    while not t.state.over():
        seat = t.asked()
        action = bots[seat].choose(t.views[seat], seat, len(t.log))
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


@pytest.mark.parametrize(
    ("nuggets", "sentence"),
    [(14, "have everything"), (19, "Not bad!"), (24, "a nose for gold"), (25, "lord of the tunnels")],
)
def test_a_solo_result_is_put_into_words(nuggets: int, sentence: str) -> None:
    t = DuelTable(rules_for("duel-solo"), 1).play_on(LONGEST)
    s = duel(t.state)
    s.numbers[s.hooks.runs.debts] += int(s.nuggets(0)) - nuggets
    printed = StringIO()
    Screen(Console(file=printed, width=80), Words("en", "duel-solo"), Names([""]), box_of(t.rules, "en")).result(
        view_of(s, SPECTATOR)
    )
    assert sentence in printed.getvalue()


@pytest.mark.parametrize(
    ("lang", "draw"), [("en", "A draw, P1 and P2: 2 nuggets each."), ("ru", "Ничья"), ("uk", "Нічия")]
)
def test_a_draw_is_called_a_draw(lang: str, draw: str) -> None:
    t = DuelTable(rules_for(), 1).play_on(LONGEST)
    s = duel(t.state)
    for seat in range(2):
        s.numbers[s.hooks.runs.debts + seat] += int(s.nuggets(seat)) - 2
    printed = StringIO()
    Screen(Console(file=printed, width=80), Words(lang, "duel"), Names(["", ""]), box_of(t.rules, lang)).result(
        view_of(s, SPECTATOR)
    )
    assert draw in printed.getvalue()


def test_cards_for_a_sabotage_card_that_is_not_there_are_refused_in_words() -> None:
    played = CliRunner().invoke(main, ["play", "--game", "duel", "--seed", "3"], input="clear lamp 1 2\nquit\n")
    assert "No such card lies in front of you." in played.output
    assert "Not understood" not in played.output


def test_the_rules_of_the_two_games_have_their_own_switches() -> None:
    assert ruleset(Options(game="duel-solo", players=1)).settings.choice("solo.setAside") == "rounds2to3"
    assert "solo.setAside" not in ruleset(Options(game="duel", players=2)).settings.values
