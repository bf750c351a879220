"""HTTP and sockets on Litestar: addresses and cookies here, everything else in modules that know no framework."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

from litestar import Litestar, MediaType, Response, WebSocket, get, post, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK
from litestar.types import ControllerRouterHandler

import undermine
import undermine.kernel.engine
from undermine.present.guide import Guide
from undermine.server.admin import ADMIN
from undermine.server.answers import ANSWERS, send_file
from undermine.server.auth import cookie_name
from undermine.server.bodies import (
    Catalogue,
    Choice,
    Health,
    NewTable,
    Opened,
    OpenTables,
    Ready,
    Rule,
    Seated,
    SetUp,
    TakeSeat,
)
from undermine.server.boxes import Packed, packed
from undermine.server.brought import LONGEST
from undermine.server.bundle import Bundle
from undermine.server.bus import Bus, NoBus, NotifyWire, RedisWire, WiredBus
from undermine.server.catalogue import box_of, catalogue, guide, open_table_of, rule
from undermine.server.film import OPEN
from undermine.server.frames import PUT
from undermine.server.guard import Guard, address
from undermine.server.links import come_from_elsewhere, follow_seat_link
from undermine.server.lobby import Lobby
from undermine.server.pictures import qr
from undermine.server.protocol import TableInfo
from undermine.server.readers import AnyRequest, base_url, keys_of, lang_of, lobby_of, seat_of, seat_url
from undermine.server.replays import Kept, Replays
from undermine.server.sentences import Problem
from undermine.server.settings import Settings
from undermine.server.setup import set_up
from undermine.server.store.base import Store
from undermine.server.store.sqlite import SqliteStore
from undermine.server.table import LiveTable
from undermine.server.talk import Caller, Talks


@post("/api/tables")
async def open_table(data: JSONBody[NewTable], request: AnyRequest) -> Opened:
    """A new table."""
    table, keys = await lobby_of(request).create(data)
    way = seat_url(request, *keys) if keys else f"/t/{table.row.id}"
    return Opened(table.row.id, way, [seat_url(request, key) for key in keys])


@get("/api/tables")
async def show_open_tables(request: AnyRequest) -> OpenTables:
    """Tables that wait for strangers."""
    lang = lang_of(request)
    return OpenTables([open_table_of(table, lang) for table in await lobby_of(request).public()])


@get("/api/tables/{table_id:str}")
async def show_table(table_id: FromPath[str], request: AnyRequest) -> TableInfo:
    """A table as the reader sees it."""
    return seen_by(request, await lobby_of(request).table(table_id))


def seen_by(request: AnyRequest, table: LiveTable) -> TableInfo:
    """For whoever asks."""
    return table.info(seat_of(request, table), base_url(request), keys_of(request, table))


@post("/api/tables/{table_id:str}/seats")
async def take_seat(table_id: FromPath[str], data: JSONBody[TakeSeat], request: AnyRequest) -> Seated:
    """A seat for a name; whoever has one already is given the same again."""
    table = await lobby_of(request).table(table_id)
    claim = "" if not data.cmd else hashlib.sha256(data.cmd.encode()).hexdigest()[:40]
    keys = keys_of(request, table) or (await table.sit(data.name, data.seat, claim),)
    return Seated(seat_url(request, *keys))


@get("/api/tables/{table_id:str}/seat")
async def show_seat(table_id: FromPath[str], request: AnyRequest) -> Response[Seated]:
    """The reader's own link once more, for another device."""
    return Response(Seated(await own_link(table_id, request)), headers={"cache-control": "no-store"})


@get("/api/tables/{table_id:str}/seat.svg")
async def show_seat_qr(table_id: FromPath[str], request: AnyRequest) -> Response[bytes]:
    """The same as a picture."""
    return await qr(await own_link(table_id, request), "no-store")


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
    return seen_by(request, table)


@get("/api/tables/{table_id:str}/qr.svg")
async def show_qr(table_id: FromPath[str], request: AnyRequest) -> Response[bytes]:
    """The invite link as a picture."""
    table = await lobby_of(request).table(table_id)
    return await qr(table.info(-1, base_url(request)).invite, "no-cache")


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


@get("/api/tables/{table_id:str}/shuffle")
async def show_shuffle(table_id: FromPath[str], request: AnyRequest) -> Response[bytes]:
    """How a finished game was shuffled, for whoever checks it."""
    replays: Replays = request.app.state.replays
    return send_kept(await replays.shuffle(table_id), request, MediaType.JSON)


@post("/api/replay", status_code=HTTP_200_OK, request_max_body_size=LONGEST)
async def show_brought(request: AnyRequest) -> Response[bytes]:
    """A game from a file that somebody has, frame by frame; nothing of it is stored."""
    replays: Replays = request.app.state.replays
    text = (await request.body()).decode()
    kept = await replays.brought(text, request.query_params.get("eyes", OPEN), lang_of(request))
    return send_kept(kept, request, MediaType.JSON, **{"cache-control": "no-store"})


