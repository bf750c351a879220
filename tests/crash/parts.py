"""The real parts of a cluster, each of which can be killed, stopped or started again at any moment."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.server.house import settled

START = "from undermine.cli import main; main()"
# Nobody here plays like a person: all come from one address, and none of them thinks.
LIMITS = [f"{name}={10**6}" for name in ("address-sockets", "socket-burst", "http-burst", "make-burst", "seat-burst")]


def children(pid: int) -> list[int]:
    """Processes that a process has started and that run."""
    tasks = Path(f"/proc/{pid}/task")
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in tasks.iterdir():
            found += [int(child) for child in (task / "children").read_text().split()]
    return found


def runs(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


class Server:
    """`undermine serve` on a port of its own, with as many workers as are wanted."""

    def __init__(self, *options: str, workers: int = 1, log: Path | None = None) -> None:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
        self._options = options
        self._workers = workers
        self._log = log  # what it says on stderr, instead of where everybody reads it
        self._process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Started, and ready for people."""
        limits = [word for limit in LIMITS for word in ("--limit", limit)]
        fast = ["--bot-delay", "0", "--ready", "0", "--window", "0.2"]
        usual = ["--port", str(self.port), *fast, "--workers", str(self._workers)]
        for _ in range(50):  # workers of the one before may hold the port until they have noticed that it is gone
            with contextlib.ExitStack() as held:
                process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-c", START, "serve", *usual, *limits, *self._options),
                    stdout=asyncio.subprocess.PIPE,
                    stderr=held.enter_context(self._log.open("ab")) if self._log else None,
                    env={**os.environ, "UNDERMINE_LOG": os.environ.get("UNDERMINE_LOG", "error")},
                )
            assert process.stdout is not None
            line = await asyncio.wait_for(process.stdout.readline(), 120)
            if b"Undermine is served at" in line:
                self._process = process
                return
            await process.wait()
            await asyncio.sleep(0.2)
        raise AssertionError("the server did not start")

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def workers(self) -> list[int]:
        """The processes that serve."""
        return [self.pid] if self._workers == 1 else children(self.pid)

    async def kill(self) -> None:
        """kill -9 of the process that was started; what it had started ends by itself."""
        assert self._process is not None
        below = [pid for worker in children(self.pid) for pid in (worker, *children(worker))]
        self._process.kill()
        await self._process.wait()
        await settled(lambda: not any(runs(pid) for pid in below), 30)

    async def end(self) -> int:
        """As whoever hosts it ends it; 0 when it went as it should."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        code = await asyncio.wait_for(self._process.wait(), 60)
        return (
            0 if code == -signal.SIGTERM else code
        )  # whoever serves alone closes everything, and passes the signal on


def kill_worker(servers: list[Server], rng: random.Random) -> bool:
    """kill -9 of one of many workers."""
    pids = [pid for server in servers for pid in server.workers() if runs(pid)]
    if not pids:
        return False
    with contextlib.suppress(ProcessLookupError):
        os.kill(rng.choice(pids), signal.SIGKILL)
    return True


def kill_bots(servers: list[Server], rng: random.Random) -> bool:
    """kill -9 of a process in which bots think."""
    pids = [pid for server in servers for worker in server.workers() for pid in children(worker) if runs(pid)]
    if not pids:
        return False
    with contextlib.suppress(ProcessLookupError):
        os.kill(rng.choice(pids), signal.SIGKILL)
    return True


async def pause_worker(servers: list[Server], rng: random.Random, seconds: float) -> bool:
    """A worker stops in the middle of whatever it does, and goes on later as if nothing had been."""
    pids = [pid for server in servers for pid in server.workers() if runs(pid)]
    if not pids:
        return False
    pid = rng.choice(pids)
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGSTOP)
        await asyncio.sleep(seconds)
        os.kill(pid, signal.SIGCONT)
    return True


@contextlib.contextmanager
def no_room(pid: int, file: Path) -> Iterator[None]:
    """A process' files do not grow any more, as on a full disk."""
    import resource

    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (file.stat().st_size, before[1]))
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            resource.prlimit(pid, resource.RLIMIT_FSIZE, before)
