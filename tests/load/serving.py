"""Programs whose cost is measured: started on free ports, watched by their process ids, and ended again."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

TICK: Final = os.sysconf("SC_CLK_TCK")
ROOT: Final = Path(__file__).resolve().parents[2]
ROOMY: Final[dict[str, Any]] = {  # the limits are for strangers; here one address is everybody
    "ready": 0.0,
    "http_burst": 10**6,
    "make_burst": 10**6,
    "seat_burst": 10**6,
    "socket_burst": 10**6,
    "socket_rate": 10.0**6,
    "address_sockets": 10**6,
    "address_connections": 10**6,
    "draw_burst": 10**6,
}


def free_port() -> int:
    """One that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


class Program:
    """A program that says a line when it is ready."""

    def __init__(self, command: list[str], port: int, env: dict[str, str], log: Path) -> None:
        self.port = port
        self.log = log
        with log.open("ab") as noted:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=noted,
                env={**os.environ, **env},
                cwd=ROOT,
            )

    @property
    def pid(self) -> int:
        return self.process.pid

    def line(self) -> str:
        """What it says next."""
        assert self.process.stdout is not None
        text = self.process.stdout.readline().decode()
        if not text:
            raise RuntimeError(f"the program ended: {self.log.read_text()[-2000:]}")
        return text

    def say(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text.encode() + b"\n")
        self.process.stdin.flush()

    def cpu(self) -> float:
        """Seconds of processor time so far, its own and of the programs that it has started."""
        return sum(_ticks(pid) for pid in family(self.pid)) / TICK

    def kill(self) -> None:
        """Without a word."""
        self.process.send_signal(signal.SIGKILL)
        self._gone()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(10)
        if self.process.poll() is None:
            self.process.kill()
        self._gone()

    def _gone(self) -> None:
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()


def memory(pid: int) -> int:
    """Bytes of a process in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def family(pid: int) -> list[int]:
    """A process and its children."""
    with contextlib.suppress(OSError):
        below = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [pid, *(found for child in below for found in family(int(child)))]
    return []


def _ticks(pid: int) -> int:
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])
    return 0


def serve(folder: Path, port: int = 0, **settings: Any) -> Program:
    """A server of ours that keeps its tables in the folder."""
    port = port or free_port()
    chosen = {"database": str(folder / "tables.sqlite3"), "port": port, "bundle": str(folder), **ROOMY, **settings}
    command = [sys.executable, "-P", "-m", "tests.load.serving", json.dumps(chosen)]
    paths = os.pathsep.join(part for part in (str(ROOT), os.environ.get("PYTHONPATH", "")) if part)
    program = Program(command, port, {"PYTHONPATH": paths}, folder / "log.txt")
    program.line()
    return program


@contextlib.contextmanager
def stopped(program: Program) -> Iterator[Program]:
    """Ended whatever happens."""
    try:
        yield program
    finally:
        program.stop()


def wait_for_port(port: int, within: float = 30) -> None:
    """Until somebody listens there."""
    end = time.monotonic() + within
    while time.monotonic() < end:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise RuntimeError(f"nobody listens at {port}")


def main() -> None:
    """The server itself: settings as JSON."""
    from undermine.server.run import serve as run  # only the server's own process needs it
    from undermine.server.settings import Settings

    chosen = json.loads(sys.argv[1])
    paths = {name: Path(chosen[name]) for name in ("database", "bundle")}
    run(Settings(**{**chosen, **paths}), lambda text: print(text.splitlines()[0], flush=True))


if __name__ == "__main__":
    main()
