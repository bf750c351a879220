"""The sockets of one table. Nobody waits for a slow reader: a full outbox ends the connection, and the client resyncs."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Protocol

from undermine.server import metrics
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

    def put(self, text: str | bytes) -> bool:
        """Send it at once, if that is possible."""
        ...

    async def send(self, text: str | bytes) -> None:
        """Raises OSError when the other side has gone."""
        ...

    async def close(self, code: int) -> None:
        """May be called more than once."""
        ...


class Conn:
    """One socket: its seat, its reader's language, and an outbox with a writer of its own."""

    def __init__(self, wire: Wire, base_url: str, outbox: int, bucket: Bucket) -> None:
        self.wire = wire
        self.keys: tuple[SeatKey, ...] = ()  # what the browser's cookie says
        self.key: SeatKey | None = None  # the one that this socket is for
        self.wanted = ""  # which of them was asked for
        self.seat = -1  # a spectator
        self.base_url = base_url  # how this reader reached the server; for links
        self.bucket = bucket
        self.lang = "en"
        self.greeted = False
        self.changes = False  # it asked for what changes only
        self._most = outbox
        self._outbox: asyncio.Queue[str | bytes | int] | None = None  # texts, or the code to close with; most need none
        self._task: asyncio.Task[None] | None = None
        self._idle = True  # nothing waits to be sent
        self.ended = False

    def speak(self, lang: str) -> None:
        """Sentences come in this language from now on."""
        self.lang = language(lang)

    def send(self, text: str | bytes) -> None:
        """Never waits. After an overflow nothing more is sent."""
        if self.ended or (self._idle and self.wire.put(text)):
            return
        self._idle = False
        try:
            self._waiting().put_nowait(text)
        except asyncio.QueueFull:
            metrics.OVERFLOWS.inc()
            self.end(SLOW)

    def end(self, code: int = DONE) -> None:
        """Close after what is in the outbox; at once when it is full."""
        if self.ended:
            return
        self.ended = True
        outbox = self._waiting()
        if outbox.full():
            while not outbox.empty():
                outbox.get_nowait()
        outbox.put_nowait(code)

    def _waiting(self) -> asyncio.Queue[str | bytes | int]:
        """What could not be sent at once, and a writer for it."""
        if self._outbox is None:
            self._outbox = asyncio.Queue(self._most)
            self._task = asyncio.create_task(self._write(self._outbox), name="socket writer")
        return self._outbox

    async def finish(self) -> None:
        """Let the writer empty the outbox (for a moment), then stop it."""
        self.end()
        if self._task is not None:
            await asyncio.wait([self._task], timeout=2)
            self._task.cancel()

    async def _write(self, outbox: asyncio.Queue[str | bytes | int]) -> None:
        try:
            while True:
                item = await outbox.get()
                if isinstance(item, int):
                    await self.wire.close(item)
                    return
                await self.wire.send(item)
                self._idle = outbox.empty()
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

    def watching(self) -> int:
        """How many sockets have no seat."""
        return sum(conn.seat < 0 for conn in self._conns)

    def holds(self, seat: int) -> bool:
        """Whether somebody with that seat listens."""
        return any(conn.seat == seat for conn in self._conns)

    def by_seat(self) -> dict[int, list[Conn]]:
        """Listeners by their seats; -1 are spectators."""
        found: dict[int, list[Conn]] = {}
        for conn in self._conns:
            found.setdefault(conn.seat, []).append(conn)
        return found
