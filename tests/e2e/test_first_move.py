"""From loading the page to a laid card: five presses, or two presses and a drag, with everything moving as it does for people."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.e2e.artefacts import settle
from tests.e2e.browsing import DEVICES, Device, Spy, chromium, seat
from tests.e2e.playing import Player
from tests.e2e.pointing import Finger, Mouse, Pointer
from tests.e2e.serving import Served
from tests.e2e.tables import play_now, untroubled

pytestmark = pytest.mark.needs("chromium", "bundle")

Story = Callable[[Player, Pointer, Spy], Awaitable[None]]


def first_turn(folder: Path, device: Device, story: Story) -> None:
    """Load the page, play now, and come to a first turn in which a tunnel can be laid; bots may break tools before it."""

    async def told() -> None:
        with Served(folder) as served:
            async with chromium() as browser:
                while True:
                    context, page, spy = await seat(browser, device)
                    player = Player(page, touch=device == "phone")
                    await play_now(page, served.url, player)
                    await told_who_and_what_for(player)
                    if await player.asked() == "turn" and await tunnels(player):
                        break
                    await context.close()
                await story(player, await Finger.of(page) if player.touch else Mouse(page), spy)
                untroubled(spy)

    asyncio.run(told())


async def told_who_and_what_for(player: Player) -> None:
    """Before anything else a newcomer reads which role they have and what wins."""
    assert await player.asked() == "dialog"
    said = await player.page.get_by_role("dialog").inner_text()
    assert re.search(r"You are a (Gold-digger|Saboteur)\s+You win this round if .+\.", said), said
    await player.answer("dialog")
    assert player.done["role"] == 1


async def tunnels(player: Player) -> list[int]:
    """Cards in the hand that can be laid somewhere; only tunnels say where they are open."""
    return [card["i"] for card in (await player.look())["hand"] if ":" in card["name"] and not card["dim"]]


def laid(spy: Spy) -> int:
    """How many cards this player has laid, as the server tells it."""
    told = [event for frame in spy.frames for event in json.loads(frame).get("events", [])]
    return sum(event["kind"] == "laid" and event.get("seat", -1) == 0 for event in told)


@pytest.mark.parametrize("device", list(DEVICES))
def test_five_presses_from_the_page_to_a_laid_card(tmp_path: Path, device: Device) -> None:
    """Play now, "Got it", a card, a place, and one more word: the ghost is always seen first."""

    async def story(player: Player, _: Pointer, spy: Spy) -> None:
        card = (await tunnels(player))[0]
        await player.press(player.page.locator(".hc button.card").nth(card))
        await player.press_at((await player.in_sight())["at"])
        await player.page.locator(".layer .ghost:not(.sent)").wait_for()
        assert laid(spy) == 0
        await player.press(player.button("confirm"))
        await spy.until(lambda: laid(spy) == 1, 20)
        assert player.presses == 5

    first_turn(tmp_path, device, story)


@pytest.mark.parametrize("device", list(DEVICES))
def test_play_now_then_drag_a_card(tmp_path: Path, device: Device) -> None:
    """Two presses, one drag; what is tapped right after it is heard."""

    async def story(player: Player, pointer: Pointer, spy: Spy) -> None:
        await settle(player.page)  # the cards have come to rest in the hand
        card = await player.page.locator(".hc button.card").nth((await tunnels(player))[0]).bounding_box()
        assert card is not None
        start = [card["x"] + 14, card["y"] + card["height"] / 2]
        await pointer.down(start)
        await pointer.swipe(start, [start[0], start[1] - 24])  # the card lifts and shows where it fits
        place = (await player.in_sight())["at"]
        await pointer.swipe([start[0], start[1] - 24], place)
        await pointer.up()
        await spy.until(lambda: laid(spy) == 1, 20)
        assert player.presses == 2
        while not player.done["laid"]:  # and the same with taps
            await player.answer(await player.asked())

    first_turn(tmp_path, device, story)


def test_a_swipe_leaves_nothing_moving(tmp_path: Path) -> None:
    """Wherever a finger has swept over the table, the tap right after it is heard."""

    async def story(player: Player, pointer: Pointer, _: Spy) -> None:
        card = player.page.locator(".hc button.card").first
        for where in (".board", ".bar", ".handrow", ".strip", "header"):
            box = await player.page.locator(where).first.bounding_box()
            assert box is not None
            middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
            await pointer.down(middle)
            await pointer.swipe(middle, [middle[0] - 150, middle[1] + 40])
            await pointer.up()
            if await player.page.locator(".hc.held").count():  # a card that was swept away is put back
                await player.press(player.page.locator(".hc.held button.card"))
            await player.press(card)
            await player.page.locator(".hc.held").wait_for()
            await player.press(card)
            await player.page.locator(".hc.held").wait_for(state="detached")

    first_turn(tmp_path, "phone", story)
