"""What every request passes first: where it comes from, how many there are, and what browsers are told to refuse.

Plain ASGI around the whole application, so that nothing answers without it, a wrong address included.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

from undermine.server.limits import Buckets
from undermine.server.lobby import Lobby
from undermine.server.protocol import Failure, write
from undermine.server.sentences import language, sentence

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
SOCKETS: Final = re.compile("/ws/[^/]+/?")  # where a socket can be opened
COUNTED: Final = ("/api/", "/s/", "/readyz")  # what asks the database
READING: Final = ("GET", "HEAD", "OPTIONS")


def header(scope: Scope, name: str) -> str:
    """A header of the request; empty when it is not there."""
    wanted = name.encode()
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == wanted), "")


def address(client: tuple[str, int] | None) -> str:
    """Who asks, as far as the network tells."""
    return str(client[0]) if client else "?"


class Guard:
    """The application's only door."""

    def __init__(self, app: App, lobby: Lobby) -> None:
        settings = lobby.settings
        self.lobby = lobby
        self._app = app
        self._origins = (*settings.origins, settings.public_url)
        self._asks = Buckets(settings.http_burst, settings.http_rate)
        self._makes = Buckets(settings.make_burst, settings.make_rate)

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
                message["headers"] = [*message.get("headers", []), *_headers]
            elif bare:
                message["body"] = b""
            await send(message)

        code, status = self._judge(scope)
        if code:
            await _answer(scope, guarded, "http.response", code, status)
        else:
            # Whoever asks for the head alone gets that of the answer to a GET.
            await self._app({**scope, "method": "GET"} if bare else scope, receive, guarded)

    def _judge(self, scope: Scope) -> tuple[str, int]:
        """Why a request is turned away; empty when it is not."""
        if scope["method"] not in READING and not self._same_site(scope):
            return "CROSS_SITE", 403
        if scope["path"].startswith(COUNTED) and not self._asks.take(address(scope.get("client"))):
            return "TOO_FAST", 429
        if scope["method"] == "POST" and not self._makes.take(address(scope.get("client"))):
            return "TOO_FAST", 429
        return "", 200

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        origin = header(scope, "origin")
        if origin and not self._own(scope, origin):
            await _answer(scope, send, "websocket.http.response", "CROSS_SITE", 403)
        elif not self._asks.take(address(scope.get("client"))):
            await _answer(scope, send, "websocket.http.response", "TOO_FAST", 429)
        elif not SOCKETS.fullmatch(scope["path"]):
            await _answer(scope, send, "websocket.http.response", "NOT_FOUND", 404)
        else:
            await self._app(scope, receive, send)

    def _same_site(self, scope: Scope) -> bool:
        """Browsers say where a request comes from; what says nothing is not a browser and carries no one's cookie."""
        if header(scope, "sec-fetch-site") not in {"", "same-origin", "none"}:
            return False
        origin = header(scope, "origin")
        return not origin or self._own(scope, origin)

    def _own(self, scope: Scope, origin: str) -> bool:
        try:
            host = urlsplit(origin).netloc.lower()
        except ValueError:  # no address at all, such as http://[
            return False
        return origin in self._origins or (host != "" and host == header(scope, "host").lower())


async def _answer(scope: Scope, send: Send, kind: str, code: str, status: int) -> None:
    text = sentence(code, language(header(scope, "accept-language")))
    body = write(Failure(code, text)).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if kind.startswith("websocket"):
        headers += _headers
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
