"""What every store must promise; a back end joins by one more entry in STORES."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from undermine.server.migrate import migrate
from undermine.server.store.base import Decision, Outcome, Remark, Seat, Store, StoreError, Table, Terms
from undermine.server.store.schema import metadata
from undermine.server.store.sqlite import SqliteStore

STORES = ("postgres", "sqlite")

TABLE = Table(
    "abcdefghjk", b'{"players":3}', b"s" * 32, seats=(Seat(0, "human", "Ann"), Seat(1, "open"), Seat(2, "bot", "Flint"))
)
OPENING = Decision(0, "auto:0", -1, "", b"deal", 5, "n1")
Story = Callable[[Store], Coroutine[Any, Any, None]]


def decision(seq: int, cmd: str = "") -> Decision:
    return Decision(seq, cmd or f"0:c{seq}", 0, '{"verb":"pass"}', b"\x00events", 5 + seq, "n1")


@pytest.fixture(params=STORES)
def tell(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Story], None]:
    """Run a story on a fresh store of each kind; a second story sees what the first one left."""
    if request.param == "postgres":
        url = request.getfixturevalue("database_server").fresh()

    def fresh() -> Store:
        if request.param == "sqlite":
            return SqliteStore(tmp_path / "tables.db", "normal")
        from undermine.server.store.postgres import PostgresStore

        return PostgresStore(url)

    def run(story: Story) -> None:
        async def inner() -> None:
            store = fresh()
            await store.open()
            try:
                await story(store)
            finally:
                await store.close()

        asyncio.run(inner())

    return run


async def running(store: Store, due_in: float | None = None) -> Table:
    await store.create(TABLE)
    await store.keep_names("n1", b"names")
    seats = (TABLE.seats[0], Seat(1, "bot", "Slate"), TABLE.seats[2])
    started = replace(TABLE, seats=seats)
    assert await store.start(started, OPENING, due_in)
    return started


def test_a_table_comes_back_as_it_was_made(tell: Callable[[Story], None]) -> None:
    async def story(store: Store) -> None:
        await store.create(TABLE)
        assert await store.table(TABLE.id) == TABLE
        assert await store.table("zzzzzzzzzz") is None

    async def again(store: Store) -> None:
        assert await store.table(TABLE.id) == TABLE

    tell(story)
    tell(again)


def test_an_id_is_given_once(tell: Callable[[Story], None]) -> None:
    async def story(store: Store) -> None:
        await store.create(TABLE)
        with pytest.raises(StoreError):
            await store.create(TABLE)

    tell(story)


def test_the_key_is_made_once(tell: Callable[[Story], None]) -> None:
    keys: list[bytes] = []

    async def story(store: Store) -> None:
        keys.extend([await store.key(), await store.key()])

    tell(story)
    tell(story)
    assert len(set(keys)) == 1
    assert len(keys[0]) == 32


def test_a_seat_is_taken_by_one(tell: Callable[[Story], None]) -> None:
    async def story(store: Store) -> None:
        await store.create(TABLE)
        sat = await asyncio.gather(*(store.sit(TABLE.id, Seat(1, "human", name)) for name in ("Bob", "Cid", "Dot")))
        assert sorted(sat) == [False, False, True]
        assert not await store.sit(TABLE.id, Seat(2, "human", "Eve"))  # a bot sits there
        table = await store.table(TABLE.id)
        assert table is not None
        assert table.seats[1].name in {"Bob", "Cid", "Dot"}

    tell(story)


def test_a_waiting_room_is_arranged_while_it_is_as_it_was_thought_to_be(tell: Callable[[Story], None]) -> None:
    seats = (Seat(0, "open", epoch=3, link=1), Seat(1, "human", "Ann", link=0, avatar=7, before=2))
    after = replace(TABLE, options=b'{"players":2}', host=1, seats=seats)

    async def story(store: Store) -> None:
        await store.create(TABLE)
        assert await store.arrange(TABLE, after)
        assert await store.table(TABLE.id) == after
        assert not await store.arrange(TABLE, TABLE)  # somebody has changed it meanwhile
        await store.keep_names("n1", b"names")
        assert await store.start(after, OPENING, None)
        assert not await store.arrange(after, TABLE)
        table = await store.table(TABLE.id)
        assert table is not None
        assert (table.seats, table.options) == (seats, after.options)

    tell(story)


def test_pace_and_takeover_are_changed_at_any_time(tell: Callable[[Story], None]) -> None:
    async def story(store: Store) -> None:
        started = await running(store)
        bob = Seat(2, "human", "Bob", epoch=1, avatar=5, claim="c")
        assert not await store.take_over(TABLE.id, bob)  # not allowed yet
        terms = Terms(turn=30, bank=600)
        await store.adjust(replace(started, pace="slow", takeover=True, terms=terms))
        assert not await store.take_over(TABLE.id, Seat(0, "human", "Bob", epoch=1))  # no bot's seat
        assert await store.take_over(TABLE.id, bob)
        assert not await store.take_over(TABLE.id, bob)
        after = replace(started, status="running", seq=1, pace="slow", takeover=True, terms=terms)
        assert await store.table(TABLE.id) == replace(after, seats=(*started.seats[:2], bob))

    tell(story)


def test_remarks_are_kept_in_order_and_once(tell: Callable[[Story], None]) -> None:
    remarks = [Remark(1, 0, "0:a", '{"kind":"paused"}'), Remark(1, -1, "own:b", "{}"), Remark(2, 2, "2:a", "{}")]

    async def story(store: Store) -> None:
        await running(store)
        assert [await store.remark(TABLE.id, remark) for remark in remarks] == [True] * 3
        assert not await store.remark(TABLE.id, remarks[0])
        assert not await store.remark("zzzzzzzzzz", remarks[0])
        found = await store.remarks(TABLE.id)
        assert found == [replace(remark, n=n) for n, remark in enumerate(remarks)]
        assert found[0].age >= found[2].age >= 0
        assert await store.remarks(TABLE.id, 2) == found[2:]
        assert await store.remarks("zzzzzzzzzz") == []
        first = (await store.decisions(TABLE.id))[0]
        assert first == OPENING
        assert 0 <= first.age < 60
        several = [store.remark(TABLE.id, replace(remarks[0], cmd=f"0:{i}")) for i in range(8)]
        assert all(await asyncio.gather(*several))
        assert [remark.n for remark in await store.remarks(TABLE.id)] == list(range(11))

    tell(story)


def test_a_finished_table_has_one_rematch(tell: Callable[[Story], None]) -> None:
    new = [replace(TABLE, id=letter * 10, seats=(Seat(0, "human", "Ann", before=0),), pace="fast") for letter in "mnp"]

    async def story(store: Store) -> None:
        await running(store)
        assert await store.rematch(TABLE.id, new[0]) == ""  # it is not over
        assert await store.table(new[0].id) is None
        await store.append(TABLE.id, decision(1), "over", None)
        found = await asyncio.gather(*(store.rematch(TABLE.id, table) for table in new))
        assert len(set(found)) == 1
        made = [await store.table(table.id) for table in new]
        assert [table for table in made if table] == [table for table in new if table.id == found[0]]
        old = await store.table(TABLE.id)
        assert old is not None
        assert old.rematch == found[0]

    tell(story)


def test_a_game_starts_once_with_its_opening(tell: Callable[[Story], None]) -> None:
    async def story(store: Store) -> None:
        started = await running(store)
        assert not await store.start(started, OPENING, None)
        assert await store.table(TABLE.id) == replace(started, status="running", seq=1)
        assert await store.decisions(TABLE.id) == [OPENING]
        assert not await store.sit(TABLE.id, Seat(1, "human", "Bob"))

    tell(story)


def test_decisions_come_back_in_order(tell: Callable[[Story], None]) -> None:
    async def story(store: Store) -> None:
        await running(store)
        for seq in range(1, 5):
            assert await store.append(TABLE.id, decision(seq), "running", None) is Outcome.STORED
        assert [d.seq for d in await store.decisions(TABLE.id)] == [0, 1, 2, 3, 4]
        assert await store.decisions(TABLE.id, 3) == [decision(3), decision(4)]
        assert await store.find(TABLE.id, "0:c2") == decision(2)
        assert await store.find(TABLE.id, "0:c9") is None

    tell(story)


def test_a_number_is_taken_once(tell: Callable[[Story], None]) -> None:
    async def story(store: Store) -> None:
        await running(store)
        racing = [store.append(TABLE.id, decision(1, f"0:r{i}"), "running", None) for i in range(8)]
        outcomes = await asyncio.gather(*racing)
        assert sorted(o.value for o in outcomes) == ["stored"] + ["taken"] * 7
        assert await store.append(TABLE.id, decision(3), "running", None) is Outcome.TAKEN  # no gap either
        assert len(await store.decisions(TABLE.id)) == 2

    tell(story)


def test_a_command_is_stored_once(tell: Callable[[Story], None]) -> None:
    async def story(store: Store) -> None:
        await running(store)
        assert await store.append(TABLE.id, decision(1, "0:x"), "running", None) is Outcome.STORED
        assert await store.append(TABLE.id, decision(1, "0:x"), "running", None) is Outcome.REPEATED
        assert await store.append(TABLE.id, decision(2, "0:x"), "running", None) is Outcome.REPEATED
        assert await store.decisions(TABLE.id, 1) == [decision(1, "0:x")]

    tell(story)


def test_a_finished_game_takes_no_decision(tell: Callable[[Story], None]) -> None:
    async def story(store: Store) -> None:
        await running(store)
        assert await store.append(TABLE.id, decision(1), "over", None) is Outcome.STORED
        assert await store.append(TABLE.id, decision(2), "running", None) is Outcome.TAKEN

    tell(story)


def test_what_is_owed_is_written_with_the_decision(tell: Callable[[Story], None]) -> None:
    async def story(store: Store) -> None:
        await running(store, due_in=0)
        assert (await store.due(10)).tables == (TABLE.id,)
        assert await store.append(TABLE.id, decision(1), "running", 30) is Outcome.STORED
        due = await store.due(10)
        assert due.tables == ()
        assert due.next_in is not None
        assert 25 < due.next_in <= 30
        assert await store.append(TABLE.id, decision(2), "running", None) is Outcome.STORED
        assert (await store.due(10)).next_in is None

    tell(story)


def test_what_is_owed_changes_only_at_its_number(tell: Callable[[Story], None]) -> None:
    async def story(store: Store) -> None:
        await running(store)
        await store.owe(TABLE.id, 1, 0)
        assert (await store.due(10)).tables == (TABLE.id,)
        await store.append(TABLE.id, decision(1), "running", None)
        await store.owe(TABLE.id, 1, 0)  # somebody who had not heard of decision 1
        assert (await store.due(10)).tables == ()

    tell(story)


def test_every_change_is_counted(tell: Callable[[Story], None]) -> None:
    async def story(store: Store) -> None:
        await store.create(TABLE)
        assert await store.look([TABLE.id, "zzzzzzzzzz"]) == {TABLE.id: (0, 0)}
        assert await store.sit(TABLE.id, Seat(1, "human", "Bob"))
        assert (await store.look([TABLE.id]))[TABLE.id] == (0, 1)
        seats = (TABLE.seats[0], Seat(1, "human", "Bob"), TABLE.seats[2])
        await store.keep_names("n1", b"names")
        assert not await store.start(TABLE, OPENING, None, TABLE)  # somebody has sat down meanwhile
        sat = replace(TABLE, seats=seats)
        assert await store.start(sat, OPENING, None, sat)
        await store.append(TABLE.id, decision(1), "running", None)
        seq, rev = (await store.look([TABLE.id]))[TABLE.id]
        assert (seq, rev > 1) == (2, True)
        await store.looked(TABLE.id, 0, 1)
        await store.looked(TABLE.id, 0, 0)  # nothing is looked at less than before
        table = await store.table(TABLE.id)
        assert table is not None
        assert table.looked == (1, -1, -1)

    tell(story)


def test_tables_are_listed_ended_and_deleted(tell: Callable[[Story], None]) -> None:
    async def story(store: Store) -> None:
        await running(store, due_in=0)
        other = replace(TABLE, id="mmmmmmmmmm")
        await store.create(other)
        listed = await store.tables("", 10, None)
        assert [(t.id, t.status, t.seq, t.people) for t in listed] == [
            (TABLE.id, "running", 1, 1),
            (other.id, "open", 0, 1),
        ]
        assert all(0 <= t.idle < 60 for t in listed)
        assert [t.id for t in await store.tables("", 1, None)] == [TABLE.id]
        assert [t.id for t in await store.tables(TABLE.id, 10, None)] == [other.id]
        assert [t.id for t in await store.tables("", 10, "open")] == [other.id]
        assert not await store.end(other.id)
        assert await store.end(TABLE.id)
        assert not await store.end(TABLE.id)
        assert (await store.due(10)).tables == ()
        assert await store.append(TABLE.id, decision(1), "running", 0) is Outcome.TAKEN
        await store.delete(TABLE.id)
        assert await store.table(TABLE.id) is None
        assert await store.decisions(TABLE.id) == []

    tell(story)


def test_tables_that_strangers_may_find_are_found_while_they_wait(tell: Callable[[Story], None]) -> None:
    shown = Terms(public=True)

    async def story(store: Store) -> None:
        for number, terms in enumerate((shown, Terms(), Terms(turn=30, public=True))):
            await store.create(replace(TABLE, id=f"{number}aaaaaaaaa", terms=terms))
        assert await store.public(10, 3600) == ["2aaaaaaaaa", "0aaaaaaaaa"]
        assert await store.public(1, 3600) == ["2aaaaaaaaa"]
        assert await store.public(10, -1) == []
        await store.adjust(replace(TABLE, id="2aaaaaaaaa", terms=Terms(turn=30)))
        await store.keep_names("n1", b"names")
        assert await store.public(10, 3600) == ["0aaaaaaaaa"]
        assert await store.start(replace(TABLE, id="0aaaaaaaaa", terms=shown), OPENING, None)
        assert await store.public(10, 3600) == []

    tell(story)


def test_old_tables_are_forgotten_by_what_they_are(tell: Callable[[Story], None]) -> None:
    async def story(store: Store) -> None:
        await running(store)
        await store.create(replace(TABLE, id="mmmmmmmmmm"))
        assert await store.forget("open", 3600) == 0
        await asyncio.sleep(0.05)
        assert await store.forget("open", 0.01) == 1
        assert await store.table("mmmmmmmmmm") is None
        assert await store.append(TABLE.id, decision(1), "over", None) is Outcome.STORED
        assert await store.forget("over", 3600) == 0
        assert await store.forget("running", 0) == 0
        await asyncio.sleep(0.05)
        assert await store.forget("over", 0.01) == 1
        assert await store.table(TABLE.id) is None
        assert await store.decisions(TABLE.id) == []

    tell(story)


def test_moves_are_as_long_as_they_come(tell: Callable[[Story], None]) -> None:
    async def story(store: Store) -> None:
        await running(store)
        wide = replace(decision(1), move=str(2**63 - 1))
        assert await store.append(TABLE.id, wide, "running", None) is Outcome.STORED
        assert await store.find(TABLE.id, wide.cmd) == wide

    tell(story)


def test_moves_at_many_tables_are_stored_together(tell: Callable[[Story], None]) -> None:
    async def story(store: Store) -> None:
        await store.keep_names("n1", b"names")
        tables = [replace(TABLE, id=f"table{i:05}") for i in range(30)]
        for table in tables:
            await store.create(table)
            assert await store.start(table, OPENING, None)
        bad = replace(decision(1, "0:bad"), names="n2")  # spoils nobody else's
        moves = [store.append(table.id, decision(1), "running", 1.0) for table in tables[1:]]
        outcomes = await asyncio.gather(
            store.append(tables[0].id, bad, "running", None), *moves, return_exceptions=True
        )
        assert isinstance(outcomes[0], StoreError)
        assert set(outcomes[1:]) == {Outcome.STORED}

    tell(story)


def test_names_are_kept_once_and_needed(tell: Callable[[Story], None]) -> None:
    async def story(store: Store) -> None:
        await running(store)
        await store.keep_names("n1", b"other")
        assert await store.names("n1") == b"names"
        with pytest.raises(StoreError):
            await store.names("n2")
        with pytest.raises(StoreError):
            await store.append(TABLE.id, replace(decision(1), names="n2"), "running", None)
        assert [d.seq for d in await store.decisions(TABLE.id)] == [0]

    tell(story)


def test_a_refused_write_leaves_others_alone(tell: Callable[[Story], None]) -> None:
    async def story(store: Store) -> None:
        await running(store)
        broken = replace(TABLE, id="bbbbbbbbbb", seats=(Seat(0), Seat(0)))
        results = await asyncio.gather(
            store.append(TABLE.id, decision(1), "running", None), store.create(broken), return_exceptions=True
        )
        assert results[0] is Outcome.STORED
        assert isinstance(results[1], StoreError)
        assert await store.table("bbbbbbbbbb") is None

    tell(story)


def test_a_closed_store_says_so(tell: Callable[[Story], None]) -> None:
    async def story(store: Store) -> None:
        await store.ping()
        await store.close()
        for call in (store.ping(), store.key(), store.due(1)):
            with pytest.raises(StoreError):
                await call

    tell(story)


def test_writes_that_wait_share_a_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "t.db", "normal")
        await store.open()
        await running(store)
        commits: list[int] = []
        plain = store._commit

        def counted(db: sqlite3.Connection, batch: list[Any]) -> None:
            commits.append(len(batch))
            plain(db, batch)

        monkeypatch.setattr(store, "_commit", counted)
        await asyncio.gather(*(store.owe(TABLE.id, 1, None) for _ in range(100)))
        await store.close()
        assert sum(commits) == 100
        assert len(commits) < 50

    asyncio.run(story())


def test_the_file_is_written_through_by_default(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "t.db")
    migrate(store.path)
    db = store._connect()
    assert db.execute("PRAGMA synchronous").fetchone() == (2,)
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    db.close()


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such mode there")
def test_a_file_that_cannot_be_written_is_not_ready(tmp_path: Path) -> None:
    class Hasty(SqliteStore):
        def _connect(self) -> sqlite3.Connection:
            db = super()._connect()
            db.execute("PRAGMA busy_timeout=20")
            return db

    async def story() -> None:
        store = Hasty(tmp_path / "tables.db", "normal")
        await store.open()
        await store.ping()
        other = sqlite3.connect(store.path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError):
            await store.ping()
        other.close()
        await store.ping()
        await store.close()

    asyncio.run(story())


@contextlib.contextmanager
def no_room(path: Path) -> Iterator[None]:
    """Files do not grow any more, as on a full disk."""
    resource = pytest.importorskip("resource", reason="no such limit there")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit there")
def test_a_full_disk_is_not_ready_and_loses_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "tables.db", "normal")
        await store.open()
        await running(store)
        with no_room(tmp_path / "tables.db-wal"):
            for call in (store.ping(), store.append(TABLE.id, decision(1), "running", None), store.ping()):
                with pytest.raises(StoreError):
                    await call
            assert [d.seq for d in await store.decisions(TABLE.id)] == [0]
        await store.ping()
        assert await store.append(TABLE.id, decision(1), "running", None) is Outcome.STORED
        await store.close()

    asyncio.run(story())


class Stubborn(sqlite3.Connection):
    """Cannot take anything back while it is told not to."""

    stuck = False

    def execute(self, sql: str, *args: Any) -> sqlite3.Cursor:
        if self.stuck and sql in {"COMMIT", "ROLLBACK"}:
            raise sqlite3.OperationalError("disk I/O error")
        return super().execute(sql, *args)


def test_a_change_that_cannot_even_be_taken_back_is_answered(tmp_path: Path) -> None:
    """Whoever writes next is answered too, and all is well again when the disk is."""

    class Odd(SqliteStore):
        def _connect(self) -> sqlite3.Connection:
            return sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, factory=Stubborn)

    async def story() -> None:
        store = Odd(tmp_path / "tables.db", "normal")
        await store.open()
        await running(store)
        monkeypatch.setattr(Stubborn, "stuck", True)
        for seq in (1, 2):
            with pytest.raises(StoreError):
                await asyncio.wait_for(store.append(TABLE.id, decision(seq), "running", None), 5)
        monkeypatch.setattr(Stubborn, "stuck", False)
        with pytest.raises(StoreError):
            await store.ping()  # takes back what is left
        assert await store.append(TABLE.id, decision(1), "running", None) is Outcome.STORED
        await store.close()

    with pytest.MonkeyPatch.context() as monkeypatch:
        asyncio.run(story())


def replaced(path: Path) -> None:
    path.rename(path.with_suffix(".old"))
    migrate(path)


def removed(path: Path) -> None:
    path.unlink()


def emptied(path: Path) -> None:
    os.truncate(path, 0)


@pytest.mark.parametrize("harm", [replaced, removed, emptied])
@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be touched there")
def test_a_file_that_is_another_one_takes_no_move(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "tables.db", "normal")
        await store.open()
        await running(store)
        await store.ping()
        harm(store.path)
        for call in (store.ping(), store.append(TABLE.id, decision(1), "running", None)):
            with pytest.raises(StoreError, match="start the server again"):
                await call
        with contextlib.suppress(StoreError):
            await store.close()

    asyncio.run(story())


def test_a_damaged_file_is_not_opened(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "tables.db", "normal")
        await store.open()
        for i in range(50):
            await store.create(replace(TABLE, id=f"table{i:05}"))
        await store.close()
        damaged = bytearray(store.path.read_bytes())
        damaged[-3000:] = b"x" * 3000
        store.path.write_bytes(damaged)
        with pytest.raises(StoreError, match="cannot be opened"):
            await store.open()

    asyncio.run(story())


def test_a_move_writes_little(tmp_path: Path) -> None:
    """Each page that a move changes is written whole; pages are small, so that a move of 22 bytes is not 25 KB."""

    async def story() -> None:
        store = SqliteStore(tmp_path / "tables.db", "normal")
        await store.open()
        await running(store)
        log = tmp_path / "tables.db-wal"
        before = log.stat().st_size
        for seq in range(1, 51):
            assert await store.append(TABLE.id, decision(seq), "running", 1.0) is Outcome.STORED
        assert (log.stat().st_size - before) / 50 < 8000
        await store.close()

    asyncio.run(story())


def test_setting_the_clock_back_puts_nothing_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "tables.db", "normal")
        await store.open()
        await running(store, due_in=0.05)
        yesterday = time.time() - 86400
        monkeypatch.setattr(time, "time", lambda: yesterday)
        due = await store.due(10)
        assert due.next_in is None or due.next_in < 1
        await asyncio.sleep(0.06)
        assert (await store.due(10)).tables == (TABLE.id,)
        await store.close()

    asyncio.run(story())


def test_nobody_else_reads_the_file(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "t.db"
    migrate(path)
    assert path.stat().st_mode & 0o077 == 0


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    path.write_text("a letter to somebody, and not a database at all, however long it is" * 20)
    with pytest.raises(StoreError, match=r"t\.db cannot be opened"):
        asyncio.run(SqliteStore(path).open())


def test_migrations_make_the_schema_of_the_code(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    assert migrate(path) == migrate(path)
    engine = sa.create_engine(f"sqlite:///{path}", poolclass=sa.NullPool)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_a_file_of_an_older_server_keeps_its_rows(tmp_path: Path) -> None:
    """Made when there were no links and faces beside the seats' numbers."""
    path = tmp_path / "t.db"
    migrate(path, "0001")
    db = sqlite3.connect(path)
    db.execute("INSERT INTO settings VALUES ('key', x'00')")
    db.execute("INSERT INTO games VALUES ('abcdefghjk', '{}', x'00', 0, 'en', 'open', 0, 1.0, NULL)")
    db.execute("INSERT INTO seats VALUES ('abcdefghjk', 0, 'human', 'Ann', 0), ('abcdefghjk', 1, 'open', '', 2)")
    db.commit()
    db.close()
    migrate(path)
    store = SqliteStore(path)

    async def story() -> None:
        await store.open()
        assert await store.key() == b"\x00"
        table = await store.table("abcdefghjk")
        assert table is not None
        assert table.seats == (Seat(0, "human", "Ann"), Seat(1, epoch=2))
        assert (table.pace, table.takeover, table.rematch) == ("normal", False, "")
        await store.close()

    asyncio.run(story())
