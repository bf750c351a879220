"""Start the server: find a place for the database, take the port, say where to go, and serve until told to stop."""

from __future__ import annotations

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
from collections.abc import Callable
from pathlib import Path

import segno
import sqlalchemy as sa
import uvicorn
from alembic.util import CommandError

from undermine.errors import UndermineError
from undermine.server.app import make_app
from undermine.server.frames import Frames
from undermine.server.guard import Guard
from undermine.server.logs import set_up
from undermine.server.migrate import migrate
from undermine.server.settings import Settings

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  # compared with, not listened at
MAX_MESSAGE = 16384  # bytes of one message from a client


class ServeError(UndermineError):
    """The server cannot start: PORT_TAKEN, BAD_ADDRESS, NO_DATABASE, DATABASE_IN_USE."""


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


def _no_database(database: Path, cause: object) -> ServeError:
    return ServeError(
        "NO_DATABASE", f"The database {database} cannot be opened ({cause}): choose another file with --db."
    )


def serve(settings: Settings, say: Callable[[str], None]) -> None:
    """Serve until stopped; raises ServeError when it cannot begin."""
    set_up(settings.log_level)
    if settings.host in EVERYWHERE:
        settings = dataclasses.replace(settings, lan=lan_address())
    with contextlib.closing(listen(settings)) as taken, contextlib.closing(claim(settings.database)):
        migrate_file(settings.database)
        _serve_at(taken, settings, say)


def _serve_at(taken: socket.socket, settings: Settings, say: Callable[[str], None]) -> None:
    app: Guard = make_app(settings)
    config = uvicorn.Config(
        app,
        ws=Frames,
        ws_max_size=MAX_MESSAGE,
        ws_per_message_deflate=False,
        loop="uvloop" if importlib.util.find_spec("uvloop") else "asyncio",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    port = taken.getsockname()[1]
    with contextlib.suppress(KeyboardInterrupt):  # Ctrl+C is how it is stopped; everything is closed by then
        _Server(config, lambda: say(greeting(settings, port))).run(sockets=[taken])
