"""Addresses as QR codes: drawn once each, and not where moves are made."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from io import BytesIO
from typing import Final

import segno
from litestar import Response


@lru_cache(maxsize=256)
def picture(address: str) -> bytes:
    """An address as a picture."""
    out = BytesIO()
    segno.make(address, micro=False).save(out, kind="svg", border=2, scale=4)
    return out.getvalue()


_drawer: Final = ThreadPoolExecutor(1, "pictures")  # several would take turns with the tables


async def qr(address: str, cache: str) -> Response[bytes]:
    """The same as an answer."""
    drawn = await asyncio.get_running_loop().run_in_executor(_drawer, picture, address)
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": cache})
