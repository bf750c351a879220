"""The store in one SQLite file: one thread writes, everything waiting is committed together, one thread reads."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import msgspec

from undermine.server.migrate import migrate
from undermine.server.store.base import (
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
from undermine.server.store.files import FileWatch

T = TypeVar("T")
BATCH = 256  # at most so many writes share a commit
FORGET = 20  # at most so many tables are deleted at once
PATIENCE = 2.0  # seconds; how long a write waits for another program that holds the file
DECISION = "seq, cmd, seat, move, payload, used, names"
GAME = "options, secret, host, lang, status, seq, pace, takeover, rematch, terms, rules"
REMARK = "seq, seat, cmd, what, n"
CHANGED = "rev = rev + 1"
PUBLIC = """status = 'open' AND terms LIKE '%"public":true%'"""  # as `Terms` are written
SEAT = "seat, kind, name, epoch, link, avatar, before, level, claim"


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
    """`sync` is SQLite's synchronous setting: full survives a power cut, normal only the end of the process.

    One worker has the file for itself, so there is nobody to lease tables from, nor to be told of.
    """

    shared = False
    worker = ""

    def __init__(self, path: Path, sync: str = "full") -> None:
        if sync not in ("full", "normal"):
            raise ValueError("sync is full or normal")
        self.path = path
        self.sync = sync
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._writer: threading.Thread | None = None
        self._readers: ThreadPoolExecutor | None = None
        self._reading: sqlite3.Connection | None = None
        self._file: FileWatch | None = None
        self._epoch = time.time() - time.monotonic()  # what is owed is not put off when the machine's clock is set

    def _now(self) -> float:
        return self._epoch + time.monotonic()

    def _moment(self, due_in: float | None) -> float | None:
        return None if due_in is None else self._now() + due_in

    async def open(self) -> None:
        try:
            await asyncio.to_thread(migrate, self.path)
            db = self._connect()
            faults = db.execute("PRAGMA quick_check(1)").fetchone()[0]
            if faults != "ok":
                raise sqlite3.DatabaseError(faults)  # noqa: TRY301  # told like any other trouble with the file
            self._file = FileWatch(self.path)
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
            self._look()
            db.execute("BEGIN IMMEDIATE")
            for job in batch:
                job.run(db)
            db.execute("COMMIT")
            self._look()
        except (sqlite3.Error, OSError) as error:
            with contextlib.suppress(sqlite3.Error):  # it may be taken back already; if not, the next batch tries again
                db.execute("ROLLBACK")
            for job in batch:
                job.error = StoreError(f"The database did not take the change: {error}.")
        for job in batch:
            job.finish()

    def _look(self) -> None:
        """Raises OSError when what is written would be lost: the file is not the one that was opened."""
        if self._file is not None:
            self._file.look()

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
        find = "SELECT value >= ? FROM settings WHERE name = 'ready'"
        if not await self._read(lambda db: db.execute(find, (mark,)).fetchone()):
            raise StoreError("The database does not read what it has written.")

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
            row = db.execute(f"SELECT {GAME}, rev FROM games WHERE id = ?", (table,)).fetchone()
            if row is None:
                return None
            options, secret, host, lang, status, seq, pace, takeover, rematch, terms, rules, rev = row
            seats = _read_seats(db, table)
            looked = db.execute("SELECT looked FROM seats WHERE game = ? ORDER BY seat", (table,))
            return Table(
                *(table, options, secret, host, lang, status, seq, seats, pace, bool(takeover), rematch),
                msgspec.json.decode(terms, type=Terms),
                rules,
                rev=rev,
                looked=tuple(number for (number,) in looked),
            )

        return await self._read(work)

    async def sit(self, table: str, seat: Seat) -> bool:
        return await self._write(lambda db: _sit(db, table, seat, "open", "status = 'open'"))

    async def take_over(self, table: str, seat: Seat) -> bool:
        return await self._write(lambda db: _sit(db, table, seat, "bot", "status = 'running' AND takeover = 1"))

    async def reseat(self, table: str, before: Seat, after: Seat) -> bool:
        change = (
            "UPDATE seats SET kind = ?, name = ?, epoch = ? WHERE game = ? AND seat = ? AND kind = ? AND epoch = ?"
            " AND EXISTS (SELECT 1 FROM games WHERE id = ? AND status = 'running')"
        )
        to, was = (after.kind, after.name, after.epoch), (before.seat, before.kind, before.epoch)

        def work(db: sqlite3.Connection) -> bool:
            if not db.execute(change, (*to, table, *was, table)).rowcount:
                return False
            db.execute(f"UPDATE games SET {CHANGED} WHERE id = ?", (table,))
            return True

        return await self._write(work)

    async def arrange(self, before: Table, after: Table) -> bool:
        def work(db: sqlite3.Connection) -> bool:
            if _read_seats(db, before.id) != before.seats:
                return False
            change = f"UPDATE games SET options = ?, host = ?, {CHANGED} WHERE id = ? AND status = 'open'"
            if db.execute(change, (after.options, after.host, before.id)).rowcount == 0:
                return False
            _write_seats(db, after)
            return True

        return await self._write(work)

    async def adjust(self, table: Table) -> None:
        change = f"UPDATE games SET pace = ?, takeover = ?, terms = ?, {CHANGED} WHERE id = ?"
        values = (table.pace, int(table.takeover), msgspec.json.encode(table.terms).decode(), table.id)
        await self._write(lambda db: db.execute(change, values).rowcount)

    async def remark(self, table: str, remark: Remark) -> bool:
        change = (
            "INSERT OR IGNORE INTO remarks (game, seq, seat, cmd, what, n, at) SELECT id, ?, ?, ?, ?,"
            " (SELECT coalesce(max(n) + 1, 0) FROM remarks WHERE game = id), ? FROM games WHERE id = ?"
        )
        r = remark
        values = (r.seq, r.seat, r.cmd, r.what, self._now(), table)

        def work(db: sqlite3.Connection) -> bool:
            if not db.execute(change, values).rowcount:
                return False
            db.execute(f"UPDATE games SET {CHANGED} WHERE id = ?", (table,))
            return True

        return await self._write(work)

    async def remarks(self, table: str, since: int = 0) -> list[Remark]:
        query = f"SELECT {REMARK}, max(0, ? - at) FROM remarks WHERE game = ? AND n >= ? ORDER BY n"
        return await self._read(lambda db: [Remark(*row) for row in db.execute(query, (self._now(), table, since))])

    async def rematch(self, table: str, new: Table) -> str:
        def work(db: sqlite3.Connection) -> str:
            change = f"UPDATE games SET rematch = ?, {CHANGED} WHERE id = ? AND rematch = '' AND status = 'over'"
            if db.execute(change, (new.id, table)).rowcount:
                _write_table(db, new)
            return str(db.execute("SELECT rematch FROM games WHERE id = ?", (table,)).fetchone()[0])

        return await self._write(work)

    async def start(self, table: Table, opening: Decision, due_in: float | None, before: Table | None = None) -> bool:
        def work(db: sqlite3.Connection) -> bool:
            if before is not None and _read_seats(db, table.id) != before.seats:
                return False
            done = db.execute(
                f"UPDATE games SET status = 'running', seq = 1, due_at = ?, rules = ?, {CHANGED}"
                " WHERE id = ? AND status = 'open' AND options = ?",
                (self._moment(due_in), table.rules, table.id, table.options),
            )
            if done.rowcount == 0:
                return False
            _write_seats(db, table)
            _write_decision(db, table.id, opening, self._now())
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
            _write_decision(db, table, decision, self._now())
            return Outcome.STORED

        return await self._write(work)

    async def decisions(self, table: str, since: int = 0) -> list[Decision]:
        def work(db: sqlite3.Connection) -> list[Decision]:
            rows = db.execute(
                f"SELECT {DECISION}, max(0, ? - at) FROM decisions WHERE game = ? AND seq >= ? ORDER BY seq",
                (self._now(), table, since),
            )
            return [Decision(*row) for row in rows]

        return await self._read(work)

    async def find(self, table: str, cmd: str) -> Decision | None:
        def work(db: sqlite3.Connection) -> Decision | None:
            row = db.execute(f"SELECT {DECISION} FROM decisions WHERE game = ? AND cmd = ?", (table, cmd)).fetchone()
            return None if row is None else Decision(*row)

        return await self._read(work)

    async def owe(self, table: str, seq: int, due_in: float | None, mine: bool = False) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("UPDATE games SET due_at = ? WHERE id = ? AND seq = ?", (self._moment(due_in), table, seq))

        await self._write(work)

    async def due(self, limit: int, busy: Sequence[str] = ()) -> Due:
        def work(db: sqlite3.Connection) -> Due:
            now = self._now()
            others = f"id NOT IN ({', '.join('?' * len(busy))})"
            rows = db.execute(
                f"SELECT id FROM games WHERE due_at <= ? AND status = 'running' AND {others} ORDER BY due_at LIMIT ?",
                (now, *busy, limit),
            ).fetchall()
            later = db.execute(
                "SELECT min(due_at) FROM games WHERE due_at > ? AND status = 'running'", (now,)
            ).fetchone()[0]
            return Due(tuple(row[0] for row in rows), None if later is None else max(0.0, later - now))

        return await self._read(work)

    async def look(self, tables: Sequence[str]) -> dict[str, tuple[int, int]]:
        def work(db: sqlite3.Connection) -> dict[str, tuple[int, int]]:
            rows = (db.execute("SELECT id, seq, rev FROM games WHERE id = ?", (table,)).fetchone() for table in tables)
            return {row[0]: (row[1], row[2]) for row in rows if row}

        return await self._read(work)

    async def attend(self, table: str, here: Mapping[Who, int]) -> None:
        """There is nobody who would have to know."""

    async def looked(self, table: str, seat: int, seq: int) -> None:
        change = "UPDATE seats SET looked = ? WHERE game = ? AND seat = ? AND looked < ?"
        await self._write(lambda db: db.execute(change, (seq, table, seat, seq)).rowcount)

    async def beat(self) -> Beat:
        return Beat()

    async def tables(self, after: str, limit: int, status: Status | None, only: str = "") -> list[Listed]:
        query = """SELECT id, options, status, seq,
            ? - coalesce((SELECT at FROM decisions d WHERE d.game = id AND d.seq = games.seq - 1), made_at),
            (SELECT count(*) FROM seats WHERE game = id AND kind = 'human')
            FROM games WHERE id > ? AND (? IS NULL OR status = ?) AND (? = '' OR id = ?) ORDER BY id LIMIT ?"""
        said = (time.time(), after, status, status, only, only, limit)
        return await self._read(lambda db: [Listed(*row) for row in db.execute(query, said)])

    async def public(self, limit: int, within: float) -> list[str]:
        query = f"SELECT id FROM games WHERE {PUBLIC} AND made_at > ? ORDER BY made_at DESC LIMIT ?"
        return await self._read(lambda db: [key for (key,) in db.execute(query, (time.time() - within, limit))])

    async def end(self, table: str) -> bool:
        change = f"UPDATE games SET status = 'over', due_at = NULL, {CHANGED} WHERE id = ? AND status = 'running'"
        return await self._write(lambda db: db.execute(change, (table,)).rowcount) == 1

    async def delete(self, table: str) -> None:
        await self._write(lambda db: db.execute("DELETE FROM games WHERE id = ?", (table,)).rowcount)

    async def forget(self, status: Status, after: float) -> int:
        def work(db: sqlite3.Connection) -> int:
            return db.execute(
                "DELETE FROM games WHERE id IN (SELECT id FROM games WHERE status = ? AND made_at < ? AND ? >"
                f" coalesce((SELECT max(at) FROM decisions WHERE game = id), 0) LIMIT {FORGET})",
                (status, time.time() - after, time.time() - after),
            ).rowcount

        return await self._write(work)


def _write_table(db: sqlite3.Connection, t: Table) -> None:
    fixed = (t.id, t.options, t.secret, t.host, t.lang)
    db.execute(
        f"INSERT INTO games (id, {GAME}, made_at) VALUES (?, ?, ?, ?, ?, 'open', 0, ?, ?, '', ?, '', ?)",
        (*fixed, t.pace, int(t.takeover), msgspec.json.encode(t.terms).decode(), time.time()),
    )
    _write_seats(db, t)


def _read_seats(db: sqlite3.Connection, table: str) -> tuple[Seat, ...]:
    rows = db.execute(f"SELECT {SEAT} FROM seats WHERE game = ? ORDER BY seat", (table,))
    return tuple(Seat(*row) for row in rows)


def _write_seats(db: sqlite3.Connection, table: Table) -> None:
    """All seats as they are now."""
    rows = [
        (table.id, s.seat, s.kind, s.name, s.epoch, s.link, s.avatar, s.before, s.level, s.claim) for s in table.seats
    ]
    db.execute("DELETE FROM seats WHERE game = ?", (table.id,))
    db.executemany(f"INSERT INTO seats (game, {SEAT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)


def _sit(db: sqlite3.Connection, table: str, seat: Seat, instead_of: SeatKind, when: str) -> bool:
    done = db.execute(
        "UPDATE seats SET kind = ?, name = ?, epoch = ?, avatar = ?, claim = ? WHERE game = ? AND seat = ? AND kind = ?"
        f" AND link = ? AND epoch <= ? AND EXISTS (SELECT 1 FROM games WHERE id = ? AND {when})",
        (
            seat.kind,
            seat.name,
            seat.epoch,
            seat.avatar,
            seat.claim,
            table,
            seat.seat,
            instead_of,
            seat.link,
            seat.epoch,
            table,
        ),
    )
    if done.rowcount:
        db.execute(f"UPDATE games SET {CHANGED} WHERE id = ?", (table,))
    return done.rowcount == 1


def _write_decision(db: sqlite3.Connection, table: str, d: Decision, at: float) -> None:
    db.execute(
        f"INSERT INTO decisions (game, {DECISION}, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (table, d.seq, d.cmd, d.seat, d.move, d.payload, d.used, d.names, at),
    )
