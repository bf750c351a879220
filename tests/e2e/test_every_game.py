"""Whole games of every kind through the interface, by somebody who takes at each question whatever the screen offers."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path

import pytest
from playwright.async_api import Page

from tests.e2e.browsing import Device, chromium, seat
from tests.e2e.serving import Served
from tests.e2e.tables import untroubled
from tests.e2e.taking import Taker
from tests.e2e.witness import Witness
from tests.plumbing.beside import installed

pytestmark = pytest.mark.needs("chromium", "bundle")

# With Saboteur 2 all others that go with it; with the Greedy Dwarf those that do not.
MANY = (
    "saboteur2,veto,pathfinder,goal-swap,craftsman,direction,diversion,treasury,tunnel-toll,treasure-chests,new-goals,"
    "tunnel-party"
)
OTHERS = "greedy-dwarf,compromised,veto,pathfinder,tunnel-toll,treasury,treasure-chests,wardrobe"
EVENINGS = 6  # at most, until one card of many has been played
GAMES = {
    "duel": ("duel", 2, ""),
    "solo": ("duel-solo", 1, ""),
    "lost-mines": ("lost-mines", 4, ""),
    "classic-with-saboteur2": ("classic", 4, MANY),
    "classic-with-others": ("classic", 5, OTHERS),
}


async def open_game(page: Page, url: str, game: str, players: int, extras: str) -> str:
    """A table with bots on all other seats, as the server opens it for whoever asks; returns its id."""
    wish = {
        "game": game,
        "players": players,
        "extras": [key for key in extras.split(",") if key],
        "bots": players - 1,
        "name": "Marta",
        "playNow": True,
    }
    answer = await page.request.post(
        f"{url}/api/tables", data=json.dumps(wish), headers={"content-type": "application/json"}
    )
    assert answer.ok, await answer.text()
    made = await answer.json()
    await page.goto(url + made["seatUrl"])
    await page.locator("main.table").wait_for()
    return str(made["table"])


# One game is enough for the finger.
@pytest.mark.parametrize(("name", "device"), [*((name, "laptop") for name in GAMES), ("lost-mines", "phone")])
def test_a_whole_game_by_whatever_is_offered(tmp_path: Path, name: str, device: Device) -> None:
    game, players, extras = GAMES[name]

    async def story() -> None:
        with Served(tmp_path) as served:
            async with chromium() as browser:
                _, page, spy = await seat(browser, device, reduced_motion="reduce")
                taker = Taker(page, touch=device == "phone", rng=random.Random(7), spy=spy)
                table = await open_game(page, served.url, game, players, extras)
                await taker.play()
                assert await page.locator(".podium").count() == 1
                untroubled(spy)
                witness = Witness(served.database, table)
                assert witness.check(0, spy.frames) > 20
                if players > 1 and device == "laptop":
                    noticed(witness, spy.frames)

    asyncio.run(story())


def noticed(witness: Witness, frames: list[str]) -> None:
    """A leak would be: what one seat was sent, had another one received it; and a name too many."""
    with pytest.raises(AssertionError):
        witness.check(1, frames)
    with pytest.raises(AssertionError):
        witness.check(0, [*frames, json.dumps({"t": "table", "table": {"card": max(witness.words)}})])
    with pytest.raises(AssertionError):
        witness.check(0, [frame.replace('"round":', '"round":1') for frame in frames])


def test_an_extra_that_the_browser_has_never_heard_of(tmp_path: Path) -> None:
    """It has no picture and no screen of its own: its card is drawn plainly, and its question is answered by its form."""

    async def story() -> None:
        with Served(tmp_path, env=installed(tmp_path)) as served:
            async with chromium() as browser:
                _, page, spy = await seat(browser, "laptop", reduced_motion="reduce")
                taker = Taker(page, rng=random.Random(3), spy=spy)
                for _ in range(EVENINGS):  # the card may be in other hands for a whole game
                    await open_game(page, served.url, "classic", 3, "errand")
                    await taker.play()
                    assert await page.locator(".podium").count() == 1
                    sent = [json.loads(frame)["move"] for frame in spy.sent if frame.startswith('{"t":"act"')]
                    if any(move["verb"] == "errand" for move in sent):
                        break
                else:
                    raise AssertionError("nobody ran an errand")
                untroubled(spy)

    asyncio.run(story())
