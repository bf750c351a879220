"""All tables of this process: made, found, kept in memory while somebody looks, and played on by bots when due."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import defaultdict

import structlog

from undermine.registry import Options
from undermine.server import memory, metrics
from undermine.server.auth import SeatKey, Signer, is_table_id, new_table_id
from undermine.server.bodies import NewTable
from undermine.server.bus import Bus
from undermine.server.catalogue import level
from undermine.server.names import fill_with_bots
from undermine.server.neighbours import Neighbours
from undermine.server.protocol import Rematch, write
from undermine.server.room import GONE, Conn
from undermine.server.seating import again, checked, seated
from undermine.server.sentences import Problem, language
from undermine.server.settings import Settings
from undermine.server.store.base import Seat, Status, Store, StoreError, Table
from undermine.server.table import LiveTable
from undermine.server.thinkers import Thinkers

log = structlog.get_logger("undermine.lobby")
AT_ONCE = 32  # tables whose bots are looked after at the same time
LOOK = 5.0  # seconds; how long a wake-up that got lost can delay a bot
LOOK_SHARED = 1.0  # the same where other workers may die, and leave tables to this one
RETRY = 2.0
FORGET = 3600.0  # seconds between two looks at tables that are very old
PUT_OFF = 10.0
MOST_PUBLIC = 50  # tables that strangers are shown
PUBLIC_FOR = 86400.0  # seconds
FOUND_FOR = 2.0  # the same list for everybody who asks


class Lobby:
    """Owns the live tables. `open` and `close` frame its life."""

    def __init__(self, store: Store, settings: Settings, bus: Bus) -> None:
        self.store = store
        self.settings = settings
        self.bus = bus
        self.signer = Signer(b"")
        self._tables: dict[str, LiveTable] = {}
        self._loading: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._thinkers = Thinkers.many(settings.thinkers)
        self._woken = asyncio.Event()
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._loops: list[asyncio.Task[None]] = []
        self._found: list[Table] = []  # what strangers were shown last
        self._found_at = float("-inf")
        self._finding = asyncio.Lock()
        self._untidy = False  # tables were forgotten since the last search for garbage
        self.neighbours = Neighbours(store, bus, settings.lease, self._tables, self._look)

    async def open(self) -> None:
        """Open the store and start the runner."""
        await self.store.open()
        key = await self.store.key()
        self.signer = Signer(key)
        await self.neighbours.open(key)
        self._loops = [asyncio.create_task(self._run(), name="bots"), asyncio.create_task(self._sweep(), name="sweep")]

    async def close(self) -> None:
        """Stop everything; what is stored stays."""
        tasks = [*self._loops, *self._playing.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for table in self._tables.values():
            table.close()
        await self.neighbours.close()
        await self._thinkers.close()
        await self.store.close()

    def note(self) -> None:
        """For the figures."""
        metrics.note(len(self._tables))

    # Tables

    async def create(self, wish: NewTable) -> tuple[LiveTable, list[SeatKey]]:
        """A new table, and the seats at its host's device; a table of bots has no host and begins at once."""
        lang = language(wish.lang)
        options = Options(wish.game, wish.players, wish.edition, wish.extras, dict(wish.switches), wish.first)
        stored, skill = checked(options, lang), level(wish.level, lang)
        if not 0 <= wish.bots <= wish.players:
            raise Problem("BOTS_COUNT")
        watched = wish.bots == wish.players and wish.together == 1
        if not watched and not 1 <= wish.together <= wish.players - (0 if wish.play_now else wish.bots):
            raise Problem("PEOPLE_COUNT")
        people = () if watched else seated(wish, lang, self.settings.name_length)
        seats = (*people, *(Seat(seat) for seat in range(len(people), wish.players)))
        seats = fill_with_bots(seats, lang, 0 if wish.play_now else wish.players - wish.bots, skill)
        row = Table(new_table_id(), stored, secrets.token_bytes(32), -1 if watched else 0, lang, seats=seats)
        await self.store.create(row)
        log.info("table made", table=row.id, game=wish.game, edition=wish.edition, players=wish.players, bots=wish.bots)
        table = await self.table(row.id)
        if wish.lot and people:
            await table.add(0, wish.lot)
        if watched or wish.play_now:
            await table.start(row.host)
        return table, [table.key(seat.seat) for seat in people]

    async def table(self, table: str) -> LiveTable:
        """A table by its id, loaded if need be; as it is in the store, whichever worker changed it last."""
        if not is_table_id(table):
            raise Problem("NO_TABLE", 404)
        found = self._tables.get(table)
        if found is not None:
            found.used_at = time.monotonic()
            await self.keep_up(found)
            return found
        async with self._loading[table]:
            found = self._tables.get(table)
            if found is None:
                row = await self.store.table(table)
                if row is None:
                    self._loading.pop(table, None)
                    raise Problem("NO_TABLE", 404)
                found = LiveTable(row, self.store, self.settings, self._thinkers, self._woken.set, self.bus)
                await found.load()
                self._tables[table] = found
                memory.set_aside()
        self._loading.pop(table, None)
        return found

    async def public(self) -> list[Table]:
        """Those that wait for people and may be found by strangers, as long as somebody is there; asked for now and then only."""
        async with self._finding:
            if time.monotonic() - self._found_at > FOUND_FOR:
                found: list[Table] = []
                for key in await self.store.public(MOST_PUBLIC, PUBLIC_FOR):
                    with contextlib.suppress(Problem):  # it was deleted meanwhile
                        table = await self.table(key)
                        found += [table.row] if table.inviting else []
                self._found, self._found_at = found, time.monotonic()
        return self._found

    async def keep_up(self, table: LiveTable) -> None:
        """With other workers, if there may be any."""
        if self.store.shared:
            await self._look(table)

    async def _look(self, table: LiveTable) -> None:
        """See what other workers have done at a table in memory."""
        rematch = table.row.rematch
        try:
            await table.keep_up()
        except Problem as problem:  # deleted, or changed by a version that knows more
            log.info("table is not kept any more", table=table.row.id, code=problem.code)
            self._tables.pop(table.row.id, None)
            for conn in table.room:
                conn.end(GONE)
            raise
        if table.row.rematch != rematch:
            await self.invite(table, list(table.room))

    async def end(self, table: str) -> None:
        """An operator ends a game; other workers hear of it."""
        await self.store.end(table)
        self.bus.tell(table)
        found = self._tables.get(table)
        if found is not None:
            await found.refresh()

    async def delete(self, table: str) -> None:
        """The same for a table that shall be gone."""
        await self.store.delete(table)
        self.bus.tell(table)
        found = self._tables.get(table)
        if found is not None:
            with contextlib.suppress(Problem):
                await self._look(found)

    async def rematch(self, table: LiveTable, seat: int, shuffle: bool) -> None:
        """Somebody wants to play again: one new table for all, and everybody here is told the way to it."""
        if table.row.status != "over":
            raise Problem("NOT_OVER", 409)
        new = again(table.row, seat, shuffle)
        found = await self.store.rematch(table.row.id, new)
        await table.refresh()
        self.bus.tell(table.row.id)
        if found == new.id:
            log.info("rematch", table=table.row.id, new=new.id)
            if sum(s.kind == "human" for s in new.seats) == 1:
                await (await self.table(new.id)).start(new.host)
        await self.invite(table, list(table.room))

    async def invite(self, table: LiveTable, conns: list[Conn]) -> None:
        """Tell these listeners where the people of the table play again, if they do."""
        if not table.row.rematch:
            return
        new = await self.table(table.row.rematch)
        seats = {seat.before: seat for seat in new.row.seats if seat.kind == "human"}
        host = new.row.seats[new.row.host]
        for conn in conns:
            before = [table.seat(key) for key in conn.keys]
            mine = [new.key(seats[seat].seat) for seat in before if seat in seats]
            way = f"/s/{self.signer.link(mine)}" if mine else f"/t/{new.row.id}"
            conn.send(write(Rematch(new.row.id, way, host.name)))

    async def _sweep(self) -> None:
        """Forget tables that nobody has looked at for a while; they are stored."""
        forgotten = float("-inf")
        while True:
            await asyncio.sleep(max(0.05, self.settings.idle / 5))
            if time.monotonic() - forgotten > FORGET:
                forgotten = time.monotonic()
                await self._forget()
            for key, table in list(self._tables.items()):
                idle = time.monotonic() - table.used_at > self.settings.idle
                if idle and not table.busy and key not in self._playing:
                    table.close()
                    del self._tables[key]
                    self._untidy = True
            if self._untidy and not any(len(table.room) for table in self._tables.values()):
                self._untidy = False
                memory.tidy()

    async def _forget(self) -> None:
        """Delete tables on which nothing has happened for very long."""
        ages: dict[Status, float] = {
            "over": self.settings.forget,
            "open": self.settings.forget,
            "running": self.settings.forget_running,
        }
        try:
            for status, age in ages.items():
                while age and (gone := await self.store.forget(status, age)):
                    log.info("old tables deleted", status=status, tables=gone)
        except StoreError as error:
            log.warning("old tables not deleted", error=str(error))

    # Bots

    async def _run(self) -> None:
        """Look for moves that are due, whenever woken and whenever the next one is."""
        while True:
            self._woken.clear()
            look = LOOK_SHARED if self.store.shared else LOOK
            wait = look
            try:
                due = await self.store.due(AT_ONCE, tuple(self._playing))
                self.note()
                for key in due.tables:
                    if key not in self._playing:
                        self._playing[key] = asyncio.create_task(self._play(key), name=f"bot at {key}")
                if due.next_in is not None:
                    wait = min(look, due.next_in)
            except StoreError as error:
                log.warning("bots wait for the store", error=str(error))
                wait = RETRY
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):  # wait_for would now and then go on after it was cancelled
                    await self._woken.wait()

    async def _play(self, key: str) -> None:
        try:
            table = await self.table(key)
            await table.play_due()
        except Problem as problem:
            log.info("no bot plays on at this table", table=key, code=problem.code)
            await self._put_off(key, None if problem.code == "OLD_TABLE" else PUT_OFF)
        except StoreError as error:
            metrics.STORE_ERRORS.inc()
            log.warning("bot's move not stored", table=key, error=str(error))
            await self._put_off(key, PUT_OFF)
        except Exception as error:  # one broken table must not stop the others
            log.exception("table cannot be played on", table=key, error=type(error).__name__)
            await self._put_off(key, PUT_OFF)
        finally:
            del self._playing[key]
            self._woken.set()  # somebody else may have moved there meanwhile, and a bot owes the next move

    async def _put_off(self, key: str, wait: float | None) -> None:
        """Let a table that failed wait, so that it is not for ever the first of those that are due; None: till somebody comes."""
        try:
            row = await self.store.table(key)
            if row is not None:
                await self.store.owe(key, row.seq, wait)
        except StoreError:
            await asyncio.sleep(RETRY)
            self._woken.set()
