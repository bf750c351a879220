"""The store in one SQLite file: one thread writes, everything waiting is committed together, one thread reads."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from undermine.server.migrate import migrate
from undermine.server.store.base import Decision, Due, Outcome, Pace, Seat, SeatKind, Status, StoreError, Table

T = TypeVar("T")
BATCH = 256  # at most so many writes share a commit
PATIENCE = 2.0  # seconds; how long a write waits for another program that holds the file
DECISION = "seq, cmd, seat, action, payload, used, names"
GAME = "options, secret, host, lang, status, seq, pace, takeover, rematch"
SEAT = "seat, kind, name, epoch, link, avatar, before"


class _Job:
    """One write, and who waits for it."""

    def __init__(self, work: Callable[[sqlite3.Connection], object]) -> None:
        self.work = work
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[object] = self.loop.create_future()
        self.result: object = None
        self.error: Exception | None = None

    def run(self, db: sqlite3.Connection) -> None:
        """Inside the batch's transaction: a write that fails takes back its own rows only."""
        db.execute("SAVEPOINT job")
        try:
            self.result = self.work(db)
        except Exception as error:  # noqa: BLE001  # it is raised where the write is waited for
            self.error = error
            db.execute("ROLLBACK TO job")
        db.execute("RELEASE job")

    def finish(self) -> None:
        self.loop.call_soon_threadsafe(self._tell)

    def _tell(self) -> None:
        if self.future.done():  # whoever waited has gone; what is stored is stored
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)


