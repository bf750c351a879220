"""What may have reached a browser, in any game, held against the stored game.

The rows of each decision are read from the database. Whose eyes may see each of them is looked up in the list that was
written from the rulebooks (`tests/fuzz/eyes.py`), and a row that is told to others names no card. What the browser was sent
must then be exactly what is made of the rows its seat may see, moment by moment; no other message may name a card at all.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from tests.fuzz.eyes import Eyes
from tests.patching import whole
from undermine.kernel.engine import waiting
from undermine.kernel.event import Event
from undermine.kernel.fields import FACE
from undermine.kernel.visibility import fold, redact
from undermine.notation import rows
from undermine.present import ask_of, told, view_of
from undermine.registry import ruleset
from undermine.server.game import read_options

Json = dict[str, Any]


@dataclass
class Moment:
    """What one seat knows after a decision."""

    n: int  # how much it was told until then
    news: list[Json]
    view: Json
    ask: Json | None


class Witness:
    """A stored game, decision by decision."""

    def __init__(self, database: Path, table: str) -> None:
        with contextlib.closing(sqlite3.connect(database)) as db:
            (options,) = db.execute("SELECT options FROM games WHERE id = ?", (table,)).fetchone()
            query = "SELECT seat, payload FROM decisions WHERE game = ? ORDER BY seq"
            self.decisions: list[tuple[int, bytes]] = db.execute(query, (table,)).fetchall()
        self.rules = ruleset(read_options(options))
        self.words = {name for names in self.rules.layout.face_names.values() for name in names if name}

    def moments(self, seat: int) -> Iterator[Moment]:
        truth, view = (self.rules.game.new_state(self.rules) for _ in range(2))
        eyes, n = Eyes(self.rules), 0
        for mover, payload in self.decisions:
            written: list[Event] = rows.decode(self.rules, payload)
            for row in written:
                fold(truth, row)
            eyes.check(mover, int(waiting(truth)), written)
            mine = [row for row in (self.rightful(eyes, row, seat) for row in written) if row is not None]
            if not mine:
                continue
            n += len(mine)
            news = built(told(view, mine))
            yield Moment(n, news, built(view_of(view, seat)), built(ask_of(view, seat)))

    def rightful(self, eyes: Eyes, row: Event, seat: int) -> Event | None:
        """A row as that seat may know it."""
        known = redact(row, seat)
        if known is not None and known is not row:
            assert not any(eyes.numbers(known, FACE)), f"{eyes.name(row)} names a card to P{seat + 1}"
        return known

    def check(self, seat: int, frames: list[str]) -> int:
        """Hold every message to that seat against the game; returns how many showed the table."""
        messages = whole(json.loads(frame) for frame in frames)
        held, before = 0, 0
        due = self.moments(seat)
        moment = next(due)
        heard = list(moment.news)
        for message in messages:
            if not message.get("view"):
                assert not set(texts(message)) & self.words, message
                continue
            assert message["n"] >= before, "told of an earlier moment"
            while moment.n < message["n"]:
                moment = next(due)
                heard += moment.news
            before = message["n"]
            assert (message["n"], message["view"], message["ask"]) == (moment.n, moment.view, moment.ask)
            new = moment.news if message["t"] == "update" else heard[len(heard) - len(message["events"]) :]
            assert message["events"] == new
            held += 1
        return held


def built(made: Any) -> Any:
    """As it is written on the wire."""
    return json.loads(msgspec.json.encode(made))


def texts(value: object) -> Iterator[str]:
    """Every text in a message; an extra of the table may be called like its card."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from texts(inner) if key != "extras" else ()
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)
    elif isinstance(value, str):
        yield value
