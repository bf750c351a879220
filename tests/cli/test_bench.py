"""`undermine bench`."""

from __future__ import annotations

import json
import sys

import pytest
from click.testing import CliRunner, Result

from undermine.cli import bench as subject
from undermine.cli.bench import EVERY_GAME, command
from undermine.registry import GAMES
from undermine.sim.bench import Report, checksum, compiled

QUICK = ("--repeats", "1", "--seconds", "0.001")


def run(*words: str) -> Result:
    return CliRunner().invoke(command, words, catch_exceptions=False)


def test_the_report_for_programs_has_exactly_this_shape() -> None:
    done = run("--games", "classic-3", "--json", *QUICK)
    assert done.exit_code == 0
    found = json.loads(done.output)
    assert list(found) == ["compiled", "games", "checksum", "anchors", "instructions"]
    assert found["compiled"] is compiled()
    assert list(found["games"]) == ["classic-3"]
    assert list(found["games"]["classic-3"]) == [
        "playout_moves_per_second",
        "python_moves_per_second",
        "views_moves_per_second",
        "copy_ns",
    ]
    assert len(found["checksum"]) == 16
    assert found["anchors"] == {}


def test_every_game_is_measured_unless_some_are_named() -> None:
    found = json.loads(run("--json", *QUICK).output)
    assert list(found["games"]) == EVERY_GAME.split(",")
    assert [key.rpartition("-")[0] for key in found["games"]] == list(GAMES)


def test_names_of_games_are_whole_in_a_terminal_of_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = dict.fromkeys(("playout_moves_per_second", "python_moves_per_second", "views_moves_per_second"), 2e6)
    key = "classic-5+saboteur2+veto"
    report = Report(True, {"lost-mines-6": {**rates, "copy_ns": 3e3}, key: {**rates, "copy_ns": 3e3}}, "0" * 16, {}, {})
    monkeypatch.setattr(subject, "bench", lambda *_: report)
    monkeypatch.setenv("COLUMNS", "80")
    first = "".join(line.split("│")[1].strip() for line in run().output.splitlines() if line.startswith("│"))
    assert first == f"lost-mines-6{key}"


def test_the_report_for_people(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = {
        "playout_moves_per_second": 2e6,
        "python_moves_per_second": 1e6,
        "views_moves_per_second": 5e5,
        "copy_ns": 300.0,
    }
    anchors: dict[str, float | dict[str, float]] = {"hearts_native": 1e6, "ratios": {"playout/hearts": 2.0}}
    counted = {"classic-5": {"playout": 2770.0, "views": 8590.0, "copy": 3198.0}}
    report = Report(True, {"classic-5": rates}, "0123456789abcdef", anchors, counted)
    monkeypatch.setattr(subject, "bench", lambda *_: report)
    done = run()
    for words in (
        "The engine is compiled",
        "2,000 k moves/s",
        "300 ns",
        "2,770",
        "8,590",
        "3,198",
        "playout/hearts",
        "2.00 times",
        "0123456789abcdef",
    ):
        assert words in done.output


def test_a_checksum_alone() -> None:
    found = checksum(["classic-3"], 6)
    assert run("--games", "classic-3", "--checksum-rounds", "6").output == f"{found}\n"
    as_json = run("--games", "classic-3", "--checksum-rounds", "6", "--json")
    assert json.loads(as_json.output) == {"compiled": compiled(), "checksum": found}


def test_without_openspiel_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    done = run("--against", "openspiel")
    assert (done.exit_code, done.output.count("\n")) == (1, 1)
    assert done.output.startswith("Error: OpenSpiel is not installed: run pip install")


def test_a_wrong_game_is_one_sentence() -> None:
    done = run("--games", "classic-2", *QUICK)
    assert (done.exit_code, done.output.count("\n")) == (1, 1)


def test_games_with_extras_are_told_beside_the_first() -> None:
    done = run("--games", "classic-3,classic-3+saboteur2+veto", *QUICK)
    assert done.exit_code == 0
    assert "1.00 of" in done.output
    found = json.loads(run("--games", "classic-3+saboteur2+veto", "--json", *QUICK).output)
    assert list(found["games"]) == ["classic-3+saboteur2+veto"]


@pytest.mark.parametrize("words", [("--seconds", "nan"), ("--seconds", "inf"), ("--repeats", "0")])
def test_what_is_no_length_is_refused(words: tuple[str, ...]) -> None:
    assert run(*words).exit_code == 2


def test_a_number_of_players_is_a_plain_number() -> None:
    assert "'classic-²' names no game" in run("--games", "classic-²").output
