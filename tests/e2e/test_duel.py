"""The Duel by keyboard alone, and its solo game with a mouse, to the last page."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.browsing import Spy, chromium, seat
from tests.e2e.playing import ASKED, Stuck, Typist
from tests.e2e.serving import Served
from tests.e2e.tables import untroubled
from tests.e2e.taking import OFFERED, PRESSES, Json, Taker
from tests.e2e.test_every_game import open_game
from undermine.data.messages import words

pytestmark = pytest.mark.needs("chromium", "bundle")

ENDS = {str(words("en")[f"told.ended.{why}"]) for why in ("goals", "tokens", "cards")}
GRADES = {str(words("en")[f"tally.grade.{grade}"]) for grade in range(1, 5)}


@dataclass
class Duellist(Typist):
    """Answers whatever The Duel asks, with keys alone."""

    spy: Spy | None = None

    async def dialog(self) -> None:
        kind, _ = await self.dialog_kind()
        if kind == "summary":
            said = await self.page.get_by_role("dialog").inner_text()
            assert any(end in said for end in ENDS), said
        await super().dialog()

    async def turn(self) -> None:
        assert self.spy is not None
        before, offered = len(self.spy.acked), Json()
        for presses in range(PRESSES):
            if len(self.spy.acked) > before or await self.page.evaluate(ASKED) != "turn":
                return
            offered = await self.page.evaluate(OFFERED)
            if offered["confirm"]:
                await self.key("Enter")
                await self.spy.until_acked(before + 1)
                self.done[offered["step"]] += 1
                return
            await self.take(offered, presses)
            await self.page.wait_for_timeout(20)
        raise Stuck(f"no key leads on: {offered}")

    async def take(self, offered: Json, presses: int) -> None:
        if presses % 10 == 9 and offered["cancel"]:
            await self.key("Escape", "Escape")
        elif offered["spots"] and (offered["held"] or not offered["answers"] or self.rng.random() < 0.7):
            await self.key(self.rng.choice(["ArrowRight", "ArrowRight", "ArrowUp", "ArrowDown"]))
        elif offered["seats"]:
            await self.key("ArrowDown", "Enter")
        elif offered["answers"] and (not offered["cards"] or self.rng.random() < 0.3):
            await self.tab_to(".btn.answer")
            await self.key("Enter")
        elif offered["cards"]:
            hand = await self.page.locator(".hc").count()
            await self.key(str(self.rng.randrange(hand) + 1))
        elif offered["throws"]:
            await self.tab_to(".bar .btn.discard, .bar .btn.discardThis, .bar .btn.pass")
            await self.key("Enter")


def test_a_whole_duel_by_keyboard_alone(tmp_path: Path) -> None:
    async def story() -> None:
        with Served(tmp_path) as served:
            async with chromium() as browser:
                _, page, spy = await seat(browser, "laptop", reduced_motion="reduce")
                duellist = Duellist(page, rng=random.Random(11), spy=spy)
                await open_game(page, served.url, "duel", 2, "")
                await duellist.play()
                assert duellist.done["summary"] == 3
                assert await page.locator(".scores tbody tr[data-team]").count() == 2
                untroubled(spy)

    asyncio.run(story())


def test_a_whole_solo_game_by_mouse(tmp_path: Path) -> None:
    async def story() -> None:
        with Served(tmp_path) as served:
            async with chromium() as browser:
                _, page, spy = await seat(browser, "laptop", reduced_motion="reduce")
                taker = Taker(page, rng=random.Random(3), spy=spy)
                await open_game(page, served.url, "duel-solo", 1, "")
                assert await page.locator(".read, .dealt").count() == 0  # nobody is read, and there is no role
                await taker.play()
                assert taker.done["summary"] == 3
                assert await page.get_by_role("heading", level=1).inner_text() in GRADES
                assert await page.locator(".scores li[aria-current]").count() == 1
                untroubled(spy)

    asyncio.run(story())
