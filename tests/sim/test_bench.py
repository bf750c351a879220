"""The benchmark: its shape, its checksums and its ratios. Nothing here depends on how fast a machine is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from undermine.bots.playout import playouts
from undermine.errors import OptionError, UndermineError
from undermine.registry import ruleset, table_of
from undermine.sim import bench as subject
from undermine.sim import instructions
from undermine.sim.anchors import Anchor, openspiel
from undermine.sim.bench import RATIOS, against, bench, checked, checksum, drive, middle
from undermine.sim.measure import Gauge, compare

RATES = ["playout_moves_per_second", "python_moves_per_second", "views_moves_per_second", "copy_ns"]


def test_every_game_is_measured() -> None:
    calls: list[int] = []
    report = bench(["classic-3", "classic-5"], [], 1, 0.001, lambda: calls.append(1))
    assert list(report.games) == ["classic-3", "classic-5"]
    assert all(list(found) == RATES and min(found.values()) > 0 for found in report.games.values())
    assert report.anchors == {}
    assert report.checksum == checked(["classic-3", "classic-5"])
    assert len(calls) == 2 * subject.GAUGES


def test_ratios_are_ours_by_theirs() -> None:
    ours = {"playout_moves_per_second": 600.0, "python_moves_per_second": 300.0, "views_moves_per_second": 200.0}
    theirs = {"hearts_native": 300.0, "hanabi_native": 100.0, "hearts_python": 60.0, "hanabi_python": 30.0}
    assert against(ours, theirs) == {
        **theirs,
        "ratios": {
            "playout/hearts": 2.0,
            "python/hearts_python": 5.0,
            "python/hanabi_python": 10.0,
            "views/hanabi": 2.0,
            "views/hearts": 200 / 300,
        },
    }


class FakeAnchor(Anchor):
    def __init__(self, name: str) -> None:
        self.name = name

    def run(self, times: int) -> tuple[int, float]:
        return 10 * times, 1.0 * times


def test_anchors_are_measured_in_the_same_run() -> None:
    names = sorted({anchor for _, anchor in RATIOS.values()})
    report = bench(["classic-3"], [FakeAnchor(name) for name in names], 2, 0.001)
    assert {name: report.anchors[name] for name in names} == dict.fromkeys(names, 10.0)
    ratios = report.anchors["ratios"]
    assert isinstance(ratios, dict)
    assert ratios["playout/hearts"] == report.games["classic-3"]["playout_moves_per_second"] / 10.0


def test_measurements_alternate_and_the_best_counts() -> None:
    order: list[str] = []
    took = {"a": iter([1.0, 2.0, 0.5, 4.0]), "b": iter([1.0, 1.0, 1.0, 1.0])}

    def run(name: str) -> Callable[[int], tuple[int, float]]:
        def once(times: int) -> tuple[int, float]:
            order.append(name)
            return 8, next(took[name])

        return once

    gauges = [Gauge("a", run("a")), Gauge("b", run("b"))]
    compare(gauges, 3, 1.0)
    assert order == ["a", "b"] * 4
    assert [gauge.best for gauge in gauges] == [16.0, 8.0]


# Instructions


def test_instructions_of_a_move_are_counted_where_the_machine_does(monkeypatch: pytest.MonkeyPatch) -> None:
    class Steps:
        """A counter that is a thousand on with every look."""

        def __init__(self) -> None:
            self.now = 0

        def read(self) -> int:
            self.now += 1000
            return self.now

        def close(self) -> None:
            self.now = -1

    steps = Steps()
    monkeypatch.setattr(instructions, "counter", lambda: steps)
    report = bench(["classic-3"], [], 1, 0.001)
    moves = playouts(ruleset(table_of("classic-3")), instructions.MANY, instructions.SEED, False, False)[0]
    assert list(report.instructions["classic-3"]) == list(instructions.WORKS)
    assert report.instructions["classic-3"]["playout"] == 1000 / moves
    assert report.instructions["classic-3"]["copy"] == 1000 / (100 * instructions.MANY)
    assert steps.now == -1
    monkeypatch.setattr(instructions, "counter", lambda: None)
    assert bench(["classic-3"], [], 1, 0.001).instructions == {}


def test_the_counter_of_this_machine_counts_or_is_not_there() -> None:
    found = instructions.counter()
    if found is not None:
        before = found.read()
        assert found.read() > before
        found.close()


def valgrind(folder: Path, says: str) -> None:
    program = folder / "valgrind"
    program.write_text(f"#!{sys.executable}\nimport sys\n{says}\n", "utf-8")
    program.chmod(0o755)


def test_valgrind_counts_what_two_runs_do_not_share(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # A program that carries out a million instructions, and 50 for each of 7 moves a game.
    valgrind(
        tmp_path,
        "assert sys.argv[5:7] == ['undermine.sim.instructions', 'classic-3'], sys.argv\nn = 7 * int(sys.argv[8])\n"
        "print(n)\nprint('==1== Collected :', 1000000 + 50 * n, file=sys.stderr)",
    )
    monkeypatch.setenv("PATH", str(tmp_path))
    calls: list[int] = []
    found = instructions.by_valgrind(["classic-3"], lambda: calls.append(1))
    assert found == {"classic-3": dict.fromkeys(instructions.WORKS, 50.0)}
    assert len(calls) == len(instructions.WORKS)
    valgrind(tmp_path, "print('cannot read the program', file=sys.stderr); sys.exit(1)")
    with pytest.raises(UndermineError, match="cannot count here: cannot read the program"):
        instructions.by_valgrind(["classic-3"])
    (tmp_path / "valgrind").unlink()
    with pytest.raises(UndermineError, match="Valgrind is not installed"):
        instructions.by_valgrind(["classic-3"])


def test_what_is_counted_is_what_is_measured() -> None:
    rules = ruleset(table_of("classic-3"))
    assert instructions.work("classic-3", "playout")(2) == playouts(rules, 2, instructions.SEED, False, False)[0]
    assert instructions.work("classic-3", "views")(2) == playouts(rules, 2, instructions.SEED, True, True)[0]
    assert instructions.work("classic-3", "copy")(2) == 200


# Checksums


def test_a_checksum_is_the_same_each_time_and_another_for_other_games() -> None:
    assert checksum(["classic-3"], 6) == checksum(["classic-3"], 6)
    assert len({checksum(["classic-3"], 6), checksum(["classic-3"], 9), checksum(["classic-4"], 6)}) == 3


def test_progress_is_told_in_rounds() -> None:
    told: list[int] = []
    checksum(["classic-3"], 7, told.append)
    assert told == [9]  # three whole games


def test_a_log_that_changes_a_game_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        subject, "playouts", lambda r, n, s, keep, watch: (playouts(r, n, s, keep, watch)[0], int(watch))
    )
    with pytest.raises(UndermineError, match="classic-3 goes otherwise"):
        checked(["classic-3"])


def test_both_loops_from_python_play_whole_games() -> None:
    rules = ruleset(table_of("classic-3"))
    assert drive(rules, 2, 1) > 2 * 21
    moves, check = middle(rules, 2, 1)
    assert moves > 2 * 21
    assert middle(rules, 2, 1) == (moves, check)
    assert middle(rules, 2, 2) != (moves, check)


@pytest.mark.parametrize("key", ["classic", "5", "classic-", "classic-five"])
def test_a_game_is_named_with_its_players(key: str) -> None:
    with pytest.raises(OptionError, match="such as classic-5"):
        table_of(key)


# OpenSpiel, or its place


def test_without_openspiel_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(UndermineError, match=r"pip install 'undermine\[openspiel\]'"):
        openspiel()


class FakeState:
    """A game of one card dealt by chance and three moves."""

    def __init__(self) -> None:
        self.history: list[SimpleNamespace] = []

    def is_terminal(self) -> bool:
        return len(self.history) == 4

    def is_chance_node(self) -> bool:
        return not self.history

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(0, 0.5), (1, 0.5)]

    def legal_actions(self) -> list[int]:
        return [5, 6]

    def apply_action(self, action: int) -> None:
        assert action in ([5, 6] if self.history else [0, 1])
        self.history.append(SimpleNamespace(player=0 if self.history else -1, action=action))

    def full_history(self) -> list[SimpleNamespace]:
        return self.history


def test_only_decisions_of_players_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def evaluate(state: FakeState, bots: list[object], seed: int) -> None:
        assert len(bots) == 2
        for action in (0, 5, 6, 5):
            state.apply_action(action)

    game = SimpleNamespace(num_players=lambda: 2, new_initial_state=FakeState)
    spiel = SimpleNamespace(
        load_game=lambda text: game, make_uniform_random_bot=lambda seat, seed: object(), evaluate_bots=evaluate
    )
    monkeypatch.setitem(sys.modules, "pyspiel", spiel)
    found = {anchor.name: anchor.run(4)[0] for anchor in openspiel()}
    assert set(found) == {f"{game}_{how}" for game in ("hearts", "hanabi") for how in ("native", "loop", "python")}
    assert set(found.values()) == {12}
