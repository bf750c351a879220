"""The store in PostgreSQL, for several workers: moves that wait are appended by one statement.

All moments are those of the database's clock, so workers on several machines need not agree on one.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import asyncpg
import msgspec

from undermine.server.migrate import migrate_postgres
from undermine.server.store.base import (
    AUTO,
    Beat,
    Decision,
    Due,
    Listed,
    Outcome,
    Remark,
    Seat,
    SeatKind,
    Status,
    StoreError,
    Table,
    Terms,
    Who,
)

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

    Db: TypeAlias = PoolConnectionProxy[Any]

BATCH: Final = 256  # at most so many moves share a statement
FORGET: Final = 20  # at most so many tables are deleted at once
BEATING: Final = 0x756E646562656174  # an advisory lock's number; any would do
PATIENCE: Final = 5.0  # seconds; how long a call waits for the database
LEASE: Final = 6.0  # seconds; how long a worker may be late, or silent, before others take its place
TROUBLE: Final = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, TimeoutError)
DECISION: Final = "seq, cmd, seat, move, payload, used, names"
GAME: Final = "options, secret, host, lang, status, seq, pace, takeover, rematch, terms, rules"
REMARK: Final = "seq, seat, cmd, what, n"
CHANGED: Final = "rev = rev + 1"
PUBLIC: Final = """status = 'open' AND terms LIKE '%"public":true%'"""  # as `Terms` are written
SEAT: Final = "seat, kind, name, epoch, link, avatar, before, level, claim"
NOW: Final = "extract(epoch FROM statement_timestamp())::float8"
# At most one row for each game. Whoever had to wait for another's move finds another number, and nothing is stored.
APPEND: Final = f"""
WITH wanted AS (
  SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::int[], $5::text[], $6::bytea[], $7::int[], $8::text[],
                       $9::text[], $10::float8[])
         AS w (game, seq, cmd, seat, move, payload, used, names, status, due_in)
), moved AS (
  UPDATE games SET seq = games.seq + 1, status = w.status, due_at = {NOW} + w.due_in,
                   lease_by = $11, lease_until = {NOW} + coalesce(w.due_in, 0) + $12 FROM wanted w
  WHERE games.id = w.game AND games.seq = w.seq AND games.status = 'running'
    AND (NOT starts_with(w.cmd, '{AUTO}') OR games.lease_by IN ($11, ''))
    AND NOT EXISTS (SELECT 1 FROM decisions d WHERE d.game = w.game AND d.cmd = w.cmd)
  RETURNING w.*
)
INSERT INTO decisions (game, {DECISION}, at) SELECT game, {DECISION}, {NOW} FROM moved RETURNING game"""


@dataclass(frozen=True)
class _Move:
    """One append, and who waits for it."""

    table: str
    decision: Decision
    status: Status
    due_in: float | None
    done: asyncio.Future[Outcome]

    @property
    def row(self) -> tuple[object, ...]:
        d = self.decision
        return (
            self.table,
            d.seq,
            d.cmd,
            d.seat,
            d.move,
            d.payload,
            d.used,
            d.names,
            self.status,
            self.due_in,
        )


class PostgresStore:
    """`url` is `postgresql://user@host/database`."""

    shared = True

    def __init__(self, url: str, lease: float = LEASE) -> None:
        self.url = url
        self.worker = secrets.token_hex(6)
        self._lease = lease
        self._beaten = False
        self._pool: asyncpg.Pool[Any] | None = None
        self._moves: asyncio.Queue[_Move] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        try:
            await migrate_postgres(self.url)
            self._pool = await asyncpg.create_pool(self.url, min_size=0, max_size=8, command_timeout=PATIENCE)
        except StoreError:
            raise
        except Exception as error:
            await self.close()
            cause = getattr(error, "orig", None) or error
            raise StoreError(f"The database cannot be opened: {cause}.") from error
        self._writer = asyncio.create_task(self._write_loop(), name="store-write")

    async def close(self) -> None:
        if self._beaten:
            with contextlib.suppress(StoreError):  # others wait for the lease to end
                await self._hand_over()
            self._beaten = False
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
            self._writer = None
        while not self._moves.empty():
            _tell(self._moves.get_nowait(), StoreError("The database is closed."))
        if self._pool is not None:
            with contextlib.suppress(TimeoutError, OSError, asyncpg.PostgresError):
                async with asyncio.timeout(PATIENCE):
                    await self._pool.close()
            self._pool = None

    @asynccontextmanager
    async def _db(self) -> AsyncGenerator[Db, None]:
        """A connection; whatever goes wrong is a StoreError."""
        if self._pool is None:
            raise StoreError("The database is closed.")
        try:
            async with self._pool.acquire(timeout=PATIENCE) as db:
                yield db
        except TROUBLE as error:
            raise StoreError(f"The database did not answer: {error or type(error).__name__}.") from error

    @asynccontextmanager
    async def _at(self, table: str) -> AsyncGenerator[Db, None]:
        """A transaction that has the table for itself."""
        async with self._db() as db, db.transaction():
            await db.execute("SELECT 1 FROM games WHERE id = $1 FOR UPDATE", table)
            yield db

    # Moves

    async def append(self, table: str, decision: Decision, status: Status, due_in: float | None) -> Outcome:
        if self._writer is None:
            raise StoreError("The database is closed.")
        move = _Move(table, decision, status, due_in, asyncio.get_running_loop().create_future())
        self._moves.put_nowait(move)
        return await move.done

    async def _write_loop(self) -> None:
        late: list[_Move] = []
        while True:
            waiting = late or [await self._moves.get()]
            while len(waiting) < BATCH and not self._moves.empty():
                waiting.append(self._moves.get_nowait())
            batch: dict[str, _Move] = {}
            late = []
            for move in sorted(waiting, key=lambda move: move.table):  # the same order in every worker
                if batch.setdefault(move.table, move) is not move:
                    late.append(move)  # the second at the same table
            try:
                await self._append(list(batch.values()))
            except asyncio.CancelledError:
                for move in (*batch.values(), *late):
                    _tell(move, StoreError("The database is closed."))
                raise

    async def _append(self, batch: list[_Move]) -> None:
        """Together or, where one of them is refused, each by itself."""
        try:
            for move, outcome in zip(batch, await self._store(batch), strict=True):
                _tell(move, outcome)
        except StoreError as error:
            if len(batch) == 1 or not isinstance(error.__cause__, asyncpg.PostgresError):
                for move in batch:
                    _tell(move, error)
                return
            for move in batch:
                await self._append([move])
        except Exception as error:  # noqa: BLE001  # whoever waits is told, and the next batch is written all the same
            for move in batch:
                _tell(move, StoreError(f"The database did not take the change: {error}."))

    async def _store(self, batch: list[_Move]) -> list[Outcome]:
        async with self._db() as db:
            columns = map(list, zip(*(move.row for move in batch), strict=True))
            stored = {row[0] for row in await db.fetch(APPEND, *columns, self.worker, self._lease)}
            rest = [move for move in batch if move.table not in stored]
            known = (
                await db.fetch(
                    "SELECT game, cmd FROM decisions JOIN unnest($1::text[], $2::text[]) AS w (g, c) ON game = g AND cmd = c",
                    [move.table for move in rest],
                    [move.decision.cmd for move in rest],
                )
                if rest
                else []
            )
        repeated = {tuple(row) for row in known}
        return [
            Outcome.STORED
            if move.table in stored
            else Outcome.REPEATED
            if (move.table, move.decision.cmd) in repeated
            else Outcome.TAKEN
            for move in batch
        ]

    # The rest of the contract

    async def ping(self) -> None:
        put = "INSERT INTO settings VALUES ('ready', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        mark = secrets.token_bytes(8)
        async with self._db() as db:
            await db.execute(put, mark)
            await db.fetchval("SELECT value FROM settings WHERE name = 'ready'")

    async def key(self) -> bytes:
        async with self._db() as db:
            await db.execute("INSERT INTO settings VALUES ('key', $1) ON CONFLICT DO NOTHING", secrets.token_bytes(32))
            return bytes(await db.fetchval("SELECT value FROM settings WHERE name = 'key'"))

    async def keep_names(self, key: str, names: bytes) -> None:
        async with self._db() as db:
            await db.execute("INSERT INTO names VALUES ($1, $2) ON CONFLICT DO NOTHING", key, names)

    async def names(self, key: str) -> bytes:
        async with self._db() as db:
            names = await db.fetchval("SELECT names FROM names WHERE id = $1", key)
        if names is None:
            raise StoreError(f"The table of names {key} is not in the database.")
        return bytes(names)

    async def create(self, table: Table) -> None:
        async with self._db() as db, db.transaction():
            await _write_table(db, table)

    async def table(self, table: str) -> Table | None:
        async with self._db() as db, db.transaction(isolation="repeatable_read", readonly=True):
            still = f"{NOW} - coalesce((SELECT at FROM decisions d WHERE d.game = id AND d.seq = games.seq - 1), {NOW})"
            row = await db.fetchrow(f"SELECT {GAME}, rev, {still} FROM games WHERE id = $1", table)
            if row is None:
                return None
            rows = await db.fetch(f"SELECT {SEAT}, looked FROM seats WHERE game = $1 ORDER BY seat", table)
            people = await db.fetch(
                "SELECT link, epoch, sum(sockets)::int FROM people WHERE game = $1 AND worker <> $2 GROUP BY link, epoch",
                *(table, self.worker),
            )
        options, secret, host, lang, status, seq, pace, takeover, rematch, terms, rules, rev, still_for = row
        return Table(
            *(table, options, secret, host, lang, status, seq),
            tuple(Seat(*values) for *values, _ in rows),
            *(pace, bool(takeover), rematch, msgspec.json.decode(terms, type=Terms), rules),
            rev=rev,
            still=max(0.0, still_for),
            looked=tuple(looked for *_, looked in rows),
            elsewhere={(link, epoch): sockets for link, epoch, sockets in people},
        )

    async def sit(self, table: str, seat: Seat) -> bool:
        return await self._sit(table, seat, "open", "status = 'open'")

    async def take_over(self, table: str, seat: Seat) -> bool:
        return await self._sit(table, seat, "bot", "status = 'running' AND takeover = 1")

    async def _sit(self, table: str, seat: Seat, instead_of: SeatKind, when: str) -> bool:
        async with self._at(table) as db:
            done = await db.execute(
                "UPDATE seats SET kind = $1, name = $2, epoch = $3, avatar = $4, claim = $5"
                " WHERE game = $6 AND seat = $7 AND kind = $8 AND link = $9 AND epoch <= $3"
                f" AND EXISTS (SELECT 1 FROM games WHERE id = $6 AND {when})",
                *(seat.kind, seat.name, seat.epoch, seat.avatar, seat.claim, table, seat.seat, instead_of, seat.link),
            )
            if _changed(done):
                await db.execute(f"UPDATE games SET {CHANGED} WHERE id = $1", table)
        return _changed(done) == 1

    async def reseat(self, table: str, before: Seat, after: Seat) -> bool:
        change = (
            "UPDATE seats SET kind = $1, name = $2, epoch = $3 WHERE game = $4 AND seat = $5 AND kind = $6 AND epoch = $7"
            " AND EXISTS (SELECT 1 FROM games WHERE id = $4 AND status = 'running')"
        )
        to, was = (after.kind, after.name, after.epoch), (before.seat, before.kind, before.epoch)
        async with self._at(table) as db:
            if not _changed(await db.execute(change, *to, table, *was)):
                return False
            await db.execute(f"UPDATE games SET {CHANGED} WHERE id = $1", table)
            return True

    async def arrange(self, before: Table, after: Table) -> bool:
        async with self._at(before.id) as db:
            if await _read_seats(db, before.id) != before.seats:
                return False
            change = f"UPDATE games SET options = $1, host = $2, {CHANGED} WHERE id = $3 AND status = 'open'"
            if not _changed(await db.execute(change, after.options, after.host, before.id)):
                return False
            await _write_seats(db, after)
            return True

    async def adjust(self, table: Table) -> None:
        terms = msgspec.json.encode(table.terms).decode()
        change = f"UPDATE games SET pace = $1, takeover = $2, terms = $3, {CHANGED} WHERE id = $4"
        async with self._db() as db:
            await db.execute(change, table.pace, int(table.takeover), terms, table.id)

    async def remark(self, table: str, remark: Remark) -> bool:
        change = (
            f"INSERT INTO remarks (game, seq, seat, cmd, what, n, at) SELECT id, $2, $3, $4, $5,"
            f" (SELECT coalesce(max(n) + 1, 0) FROM remarks WHERE game = id), {NOW} FROM games WHERE id = $1"
            " ON CONFLICT (game, cmd) DO NOTHING"
        )
        async with self._at(table) as db:
            stored = _changed(await db.execute(change, table, remark.seq, remark.seat, remark.cmd, remark.what))
            if stored:
                await db.execute(f"UPDATE games SET {CHANGED} WHERE id = $1", table)
        return stored == 1

    async def remarks(self, table: str, since: int = 0) -> list[Remark]:
        query = f"SELECT {REMARK}, greatest(0, {NOW} - at) FROM remarks WHERE game = $1 AND n >= $2 ORDER BY n"
        async with self._db() as db:
            return [Remark(*row) for row in await db.fetch(query, table, since)]

    async def rematch(self, table: str, new: Table) -> str:
        async with self._at(table) as db:
            change = f"UPDATE games SET rematch = $1, {CHANGED} WHERE id = $2 AND rematch = '' AND status = 'over'"
            if _changed(await db.execute(change, new.id, table)):
                await _write_table(db, new)
            return str(await db.fetchval("SELECT rematch FROM games WHERE id = $1", table))

    async def start(self, table: Table, opening: Decision, due_in: float | None, before: Table | None = None) -> bool:
        change = (
            f"UPDATE games SET status = 'running', seq = 1, due_at = {NOW} + $1::float8, {CHANGED},"
            f" lease_by = $2, lease_until = {NOW} + coalesce($1::float8, 0) + $3::float8,"
            " rules = $6 WHERE id = $4 AND status = 'open' AND options = $5"
        )
        d = opening
        async with self._at(table.id) as db:
            if before is not None and await _read_seats(db, table.id) != before.seats:
                return False
            if not _changed(
                await db.execute(change, due_in, self.worker, self._lease, table.id, table.options, table.rules)
            ):
                return False
            await _write_seats(db, table)
            await db.execute(
                f"INSERT INTO decisions (game, {DECISION}, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, {NOW})",
                *(table.id, d.seq, d.cmd, d.seat, d.move, d.payload, d.used, d.names),
            )
            return True

    async def decisions(self, table: str, since: int = 0) -> list[Decision]:
        async with self._db() as db:
            query = (
                f"SELECT {DECISION}, greatest(0, {NOW} - at) FROM decisions WHERE game = $1 AND seq >= $2 ORDER BY seq"
            )
            return [Decision(*row) for row in await db.fetch(query, table, since)]

    async def find(self, table: str, cmd: str) -> Decision | None:
        async with self._db() as db:
            row = await db.fetchrow(f"SELECT {DECISION} FROM decisions WHERE game = $1 AND cmd = $2", table, cmd)
        return None if row is None else Decision(*row)

    async def owe(self, table: str, seq: int, due_in: float | None, mine: bool = False) -> None:
        change = f"""UPDATE games SET due_at = {NOW} + $1::float8,
            lease_by = CASE WHEN $4 THEN $5 ELSE lease_by END,
            lease_until = CASE WHEN $4 OR lease_by = $5 THEN {NOW} + coalesce($1::float8, 0) + $6 ELSE lease_until END
            WHERE id = $2 AND seq = $3"""
        async with self._db() as db:
            await db.execute(change, due_in, table, seq, mine, self.worker, self._lease)

    async def due(self, limit: int, busy: Sequence[str] = ()) -> Due:
        take = f"""UPDATE games SET lease_by = $1, lease_until = {NOW} + $2 WHERE id IN (
            SELECT id FROM games WHERE due_at <= {NOW} AND status = 'running' AND id <> ALL($3::text[])
            AND (lease_by IN ($1, '') OR lease_until <= {NOW}) ORDER BY due_at LIMIT $4 FOR UPDATE SKIP LOCKED)
            RETURNING id, due_at"""
        keep = f"UPDATE games SET lease_until = {NOW} + $2 WHERE id = ANY($3::text[]) AND lease_by = $1"
        later = f"SELECT min(due_at) - {NOW} FROM games WHERE due_at > {NOW} AND status = 'running' AND lease_by IN ($1, '')"
        async with self._db() as db:
            if busy:
                await db.execute(keep, self.worker, self._lease, list(busy))
            rows = await db.fetch(take, self.worker, self._lease, list(busy), limit)
            next_in = await db.fetchval(later, self.worker)
        tables = tuple(row[0] for row in sorted(rows, key=lambda row: float(row[1])))
        return Due(tables, None if next_in is None else max(0.0, next_in))

    # Among workers

    async def look(self, tables: Sequence[str]) -> dict[str, tuple[int, int]]:
        async with self._db() as db:
            rows = await db.fetch("SELECT id, seq, rev FROM games WHERE id = ANY($1::text[])", list(tables))
        return {table: (seq, rev) for table, seq, rev in rows}

    async def attend(self, table: str, here: Mapping[Who, int]) -> None:
        rows = [(table, self.worker, link, epoch, sockets) for (link, epoch), sockets in here.items()]
        async with self._at(table) as db:
            if not _changed(await db.execute(f"UPDATE games SET {CHANGED} WHERE id = $1", table)):
                return  # it was deleted
            await db.execute("DELETE FROM people WHERE game = $1 AND worker = $2", table, self.worker)
            await db.executemany("INSERT INTO people VALUES ($1, $2, $3, $4, $5)", rows)

    async def looked(self, table: str, seat: int, seq: int) -> None:
        async with self._at(table) as db:
            change = "UPDATE seats SET looked = $3 WHERE game = $1 AND seat = $2 AND looked < $3"
            if _changed(await db.execute(change, table, seat, seq)):
                await db.execute(f"UPDATE games SET {CHANGED} WHERE id = $1", table)

    async def beat(self) -> Beat:
        say = (
            f"INSERT INTO workers VALUES ($1, {NOW} + $2) ON CONFLICT (id)"
            " DO UPDATE SET alive_until = excluded.alive_until RETURNING xmax = 0"
        )
        async with self._db() as db, db.transaction():
            await db.execute("SELECT pg_advisory_xact_lock($1)", BEATING)  # two that are late would wait for each other
            new = await db.fetchval(say, self.worker, self._lease)
            dead = await db.fetch(f"DELETE FROM workers WHERE alive_until <= {NOW} RETURNING id")
            left = await self._forget(db, [row[0] for row in dead]) if dead else ()
            others = await db.fetchval("SELECT count(*) FROM workers WHERE id <> $1", self.worker)
        lost, self._beaten = new and self._beaten, True
        return Beat(others, lost, left)

    async def _hand_over(self) -> None:
        async with self._db() as db, db.transaction():
            await db.execute("DELETE FROM workers WHERE id = $1", self.worker)
            await self._forget(db, [self.worker])

    async def _forget(self, db: Db, workers: list[str]) -> tuple[str, ...]:
        """These see to nothing any more; what they had said of people is void. Returns the tables of those people."""
        free = f"UPDATE games SET lease_by = '', lease_until = {NOW} WHERE lease_by = ANY($1::text[])"
        await db.execute(free, workers)
        gone = "DELETE FROM people WHERE worker NOT IN (SELECT id FROM workers) RETURNING game"
        left = sorted({row[0] for row in await db.fetch(gone)})
        await db.execute(f"UPDATE games SET {CHANGED} WHERE id = ANY($1::text[])", left)
        return tuple(left)

    async def tables(self, after: str, limit: int, status: Status | None, only: str = "") -> list[Listed]:
        query = f"""SELECT id, options, status, seq,
            {NOW} - coalesce((SELECT at FROM decisions d WHERE d.game = id AND d.seq = games.seq - 1), made_at),
            (SELECT count(*) FROM seats WHERE game = id AND kind = 'human')
            FROM games WHERE id > $1 AND ($2::text IS NULL OR status = $2) AND ($3 = '' OR id = $3) ORDER BY id LIMIT $4"""
        async with self._db() as db:
            return [Listed(*row) for row in await db.fetch(query, after, status, only, limit)]

    async def public(self, limit: int, within: float) -> list[str]:
        query = f"SELECT id FROM games WHERE {PUBLIC} AND made_at > {NOW} - $1 ORDER BY made_at DESC LIMIT $2"
        async with self._db() as db:
            return [row[0] for row in await db.fetch(query, within, limit)]

    async def end(self, table: str) -> bool:
        change = f"UPDATE games SET status = 'over', due_at = NULL, {CHANGED} WHERE id = $1 AND status = 'running'"
        async with self._db() as db:
            return _changed(await db.execute(change, table)) == 1

    async def delete(self, table: str) -> None:
        async with self._db() as db:
            await db.execute("DELETE FROM games WHERE id = $1", table)

    async def forget(self, status: Status, after: float) -> int:
        async with self._db() as db:
            done = await db.execute(
                f"DELETE FROM games WHERE id IN (SELECT id FROM games WHERE status = $1 AND made_at < {NOW} - $2::float8"
                f" AND {NOW} - $2::float8 > coalesce((SELECT max(at) FROM decisions WHERE game = id), 0) LIMIT {FORGET})",
                *(status, after),
            )
        return _changed(done)


def _tell(move: _Move, outcome: Outcome | StoreError) -> None:
    if move.done.done():  # whoever waited has gone; what is stored is stored
        return
    if isinstance(outcome, StoreError):
        move.done.set_exception(outcome)
    else:
        move.done.set_result(outcome)


def _changed(done: str) -> int:
    """How many rows, from the word of the database, such as `UPDATE 1`."""
    return int(done.rpartition(" ")[2])


async def _write_table(db: Db, t: Table) -> None:
    await db.execute(
        f"INSERT INTO games (id, {GAME}, made_at) VALUES ($1, $2, $3, $4, $5, 'open', 0, $6, $7, '', $8, '', {NOW})",
        *(t.id, t.options, t.secret, t.host, t.lang, t.pace, int(t.takeover), msgspec.json.encode(t.terms).decode()),
    )
    await _write_seats(db, t)


async def _read_seats(db: Db, table: str) -> tuple[Seat, ...]:
    rows = await db.fetch(f"SELECT {SEAT} FROM seats WHERE game = $1 ORDER BY seat", table)
    return tuple(Seat(*row) for row in rows)


async def _write_seats(db: Db, table: Table) -> None:
    """All seats as they are now."""
    rows = [
        (table.id, s.seat, s.kind, s.name, s.epoch, s.link, s.avatar, s.before, s.level, s.claim) for s in table.seats
    ]
    await db.execute("DELETE FROM seats WHERE game = $1", table.id)
    await db.executemany(f"INSERT INTO seats (game, {SEAT}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)", rows)
