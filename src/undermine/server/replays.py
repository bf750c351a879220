"""Finished games, to be looked through: frame by frame as somebody saw them, or as a record.

Both are made from the stored decisions, a few at a time so that no table waits, then compressed and kept for a while.
A game that is over does not change any more and has no secrets left but the table's own, from which nothing here is made.
"""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from undermine.kernel.event import Event
from undermine.kernel.ids import NOBODY, SPECTATOR
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.visibility import stream
from undermine.notation.records import Move, Recorder, print_record
from undermine.present import ask_of, everything, told, view_of
from undermine.registry import ruleset
from undermine.server.auth import is_table_id
from undermine.server.game import Reader, read_options
from undermine.server.protocol import Replay, Update, write
from undermine.server.sentences import Problem
from undermine.server.store.base import Decision, Store, Table

OPEN: Final = "open"  # everything is seen
TABLE: Final = "table"  # what everybody at the table saw
BEGAN: Final = "began"  # what every game calls the event with which a round begins
KEPT: Final = 64  # looks at finished games in memory, compressed: some 15 KB each
SLICE: Final = 4  # decisions before others get their turn


def scenes(rules: Ruleset, events: list[Event]) -> list[list[Event]]:
    """What followed from a decision, in two parts where a round begins: the maze of the last one is worth a look."""
    began = rules.kinds[rules.kind_names.index(BEGAN)]
    cut = next((at for at, event in enumerate(events) if event.kind is began), 0)
    return [events[:cut], events[cut:]] if cut else [events]


@dataclass(frozen=True)
class Kept:
    """What is sent: the same for everybody who asks."""

    body: bytes  # compressed

    @property
    def plain(self) -> bytes:
        """For the few who cannot read it compressed."""
        return gzip.decompress(self.body)


class Replays:
    """One game is folded at a time, however many are asked for; who asks for the same one waits for the same work."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[tuple[str, str], Kept] = OrderedDict()
        self._one = asyncio.Lock()

    async def replay(self, table: str, eyes: str) -> Kept:
        """A finished game as a seat (by number), the whole table or somebody who may see everything saw it."""
        row = await self._finished(table)
        if eyes not in {OPEN, TABLE, *map(str, range(len(row.seats)))}:
            raise Problem("BAD_REQUEST")
        return await self._once((table, eyes), lambda: self._frames(row, eyes))

    async def record(self, table: str) -> Kept:
        """A finished game as the notation writes it."""
        row = await self._finished(table)
        return await self._once((table, "record"), lambda: self._record(row))

    async def _finished(self, table: str) -> Table:
        row = await self._store.table(table) if is_table_id(table) else None
        if row is None:
            raise Problem("NO_TABLE", 404)
        if row.status != "over":
            raise Problem("NOT_OVER", 409)
        return row

    async def _once(self, key: tuple[str, str], make: Callable[[], Awaitable[str]]) -> Kept:
        if key not in self._kept:
            async with self._one:
                if key not in self._kept:
                    text = await make()
                    self._kept[key] = Kept(await asyncio.to_thread(gzip.compress, text.encode(), 6, mtime=0))
                    while len(self._kept) > KEPT:
                        self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]

    async def _decisions(self, row: Table, reader: Reader) -> list[Decision]:
        decisions = await self._store.decisions(row.id)
        await reader.learn(self._store, decisions)
        return decisions

    async def _frames(self, row: Table, eyes: str) -> str:
        rules = ruleset(read_options(row.options))
        reader = Reader(rules)
        state = rules.game.new_state(rules)
        seat = SPECTATOR if eyes in {OPEN, TABLE} else int(eyes)
        frames: list[Update] = []
        n = 0
        for decision in await self._decisions(row, reader):
            for events in scenes(rules, reader.events(decision)) if decision.seq else [reader.events(decision)]:
                rows = events if eyes == OPEN else stream(events, seat)
                news = told(state, rows)  # folds as it goes
                n += len(rows)
                view = everything(state) if eyes == OPEN else view_of(state, seat)
                frames.append(Update(n, news, view, ask_of(state, SPECTATOR)))  # nobody is offered anything any more
            if decision.seq % SLICE == 0:
                await asyncio.sleep(0)
        return write(Replay(eyes, frames))

    async def _record(self, row: Table) -> str:
        options = read_options(row.options)
        reader = Reader(ruleset(options))
        recorder = Recorder(options, [seat.name for seat in row.seats])
        for decision in await self._decisions(row, reader):
            seat = NOBODY if decision.seat < 0 else decision.seat
            recorder.add(Move(seat, decision.action, reader.events(decision)))
            if decision.seq % SLICE == 0:
                await asyncio.sleep(0)
        return print_record(recorder.record)
