"""The bus ends when it is told to, whatever its wire does at that moment."""

from __future__ import annotations

import asyncio

from tests.server.house import settled
from undermine.server.bus import WiredBus


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
