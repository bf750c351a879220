"""Bytes that are no proper handshake, no proper text or no message at all: a reason each, a bound, and a quiet log."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest
from uvicorn.protocols.utils import ClientDisconnected
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode

from tests.server.house import Guest, house, settled
from undermine.server.frames import SPARE_BURST, Frames


def test_text_that_is_none_is_answered_with_a_code(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            _, ann = await home.open()
            await ann.come()
            for text in (b"\xff\xfe", b'{"t":"ping","x":"\xff"}'):
                await ann.socket.send(text, text=True)
                assert (await ann.hear("error"))["code"] == "BAD_MESSAGE"
            await ann.socket.send([b'{"t":"lang","lang":"\xd0', b'\xb6"}'], text=True)  # a letter in two parts is one
            await ann.say(t="ping")
            assert (await ann.listen())["t"] == "pong"

    asyncio.run(story())
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_a_handshake_that_is_too_long_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, _ = await home.open()
            url = home.url.replace("http", "ws") + f"/ws/{table}"
            for headers in ({"cookie": "a" * 9000}, {f"x-{i}": "y" for i in range(200)}):
                with pytest.raises(InvalidStatus) as refused:
                    await connect(url, additional_headers=headers, open_timeout=5)
                assert refused.value.response.status_code == 431
                assert b'"BAD_REQUEST"' in refused.value.response.body

    asyncio.run(story())


def test_a_socket_elsewhere_is_told_that_nothing_is_there(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            for path in ("/", "/ws", "/ws/abcdefghjk/x", "/api/tables"):
                with pytest.raises(InvalidStatus) as refused:
                    await connect(home.url.replace("http", "ws") + path)
                assert refused.value.response.status_code == 404
                assert b'"NOT_FOUND"' in refused.value.response.body

    asyncio.run(story())


def test_who_is_refused_leaves_no_error_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        async with house(tmp_path, http_burst=2, http_rate=0.001) as home:
            _, ann = await home.open()
            for origin, status in (("https://evil.example", 403), (home.url, 429)):
                with pytest.raises(InvalidStatus) as refused:
                    await ann.come(origin=origin)
                assert refused.value.response.status_code == status

    asyncio.run(story())
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def pour(guest: Guest, opcode: Opcode, fin: bool) -> None:
    """Many frames that are no message."""
    socket = guest.socket
    if opcode is Opcode.CONT:
        socket.protocol.send_text(b"{", fin=False)
        socket.send_data()
    socket.transport.write(Frame(opcode, b"", fin).serialize(mask=True, extensions=[]) * (2 * SPARE_BURST))


@pytest.mark.parametrize(("opcode", "fin"), [(Opcode.PING, True), (Opcode.PONG, True), (Opcode.CONT, False)])
def test_frames_that_are_no_message_are_limited_too(tmp_path: Path, opcode: Opcode, fin: bool) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann = await home.open()
            await ann.come()
            live = await home.lobby.table(table)
            ann.socket.transport.pause_reading()
            pour(ann, opcode, fin)
            await settled(lambda: not len(live.room))
            for _ in range(3):  # who is still sending, and has not read why they should stop, can read it later
                pour(ann, Opcode.PING, True)
                await asyncio.sleep(0.1)
            ann.socket.transport.resume_reading()
            assert await asyncio.wait_for(ann.closed(), 5) == 4429
            assert (await ann.come())["t"] == "welcome"

    asyncio.run(story())


def test_who_was_turned_away_is_told_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that has not yet noticed finds them gone, as if they had left by themselves."""
    ended: list[Frames] = []
    plain = Frames._end

    def end(frames: Frames, last: bytes) -> None:
        plain(frames, last)
        ended.append(frames)

    monkeypatch.setattr(Frames, "_end", end)

    async def story() -> None:
        async with house(tmp_path) as home:
            _, ann = await home.open()
            await ann.come()
            ann.socket.transport.pause_reading()
            pour(ann, Opcode.PING, True)
            await settled(lambda: ended)
            with pytest.raises(ClientDisconnected):
                await ended[0].send({"type": "websocket.send", "text": "late"})

    asyncio.run(story())
