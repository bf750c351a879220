"""What is in the box of a table, as it is sent: encoded and compressed once for each choice of rules and each language."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from functools import lru_cache

import msgspec

from undermine.present.box import box
from undermine.registry import Options, edition_of
from undermine.server.protocol import write


@dataclass(frozen=True)
class Packed:
    """A body, and the mark by which a browser says that it has it already."""

    body: bytes  # compressed
    etag: str

    @property
    def plain(self) -> bytes:
        """For the few who cannot read it compressed."""
        return gzip.decompress(self.body)


def packed(options: Options, lang: str) -> Packed:
    """The box of such a table; raises OptionError when there is none."""
    edition = options.edition if options.pinned else edition_of(options)
    named = msgspec.structs.replace(options, edition=edition, first=0)
    return _packed(msgspec.json.encode(named, order="sorted"), lang)


@lru_cache(maxsize=64)
def _packed(options: bytes, lang: str) -> Packed:
    body = write(box(msgspec.json.decode(options, type=Options), lang)).encode()
    return Packed(gzip.compress(body, 6, mtime=0), f'"{hashlib.sha256(body).hexdigest()[:20]}"')
