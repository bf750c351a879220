"""Somebody who knows no game: takes, at every question, something of what the screen offers, until the decision is made."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Locator
from playwright.async_api import TimeoutError as PlaywrightTimeout

from tests.e2e.browsing import PATIENCE, Spy
from tests.e2e.playing import ASKED, AT_REST, Player, Stuck

Json = dict[str, Any]
SOON = 5000  # milliseconds
PRESSES = 200  # more than any question needs, though a busy machine shows late what was pressed

# Whatever can be pressed to answer, by where it is.
OFFERED = """() => {
  const middle = (el) => { const b = el.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
  const free = (el) => { const hit = document.elementFromPoint(...middle(el)); return hit !== null && (el.contains(hit) || hit.contains(el)); };
  const all = (where) => [...document.querySelectorAll(where)].filter((el) => !el.disabled).map((el) => ({ at: middle(el), free: free(el), text: el.innerText }));
  return {
    confirm: all('.bar .btn.confirm'), answers: all('.btn.answer'), sides: all('.layer .side'), seats: all('.pl.can .hit'),
    cards: [...document.querySelectorAll('.hc:not(.dim):not(.held)')].map((c) => c.querySelector('button').getAttribute('aria-label')),
    held: document.querySelectorAll('.hc.held').length, throws: all('.bar .btn.discard, .bar .btn.discardThis, .bar .btn.pass'), cancel: all('.bar .btn.cancel'),
    spots: document.querySelectorAll('[role=gridcell] .mark').length, step: document.querySelector('.bar b')?.innerText,
  };
}"""


@dataclass
class Taker(Player):
    """Presses one thing after another, as the screen offers them."""

    spy: Spy | None = None

    async def press(self, what: Locator) -> None:
        self.presses += 1
        await (what.tap(timeout=SOON) if self.touch else what.click(timeout=SOON))

    async def turn(self) -> None:
        assert self.spy is not None
        before, seen = len(self.spy.acked), list[tuple[str, str]]()
        offered: Json = {}
        for presses in range(PRESSES):
            if len(self.spy.acked) > before or await self.page.evaluate(ASKED) != "turn":
                return  # it has been answered, or something else is asked first
            offered = await self.page.evaluate(OFFERED)
            with contextlib.suppress(PlaywrightTimeout):  # what was offered has gone meanwhile
                seen.append((offered["step"], await self.take(offered, presses)))
            if seen and seen[-1][1] == "confirmed":
                await self.spy.until_acked(before + 1)
                self.done[offered["step"]] += 1
                return
            await self.page.wait_for_timeout(30)
        raise Stuck(f"nothing that is offered leads on: {seen[-6:]}, {offered}")

    async def take(self, offered: Json, presses: int) -> str:
        """One press; what it was."""
        page = self.page
        if offered["confirm"]:
            await self.press(page.locator(".bar .btn.confirm"))
            return "confirmed"
        if presses % 10 == 9 and offered["cancel"]:
            await self.press(page.locator(".bar .btn.cancel"))
            return "cancel"
        ways = [way for way in ("answers", "sides", "seats", "spots") if offered[way]]
        if offered["cards"] and not (offered["held"] and ways):
            ways += ["cards"] * 2
        if (not ways and offered["throws"]) or (offered["throws"] and self.rng.random() < 0.1):
            ways = ["throws"]
        if not ways:
            return "nothing"
        return await self.press_one(self.rng.choice(ways), offered)

    async def press_one(self, way: str, offered: Json) -> str:
        page = self.page
        if way == "spots":
            await page.evaluate(AT_REST)
            await self.press_at((await self.in_sight())["at"])
        elif way == "cards":
            cards = page.locator(".hc:not(.dim):not(.held) button.card")
            await self.press(cards.nth(self.rng.randrange(len(offered["cards"]))))
        else:
            where = {
                "answers": ".btn.answer",
                "sides": ".layer .side",
                "seats": ".pl.can .hit",
                "throws": ".bar .btn.discard, .bar .btn.discardThis, .bar .btn.pass",
            }[way]
            one = page.locator(where).nth(self.rng.randrange(len(offered[way])))
            await one.scroll_into_view_if_needed(timeout=PATIENCE)
            await self.press(one)
        return way
