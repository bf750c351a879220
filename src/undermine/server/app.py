"""HTTP and sockets on Litestar: addresses and cookies here, everything else in modules that know no framework."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from io import BytesIO
from typing import Any, Final

import segno
import structlog
from litestar import Litestar, MediaType, Request, Response, WebSocket, get, post, websocket
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException, WebSocketDisconnect
from litestar.params import FromPath, JSONBody
from litestar.status_codes import (
    HTTP_200_OK,
    HTTP_303_SEE_OTHER,
    HTTP_404_NOT_FOUND,
    HTTP_405_METHOD_NOT_ALLOWED,
)
from litestar.types import ControllerRouterHandler, ExceptionHandlersMap

import undermine
import undermine.kernel.engine
from undermine.present.guide import Guide
from undermine.server.auth import SeatKey, cookie_name, cookie_paths
from undermine.server.bundle import Bundle, File
from undermine.server.catalogue import catalogue, guide, rule
from undermine.server.guard import Guard, address
from undermine.server.lobby import Lobby
from undermine.server.protocol import (
    Catalogue,
    Failure,
    Health,
    NewTable,
    Opened,
    Ready,
    Rule,
    Seated,
    TableInfo,
    TakeSeat,
)
from undermine.server.replays import OPEN, Kept, Replays
from undermine.server.sentences import Problem, language, sentence
from undermine.server.settings import Settings
from undermine.server.store.base import StoreError
from undermine.server.store.sqlite import SqliteStore
from undermine.server.table import LiveTable
from undermine.server.talk import Caller, Talks

log = structlog.get_logger("undermine.http")
MONTH = 30 * 24 * 3600
OWN_MACHINE = re.compile(r"(localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?=:|$)", re.IGNORECASE)
LEFT = "client disconnected prematurely"  # the framework's words when a body ends before its time
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


def seat_of(connection: Connection, table: LiveTable) -> int:
    """The seat of the table's cookie; -1 without one."""
    return table.seat(lobby_of(connection).signer.check(connection.cookies.get(cookie_name(table.row.id), "")))


def seat_url(connection: Connection, key: SeatKey) -> str:
    """The secret link of a seat."""
    return f"/s/{lobby_of(connection).signer.token(key)}"


@post("/api/tables")
async def open_table(data: JSONBody[NewTable], request: AnyRequest) -> Opened:
    """A new table."""
    table, key = await lobby_of(request).create(data)
    return Opened(table.row.id, f"/t/{table.row.id}" if key is None else seat_url(request, key))


@get("/api/tables/{table_id:str}")
async def show_table(table_id: FromPath[str], request: AnyRequest) -> TableInfo:
    """A table as the reader sees it."""
    table = await lobby_of(request).table(table_id)
    return table.info(seat_of(request, table), base_url(request))


@post("/api/tables/{table_id:str}/seats")
async def take_seat(table_id: FromPath[str], data: JSONBody[TakeSeat], request: AnyRequest) -> Seated:
    """A seat for a name; whoever has one already is given the same again."""
    table = await lobby_of(request).table(table_id)
    seat = seat_of(request, table)
    key = table.key(seat) if seat >= 0 else await table.sit(data.name, data.seat)
    return Seated(seat_url(request, key))


@get("/api/tables/{table_id:str}/seat")
async def show_seat(table_id: FromPath[str], request: AnyRequest) -> Response[Seated]:
    """The reader's own link once more, for another device."""
    return Response(Seated(await own_link(table_id, request)), headers={"cache-control": "no-store"})


@get("/api/tables/{table_id:str}/seat.svg")
async def show_seat_qr(table_id: FromPath[str], request: AnyRequest) -> Response[bytes]:
    """The same as a picture."""
    return qr(await own_link(table_id, request), "no-store")


async def own_link(table_id: str, request: AnyRequest) -> str:
    """The whole address of the reader's seat link."""
    table = await lobby_of(request).table(table_id)
    seat = seat_of(request, table)
    if seat < 0:
        raise Problem("NOT_SEATED", 403)
    return base_url(request) + seat_url(request, table.key(seat))


@post("/api/tables/{table_id:str}/start", status_code=HTTP_200_OK)
async def start_table(table_id: FromPath[str], request: AnyRequest) -> TableInfo:
    """The host begins."""
    table = await lobby_of(request).table(table_id)
    await table.start(seat_of(request, table))
    return table.info(seat_of(request, table), base_url(request))


@get("/api/tables/{table_id:str}/qr.svg")
async def show_qr(table_id: FromPath[str], request: AnyRequest) -> Response[bytes]:
    """The invite link as a picture."""
    table = await lobby_of(request).table(table_id)
    return qr(table.info(-1, base_url(request)).invite, "no-cache")


def qr(address: str, cache: str) -> Response[bytes]:
    """An address as a picture."""
    out = BytesIO()
    try:
        code = segno.make(address, micro=False)
    except segno.DataOverflowError as error:  # the Host header was made to be too long
        raise Problem("BAD_REQUEST") from error
    code.save(out, kind="svg", border=2, scale=4)
    return Response(out.getvalue(), media_type="image/svg+xml", headers={"cache-control": cache})


