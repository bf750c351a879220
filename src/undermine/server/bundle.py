"""The built browser game, from memory: it is small, and never changes while the server runs."""

from __future__ import annotations

import hashlib
import mimetypes
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

MISSING: Final = (
    "<!doctype html><meta charset=utf-8><title>Undermine</title>"
    "<p>The browser game is not built yet: run <code>make play</code>, or <code>npm ci</code> and "
    "<code>npm run build</code> in the folder <code>web</code>, and start the server again."
)
FOREVER: Final = "public, max-age=31536000, immutable"  # names of files in assets/ change with their content
ASK_AGAIN: Final = "no-cache"
PACKED: Final = {
    "br": ".br",
    "gzip": ".gz",
}  # ways to compress, the best first, and how the build names what came of them

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")


@dataclass(frozen=True)
class File:
    """One file, ready to be sent."""

    body: bytes
    media_type: str
    etag: str
    cache: str
    packed: dict[str, bytes] = field(default_factory=dict)  # the same, compressed

    def best(self, accepted: str) -> tuple[str, bytes]:
        """How to send it to somebody who accepts that: the way it is compressed (empty: not at all), and the bytes."""
        wanted = _accepted(accepted)
        return next(((way, body) for way, body in self.packed.items() if way in wanted), ("", self.body))


def _accepted(header: str) -> set[str]:
    """What an Accept-Encoding names, without what it refuses."""
    parts = [part.replace(" ", "").lower().partition(";q=") for part in header.split(",")]
    return {way for way, weighed, weight in parts if not weighed or weight.strip("0.")}


def _file(body: bytes, name: str, packed: dict[str, bytes] | None = None) -> File:
    media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
    etag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return File(body, media_type, etag, FOREVER if name.startswith("assets/") else ASK_AGAIN, packed or {})


class Bundle:
    """Every file below a folder; a page that says how to build it when the folder is not there."""

    def __init__(self, folder: Path) -> None:
        found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        plain = {name: body for name, body in found.items() if not name.endswith(tuple(PACKED.values()))}
        self._files = {
            name: _file(body, name, {way: found[name + end] for way, end in PACKED.items() if name + end in found})
            for name, body in plain.items()
        }
        self.page = self._files.get("index.html") or _file(MISSING.encode(), "index.html")

    def find(self, path: str) -> File | None:
        """A file by its address, without the first slash."""
        return self._files.get(path)
