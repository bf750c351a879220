"""How workers tell each other that something has happened at a table: a wake-up, and nothing else.

What is sent is the table's id and the number of its decisions; who is woken reads the store. So nothing secret crosses the
bus, nothing is lost when a word is (workers look at the store every second or so all the same), and no word is needed twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import random
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeAlias

import structlog

from undermine.server.auth import is_table_id

log = structlog.get_logger("undermine.bus")
ANYTHING: Final = -1  # instead of a number: something else than a decision
BATCH: Final = 200  # tables in one word; PostgreSQL takes 8000 bytes
FIRST_TRY, LAST_TRY = 0.2, 5.0  # seconds between two tries to come back
PATIENCE: Final = 5.0
Hear: TypeAlias = Callable[[str, int], None]


class Bus(Protocol):
    """Between the workers of one store."""

    @property
    def sound(self) -> bool:
        """Whether others can be heard now."""
        ...

    async def open(self, channel: str, hear: Hear, missed: Callable[[], None]) -> None:
        """Listen from now on; `missed` is called when words may have been lost."""
        ...

    def tell(self, table: str, seq: int = ANYTHING) -> None:
        """Never waits and never fails."""
        ...

    async def close(self) -> None: ...


class NoBus:
    """One worker has nobody to tell."""

    sound = True

    async def open(self, channel: str, hear: Hear, missed: Callable[[], None]) -> None:
        """Nobody speaks."""

    def tell(self, table: str, seq: int = ANYTHING) -> None:
        """Nobody listens."""

    async def close(self) -> None:
        """Nothing is open."""


def channel_of(key: bytes) -> str:
    """A name that only the workers of one database use, and that tells nothing of its key."""
    return "undermine_" + hmac.digest(key, b"bus", hashlib.sha256)[:10].hex()


class Wire(Protocol):
    """A connection to whatever carries the words. Anything it raises means: connect again."""

    async def connect(self, channel: str) -> None: ...

    async def send(self, text: str) -> None: ...

    async def receive(self) -> str: ...

    async def close(self) -> None: ...


class WiredBus:
    """Words over a wire that may break at any time; what waits is sent together."""

    def __init__(self, wire: Wire, worker: str) -> None:
        self._wire = wire
        self._worker = worker
        self._waiting: dict[str, int] = {}
        self._some = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._hear: Hear = lambda _table, _seq: None
        self._missed: Callable[[], None] = lambda: None
        self._ends = False
        self.sound = False

    async def open(self, channel: str, hear: Hear, missed: Callable[[], None]) -> None:
        """Begin at once, and come back by itself."""
        self._hear, self._missed = hear, missed
        self._task = asyncio.create_task(self._keep(channel), name="bus")

    def tell(self, table: str, seq: int = ANYTHING) -> None:
        """With everything else that waits; of two numbers the higher one tells more."""
        self._waiting[table] = ANYTHING if seq < 0 else max(seq, self._waiting.get(table, seq))
        self._some.set()

    async def close(self) -> None:
        """Say what is left, and end."""
        if self._task is None:
            return
        if self.sound and self._waiting:
            with contextlib.suppress(Exception):
                async with asyncio.timeout(1):
                    await self._say()
        self._ends = True
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._task = None

    async def _keep(self, channel: str) -> None:
        """One connection after another. Where the wire breaks while this is cancelled, only the breaking is told."""
        pause = FIRST_TRY
        while True:
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._wire.connect(channel)
                self.sound, pause = True, FIRST_TRY
                log.info("bus connected")
                self._missed()
                async with asyncio.TaskGroup() as both:
                    both.create_task(self._speak())
                    both.create_task(self._listen())
            except Exception as error:  # noqa: BLE001  # whatever it was: moves go on, and are found in the store
                cause = error.exceptions[0] if isinstance(error, ExceptionGroup) else error
                log.warning(
                    "bus is broken: workers look at the store instead", error=f"{type(cause).__name__}: {cause}"
                )
            finally:
                self.sound = False
                with contextlib.suppress(Exception):
                    async with asyncio.timeout(1):
                        await self._wire.close()
            if self._ends:
                return
            await asyncio.sleep(pause * random.uniform(0.5, 1))
            pause = min(LAST_TRY, pause * 2)

    async def _speak(self) -> None:
        while True:
            await self._some.wait()
            await self._say()

    async def _say(self) -> None:
        while self._waiting:
            some = list(self._waiting.items())[:BATCH]
            text = ";".join([self._worker, *(f"{table} {seq}" for table, seq in some)])
            async with asyncio.timeout(PATIENCE):
                await self._wire.send(text)
            for table, seq in some:
                if self._waiting.get(table) == seq:
                    del self._waiting[table]
        self._some.clear()

    async def _listen(self) -> None:
        while True:
            text = await self._wire.receive()
            worker, *words = text.split(";")
            if worker == self._worker:
                continue
            for word in words:
                table, _, seq = word.partition(" ")
                if is_table_id(table) and seq.removeprefix("-").isdecimal():
                    self._hear(table, int(seq))


class RedisWire:
    """Redis pub/sub."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._redis: Any = None
        self._heard: Any = None
        self._channel = ""

    async def connect(self, channel: str) -> None:
        """One connection to speak, one to listen."""
        from redis.asyncio import Redis  # noqa: PLC0415  # most servers never load it

        self._channel = channel
        self._redis = Redis.from_url(self._url, socket_connect_timeout=PATIENCE, health_check_interval=10)
        self._heard = self._redis.pubsub(ignore_subscribe_messages=True)
        await self._heard.subscribe(channel)
        await self._redis.ping()

    async def send(self, text: str) -> None:
        """To everybody, this worker included."""
        await self._redis.publish(self._channel, text)

    async def receive(self) -> str:
        """The next one."""
        while True:
            message = await self._heard.get_message(timeout=10)
            if message is not None:
                return bytes(message["data"]).decode("ascii", "replace")
            await self._heard.ping()  # whether anybody is there at all

    async def close(self) -> None:
        """Both."""
        heard, redis, self._heard, self._redis = self._heard, self._redis, None, None
        if heard is not None:
            await heard.aclose()
        if redis is not None:
            await redis.aclose()


class NotifyWire:
    """PostgreSQL's own NOTIFY: nothing more to install, and enough for some hundred moves a second."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._db: Any = None
        self._channel = ""
        self._words: asyncio.Queue[str | None] = asyncio.Queue()

    async def connect(self, channel: str) -> None:
        """A session of its own, which must be one (no pooling by transaction)."""
        import asyncpg  # noqa: PLC0415  # most servers never load it

        self._channel, self._words = channel, asyncio.Queue()
        words = self._words
        self._db = await asyncpg.connect(self._url, timeout=PATIENCE, command_timeout=PATIENCE)
        self._db.add_termination_listener(lambda _db: words.put_nowait(None))
        await self._db.add_listener(channel, lambda _db, _pid, _channel, text: words.put_nowait(text))

    async def send(self, text: str) -> None:
        """To everybody, this worker included."""
        await self._db.execute("SELECT pg_notify($1, $2)", self._channel, text)

    async def receive(self) -> str:
        """The next one."""
        while True:
            try:
                async with asyncio.timeout(10):
                    text = await self._words.get()
            except TimeoutError:
                await self._db.execute("SELECT 1")  # whether anybody is there at all
                continue
            if text is None:
                raise ConnectionError("the database has closed the connection")
            return text

    async def close(self) -> None:
        """At once."""
        db, self._db = self._db, None
        if db is not None:
            db.terminate()
