"""Connections that break and servers that die: browsers come back by themselves, and nothing is lost."""

from __future__ import annotations

import asyncio
import contextlib
import re
import signal
import sqlite3
import time
from collections.abc import Coroutine
from pathlib import Path

import pytest

from tests.e2e.browsing import PATIENCE, Spy, chromium
from tests.e2e.playing import Player
from tests.e2e.serving import Served
from tests.e2e.tables import begin, join, open_table, play_now, sit, untroubled
from tests.e2e.wire import Wire

pytestmark = pytest.mark.needs("chromium", "bundle")
HIS_TURN = '.pl.act[data-seat="1"]'


async def public_log(player: Player) -> list[str]:
    """The log without what only this seat knows."""
    lines = await player.page.locator(".log li:not(.secret)").all_text_contents()  # lines out of sight are not laid out
    return [" ".join(line.split()) for line in lines]


def said_of(name: str, lines: list[str]) -> list[str]:
    """A log in which its reader is called by name, as in everybody else's."""
    own = [line.replace(": you begin", f": {name} begins").replace("your own", "their own") for line in lines]
    own = [line.replace("You were", f"{name} was") for line in own]
    own = [re.sub("^You discarded: .*", f"{name} discarded a card", line) for line in own]
    own = [re.sub("^(.+) says that you work against them$", f"\\1: “{name} works against us.”", line) for line in own]
    return [line.replace(" your ", f" {name}\u2019s ").replace("You ", f"{name} ") for line in own]


async def same_log(guest: Player, host: Player) -> list[str]:
    """The guest's log, once both have been told the same; nobody moves meanwhile."""
    deadline = time.monotonic() + PATIENCE / 1000
    while True:
        found, other = await public_log(guest), said_of("Marta", await public_log(host))
        if said_of("Oleh", found) == other:
            return found
        assert time.monotonic() < deadline, (found, other)
        await asyncio.sleep(0.1)


async def take_his_turn(guest: Player, host: Player) -> None:
    """Until the host has heard of it: then it is no longer his."""
    while (asked := await guest.asked()) != "turn":
        await guest.answer(asked)
    await guest.answer(asked)
    await host.page.locator(HIS_TURN).wait_for(state="detached")


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
                await take_his_turn(guest, host)
                before = await public_log(guest)

                wire.cut()
                await page.locator(".app.offline .bar.bad").wait_for()
                await play_until_his_turn(host)
                assert await page.locator(".handrow").get_attribute("inert") is not None  # nothing can be pressed
                wire.mend()
                await page.locator(".app:not(.offline)").wait_for()  # by itself
                await page.get_by_text("You missed").wait_for()
                after = await same_log(guest, host)
                assert len(after) > len(before)
                assert after[: len(before)] == before

                await page.close()  # and the whole window
                again = await context.new_page()
                guest.page = again
                spy.watch(again)
                await again.goto(f"{wire.url}/t/{invite.rsplit('/', 1)[1]}")
                await again.locator(".bar.yours").wait_for()
                assert await same_log(guest, host) == after
                await take_his_turn(guest, host)
                await play_until_his_turn(host)
                assert len(await same_log(guest, host)) > len(after)
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
    """Heard at once in both directions; and a move that gets no answer says so, is sent again, and is made once.

    What is heard at once is heard while the page's own clock stands still.
    """

    async def story() -> None:
        with Served(tmp_path) as served:
            async with chromium() as browser, Wire(served.port) as wire:
                (context, page, spy), player = await sit(browser, "phone", 5)
                await page.clock.install()
                await play_now(page, wire.url, player)
                while await player.asked() != "turn":
                    await player.answer(await player.asked())
                turn = await page.locator(".bar.yours").inner_text()

                await page.clock.pause_at(await page.evaluate("Date.now()") + 100)
                wire.cut()
                await context.set_offline(True)
                await page.locator(".app.offline .bar.bad").wait_for()
                await page.clock.run_for(10_000)  # as long as in a tunnel; by now several seconds lie between two tries
                await page.locator(".app.offline .bar.bad").wait_for()
                wire.mend()
                await context.set_offline(False)
                await page.locator(".app:not(.offline) .bar.yours").wait_for()
                assert await page.locator(".bar.yours").inner_text() == turn
                await page.clock.resume()

                acks = len(spy.acked)
                wire.hold()
                await player.answer("turn")
                await page.locator(".bar.bad", has_text="No answer yet").wait_for()
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
