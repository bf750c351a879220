"""Whole games in real browsers, from the invite link to the last page, and what reached each browser meanwhile."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from tests.e2e.browsing import chromium
from tests.e2e.games import Played, one_game
from tests.e2e.playing import Typist
from tests.e2e.serving import Served
from tests.e2e.tables import sit, untroubled
from tests.e2e.truth import Truth, check_bodies, check_frames

pytestmark = pytest.mark.needs("chromium", "bundle")


# Larger tables are played by `python -m tests.e2e.games`.
@pytest.fixture(scope="module", params=[1], ids=["four"])
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Played, Truth]:
    folder: Path = tmp_path_factory.mktemp("played")

    async def story() -> Played:
        with Served(folder) as served:
            async with chromium() as browser:
                return await one_game(browser, served, request.param, read=True)

    game = asyncio.run(story())
    return game, Truth(folder / "tables.sqlite3", game.table)


def test_a_laptop_and_a_phone_play_a_whole_game_with_bots(played: tuple[Played, Truth]) -> None:
    done = played[0].done
    assert done["summary"] == 6  # each saw how each round went
    assert done["laid"] > 5
    assert done["player"]


def test_no_secret_reaches_a_browser_that_may_not_know_it(played: tuple[Played, Truth]) -> None:
    game, truth = played
    for seat, spy in enumerate(game.spies):
        held = check_frames(truth, seat, spy.frames)
        assert held > 20
        assert len(game.links) == 2
        check_bodies(spy.bodies, [game.links[1 - seat], truth.secret.hex()])


def test_the_spy_would_see_a_leak(played: tuple[Played, Truth]) -> None:
    """What one seat was sent, read as if another had received it."""
    game, truth = played
    with pytest.raises(AssertionError):
        check_frames(truth, 1, game.spies[0].frames)
    seen = [frame for frame in game.spies[0].frames if '"hand":[{' in frame]
    with pytest.raises(AssertionError):
        check_frames(truth, 0, [re.sub(r'("players":\[\{"seat":0[^}]*"role":)null', r'\1"saboteur"', seen[0])])
    with pytest.raises(AssertionError):
        check_frames(truth, 0, ['{"t":"table","table":{"card":"rockfall"}}'])
    with pytest.raises(AssertionError):
        check_bodies(game.spies[0].bodies, [game.links[0]])


def test_a_round_by_keyboard_alone(tmp_path: Path) -> None:
    async def story() -> None:
        with Served(tmp_path) as served:
            async with chromium() as browser:
                (_, page, spy), _ = await sit(browser, "laptop", 1)
                typist = Typist(page)
                await page.goto(served.url)
                await page.locator(".now").wait_for()
                await typist.tab_to(".now .btn.primary")
                await typist.key("Enter")
                await page.locator("main.table").wait_for()
                await typist.play(lambda _: typist.done["summary"] > 0)
                assert await page.locator(".rounds .done").count() == 1  # the second round has begun
                assert typist.done["discard"]
                assert sum(typist.done.values()) > 2
                untroubled(spy)

    asyncio.run(story())
