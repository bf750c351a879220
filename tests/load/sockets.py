"""A client that costs as little as a client can: frames are masked with zeros, and only what is needed is read of a message."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Final

import msgspec

HELLO: Final = {"t": "hello", "protocol": 2, "have": 0, "lang": "en", "changes": True}


class Question(msgspec.Struct, gc=False):
    """Who is asked, and what they may answer."""

    seats: list[int]
    options: list[msgspec.Raw]


class Heard(msgspec.Struct, gc=False):
    """What is read of a message; the rest is skipped."""

    t: str
    n: int = 0
    ask: Question | None = None
    cmd: str = ""


class Socket(asyncio.Protocol):
    """One WebSocket, from the handshake on."""

    def __init__(self, path: str, cookie: str, hear: Callable[[Socket, bytes], None]) -> None:
        self.path = path
        self.cookie = cookie
        self.hear = hear
        self.open = asyncio.get_running_loop().create_future()
        self.lost = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport
        self._kept = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport) or hasattr(transport, "write")
        self.transport = transport  # type: ignore[assignment]
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{cookie}\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        for future in (self.open, self.lost):
            if not future.done():
                future.set_result(exc is None)

    def data_received(self, data: bytes) -> None:
        data = self._kept + data if self._kept else data
        at = 0
        if not self.open.done():
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._kept = data
                return
            if b" 101 " not in data[:20]:
                self.open.set_exception(ConnectionError(data[:200].decode("latin-1")))
                self.transport.abort()
                return
            self.open.set_result(True)
            at = end + 4
        while (end := self._frame(data, at)) > 0:
            at = end
        self._kept = data[at:]

    def _frame(self, data: bytes, at: int) -> int:
        """Where the next frame begins; 0 when this one is not complete."""
        if len(data) < at + 2:
            return 0
        opcode, length, start = data[at] & 15, data[at + 1] & 127, at + 2
        if length == 126:
            length, start = int.from_bytes(data[start : start + 2], "big"), start + 2
        elif length == 127:
            length, start = int.from_bytes(data[start : start + 8], "big"), start + 8
        end = start + length
        if len(data) < end or start > len(data):
            return 0
        if opcode == 1:
            self.hear(self, data[start:end])
        elif opcode == 9:
            self.transport.write(framed(data[start:end], 10))
        return end

    def say(self, message: object) -> None:
        self.transport.write(framed(message if isinstance(message, bytes) else msgspec.json.encode(message)))


def framed(payload: bytes, opcode: int = 1) -> bytes:
    """A frame of a client."""
    if len(payload) < 126:
        head = bytes((128 | opcode, 128 | len(payload)))
    else:
        head = bytes((128 | opcode, 128 | 126)) + len(payload).to_bytes(2, "big")
    return head + b"\0\0\0\0" + payload


async def connect(port: int, path: str, cookie: str, hear: Callable[[Socket, bytes], None]) -> Socket:
    """Open one; the handshake is over when this returns."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(path, cookie, hear), "127.0.0.1", port)
    await socket.open
    return socket
