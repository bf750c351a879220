"""What people say at a table: in the game's own words, or in theirs. Each is looked at here before it is stored."""

from __future__ import annotations

import unicodedata

import msgspec

from undermine.errors import NotationError
from undermine.notation.claims import Claim, claims_of
from undermine.registry import ruleset
from undermine.server.game import read_options
from undermine.server.protocol import Chat, Claimed, Say, Wrote
from undermine.server.sentences import Problem
from undermine.server.store.base import Table

UNSEEN = ("Cc", "Cs", "Co", "Cn")  # letters that show nothing
TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")  # and that turn others round


def spoken(row: Table, seat: int, wish: Say | Chat, length: int) -> Claimed | Wrote:
    """What is to be stored, or a Problem."""
    if isinstance(wish, Chat):
        if not row.terms.chat:
            raise Problem("CHAT_OFF", 409)
        return Wrote(clean(wish.text, length))
    if row.status != "running":
        raise Problem("NOT_STARTED" if row.status == "open" else "GAME_OVER", 409)
    try:
        return claimed(claims_of(ruleset(read_options(row.options))).read(seat, wish.claim))
    except (msgspec.DecodeError, NotationError, RecursionError, UnicodeDecodeError) as error:
        raise Problem("BAD_CLAIM") from error


def claimed(claim: Claim) -> Claimed:
    """As it is stored and told."""
    return Claimed({"kind": claim.kind, **claim.about})


def clean(text: str, length: int) -> str:
    """One line of what somebody has written; a Problem when there is nothing to be read, or too much."""
    plain = "".join(letter for letter in text if unicodedata.category(letter) not in UNSEEN or letter.isspace())
    line = " ".join("".join(letter for letter in plain if letter not in TURNS).split())
    if not 1 <= len(line) <= length or not any(unicodedata.category(letter)[0] in "LNPS" for letter in line):
        raise Problem("BAD_TEXT", most=length)
    return line
