"""From loading the page to a laid card in three actions, with everything moving as it does for people."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest
from playwright.async_api import BrowserContext, Page

from tests.e2e.browsing import DEVICES, Device, chromium, seat
from tests.e2e.playing import Player, Stuck
from tests.e2e.serving import Served
from tests.e2e.tables import play_now, untroubled

TRIES = 4  # a busy machine may lose a movement of the pointer, as a person's hand may slip

pytestmark = pytest.mark.needs("chromium", "bundle")


async def drag(context: BrowserContext, page: Page, touch: bool, start: list[float], end: list[float]) -> None:
    """One finger, or the mouse held down."""
    way = [[start[i] + (end[i] - start[i]) * step / 8 for i in (0, 1)] for step in range(1, 9)]
    if not touch:
        await page.mouse.move(*start)
        await page.mouse.down()
        for x, y in way:
            await page.mouse.move(x, y)
        await page.mouse.up()
        return
    client = await context.new_cdp_session(page)
    for kind, point in [("touchStart", start), *[("touchMove", at) for at in way], ("touchEnd", None)]:
        points = [{"x": point[0], "y": point[1]}] if point else []
        await client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.mark.parametrize("device", list(DEVICES))
def test_play_now_then_drag_a_card(tmp_path: Path, device: Device) -> None:
    """Play now, then one drag; by taps it is: card, place, confirm."""

    async def story() -> None:
        with Served(tmp_path) as served:
            async with chromium() as browser:
                context, page, spy = await seat(browser, device)
                player = Player(page, touch=device == "phone")
                await play_now(page, served.url, player)
                dragged = False
                for _ in range(TRIES):
                    card, place = await a_tunnel_and_its_place(player)
                    have = len(spy.acked)
                    await drag(context, page, player.touch, card, place)
                    with contextlib.suppress(TimeoutError):
                        await spy.until_acked(have + 1, 8)
                        dragged = True
                        break
                assert dragged
                untroubled(spy)
                for _ in range(TRIES * 10):  # and the same with taps
                    with contextlib.suppress(Stuck):  # a finger made by a program may be taken for the end of a swipe
                        await player.answer(await player.asked())
                    if player.done["laid"]:
                        break
                assert player.done["laid"]
                untroubled(spy)

    asyncio.run(story())


async def a_tunnel_and_its_place(player: Player) -> tuple[list[float], list[float]]:
    """Where a card that fits somewhere lies in the hand, and where it fits; it is put back again."""
    while True:
        asked = await player.asked()
        screen = await player.look() if asked == "turn" else {"hand": []}
        tunnels = [card for card in screen["hand"] if ":" in card["name"] and not card["dim"]]
        if not tunnels:
            await player.answer(asked)
            continue
        card = player.page.locator(".hc button.card").nth(tunnels[0]["i"])
        box = await card.bounding_box()
        assert box is not None
        await player.press(card)
        place = (await player.in_sight())["at"]
        await player.press(card)
        await player.page.locator(".hc.held").wait_for(state="detached")
        return [box["x"] + 14, box["y"] + box["height"] / 2], place