class SqliteStore:
    """`sync` is SQLite's synchronous setting: full survives a power cut, normal only the end of the process."""

    def __init__(self, path: Path, sync: str = "full") -> None:
        if sync not in ("full", "normal"):
            raise ValueError("sync is full or normal")
        self.path = path
        self.sync = sync
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._writer: threading.Thread | None = None
        self._readers: ThreadPoolExecutor | None = None
        self._reading: sqlite3.Connection | None = None
        self._epoch = time.time() - time.monotonic()  # what is owed is not put off when the machine's clock is set

    def _now(self) -> float:
        return self._epoch + time.monotonic()

    def _moment(self, due_in: float | None) -> float | None:
        return None if due_in is None else self._now() + due_in

    async def open(self) -> None:
        try:
            await asyncio.to_thread(migrate, self.path)
            db = self._connect()
        except Exception as error:
            cause = getattr(error, "orig", None) or error  # SQLite's own words, without the statement
            raise StoreError(f"The database {self.path} cannot be opened: {cause}.") from error
        self._reading = self._connect()
        self._readers = ThreadPoolExecutor(1, "store-read")
        self._writer = threading.Thread(target=self._write_loop, args=(db,), name="store-write", daemon=True)
        self._writer.start()

    async def close(self) -> None:
        if self._writer is not None:
            self._jobs.put(None)
            await asyncio.to_thread(self._writer.join)
            self._writer = None
        if self._readers is not None and self._reading is not None:
            await asyncio.to_thread(self._readers.shutdown)
            self._reading.close()
            self._readers = self._reading = None

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=PATIENCE)
        db.execute("PRAGMA journal_mode=WAL")
        db.execute(f"PRAGMA synchronous={self.sync}")
        db.execute("PRAGMA foreign_keys=ON")
        return db

    # Writing

    def _write_loop(self, db: sqlite3.Connection) -> None:
        end = False
        while not end:
            batch: list[_Job] = []
            job = self._jobs.get()
            while job is not None:
                batch.append(job)
                if len(batch) == BATCH or self._jobs.empty():
                    break
                job = self._jobs.get()
            end = job is None
            if batch:
                self._commit(db, batch)
        db.close()

    def _commit(self, db: sqlite3.Connection, batch: Sequence[_Job]) -> None:
        try:
            db.execute("BEGIN IMMEDIATE")
            for job in batch:
                job.run(db)
            db.execute("COMMIT")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):  # it may be taken back already; if not, the next batch tries again
                db.execute("ROLLBACK")
            for job in batch:
                job.error = StoreError(f"The database did not take the change: {error}.")
        for job in batch:
            job.finish()

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._writer is None:
            raise StoreError("The database is closed.")
        job = _Job(work)
        self._jobs.put(job)
        try:
            return await job.future  # type: ignore[return-value]  # what the work returned
        except sqlite3.Error as error:
            raise StoreError(f"The database did not take the change: {error}.") from error

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        readers, db = self._readers, self._reading
        if readers is None or db is None:
            raise StoreError("The database is closed.")
        try:
            return await asyncio.get_running_loop().run_in_executor(readers, work, db)
        except sqlite3.Error as error:
            raise StoreError(f"The database cannot be read: {error}.") from error

    # The contract

    async def ping(self) -> None:
        mark = str(time.time()).encode()  # a write like any other: whether there is room for it shows only then
        await self._write(
            lambda db: db.execute("INSERT OR REPLACE INTO settings VALUES ('ready', ?)", (mark,)).rowcount
        )

    async def key(self) -> bytes:
        def work(db: sqlite3.Connection) -> bytes:
            db.execute("INSERT OR IGNORE INTO settings VALUES ('key', ?)", (secrets.token_bytes(32),))
            return bytes(db.execute("SELECT value FROM settings WHERE name = 'key'").fetchone()[0])

        return await self._write(work)

    async def keep_names(self, key: str, names: bytes) -> None:
        await self._write(lambda db: db.execute("INSERT OR IGNORE INTO names VALUES (?, ?)", (key, names)).rowcount)

    async def names(self, key: str) -> bytes:
        row = await self._read(lambda db: db.execute("SELECT names FROM names WHERE id = ?", (key,)).fetchone())
        if row is None:
            raise StoreError(f"The table of names {key} is not in the database.")
        return bytes(row[0])

    async def create(self, table: Table) -> None:
        await self._write(lambda db: _write_table(db, table))

    async def table(self, table: str) -> Table | None:
        def work(db: sqlite3.Connection) -> Table | None:
            row = db.execute(f"SELECT {GAME} FROM games WHERE id = ?", (table,)).fetchone()
            if row is None:
                return None
            options, secret, host, lang, status, seq, pace, takeover, rematch = row
            seats = _read_seats(db, table)
            return Table(table, options, secret, host, lang, status, seq, seats, pace, bool(takeover), rematch)

        return await self._read(work)

    async def sit(self, table: str, seat: Seat) -> bool:
        return await self._write(lambda db: _sit(db, table, seat, "open", "status = 'open'"))

    async def take_over(self, table: str, seat: Seat) -> bool:
        return await self._write(lambda db: _sit(db, table, seat, "bot", "status = 'running' AND takeover = 1"))

    async def arrange(self, before: Table, after: Table) -> bool:
        def work(db: sqlite3.Connection) -> bool:
            if _read_seats(db, before.id) != before.seats:
                return False
            change = "UPDATE games SET options = ?, host = ? WHERE id = ? AND status = 'open'"
            if db.execute(change, (after.options, after.host, before.id)).rowcount == 0:
                return False
            _write_seats(db, after)
            return True

        return await self._write(work)

    async def adjust(self, table: str, pace: Pace, takeover: bool) -> None:
        change = "UPDATE games SET pace = ?, takeover = ? WHERE id = ?"
        await self._write(lambda db: db.execute(change, (pace, int(takeover), table)).rowcount)

    async def rematch(self, table: str, new: Table) -> str:
        def work(db: sqlite3.Connection) -> str:
            change = "UPDATE games SET rematch = ? WHERE id = ? AND rematch = '' AND status = 'over'"
            if db.execute(change, (new.id, table)).rowcount:
                _write_table(db, new)
            return str(db.execute("SELECT rematch FROM games WHERE id = ?", (table,)).fetchone()[0])

        return await self._write(work)

    async def start(self, table: Table, opening: Decision, due_in: float | None) -> bool:
        def work(db: sqlite3.Connection) -> bool:
            done = db.execute(
                "UPDATE games SET status = 'running', seq = 1, due_at = ? WHERE id = ? AND status = 'open'",
                (self._moment(due_in), table.id),
            )
            if done.rowcount == 0:
                return False
            _write_seats(db, table)
            _write_decision(db, table.id, opening)
            return True

        return await self._write(work)

    async def append(self, table: str, decision: Decision, status: Status, due_in: float | None) -> Outcome:
        def work(db: sqlite3.Connection) -> Outcome:
            if db.execute("SELECT 1 FROM decisions WHERE game = ? AND cmd = ?", (table, decision.cmd)).fetchone():
                return Outcome.REPEATED
            done = db.execute(
                "UPDATE games SET seq = seq + 1, status = ?, due_at = ? WHERE id = ? AND seq = ? AND status = 'running'",
                (status, self._moment(due_in), table, decision.seq),
            )
            if done.rowcount == 0:
                return Outcome.TAKEN
            _write_decision(db, table, decision)
            return Outcome.STORED

        return await self._write(work)

    async def decisions(self, table: str, since: int = 0) -> list[Decision]:
        def work(db: sqlite3.Connection) -> list[Decision]:
            rows = db.execute(
                f"SELECT {DECISION} FROM decisions WHERE game = ? AND seq >= ? ORDER BY seq", (table, since)
            )
            return [Decision(*row) for row in rows]

        return await self._read(work)

    async def find(self, table: str, cmd: str) -> Decision | None:
        def work(db: sqlite3.Connection) -> Decision | None:
            row = db.execute(f"SELECT {DECISION} FROM decisions WHERE game = ? AND cmd = ?", (table, cmd)).fetchone()
            return None if row is None else Decision(*row)

        return await self._read(work)

    async def owe(self, table: str, seq: int, due_in: float | None) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("UPDATE games SET due_at = ? WHERE id = ? AND seq = ?", (self._moment(due_in), table, seq))

        await self._write(work)

    async def due(self, limit: int) -> Due:
        def work(db: sqlite3.Connection) -> Due:
            now = self._now()
            rows = db.execute(
                "SELECT id FROM games WHERE due_at <= ? AND status = 'running' ORDER BY due_at LIMIT ?", (now, limit)
            ).fetchall()
            later = db.execute(
                "SELECT min(due_at) FROM games WHERE due_at > ? AND status = 'running'", (now,)
            ).fetchone()[0]
            return Due(tuple(row[0] for row in rows), None if later is None else max(0.0, later - now))

        return await self._read(work)


