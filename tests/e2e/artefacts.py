"""Taking pictures of the game: when everything has come to rest, of every frozen position, and of a table in a real game."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.async_api import Page

from tests.e2e.browsing import DEVICES, Device, chromium, seat, show, until
from tests.e2e.scenes import SCENES, SHEETS, Scene
from tests.e2e.serving import Frozen, Served
from tests.e2e.tables import sit


async def settle(page: Page) -> None:
    """Everything that moves comes to rest, every picture is drawn, and what the server is asked for has been told."""
    await until(
        page,
        "() => [...document.images].every(i => i.complete && i.naturalWidth > 0)"
        " && !document.querySelector('[aria-busy=true]')"
        " && [...document.querySelectorAll('.why .rule')].every(rule => rule.textContent.length > 12)"
        " && document.getAnimations().every(a => a.playState !== 'running' || a.effect.getTiming().iterations === Infinity)",
    )


async def take(out: Path, only: set[str], langs: list[str]) -> None:
    with tempfile.TemporaryDirectory(prefix="undermine-") as folder, Frozen(Path(folder)) as served:
        async with chromium() as browser:
            for device in DEVICES:
                for lang in langs:
                    context, page, _ = await seat(browser, device, lang, reduced_motion="reduce")
                    for scene in SCENES:
                        if only and scene.name not in only:
                            continue
                        await show(page, served.url, scene.name, lang)
                        await settle(page)
                        await page.screenshot(path=out / picture(scene, device, lang))
                    await context.close()
            _, page, _ = await seat(browser, "laptop", reduced_motion="reduce")
            for sheet in SHEETS:
                if not only or sheet.name in only:
                    await show(page, served.url, sheet.name, "en")
                    await settle(page)
                    await page.screenshot(path=out / picture(sheet, "laptop", "en"), full_page=True)


async def portrait(path: Path, least: int = 14) -> None:
    """The table in a real game: a tunnel is under way, and a card is about to be laid."""
    with tempfile.TemporaryDirectory(prefix="undermine-") as folder, Served(Path(folder)) as served:
        async with chromium() as browser:
            (_, page, _), player = await sit(browser, "laptop", 7)
            await page.goto(served.url)
            await page.locator("#name").fill("Marta")
            await player.press(page.locator(".now .btn.primary"))
            await page.locator("main.table").wait_for()
            while True:
                asked = await player.asked()
                screen = await player.look() if asked == "turn" else {"hand": []}
                tunnels = [card for card in screen["hand"] if ":" in card["name"] and not card["dim"]]
                if tunnels and await page.locator(".cell.placed").count() > least:
                    break
                await player.answer(asked)
            await player.press(page.locator(".hc button.card").nth(tunnels[0]["i"]))
            await player.press_at((await player.in_sight())["at"])
            await page.mouse.move(640, 20)
            await settle(page)
            await page.screenshot(path=path)


def picture(scene: Scene, device: Device, lang: str) -> str:
    return f"{scene.name}-{device}-{lang}.png"
