"""What others do can be followed, and your turn is noticed: in a real game, with everything moving as it does for people."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from tests.e2e.browsing import Spy, chromium, seat, until
from tests.e2e.playing import Player
from tests.e2e.serving import Served
from tests.e2e.tables import play_now, untroubled

pytestmark = pytest.mark.needs("chromium", "bundle")

# A sound device whose clock stands still; every picture that flies over the table; and what the window was called.
WATCHING = """
window.devices = 0; window.started = []; window.flown = []; window.titles = [];
window.AudioContext = class {
  currentTime = 50; sampleRate = 100; destination = {};
  constructor() { window.devices++; }
  node(kind) {
    const param = { value: 0, setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { kind, gain: param, frequency: param, Q: param, connect() {}, start: (at) => window.started.push([kind, at]), stop() {} };
  }
  createGain() { return this.node('gain'); }
  createBiquadFilter() { return this.node('band'); }
  createOscillator() { return this.node('tone'); }
  createBufferSource() { return this.node('noise'); }
  createBuffer() { return { getChannelData: () => new Float32Array(100) }; }
  resume() { return Promise.resolve(); }
};
new MutationObserver((changes) => {
  for (const change of changes) if (change.target.classList?.contains('stage')) for (const el of change.addedNodes) window.flown.push(el.nodeName);
  if (window.titles.at(-1) !== document.title) window.titles.push(document.title);
}).observe(document, { childList: true, subtree: true, characterData: true });
"""


async def discard(player: Player) -> None:
    """One whole turn, which the log then tells; others may have moved since, faster than a page is drawn."""
    lines = await player.page.locator("#log li").count()
    await player.discard(0)
    await until(player.page, "lines => document.querySelectorAll('#log li').length > lines", lines)


async def at_turn(player: Player) -> None:
    """Whatever is asked before, until a turn of one's own."""
    while (asked := await player.asked()) != "turn":
        await player.answer(asked)


async def watch(served: Served, moving: bool) -> tuple[Player, Spy, Any]:
    browser_context = chromium()
    browser = await browser_context.__aenter__()
    context, page, spy = await seat(browser, "laptop", reduced_motion="no-preference" if moving else "reduce")
    await context.add_init_script(WATCHING)
    player = Player(page)
    await play_now(page, served.url, player)
    return player, spy, browser_context


def test_a_turn_is_seen_heard_and_noticed(tmp_path: Path) -> None:
    async def story() -> None:
        with Served(tmp_path, bot_delay=0.4) as served:
            player, spy, browser = await watch(served, moving=True)
            page = player.page
            assert await page.evaluate("window.devices") == 0  # nothing is heard before the first press
            await at_turn(player)
            await expect(page).to_have_title("● Your turn · Undermine")
            await page.evaluate("window.titles.length = 0")
            await discard(player)
            assert await page.evaluate("window.devices") == 1
            await until(page, "() => window.titles.some((title) => title.includes('is to move'))")
            await page.locator(".layer .last, .pl.last").first.wait_for(state="attached")
            await at_turn(player)
            # Cards have flown from others, and two chimes were set down on the device's clock, never in its past.
            await until(page, "() => window.flown.length >= 4")
            await until(page, "() => window.started.filter(([kind]) => kind === 'tone').length >= 4")
            assert min(at for _, at in await page.evaluate("window.started")) >= 50
            # A line of the log shows its place or its player.
            await page.locator("#log button").last.click()
            await page.locator(".layer .pointed, .pl.shown").first.wait_for(state="attached")
            # Muted is remembered, and nothing more is heard.
            await page.locator("button.mute").click()
            heard = len(await page.evaluate("window.started"))
            await discard(player)
            await at_turn(player)
            assert len(await page.evaluate("window.started")) == heard
            await page.reload()
            assert await page.locator("button.mute").get_attribute("aria-pressed") == "true"
            untroubled(spy)
            await browser.__aexit__(None, None, None)

    asyncio.run(story())


def test_nothing_moves_where_motion_is_reduced_and_nothing_waits_for_motion(tmp_path: Path) -> None:
    async def story() -> None:
        with Served(tmp_path) as served:
            player, spy, browser = await watch(served, moving=False)
            await at_turn(player)
            await discard(player)
            await at_turn(player)
            assert await player.page.evaluate("window.flown") == []
            await browser.__aexit__(None, None, None)

            player, spy, browser = await watch(served, moving=True)
            page = player.page
            session = await page.context.new_cdp_session(page)
            await session.send("Animation.enable")
            await at_turn(player)
            await session.send("Animation.setPlaybackRate", {"playbackRate": 0.001})  # a card flies for minutes
            await player.discard(0)
            await page.locator(".stage img").first.wait_for(state="attached")
            await at_turn(player)
            await page.locator(".stage img").first.wait_for(state="attached")
            await page.keyboard.press("1")
            await page.locator(".hc.held").wait_for(state="attached")
            assert await page.locator(".stage img").count() == 0  # a press finishes whatever moves
            untroubled(spy)
            await browser.__aexit__(None, None, None)

    asyncio.run(story())
