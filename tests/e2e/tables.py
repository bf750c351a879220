"""Getting to a table: at once against bots, or by an invite link."""

from __future__ import annotations

import random

from playwright.async_api import Browser, Page

from tests.e2e.browsing import Device, Seat, Spy, seat
from tests.e2e.playing import Player


async def play_now(page: Page, url: str, player: Player) -> str:
    """The one big button; returns the table's id."""
    await page.goto(url)
    await player.press(page.locator(".now .btn.primary"))
    await page.locator("main.table").wait_for()
    return page.url.rsplit("/", 1)[1]


async def sit(browser: Browser, device: Device, seed: int, lang: str = "en", read: bool = False) -> tuple[Seat, Player]:
    """A browser, and somebody before it who likes things not to move."""
    made = await seat(browser, device, lang, read, reduced_motion="reduce")
    return made, Player(made[1], touch=device == "phone", rng=random.Random(seed))


async def open_table(host: Player, url: str, name: str, players: int, bots: int) -> str:
    """By the form on the home page; returns the invite link that the waiting room shows."""
    page = host.page
    await page.goto(url)
    await page.locator("#name").fill(name)
    steppers = page.locator(".stepper")
    for stepper, wanted in ((steppers.nth(0), players), (steppers.nth(1), bots)):
        while (value := int(await stepper.locator("output").inner_text())) != wanted:
            await host.press(stepper.get_by_role("button").nth(1 if value < wanted else 0))
    await host.press(page.locator("form.open .do .btn"))
    link = page.locator(".link input")
    await link.wait_for()
    return await link.input_value()


async def join(guest: Player, invite: str, name: str) -> None:
    await guest.page.goto(invite)
    await guest.page.locator("#name").fill(name)
    await guest.press(guest.page.locator("form .btn.primary"))
    await guest.page.locator(".seats").wait_for()


async def begin(host: Player, *everybody: Player) -> None:
    await host.press(host.page.locator(".start .btn.primary"))
    for player in everybody:
        await player.page.locator(".dealt").wait_for()
        await player.dialog()  # everybody knows their role


def untroubled(spy: Spy) -> None:
    """Nothing was refused, and the browser complained of nothing."""
    assert spy.complaints == []
    assert [frame for frame in spy.frames if frame.startswith(('{"t":"refused"', '{"t":"error"'))] == []
