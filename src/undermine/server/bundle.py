"""The built browser game, from memory: it is small, and never changes while the server runs."""

from __future__ import annotations

import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path
from typing import Final

MISSING: Final = (
    "<!doctype html><meta charset=utf-8><title>Undermine</title>"
    "<p>The browser game is not built yet: run <code>make play</code>, or <code>npm ci</code> and "
    "<code>npm run build</code> in the folder <code>web</code>, and start the server again."
)
FOREVER: Final = "public, max-age=31536000, immutable"  # names of files in assets/ change with their content
ASK_AGAIN: Final = "no-cache"

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")


@dataclass(frozen=True)
class File:
    """One file, ready to be sent."""

    body: bytes
    media_type: str
    etag: str
    cache: str


def _file(body: bytes, name: str) -> File:
    media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
    etag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return File(body, media_type, etag, FOREVER if name.startswith("assets/") else ASK_AGAIN)


class Bundle:
    """Every file below a folder; a page that says how to build it when the folder is not there."""

    def __init__(self, folder: Path) -> None:
        paths = [path for path in folder.rglob("*") if path.is_file()]
        self._files = {
            name: _file(path.read_bytes(), name) for path in paths if (name := path.relative_to(folder).as_posix())
        }
        self.page = self._files.get("index.html") or _file(MISSING.encode(), "index.html")

    def find(self, path: str) -> File | None:
        """A file by its address, without the first slash."""
        return self._files.get(path)
