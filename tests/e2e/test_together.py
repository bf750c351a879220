"""Two people at one table: ready together, and again after the game."""

from __future__ import annotations

import asyncio
import contextlib
import re
import sqlite3
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.e2e.browsing import chromium
from tests.e2e.playing import Player
from tests.e2e.prepared import TWO, ends, prepare
from tests.e2e.serving import Served
from tests.e2e.tables import sit, untroubled

pytestmark = pytest.mark.needs("chromium", "bundle")
SUMMARY = "[role=dialog] .foot .btn.primary"


def stored(database: Path) -> int:
    """How many decisions there are."""
    with contextlib.closing(sqlite3.connect(database)) as db:
        return int(db.execute("SELECT count(*) FROM decisions").fetchone()[0])


async def sit_down(player: Player, address: str) -> None:
    """By the own link, in the middle of a round: the role is looked at first."""
    await player.page.goto(address)
    await player.page.locator(".dealt").wait_for()
    await player.dialog()


async def throw_away(player: Player) -> None:
    """The last card of a round."""
    assert await player.asked() == "turn"
    await player.turn()


def test_nobody_moves_on_while_somebody_looks_at_the_round(tmp_path: Path) -> None:
    served = Served(tmp_path)
    links = prepare(served.database, ends("round"), TWO)

    async def story() -> None:
        async with chromium() as browser:
            (_, host_page, host_spy), host = await sit(browser, "laptop", 1)
            (_, guest_page, guest_spy), guest = await sit(browser, "phone", 2, "uk")
            for player, link in zip((host, guest), links, strict=True):
                await sit_down(player, served.url + link)
            await throw_away(host)
            for page in (host_page, guest_page):
                await page.locator(SUMMARY).wait_for()
            reached = stored(served.database)
            await host_page.get_by_text("1 of 3 is ready.").wait_for()
            await host.dialog()
            await host.dialog()  # her new role
            bar = host_page.locator(".bar")
            await bar.get_by_text("2 of 3 are ready.").wait_for()
            assert "Waiting for the others" in await bar.inner_text()
            assert not await host_page.locator(".bar.yours").count()
            await guest_page.get_by_text("Готові 2 з 3.").wait_for()
            await guest.dialog()
            await guest_page.locator(".dealt").get_by_text("Готові 2 з 3.").wait_for()
            assert stored(served.database) == reached  # also the bot has waited
            await guest.dialog()
            for page in (host_page, guest_page):  # the second round is played
                await page.locator(".bar").get_by_text(re.compile("ready|Готов")).wait_for(state="detached")
            untroubled(host_spy)
            untroubled(guest_spy)

    with served:
        asyncio.run(story())


def test_two_people_play_again_and_find_their_game(tmp_path: Path) -> None:
    served = Served(tmp_path)
    links = prepare(served.database, ends("over"), TWO)

    async def story() -> None:
        async with chromium() as browser:
            (_, marta, marta_spy), host = await sit(browser, "laptop", 1)
            (_, oleh, oleh_spy), guest = await sit(browser, "phone", 2, "ru")
            for player, link in zip((host, guest), links, strict=True):
                await sit_down(player, served.url + link)
            await throw_away(host)
            for player in (host, guest):
                await player.press(player.page.locator(SUMMARY))
                await player.page.locator(".podium").wait_for()

            await guest.press(oleh.locator(".foot .btn.primary"))  # one asks: he waits at the new table
            await oleh.locator(".seats").wait_for()
            await marta.get_by_text("Oleh wants to play again.").wait_for()
            await host.press(marta.get_by_role("button", name="Join in"))
            seats = marta.locator(".seat .who b")
            await seats.nth(2).wait_for()
            assert [(await seats.nth(i).inner_text()).split("\n")[0] for i in range(3)] == ["Marta", "Oleh", "Rook"]
            assert marta.url == oleh.url

            await guest.press(oleh.get_by_role("button", name="Поднять место 2 выше"))  # he is the host now
            await marta.locator(".seat:first-child", has_text="Oleh").wait_for()
            await host.press(marta.get_by_role("button", name="Change"))
            await marta.get_by_role("dialog").locator("input").first.fill("Marta II")
            await host.press(marta.get_by_role("button", name="Save"))
            await oleh.locator(".seat", has_text="Marta II").wait_for()
            await guest.press(oleh.locator(".start .btn.primary"))
            for player in (host, guest):
                await player.page.locator(".dealt").wait_for()
                await player.dialog()

            await host.press(marta.get_by_role("button", name="Rules and keys"))
            await host.press(marta.get_by_role("button", name="Leave the table"))
            await marta.get_by_role("dialog", name="Leave this game?").wait_for()
            await host.press(marta.get_by_role("link", name="Leave"))
            await host.press(marta.get_by_role("link", name="With Oleh"))  # home knows the way back
            await marta.locator("main.table").wait_for()
            await host.press(marta.get_by_role("button", name="Rules and keys"))
            await host.press(marta.get_by_role("button", name="Play on another device"))
            assert not await marta.get_by_label("Link to your seat").count()  # only when asked for
            await host.press(marta.get_by_role("button", name="Show the link"))
            link = await marta.get_by_label("Link to your seat").input_value()
            await expect(marta.get_by_role("button", name="Copy")).to_be_focused()
            (_, other, _), _ = await sit(browser, "phone", 3)
            await other.goto(link)
            await other.locator(".hc").first.wait_for()
            assert await other.locator(".hc").count() == await marta.locator(".hc").count() > 0
            untroubled(marta_spy)
            untroubled(oleh_spy)

    with served:
        asyncio.run(story())
