"""When a bot moves tells nothing of its cards: it thinks ahead, and moves at moments that do not depend on its thoughts."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import house
from undermine.kernel.engine import legal
from undermine.registry import Options
from undermine.server.foresight import Foresight
from undermine.server.game import Game, write_options
from undermine.server.store.base import Table
from undermine.server.thinker import Job, Thinker, ThinkerError
from undermine.server.thinkers import Thinkers

TABLE = Table("abcdefghjk", write_options(Options(players=4)), b"s" * 32)


class Ponderer(Thinker):
    """Takes as long as it is told to, and says which seat it thought for."""

    def __init__(self, takes: float, fails: int = 0) -> None:
        super().__init__()
        self.takes = takes
        self.fails = fails
        self.thought: list[int] = []

    async def ask(self, job: Job) -> int:
        self.thought.append(job.seat)
        await asyncio.sleep(self.takes)
        if len(self.thought) <= self.fails:
            raise ThinkerError("no idea")
        return 100 + job.seat


def begun() -> Game:
    game = Game(TABLE)
    game.settle(game.opening(), "auto:0")
    return game


async def timed(work: Coroutine[Any, Any, int | None]) -> tuple[int | None, float]:
    start = time.monotonic()
    return await work, time.monotonic() - start


@pytest.mark.parametrize("takes", [0.0, 0.05])
def test_a_thought_that_is_ready_is_a_move_at_once(takes: float) -> None:
    async def story() -> None:
        bots = Ponderer(takes)
        ahead = Foresight(TABLE.id, Thinkers([bots]))
        game = begun()
        await asyncio.wait([ahead.begin(game, 2, "greedy")])
        chosen, late = await timed(ahead.choice(game, 2, "greedy", 5))
        assert chosen == 102
        assert late < 1  # far less than a beat
        assert bots.thought == [2]

    asyncio.run(story())


@pytest.mark.parametrize("takes", [0.0, 0.02, 0.2])
def test_a_late_thought_waits_for_the_beat(takes: float) -> None:
    async def story() -> None:
        ahead = Foresight(TABLE.id, Thinkers([Ponderer(takes)]))
        chosen, late = await timed(ahead.choice(begun(), 1, "greedy", 0.3))
        assert chosen == 101
        assert late >= 0.29

    asyncio.run(story())


def test_who_wants_no_pause_gets_none() -> None:
    async def story() -> None:
        ahead = Foresight(TABLE.id, Thinkers([Ponderer(0.01)]))
        assert await ahead.choice(begun(), 1, "greedy", 0) == 101

    asyncio.run(story())


def test_a_game_that_goes_on_leaves_old_thoughts_behind() -> None:
    async def story() -> None:
        bots = Ponderer(0.05)
        ahead = Foresight(TABLE.id, Thinkers([bots]))
        game = begun()
        old = ahead.begin(game, 0, "greedy")
        assert ahead.begin(game, 0, "greedy") is old
        await asyncio.sleep(0)
        for cmd in ("a", "b"):
            seat = game.waiting()[0]
            game.settle(game.draft(seat, legal(game.observers[seat].view, seat)[0]), cmd)
            ahead.begin(game, 1 if cmd == "a" else 2, "greedy")
        assert await ahead.choice(game, 2, "greedy", 0) == 102
        assert bots.thought == [0, 2]  # nobody waited for the answer to the question in between
        assert not ahead.busy

    asyncio.run(story())


def test_a_bot_that_fails_once_is_asked_again() -> None:
    async def choose(fails: int) -> int | None:
        return await Foresight(TABLE.id, Thinkers([Ponderer(0, fails)])).choice(begun(), 3, "greedy", 0)

    assert [asyncio.run(choose(fails)) for fails in (0, 1, 2)] == [103, 103, None]


def test_at_a_table_bots_have_begun_to_think_before_they_are_due(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun_before: list[bool] = []
    plain: Callable[[Foresight, Game, int, str, float], Coroutine[Any, Any, int | None]] = Foresight.choice

    async def watched(self: Foresight, game: Game, seat: int, bot: str, beat: float) -> int | None:
        begun_before.append(self._thought is not None and self._about == (game.seq, seat))
        return await plain(self, game, seat, bot, beat)

    monkeypatch.setattr(Foresight, "choice", watched)

    async def story() -> None:
        async with house(tmp_path, bot_delay=0.01) as home:
            _, watcher = await home.open(players=3, bots=3)
            await watcher.come()
            await watcher.until(lambda guest: len(guest.events) > 20)

    asyncio.run(story())
    assert len(begun_before) > 5
    assert all(begun_before)
