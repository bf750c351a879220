"""Several workers on one machine: processes that listen at the same socket, and one that starts them and looks after them.

A worker ends when this process does, however that ended: its input is closed then. One that ends by itself is replaced.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec
import structlog

from undermine.server.settings import Settings

log = structlog.get_logger("undermine.crew")
READY: Final = b"ready\n"
FIGURES: Final = "PROMETHEUS_MULTIPROC_DIR"  # where workers put their figures, so that any of them can add them up
START_WITHIN: Final = 60.0  # seconds
END_WITHIN: Final = 15.0
LIVED: Final = 5.0  # a worker that ran for so long was well
FIRST_PAUSE, LAST_PAUSE = 0.1, 5.0
HOPELESS: Final = 5  # workers in turn that did not even start


class CrewError(Exception):
    """No worker starts."""


def write_settings(settings: Settings) -> bytes:
    """One line."""
    return msgspec.json.encode(settings, enc_hook=str)


def read_settings(line: bytes) -> Settings:
    """The same."""

    def convert(kind: type, value: Any) -> Any:
        return kind(value)

    return msgspec.json.decode(line, type=Settings, dec_hook=convert)


class Crew:
    """As many workers as are wanted, until it is told to stop."""

    def __init__(self, settings: Settings, listening: socket.socket, say: Callable[[], None]) -> None:
        self._settings = settings
        self._listening = listening
        self._say = say
        self._stop = asyncio.Event()
        self._processes: set[asyncio.subprocess.Process] = set()
        self._failed = 0
        self._said = False
        self._figures = tempfile.TemporaryDirectory(prefix="undermine-figures-", ignore_cleanup_errors=True)

    async def run(self) -> None:
        """Until a signal comes; raises CrewError when no worker starts."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._stop.set)
        places = [
            asyncio.create_task(self._fill(place), name=f"worker {place}") for place in range(self._settings.workers)
        ]
        stop = asyncio.create_task(self._stop.wait())
        await asyncio.wait([stop, *places], return_when=asyncio.FIRST_COMPLETED)
        self._stop.set()
        await self._end()
        stop.cancel()
        self._figures.cleanup()
        await asyncio.gather(*places)

    async def _end(self) -> None:
        for process in self._processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGTERM)  # not by the process object, which would take its end from us
        waits = [asyncio.create_task(process.wait()) for process in self._processes]
        if waits:
            await asyncio.wait(waits, timeout=END_WITHIN)
        for process in self._processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)

    async def _fill(self, place: int) -> None:
        """One worker after another at this place."""
        pause = FIRST_PAUSE
        while not self._stop.is_set():
            began = time.monotonic()
            code = await self._work()
            if self._stop.is_set():
                return
            log.warning("worker ended: another takes its place", place=place, code=code)
            pause = FIRST_PAUSE if time.monotonic() - began > LIVED else min(LAST_PAUSE, pause * 2)
            if self._failed >= HOPELESS and not self._said:  # afterwards, the database may just be away
                raise CrewError
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._stop.wait()

    async def _work(self) -> int:
        """One worker from its start to its end; returns how it ended."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "undermine.server.crew", str(self._listening.fileno())),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            pass_fds=(self._listening.fileno(),),
            env={**os.environ, FIGURES: self._figures.name},
        )
        self._processes.add(process)
        try:
            assert process.stdin is not None and process.stdout is not None  # noqa: S101, PT018  # pipes were asked for
            with contextlib.suppress(ConnectionError, TimeoutError):
                process.stdin.write(write_settings(self._settings) + b"\n")
                await process.stdin.drain()
                async with asyncio.timeout(START_WITHIN):
                    ready = await process.stdout.readline() == READY
                if ready:
                    self._failed = 0
                    if not self._said:
                        self._said = True
                        self._say()
                    return await process.wait()
            self._failed += 1
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)
            return await process.wait()
        finally:
            self._processes.discard(process)
            self._forget(process.pid)

    def _forget(self, pid: int) -> None:
        """What a worker had open is not open any more."""
        for file in Path(self._figures.name).glob(f"gauge_live*_{pid}.db"):
            file.unlink(missing_ok=True)


def main() -> None:
    """Work: settings come as the first line, and the end of the input is the end of the work."""
    from undermine.server.run import serve_at  # noqa: PLC0415  # it imports this module

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches the whole terminal; the crew's head ends its workers
    settings = read_settings(sys.stdin.buffer.readline())
    listening = socket.socket(fileno=int(sys.argv[1]))

    def ready() -> None:
        with contextlib.suppress(OSError):  # the head has been killed: this worker will hear of it
            sys.stdout.buffer.write(READY)
            sys.stdout.buffer.flush()

    def watch(stop: Callable[[], None]) -> None:
        def wait() -> None:
            while os.read(0, 4096):  # not by `sys.stdin`, whose lock would be held when this process ends
                pass
            stop()
            time.sleep(END_WITHIN)
            os._exit(1)  # its head is gone, and nobody else would end it

        threading.Thread(target=wait, daemon=True, name="the crew's head").start()

    serve_at(listening, settings, ready, watch)


if __name__ == "__main__":
    main()
