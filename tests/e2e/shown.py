"""Every game from the home page to its last page, alone against bots, on a laptop and a phone: `python -m tests.e2e.shown`.

With `--url` at a server that is running, as `make play` starts one; otherwise one is started. Games are chosen, opened and
begun as a person does it, and played by taking whatever the screen offers. The last pages are kept as pictures.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Browser, Locator, expect
from playwright.async_api import TimeoutError as PlaywrightTimeout

from tests.e2e.artefacts import settle
from tests.e2e.browsing import DEVICES, PATIENCE, Device, chromium, seat, until
from tests.e2e.playing import ASKED
from tests.e2e.serving import Served
from tests.e2e.tables import untroubled
from tests.e2e.taking import Taker

# Bots may be hurried along while nobody else is there.
ASKED_OR_SLOW = f"(hurried) => (() => {{ const asked = ({ASKED})(); return asked || (!hurried && document.querySelector('.bar .btn.skip') !== null && 'slow'); }})()"


@dataclass(frozen=True)
class Evening:
    """What is chosen on the home page."""

    name: str
    game: str
    players: dict[Device, int]
    extra: str = ""  # with this one, and with every other that goes with it


EVENINGS = (
    Evening("the-mine", "classic", {"laptop": 5, "phone": 3}),
    Evening("the-lost-mines", "lost-mines", {"laptop": 4, "phone": 9}),
    Evening("the-duel", "duel", {"laptop": 2, "phone": 2}),
    Evening("alone", "duel-solo", {"laptop": 1, "phone": 1}),
    Evening("everything", "classic", {"laptop": 5, "phone": 12}, "saboteur2"),
)
LANG: dict[Device, str] = {"laptop": "en", "phone": "uk"}


@dataclass
class Guest(Taker):
    """Hurries the bots, and opens tables by hand."""

    async def asked(self, patience: float = PATIENCE) -> str:
        found = await until(self.page, ASKED_OR_SLOW, False, patience)
        if found == "slow":
            with contextlib.suppress(PlaywrightTimeout):  # it goes as soon as one is asked
                await self.press(self.page.locator(".bar .btn.skip"))
            found = await until(self.page, ASKED_OR_SLOW, True, patience)
        return str(found)

    async def open(self, evening: Evening, players: int) -> list[str]:
        """By the form on the home page, until the game has begun; returns the names of the extras."""
        page = self.page
        await page.locator(".games .game").first.wait_for()
        await page.locator("#name").fill("Marta")
        await self.press(page.locator(f'.game:has(input[value="{evening.game}"])'))
        await expect(page.locator(f'.game input[value="{evening.game}"]')).to_be_checked()
        await self.answered()
        extras = await self.choose_all(evening.extra) if evening.extra else []
        steppers = page.locator(".stepper")
        await self.step(steppers.nth(0), players)
        if players > 1:
            await self.step(steppers.nth(1), players - 1)
        await self.press(page.locator("form.open .do .btn"))
        await self.press(page.locator(".start .btn.primary"))
        await page.locator("main.table").wait_for()
        return extras

    async def choose_all(self, first: str) -> list[str]:
        """That extra, and then each that is not barred; the form says at once what no longer goes."""
        page, chosen = self.page, list[str]()
        every = page.locator(".extra")
        wanted = [page.locator(f".extra:has(#about-{first})"), *[every.nth(n) for n in range(await every.count())]]
        for extra in wanted:
            switch = extra.get_by_role("switch")
            if await switch.is_checked() or await extra.locator(".why").count():
                continue
            await self.press(extra)
            await expect(switch).to_be_checked()
            chosen.append(str(await switch.get_attribute("aria-label")))
            await self.answered()
        return chosen

    async def answered(self) -> None:
        """The server has said what goes with that."""
        await self.page.locator("form.open[aria-busy=false]").wait_for()

    async def step(self, stepper: Locator, wanted: int) -> None:
        shows = stepper.locator("output")
        while (value := int(await shows.inner_text())) != wanted:
            await self.press(stepper.get_by_role("button").nth(1 if value < wanted else 0))
            await expect(shows).to_have_text(str(value + (1 if value < wanted else -1)))


async def play(browser: Browser, url: str, evening: Evening, device: Device, out: Path) -> str:
    """One evening to its last page; what is to be told of it."""
    context, page, spy = await seat(browser, device, LANG[device], reduced_motion="reduce")
    begun = time.monotonic()
    guest = Guest(page, touch=device == "phone", rng=random.Random(f"{evening.name} {device}"), spy=spy)
    await page.goto(url)
    extras = await guest.open(evening, evening.players[device])
    await guest.play()
    await page.locator(".podium").wait_for()
    untroubled(spy)
    await settle(page)
    picture = out / f"{evening.name}-{device}.png"
    await page.screenshot(path=picture, full_page=True)
    await context.close()
    told = f"{evening.name}, {device}, {LANG[device]}, {evening.players[device]} players"
    with_ = f" with {', '.join(extras)}" if extras else ""
    answers = sum(guest.done.values())
    return (
        f"{told}{with_}: {answers} answers to the last page, no complaint, {time.monotonic() - begun:.0f} s, {picture}"
    )


async def show(url: str, evenings: list[Evening], devices: list[Device], out: Path) -> None:
    async with chromium() as browser:
        for evening in evenings:
            for device in devices:
                print(await play(browser, url, evening, device, out), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.shown", description=__doc__)
    parser.add_argument("--url", help="a server that is running; otherwise one is started")
    parser.add_argument("--out", type=Path, default=Path("build/shown"), help="folder for pictures of the last pages")
    parser.add_argument("--only", nargs="*", default=[], choices=[evening.name for evening in EVENINGS])
    parser.add_argument("--devices", nargs="*", default=list(DEVICES), choices=list(DEVICES))
    asked = parser.parse_args()
    evenings = [evening for evening in EVENINGS if not asked.only or evening.name in asked.only]
    if asked.url:
        asyncio.run(show(asked.url, evenings, asked.devices, asked.out))
        return
    with tempfile.TemporaryDirectory(prefix="undermine-") as folder, Served(Path(folder)) as served:
        asyncio.run(show(served.url, evenings, asked.devices, asked.out))


if __name__ == "__main__":
    main()