def send_packed(found: Packed, request: AnyRequest) -> Response[bytes]:
    """What changes with a new version or another choice of rules only: the browser asks whether it still holds."""
    headers = {"etag": found.etag, "cache-control": "no-cache", "vary": "accept-encoding, accept-language"}
    if request.headers.get("if-none-match") == found.etag:
        return Response(b"", status_code=304, headers=headers, media_type=MediaType.JSON)
    zipped = "gzip" in request.headers.get("accept-encoding", "")
    if zipped:
        headers["content-encoding"] = "gzip"
    return Response(found.body if zipped else found.plain, media_type=MediaType.JSON, headers=headers)


@get("/api/tables/{table_id:str}/box")
async def show_table_box(table_id: FromPath[str], request: AnyRequest) -> Response[bytes]:
    """The cards and words of a table."""
    table = await lobby_of(request).table(table_id)
    return send_packed(packed(table.options, lang_of(request)), request)


@get("/api/box")
async def show_box(request: AnyRequest) -> Response[bytes]:
    """The cards and words of what is chosen."""
    return send_packed(box_of(request.query_params, lang_of(request)), request)


@get("/api/catalogue")
async def show_catalogue(request: AnyRequest) -> Catalogue:
    """What can be played here."""
    return catalogue(lang_of(request))


@post("/api/setup", status_code=HTTP_200_OK)
async def show_setup(data: JSONBody[Choice], request: AnyRequest) -> SetUp:
    """What goes with a choice."""
    return set_up(data, lang_of(request))


@get("/api/guide")
async def show_guide(request: AnyRequest) -> Guide:
    """How to play what is chosen."""
    return guide(request.query_params, lang_of(request))


@get("/api/rules/{rule_id:str}")
async def show_rule(rule_id: FromPath[str], request: AnyRequest) -> Rule:
    """One rule's text."""
    return rule(rule_id, lang_of(request))


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


@get(["/", "/guide", "/replay", "/t/{table_id:str}", "/t/{table_id:str}/replay"])
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
        extensions: dict[str, Any] = socket.scope.get("extensions") or {}
        self._put: Callable[[bytes], bool] | None = extensions.get(PUT)

    def put(self, text: str | bytes) -> bool:
        """Send it at once, where the server can."""
        return self._put is not None and self._put(text if isinstance(text, bytes) else text.encode())

    async def send(self, text: str | bytes) -> None:
        """Raises OSError when the other side has gone."""
        try:
            await self._socket.send_data(text if isinstance(text, str) else text.decode())
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
        link=socket.cookies.get(cookie_name(table_id), ""),
        seat=socket.query_params.get("seat", ""),
        address=address(socket.scope["client"]),
        base_url=base_url(socket),
        lang=lang_of(socket),
    )
    await talks.hold(caller, wire, wire.receive)


ROUTES: Final[list[ControllerRouterHandler]] = [
    *ADMIN,
    open_table,
    show_open_tables,
    show_table,
    take_seat,
    show_seat,
    show_seat_qr,
    start_table,
    show_qr,
    show_replay,
    show_record,
    show_shuffle,
    show_brought,
    show_catalogue,
    show_setup,
    show_table_box,
    show_box,
    show_guide,
    show_rule,
    follow_seat_link,
    come_from_elsewhere,
    healthz,
    readyz,
    show_page,
    show_file,
    socket_at_table,
]


# For programs: every address and body, as JSON. Pages that draw it would load scripts from elsewhere.
DOCUMENT: Final = OpenAPIConfig(
    title="Undermine",
    version=undermine.__version__,
    description="Tables over HTTP; what is played goes over the socket that docs/protocol.md describes.",
    path="/api/schema",
    render_plugins=[JsonRenderPlugin(path="/openapi.json")],
)


def store_of(settings: Settings) -> Store:
    """Where the tables are kept."""
    if not settings.postgres:
        return SqliteStore(settings.database, settings.sync)
    from undermine.server.store.postgres import PostgresStore  # noqa: PLC0415  # most servers never load its driver

    return PostgresStore(settings.postgres, settings.lease)


def bus_of(settings: Settings, worker: str) -> Bus:
    """What carries words between the workers of a store."""
    if not settings.postgres:
        return NoBus()
    return WiredBus(RedisWire(settings.redis) if settings.redis else NotifyWire(settings.postgres), worker)


def make_app(settings: Settings) -> Guard:
    """The whole server as one ASGI application."""
    store = store_of(settings)
    lobby = Lobby(store, settings, bus_of(settings, store.worker))

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
        openapi_config=DOCUMENT,
        logging_config=None,
        request_max_body_size=settings.message_size,
    )
    return Guard(app, lobby)