def send_kept(kept: Kept, request: AnyRequest, media_type: str, **headers: str) -> Response[bytes]:
    """A finished game, compressed for whoever can read that."""
    packed = "gzip" in request.headers.get("accept-encoding", "")
    headers = {"vary": "accept-encoding", "cache-control": "no-cache", **headers}
    if packed:
        headers["content-encoding"] = "gzip"
    return Response(kept.body if packed else kept.plain, media_type=media_type, headers=headers)


@get("/api/tables/{table_id:str}/replay")
async def show_replay(table_id: FromPath[str], request: AnyRequest) -> Response[bytes]:
    """A finished game, frame by frame."""
    replays: Replays = request.app.state.replays
    kept = await replays.replay(table_id, request.query_params.get("eyes", OPEN))
    return send_kept(kept, request, MediaType.JSON)


@get("/api/tables/{table_id:str}/record")
async def show_record(table_id: FromPath[str], request: AnyRequest) -> Response[bytes]:
    """A finished game as a file."""
    replays: Replays = request.app.state.replays
    kept = await replays.record(table_id)
    disposition = f'attachment; filename="undermine-{table_id}.txt"'
    return send_kept(kept, request, MediaType.TEXT, **{"content-disposition": disposition})


@get("/api/catalogue")
async def show_catalogue(request: AnyRequest) -> Catalogue:
    """What can be played here."""
    return catalogue(lang_of(request))


@get("/api/guide")
async def show_guide(request: AnyRequest) -> Guide:
    """How to play what is chosen."""
    return guide(request.query_params, lang_of(request))


@get("/api/rules/{rule_id:str}")
async def show_rule(rule_id: FromPath[str], request: AnyRequest) -> Rule:
    """One rule's text."""
    return rule(rule_id, lang_of(request))


@get("/s/{token:str}")
async def follow_seat_link(token: FromPath[str], request: AnyRequest) -> Response[None]:
    """A seat link: remember the seat and go to the table. A forged or withdrawn link leads nowhere."""
    key = lobby_of(request).signer.check(token)
    if key is None:
        raise Problem("NOT_FOUND", 404)
    table = await lobby_of(request).table(key.table)
    if table.seat(key) < 0:
        raise Problem("NOT_FOUND", 404)
    cookies = [
        Cookie(
            key=cookie_name(key.table),
            value=token,
            path=path,
            max_age=MONTH,
            httponly=True,
            samesite="strict",
            secure=base_url(request).startswith("https:"),
        )
        for path in cookie_paths(key.table)
    ]
    headers = {"location": f"/t/{key.table}", "cache-control": "no-store"}
    return Response(None, status_code=HTTP_303_SEE_OTHER, headers=headers, cookies=cookies)


@get("/healthz")
async def healthz() -> Health:
    """The process runs."""
    return Health(ok=True, version=undermine.__version__, compiled=is_compiled())


@get("/readyz")
async def readyz(request: AnyRequest) -> Ready:
    """Tables can be stored; a StoreError is answered with 503."""
    await lobby_of(request).store.ping()
    return Ready(ok=True)


def is_compiled() -> bool:
    """Whether the engine that is loaded is the compiled one."""
    return not str(undermine.kernel.engine.__file__).endswith(".py")


# Pages


def send_file(file: File, request: AnyRequest, status: int = HTTP_200_OK) -> Response[bytes]:
    """A file, or the word that the browser has it already."""
    way, body = file.best(request.headers.get("accept-encoding", ""))
    etag = f'{file.etag[:-1]}-{way}"' if way else file.etag
    headers = {"etag": etag, "cache-control": file.cache}
    if file.packed:
        headers["vary"] = "accept-encoding"
    if status == HTTP_200_OK and request.headers.get("if-none-match") == etag:
        return Response(b"", status_code=304, headers=headers, media_type=file.media_type)
    if way:
        headers["content-encoding"] = way
    return Response(body, status_code=status, headers=headers, media_type=file.media_type)


def wants_page(request: AnyRequest) -> bool:
    """Somebody typed or followed an address; whoever asks for data says so, or nothing."""
    return not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", "")


@get(["/", "/guide", "/t/{table_id:str}", "/t/{table_id:str}/replay"])
async def show_page(request: AnyRequest) -> Response[bytes]:
    """The browser game."""
    bundle: Bundle = request.app.state.bundle
    return send_file(bundle.page, request)


@get("/{file_path:path}")
async def show_file(file_path: FromPath[str], request: AnyRequest) -> Response[bytes]:
    """A file of the browser game."""
    bundle: Bundle = request.app.state.bundle
    file = bundle.find(str(file_path).lstrip("/"))
    if file is None:
        raise Problem("NOT_FOUND", 404)
    return send_file(file, request)


# Sockets


