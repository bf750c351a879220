"""What it costs to lay a card on a board of 80, read from Chromium's trace: `python -m tests.e2e.frames`.

Beside the table stands the same board drawn in the plainest way (a picture in each cell of one layer, and nothing round
it), in the same run: machines differ, the ratio of the two hardly does. For each card, in milliseconds:

    script   from the server's word to the end of the task that hears it
    main     all work of the main thread until the frame is handed over: script, style, layout, paint
    raster   work of all raster threads until the frame can be shown
    frame    the work that one waits for: the main thread's, and that of the busiest raster thread
    waited   what it took by the clock, with the wait for the next frame and for other programs
    tiles    squares of the screen that were drawn again

All but `waited` count the processor's time, so that a busy machine tells nearly the same. Median, and in brackets the worst
but one of 14 cards. A phone has its processor slowed down four times (Chromium slows the main thread only).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Browser

from tests.e2e.browsing import DEVICES, Device, chromium, seat, show, until
from tests.e2e.serving import Frozen, build_frozen

CATEGORIES = [
    "devtools.timeline",
    "devtools.timeline.frame",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
    "blink.user_timing",
    "cc",
    "toplevel",
]
THROTTLE: dict[Device, int] = {"laptop": 1, "phone": 4}
CARDS = 14
COLUMNS = ("script", "main", "raster", "frame", "waited", "tiles")
Json = dict[str, Any]

# One card, once the last one has come to rest.
LAY = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await new Promise((done) => setTimeout(done, 500));
  await frame();
  await new Promise((done) => setTimeout(done, 0));
  performance.mark('lay');
  dispatchEvent(new Event('lay'));
}"""


@dataclass(frozen=True)
class Cost:
    script: float
    main: float
    raster: float
    frame: float
    waited: float
    tiles: int


def costs(trace: list[Json]) -> list[Cost]:
    """One for each card that was laid."""
    marks = [e for e in trace if e["name"] == "lay" and e["cat"] == "blink.user_timing"]
    own = [e for e in trace if e["pid"] == marks[0]["pid"] and (e["ph"] != "X" or e.keys() >= {"dur", "tdur"})]
    return [cost(own, mark) for mark in marks]


def cost(events: list[Json], mark: Json) -> Cost:
    """From the mark to the frame that shows what was done after it."""
    main, start = mark["tid"], mark["ts"]

    def first(name: str, after: float, thread: int | None = None) -> Json:
        found = [e for e in events if e["name"] == name and e["ts"] >= after and thread in (None, e["tid"])]
        return min(found, key=lambda e: float(e["ts"]))

    whole = [e for e in events if e["name"] == "RunTask" and e["ph"] == "X" and e["tid"] == main]
    tasks = [e for e in whole if e["ts"] + e["dur"] > start]  # what was cut off by either end of the trace is none
    heard = min(tasks, key=lambda e: float(e["ts"]))
    commit = first("Commit", start, main)
    shown = first("ActivateLayerTree", commit["ts"])["ts"]
    script = heard["tts"] + heard["tdur"] - mark["tts"]
    later = [e for e in tasks if e is not heard and e["ts"] <= commit["ts"]]
    tiles = [e for e in events if e["name"] == "RasterTask" and e["ph"] == "X" and start < e["ts"] < shown]
    threads = {e["tid"]: 0 for e in tiles}
    for tile in tiles:
        threads[tile["tid"]] += tile["tdur"]
    work = script + sum(e["tdur"] for e in later)
    return Cost(
        script=script / 1000,
        main=work / 1000,
        raster=sum(threads.values()) / 1000,
        frame=(work + max(threads.values(), default=0)) / 1000,
        waited=(shown - start) / 1000,
        tiles=len(tiles),
    )


async def measure(browser: Browser, url: str, scene: str, device: Device) -> list[Cost]:
    context, page, spy = await seat(browser, device)
    await show(page, url, scene, "en")
    await until(page, "() => [...document.images].every(i => i.complete && i.naturalWidth > 0)")
    client = await context.new_cdp_session(page)
    await client.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE[device]})
    await page.evaluate(LAY)  # the first one warms up
    await browser.start_tracing(page=page, categories=CATEGORIES)
    for _ in range(CARDS):
        await page.evaluate(LAY)
    await page.wait_for_timeout(1000)
    trace: list[Json] = json.loads(await browser.stop_tracing())["traceEvents"]
    assert spy.complaints == []
    await context.close()
    return costs(trace)


def told(name: str, found: list[Cost]) -> str:
    def middle(what: str) -> str:
        values = sorted(getattr(cost, what) for cost in found)
        return f"{statistics.median(values):.1f} ({values[-2]:.1f})"

    return f"{name:14}" + "".join(f"{middle(what):>16}" for what in COLUMNS)


async def run(devices: list[Device], scenes: list[str]) -> None:
    print(f"{'':14}" + "".join(f"{what:>16}" for what in COLUMNS))
    with tempfile.TemporaryDirectory(prefix="undermine-") as folder, Frozen(Path(folder)) as served:
        async with chromium() as browser:
            for device in devices:
                frames: list[float] = []
                for scene in scenes:
                    found = await measure(browser, served.url, scene, device)
                    print(told(f"{device} {scene}", found), flush=True)
                    frames.append(statistics.median(cost.frame for cost in found))
                print(f"{device}: {frames[-1] / frames[0]:.1f} times the plainest way", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.e2e.frames", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--devices", nargs="*", default=list(DEVICES), choices=list(DEVICES))
    parser.add_argument("--scenes", nargs="*", default=["plain", "long"])
    asked = parser.parse_args()
    build_frozen()
    asyncio.run(run(asked.devices, asked.scenes))


if __name__ == "__main__":
    main()
