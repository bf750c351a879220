"""A move of somebody else, frame by frame, in one picture for each kind of move: `python -m tests.e2e.moves OUT`.

Time stands still while a picture is taken, so the frames are the same on every machine.
"""

from __future__ import annotations

import argparse
import asyncio
import html
import tempfile
from pathlib import Path

from playwright.async_api import BrowserContext, Page

from tests.e2e.browsing import DEVICES, Device, chromium, seat, show, until
from tests.e2e.scenes import SCENES
from tests.e2e.serving import Frozen, build_frozen

MOVES = ("laid", "thrown", "spied", "struck", "helped", "fallen", "found")
MOMENTS = (0, 130, 300, 400, 450, 560, 680, 900, 1100)  # milliseconds
# Everything that moves is held at one moment of the scene; what would be over by then is over.
HOLD = """(moment) => {
  for (const moving of document.getAnimations()) {
    if (moving instanceof CSSTransition) { moving.finish(); continue; }
    moving.pause();
    const { delay, duration, iterations } = moving.effect.getComputedTiming();
    if (iterations !== Infinity && moment >= delay + duration * iterations) moving.finish();
    else moving.currentTime = moment;
  }
}"""
MOVING = "() => document.querySelector('.stage > *') !== null"


async def hold(context: BrowserContext, page: Page) -> None:
    """From now on animations hardly move by themselves."""
    session = await context.new_cdp_session(page)
    await session.send("Animation.enable")
    await session.send("Animation.setPlaybackRate", {"playbackRate": 0.001})


async def film(out: Path, device: Device, lang: str, only: list[str]) -> None:
    with tempfile.TemporaryDirectory(prefix="undermine-") as folder, Frozen(Path(folder)) as served:
        async with chromium() as browser:
            context, page, _ = await seat(browser, device, lang)
            await show(page, served.url, "turn", lang)
            await hold(context, page)
            for name in only or MOVES:
                await show(page, served.url, name, lang)
                await until(page, MOVING)
                frames: list[tuple[int, Path]] = []
                for moment in MOMENTS:
                    await page.evaluate(HOLD, moment)
                    path = out / f"{name}-{device}-{lang}-{moment:04}.png"
                    await page.screenshot(path=path)
                    frames.append((moment, path))
                await strip(context, frames, out / f"{name}-{device}-{lang}.png", device)


async def strip(context: BrowserContext, frames: list[tuple[int, Path]], path: Path, device: Device) -> None:
    """All frames of one move beside each other."""
    width = 620 if device == "laptop" else 260
    name = path.stem.split("-")[0]
    title = next(scene.what for scene in SCENES if scene.name == name)
    figures = "".join(
        f'<figure><img src="{frame.as_uri()}" width="{width}"><figcaption>{moment} ms</figcaption></figure>'
        for moment, frame in frames
    )
    text = (
        "<!doctype html><meta charset=utf-8><style>body{margin:12px;background:#16131b;color:#f3e6cb;font:15px system-ui}"
        "div{display:flex;flex-wrap:wrap;gap:10px}figure{margin:0}</style>"
        f"<h3>{html.escape(title)}</h3><div>{figures}</div>"
    )
    page_file = path.with_suffix(".html")
    page_file.write_text(text, encoding="utf-8")
    page = await context.browser.new_page(viewport={"width": width * 3 + 60, "height": 400})  # type: ignore[union-attr]
    await page.goto(page_file.as_uri())
    await page.screenshot(path=path, full_page=True)
    await page.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.moves", description=__doc__)
    parser.add_argument("out", type=Path, nargs="?", default=Path("build/frames"), help="folder for the pictures")
    parser.add_argument("--device", choices=list(DEVICES), default="laptop")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--only", nargs="*", default=[], help="names of scenes")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    build_frozen()
    asyncio.run(film(asked.out.resolve(), asked.device, asked.lang, asked.only))


if __name__ == "__main__":
    main()
