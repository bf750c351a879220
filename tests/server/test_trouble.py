"""A store that fails for a while, and wake-ups that come at the wrong moment: the game goes on, and people are told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import house
from undermine.server import attended, lobby
from undermine.server.store.base import StoreError
from undermine.server.table import LiveTable


def test_a_bot_that_was_overtaken_is_looked_at_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody moved while it thought: the wake-up came when the table was still being played at."""
    monkeypatch.setattr(lobby, "LOOK", 600)
    overtaken: list[str] = []
    plain = LiveTable.play_due

    async def play_due(live: LiveTable) -> None:
        if overtaken:
            await plain(live)
        else:
            overtaken.append(live.row.id)
            live._wake()
            await asyncio.sleep(0.3)

    monkeypatch.setattr(LiveTable, "play_due", play_due)

    async def story() -> None:
        async with house(tmp_path) as home:
            made, watcher = await home.open(players=3, bots=3)
            await watcher.come()
            await watcher.until(lambda guest: len(guest.events) > 30)
            assert overtaken == [made]

    asyncio.run(story())


def failing(times: int, plain: Callable[..., Any]) -> Callable[..., Any]:
    """A store's function that fails at first."""
    left = iter(range(times))

    async def fail_first(*args: Any) -> Any:
        if next(left, None) is not None:
            raise StoreError("the disk is full")
        return await plain(*args)

    return fail_first


def test_a_bots_move_that_cannot_be_stored_is_told_and_made_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "PUT_OFF", 0.1)

    async def story() -> None:
        async with house(tmp_path) as home:
            made, ann = await home.open(players=3, switches={"firstPlayer": "host"}, playNow=True)
            await ann.come()
            live = await home.lobby.table(made)
            store = home.lobby.store
            await ann.until(lambda guest: guest.options)
            async with live._lock:  # her move is stored, and those of the bots are not
                monkeypatch.setattr(store, "append", failing_after_one(store.append))
                await ann.act()
            assert (await ann.hear("error"))["code"] == "BOT_WAITS"
            await ann.until(lambda guest: guest.options)

    def failing_after_one(plain: Callable[..., Any]) -> Callable[..., Any]:
        fails, first = failing(2, plain), iter([plain])

        async def append(*args: Any) -> Any:
            return await next(first, fails)(*args)

        return append

    asyncio.run(story())


def test_a_stand_in_that_could_not_be_noted_comes_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attended, "RETRY", 0.1)

    async def story() -> None:
        async with house(tmp_path, grace=0.2) as home:
            made, ann = await home.open(players=3, switches={"firstPlayer": "host"})
            bob = await home.join(made, "Bob")
            for guest in (ann, bob):
                await guest.come()
            await home.post(f"/api/tables/{made}/start", headers=ann.headers)
            await ann.until(lambda guest: guest.options)
            await asyncio.sleep(0.3)  # nothing about presence is under way any more
            monkeypatch.setattr(home.lobby.store, "owe", failing(3, home.lobby.store.owe))
            await ann.go()
            await bob.until(lambda guest: guest.options)

    asyncio.run(story())
