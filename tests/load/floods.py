"""One address does its worst; what happens to everybody else meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any, Final

import httpx

from tests.load.people import People, play_paced
from tests.load.serving import ROOT, Program, serve, stopped

ATTACKER: Final = "127.0.0.66"  # every address of 127/8 is this machine
RATE: Final = 50.0  # moves a second, of people who only want to play
BUNDLE: Final = b"x" * 150_000  # more than the largest file of the browser game
DRIP: Final = 0.5


@dataclass
class Flood:
    """What came of one."""

    name: str
    p99: float = 0.0  # milliseconds until a move of the others was seen
    newcomers: list[float] = field(
        default_factory=list
    )  # milliseconds until somebody new had the page and a table's info
    refused: Counter[str] = field(default_factory=Counter)  # what the log says, by reason


async def attack(port: int, said: bytes = b"") -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
    """A connection from the attacker's address; None when it is turned away."""
    with contextlib.suppress(OSError):
        streams = await asyncio.open_connection("127.0.0.1", port, local_addr=(ATTACKER, 0))
        streams[1].write(said)
        return streams
    return None


async def again_and_again(port: int, number: int, said: bytes, drip: bytes = b"", *, read: bool = True) -> None:
    """So many connections that are kept up: whoever is thrown out comes back."""

    async def one() -> None:
        while True:
            streams = await attack(port, said)
            if streams is None:
                await asyncio.sleep(DRIP)
                continue
            reader, writer = streams
            try:
                while not reader.at_eof():
                    with contextlib.suppress(TimeoutError):
                        if read:
                            await asyncio.wait_for(reader.read(65536), DRIP)
                        else:
                            await asyncio.sleep(DRIP)
                            if writer.transport.is_closing():
                                break
                    if drip:
                        writer.write(drip)
            except OSError:
                pass
            finally:
                writer.transport.abort()
            await asyncio.sleep(0.2)

    await asyncio.gather(*(one() for _ in range(number)))


async def greedy(port: int, number: int) -> None:
    """Pipelined downloads that nobody reads."""

    async def one() -> None:
        loop = asyncio.get_running_loop()
        while True:
            with contextlib.suppress(OSError), socket.socket() as taker:
                taker.setblocking(False)
                taker.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                taker.bind((ATTACKER, 0))
                await loop.sock_connect(taker, ("127.0.0.1", port))
                await loop.sock_sendall(taker, b"GET /assets/big.js HTTP/1.1\r\nHost: x\r\n\r\n" * 30)
                await asyncio.sleep(10)
            await asyncio.sleep(0.2)

    await asyncio.gather(*(one() for _ in range(number)))


async def pictures(port: int, table: str, number: int, length: int) -> None:
    """QR codes for ever new hosts."""
    transport = httpx.AsyncHTTPTransport(local_address=ATTACKER, verify=False)  # plain http
    async with httpx.AsyncClient(transport=transport, base_url=f"http://127.0.0.1:{port}", timeout=30) as http:

        async def one(which: int) -> None:
            count = 0
            while True:
                count += 1
                host = f"h{which}-{count}.".ljust(length, "x")
                with contextlib.suppress(httpx.HTTPError):
                    await http.get(f"/api/tables/{table}/qr.svg", headers={"host": host})

        await asyncio.gather(*(one(which) for which in range(number)))


def slow_readers(port: int, table: str, number: int) -> Any:
    """Sockets that say hello and never read."""
    key = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13"
    hello = json.dumps({"t": "hello", "protocol": 2}).encode()
    frame = bytes((0x81, 0x80 | len(hello))) + b"\0\0\0\0" + hello
    said = f"GET /ws/{table} HTTP/1.1\r\nHost: x\r\n{key}\r\n\r\n".encode() + frame
    return again_and_again(port, number, said, read=False)


HEAD: Final = b"GET / HTTP/1.1\r\nHost: x\r\n"
BODY: Final = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{"
FLOODS: Final[dict[str, Callable[[int, str], Any]]] = {
    "nothing": lambda port, table: asyncio.sleep(10**6),  # to compare with
    "a thousand silent connections": lambda port, table: again_and_again(port, 1000, b""),
    "slow heads": lambda port, table: again_and_again(port, 300, HEAD, b"a"),
    "slow bodies": lambda port, table: again_and_again(port, 300, BODY, b"a"),
    "slow readers": lambda port, table: slow_readers(port, table, 100),
    "downloads nobody reads": lambda port, table: greedy(port, 100),
    "QR codes": lambda port, table: pictures(port, table, 16, 250),
    "QR codes for endless hosts": lambda port, table: pictures(port, table, 16, 2880),
}


@asynccontextmanager
async def under(name: str, port: int, table: str) -> AsyncIterator[None]:
    """While it lasts: in a process of its own, which would take time from those who are measured."""
    command = [sys.executable, "-m", "tests.load.floods", name, str(port), table]
    program = await asyncio.create_subprocess_exec(*command, cwd=ROOT)
    try:
        await asyncio.sleep(3)
        yield
    finally:
        program.kill()
        await program.wait()


def floods(seconds: float, names: list[str] | None = None) -> list[Flood]:
    """Each in turn against a server with its usual limits."""
    found: list[Flood] = []
    with tempfile.TemporaryDirectory() as folder:
        bundle = Path(folder) / "assets"
        bundle.mkdir()
        (Path(folder) / "index.html").write_text("<!doctype html>")
        (bundle / "big.js").write_bytes(BUNDLE)
        usual: dict[str, Any] = {"http_burst": 200, "address_connections": 256, "address_sockets": 40, "draw_burst": 15}
        with stopped(serve(Path(folder), **usual, log_level="info")) as server:
            found += [asyncio.run(_one(server, name, seconds)) for name in names or FLOODS]
    return found


async def _one(server: Program, name: str, seconds: float) -> Flood:
    flood = Flood(name)
    start = server.log.stat().st_size
    async with People(server.port) as people:
        tables = await people.sit_down(4, players=8)
        async with under(name, server.port, tables[0].id):
            news = asyncio.ensure_future(_newcomers(server.port, tables[0].id, flood))
            times, _ = await play_paced(tables, int(seconds * RATE), 1 / RATE)
            news.cancel()
            await asyncio.gather(news, return_exceptions=True)
        flood.p99 = 1000 * quantiles(times, n=100)[98]
        for table in tables:
            table.leave()
    await asyncio.sleep(0.2)
    with server.log.open() as log:
        log.seek(start)
        for line in log:
            with contextlib.suppress(ValueError):
                entry = json.loads(line)
                if "why" in entry:
                    flood.refused[entry["why"]] += 1 + entry.get("unsaid", 0)
    return flood


async def _newcomers(port: int, table: str, flood: Flood) -> None:
    """Somebody new comes twice a second, from an address of their own."""
    number = 0
    while True:
        number += 1
        transport = httpx.AsyncHTTPTransport(local_address=f"127.0.1.{number % 250 + 1}", verify=False)
        begun = time.perf_counter()
        async with httpx.AsyncClient(transport=transport, base_url=f"http://127.0.0.1:{port}", timeout=5) as http:
            for path in ("/", f"/api/tables/{table}"):
                (await http.get(path)).raise_for_status()
        flood.newcomers.append(1000 * (time.perf_counter() - begun))
        await asyncio.sleep(0.5)


if __name__ == "__main__":
    asyncio.run(FLOODS[sys.argv[1]](int(sys.argv[2]), sys.argv[3]))
