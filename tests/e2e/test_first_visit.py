"""A first visit takes what it shows, and no more: what lies far below comes when somebody goes there."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.e2e.arrival import count_bytes
from tests.e2e.browsing import chromium, seat
from tests.e2e.serving import Served

pytestmark = pytest.mark.needs("chromium", "bundle")
MOST = 110_000  # bytes over the wire, with all that is asked for until the page is at rest


def test_a_first_visit_is_small_and_the_rest_comes_when_it_is_near(tmp_path: Path) -> None:
    async def story() -> None:
        with Served(tmp_path) as served:
            async with chromium() as browser:
                context, page, spy = await seat(browser, "phone", "ru")
                client = await context.new_cdp_session(page)
                sizes = await count_bytes(client)
                await page.goto(served.url)
                pictures = page.locator("form.open .place")
                await pictures.first.wait_for(state="attached")
                await page.wait_for_load_state("networkidle")
                assert len(sizes) > 10
                assert sum(sizes) <= MOST
                assert await pictures.last.locator("img").count() == 0
                await pictures.last.scroll_into_view_if_needed()
                await pictures.last.locator("img").wait_for()
                assert spy.complaints == []

    asyncio.run(story())
