"""A real PostgreSQL on a free port, for as long as the tests run; each test has a database of its own."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_numbers = itertools.count(1)


def _not_root() -> dict[str, Any]:
    """PostgreSQL refuses to be run by root."""
    if os.name != "posix" or os.geteuid():
        return {}
    import pwd

    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    who = names.get("postgres") or names["nobody"]
    return {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}


class Postgres:
    """A server; `fresh` makes a database and returns its address."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.programs, self.folder, self._as = programs, folder, _not_root()
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        make = [str(self.programs / "initdb"), "-D", str(self.folder), "-U", "undermine", "-A", "trust", "--no-sync"]
        if not (self.folder / "PG_VERSION").exists():
            subprocess.run([*make, "-E", "UTF8", "--locale", "C"], check=True, capture_output=True, **self._as)
        options = ["-p", str(self.port), "-h", "127.0.0.1", "-k", str(self.folder), "-c", "fsync=off"]
        self._process = subprocess.Popen(
            [str(self.programs / "postgres"), "-D", str(self.folder), *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **self._as,
        )
        for _ in range(300):
            with contextlib.suppress(Exception):
                asyncio.run(self._say("SELECT 1"))
                return
            time.sleep(0.1)
        raise AssertionError("PostgreSQL did not start")

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(2)
            self._process.wait(30)

    def url(self, database: str) -> str:
        return f"postgresql://undermine@127.0.0.1:{self.port}/{database}"

    async def _say(self, words: str) -> None:
        import asyncpg

        db = await asyncpg.connect(self.url("postgres"), timeout=5)
        try:
            await db.execute(words)
        finally:
            await db.close()

    def fresh(self) -> str:
        name = f"t{next(_numbers)}"
        asyncio.run(self._say(f"CREATE DATABASE {name}"))
        return self.url(name)


@contextlib.contextmanager
def postgres(programs: str) -> Iterator[Postgres]:
    """Started, and gone afterwards."""
    above = Path(tempfile.mkdtemp(prefix="undermine-pg-"))
    above.chmod(0o777)
    server = Postgres(Path(programs), above / "data")
    try:
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(above, ignore_errors=True)
