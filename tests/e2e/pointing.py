"""A mouse held down, or one finger: swift movements, as of somebody in a hurry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from playwright.async_api import CDPSession, Page

STEPS = 8


class Pointer(Protocol):
    async def down(self, at: list[float]) -> None: ...
    async def move(self, at: list[float]) -> None: ...
    async def up(self) -> None: ...
    async def swipe(self, start: list[float], end: list[float]) -> None: ...


class Swift:
    """Whatever moves in a straight line without a pause."""

    async def move(self, at: list[float]) -> None:
        raise NotImplementedError

    async def swipe(self, start: list[float], end: list[float]) -> None:
        for step in range(1, STEPS + 1):
            await self.move([start[i] + (end[i] - start[i]) * step / STEPS for i in (0, 1)])


@dataclass
class Mouse(Swift):
    page: Page

    async def down(self, at: list[float]) -> None:
        await self.page.mouse.move(*at)
        await self.page.mouse.down()

    async def move(self, at: list[float]) -> None:
        await self.page.mouse.move(*at)

    async def up(self) -> None:
        await self.page.mouse.up()


@dataclass
class Finger(Swift):
    client: CDPSession

    @classmethod
    async def of(cls, page: Page) -> Finger:
        return cls(await page.context.new_cdp_session(page))

    async def down(self, at: list[float]) -> None:
        await self._touch("touchStart", at)

    async def move(self, at: list[float]) -> None:
        await self._touch("touchMove", at)

    async def up(self) -> None:
        await self.client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    async def _touch(self, kind: str, at: list[float]) -> None:
        await self.client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at[0], "y": at[1]}]})
