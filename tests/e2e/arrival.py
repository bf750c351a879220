"""A first visit over a slow network: `python -m tests.e2e.arrival [--url ADDRESS]`.

Bytes over the wire, when something is first seen, and when the game can be started; at "slow 4G" (1.44 Mbit/s, 562 ms to every
answer) with the processor slowed down four times, on a phone, in the language with the longest words.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, CDPSession

from tests.e2e.browsing import chromium, seat
from tests.e2e.serving import Served

SLOW_4G = {"offline": False, "latency": 562.5, "downloadThroughput": 1.44e6 / 8, "uploadThroughput": 0.675e6 / 8}
VISITS = 3
FIRST_PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"


@dataclass(frozen=True)
class Visit:
    bytes: float
    seen: float  # milliseconds, as the next one
    ready: float


async def count_bytes(client: CDPSession) -> list[float]:
    """What has come over the wire, answer by answer; pictures that the page has drawn itself have not."""
    sizes: list[float] = []
    drawn: set[str] = set()

    def asked(event: dict[str, Any]) -> None:
        if not event["request"]["url"].startswith("http"):
            drawn.add(event["requestId"])

    def finished(event: dict[str, Any]) -> None:
        if event["requestId"] not in drawn:
            sizes.append(event["encodedDataLength"])

    client.on("Network.requestWillBeSent", asked)
    client.on("Network.loadingFinished", finished)
    await client.send("Network.enable")
    return sizes


async def visit(browser: Browser, url: str) -> Visit:
    context, page, _ = await seat(browser, "phone", "ru")
    client = await context.new_cdp_session(page)
    total = await count_bytes(client)
    await client.send("Network.emulateNetworkConditions", SLOW_4G)
    await client.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    await page.goto(url)
    await page.locator(".now .btn.primary").wait_for()
    ready: float = await page.evaluate("() => performance.now()")
    seen: float = await page.evaluate(FIRST_PAINT)
    await page.wait_for_load_state("networkidle")
    await context.close()
    return Visit(sum(total), seen, ready)


async def run(url: str) -> None:
    async with chromium() as browser:
        visits = [await visit(browser, url) for _ in range(VISITS)]
    middle = {name: statistics.median(getattr(v, name) for v in visits) for name in ("bytes", "seen", "ready")}
    print(
        f"{middle['bytes'] / 1000:.1f} KB, seen after {middle['seen'] / 1000:.2f} s, ready after {middle['ready'] / 1000:.2f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.arrival", description=__doc__)
    parser.add_argument("--url", help="a server that is running; otherwise one is started")
    asked = parser.parse_args()
    if asked.url:
        asyncio.run(run(asked.url))
        return
    with tempfile.TemporaryDirectory(prefix="undermine-") as folder, Served(Path(folder)) as served:
        asyncio.run(run(served.url))


if __name__ == "__main__":
    main()
