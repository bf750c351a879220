"""A seat link on another site, in a browser that keeps its cookies to itself there."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Page, Route

from tests.e2e.browsing import chromium, seat
from tests.e2e.serving import Served

pytestmark = pytest.mark.needs("chromium", "bundle")
ELSEWHERE = "http://localhost:9/letter"  # another site than 127.0.0.1


def test_a_link_on_another_site_asks_whoever_has_a_seat_already(tmp_path: Path) -> None:
    async def story() -> None:
        with Served(tmp_path) as served:
            async with chromium() as browser:
                (context, page, _), (_, guest, _) = await seat(browser, "laptop"), await seat(browser, "laptop")
                tables = f"{served.url}/api/tables"
                made = await (await context.request.post(tables, data={"players": 4, "name": "Marta"})).json()
                table = f"{tables}/{made['table']}"
                other = await (await context.request.post(f"{table}/seats", data={"name": "Oleh"})).json()
                link = served.url + other["seatUrl"]

                async def letter(route: Route) -> None:
                    await route.fulfill(body=f'<a href="{link}">Come!</a>', content_type="text/html")

                async def follow(reader: Page) -> None:
                    await reader.route(ELSEWHERE, letter)
                    await reader.goto(ELSEWHERE)
                    await reader.get_by_text("Come!").click()

                async def sits(reader: Page) -> int:
                    await reader.wait_for_url(f"{served.url}/t/{made['table']}")
                    you: int = await reader.evaluate(f"fetch('{table}').then(r => r.json()).then(t => t.you)")
                    return you

                await page.goto(served.url + made["seatUrl"])
                assert await sits(page) == 0
                await follow(page)
                await page.get_by_text("Stay Marta").click()
                assert await sits(page) == 0
                await follow(page)
                await page.get_by_text("Sit there as Oleh").click()
                assert await sits(page) == 1
                await follow(guest)  # who has no seat is asked nothing
                assert await sits(guest) == 1

    asyncio.run(story())
