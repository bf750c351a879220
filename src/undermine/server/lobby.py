"""All tables of this process: made, found, kept in memory while somebody looks, and played on by bots when due."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import defaultdict

import structlog

from undermine.registry import Options
from undermine.server.auth import SeatKey, Signer, is_table_id, new_table_id
from undermine.server.names import clean_name, fill_with_bots
from undermine.server.protocol import NewTable, Rematch, write
from undermine.server.room import Conn
from undermine.server.seating import again, checked
from undermine.server.sentences import Problem, language
from undermine.server.settings import Settings
from undermine.server.store.base import Seat, Store, StoreError, Table
from undermine.server.table import LiveTable
from undermine.server.thinker import Thinker

log = structlog.get_logger("undermine.lobby")
AT_ONCE = 32  # tables whose bots are looked after at the same time
LOOK = 5.0  # seconds; how long a wake-up that got lost can delay a bot
RETRY = 2.0
PUT_OFF = 10.0


class Lobby:
    """Owns the live tables. `open` and `close` frame its life."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.signer = Signer(b"")
        self._tables: dict[str, LiveTable] = {}
        self._loading: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._thinker = Thinker()
        self._woken = asyncio.Event()
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._loops: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Open the store and start the runner."""
        await self.store.open()
        self.signer = Signer(await self.store.key())
        self._loops = [asyncio.create_task(self._run(), name="bots"), asyncio.create_task(self._sweep(), name="sweep")]

    async def close(self) -> None:
        """Stop everything; what is stored stays."""
        tasks = [*self._loops, *self._playing.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for table in self._tables.values():
            table.close()
        await self._thinker.close()
        await self.store.close()

    # Tables

    async def create(self, wish: NewTable) -> tuple[LiveTable, SeatKey | None]:
        """A new table, and its host's seat; a table of bots has no host and begins at once."""
        lang = language(wish.lang)
        stored = checked(Options(wish.game, wish.players, wish.edition, (), dict(wish.switches), wish.first), lang)
        if not 0 <= wish.bots <= wish.players:
            raise Problem("BOTS_COUNT")
        watched = wish.bots == wish.players
        people = () if watched else (Seat(0, "human", clean_name(wish.name)),)
        seats = (*people, *(Seat(seat) for seat in range(len(people), wish.players)))
        seats = fill_with_bots(seats, lang, 0 if wish.play_now else wish.players - wish.bots)
        row = Table(new_table_id(), stored, secrets.token_bytes(32), -1 if watched else 0, lang, seats=seats)
        await self.store.create(row)
        log.info("table made", table=row.id, game=wish.game, edition=wish.edition, players=wish.players, bots=wish.bots)
        table = await self.table(row.id)
        if watched or wish.play_now:
            await table.start(row.host)
        return table, None if watched else table.key(0)

    async def table(self, table: str) -> LiveTable:
        """A table by its id, loaded if need be."""
        if not is_table_id(table):
            raise Problem("NO_TABLE", 404)
        found = self._tables.get(table)
        if found is not None:
            found.used_at = time.monotonic()
            return found
        async with self._loading[table]:
            found = self._tables.get(table)
            if found is None:
                row = await self.store.table(table)
                if row is None:
                    self._loading.pop(table, None)
                    raise Problem("NO_TABLE", 404)
                found = LiveTable(row, self.store, self.settings, self._thinker, self._woken.set)
                await found.load()
                self._tables[table] = found
        self._loading.pop(table, None)
        return found

    async def rematch(self, table: LiveTable, seat: int, shuffle: bool) -> None:
        """Somebody wants to play again: one new table for all, and everybody here is told the way to it."""
        if table.row.status != "over":
            raise Problem("NOT_OVER", 409)
        new = again(table.row, seat, shuffle)
        found = await self.store.rematch(table.row.id, new)
        await table.refresh()
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
            mine = seats.get(conn.seat) if conn.seat >= 0 else None
            way = f"/t/{new.row.id}" if mine is None else f"/s/{self.signer.token(new.key(mine.seat))}"
            conn.send(write(Rematch(new.row.id, way, host.name)))

    async def _sweep(self) -> None:
        """Forget tables that nobody has looked at for a while; they are stored."""
        while True:
            await asyncio.sleep(max(0.05, self.settings.idle / 5))
            for key, table in list(self._tables.items()):
                idle = time.monotonic() - table.used_at > self.settings.idle
                if idle and not table.busy and key not in self._playing:
                    table.close()
                    del self._tables[key]

    # Bots

    async def _run(self) -> None:
        """Look for moves that are due, whenever woken and whenever the next one is."""
        while True:
            self._woken.clear()
            wait = LOOK
            try:
                due = await self.store.due(AT_ONCE)
                for key in due.tables:
                    if key not in self._playing:
                        self._playing[key] = asyncio.create_task(self._play(key), name=f"bot at {key}")
                if due.next_in is not None:
                    wait = min(LOOK, due.next_in)
            except StoreError as error:
                log.warning("bots wait for the store", error=str(error))
                wait = RETRY
            try:
                await asyncio.wait_for(self._woken.wait(), wait)
            except TimeoutError:
                continue

    async def _play(self, key: str) -> None:
        try:
            table = await self.table(key)
            await table.play_due()
        except Problem as problem:
            log.info("no bot plays on at this table", table=key, code=problem.code)
            await self._put_off(key)
        except StoreError as error:
            log.warning("bot's move not stored", table=key, error=str(error))
            await self._put_off(key)
        except Exception as error:  # one broken table must not stop the others
            log.exception("table cannot be played on", table=key, error=type(error).__name__)
            await self._put_off(key)
        finally:
            del self._playing[key]
            self._woken.set()  # somebody else may have moved there meanwhile, and a bot owes the next move

    async def _put_off(self, key: str) -> None:
        """Let a table that failed wait, so that it is not for ever the first of those that are due."""
        try:
            row = await self.store.table(key)
            if row is not None:
                await self.store.owe(key, row.seq, PUT_OFF)
        except StoreError:
            await asyncio.sleep(RETRY)
            self._woken.set()