class LitestarWire:
    """A socket of the framework, as the room knows it."""

    def __init__(self, socket: WebSocket[Any, Any, Any]) -> None:
        self._socket = socket

    async def send(self, text: str) -> None:
        """Raises OSError when the other side has gone."""
        try:
            await self._socket.send_data(text)
        except (WebSocketDisconnect, RuntimeError) as error:
            raise OSError("the socket is closed") from error

    async def close(self, code: int) -> None:
        """Harmless on a closed socket."""
        try:
            await self._socket.close(code)
        except (WebSocketDisconnect, RuntimeError) as error:
            raise OSError("the socket is closed") from error

    async def receive(self) -> str | bytes | None:
        """The next message; None when the other side has gone."""
        try:
            event: dict[str, Any] = dict(await self._socket.receive())
        except WebSocketDisconnect:
            return None
        if event["type"] != "websocket.receive":
            return None
        text = event.get("text")
        return text if text is not None else event.get("bytes")


@websocket("/ws/{table_id:str}")
async def socket_at_table(table_id: FromPath[str], socket: WebSocket[Any, Any, Any]) -> None:
    """The conversation of one browser with one table."""
    await socket.accept()
    talks: Talks = socket.app.state.talks
    wire = LitestarWire(socket)
    caller = Caller(
        table=table_id,
        token=socket.cookies.get(cookie_name(table_id), ""),
        address=address(socket.scope["client"]),
        base_url=base_url(socket),
        lang=lang_of(socket),
    )
    await talks.hold(caller, wire, wire.receive)


# Everything that goes wrong is one sentence with a code


def _fail(request: AnyRequest, code: str, status: int, text: str = "") -> Response[Failure]:
    failure = Failure(code, text or sentence(code, lang_of(request)))
    return Response(failure, status_code=status, media_type=MediaType.JSON)


def on_problem(request: AnyRequest, error: Problem) -> Response[Failure] | Response[bytes]:
    """Somebody asked for what cannot be; where a page was looked for, the browser game says so in the reader's language."""
    if error.status == HTTP_404_NOT_FOUND and wants_page(request):
        return show_nothing(request)
    return _fail(request, error.code, error.status, error.text)


def show_nothing(request: AnyRequest) -> Response[bytes]:
    """The page of an address at which there is nothing."""
    bundle: Bundle = request.app.state.bundle
    return send_file(bundle.page, request, HTTP_404_NOT_FOUND)


def on_http_error(request: AnyRequest, error: HTTPException) -> Response[Failure] | Response[bytes]:
    """The framework turned a request away."""
    if error.status_code == HTTP_404_NOT_FOUND:
        return show_nothing(request) if wants_page(request) else _fail(request, "NOT_FOUND", HTTP_404_NOT_FOUND)
    if error.status_code == HTTP_405_METHOD_NOT_ALLOWED:
        answer = _fail(request, "NOT_FOUND", HTTP_405_METHOD_NOT_ALLOWED)
        answer.headers["allow"] = (error.headers or {}).get("allow", "").replace("GET", "GET, HEAD")
        return answer
    if error.status_code < 500:
        return _fail(request, "BAD_REQUEST", error.status_code)
    if error.detail == LEFT:
        return _fail(request, "BAD_REQUEST", 400)
    return on_exception(request, error)


def on_bad_body(request: AnyRequest, _error: RecursionError | UnicodeDecodeError) -> Response[Failure]:
    """A body of brackets within brackets, or of letters that are none."""
    return _fail(request, "BAD_REQUEST", 400)


def on_store_error(request: AnyRequest, error: StoreError) -> Response[Failure]:
    """The database does not answer."""
    log.warning("store failed", error=str(error))
    return _fail(request, "TRY_AGAIN", 503)


def on_exception(request: AnyRequest, error: Exception) -> Response[Failure]:
    """Nobody thought of this; the traceback goes to the log, and only there."""
    log.error("request failed", error=type(error).__name__, exc_info=error)
    return _fail(request, "INTERNAL", 500)


ROUTES: Final[list[ControllerRouterHandler]] = [
    open_table,
    show_table,
    take_seat,
    show_seat,
    show_seat_qr,
    start_table,
    show_qr,
    show_replay,
    show_record,
    show_catalogue,
    show_guide,
    show_rule,
    follow_seat_link,
    healthz,
    readyz,
    show_page,
    show_file,
    socket_at_table,
]
ANSWERS: Final[ExceptionHandlersMap] = {
    Problem: on_problem,
    HTTPException: on_http_error,
    RecursionError: on_bad_body,
    UnicodeDecodeError: on_bad_body,
    StoreError: on_store_error,
    Exception: on_exception,
}


def make_app(settings: Settings) -> Guard:
    """The whole server as one ASGI application."""
    lobby = Lobby(SqliteStore(settings.database, settings.sync), settings)

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncGenerator[None, None]:
        await lobby.open()
        app.state.lobby, app.state.talks, app.state.bundle = lobby, Talks(lobby), Bundle(settings.bundle)
        app.state.replays = Replays(lobby.store)
        try:
            yield
        finally:
            await lobby.close()

    app = Litestar(
        route_handlers=ROUTES,
        lifespan=[life],
        exception_handlers=ANSWERS,
        openapi_config=None,
        logging_config=None,
        request_max_body_size=16384,
    )
    return Guard(app, lobby)
