"""A whole server in the test's own event loop, and people who play through real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from undermine.server.app import make_app
from undermine.server.lobby import Lobby
from undermine.server.run import config_of
from undermine.server.settings import Settings

Json = dict[str, Any]
FAST: Json = {
    "bot_delay": 0.0,
    "ready": 0.0,
    "window": 0.0,
    "sync": "normal",
    "http_burst": 10_000,
    "make_burst": 10_000,
    "socket_burst": 10_000,
    "address_sockets": 10_000,
}


@dataclass
class House:
    """A running server."""

    url: str
    lobby: Lobby
    http: httpx.AsyncClient
    sockets: list[ClientConnection] = field(default_factory=list)  # all that its guests ever opened

    async def post(self, path: str, body: object = None, **more: Any) -> httpx.Response:
        return await self.http.post(path, json=body, **more)

    async def open(self, name: str = "Ann", **wish: Any) -> tuple[str, Guest]:
        """A new table, and its host."""
        answer = await self.post("/api/tables", {"players": 3, "name": name, "lang": "en", "bots": 0, **wish})
        assert answer.status_code == 201, answer.text
        made = answer.json()
        return made["table"], await self.guest(made["table"], made["seatUrl"])

    async def guest(self, table: str, seat_url: str = "") -> Guest:
        """Somebody at a table; a spectator without a seat's link."""
        cookie = ""
        if seat_url.startswith("/s/"):
            answer = await self.http.get(seat_url)
            assert answer.status_code == 303, answer.text
            cookie = answer.headers["set-cookie"].split(";")[0]
            self.http.cookies.clear()
        return self.window(table, cookie)

    def window(self, table: str, cookie: str) -> Guest:
        """A browser's window at a table; one seat may have several."""
        return Guest(self._address(table), cookie, self.sockets)

    def take_in(self, table: str, guest: Guest) -> None:
        """Somebody who knew the table in another house."""
        guest.url, guest.sockets = self._address(table), self.sockets

    def _address(self, table: str) -> str:
        return self.url.replace("http", "ws") + f"/ws/{table}"

    async def hang_up(self) -> None:
        """Leave no socket behind: one that nobody reads from any more does not hear that the server is gone."""
        for opened in self.sockets:
            opened.transport.abort()
            await opened.wait_closed()

    async def join(self, table: str, name: str) -> Guest:
        answer = await self.post(f"/api/tables/{table}/seats", {"name": name})
        assert answer.status_code == 201, answer.text
        return await self.guest(table, answer.json()["seatUrl"])


