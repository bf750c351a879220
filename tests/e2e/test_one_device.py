"""Several people at one device: a whole game by turns, a round with roles, and a spy on the page between two of them."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.e2e.browsing import Device, chromium, seat, until
from tests.e2e.serving import Served
from tests.e2e.tables import untroubled
from tests.e2e.taking import Taker

pytestmark = pytest.mark.needs("chromium", "bundle")
PEOPLE = ["Marta", "Oleh", "Дарина"]
CALLED = "Pass the device to "
CURTAIN = f"[role=dialog][aria-label^='{CALLED}']"

# Writes down, whenever the page has changed, whose cards it shows, and all that it says while the curtain is there.
SPY = """() => {
  window.seen = [];
  const note = () => {
    const curtain = document.querySelector('.curtain'), named = [...document.querySelectorAll('.pl .name')];
    const me = document.querySelector('.pl .you') ?? named.find((name) => name.textContent === 'You'), you = me?.closest('.pl').dataset.seat;
    const now = JSON.stringify({
      curtain: curtain ? document.querySelector('[role=dialog]')?.getAttribute('aria-label') ?? '' : null,
      text: curtain ? document.getElementById('app').innerText : '',
      pictures: curtain ? document.querySelectorAll('img, svg').length : 0,
      hand: document.querySelectorAll('.hc').length, whose: document.querySelector('.hc') ? you ?? '?' : '',
      other: curtain ? document.querySelectorAll('main, [role=grid], [role=log], [role=alert], [role=status], .role, .notes, .dealt').length : 0,
    });
    if (window.seen.at(-1) !== now) window.seen.push(now);
  };
  new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}"""


async def sit_together(page: Page, url: str, game: str, people: int, bots: int = 0) -> None:
    """By the form on the home page: all but the bots sit at this device."""
    await page.goto(f"{url}/?rules=1~{game}~~{people + bots}")
    await page.locator("#name").fill(PEOPLE[0])
    steppers = page.locator(".stepper")
    await until(page, "n => document.querySelector('.stepper output')?.innerText === String(n)", people + bots)
    for stepper, wanted in ((steppers.nth(2), people), (steppers.nth(1), bots)):
        while (value := int(await stepper.locator("output").inner_text())) != wanted:
            await stepper.get_by_role("button").nth(1 if value < wanted else 0).click()
    for n, name in enumerate(PEOPLE[1:people], 2):
        await page.get_by_label(f"Name of player {n} at this device").fill(name)
    await page.locator("form.open .do .btn").click()
    await page.locator(CURTAIN).wait_for()


async def spied(page: Page) -> list[dict[str, Any]]:
    return [json.loads(text) for text in await page.evaluate("window.seen")]


def nothing_behind_the_curtain(seen: list[dict[str, Any]], people: int) -> None:
    """The page says nothing but whose turn it is, and nobody's cards follow another's without a curtain."""
    curtains = [now for now in seen if now["curtain"]]
    assert {now["curtain"].removeprefix(CALLED) for now in curtains} == set(PEOPLE[:people])
    for now in curtains:
        assert (now["hand"], now["other"]) == (0, 0), now
        assert now["pictures"] <= 1, now  # a face
        name = now["curtain"].removeprefix(CALLED)
        said = [line for line in now["text"].splitlines() if line.strip()]
        assert said[:3] == [
            CALLED + name,
            "Everybody else looks away.",
            f"I am {name}: show my cards",
        ], now
        assert said[3:] in ([], ["We play with open hands: no curtain"]), now
    whose, called = "", ""
    for now in seen:
        if now["curtain"]:
            whose, called = "", now["curtain"].removeprefix(CALLED)
        elif now["whose"]:
            assert now["whose"] == (whose or now["whose"]), (whose, now)
            whose = now["whose"]
            assert PEOPLE[int(whose)] == called, (called, now)


@pytest.mark.parametrize(
    ("game", "people", "bots", "device", "end"),
    [
        ("duel", 2, 0, "laptop", "over"),
        ("classic", 3, 0, "phone", "second round"),
        ("classic", 2, 2, "laptop", "turns"),
    ],
)
def test_people_take_turns_at_one_device(
    tmp_path: Path, game: str, people: int, bots: int, device: Device, end: str
) -> None:
    async def story() -> None:
        with Served(tmp_path) as served:
            async with chromium() as browser:
                context, page, spy = await seat(browser, device, reduced_motion="reduce")
                await page.add_init_script(f"({SPY})()")
                await sit_together(page, served.url, game, people, bots)
                table = page.url.rsplit("/", 1)[1]
                cookies = await context.cookies([f"{served.url}/ws/{table}"])
                assert [(c["httpOnly"], c["sameSite"]) for c in cookies] == [(True, "Strict")]
                called = (await page.locator(CURTAIN).get_attribute("aria-label") or "").removeprefix(CALLED)
                await expect(page.locator("button:focus")).to_have_text(f"I am {called}: show my cards")
                taker = Taker(page, touch=device == "phone", rng=random.Random(5), spy=spy)
                rounds, turns = set[str](), 0
                while True:
                    asked = await taker.asked()
                    if asked == "over":
                        break
                    turns += asked == "turn"
                    if asked == "dialog" and await page.locator(".dealt").count():
                        rounds.add(await page.locator(".dealt .say > p").first.inner_text())
                    second = len(rounds) > 1 and asked == "turn"
                    if (end == "second round" and second) or (end == "turns" and turns > 6):
                        break
                    await taker.answer(asked)
                nothing_behind_the_curtain(await spied(page), people)
                await page.reload()  # whoever comes back is asked for first
                await page.locator(f"{CURTAIN}, .podium, main.table").first.wait_for()
                assert not await page.locator(".hc").count()
                untroubled(spy)

    asyncio.run(story())
