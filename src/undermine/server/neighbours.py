"""What a worker does because there may be others: it says that it is alive, listens, and looks whether it missed something."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping

import structlog

from undermine.server import metrics
from undermine.server.bus import ANYTHING, Bus, channel_of
from undermine.server.sentences import Problem
from undermine.server.store.base import Store, StoreError
from undermine.server.table import LiveTable

log = structlog.get_logger("undermine.workers")
LOOK = 1.0  # seconds; how long a word that got lost can delay what is seen
LATE = 3  # a worker says that it is alive so many times within its lease


class Neighbours:
    """The other workers, as one of them knows them. `tables` are those in memory here, `look` brings one up to date."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        lease: float,
        tables: Mapping[str, LiveTable],
        look: Callable[[LiveTable], Awaitable[None]],
    ) -> None:
        self.others = 0
        self._store = store
        self._bus = bus
        self._lease = lease
        self._tables = tables
        self._look_at = look
        self._wanted: set[str] = set()
        self._looks: dict[str, asyncio.Task[None]] = {}
        self._missed = asyncio.Event()
        self._loops: list[asyncio.Task[None]] = []

    async def open(self, key: bytes) -> None:
        """Begin; nothing is to be done for a store that nobody shares."""
        if not self._store.shared:
            return
        await self._store.beat()
        await self._bus.open(channel_of(key), self._hear, self._missed.set)
        self._loops = [
            asyncio.create_task(self._beat(), name="worker is alive"),
            asyncio.create_task(self._poll(), name="looks at tables"),
        ]

    async def close(self) -> None:
        """Nothing is said or heard any more."""
        tasks = [*self._loops, *self._looks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._bus.close()

    def _hear(self, table: str, seq: int) -> None:
        """Somebody has told of a table; where nobody listens, it is looked at when somebody comes."""
        live = self._tables.get(table)
        if live is not None and len(live.room) and (seq == ANYTHING or live.mark[0] < seq):
            self.look(live)

    def look(self, live: LiveTable) -> None:
        """Bring a table up to date, soon; a word that comes while this is under way is not lost."""
        table = live.row.id
        self._wanted.add(table)
        if table not in self._looks:
            self._looks[table] = asyncio.create_task(self._look(live), name=f"looks at {table}")

    async def _look(self, live: LiveTable) -> None:
        table = live.row.id
        try:
            while table in self._wanted:
                self._wanted.discard(table)
                await self._look_at(live)
        except StoreError as error:
            log.warning("table not looked at", table=table, error=str(error))
        except Problem as problem:
            log.info("table not looked at", table=table, code=problem.code)
        except Exception:
            log.exception("table not looked at", table=table)
        finally:
            self._wanted.discard(table)
            del self._looks[table]

    async def _poll(self) -> None:
        """The safety net: whatever the bus may do, what is stored is seen."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await self._missed.wait()
            self._missed.clear()
            live = {key: table for key, table in self._tables.items() if len(table.room)}
            if not live:
                continue
            try:
                found = await self._store.look(list(live))
            except StoreError as error:
                log.warning("workers wait for the store", error=str(error))
                continue
            metrics.BUS.set(self._bus.sound)
            for key, table in live.items():
                if found.get(key) != table.mark:
                    metrics.MISSED.inc()
                    self.look(table)

    async def _beat(self) -> None:
        while True:
            try:
                beat = await self._store.beat()
            except StoreError as error:
                log.warning("worker not noted as alive", error=str(error))
            else:
                if beat.others != self.others:
                    log.info("workers", others=beat.others)
                self.others = beat.others
                metrics.WORKERS.set(beat.others + 1)
                for table in beat.left:
                    self._bus.tell(table)
                    self._hear(table, ANYTHING)
                if beat.lost:
                    log.warning("this worker was taken for dead")
                    for live in self._tables.values():
                        live.say_who_is_here()
                    self._missed.set()
            await asyncio.sleep(self._lease / LATE)
