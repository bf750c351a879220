"""Start the server: find a place for the database, take the port, say where to go, and serve until told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import errno
import importlib.util
import io
import ipaddress
import os
import socket
import sqlite3
import sys
import time
from collections.abc import Callable
from pathlib import Path

import segno
import sqlalchemy as sa
import uvicorn
from alembic.util import CommandError

from undermine.errors import UndermineError
from undermine.server import memory
from undermine.server.app import make_app
from undermine.server.crew import Crew, CrewError
from undermine.server.doors import opened_by, raise_file_limit
from undermine.server.frames import Frames
from undermine.server.guard import Guard
from undermine.server.logs import set_up
from undermine.server.migrate import migrate, migrate_postgres
from undermine.server.settings import Settings
from undermine.server.store.base import StoreError
from undermine.server.store.files import copy

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  # compared with, not listened at


class ServeError(UndermineError):
    """It cannot be done: PORT_TAKEN, BAD_ADDRESS, NO_DATABASE, DATABASE_IN_USE, BAD_COPY, SEVERAL_WORKERS, NO_WORKER."""


def data_folder() -> Path:
    """Where this user's programs keep their data."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "undermine"


def listen(settings: Settings) -> socket.socket:
    """The listening socket; a taken port is told in one sentence."""
    taken = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
    try:
        if os.name == "posix":  # elsewhere it would let two servers share a port
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind((settings.host, settings.port))
    except OSError as error:
        taken.close()
        where = f"{settings.host}:{settings.port}"
        if error.errno == errno.EADDRINUSE:
            text = f"Port {settings.port} is in use: stop the other program, or choose another with --port {settings.port + 1}."
            raise ServeError("PORT_TAKEN", text) from error
        text = f"Cannot listen at {where} ({error.strerror or error}): choose another --host or --port."
        raise ServeError("BAD_ADDRESS", text) from error
    return taken


def lan_address() -> str:
    """The address other devices at home reach this machine at; empty without a network. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if ipaddress.ip_address(found).is_loopback else found


def greeting(settings: Settings, port: int) -> str:
    """What is shown in the terminal: where to go, and a QR code for phones when they can come."""
    if settings.public_url:
        return f"Undermine is served at {settings.public_url}"
    here = (
        "127.0.0.1" if settings.host in EVERYWHERE else f"[{settings.host}]" if ":" in settings.host else settings.host
    )
    lines = [f"Undermine is served at http://{here}:{port} (stop it with Ctrl+C)"]
    if settings.lan:
        url = f"http://{settings.lan}:{port}"
        code = io.StringIO()
        segno.make(url, micro=False).terminal(out=code, compact=True, border=1)
        lines += [f"Phones and other computers at home: {url}", code.getvalue().rstrip("\n")]
    return "\n".join(lines)


class _Server(uvicorn.Server):
    """Says where it is once it can be reached."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """As uvicorn does it."""
        await super().startup(sockets)
        if self.started:
            memory.set_up()
            self._ready()


def migrate_file(database: Path) -> str:
    """Bring a database up to date before anything else, so that trouble with it is one sentence."""
    try:
        return migrate(database)
    except (sa.exc.SQLAlchemyError, CommandError, OSError) as error:
        raise _no_database(database, getattr(error, "orig", None) or error) from error


def claim(database: Path) -> sqlite3.Connection:
    """One server for a database, until this is closed or the process ends: two would not hear of each other's moves."""
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        lock = sqlite3.connect(f"{database.resolve()}.lock", isolation_level=None, timeout=0)
    except (sqlite3.Error, OSError) as error:
        raise _no_database(database, error) from error
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        lock.close()
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise _no_database(database, error) from error
        text = f"The database {database} is in use by another server: stop that one, or choose another file with --db."
        raise ServeError("DATABASE_IN_USE", text) from error
    return lock


def backup(database: Path, target: Path) -> None:
    """A copy of a database in use; raises ServeError when it cannot be made."""
    if target.exists():
        raise ServeError("BAD_COPY", f"{target} is there already: choose another file with --to.")
    if not database.exists():
        raise ServeError("NO_DATABASE", f"There is no database {database}: choose another file with --db.")
    try:
        copy(database, target)
    except (sqlite3.Error, OSError) as error:
        raise ServeError("BAD_COPY", f"{database} cannot be copied to {target} ({error}).") from error


