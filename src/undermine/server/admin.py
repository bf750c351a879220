"""What whoever runs the server may do, by a token: look at tables, end, save or delete one, and read the figures.

There is nothing here without a token in the settings. An exported table has everything in it, hands and chance included.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace
from typing import Any, Final, Literal

import msgspec
import structlog
from litestar import Response, delete, get, post
from litestar.connection import ASGIConnection
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK
from litestar.types import ControllerRouterHandler

from undermine.server import metrics
from undermine.server.auth import is_table_id
from undermine.server.game import read_options
from undermine.server.readers import AnyRequest, lobby_of
from undermine.server.sentences import Problem
from undermine.server.store.base import Listed, Status, Table

log = structlog.get_logger("undermine.admin")
PAGE: Final = 100  # tables of one answer
PREFIX: Final = "Bearer "


class AdminTable(msgspec.Struct, frozen=True):
    """A table, as whoever runs the server sees it."""

    id: str
    game: str
    extras: list[str]
    players: int
    status: Literal["open", "running", "over"]
    seq: int  # decisions stored
    idle: float  # seconds since the last one, or since it was opened
    people: int  # seats taken by people


class AdminTables(msgspec.Struct, frozen=True):
    """GET /admin/tables."""

    tables: list[AdminTable]
    more: bool  # ask again, `after` the last of these


class Exported(msgspec.Struct, frozen=True):
    """GET /admin/tables/{id}: everything that is stored of it; bytes are base64."""

    table: dict[str, Any]
    decisions: list[dict[str, Any]]
    names: dict[str, bytes]


def operators_only(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """Whoever does not know the token learns nothing but that there is one."""
    wanted = lobby_of(connection).settings.admin_token
    if not wanted:
        raise Problem("NOT_FOUND", 404)
    said = connection.headers.get("authorization", "")
    given = hashlib.sha256(said.removeprefix(PREFIX).encode()).digest()
    if not said.startswith(PREFIX) or not hmac.compare_digest(given, hashlib.sha256(wanted.encode()).digest()):
        log.warning("somebody without the token", path=connection.scope["path"])
        raise Problem("NOT_OPERATOR", 401)


def _shown(listed: Listed) -> AdminTable:
    options = read_options(listed.options)
    return AdminTable(
        id=listed.id,
        game=options.game,
        extras=list(options.extras),
        players=options.players,
        status=listed.status,
        seq=listed.seq,
        idle=round(listed.idle, 1),
        people=listed.people,
    )


@get("/admin/tables", guards=[operators_only])
async def list_tables(request: AnyRequest) -> AdminTables:
    """A page of them, by id; `after` is the last one of the page before."""
    query = request.query_params
    status = query.get("status", "")
    if status not in {"", "open", "running", "over"}:
        raise Problem("BAD_REQUEST")
    found = await lobby_of(request).store.tables(query.get("after", ""), PAGE, _status(status))
    return AdminTables([_shown(listed) for listed in found], len(found) == PAGE)


def _status(text: str) -> Status | None:
    return text or None  # type: ignore[return-value]  # it was looked at


@get("/admin/tables/{table_id:str}", guards=[operators_only])
async def export_table(table_id: FromPath[str], request: AnyRequest) -> Response[Exported]:
    """Everything that is stored of one."""
    store = lobby_of(request).store
    row = await _row(table_id, request)
    decisions = await store.decisions(table_id)
    keys = {decision.names for decision in decisions} | ({row.rules} if row.rules else set())
    log.info("table exported", table=table_id)
    body = Exported(
        table=msgspec.to_builtins(replace(row, elsewhere={})),
        decisions=[msgspec.to_builtins(decision) for decision in decisions],
        names={key: await store.names(key) for key in sorted(keys)},
    )
    return Response(body, headers={"cache-control": "no-store"})


async def _row(table_id: str, request: AnyRequest) -> Table:
    row = await lobby_of(request).store.table(table_id) if is_table_id(table_id) else None
    if row is None:
        raise Problem("NO_TABLE", 404)
    return row


@post("/admin/tables/{table_id:str}/end", guards=[operators_only], status_code=HTTP_200_OK)
async def end_table(table_id: FromPath[str], request: AnyRequest) -> AdminTable:
    """The game is over as it stands; who is there is told."""
    await _row(table_id, request)
    await lobby_of(request).end(table_id)
    log.info("table ended", table=table_id)
    (found,) = await lobby_of(request).store.tables("", 1, None, table_id)
    return _shown(found)


@delete("/admin/tables/{table_id:str}", guards=[operators_only])
async def delete_table(table_id: FromPath[str], request: AnyRequest) -> None:
    """It is gone, its replay included; who is there is sent away."""
    await _row(table_id, request)
    await lobby_of(request).delete(table_id)
    log.info("table deleted", table=table_id)


@get("/metrics", guards=[operators_only])
async def show_metrics(request: AnyRequest) -> Response[bytes]:
    """For Prometheus."""
    lobby_of(request).note()
    return Response(metrics.page(), media_type=metrics.TYPE)


ADMIN: Final[list[ControllerRouterHandler]] = [list_tables, export_table, end_table, delete_table, show_metrics]
