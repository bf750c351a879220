"""Choosing what to play: the form says at once what does not go, a link brings the same rules, and everybody reads the same."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Page

from tests.e2e.browsing import chromium, seat
from tests.e2e.playing import Player
from tests.e2e.serving import Served
from tests.e2e.tables import begin, join, untroubled

pytestmark = pytest.mark.needs("chromium", "bundle")


async def told(page: Page, wanted: str) -> list[str]:
    """The table in words, once it says this."""
    await page.locator(".terms p", has_text=wanted).first.wait_for()
    return [text for text in await page.locator(".terms p").all_inner_texts() if text != "How to play"]


async def choose(host: Player) -> None:
    """The Mine with two extras and a rule of one's own; what does not go beside them says why."""
    page = host.page
    await page.get_by_role("radio", name="The Duel", exact=True).check(force=True)
    await told(page, "The Duel, 2 players.")
    assert await page.get_by_role("switch").count() == 0
    await page.get_by_role("radio", name="The Mine", exact=True).check(force=True)
    await page.get_by_role("switch", name="Saboteur 2").check(force=True)
    await page.locator(".extra", has_text="Tournament").locator(".why").wait_for()
    why = await page.locator(".extra", has_text="Tournament").locator(".why").inner_text()
    assert why == "Cannot be combined with “Saboteur 2”."
    await page.get_by_role("switch", name="Tournament").click(force=True)
    assert not await page.get_by_role("switch", name="Tournament").is_checked()
    await page.get_by_role("switch", name="Veto").check(force=True)
    await page.get_by_text("Fine rules").click()
    await page.get_by_label("Search the rules by words").fill("sabotage cards on themselves")
    await page.get_by_label("Whether players may play sabotage cards on themselves.").select_option(label="yes")
    await told(page, "sabotage cards on themselves. Here: yes.")


def test_rules_are_chosen_sent_by_link_and_read_by_everybody(tmp_path: Path) -> None:
    async def story() -> None:
        with Served(tmp_path) as served:
            async with chromium() as browser:
                context, page, spy = await seat(browser, "laptop", reduced_motion="reduce")
                await context.grant_permissions(["clipboard-read", "clipboard-write"])
                await page.goto(served.url)
                await page.locator(".extra").first.wait_for()
                await choose(Player(page))
                words = await told(page, "Saboteur 2")
                await page.get_by_role("button", name="Copy link to these rules").click()
                await page.locator(".share .said:not(:empty)").wait_for()
                link = await page.evaluate("navigator.clipboard.readText()")
                assert link.startswith(f"{served.url}/?rules=1~classic~anniversary~5~saboteur2,veto~")
                untroubled(spy)

                _, phone, other = await seat(browser, "phone", reduced_motion="reduce")
                host = Player(phone, touch=True)
                await phone.goto(link)
                assert await told(phone, "Saboteur 2") == words
                await phone.locator("#name").fill("Oleh")
                await host.press(phone.locator("form.open .do .btn"))
                invite = await phone.locator(".link input").input_value()
                assert await told(phone, "Saboteur 2") == words

                await page.goto(invite)
                assert await told(page, "Saboteur 2") == words
                guest = Player(page)
                await join(guest, invite, "Ann")
                assert await told(page, "Saboteur 2") == words

                await host.press(phone.get_by_role("button", name="Change the rules"))
                await phone.get_by_role("radio", name="The Lost Mines", exact=True).check(force=True)
                await phone.locator(".change .terms p", has_text="The Lost Mines").wait_for()
                await host.press(phone.get_by_role("button", name="Play by these"))
                assert await told(page, "The Lost Mines") == await told(phone, "The Lost Mines")
                untroubled(spy)
                untroubled(other)

    asyncio.run(story())


def test_a_link_that_says_nothing_is_told_and_play_goes_on(tmp_path: Path) -> None:
    async def story() -> None:
        with Served(tmp_path) as served:
            async with chromium() as browser:
                _, page, _ = await seat(browser, "laptop", reduced_motion="reduce")
                for link, why in (
                    ("9~classic", "newer version"),
                    ("rubbish", "cannot be read"),
                    ("1~chess", "There is no such game"),
                    ("1~classic~~5~monorail", "no such extra"),
                ):
                    await page.goto(f"{served.url}/?rules={link}")
                    await page.locator(".problem", has_text=why).wait_for()
                    assert await page.get_by_role("radio", name="The Mine", exact=True).is_checked(), link
                host = Player(page)
                await host.press(page.locator("form.open .do .btn"))
                await begin(host, host)

    asyncio.run(story())
