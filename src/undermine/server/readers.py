"""Who asks, in which language, and where they found the server."""

from __future__ import annotations

import re
from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection

from undermine.server.auth import SeatKey, cookie_name
from undermine.server.lobby import Lobby
from undermine.server.sentences import language
from undermine.server.table import LiveTable

OWN_MACHINE = re.compile(r"(localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?=:|$)", re.IGNORECASE)
AnyRequest = Request[Any, Any, Any]
Connection = ASGIConnection[Any, Any, Any, Any]


def lobby_of(connection: Connection) -> Lobby:
    """The process' lobby."""
    lobby: Lobby = connection.app.state.lobby
    return lobby


def lang_of(connection: Connection) -> str:
    """The reader's language: asked for in the address, or the browser's own."""
    return language(connection.query_params.get("lang", "") or connection.headers.get("accept-language", ""))


def base_url(connection: Connection) -> str:
    """Where others find the server: where this reader did, but never at an address that means the reader's own machine."""
    settings = lobby_of(connection).settings
    if settings.public_url:
        return settings.public_url
    scheme = connection.scope["scheme"].replace("ws", "http")
    host = connection.headers.get("host", "localhost")
    name = OWN_MACHINE.match(host)
    if settings.lan and name is not None:
        host = settings.lan + host[name.end() :]
    return f"{scheme}://{host}"


def keys_of(connection: Connection, table: LiveTable) -> tuple[SeatKey, ...]:
    """The seats of the table's cookie: several where people share a device."""
    held = lobby_of(connection).signer.held(connection.cookies.get(cookie_name(table.row.id), ""), table.row.id)
    return tuple(key for key in held if table.seat(key) >= 0)


def seat_of(connection: Connection, table: LiveTable) -> int:
    """Which of them is meant; -1 without one."""
    return table.seat(table.meant(keys_of(connection, table), connection.query_params.get("seat", "")))


def seat_url(connection: Connection, *keys: SeatKey) -> str:
    """The secret link of a seat, or of all seats at one device."""
    return f"/s/{lobby_of(connection).signer.link(keys)}"
