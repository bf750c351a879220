"""People at our tables: each has a socket, and plays at random whatever is offered."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Self

import httpx
import msgspec

from tests.load.sockets import HELLO, Heard, Socket, connect

_decoder: Final = msgspec.json.Decoder(Heard)
WISH: Final[dict[str, Any]] = {"players": 8, "name": "Ann", "lang": "en"}


async def so(true: Callable[[], bool], within: float = 60) -> None:
    """Wait until it is."""
    for _ in range(int(within / 0.005)):
        if true():
            return
        await asyncio.sleep(0.005)
    raise RuntimeError("it did not come to be")


@dataclass
class Table:
    """A table where every seat has a socket."""

    port: int
    id: str
    cookie: str
    links: list[int]
    rng: random.Random
    sockets: list[Socket] = field(default_factory=list)
    n: list[int] = field(default_factory=list)
    begun: float = 0.0  # when the move under way was sent; 0: none is
    mover: int = -1
    offers: dict[int, list[msgspec.Raw]] = field(default_factory=dict)  # what each seat may answer now
    over: bool = False
    on_seen: Callable[[Table], None] | None = None  # somebody else has seen the move
    on_stored: Callable[[Table], None] | None = None  # the mover has read that it is stored
    on_free: Callable[[Table], None] | None = None  # the next move can be made, or the game is over
    count: int = 0
    moves: int = 0

    async def enter(self) -> None:
        """All sit down."""
        self.n = [0] * len(self.links)
        for seat, link in enumerate(self.links):
            socket = await connect(self.port, f"/ws/{self.id}?seat={link}", self.cookie, self._ear(seat))
            socket.say(HELLO)
            self.sockets.append(socket)
        await so(lambda: all(self.n))

    def leave(self) -> None:
        for socket in self.sockets:
            socket.transport.abort()
        self.sockets = []

    def _ear(self, seat: int) -> Callable[[Socket, bytes], None]:
        def hear(_: Socket, text: bytes) -> None:
            message = _decoder.decode(text)
            if message.t == "ack":
                self.begun = 0.0
                self.moves += 1
                if self.on_stored is not None:
                    self.on_stored(self)
            elif message.t == "refused":
                raise RuntimeError(text.decode())
            elif message.t in {"welcome", "change", "update"}:
                self.n[seat] = message.n
                self._note(seat, message)
            if self.on_free is not None and not self.begun and (self.offers or self.over):
                self.on_free(self)

        return hear

    def _note(self, seat: int, message: Heard) -> None:
        self.over = message.ask is None
        if message.ask is not None and message.ask.options:
            self.offers[seat] = message.ask.options
        else:
            self.offers.pop(seat, None)
        if (
            self.begun
            and seat == (self.mover + 1) % len(self.links)
            and self.on_seen is not None
            and message.t != "welcome"
        ):
            self.on_seen(self)

    @property
    def free(self) -> bool:
        """Whether a move can be made."""
        return not self.begun and bool(self.offers)

    def move(self) -> None:
        """Somebody who is asked answers."""
        seat = min(self.offers)
        option = self.rng.choice(self.offers.pop(seat))
        self.count += 1
        self.mover, self.begun = seat, time.perf_counter()
        head = f'{{"t":"act","cmd":"c{self.count}","n":{self.n[seat]},"move":'.encode()
        self.sockets[seat].say(head + bytes(option) + b"}")


class People:
    """All tables of one run."""

    def __init__(self, port: int, seed: int = 1) -> None:
        self.port = port
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", verify=False)  # noqa: S501  # plain http
        self.rng = random.Random(seed)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def table(self, **wish: Any) -> Table:
        """A table that has begun, with somebody at each seat that no bot has."""
        asked = {"together": wish.get("players", WISH["players"]) - wish.get("bots", 0), **WISH, **wish}
        answer = await self.http.post("/api/tables", json=asked)
        answer.raise_for_status()
        made = answer.json()
        followed = await self.http.get(made["seatUrl"])
        cookie = followed.headers["set-cookie"].split(";")[0]
        self.http.cookies.clear()
        headers = {"cookie": cookie}
        info = (await self.http.get(f"/api/tables/{made['table']}", headers=headers)).json()
        links = [own["link"] for own in info["own"]]
        if info["status"] == "open":
            (await self.http.post(f"/api/tables/{made['table']}/start", headers=headers)).raise_for_status()
        return Table(self.port, made["table"], cookie, links, random.Random(self.rng.random()))

    async def sit_down(self, number: int, **wish: Any) -> list[Table]:
        """Several tables with everybody at them."""
        tables = [await self.table(**wish) for _ in range(number)]
        for table in tables:
            await table.enter()
        return tables


async def play_fast(people: People, tables: list[Table], moves: int) -> list[float]:
    """So many moves, as fast as the tables go; how long each took until somebody else had seen it, in seconds."""
    times: list[float] = []
    done = asyncio.get_running_loop().create_future()
    stale: set[asyncio.Task[None]] = set()
    made = 0

    def seen(table: Table) -> None:
        times.append(time.perf_counter() - table.begun)

    def stored(_: Table) -> None:
        nonlocal made
        made += 1
        if made >= moves and not done.done():
            done.set_result(None)

    def free(table: Table) -> None:
        if made >= moves:
            return
        if table.over:
            table.on_free = None
            task = asyncio.ensure_future(again(table))
            stale.add(task)
            task.add_done_callback(stale.discard)
        else:
            table.move()

    async def again(table: Table) -> None:
        """The game is over: another one, for the same place."""
        table.leave()
        tables.remove(table)
        new = (await people.sit_down(1, players=len(table.links)))[0]
        tables.append(new)
        begin(new)

    def begin(table: Table) -> None:
        table.on_seen, table.on_stored, table.on_free = seen, stored, free
        free(table)

    for table in list(tables):
        begin(table)
    await done
    for table in tables:
        table.on_free = table.on_stored = None
    await asyncio.gather(*stale)
    await so(lambda: not any(table.begun for table in tables))
    return times


async def play_paced(tables: list[Table], moves: int, every: float) -> tuple[list[float], int]:
    """So many moves, one each `every` seconds at one table after the other; their times, and how many came too late."""
    times: list[float] = []
    skipped = 0

    def seen(table: Table) -> None:
        times.append(time.perf_counter() - table.begun)

    for table in tables:
        table.on_seen, table.on_stored, table.on_free = seen, None, None
    begin = time.perf_counter()
    for number in range(moves):
        wait = begin + number * every - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        table = tables[number % len(tables)]
        if table.free:
            table.move()
        else:
            skipped += 1
    await so(lambda: not any(table.begun for table in tables))
    return times, skipped
