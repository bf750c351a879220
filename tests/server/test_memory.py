"""The search for garbage does not stop every table."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.house import house, settled
from undermine.present.view import Cell
from undermine.server import memory
from undermine.server.protocol import Pong, SeatInfo


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)


def test_what_is_loaded_is_not_searched_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, idle=0.2) as home:
            memory.set_up()
            table, ann = await home.open(players=5, bots=4)
            await ann.come()
            assert gc.get_threshold()[0] == memory.YOUNG
            live = id(await home.lobby.table(table))
            assert live not in {id(one) for one in gc.get_objects()}
            await ann.go()
            await settled(
                lambda: not home.lobby._tables and not home.lobby._untidy, 60
            )  # forgotten, and nobody is here

    asyncio.run(story())


def test_messages_are_not_searched_at_all() -> None:
    assert not any(gc.is_tracked(one) for one in (Pong(), SeatInfo(0, "", "bot", True, False, 0, 0, "", gone=False)))
    assert Cell.__struct_config__.gc is False


def test_the_old_are_not_searched_while_games_are_played(tmp_path: Path) -> None:
    """Searches are counted, not timed: one of all that lives stops every table, however fast the machine is."""
    searched: list[int] = []

    def noted(phase: str, about: dict[str, int]) -> None:
        if phase == "start":
            searched.append(about["generation"])

    async def story() -> None:
        async with house(tmp_path) as home:
            memory.set_up()
            table, ann = await home.open(players=6, bots=5)
            await ann.come()
            await home.post(f"/api/tables/{table}/start", headers=ann.headers)
            await ann.until(lambda guest: guest.ask is not None)
            gc.callbacks.append(noted)
            try:
                await ann.play(lambda guest: guest.n > 90 or guest.over)
            finally:
                gc.callbacks.remove(noted)

    asyncio.run(story())
    assert searched.count(2) == 0
    assert searched.count(1) <= 1
