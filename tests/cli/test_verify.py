"""`undermine verify`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.notation.games import recorded
from undermine.cli.verify import command
from undermine.notation.records import print_record
from undermine.registry import Options

PLIES = 25


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(command, [str(word) for word in words], catch_exceptions=False)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The beginning of a game between three."""
    path = tmp_path / "game.txt"
    path.write_text(print_record(recorded(Options(players=3), 4, PLIES)), encoding="utf-8")
    return path


def test_a_true_record(record: Path) -> None:
    done = run(record)
    assert (done.exit_code, done.output) == (
        0,
        f"{record}: all {PLIES} decisions lead to what is written down.\n",
    )


def test_the_first_difference_is_reported(record: Path) -> None:
    lines = record.read_text(encoding="utf-8").split("\n")
    at = next(index for index, line in enumerate(lines) if line.startswith("7 "))
    wrong = next(index for index in range(at, len(lines)) if lines[index].startswith("  ="))
    lines[wrong] = "  = began 2 P1"
    record.write_text("\n".join(lines), encoding="utf-8")
    done = run(record)
    assert done.exit_code == 1
    assert f"{record}, line {at + 1}: decision 7: 'began 2 P1' is written down, " in done.output
    found = json.loads(run("--json", record).output)[0]
    assert (found["ok"], found["decision"], found["line"], found["expected"]) == (False, 7, at + 1, "began 2 P1")


def test_a_decision_that_the_rules_refuse(record: Path) -> None:
    lines = record.read_text(encoding="utf-8").split("\n")
    at = next(index for index, line in enumerate(lines) if line.startswith("3 "))
    number, seat, *_ = lines[at].split()
    lines[at] = f"{number} {seat} lay NESW 9,9"
    record.write_text("\n".join(lines), encoding="utf-8")
    found = json.loads(run("--json", record).output)[0]
    assert (found["ok"], found["decision"], found["expected"]) == (False, 3, f"{seat} lay NESW 9,9")


def test_every_file_is_checked_and_one_bad_one_fails(record: Path, tmp_path: Path) -> None:
    (tmp_path / "nonsense.txt").write_text("dear diary\n")
    (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe\xff")
    done = run(tmp_path / "nonsense.txt", tmp_path / "bytes.txt", tmp_path / "nowhere.txt", record)
    assert done.exit_code == 1
    nonsense, not_text, nowhere, good = done.output.splitlines()
    assert "A record begins with the line" in nonsense
    assert "a record is written in UTF-8" in not_text
    assert "The file cannot be read" in nowhere
    assert good.endswith("lead to what is written down.")