def _write_table(db: sqlite3.Connection, t: Table) -> None:
    db.execute(
        f"INSERT INTO games (id, {GAME}, made_at) VALUES (?, ?, ?, ?, ?, 'open', 0, ?, ?, '', ?)",
        (t.id, t.options, t.secret, t.host, t.lang, t.pace, int(t.takeover), time.time()),
    )
    _write_seats(db, t)


def _read_seats(db: sqlite3.Connection, table: str) -> tuple[Seat, ...]:
    rows = db.execute(f"SELECT {SEAT} FROM seats WHERE game = ? ORDER BY seat", (table,))
    return tuple(Seat(*row) for row in rows)


def _write_seats(db: sqlite3.Connection, table: Table) -> None:
    """All seats as they are now."""
    rows = [(table.id, s.seat, s.kind, s.name, s.epoch, s.link, s.avatar, s.before) for s in table.seats]
    db.execute("DELETE FROM seats WHERE game = ?", (table.id,))
    db.executemany(f"INSERT INTO seats (game, {SEAT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)


def _sit(db: sqlite3.Connection, table: str, seat: Seat, instead_of: SeatKind, when: str) -> bool:
    done = db.execute(
        "UPDATE seats SET kind = ?, name = ?, epoch = ?, avatar = ? WHERE game = ? AND seat = ? AND kind = ?"
        f" AND EXISTS (SELECT 1 FROM games WHERE id = ? AND {when})",
        (seat.kind, seat.name, seat.epoch, seat.avatar, table, seat.seat, instead_of, table),
    )
    return done.rowcount == 1


def _write_decision(db: sqlite3.Connection, table: str, d: Decision) -> None:
    db.execute(
        "INSERT INTO decisions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (table, d.seq, d.cmd, d.seat, d.action, d.payload, d.used, d.names, time.time()),
    )
