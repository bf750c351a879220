"""A real Redis on a free port, which keeps nothing."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import time


class Redis:
    """May be killed and started again at the same port."""

    def __init__(self, program: str) -> None:
        self.program = program
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen([self.program, *options], stdout=subprocess.DEVNULL)
        for _ in range(300):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1) as probe:
                probe.sendall(b"PING\r\n")
                if probe.recv(100) == b"+PONG\r\n":
                    return
            time.sleep(0.05)
        raise AssertionError("Redis did not start")

    def stop(self) -> None:
        """As kill -9 does it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(30)
            self._process = None
