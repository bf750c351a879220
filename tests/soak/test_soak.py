"""The small form of `make soak`, counted instead of timed; and that it would notice what is left behind."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.soak.run import FILES, GROWN, TASKS, Report, Rest, errors_in, live, server_of
from tests.soak.town import Town, wishes

SHIFTS, GAMES = 3, 3
REST = Rest({1: 100 * 2**20, 2: 80 * 2**20}, {1: 40, 2: 10}, 12, 0, 0)


def games(number: int) -> Callable[[Town], Callable[[], bool]]:
    """So many more."""

    def begin(town: Town) -> Callable[[], bool]:
        goal = town.begun + number
        return lambda: town.begun >= goal

    return begin


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes cannot be looked at here")
def test_nothing_is_left_of_people_who_come_and_go(tmp_path: Path) -> None:
    report = Report("sqlite")
    with server_of("sqlite", tmp_path) as (server, store, log):
        wanted = [*wishes(("duel", "lost-mines"), ()), {"game": "classic", "players": 3, "extras": ["veto"]}]
        asyncio.run(live(server, store, wanted, [games(GAMES)] * SHIFTS, report, think=0.0, at_once=GAMES))
        errors = errors_in(log)
        report.errors = len(errors)
    figures = report.figures(timed=False)
    assert all(figure.kept for figure in figures), (report.line(figures), report.verdict.wrong, errors)
    assert (report.games, len(report.rests)) == (SHIFTS * GAMES, SHIFTS)
    assert report.visits > report.games
    assert report.line(figures).endswith("all bounds kept")


@pytest.mark.parametrize(
    ("last", "missed"),
    [
        (replace(REST, memory={1: (101 + int(GROWN)) * 2**20, 2: 80 * 2**20}), "more memory 33 MB"),
        (replace(REST, files={1: 40, 2: 11 + FILES}), f"more open files {FILES + 1}"),
        (replace(REST, tasks=13 + TASKS), f"more tasks {TASKS + 1}"),
        (replace(REST, sockets=1), "sockets left 1"),
        (replace(REST, tables=2), "tables left in memory 2"),
        (replace(REST, memory={1: 100 * 2**20, 3: 80 * 2**20}), "processes ended 1"),
    ],
)
def test_what_is_left_behind_is_told(last: Rest, missed: str) -> None:
    report = Report("sqlite", rests=[REST, REST], games=3, moves=100, waits=[0.01] * 100)
    assert report.line(report.figures()).endswith("all bounds kept")
    report.rests.append(last)
    assert report.line(report.figures()).endswith(f"missed: {missed}")


def test_what_went_wrong_is_told() -> None:
    report = Report("sqlite", rests=[REST], games=3, moves=100, waits=[0.01] * 98 + [9.0] * 2)
    report.unfinished, report.errors = 1, 2
    report.verdict.lost = 3
    said = report.line(report.figures())
    for missed in ("not 1", "lost 3", "errors in the log 2", "p99 of a move 9000 ms"):
        assert missed in said.partition("missed: ")[2]


def test_an_error_in_the_log_is_one_and_a_warning_is_none(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    log.write_text('{"level": "warning"}\n{"level": "error"}\nTraceback (most recent call last):\n{"level": "info"}\n')
    assert len(errors_in(log)) == 2
