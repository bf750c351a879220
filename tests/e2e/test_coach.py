"""A first visit: what the game is, how it is played, and a coached round that can be left at any time."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.e2e.browsing import chromium, seat
from tests.e2e.playing import MOVES, Player, Stuck, Typist
from tests.e2e.pointing import Finger
from tests.e2e.serving import Served
from tests.e2e.tables import untroubled

pytestmark = pytest.mark.needs("chromium", "bundle")

OFFER = ".now .coach .btn:not(.ghost)"
HINT = ".coach p"
# Every hint that has stood on the screen, in order.
REMEMBER = """() => {
  window.hints = [];
  const note = () => { const said = document.querySelector('section.coach p')?.innerText; if (said && window.hints.at(-1) !== said) window.hints.push(said); };
  new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true });
}"""


async def hints(page: Page) -> list[str]:
    found: list[str] = await page.evaluate("() => window.hints")
    return found


async def read_hints(typist: Typist) -> None:
    """Whatever waits to be put aside is, by Tab and Enter."""
    while await typist.page.locator("section.coach .next").count():
        await typist.tab_to("section.coach .next")
        await typist.key("Enter")


def test_a_coached_round_to_its_end_with_keys_alone(tmp_path: Path) -> None:
    async def story() -> None:
        with Served(tmp_path) as served:
            async with chromium() as browser:
                context, page, spy = await seat(browser, "laptop", reduced_motion="reduce")
                await context.add_init_script(f"({REMEMBER})()")
                typist = Typist(page)
                await page.goto(served.url)
                await page.locator(OFFER).wait_for()
                await typist.tab_to(OFFER)
                await typist.key("Enter")
                await page.locator("main.table").wait_for()
                for _ in range(MOVES):
                    asked = await typist.asked()
                    if asked == "dialog" and (await typist.dialog_kind())[0] == "summary":
                        break
                    if asked == "turn":
                        await read_hints(typist)
                    await typist.answer(asked)
                else:
                    raise Stuck(f"no end of the round: {typist.done}")
                assert "The round is over" in await page.locator(HINT).inner_text()
                said = " ".join(await hints(page))
                for first in ("secret role", "The entrance is on the left", "It is your turn", "until you confirm"):
                    assert first in said, said
                await typist.dialog()
                await page.locator("section.coach").wait_for(state="detached")  # the next round is played alone
                untroubled(spy)

    asyncio.run(story())


def test_hints_can_be_left_with_keys_also_beside_a_box(tmp_path: Path) -> None:
    async def story() -> None:
        with Served(tmp_path) as served:
            async with chromium() as browser:
                _, page, spy = await seat(browser, "laptop", reduced_motion="reduce")
                await page.goto(served.url)
                await page.locator(OFFER).click()
                await page.locator(".dealt").wait_for()
                await page.keyboard.press("Tab")
                assert await page.evaluate("() => document.activeElement.matches('section.coach .leave')")
                await page.keyboard.press("Tab")  # and round again
                assert await page.evaluate("() => document.activeElement.matches('.dealt .btn')")
                await page.keyboard.press("Shift+Tab")
                await page.keyboard.press("Enter")
                await page.locator("section.coach").wait_for(state="detached")
                assert await page.locator(".dealt").count() == 1
                untroubled(spy)

    asyncio.run(story())


def test_hints_are_offered_once_and_can_be_left(tmp_path: Path) -> None:
    async def story() -> None:
        with Served(tmp_path) as served:
            async with chromium() as browser:
                _, page, spy = await seat(browser, "phone", reduced_motion="reduce")
                player = Player(page, touch=True)
                await page.goto(served.url)
                await expect(page.locator(".pitch")).to_contain_text("secretly saboteurs")
                await player.press(page.get_by_role("link", name="How to play"))
                every_face = page.locator(".pack figure img")
                await expect(every_face).to_have_count(27 + 2 + 3 + 3)
                await player.press(page.locator(".back a"))
                await player.press(page.locator(OFFER))
                await page.locator(".dealt").wait_for()
                await page.locator(HINT).wait_for()
                await player.answer("dialog")
                hint = await page.locator("section.coach").bounding_box()
                goal = await page.locator("[data-goal]").first.bounding_box()
                assert hint is not None
                assert goal is not None
                assert hint["y"] + hint["height"] <= goal["y"]  # what it speaks of is in sight
                await player.press(page.locator("section.coach .leave"))
                await page.locator("section.coach").wait_for(state="detached")
                await page.goto(served.url)
                await page.locator(".go .btn.primary").wait_for()
                assert await page.locator(OFFER).count() == 0
                untroubled(spy)

    asyncio.run(story())


def test_any_game_can_be_played_with_hints_and_says_its_own_rules(tmp_path: Path) -> None:
    """What The Duel is about, one thing after another, and what a card does when it is first held; its help says the same."""

    async def story() -> None:
        with Served(tmp_path) as served:
            async with chromium() as browser:
                _, page, spy = await seat(browser, "laptop", reduced_motion="reduce")
                player = Player(page)
                await page.goto(served.url)
                await page.get_by_role("radio", name="The Duel", exact=True).check(force=True)
                await page.locator(".terms p", has_text="The Duel, 2 players.").wait_for()
                await page.get_by_label("With hints for newcomers").check()
                await player.press(page.locator("form.open .do .btn"))
                await player.press(page.locator(".start .btn.primary"))
                await expect(page.locator(HINT)).to_contain_text("Two dwarfs, green and blue")
                await player.press(page.locator("section.coach .next"))
                await expect(page.locator(HINT)).to_contain_text("give two cards to be rid of a broken tool")
                await page.keyboard.press("?")
                await expect(page.get_by_role("dialog")).to_contain_text("Two dwarfs, green and blue")
                await expect(page.get_by_role("dialog")).not_to_contain_text("saboteurs")
                untroubled(spy)

    asyncio.run(story())


def test_a_card_explains_itself_by_pointer_focus_and_long_press(tmp_path: Path) -> None:
    async def story() -> None:
        with Served(tmp_path) as served:
            async with chromium() as browser:
                for device in ("laptop", "phone"):
                    context, page, _ = await seat(browser, device, reduced_motion="reduce")
                    player = Player(page, touch=device == "phone")
                    await page.goto(served.url)
                    await player.press(page.locator(".now .btn.primary"))
                    await page.locator(".dealt").wait_for()
                    await player.dialog()
                    card = page.locator(".hc button.card[aria-description]").first
                    told = await card.get_attribute("aria-description")
                    assert told is not None
                    if device == "phone":
                        box = await card.bounding_box()
                        assert box is not None
                        await (await Finger.of(page)).down([box["x"] + 12, box["y"] + 40])
                    else:
                        await card.hover()
                    await expect(page.locator(".tip")).to_have_text(told)
                    if device == "laptop":
                        await page.mouse.move(5, 5)
                        await page.locator(".tip").wait_for(state="detached")
                        await page.keyboard.press("Tab")
                        await card.focus()
                        await page.locator(".tip").wait_for()
                    await context.close()

    asyncio.run(story())
