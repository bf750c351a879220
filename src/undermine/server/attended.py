"""Who is at a table, looked at anew when somebody comes, goes, is ready or has been away for long; and what is noted of it."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable

import structlog

from undermine.server.bus import Bus
from undermine.server.game import Game
from undermine.server.limits import Bucket
from undermine.server.protocol import Hello
from undermine.server.remarks import Anything, Begun, stored
from undermine.server.room import Conn
from undermine.server.sentences import Problem
from undermine.server.settings import Settings
from undermine.server.standing import Standing
from undermine.server.store.base import WATCHING, Store, StoreError, Table, Who

log = structlog.get_logger("undermine.table")
RETRY = 2.0  # seconds; when the store failed


class Attended(Standing):
    """A table with people who come and go. What it stores tells other workers, and changes no move."""

    def __init__(self, row: Table, store: Store, settings: Settings, wake: Callable[[], None], bus: Bus) -> None:
        super().__init__(row, settings)
        self._store = store
        self._lock = asyncio.Lock()
        self._wake = wake  # somebody owes a move at another time than before
        self._bus = bus  # for other workers, who have people at the table too
        self._said_here: dict[Who, int] | None = None  # who is here, as others were told
        self._said_ready: dict[int, int] = {}  # seats and what they have looked at, to be told
        self._calm = Bucket(10, 0.2)  # for people who come and go
        self._later: asyncio.TimerHandle | None = None  # when they are told of
        self._timers: set[asyncio.TimerHandle] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def greet(self, conn: Conn, hello: Hello) -> None:
        """The first message of a socket: from now on it hears everything its seat is told."""
        conn.speak(hello.lang)
        conn.greeted, conn.changes = True, hello.changes
        self.used_at = time.monotonic()
        if conn.seat >= 0:
            self._tempo.wake(self.row)
        news = conn.seat >= 0 and self.presence.came(self.row.seats[conn.seat])  # the seat is theirs again from now on
        self._welcome(conn, hello)
        self.room.enter(conn)
        news = news or conn.seat < 0 or self.presence.deserted(self.row.seats)
        self.presence.watch(True)
        if news or self._store.shared:
            self._came_or_went()

    def leave(self, conn: Conn) -> None:
        """A socket was closed."""
        self.room.leave(conn)
        self.used_at = time.monotonic()
        self.presence.watch(len(self.room) > 0)
        if not len(self.room) and self._game is not None:
            self._game.screens.clear()
        if conn.greeted and conn.seat >= 0 and not self.room.holds(conn.seat):
            self.presence.left(self.row.seats[conn.seat])
            self._came_or_went()
            self._recheck_in(self._settings.grace)
        elif conn.greeted and (conn.seat < 0 or self._store.shared):
            self._came_or_went()

    def ready(self, seat: int, n: int) -> None:
        """Somebody has looked at what was told up to number `n`; a word about something earlier changes nothing."""
        seq = self._tempo.gate.since.get(seat, -1)
        if self._game is not None and self._tempo.ready(self._game, seat, n):
            self._said_ready[seat] = seq
            self._recheck_soon()

    async def _remark(self, seat: int, what: Anything, cmd: str = "") -> None:
        """Something was said or settled, under the lock: store it, and tell everybody."""
        await self._store.remark(self.row.id, stored(self._game, seat, what, cmd))
        self._bus.tell(self.row.id)
        new = await self._minutes.learn(self._store, self.row.id)
        for remark in new:
            self._tempo.note(*remark)
        self._say(new)
        self._tell_clock()

    async def _told(self) -> None:
        """Before a change that others may have come before: see what they have stored."""
        raise NotImplementedError

    async def _owe(self, game: Game, mine: bool = False) -> None:
        await self._store.owe(self.row.id, game.seq, self._tempo.due_in(game, self.row), mine)
        self._wake()

    def _recheck_in(self, delay: float) -> asyncio.TimerHandle:
        loop = asyncio.get_running_loop()
        later = loop.call_later(delay + 0.01, self._recheck_soon)
        self._timers = {later, *(timer for timer in self._timers if timer.when() > loop.time())}
        return later

    def _recheck_gate(self) -> None:
        """When its time is over: that of now, and that of when somebody has come or gone."""
        for left in {self._tempo.gate.left(), self._tempo.left(self.row)} - {0.0}:
            self._recheck_in(left)

    def _recheck_soon(self, mine: bool = False) -> None:
        task = asyncio.create_task(self._recheck(mine), name=f"presence at {self.row.id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _came_or_went(self) -> None:
        """At once; but who comes and goes all the time is told of now and then only."""
        if self._calm.take():
            self._recheck_soon()
        elif self._later is None or self._later.when() <= asyncio.get_running_loop().time():
            self._later = self._recheck_in(1 / self._calm.rate)

    async def _recheck(self, mine: bool) -> None:
        """Somebody came, went or has been away for long: tell the table, and settle anew when a bot moves."""
        self._tell_table()
        try:
            async with self._lock:
                await self._say_who_is_here()
                await self._told()  # people may have come by way of another worker, and a bot's move would be put off
                if self._game is not None and self.row.status == "running":
                    if self._tempo.begins(self.row):
                        await self._remark(-1, Begun())
                    await self._owe(self._game, mine)
        except Problem as problem:
            log.info("presence not looked at", table=self.row.id, code=problem.code)
        except StoreError as error:
            log.warning("presence not stored", table=self.row.id, error=str(error))
            self._recheck_in(RETRY)

    def say_who_is_here(self) -> None:
        """Once more: other workers have forgotten it."""
        self._said_here = None
        self._recheck_soon()

    async def _say_who_is_here(self) -> None:
        """Other workers have people at the table who want to know, and may be the ones who let bots play."""
        news = False
        seats = self.row.seats
        here = Counter(WATCHING if conn.seat < 0 else seats[conn.seat].who for conn in self.room)
        if self._store.shared and here != (self._said_here or {}):
            await self._store.attend(self.row.id, here)
            news = True
        self._said_here = dict(here)
        while self._said_ready:
            seat = next(iter(self._said_ready))
            await self._store.looked(self.row.id, seat, self._said_ready[seat])
            del self._said_ready[seat]
            news = True
        if news:
            self._bus.tell(self.row.id)
