"""Bring a database to the present schema. The server does this by itself at every start."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

MIGRATING = 0x756E6465726D6967  # the advisory lock's number; any would do
SCRIPTS = Path(__file__).parent / "migrations"


def migrate(database: Path, revision: str = "head") -> str:
    """Upgrade the file, making it when it is not there; returns the newest revision there is."""
    database.parent.mkdir(parents=True, exist_ok=True)
    database.touch(mode=0o600)  # the key of all seat links is inside
    engine = sa.create_engine(sa.URL.create("sqlite", database=str(database)), poolclass=sa.NullPool)
    sa.event.listen(engine, "connect", _plain)
    sa.event.listen(engine, "begin", _lock)
    with engine.begin() as connection:
        return _upgrade(connection, revision)


async def migrate_postgres(url: str, revision: str = "head") -> str:
    """The same for a PostgreSQL; whoever comes second waits, and finds it done."""
    from sqlalchemy.ext.asyncio import create_async_engine  # noqa: PLC0415  # only who needs it waits for it

    engine = create_async_engine(url.replace("postgresql://", "postgresql+asyncpg://", 1), poolclass=sa.NullPool)
    async with engine.begin() as connection:
        await connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
        return await connection.run_sync(_upgrade, revision)


def _upgrade(connection: sa.Connection, revision: str) -> str:
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    head = ScriptDirectory.from_config(config).get_current_head() or ""
    if MigrationContext.configure(connection).get_current_revision() != head:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    return head


def _plain(connection: sqlite3.Connection, _record: object) -> None:
    """No transaction but the one we begin: the driver would leave the making of tables out of it."""
    connection.isolation_level = None
    connection.execute("PRAGMA page_size=1024")  # of a new file: a move changes six pages, and each is written whole


def _lock(connection: sa.Connection) -> None:
    """All or nothing, and one process at a time."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