def restore(source: Path, database: Path) -> Path | None:
    """Put a copy in a database's place, and what was there beside it; returns where that is."""
    with contextlib.closing(claim(database)):
        fresh = database.with_name(database.name + ".restored")
        try:
            copy(source, fresh)
        except (sqlite3.Error, OSError) as error:
            raise ServeError("BAD_COPY", f"{source} is no sound copy of a database ({error}).") from error
        migrate_file(fresh)
        kept = database.with_name(f"{database.name}.before-{time.strftime('%Y%m%d-%H%M%S')}")
        there = database.exists()
        for end in ("-wal", "-shm", ""):
            part = database.with_name(database.name + end)
            if part.exists():
                part.replace(kept.with_name(kept.name + end))
        fresh.replace(database)
        return kept if there else None


def _no_database(database: Path, cause: object) -> ServeError:
    return ServeError(
        "NO_DATABASE", f"The database {database} cannot be opened ({cause}): choose another file with --db."
    )


def serve(settings: Settings, say: Callable[[str], None]) -> None:
    """Serve until stopped; raises ServeError when it cannot begin."""
    set_up(settings.log_level)
    if settings.workers > 1 and not settings.postgres:
        text = (
            "A file is served by one worker: for several, keep the tables in a PostgreSQL with --database,"
            " or leave out --workers (UNDERMINE_WORKERS)."
        )
        raise ServeError("SEVERAL_WORKERS", text)
    if settings.workers > 1 and os.name != "posix":
        raise ServeError("SEVERAL_WORKERS", "Several workers cannot share a port on this system: leave out --workers.")
    if settings.host in EVERYWHERE:
        settings = dataclasses.replace(settings, lan=lan_address())
    with contextlib.ExitStack() as held:
        taken = held.enter_context(contextlib.closing(listen(settings)))
        if settings.postgres:
            asyncio.run(_try(settings.postgres))
        else:
            held.enter_context(contextlib.closing(claim(settings.database)))
            migrate_file(settings.database)
        port = taken.getsockname()[1]
        if settings.workers > 1:
            _serve_by_crew(taken, settings, lambda: say(greeting(settings, port)))
        else:
            serve_at(taken, settings, lambda: say(greeting(settings, port)))


def _serve_by_crew(taken: socket.socket, settings: Settings, ready: Callable[[], None]) -> None:
    taken.listen(2048)
    taken.set_inheritable(True)

    async def work() -> None:
        await Crew(settings, taken, ready).run()

    try:
        asyncio.run(work())
    except CrewError as error:
        raise ServeError("NO_WORKER", "No worker starts: what they wrote to the log says why.") from error


async def _try(url: str) -> None:
    """Open and close a PostgreSQL once, so that trouble with it is one sentence; this brings it up to date, too."""
    from undermine.server.store.postgres import PostgresStore  # noqa: PLC0415  # most servers never load its driver

    store = PostgresStore(url)
    try:
        await store.open()
    except StoreError as error:
        raise ServeError("NO_DATABASE", str(error)) from error
    await store.close()


def migrate_url(url: str) -> str:
    """Bring a PostgreSQL up to date."""
    try:
        return asyncio.run(migrate_postgres(url))
    except (sa.exc.SQLAlchemyError, CommandError, OSError, ValueError) as error:
        cause = getattr(error, "orig", None) or error
        raise ServeError("NO_DATABASE", f"The database cannot be opened ({cause}): look at --database.") from error


def config_of(app: Guard, connections: int) -> uvicorn.Config:
    """How uvicorn serves the application."""
    return uvicorn.Config(
        app,
        http=opened_by(app.lobby.settings, connections),
        ws=Frames,
        ws_max_size=app.lobby.settings.message_size,
        ws_per_message_deflate=False,
        loop="uvloop" if importlib.util.find_spec("uvloop") else "asyncio",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )


def serve_at(
    taken: socket.socket,
    settings: Settings,
    ready: Callable[[], None],
    watch: Callable[[Callable[[], None]], None] = lambda _stop: None,
) -> None:
    """Serve in this process until told to stop, by a signal or by whoever is given the means to `watch`."""
    set_up(settings.log_level, for_good=True)
    server = _Server(config_of(make_app(settings), raise_file_limit()), ready)

    def stop() -> None:
        server.should_exit = True

    watch(stop)
    with contextlib.suppress(KeyboardInterrupt):  # Ctrl+C is how it is stopped; everything is closed by then
        server.run(sockets=[taken])
