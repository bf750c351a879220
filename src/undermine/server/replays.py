"""Finished games, to be looked through: frame by frame as somebody saw them, or as a record.

Both are made from the stored decisions, a few at a time so that no table waits, then compressed and kept for a while.
A game that is over does not change any more and has no secrets left: the one its shuffle was made of is shown with it.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final

import structlog

from undermine.errors import RecordError, UndermineError
from undermine.kernel.chance import ChanceError
from undermine.kernel.event import Play
from undermine.kernel.ids import NOBODY
from undermine.notation.records import Move, Record, Recorder, print_record
from undermine.notation.records import replay as play_again
from undermine.notation.shuffle import Checked
from undermine.registry import ruleset, spelled
from undermine.server.auth import is_table_id
from undermine.server.bodies import Draw, Replay, ShuffleInfo
from undermine.server.brought import brought
from undermine.server.film import TABLE, Film, eyes_at
from undermine.server.game import Reader, shuffle_of, stood_in
from undermine.server.pinned import options_of
from undermine.server.protocol import write
from undermine.server.remarks import read_remark
from undermine.server.remarks import told as told_of
from undermine.server.sentences import Problem
from undermine.server.store.base import Decision, Remark, Store, Table

log = structlog.get_logger("undermine.replays")
KEPT: Final = 64  # looks at finished games in memory, compressed: some 15 KB each
SLICE: Final = 4  # decisions before others get their turn


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
        row = await self._found(table)
        if row.status != "over" and not (eyes == TABLE and await self._stuck(row)):
            raise Problem("NOT_OVER", 409)
        if eyes not in eyes_at(len(row.seats)):
            raise Problem("BAD_REQUEST")
        return await self._once((table, f"{eyes} {row.status}"), lambda: self._frames(row, eyes))

    async def record(self, table: str) -> Kept:
        """A finished game as the notation writes it."""
        row = await self._found(table)
        if row.status != "over":
            raise Problem("NOT_OVER", 409)
        return await self._once((table, "record"), lambda: self._record(row))

    async def shuffle(self, table: str) -> Kept:
        """How a finished game was shuffled, draw by draw."""
        row = await self._found(table)
        if row.status != "over":
            raise Problem("NOT_OVER", 409)
        return await self._once((table, "shuffle"), lambda: self._draws(row))

    async def _found(self, table: str) -> Table:
        row = await self._store.table(table) if is_table_id(table) else None
        if row is None:
            raise Problem("NO_TABLE", 404)
        return row

    async def _stuck(self, row: Table) -> bool:
        """Whether a game began under rules that are gone, and can only be looked at: as everybody saw it, since they may return."""
        if row.status != "running":
            return False
        reader = Reader(ruleset(await options_of(self._store, row)))
        try:
            for decision in await self._decisions(row, reader):
                reader.events(decision)
                reader.action(decision)
        except RecordError:
            return True
        return False

    async def brought(self, text: str, eyes: str, lang: str) -> Kept:
        """A game from a file; what is made of it is kept like others, for a while."""
        name = hashlib.sha256(text.encode()).hexdigest()
        return await self._once((name, f"{eyes} {lang}"), lambda: brought(text, eyes, lang))

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

    async def _remarks(self, row: Table) -> list[Remark]:
        """What was said and settled, and told."""
        return [remark for remark in await self._store.remarks(row.id) if told_of([read_remark(remark)])]

    async def _frames(self, row: Table, eyes: str) -> str:
        rules = ruleset(await options_of(self._store, row))
        reader = Reader(rules)
        film = Film(rules, eyes)
        for decision in await self._decisions(row, reader):
            try:
                events = reader.events(decision)
            except RecordError:
                film.tear()
                break
            film.add(events, stood_in(decision.cmd, decision.seat))
            if decision.seq % SLICE == 0:
                await asyncio.sleep(0)
        remarks = await self._remarks(row)
        said = [one for r in remarks for one in told_of([read_remark(r)], film.after(r.seq))]
        return write(Replay(eyes, film.frames, said))

    async def _record(self, row: Table) -> str:
        return print_record(await self._written(row))

    async def _draws(self, row: Table) -> str:
        record = await self._written(row)
        shuffle = record.shuffle or shuffle_of(row)
        check = Checked(shuffle)
        rules = ruleset(await options_of(self._store, row))
        play = Play(rules.game.new_state(rules), [])
        try:
            for number, ply in enumerate(record.plies):
                play_again(play, ply, check)
                if number % SLICE == 0:
                    await asyncio.sleep(0)
        except (ChanceError, UndermineError) as error:  # rules or cards are others by now
            log.warning("shuffle cannot be made again", table=row.id, error=str(error))
            raise Problem("OLD_TABLE", 410) from error
        draws = [Draw(total, index) for total, index in check.draws]
        return write(ShuffleInfo(shuffle.commitment, shuffle.secret.hex(), list(shuffle.parts), draws))

    async def _written(self, row: Table) -> Record:
        options = await options_of(self._store, row)
        reader = Reader(ruleset(options))
        recorder = Recorder(spelled(options), [seat.name for seat in row.seats])
        move: Move | None = None
        plies: list[int] = []  # by decision
        for decision in await self._decisions(row, reader):
            if decision.seq == 0:
                recorder.record.shuffle = shuffle_of(row, decision)
            events = reader.events(decision)
            if (
                decision.seat < 0 and move is not None
            ):  # a window's time was up: what follows from the last answer in it
                move = replace(move, events=[*move.events, *events])
            else:
                if move is not None:
                    recorder.add(move)
                move = Move(NOBODY if decision.seat < 0 else decision.seat, reader.action(decision), events)
            plies.append(len(recorder.record.plies))
            if decision.seq % SLICE == 0:
                await asyncio.sleep(0)
        if move is not None:
            recorder.add(move)
        for remark in await self._remarks(row):
            ply = recorder.record.plies[plies[min(max(remark.seq, 1), len(plies)) - 1]]
            ply.said.append((NOBODY if remark.seat < 0 else remark.seat, remark.what))
        return recorder.record
