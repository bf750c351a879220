"""People who connect and then say nothing, say it slowly, or do not read the answers."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.house import House, house, settled
from undermine.server.doors import Hall, raise_file_limit
from undermine.server.limits import neighbourhood
from undermine.server.settings import Settings


class Heard:
    """What the doors log, at whatever level, and whatever other tests have set up."""

    def __init__(self) -> None:
        self.lines: list[dict[str, Any]] = []

    def info(self, event: str, **about: Any) -> None:
        self.lines.append({"event": event, **about})

    warning = info


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Heard:
    found = Heard()
    monkeypatch.setattr("undermine.server.doors.log", found)
    return found


Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def call(home: House, said: bytes = b"") -> Streams:
    host, port = home.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(said)
    return reader, writer


async def ended(streams: Streams, within: float = 3) -> bool:
    """Whether the server hangs up."""
    reader, writer = streams
    try:
        async with asyncio.timeout(within):
            with contextlib.suppress(ConnectionError):
                while await reader.read(65536):
                    pass
    except TimeoutError:
        return False
    finally:
        writer.transport.abort()
    return True


def test_who_is_counted_as_one() -> None:
    assert neighbourhood("192.0.2.1") == "192.0.2.1"
    assert neighbourhood("::ffff:192.0.2.1") == "192.0.2.1"
    assert neighbourhood("2001:db8:1:2::5") == neighbourhood("2001:db8:1:2:ffff::9") == "2001:db8:1:2::"
    assert neighbourhood("2001:db8:1:3::5") != neighbourhood("2001:db8:1:2::5")
    assert neighbourhood("fe80::1%eth0") == "fe80::"
    assert neighbourhood("testclient") == "testclient"


POST = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{"


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost:", POST])
def test_silence_is_not_waited_for(tmp_path: Path, said: bytes, heard: Heard) -> None:
    async def story() -> None:
        async with house(tmp_path, head_within=0.2, body_within=0.2) as home:
            assert await ended(await call(home, said))

    asyncio.run(story())
    assert [line["why"] for line in heard.lines if line["event"] == "connection ended"]


def test_letters_that_drip_are_no_progress(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, head_within=0.3) as home:
            reader, writer = await call(home, b"GET / HTTP/1.1\r\n")
            for _ in range(8):
                with contextlib.suppress(ConnectionError):
                    writer.write(b"x")
                    await asyncio.sleep(0.1)
            assert await ended((reader, writer), 0.5)
            reader, writer = await call(home, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            assert (await reader.readline()).startswith(b"HTTP/1.1 200")
            writer.write(b"GET /")  # the next request is no better
            assert await ended((reader, writer))

    asyncio.run(story())


def test_an_answer_that_nobody_reads_is_not_kept(tmp_path: Path) -> None:
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist/index.html").write_bytes(b"x" * 4_000_000)

    async def story() -> None:
        async with house(tmp_path, answer_within=0.3) as home:
            host, port = home.url.removeprefix("http://").split(":")
            greedy = socket.socket()
            greedy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            greedy.setblocking(False)
            loop = asyncio.get_running_loop()
            await loop.sock_connect(greedy, (host, int(port)))
            await loop.sock_sendall(greedy, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 20)
            await asyncio.sleep(1.5)
            got = 0
            with contextlib.suppress(ConnectionError):
                while part := await asyncio.wait_for(loop.sock_recv(greedy, 1_000_000), 3):
                    got += len(part)
            greedy.close()
            assert got < 4_000_000  # the rest was thrown away
            # Who reads slowly, but reads, gets it all.
            reader, writer = await call(home, b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            got = 0
            while part := await reader.read(150_000):
                got += len(part)
                await asyncio.sleep(0.02)
            assert got > 4_000_000
            writer.close()

    asyncio.run(story())


def test_one_address_has_so_many_connections(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, heard: Heard) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "192.0.2.1")

    async def story() -> None:
        async with house(tmp_path, address_connections=5) as home:
            opened = [await call(home) for _ in range(5)]
            await asyncio.sleep(0.1)
            for _ in range(20):
                assert await ended(await call(home))
            for _, writer in opened[:2]:
                writer.close()
            await asyncio.sleep(0.1)
            table, ann = await home.open()
            await ann.come()  # a socket is counted like its handshake, until its end
            assert await ended(await call(home))
            await ann.go()
            await asyncio.sleep(0.2)
            async with httpx.AsyncClient(base_url=home.url) as other:
                assert (await other.get(f"/api/tables/{table}")).status_code == 200
            for _, writer in opened:
                writer.close()

    asyncio.run(story())
    lines = [line for line in heard.lines if line["event"] == "connection ended"]
    assert 1 <= len(lines) <= 6
    assert lines[0]["why"] == "too many from one address"


def test_requests_in_a_row_are_answered_as_far_as_they_are_few(tmp_path: Path, heard: Heard) -> None:
    one = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"

    async def story() -> None:
        async with house(tmp_path) as home:
            reader, writer = await call(home, one * 4 + one.replace(b"x\r\n", b"x\r\nConnection: close\r\n"))
            assert (await reader.read()).count(b"HTTP/1.1 200") == 5
            writer.close()
            assert await ended(await call(home, one * 30))

    asyncio.run(story())
    assert [line["why"] for line in heard.lines] == ["too many requests at once"]


def test_answers_that_wait_to_be_read_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, heard: Heard
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "192.0.2.1")
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist/index.html").write_bytes(b"x" * 8_000_000)

    async def story() -> None:
        async with house(tmp_path, address_unread=2) as home:
            host, port = home.url.removeprefix("http://").split(":")
            loop, takers = asyncio.get_running_loop(), [socket.socket() for _ in range(3)]
            for taker in takers:
                taker.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                taker.setblocking(False)
                await loop.sock_connect(taker, (host, int(port)))
                await loop.sock_sendall(taker, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            await settled(lambda: heard.lines)
            for taker in takers:
                taker.close()

    asyncio.run(story())
    assert [line["why"] for line in heard.lines] == ["too many unread answers"]


class Standing:
    def __init__(self) -> None:
        self.told = ""

    def give_up(self, why: str) -> None:
        self.told = why


def test_silence_makes_room_for_others() -> None:
    hall = Hall(Settings(address_connections=1), 2)
    assert hall.key("127.0.0.1") == ""
    oldest: Any = Standing()
    hall.silent[oldest] = None
    assert [hall.enter("") for _ in range(2)] == ["", ""]
    assert not oldest.told
    assert hall.enter("") == ""
    assert oldest.told
    assert hall.enter("192.0.2.7") == ""
    assert hall.enter("192.0.2.7")


def test_the_process_may_open_as_many_files_as_it_is_allowed() -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
    try:
        assert raise_file_limit() > 256 or before[1] <= 256
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
