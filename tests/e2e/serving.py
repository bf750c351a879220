"""The real program in a process of its own, on a free port, with a database of its own."""

from __future__ import annotations

import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

from tests.node import WEB, npm

PROGRAM = "from undermine.cli import main; main()"
# The page of frozen positions is no part of a release: its bundle is served by the same server from elsewhere.
FROZEN = (
    "import sys; from pathlib import Path; from undermine.server.run import serve; "
    "from undermine.server.settings import Settings; "
    "serve(Settings(port=int(sys.argv[1]), database=Path(sys.argv[2]), bundle=Path(sys.argv[3]), http_burst=100_000), "
    "lambda text: print(text, flush=True))"
)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


class Served:
    """A server that can be killed and started again at the same address."""

    def __init__(
        self, folder: Path, *options: str, bot_delay: float = 0, grace: float = 60, env: dict[str, str] | None = None
    ) -> None:
        self.port = free_port()
        self.database = folder / "tables.sqlite3"
        self.url = f"http://127.0.0.1:{self.port}"
        self._words = [PROGRAM, "serve", "--port", str(self.port), "--db", str(self.database), "--sync", "normal"]
        # Whoever is driven by a test is faster than anybody at a table.
        self._words += ["--limit", "socket-burst=1000000", "--limit", "socket-rate=1000000"]
        self._words += ["--bot-delay", str(bot_delay), "--grace", str(grace), *options]
        self._env = env or dict(os.environ)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        env = {**self._env, "UNDERMINE_LOG": "error", "PYTHONUNBUFFERED": "1"}
        self._process = subprocess.Popen([sys.executable, "-c", *self._words], stdout=subprocess.PIPE, env=env)
        self._until_ready(self._process, 60)

    def _until_ready(self, process: subprocess.Popen[bytes], within: float) -> None:
        assert process.stdout is not None
        deadline = time.monotonic() + within
        with selectors.DefaultSelector() as ready:
            ready.register(process.stdout, selectors.EVENT_READ)
            assert ready.select(deadline - time.monotonic()), "the server says nothing"
            line = process.stdout.readline()
        assert b"Undermine is served at" in line, f"the server ended with {process.wait(5)}: {line!r}"

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        process = self._process
        if process is None:
            return
        process.send_signal(how)
        process.wait(20)
        if process.stdout is not None:
            process.stdout.close()
        self._process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.end()


class Frozen(Served):
    """Serves the page of frozen positions, under the same content policy as the game."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._words = [FROZEN, str(self.port), str(self.database), str(WEB / "dist/fixtures")]


def build_frozen() -> None:
    """Once for each state of the sources: several test processes ask for it, and one would take it away from under another."""
    npm("run", "ready")
    npm("run", "build:fixtures", fresh=WEB / "dist/fixtures/sw.js.gz")  # written last


def axe_source() -> str:
    """The accessibility checker, from the browser game's own test tools."""
    npm("run", "ready")
    return (WEB / "test-tools/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
