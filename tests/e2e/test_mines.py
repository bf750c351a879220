"""The Lost Mines in the browser: a whole game of three, and a walk by the keys."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.e2e.artefacts import settle
from tests.e2e.browsing import chromium, seat, show
from tests.e2e.serving import Frozen, Served, build_frozen
from tests.e2e.tables import untroubled
from tests.e2e.taking import Taker
from tests.e2e.test_every_game import open_game


class Walker(Taker):
    """Sees where dwarves stand, and how each round was shared out."""

    def __init__(self, page: Page, **more: Any) -> None:
        super().__init__(page, **more)
        self.steps = 0
        self.shared: list[str] = []

    async def turn(self) -> None:
        own = self.page.locator(".piece.own[data-piece=dwarf]")
        assert await own.count() == 1
        await super().turn()

    async def take(self, offered: dict[str, Any], presses: int) -> str:
        self.steps += await self.page.locator(".cell.step").count()  # a card may be chosen first, or a way opened
        return await super().take(offered, presses)

    async def dialog(self) -> None:
        sums = self.page.locator("[role=dialog] .clans")
        if await sums.count():
            self.shared.append(await sums.inner_text())
        await super().dialog()


@pytest.mark.needs("chromium", "bundle")
def test_three_play_a_whole_game_in_the_forest(tmp_path: Path) -> None:
    async def story() -> Walker:
        with Served(tmp_path) as served:
            async with chromium() as browser:
                _, page, spy = await seat(browser, "laptop", reduced_motion="reduce")
                walker = Walker(page, rng=random.Random(3), spy=spy)
                await open_game(page, served.url, "lost-mines", 3, "")
                assert await page.locator(".pl .badge img").count() == 3  # everybody's clan is seen
                assert await page.locator(".left li").count() >= 1  # and the treasures that are left
                await walker.play()
                assert await page.locator(".podium").count() == 1
                assert await page.locator(".scores tbody tr").count() == 3
                untroubled(spy)
                return walker

    walker = asyncio.run(story())
    assert walker.steps > 0
    assert len(walker.shared) == 2  # rounds
    for said in walker.shared:
        assert "Blue clan" in said
        assert "Yellow clan" in said


@pytest.fixture(scope="module")
def frozen(tmp_path_factory: pytest.TempPathFactory) -> Any:
    build_frozen()
    with Frozen(tmp_path_factory.mktemp("frozen")) as served:
        yield served


@pytest.mark.needs("chromium", "node")
def test_the_dwarf_walks_by_the_arrows(frozen: Frozen) -> None:
    async def story() -> None:
        async with chromium() as browser:
            _, page, spy = await seat(browser, "laptop", reduced_motion="reduce")
            await show(page, frozen.url, "minesWalk", "en")
            await settle(page)
            assert await page.locator(".cell.step").count() == 3
            assert "3 steps left" in await page.locator(".bar").inner_text()
            await page.keyboard.press("ArrowUp")  # there is no path
            assert await page.locator(".bar .confirm").count() == 0
            await page.keyboard.press("ArrowRight")
            focused = page.locator("[role=gridcell]:focus")
            await focused.wait_for()
            assert await focused.get_attribute("data-at") == "5,-1"
            name = await focused.get_attribute("aria-label") or ""
            assert "Campfire" in name
            assert "Trap, on the right." in name
            assert "Your dwarf can go here" in name
            await page.keyboard.press("ArrowDown")
            await expect(focused).to_have_attribute("data-at", "4,0")
            await page.keyboard.press("Escape")
            assert await page.locator(".bar .confirm").count() == 0
            await page.keyboard.press("ArrowRight")
            await page.locator(".bar .confirm").wait_for()
            await page.keyboard.press("Enter")
            await page.locator(".bar.calm").wait_for()  # it is on its way
            assert spy.complaints == []

    asyncio.run(story())


@pytest.mark.needs("chromium", "node")
def test_a_cell_says_who_stands_there(frozen: Frozen) -> None:
    async def story() -> None:
        async with chromium() as browser:
            _, page, _ = await seat(browser, "laptop", reduced_motion="reduce")
            await show(page, frozen.url, "mines", "en")
            here = await page.locator('[data-at="4,-1"]').get_attribute("aria-label") or ""
            assert "Standing here: you and Rook." in here
            beyond = await page.locator('[data-at="5,1"]').get_attribute("aria-label") or ""
            assert "Troll, on the left" in beyond
            assert "Blue start." in (await page.locator('[data-at="0,-1"]').get_attribute("aria-label") or "")

    asyncio.run(story())
