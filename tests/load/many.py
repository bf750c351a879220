"""Many sockets that say nothing, many tables where bots and people play, and whether a move costs more for it."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, Final

import msgspec

from tests.load.people import People, Table, play_fast
from tests.load.serving import Program, family, memory, serve, stopped
from tests.load.sockets import HELLO, Socket, connect

AT_ONCE: Final = 40
THINKS: Final = (8.0, 22.0)  # seconds, of a person
_read: Final = msgspec.json.Decoder()


def with_server(story: Callable[[Program], Awaitable[Any]], **settings: Any) -> Any:
    """A story about a server of its own."""

    async def told(server: Program) -> Any:
        return await story(server)

    with tempfile.TemporaryDirectory() as folder, stopped(serve(Path(folder), **settings)) as server:
        return asyncio.run(told(server))


async def in_turns(number: int, one: Callable[[int], Awaitable[Any]]) -> list[Any]:
    """All of them, some at a time."""
    places = asyncio.Semaphore(AT_ONCE)

    async def placed(at: int) -> Any:
        async with places:
            return await one(at)

    return list(await asyncio.gather(*map(placed, range(number))))


def idle(number: int, tables: int = 20) -> float:
    """How much memory a socket takes, in KB, that has said hello to a running table and nothing since."""

    async def story(server: Program) -> float:
        async with People(server.port) as people:
            made = await people.sit_down(tables, players=8)
            await play_fast(people, made, 20 * tables)
            ids = [table.id for table in made]
            heard = asyncio.Event()
            warm = await open_socket(server.port, ids[0], heard)
            await heard.wait()
            before = memory(server.pid)
            welcomed = [asyncio.Event() for _ in range(number)]
            sockets = await in_turns(number, lambda at: open_socket(server.port, ids[at % tables], welcomed[at]))
            await asyncio.gather(*(each.wait() for each in welcomed))
            await asyncio.sleep(1)
            found = (memory(server.pid) - before) / number / 1024
            for socket in [warm, *sockets]:
                socket.transport.abort()
            for table in made:
                table.leave()
            return found

    return float(with_server(story, table_sockets=number, unwatched=1e6))


async def open_socket(port: int, table: str, welcomed: asyncio.Event) -> Socket:
    """A spectator who says hello."""
    socket = await connect(port, f"/ws/{table}?seat=watch", "", lambda _, __: welcomed.set())
    socket.say(HELLO)
    return socket


@dataclass
class Late:
    """How much later than they were due bots moved, in seconds, and what the server cost meanwhile."""

    waits: list[float] = field(default_factory=list)
    after_restart: list[float] = field(default_factory=list)
    moves: int = 0
    load: float = 0.0  # of two cores, while all tables played
    memory: list[int] = field(default_factory=list)  # bytes of the server and of its bots' process
    restart: float = 0.0  # seconds until the server answered again


class Lone:
    """One person at a table of bots, who thinks for a while; how long a bot takes that is asked is looked at."""

    def __init__(self, port: int, table: str, cookie: str, delay: float, late: list[float]) -> None:
        self.port, self.table, self.cookie, self.delay, self.late = port, table, cookie, delay, late
        self.n = 0
        self.since = self.limit = 0.0  # when a bot was asked, and how long it may take; 0: none is
        self.rng = random.Random(table)
        self.socket: Socket | None = None
        self.answers: asyncio.TimerHandle | None = None

    async def come(self) -> None:
        self.socket = await connect(self.port, f"/ws/{self.table}", self.cookie, self.hear)
        self.socket.say(HELLO)

    def hear(self, socket: Socket, text: bytes) -> None:
        message = _read.decode(text)
        if message["t"] not in {"welcome", "update", "change"}:
            return
        now, ask = time.perf_counter(), message["ask"]
        if self.since and message["t"] != "welcome":
            self.late.append(now - self.since - self.limit)
        self.n, self.since = message["n"], 0.0
        if self.answers is not None:
            self.answers.cancel()
        if ask and ask["options"]:
            option = self.rng.choice(ask["options"])
            self.answers = asyncio.get_running_loop().call_later(self.rng.uniform(*THINKS), self._answer, option)
        elif ask:
            result = any(event["kind"] in {"won", "round"} for event in message["events"])
            self.since, self.limit = now, self.delay * (4 if result else 1.3)  # a pause is drawn by lot

    def _answer(self, option: object) -> None:
        assert self.socket is not None
        self.socket.say({"t": "act", "cmd": f"l{time.perf_counter()}", "move": option, "n": self.n})

    def leave(self) -> None:
        if self.socket is not None:
            self.socket.transport.abort()
        if self.answers is not None:
            self.answers.cancel()
        self.since = 0.0


def lateness(number: int, seconds: float, delay: float, bots: int = 4) -> Late:
    """So many tables of one person and bots: how late do bots move, also just after a restart?"""
    found = Late()

    async def played(folder: Path, server: Program) -> None:
        async with People(server.port) as people:
            lone: list[Lone] = []

            async def one(_: int) -> None:
                table: Table = await people.table(players=bots + 1, bots=bots)
                person = Lone(server.port, table.id, table.cookie, delay, found.waits)
                lone.append(person)
                await person.come()

            await in_turns(number, one)
            await asyncio.sleep(THINKS[1])
            found.waits.clear()
            before, began = server.cpu(), time.perf_counter()
            await asyncio.sleep(seconds)
            found.load = (server.cpu() - before) / (time.perf_counter() - began)
            found.moves = len(found.waits)
            found.memory = [memory(pid) for pid in family(server.pid)]
            for person in lone:
                person.leave()
            server.kill()
            for person in lone:
                person.late = found.after_restart
            await restarted(folder, server.port, lone)

    async def restarted(folder: Path, port: int, lone: list[Lone]) -> None:
        began = time.perf_counter()
        with stopped(serve(folder, port, **SETTINGS, bot_delay=delay)) as again:
            found.restart = time.perf_counter() - began
            ready = time.perf_counter()
            await in_turns(len(lone), lambda at: lone[at].come())
            await asyncio.sleep(max(0.0, ready + 10 - time.perf_counter()))
            found.after_restart.clear()  # ten seconds after the restart everything must be as before
            await asyncio.sleep(seconds / 2)
            del again

    with tempfile.TemporaryDirectory() as folder, stopped(serve(Path(folder), **SETTINGS, bot_delay=delay)) as server:
        asyncio.run(played(Path(folder), server))
    return found


SETTINGS: Final[dict[str, Any]] = {"bot": "easy", "ready": 0.0, "grace": 1e6, "unwatched": 1e6}


SPAN: Final = 60  # moves of a table, about a round


def growth(runs: int, others: int) -> dict[str, float]:
    """How many times as much a move costs late in a game, where its log is long, and among many other tables."""
    found: dict[str, list[float]] = {"few": [], "late": [], "many": []}

    async def story(server: Program) -> None:
        async with People(server.port) as people:
            warm = await people.sit_down(4, players=8)
            await play_fast(people, warm, 4 * SPAN)
            for table in warm:
                table.leave()
            for _ in range(runs):
                await game(server, people, "few")
            await in_turns(others, lambda _: people.table(players=8))
            for _ in range(runs):
                await game(server, people, "many")

    async def game(server: Program, people: People, among: str) -> None:
        tables = await people.sit_down(8, players=8)
        found[among].append(await cost(server, people, tables))
        await cost(server, people, tables)
        late = await cost(server, people, tables)
        if among == "few":
            found["late"].append(late)
        for table in tables:
            table.leave()

    async def cost(server: Program, people: People, tables: list[Table]) -> float:
        before, moves = server.cpu(), SPAN * len(tables)
        await play_fast(people, tables, moves)
        return (server.cpu() - before) / moves

    with_server(story, idle=1e6)
    few = median(found["few"])
    return {name: median(each) / few for name, each in found.items() if name != "few"}
