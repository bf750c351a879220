"""The small form of `make load`, counted instead of timed: that its parts work, and that a bound which is missed is told."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

import pytest

from tests.load import floods, many, run
from tests.load.figures import Figure
from tests.load.moves import written
from tests.load.people import People, play_fast
from tests.load.serving import Program, serve, stopped

pytestmark = pytest.mark.skipif(not Path("/proc/self/io").exists(), reason="processes cannot be looked at here")


def test_people_play_and_what_that_costs_is_known() -> None:
    async def story(server: Program) -> None:
        async with People(server.port) as people:
            tables = await people.sit_down(2, players=3)
            before, disk = server.cpu(), written(server)
            times = await play_fast(people, tables, 60)
            assert sum(table.moves for table in tables) >= 60
            assert len(times) <= 60 + len(tables)
            assert server.cpu() > before
            assert written(server) > disk
            for table in tables:
                table.leave()

    with tempfile.TemporaryDirectory() as folder, stopped(serve(Path(folder))) as server:
        asyncio.run(story(server))


def test_what_an_idle_socket_takes_is_known() -> None:
    assert many.idle(20, tables=2) < 10**6


def test_who_is_turned_away_is_told_and_others_play_on() -> None:
    (flood,) = floods.floods(1.0, ["downloads nobody reads"])
    assert flood.newcomers
    assert flood.refused.total() > 0
    assert flood.p99 > 0


@pytest.mark.parametrize("value", [2.0, 1.0])
def test_the_last_line_has_the_figures_and_tells_what_was_missed(
    value: float, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [Figure("moves", value, "x", 1.5, more=True), Figure("lateness", 0.25, " s", 1)]
    monkeypatch.setattr(run, "PARTS", {"moves": lambda share: found})
    monkeypatch.setattr("sys.argv", ["load", "moves"])
    code = run.main()
    last = capsys.readouterr().out.splitlines()[-1]
    verdict = "all bounds kept" if value >= 1.5 else "missed: moves"
    assert (code, last) == (int(value < 1.5), f"load: moves {value:.3g}x; lateness 0.25 s: {verdict}")
