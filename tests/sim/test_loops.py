"""The loops of others beside ours. Nothing here depends on how fast a machine is."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from undermine.cli.main import main
from undermine.errors import UndermineError
from undermine.sim import loops as subject
from undermine.sim.loops import measure, ours


def test_our_loop_makes_as_many_answers_as_it_says() -> None:
    assert 50 <= ours("duel-2")(50) < 50 + subject.LANES


def test_each_table_is_set_against_each_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    few = {name: subject.OTHERS[name] for name in ("openspiel hanabi, 5 players", "openspiel hanabi, environment")}
    monkeypatch.setattr(subject, "OTHERS", few | {"nothing": ("no_such_library", lambda library: ours("duel-2"))})
    found = measure(["duel-2", "classic-3"], 1, 0.001)
    assert set(found.others) == set(few)
    assert set(found.ratios) == {f"{table} / {name}" for table in found.ours for name in few}
    assert found.best in few
    best = found.ratios[f"duel-2 / {found.best}"]
    assert best == pytest.approx(found.ours["duel-2"] / found.others[found.best])


def test_the_command_prints_the_ratios(monkeypatch: pytest.MonkeyPatch) -> None:
    few = {"openspiel hanabi, 5 players": subject.OTHERS["openspiel hanabi, 5 players"]}
    monkeypatch.setattr(subject, "OTHERS", few)
    command = ["bench", "--loops", "--games", "duel-2", "--repeats", "1", "--seconds", "0.001"]
    assert "times" in CliRunner().invoke(main, command).output
    told = json.loads(CliRunner().invoke(main, [*command, "--json"]).output)
    assert told["best"] == "openspiel hanabi, 5 players"
    monkeypatch.setattr(subject, "OTHERS", {})
    with pytest.raises(UndermineError, match="nothing to compare with"):
        measure(["duel-2"], 1, 0.001)
