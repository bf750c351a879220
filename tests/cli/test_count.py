"""`undermine count`."""

from __future__ import annotations

import json

from click.testing import CliRunner, Result

from undermine.cli.count import command
from undermine.registry import Options, ruleset
from undermine.sim.count import count


def run(*words: str) -> Result:
    return CliRunner().invoke(command, words, catch_exceptions=False)


def test_lines_of_play_move_by_move() -> None:
    found = json.loads(run("--players", "4", "--depth", "2", "--seed", "3", "--json").output)
    rules = ruleset(Options(players=4))
    assert found == {
        "game": "classic",
        "players": 4,
        "edition": "anniversary",
        "extras": [],
        "switches": {},
        "first": 0,
        "seed": 3,
        "chance": "seed",
        "lines": [count(rules, 3, 1, "seed"), count(rules, 3, 2, "seed")],
    }


def test_every_draw_may_be_a_line_of_its_own() -> None:
    found = json.loads(run("--depth", "1", "--chance", "enumerate", "--json").output)
    assert found["lines"] == [count(ruleset(Options(players=3)), 1, 1, "enumerate")]
    assert found["lines"] > json.loads(run("--depth", "1", "--json").output)["lines"]


def test_a_seat_may_be_named_that_begins() -> None:
    lines = []
    for first in range(4):
        found = json.loads(run("--players", "4", "--depth", "2", "--first", f"p{first + 1}", "--json").output)
        rules = ruleset(Options(players=4, switches={"firstPlayer": "host"}, first=first))
        assert found["lines"] == [count(rules, 1, 1, "seed"), count(rules, 1, 2, "seed")]
        lines.append(tuple(found["lines"]))
    assert len(set(lines)) == 4  # every seat has another hand to begin with


def test_a_table_for_people() -> None:
    done = run("--depth", "1")
    assert done.exit_code == 0
    assert "Lines of play" in done.output
    assert f"{count(ruleset(Options(players=3)), 1, 1, 'seed'):,}" in done.output


def test_a_wrong_table_is_one_sentence() -> None:
    done = run("--players", "2")
    assert (done.exit_code, done.output.count("\n")) == (1, 1)
    assert done.output.startswith("Error: Saboteur is for 3 to 10 players")


def test_a_seed_that_no_deal_can_have_is_refused() -> None:
    assert run("--seed", "99999999999999999999").exit_code == 2


def test_the_extras_are_told() -> None:
    assert json.loads(run("--depth", "1", "--with", "veto", "--json").output)["extras"] == ["veto"]
