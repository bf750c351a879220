"""Questions that few games ask: which goal is turned over first, and which way a stone lies."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.e2e.browsing import DEVICES, Device, chromium
from tests.e2e.prepared import asks, prepare
from tests.e2e.serving import Served
from tests.e2e.tables import sit, untroubled

pytestmark = pytest.mark.needs("chromium", "bundle")


@pytest.mark.parametrize("device", list(DEVICES))
@pytest.mark.parametrize(("step", "done"), [("choose", "goal"), ("orient", "oriented")])
def test_a_rare_question_is_answered(tmp_path: Path, device: Device, step: str, done: str) -> None:
    served = Served(tmp_path)
    (link,) = prepare(served.database, asks(step))

    async def story() -> None:
        async with chromium() as browser:
            (_, page, spy), player = await sit(browser, device, 1)
            await page.goto(served.url + link)
            await page.locator("main.table").wait_for()
            await player.answer(await player.asked())
            assert player.done == {done: 1}
            await spy.until_acked(1)
            await player.answer(await player.asked())  # and the game goes on
            untroubled(spy)

    with served:
        asyncio.run(story())
