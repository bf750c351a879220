"""Connections that break and servers that die: browsers come back by themselves, and nothing is lost."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sqlite3
from collections.abc import Coroutine
from pathlib import Path

import pytest

from tests.e2e.browsing import Spy, chromium
from tests.e2e.playing import Player
from tests.e2e.serving import Served
from tests.e2e.tables import begin, join, open_table, play_now, sit, untroubled
from tests.e2e.wire import Wire

pytestmark = pytest.mark.needs("chromium", "bundle")
HIS_TURN = '.pl.act[data-seat="1"]'


async def public_log(player: Player) -> list[str]:
    """The log without what only this seat knows."""
    lines = await player.page.locator(".log li:not(.secret)").all_inner_texts()
    return [line.strip() for line in lines]


def said_of(name: str, lines: list[str]) -> list[str]:
    """A log in which its reader is called by name, as in everybody else's."""
    own = [line.replace("your own", "their own").replace("You were", f"{name} was") for line in lines]
    return [line.replace(" your ", f" {name}\u2019s ").replace("You ", f"{name} ") for line in own]


async def play_until_his_turn(host: Player) -> None:
    """The host and the bots play on, until everybody waits for the one who is away."""
    his = host.page.locator(HIS_TURN)
    for _ in range(20):
        await host.page.locator(f"{HIS_TURN}, .bar.yours, [role=dialog]").first.wait_for()
        if await his.count():
            return
        await host.answer(await host.asked())
    raise AssertionError("it never becomes his turn")


def test_a_broken_connection_resumes_and_says_what_was_missed(tmp_path: Path) -> None:
    async def story() -> None:
        with Served(tmp_path) as served:
            async with chromium() as browser, Wire(served.port) as wire:
                (_, _, host_spy), host = await sit(browser, "laptop", 1)
                (context, page, spy), guest = await sit(browser, "laptop", 2)
                invite = await open_table(host, served.url, "Marta", 4, 2)
                await join(guest, invite.replace(served.url, wire.url), "Oleh")
                await begin(host, host, guest)
                await play_until_his_turn(host)
                await guest.answer(await guest.asked())
                before = await public_log(guest)

                wire.cut()
                await page.locator(".app.offline .bar.bad").wait_for()
                await play_until_his_turn(host)
                assert await page.locator(".handrow").get_attribute("inert") is not None  # nothing can be pressed
                wire.mend()
                await page.locator(".app:not(.offline)").wait_for()  # by itself
                await page.get_by_text("You missed").wait_for()
                after = await public_log(guest)
                assert said_of("Oleh", after) == said_of("Marta", await public_log(host))
                assert len(after) > len(before)
                assert after[: len(before)] == before

                await page.close()  # and the whole window
                again = await context.new_page()
                guest.page = again
                spy.watch(again)
                await again.goto(f"{wire.url}/t/{invite.rsplit('/', 1)[1]}")
                await again.locator(".bar.yours").wait_for()
                assert await public_log(guest) == after
                await guest.answer(await guest.asked())
                await play_until_his_turn(host)
                assert said_of("Oleh", await public_log(guest)) == said_of("Marta", await public_log(host))
                untroubled(host_spy)
                assert all("WebSocket" in said or "ERR_" in said for said in spy.complaints), spy.complaints

    asyncio.run(story())


def test_a_killed_server_comes_back_and_the_game_goes_on(tmp_path: Path) -> None:
    async def story() -> None:
        with Served(tmp_path) as served:
            async with chromium() as browser:
                (_, _, host_spy), host = await sit(browser, "laptop", 3)
                (_, _, guest_spy), guest = await sit(browser, "phone", 4)
                invite = await open_table(host, served.url, "Marta", 4, 2)
                await join(guest, invite, "Oleh")
                await begin(host, host, guest)
                stop = asyncio.Event()
                for page in (host.page, guest.page):
                    page.set_default_timeout(5000)  # what cannot be pressed any more is soon given up
                playing = [asyncio.create_task(p.play_through_trouble(stop.is_set)) for p in (host, guest)]
                for acks in (2, 5):
                    await while_playing(host_spy.until_acked(acks), playing)
                    served.end(signal.SIGKILL)
                    await asyncio.to_thread(served.start)
                await while_playing(host_spy.until_acked(8), playing)
                await while_playing(guest_spy.until_acked(6), playing)
                stop.set()
                await asyncio.gather(*playing)
                nothing_lost(served.database, invite.rsplit("/", 1)[1], {0: host_spy, 1: guest_spy})

    asyncio.run(story())


def test_offline_for_ten_seconds_in_ones_turn(tmp_path: Path) -> None:
    """Heard at once in both directions; and a move that gets no answer says so, is sent again, and is made once."""

    async def story() -> None:
        with Served(tmp_path) as served:
            async with chromium() as browser, Wire(served.port) as wire:
                (context, page, spy), player = await sit(browser, "phone", 5)
                await play_now(page, wire.url, player)
                while await player.asked() != "turn":
                    await player.answer(await player.asked())
                turn = await page.locator(".bar.yours").inner_text()

                wire.cut()
                await context.set_offline(True)
                await page.locator(".app.offline .bar.bad").wait_for(timeout=1500)
                await asyncio.sleep(10)  # as long as in a tunnel; by now several seconds lie between two tries
                wire.mend()
                await context.set_offline(False)
                await page.locator(".app:not(.offline) .bar.yours").wait_for(timeout=3000)
                assert await page.locator(".bar.yours").inner_text() == turn

                acks = len(spy.acked)
                wire.hold()
                await player.answer("turn")
                await page.locator(".bar.bad", has_text="No answer yet").wait_for(timeout=8000)
                wire.release()
                await spy.until_acked(acks + 1)
                await page.locator(".bar:not(.bad)").wait_for()
                nothing_lost(served.database, page.url.rsplit("/", 1)[1], {0: spy})

    asyncio.run(story())


async def while_playing(wait: Coroutine[None, None, None], playing: list[asyncio.Task[None]]) -> None:
    """Wait for something, unless a player gives up first."""
    waiting = asyncio.create_task(wait)
    done, _ = await asyncio.wait([waiting, *playing], return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        task.result()


def nothing_lost(database: Path, table: str, spies: dict[int, Spy]) -> None:
    with contextlib.closing(sqlite3.connect(database)) as db:
        stored = db.execute("SELECT seq, cmd FROM decisions WHERE game = ? ORDER BY seq", (table,)).fetchall()
    assert [seq for seq, _ in stored] == list(range(len(stored)))
    cmds = [cmd for _, cmd in stored]
    assert len(set(cmds)) == len(cmds)
    for seat, spy in spies.items():
        assert {f"{seat}:{cmd}" for cmd in spy.acked} <= set(cmds)
