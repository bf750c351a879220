"""Tables in PostgreSQL, beyond what every store promises."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from click.testing import CliRunner

from tests.server.database import Postgres
from tests.server.house import Json, house
from undermine.cli import main
from undermine.server.migrate import migrate_postgres
from undermine.server.store.base import Decision, Outcome, Seat, Store, StoreError, Table
from undermine.server.store.schema import metadata

TABLE = Table("abcdefghjk", b"{}", b"s" * 32, seats=(Seat(0, "human", "Ann"),))
OPENING = Decision(0, "auto:0", -1, "", b"deal", 5, "n1")


@pytest.fixture
def url(database_server: Postgres) -> str:
    return database_server.fresh()


def test_games_of_every_kind_are_played_to_the_end(tmp_path: Path, url: str) -> None:
    async def play(home: Any, wish: Json) -> None:
        made = (await home.post("/api/tables", wish)).json()
        watcher = await home.guest(made["table"])
        await watcher.come()
        await watcher.until(lambda guest: guest.over, 120)

    async def story() -> None:
        async with house(tmp_path, postgres=url) as home:
            games = (await home.http.get("/api/catalogue")).json()["games"]
            wishes = [
                {"game": game["key"], "edition": edition["key"], "players": n, "bots": n}
                for game in games
                for edition in game["editions"]
                for n in (max(3, game["players"][0]) if game["players"][1] > 2 else game["players"][0],)
            ]
            await asyncio.gather(*(play(home, wish) for wish in wishes))

    asyncio.run(story())


def test_migrations_make_the_schema_of_the_code_whoever_comes_first(url: str) -> None:
    async def story() -> None:
        from sqlalchemy.ext.asyncio import create_async_engine

        assert len(set(await asyncio.gather(*(migrate_postgres(url) for _ in range(4))))) == 1
        engine = create_async_engine(url.replace("postgresql:", "postgresql+asyncpg:"), poolclass=sa.NullPool)
        async with engine.connect() as db:
            found = await db.run_sync(lambda sync: compare_metadata(MigrationContext.configure(sync), metadata))
        assert found == []

    asyncio.run(story())


def test_moves_that_wait_share_a_statement(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from undermine.server.store.postgres import PostgresStore

    async def story() -> None:
        store = PostgresStore(url)
        await store.open()
        await store.keep_names("n1", b"names")
        tables = [replace(TABLE, id=f"table{i:05}") for i in range(40)]
        for table in tables:
            await store.create(table)
            assert await store.start(table, OPENING, None)
        batches: list[int] = []
        plain = store._store

        async def counted(batch: list[Any]) -> list[Outcome]:
            batches.append(len(batch))
            return await plain(batch)

        monkeypatch.setattr(store, "_store", counted)
        moves = [Decision(1, "0:a", 0, "{}", b"x", 6, "n1"), Decision(2, "0:b", 0, "{}", b"x", 7, "n1")]
        found = await asyncio.gather(*(store.append(t.id, move, "running", None) for move in moves for t in tables))
        assert set(found) == {Outcome.STORED}
        assert sum(batches) == 80
        assert len(batches) <= 6
        await store.close()

    asyncio.run(story())


def test_a_database_that_comes_back_is_used_again(database_server: Postgres, url: str) -> None:
    from undermine.server.store.postgres import PostgresStore

    async def story() -> None:
        store = PostgresStore(url)
        await store.open()
        await store.keep_names("n1", b"names")
        await store.create(TABLE)
        assert await store.start(TABLE, OPENING, None)
        await asyncio.to_thread(database_server.stop)
        move = Decision(1, "0:a", 0, "{}", b"x", 6, "n1")
        try:
            for call in (store.ping(), store.append(TABLE.id, move, "running", None)):
                with pytest.raises(StoreError):
                    await call
        finally:
            await asyncio.to_thread(database_server.start)
        await store.ping()
        assert await store.append(TABLE.id, move, "running", None) is Outcome.STORED
        await store.close()

    asyncio.run(story())


def test_the_command_line_brings_it_up_to_date(url: str) -> None:
    result = CliRunner().invoke(main, ["migrate", "--database", url])
    assert (result.exit_code, result.output) == (0, "The database is at revision 0008.\n")


@pytest.mark.parametrize("command", ["migrate", "serve"])
def test_a_database_that_is_not_there_is_one_sentence(url: str, command: str) -> None:
    for wrong, status in ((url + "none", 1), (re.sub(r":\d+/", ":1/", url), 1), ("mysql://x/y", 2)):
        result = CliRunner().invoke(main, [command, "--database", wrong], env={"PORT": "0"})
        assert result.exit_code == status
        assert "Traceback" not in result.output
        assert "database" in result.output.lower()


def test_a_table_is_seen_to_by_one_worker_until_it_is_late(url: str) -> None:
    from undermine.server.store.postgres import PostgresStore

    async def story() -> None:
        one, other = PostgresStore(url, lease=0.3), PostgresStore(url, lease=30)
        for store in (one, other):
            await store.open()
            await store.beat()
        await one.keep_names("n1", b"names")
        await one.create(TABLE)
        assert await one.start(TABLE, OPENING, 0)
        assert (await other.due(10)).tables == ()
        assert (await one.due(10)).tables == (TABLE.id,)
        assert (await one.due(10, (TABLE.id,))).tables == ()  # it is busy with that one, and keeps it
        assert (await other.due(10)).tables == ()
        await asyncio.sleep(0.4)
        assert (await other.due(10)).tables == (TABLE.id,)
        late = Decision(1, "auto:1", 0, "{}", b"x", 6, "n1")
        assert await one.append(TABLE.id, late, "running", 0) is Outcome.TAKEN  # another thinks about it now
        asked = replace(late, cmd="0:a")
        assert await one.append(TABLE.id, asked, "running", 0) is Outcome.STORED  # a person's move needs no lease
        assert await other.append(TABLE.id, replace(late, seq=2, cmd="auto:2"), "running", 0) is Outcome.TAKEN
        for store in (one, other):
            await store.close()

    asyncio.run(story())


def test_people_of_a_worker_that_is_silent_are_gone(url: str) -> None:
    from undermine.server.store.postgres import PostgresStore

    async def story() -> None:
        one, other = PostgresStore(url, lease=0.2), PostgresStore(url, lease=30)
        for store in (one, other):
            await store.open()
        assert not (await one.beat()).lost
        assert (await other.beat()).others == 1
        await one.create(TABLE)
        await one.attend(TABLE.id, {(0, 0): 2, (-1, 0): 3})

        async def seen(store: Store) -> dict[tuple[int, int], int]:
            table = await store.table(TABLE.id)
            assert table is not None
            return dict(table.elsewhere)

        assert await seen(other) == {(0, 0): 2, (-1, 0): 3}
        assert await seen(one) == {}
        before = await other.look([TABLE.id, "zzzzzzzzzz"])
        await asyncio.sleep(0.3)
        beat = await other.beat()
        assert (beat.others, beat.left) == (0, (TABLE.id,))
        assert await seen(other) == {}
        assert (await other.look([TABLE.id])) != before
        assert (await one.beat()).lost
        for store in (one, other):
            await store.close()

    asyncio.run(story())
