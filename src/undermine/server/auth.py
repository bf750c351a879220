"""Seat links: whoever has one sits there. No account, no session, nothing stored beside the seat's epoch."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that looks like something else
ID_LENGTH: Final = 10
MOST_SEATS: Final = 16  # that one link opens; more than any table has
WATCH: Final = "watch"  # who names this instead of a seat looks on, whatever seats the browser has


@dataclass(frozen=True)
class SeatKey:
    """Which seat of which table a link opens."""

    table: str
    seat: int
    epoch: int


def new_table_id() -> str:
    """Not to be guessed, and short enough to be read out."""
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))


def is_table_id(text: str) -> bool:
    """Whether it can be a table at all; keeps anything else away from cookies and the database."""
    return len(text) == ID_LENGTH and all(letter in ALPHABET for letter in text)


def cookie_name(table: str) -> str:
    """One cookie for each table."""
    return f"undermine_{table}"


def cookie_paths(table: str) -> tuple[str, str]:
    """Where a table's cookie is sent: to that table only. A hundred of them at once are more than a handshake may hold."""
    return f"/ws/{table}", f"/api/tables/{table}"


class Signer:
    """Makes and checks seat links."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def _mac(self, claim: str) -> str:
        digest = hmac.digest(self._key, b"seat:" + claim.encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()

    def token(self, seat: SeatKey) -> str:
        """`{table}.{seat}.{epoch}.{HMAC}`."""
        claim = f"{seat.table}.{seat.seat}.{seat.epoch}"
        return f"{claim}.{self._mac(claim)}"

    def check(self, token: str) -> SeatKey | None:
        """The seat a token stands for; None when it was not made here."""
        claim, _, mac = token.rpartition(".")
        if len(token) > 200 or not token.isascii() or not hmac.compare_digest(self._mac(claim), mac):
            return None
        table, seat, epoch = claim.split(".")
        return SeatKey(table, int(seat), int(epoch))

    def link(self, seats: Iterable[SeatKey]) -> str:
        """One link for all seats at one device: their tokens, with `~` between them."""
        return "~".join(self.token(seat) for seat in seats)

    def held(self, link: str, table: str) -> tuple[SeatKey, ...]:
        """The seats of a table that such a link opens; what was not made here opens none."""
        keys = (self.check(token) for token in link.split("~")[:MOST_SEATS])
        return tuple(dict.fromkeys(key for key in keys if key is not None and key.table == table))
