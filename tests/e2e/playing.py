"""Somebody who answers whatever the table asks, through what is on the screen and nothing else."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Locator, Page
from playwright.async_api import TimeoutError as PlaywrightTimeout

from tests.e2e.browsing import PATIENCE, until

Json = dict[str, Any]
MOVES = 400  # more than any game needs

# What the screen asks for now: false while it asks for nothing, also while it waits for a slow server and says so.
ASKED = """() => {
  if (document.querySelector('[role=dialog]')) return 'dialog';
  if (document.querySelector('.podium')) return 'over';
  const bar = document.querySelector('.bar');
  if (bar?.classList.contains('bad')) return !bar.querySelector('.tryNow') && 'trouble: ' + bar.innerText;
  return bar?.classList.contains('yours') ? 'turn' : false;
}"""

# What can be seen and pressed at the table.
SCREEN = """() => {
  const middle = (el) => { const b = el.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
  const board = document.querySelector('[role=grid]').getBoundingClientRect();
  const inside = ([x, y]) => x > board.left + 8 && x < board.right - 8 && y > board.top + 8 && y < board.bottom - 8;
  const free = (el, [x, y]) => { const hit = document.elementFromPoint(x, y); return hit !== null && (el.contains(hit) || hit.closest('[role=grid]') !== null); };
  const spots = [...document.querySelectorAll('[role=gridcell]')].filter((c) => c.querySelector('.mark')).map((c) => {
    const at = middle(c);
    return { kind: ['plus', 'turn', 'harm', 'look'].find((k) => c.classList.contains(k)), name: c.getAttribute('aria-label'), at, inside: inside(at) && free(c, at) };
  });
  const hand = [...document.querySelectorAll('.hc')].map((c, i) => ({ i, name: c.querySelector('button').getAttribute('aria-label'), dim: c.classList.contains('dim') }));
  return { spots, hand, away: document.querySelector('.app.offline') !== null, said: document.querySelector('.bar').innerText, seats: [...document.querySelectorAll('.pl.can')].map((p) => Number(p.dataset.seat)) };
}"""


# The same, once nothing has moved for two frames: choosing a card may change the size of the board.
AT_REST = f"""async () => {{
  const read = {SCREEN}, frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  let before = read();
  for (let i = 0; i < 60; i++) {{
    await frame();
    const now = read();
    if (JSON.stringify(now.spots) === JSON.stringify(before.spots)) return now;
    before = now;
  }}
  return before;
}}"""


# What a page that asks for nothing shows, and whether it still draws.
STATE = """async () => {
  const drawn = await Promise.race([
    new Promise((done) => requestAnimationFrame(() => done(true))),
    new Promise((done) => setTimeout(() => done(false), 5000)),
  ]);
  return { drawn, hidden: document.hidden, at: location.href, text: document.body.innerText };
}"""


class Stuck(AssertionError):
    """The screen asks for something and offers no way to answer."""


class Away(AssertionError):
    """The connection was lost while an answer was given: until it is back nothing can be pressed."""


def stuck(why: str, screen: Json) -> Stuck | Away:
    return Away(why) if screen["away"] else Stuck(why)


@dataclass
class Player:
    """With a mouse, or with a finger where the screen has touch."""

    page: Page
    touch: bool = False
    rng: random.Random = field(default_factory=lambda: random.Random(1))
    done: Counter[str] = field(default_factory=Counter)
    digs: float = 0.8  # how often a tunnel is laid, if one can be
    presses: int = 0  # clicks or taps so far

    # Hands and eyes

    async def press(self, what: Locator) -> None:
        self.presses += 1
        await (what.tap() if self.touch else what.click())

    async def press_at(self, at: list[float]) -> None:
        self.presses += 1
        await (self.page.touchscreen.tap(*at) if self.touch else self.page.mouse.click(*at))

    async def look(self) -> Json:
        screen: Json = await self.page.evaluate(SCREEN)
        return screen

    async def asked(self, patience: float = PATIENCE) -> str:
        """Wait until the screen asks for something; what it is."""
        try:
            return str(await until(self.page, ASKED, patience=patience))
        except PlaywrightTimeout as error:
            raise Stuck(f"nothing is asked: {await self.page.evaluate(STATE)}") from error

    def button(self, name: str) -> Locator:
        return self.page.locator(f".bar .btn.{name}")

    # A whole game

    async def play(self, until: Callable[[str], bool] = lambda asked: asked == "over") -> None:
        """Answer until something is asked that ends it."""
        for _ in range(MOVES):
            asked = await self.asked()
            if until(asked):
                return
            await self.answer(asked)
        raise Stuck(f"no end after {MOVES} answers: {self.done}")

    async def play_through_trouble(self, until: Callable[[], bool]) -> None:
        """As a patient person plays while the connection comes and goes."""
        while not until():
            await self.page.locator(".app:not(.offline), .podium").first.wait_for(timeout=PATIENCE)
            asked = await self.asked()
            if asked.startswith("trouble"):
                continue  # it is said again in a moment, or over
            try:
                async with asyncio.timeout(15):  # what it waits for may have been lost with the connection
                    await self.answer(asked)
            except Away:
                continue
            except (PlaywrightTimeout, TimeoutError, Stuck):
                await self.look_anew()

    async def look_anew(self) -> None:
        """Load the page again, as somebody does for whom nothing goes on."""
        for _ in range(20):
            with contextlib.suppress(PlaywrightError):  # the server may be starting again
                await self.page.reload()
                await self.page.locator(".app, .podium").first.wait_for()
                return
            await asyncio.sleep(0.5)

    async def answer(self, asked: str) -> None:
        if asked == "dialog":
            await self.dialog()
        elif asked == "turn":
            await self.turn()
        else:
            raise Stuck(asked)

    async def dialog(self) -> None:
        box = self.page.get_by_role("dialog")
        kind, mark = await self.dialog_kind()
        if kind == "looked":
            await self.hold(box.locator("button.card"))
        elif kind == "took":
            cards = box.get_by_role("radio")
            await self.press(cards.nth(self.rng.randrange(await cards.count())))
            await self.press(box.locator(".btn.primary"))
        elif kind == "oriented":
            ways = box.locator("button.pick")
            await self.press(ways.nth(self.rng.randrange(await ways.count())))
        else:
            await self.press(box.locator(".btn.primary"))
        await self.page.locator(mark).wait_for(state="detached")  # another dialog may have come in its place
        self.done[kind] += 1

    async def dialog_kind(self) -> tuple[str, str]:
        """What the dialog is for, and a mark that goes when it is answered."""
        kinds = {"role": ".dealt", "looked": ".looked", "took": ".draft", "oriented": ".orient"}
        for kind, mark in kinds.items():
            if await self.page.locator(mark).count():
                return kind, mark
        label = await self.page.get_by_role("dialog").get_attribute("aria-label")
        return "summary", f'[role=dialog][aria-label="{label}"]'

    async def hold(self, card: Locator) -> None:
        """What a map shows is seen while it is held."""
        at = await card.bounding_box()
        assert at is not None
        await self.page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
        await self.page.mouse.down()
        await card.locator("img[src^='blob:']").wait_for()
        await self.page.mouse.up()

    # A turn

    async def turn(self) -> None:
        screen = await self.look()
        if screen["spots"]:  # nothing is held yet, and perhaps the last card was laid: a goal is to be chosen
            if any(spot["kind"] != "turn" for spot in screen["spots"]):
                raise Stuck(f"places without a card: {screen}")
            await self.aim("goal")
        elif not screen["hand"]:
            await self.press(self.button("pass"))
            self.done["pass"] += 1
        else:
            await self.play_card(screen)

    async def play_card(self, screen: Json) -> None:
        usable = [card for card in screen["hand"] if not card["dim"]]
        self.rng.shuffle(usable)
        digging = self.rng.random() < self.digs
        usable.sort(key=lambda card: (":" in card["name"]) is not digging)  # only tunnels say where they are open
        if not usable or self.rng.random() < 0.04:
            await self.discard(self.rng.choice(screen["hand"])["i"])
            return
        await self.press(self.page.locator(".hc button.card").nth(usable[0]["i"]))
        after = await self.look()
        if after["seats"]:
            await self.point(self.rng.choice(after["seats"]))
        elif after["spots"]:
            await self.aim({"harm": "rockfall", "look": "map"}.get(after["spots"][0]["kind"], "laid"))
        else:
            raise stuck(f"{usable[0]} looks playable, but nothing is offered: {after}", after)

    async def discard(self, i: int) -> None:
        await self.press(self.button("discard"))
        await self.press(self.page.locator(".hc button.card").nth(i))
        await self.press(self.button("confirm"))
        self.done["discard"] += 1

    async def point(self, seat: int) -> None:
        await self.press(self.page.locator(f'.pl[data-seat="{seat}"] .hit'))
        ways = self.page.locator(".bar .btn.primary")
        await ways.first.wait_for(timeout=PATIENCE)  # one more word is asked: which tool, or whether that is meant
        await self.press(ways.nth(self.rng.randrange(await ways.count())))
        self.done["player"] += 1

    async def aim(self, what: str) -> None:
        spot = await self.in_sight()
        await self.press_at(spot["at"])
        if what == "laid":
            await self.page.locator(".layer .ghost:not(.sent)").wait_for(timeout=PATIENCE)
            turn = self.button("turn")
            if self.rng.random() < 0.3 and await turn.is_enabled():
                await self.press(turn)
                self.done["turned"] += 1
        await self.press(self.button("confirm"))
        self.done[what] += 1

    async def in_sight(self) -> Json:
        """The place farthest to the right; the board is moved where all places are out of sight."""
        screen: Json = {}
        for tries in range(6):
            screen = await self.page.evaluate(AT_REST)
            seen = [spot for spot in screen["spots"] if spot["inside"]]
            if seen:
                right = max(spot["at"][0] for spot in seen)
                best = [spot for spot in seen if spot["at"][0] > right - 20]
                chosen: Json = self.rng.choice(best if self.rng.random() < 0.9 else seen)
                return chosen
            chip = self.page.locator(".more").first
            if tries > 3:
                await self.press(self.page.locator(".overview, .zoom button").last)  # the whole board
            elif await chip.count():
                await self.press(chip)
        raise stuck(f"no place in sight: {screen['spots']}", screen)


class Typist(Player):
    """With keys alone."""

    async def press(self, what: Locator) -> None:
        raise Stuck("a keyboard has no pointer")

    async def press_at(self, at: list[float]) -> None:
        raise Stuck("a keyboard has no pointer")

    async def key(self, *keys: str) -> None:
        for key in keys:
            await self.page.keyboard.press(key)

    async def tab_to(self, where: str) -> None:
        """Tab until that has the focus."""
        for _ in range(60):
            if await self.page.evaluate("(where) => document.activeElement?.matches(where) ?? false", where):
                return
            await self.key("Tab")
        raise Stuck(f"Tab does not lead to {where}")

    async def dialog(self) -> None:
        kind, mark = await self.dialog_kind()
        await until(self.page, "() => document.querySelector('[role=dialog]').contains(document.activeElement)")
        await self.key(*(["ArrowRight", "Enter"] if kind == "took" else ["Enter"]))
        await self.page.locator(mark).wait_for(state="detached")
        self.done[kind] += 1

    async def turn(self) -> None:
        screen = await self.look()
        usable = [card for card in screen["hand"] if not card["dim"]]
        self.rng.shuffle(usable)
        usable.sort(key=lambda card: ":" not in card["name"])
        if screen["spots"]:
            await self.key("ArrowRight", "Enter")
            self.done["goal"] += 1
        elif not screen["hand"]:
            await self.tab_to(".bar .btn.pass")
            await self.key("Enter")
            self.done["pass"] += 1
        elif not usable or self.done["discard"] < 1:
            await self.key("d", str(self.rng.randrange(len(screen["hand"])) + 1), "Enter")
            self.done["discard"] += 1
        else:
            await self.play_keys(usable[0])

    async def play_keys(self, card: Json) -> None:
        await self.key(str(card["i"] + 1))
        after = await self.look()
        if after["seats"]:
            await self.key("ArrowDown", "Enter")
            ways = self.page.locator(".bar .btn.primary")
            if await ways.count():
                await self.tab_to(".bar .btn.primary")
                await self.key("Enter")
            self.done["player"] += 1
            return
        await self.key("ArrowRight", "ArrowRight", "r", "Enter")
        self.done[after["spots"][0]["kind"]] += 1
