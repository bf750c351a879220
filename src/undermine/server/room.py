"""The sockets of one table. Nobody waits for a slow reader: a full outbox ends the connection, and the client resyncs."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Protocol

from undermine.server.auth import SeatKey
from undermine.server.limits import Bucket
from undermine.server.sentences import language

# Why a socket was closed, for clients and docs/protocol.md.
DONE = 1000
BROKEN = 1011  # something failed here; connect again
REFUSED = 4403  # too many sockets
GONE = 4404  # no such table
NO_HELLO = 4408  # hello did not come in time
SLOW = 4413  # the outbox is full; connect again and say what you have
BAD_HELLO = 4426  # another version of the protocol
TOO_FAST = 4429  # too many messages


class Wire(Protocol):
    """A socket, whatever the framework."""

    async def send(self, text: str) -> None:
        """Raises OSError when the other side has gone."""
        ...

    async def close(self, code: int) -> None:
        """May be called more than once."""
        ...


class Conn:
    """One socket: its seat, its reader's language, and an outbox with a writer of its own."""

    def __init__(self, wire: Wire, base_url: str, outbox: int, bucket: Bucket) -> None:
        self.wire = wire
        self.key: SeatKey | None = None  # what the socket's cookie says
        self.seat = -1  # a spectator
        self.base_url = base_url  # how this reader reached the server; for links
        self.bucket = bucket
        self.lang = "en"
        self.greeted = False
        self._outbox: asyncio.Queue[str | int] = asyncio.Queue(outbox)  # a text, or the code to close with
        self.ended = False
        self._task = asyncio.create_task(self._write(), name="socket writer")

    def speak(self, lang: str) -> None:
        """Sentences come in this language from now on."""
        self.lang = language(lang)

    def send(self, text: str) -> None:
        """Never waits. After an overflow nothing more is sent."""
        if self.ended:
            return
        try:
            self._outbox.put_nowait(text)
        except asyncio.QueueFull:
            self.end(SLOW)

    def end(self, code: int = DONE) -> None:
        """Close after what is in the outbox; at once when it is full."""
        if self.ended:
            return
        self.ended = True
        if self._outbox.full():
            while not self._outbox.empty():
                self._outbox.get_nowait()
        self._outbox.put_nowait(code)

    async def finish(self) -> None:
        """Let the writer empty the outbox (for a moment), then stop it."""
        self.end()
        await asyncio.wait([self._task], timeout=2)
        self._task.cancel()

    async def _write(self) -> None:
        try:
            while True:
                item = await self._outbox.get()
                if isinstance(item, int):
                    await self.wire.close(item)
                    return
                await self.wire.send(item)
        except OSError:
            self.ended = True  # the reader's side sees the end by itself


class Room:
    """Who listens at a table."""

    def __init__(self) -> None:
        self._conns: list[Conn] = []

    def __iter__(self) -> Iterator[Conn]:
        return iter(tuple(self._conns))

    def __len__(self) -> int:
        return len(self._conns)

    def enter(self, conn: Conn) -> None:
        """Listen from now on."""
        self._conns.append(conn)

    def leave(self, conn: Conn) -> None:
        """Listen no more; harmless when it never did."""
        if conn in self._conns:
            self._conns.remove(conn)

    def holds(self, seat: int) -> bool:
        """Whether somebody with that seat listens."""
        return any(conn.seat == seat for conn in self._conns)

    def seats(self) -> set[int]:
        """Seats with a listener; -1 when there are spectators."""
        return {conn.seat for conn in self._conns}
