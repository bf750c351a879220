"""The file under a running server, and copies of it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path


class FileWatch:
    """Whether a file is still the one that was opened: SQLite would go on writing to one that nobody finds any more."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._log = path.with_name(path.name + "-wal")
        self._one = self._who(path)
        self._logs: tuple[int, int] | None = None
        self._size = path.stat().st_size

    @staticmethod
    def _who(path: Path) -> tuple[int, int]:
        found = path.stat()
        return found.st_dev, found.st_ino

    def look(self) -> None:
        """Raises OSError when it was removed, replaced or cut short."""
        try:
            sound = self._sound()
        except FileNotFoundError:
            sound = False
        if not sound:
            raise OSError(f"{self._path} was replaced or cut short while it was open: start the server again")

    def _sound(self) -> bool:
        found = os.stat(self._path)  # noqa: PTH116  # four times for each commit
        if (found.st_dev, found.st_ino) != self._one or found.st_size < self._size:
            return False
        self._size = found.st_size
        if self._logs is None:
            self._logs = self._who(self._log) if self._log.exists() else None
        return self._logs is None or self._who(self._log) == self._logs


def copy(source: Path, target: Path) -> None:
    """A whole copy of a database that may be in use, under its name only when it is complete and sound."""
    half = target.with_name(target.name + ".part")
    half.unlink(missing_ok=True)
    half.touch(mode=0o600)  # the key of all seat links is inside
    try:
        with (
            closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as db,
            closing(sqlite3.connect(half)) as out,
        ):
            db.backup(out, pages=1000)
            out.execute("SELECT count(*) FROM alembic_version, settings")  # not just any database
            fault = out.execute("PRAGMA quick_check(1)").fetchone()[0]
            if fault != "ok":
                raise sqlite3.DatabaseError(fault)
            out.execute("PRAGMA journal_mode=DELETE")
        with half.open("rb") as written:
            os.fsync(written.fileno())
        half.replace(target)
    finally:
        half.unlink(missing_ok=True)
