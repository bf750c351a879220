"""What every request passes first: where it comes from, how many there are, and what browsers are told to refuse.

Plain ASGI around the whole application, so that nothing answers without it, a wrong address included.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

import structlog

from undermine.server.bodies import Failure
from undermine.server.limits import Buckets, Seldom, neighbourhood
from undermine.server.lobby import Lobby
from undermine.server.protocol import write
from undermine.server.sentences import language, sentence

log = structlog.get_logger("undermine.guard")
Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Any, Any, Any], Awaitable[None]]

HEADERS: Final = {
    "content-security-policy": "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), screen-wake-lock=(self)",
}
_headers: Final = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
# Scripts and styles of a page obey the page's policy; forty of them would carry sixteen kilobytes of it to a first visit.
_parts: Final = [line for line in _headers if line[0] in {b"x-content-type-options", b"cross-origin-resource-policy"}]
PARTS: Final = (b"text/javascript", b"text/css")
SOCKETS: Final = re.compile("/ws/[^/]+/?")  # where a socket can be opened
SEATING: Final = re.compile("/api/tables/([^/]+)/(?:seats|start)/?")  # what everybody at a table does once
MINE: Final = [
    (b"cache-control", b"no-store"),
    (b"vary", b"cookie, accept-language"),
]  # unless an answer says otherwise
LONGEST_HOST: Final = 255
COUNTED: Final = ("/api/", "/s/", "/readyz", "/admin/", "/metrics")  # what asks the database
DRAWN: Final = (".svg", ".svg/")  # of a table: a QR code, which costs more than most of what is only read
BROUGHT: Final = "/api/replay"  # a whole game is played again for it
QUESTIONS: Final = ("/api/setup", BROUGHT)  # asked with a body, and nothing is made of them
READING: Final = ("GET", "HEAD", "OPTIONS")


def header(scope: Scope, name: str) -> str:
    """A header of the request; empty when it is not there."""
    wanted = name.encode()
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == wanted), "")


def address(client: tuple[str, int] | None) -> str:
    """Who asks, as far as the network tells."""
    return neighbourhood(str(client[0])) if client else "?"


class Guard:
    """The application's only door."""

    def __init__(self, app: App, lobby: Lobby) -> None:
        settings = lobby.settings
        self.lobby = lobby
        self._app = app
        self._origins = (*settings.origins, settings.public_url)
        self._seldom = Seldom()
        self._asks = Buckets(settings.http_burst, settings.http_rate)
        self._draws = Buckets(settings.draw_burst, settings.draw_rate)
        self._makes = Buckets(settings.make_burst, settings.make_rate)
        self._seats = Buckets(settings.seat_burst, settings.seat_rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, one socket, or the server's own life."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._http(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        bare = scope["method"] == "HEAD"

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", []))
                kind = next((value for name, value in headers if name == b"content-type"), b"")
                part = scope["path"].startswith("/assets/") and kind.startswith(PARTS)
                headers += _parts if part else _headers
                if scope["path"].startswith("/api/"):
                    told = {name for name, _ in headers}
                    headers += [line for line in MINE if line[0] not in told]
                message["headers"] = headers
            elif bare:
                message["body"] = b""
            await send(message)

        code, status = self._judge(scope)
        if code:
            self._tell(scope, code)
            await _answer(scope, guarded, "http.response", code, status)
        else:
            # Whoever asks for the head alone gets that of the answer to a GET.
            await self._app({**scope, "method": "GET"} if bare else scope, receive, guarded)

    def _judge(self, scope: Scope) -> tuple[str, int]:
        """Why a request is turned away; empty when it is not."""
        if len(header(scope, "host")) > LONGEST_HOST:
            return "BAD_REQUEST", 400
        if scope["method"] not in READING and not self._same_site(scope):
            return "CROSS_SITE", 403
        if scope["path"].startswith(COUNTED) and not self._asks.take(address(scope.get("client"))):
            return "TOO_FAST", 429
        drawn = scope["path"].startswith("/api/") and scope["path"].endswith(DRAWN)
        if (drawn or scope["path"] == BROUGHT) and not self._draws.take(address(scope.get("client"))):
            return "TOO_FAST", 429
        if scope["method"] == "POST" and scope["path"] not in QUESTIONS and not self._in_time(scope):
            return "TOO_FAST", 429
        return "", 200

    def _in_time(self, scope: Scope) -> bool:
        """Ten friends behind one address sit down at once; nobody opens ten tables at once for long."""
        who, seating = address(scope.get("client")), SEATING.fullmatch(scope["path"])
        return self._makes.take(who) if seating is None else self._seats.take(f"{who} {seating[1]}")

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        origin = header(scope, "origin")
        code, status = "", 200
        if len(header(scope, "host")) > LONGEST_HOST:
            code, status = "BAD_REQUEST", 400
        elif origin and not self._own(scope, origin):
            code, status = "CROSS_SITE", 403
        elif not self._asks.take(address(scope.get("client"))):
            code, status = "TOO_FAST", 429
        elif not SOCKETS.fullmatch(scope["path"]):
            code, status = "NOT_FOUND", 404
        if code:
            self._tell(scope, code)
            await _answer(scope, send, "websocket.http.response", code, status)
        else:
            await self._app(scope, receive, send)

    def _tell(self, scope: Scope, code: str) -> None:
        """Who was turned away, and why; not a word of what was asked for."""
        unsaid = self._seldom.now()
        if unsaid is not None:
            log.warning("request refused", address=address(scope.get("client")), why=code, unsaid=unsaid)

    def _same_site(self, scope: Scope) -> bool:
        """Browsers say where a request comes from; what says nothing is not a browser and carries no one's cookie."""
        if header(scope, "sec-fetch-site") not in {"", "same-origin", "none"}:
            return False
        origin = header(scope, "origin")
        return not origin or self._own(scope, origin)

    def _own(self, scope: Scope, origin: str) -> bool:
        """The same place, by http or https; a plain page is not the same as a safe one."""
        if origin in self._origins:
            return True
        try:
            scheme, host, *_ = urlsplit(origin)
        except ValueError:  # no address at all, such as http://[
            return False
        safe = scope["scheme"] in {"https", "wss"}
        known = scheme == "https" or (scheme == "http" and not safe)
        return known and host != "" and host.lower() == header(scope, "host").lower()


async def _answer(scope: Scope, send: Send, kind: str, code: str, status: int) -> None:
    text = sentence(code, language(header(scope, "accept-language")))
    body = write(Failure(code, text)).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if kind.startswith("websocket"):
        headers += _headers
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
