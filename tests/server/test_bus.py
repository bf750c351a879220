"""What workers tell each other: which table, and how far it is. Nothing else crosses the bus, and nothing depends on it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine
from typing import Any

from tests.server.house import settled
from undermine.server import bus
from undermine.server.bus import ANYTHING, WiredBus, channel_of

WORD = re.compile(r"[a-z0-9]+(;[a-z0-9]{10} -?\d{1,6})+")
TABLES = ("aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc")
Told = list[tuple[str, int]]


class Line:
    """A wire that can break."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.heard: asyncio.Queue[str | None] = asyncio.Queue()
        self.connected = 0

    async def connect(self, channel: str) -> None:
        assert channel == channel_of(b"key")
        self.connected += 1

    async def send(self, text: str) -> None:
        self.said.append(text)

    async def receive(self) -> str:
        text = await self.heard.get()
        if text is None:
            raise ConnectionError("cut")
        return text

    async def close(self) -> None:
        pass


def tell(story: Callable[[WiredBus, Line, Told, list[int]], Coroutine[Any, Any, None]]) -> None:
    async def inner() -> None:
        line, told, missed = Line(), Told(), list[int]()
        wired = WiredBus(line, "me1")
        await wired.open(channel_of(b"key"), lambda table, seq: told.append((table, seq)), lambda: missed.append(1))
        await settled(lambda: wired.sound)
        try:
            await story(wired, line, told, missed)
        finally:
            await wired.close()

    asyncio.run(inner())


def test_only_tables_and_numbers_cross_it() -> None:
    async def story(wired: WiredBus, line: Line, told: Told, missed: list[int]) -> None:
        wired.tell(TABLES[0], 7)
        wired.tell(TABLES[0], 9)
        wired.tell(TABLES[0], 8)
        wired.tell(TABLES[1])
        await settled(lambda: line.said)
        assert line.said == [
            f"me1;{TABLES[0]} 9;{TABLES[1]} {ANYTHING}"
        ]  # what waits goes together, and the most of it
        assert all(WORD.fullmatch(text) for text in line.said)
        for number in range(bus.BATCH + 1):
            wired.tell(f"{number:010d}".replace("1", "a").replace("0", "b"), number)
        await settled(lambda: len(line.said) > 2)
        assert all(WORD.fullmatch(text) and len(text) < 8000 for text in line.said)

    tell(story)


def test_what_is_no_word_of_another_worker_is_left_alone() -> None:
    async def story(wired: WiredBus, line: Line, told: Told, missed: list[int]) -> None:
        for text in (
            f"me1;{TABLES[0]} 1",  # its own
            "",
            ";;;",
            f"other;{TABLES[1]};{TABLES[1]} x;{TABLES[1]} 1.5;nonsense 3;../{TABLES[1]} 4;{TABLES[1]} 5",
            f"other;{TABLES[2]} {ANYTHING}",
        ):
            line.heard.put_nowait(text)
        await settled(lambda: len(told) == 2)
        assert told == [(TABLES[1], 5), (TABLES[2], ANYTHING)]

    tell(story)


def test_a_wire_that_breaks_is_connected_again_and_everything_is_looked_at() -> None:
    async def story(wired: WiredBus, line: Line, told: Told, missed: list[int]) -> None:
        assert (line.connected, len(missed)) == (1, 1)
        line.heard.put_nowait(None)
        await settled(lambda: line.connected == 2 and wired.sound)
        assert len(missed) == 2
        wired.tell(TABLES[0], 1)
        await settled(lambda: line.said)

    tell(story)


def test_the_channel_tells_nothing_of_the_key() -> None:
    assert channel_of(b"key") != channel_of(b"kez")
    assert "key" not in channel_of(b"key")
    assert re.fullmatch(r"undermine_[0-9a-f]{20}", channel_of(b"key"))


class Breaking:
    """A wire that breaks in the very moment in which nobody wants it any more, and never comes back."""

    def __init__(self) -> None:
        self.connected = 0

    async def connect(self, channel: str) -> None:
        self.connected += 1
        if self.connected > 1:
            raise ConnectionError("away")

    async def send(self, text: str) -> None:
        await asyncio.sleep(3600)

    async def receive(self) -> str:
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            raise ConnectionError("it broke") from None
        return ""

    async def close(self) -> None: ...


def test_a_bus_ends_also_where_its_wire_breaks_meanwhile() -> None:
    async def story() -> None:
        wire = Breaking()
        bus = WiredBus(wire, "one")
        await bus.open("channel", lambda _table, _seq: None, lambda: None)
        await settled(lambda: bus.sound)
        async with asyncio.timeout(20):
            await bus.close()
        assert wire.connected == 1

    asyncio.run(story())