@dataclass
class Guest:
    """A browser without a screen: keeps every text it was sent, and answers when it is asked."""

    url: str
    cookie: str
    sockets: list[ClientConnection]  # the house's: what is opened here is noted there
    heard: list[str] = field(default_factory=list)
    n: int = 0
    view: Json | None = None
    ask: Json | None = None
    table: Json = field(default_factory=dict)
    events: list[Json] = field(default_factory=list)
    said: list[Json] = field(default_factory=list)
    acked: list[str] = field(default_factory=list)
    refused: list[Json] = field(default_factory=list)
    rng: random.Random = field(default_factory=lambda: random.Random(1))
    _socket: ClientConnection | None = None
    _count: int = 0

    @property
    def socket(self) -> ClientConnection:
        assert self._socket is not None
        return self._socket

    @property
    def remarks(self) -> int:
        """How many were heard, with those in between that nobody is told of."""
        return self.said[-1]["m"] + 1 if self.said else 0

    @property
    def headers(self) -> dict[str, str]:
        return {"cookie": self.cookie} if self.cookie else {}

    async def come(self, hello: bool = True, **headers: str) -> Json:
        """Open a socket and say hello; returns the welcome."""
        self._socket = await connect(self.url, additional_headers={**self.headers, **headers}, compression=None)
        self.sockets.append(self._socket)
        if not hello:
            return {}
        await self.say(t="hello", protocol=2, have=self.n, lang="en", heard=self.remarks)
        return await self.hear("welcome")

    async def go(self) -> None:
        await self.socket.close()

    async def say(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def listen(self, within: float = 10) -> Json:
        """The next message."""
        text = await asyncio.wait_for(self.socket.recv(), within)
        assert isinstance(text, str)
        self.heard.append(text)
        message: Json = json.loads(text)
        self._note(message)
        return message

    def _note(self, message: Json) -> None:
        kind = message["t"]
        if kind in {"welcome", "table"}:
            self.table = message["table"]
        if kind in {"welcome", "update"}:
            assert kind == "welcome" or message["n"] >= self.n  # the answer to `look` tells nothing new
            self.n, self.view, self.ask = message["n"], message["view"], message["ask"]
            self.events += message["events"]
        if kind == "welcome":
            self.said += message["said"]
        elif kind == "clock":
            self.table["clock"] = message["clock"]
        elif kind == "said":
            self.said += message["said"]
        elif kind == "ack":
            self.acked.append(message["cmd"])
        elif kind == "refused":
            self.refused.append(message)

    async def hear(self, kind: str, within: float = 10) -> Json:
        """The next message of a kind; what comes before it is noted too."""
        async with asyncio.timeout(within):
            while True:
                message = await self.listen(within)
                if message["t"] == kind:
                    return message

    async def until(self, true: Callable[[Guest], object], within: float = 20) -> None:
        async with asyncio.timeout(within):
            while not true(self):
                await self.listen(within)

    async def silence(self, for_seconds: float) -> bool:
        """Whether nothing is said for a while."""
        try:
            await self.listen(for_seconds)
        except TimeoutError:
            return True
        return False

    async def closed(self) -> int:
        """Listen to the end; the code the server closed with."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                await self.listen()
        assert self.socket.close_code is not None
        return self.socket.close_code

    # Playing

    @property
    def options(self) -> list[Json]:
        return [] if self.ask is None else self.ask.get("options", [])

    @property
    def over(self) -> bool:
        return self.view is not None and self.view["phase"] == "over"

    def name_command(self) -> str:
        self._count += 1
        return f"c{self._count}"

    async def act(self, move: Json | None = None, cmd: str = "") -> str:
        """Answer the question, at random if need be; returns the command's name without waiting for the answer."""
        cmd = cmd or self.name_command()
        if move is None:
            move = self.rng.choice(self.options)
        await self.say(t="act", cmd=cmd, move=move, n=self.n)
        return cmd

    async def play(self, stop: Callable[[Guest], object] = lambda guest: guest.over) -> None:
        """Play on until something is so."""
        while not stop(self):
            if self.options:
                cmd = await self.act()
                await self.until(answered(cmd))
                assert not self.refused, self.refused
            else:
                await self.listen()


def answered(cmd: str) -> Callable[[Guest], object]:
    """Until the server has taken or refused that command."""
    return lambda guest: cmd in guest.acked or guest.refused


async def settled(so: Callable[[], object], within: float = 10) -> None:
    """Wait until something is so that nobody tells."""
    for _ in range(int(within / 0.02)):
        if so():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it did not come to be")


@asynccontextmanager
async def house(folder: Path, **settings: Any) -> AsyncIterator[House]:
    """A server on a free port; it keeps its tables in the folder."""
    chosen = Settings(**{"database": folder / "tables.sqlite3", "bundle": folder / "dist", **FAST, **settings})
    app = make_app(chosen)
    config = config_of(app, 10_000)
    config.timeout_graceful_shutdown = 1
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve([listening]))
    while not server.started:
        assert not task.done(), "the server did not start"
        await asyncio.sleep(0.01)
    url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    async with httpx.AsyncClient(base_url=url, verify=False) as http:  # noqa: S501  # no certificates to load: plain http
        home = House(url, app.lobby, http)
        try:
            yield home
        finally:
            server.should_exit = True
            await task
            listening.close()
            await home.hang_up()
