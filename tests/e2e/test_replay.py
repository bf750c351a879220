"""The end of a game and its replay, as somebody at the table and somebody with a link meet them."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.e2e.browsing import chromium, seat, until
from tests.e2e.prepared import ID, prepare_finished
from tests.e2e.serving import Served
from undermine.notation.records import parse_record, verify

pytestmark = pytest.mark.needs("chromium", "bundle")


async def turn(page: Page) -> int:
    return int(await page.get_by_role("slider").input_value())


async def hands(page: Page) -> list[int]:
    """How many cards can be seen of each player."""
    counted: list[int] = await page.eval_on_selector_all(
        ".has", "all => all.map(has => has.querySelectorAll('img').length)"
    )
    return counted


def test_the_last_page_shows_the_game_and_leads_to_its_replay(tmp_path: Path) -> None:
    served = Served(tmp_path)
    (link,) = prepare_finished(served.database)

    async def last_page(page: Page) -> None:
        await page.goto(served.url + link)
        await page.locator(".podium").wait_for()
        rounds = page.locator("section.rounds")
        await rounds.get_by_role("button", name="Round 1").click()
        await expect(rounds.get_by_role("img", name="The tunnels at the end of round 1.")).to_be_visible()
        await expect(rounds.locator(".maze img")).not_to_have_count(4)  # more than the entrance and the goals
        await expect(rounds.locator("li.me")).to_contain_text("Marta")
        await expect(rounds.get_by_text("Broke:").first).to_be_visible()
        async with page.expect_download() as download:
            await page.get_by_role("link", name="Save the game as a file").click()
        file = await (await download.value).path()
        assert verify(parse_record(file.read_text("utf-8"))) is None
        await from_the_file(page, file)
        await rounds.get_by_role("button", name="Round 2").click()
        await rounds.get_by_role("link", name="Watch this round again").click()

    async def from_the_file(page: Page, file: Path) -> None:
        """What was saved can be looked through again, by whoever has it."""
        here = page.url
        await page.goto(served.url)
        await page.get_by_role("link", name="Look through a saved game").click()
        await page.get_by_label("Choose a file").set_input_files(file)
        await page.get_by_role("slider").wait_for()
        await expect(page.locator(".cast")).to_contain_text("Marta")
        assert min(await hands(page)) > 0
        await page.keyboard.press("End")
        await page.locator(".log li").last.get_by_text("The game is over").wait_for()
        await page.goto(here)
        await page.locator(".podium").wait_for()

    async def replay(page: Page) -> str:
        """Step, play and look with other eyes; returns a link to the turn it ends at."""
        slider = page.get_by_role("slider")
        await slider.wait_for()
        begun = await turn(page)
        assert page.url.endswith(f"/t/{ID}/replay?eyes=open#{begun}")
        await expect(page.locator(".which")).to_have_text("Round 2 of 3")
        await expect(page.locator(".cell.placed")).to_have_count(4)
        assert min(await hands(page)) > 0
        await page.get_by_role("button", name="One turn on").click()
        await page.keyboard.press("ArrowRight")
        await expect(slider).to_have_value(str(begun + 2))
        await expect(slider).to_have_attribute(
            "aria-valuetext", re.compile(rf"^Turn {begun + 2} of \d+\. Round 2\. \w+")
        )
        await page.keyboard.press("End")
        last = await turn(page)
        await page.locator(".log li").last.get_by_text("The game is over").wait_for()
        await page.keyboard.press("Home")
        assert await turn(page) == 0
        await page.locator(".timeline .seg button").last.click()
        await page.locator("h1").click()  # the keys are for the page again
        await page.keyboard.press("Space")
        await until(page, "() => Number(document.querySelector('input[type=range]').value) > 2")
        await page.keyboard.press("Space")
        at = await turn(page)
        assert at < last
        await page.locator("select").select_option("0")
        await until(
            page,
            "() => [...document.querySelectorAll('.has')].every((has, i) => (has.querySelector('img') !== null) === (i === 0))",
        )
        assert len(await hands(page)) == 3
        assert await turn(page) == at
        await page.get_by_role("button", name="Link to this turn").click()
        await expect(page.get_by_text("Link copied")).to_be_visible()
        await page.wait_for_url(f"**/replay?eyes=0#{at}")
        return page.url

    async def story() -> None:
        with served:
            async with chromium() as browser:
                _, page, spy = await seat(browser, "laptop", reduced_motion="reduce")
                await last_page(page)
                link_to_turn = await replay(page)
                _, other, their_spy = await seat(browser, "phone", "uk", reduced_motion="reduce")
                await other.goto(link_to_turn)
                slider = other.get_by_role("slider")
                await expect(slider).to_have_value(str(await turn(page)))
                assert await hands(other) == await hands(page)
                await other.locator(".step:not(.far)").first.tap()
                await expect(slider).to_have_value(str(await turn(page) - 1))
                assert spy.complaints == their_spy.complaints == []

    asyncio.run(story())


def test_a_game_that_goes_on_cannot_be_watched_again(tmp_path: Path) -> None:
    async def story() -> None:
        with Served(tmp_path) as served:
            async with chromium() as browser:
                _, page, _ = await seat(browser, "laptop")
                made = await page.request.post(
                    f"{served.url}/api/tables", data={"players": 3, "name": "Marta", "bots": 2, "playNow": True}
                )
                table = json.loads(await made.text())["table"]
                await page.goto(f"{served.url}/t/{table}/replay?eyes=1#3")
                await expect(page.get_by_role("heading", level=1)).to_have_text("Replay")
                await expect(page.get_by_role("alert")).to_contain_text("Wait for the end of the game")
                await page.get_by_role("link", name="To the table").click()
                await page.wait_for_url(f"**/t/{table}")

    asyncio.run(story())
