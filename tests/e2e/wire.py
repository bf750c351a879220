"""A wire between a browser and the server that can be cut and mended."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Self


class Wire:
    """Passes bytes on in both directions while it is whole; a cut ends every connection, and new ones at once."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._whole = True
        self._flows = asyncio.Event()
        self._flows.set()
        self._ends: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None
        self.url = ""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self.cut()
        self._server.close()
        await self._server.wait_closed()

    def cut(self) -> None:
        self._whole = False
        for end in self._ends:
            end.transport.abort()

    def mend(self) -> None:
        self._whole = True

    def hold(self) -> None:
        """Keep everything back: nobody is told that anything is wrong."""
        self._flows.clear()

    def release(self) -> None:
        self._flows.set()

    async def _connect(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        if not self._whole:
            back.transport.abort()
            return
        far, out = await asyncio.open_connection("127.0.0.1", self._to)
        self._ends |= {back, out}
        try:
            await asyncio.gather(self._pass(near, out), self._pass(far, back))
        finally:
            self._ends -= {back, out}

    async def _pass(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await source.read(65536):
                await self._flows.wait()
                sink.write(data)
                await sink.drain()
        sink.close()
        with contextlib.suppress(ConnectionError):
            await sink.wait_closed()
