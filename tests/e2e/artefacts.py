"""Pictures of every screen and state in one page: `python -m tests.e2e.artefacts OUT [--design FOLDER]`.

Beside each picture stands the one of the visual reference that shows the same state, where there is one.
"""

from __future__ import annotations

import argparse
import asyncio
import html
import shutil
import tempfile
from pathlib import Path

from playwright.async_api import Page

from tests.e2e.browsing import DEVICES, Device, chromium, seat, show
from tests.e2e.scenes import SCENES, Scene
from tests.e2e.serving import Frozen, Served, build_frozen
from tests.e2e.tables import sit

STYLE = (
    "body{background:#16131b;color:#f3e6cb;font:15px system-ui;margin:24px}h2{margin:40px 0 8px}"
    ".row{display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start}figure{margin:0}figcaption{color:#a3967f;padding:4px 0}"
    "img{max-width:620px;max-height:620px;border:1px solid #3a3341}"
)


async def settle(page: Page) -> None:
    """Everything that moves comes to rest, every picture is drawn, and what the server is asked for has been told."""
    await page.wait_for_function(
        "() => [...document.images].every(i => i.complete && i.naturalWidth > 0)"
        " && !document.querySelector('[aria-busy=true]')"
        " && [...document.querySelectorAll('.why .rule')].every(rule => rule.textContent.length > 12)"
        " && document.getAnimations().every(a => a.playState !== 'running' || a.effect.getTiming().iterations === Infinity)"
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


def reference(scene: Scene, device: Device, lang: str) -> str:
    if device == "phone":
        return scene.phone
    return scene.laptop_uk if lang == "uk" and scene.laptop_uk else scene.laptop


def figure(source: str, text: str) -> str:
    said = html.escape(text)
    return f'<figure><a href="{source}"><img src="{source}" alt="{said}" loading="lazy"></a><figcaption>{said}</figcaption></figure>'


def page_of(out: Path, langs: list[str], design: Path | None) -> str:
    parts = [
        f"<!doctype html><meta charset=utf-8><title>Undermine: every screen</title><style>{STYLE}</style><h1>Every screen</h1>"
    ]
    for scene in SCENES:
        parts.append(f'<h2 id="{scene.name}">{html.escape(scene.what)}</h2>')
        for device in DEVICES:
            figures: list[str] = []
            for lang in langs:
                wanted = reference(scene, device, lang)
                if design and wanted and not any(wanted in f for f in figures):
                    (out / "reference").mkdir(exist_ok=True)
                    shutil.copyfile(design / wanted, out / "reference" / wanted)
                    figures.append(figure(f"reference/{wanted}", f"reference: {wanted}"))
                name = picture(scene, device, lang)
                if (out / name).exists():
                    figures.append(figure(name, f"{device}, {lang}"))
            parts.append(f'<div class="row">{"".join(figures)}</div>')
    return "\n".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.artefacts", description=__doc__)
    parser.add_argument(
        "out", type=Path, nargs="?", default=Path("build/screens"), help="folder for the page and its pictures"
    )
    parser.add_argument("--design", type=Path, help="folder with the reference's pictures")
    parser.add_argument("--table", type=Path, help="take only one picture: of a table in a real game")
    parser.add_argument("--only", nargs="*", default=[], help="names of scenes")
    parser.add_argument("--langs", nargs="*", default=["en", "uk"])
    asked = parser.parse_args()
    if asked.table:
        asyncio.run(portrait(asked.table))
        return
    asked.out.mkdir(parents=True, exist_ok=True)
    build_frozen()
    asyncio.run(take(asked.out, set(asked.only), asked.langs))
    (asked.out / "index.html").write_text(page_of(asked.out, asked.langs, asked.design), encoding="utf-8")
    print(f"{len(list(asked.out.glob('*.png')))} pictures in {asked.out / 'index.html'}")


if __name__ == "__main__":
    main()
