"""Bots think ahead, while people still look at the last move, and move when they are due.

How long a bot thinks depends on its cards. So a thought that is late waits for the next whole beat, and the moment of a
move tells the table nothing but what it knows: when the bot was asked, and a pause drawn by lot.
"""

from __future__ import annotations

import asyncio
import time

import structlog

from undermine.notation.claims import Claim
from undermine.server.game import Game
from undermine.server.thinker import ThinkerError
from undermine.server.thinkers import Thinkers

log = structlog.get_logger("undermine.table")


class Foresight:
    """The next move of one table's bots."""

    def __init__(self, table: str, thinkers: Thinkers) -> None:
        self._table = table
        self._thinkers = thinkers
        self._about = (-1, -1)  # the decision and the seat of the latest thought
        self._thought: asyncio.Task[int | None] | None = None
        self.claim: Claim | None = None  # what whoever has thought last wants to say before
        self._one = asyncio.Lock()  # thoughts are finished or given up in their order
        self._tasks: set[asyncio.Task[int | None]] = set()

    @property
    def busy(self) -> bool:
        """Whether somebody thinks."""
        return bool(self._tasks)

    def close(self, seats: int) -> None:
        """The table, which has so many seats, is put aside."""
        for task in self._tasks:
            task.cancel()
        self._thinkers.forget(self._table, seats)

    def begin(self, game: Game, seat: int, bot: str) -> asyncio.Task[int | None]:
        """Let such a bot think about the question that a seat is asked now, unless that has begun."""
        about = (game.seq, seat)
        if self._thought is None or self._about != about:
            task = asyncio.create_task(self._think(game, *about, bot), name=f"bot thinks at {self._table}")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            self._about, self._thought = about, task
        return self._thought

    async def choice(self, game: Game, seat: int, bot: str, beat: float) -> int | None:
        """To be asked when the move is due: the bot's choice, now or whole beats later; None when there is none."""
        due = time.monotonic()
        thought = self.begin(game, seat, bot)
        if not thought.done():
            await asyncio.wait([thought])
            if beat:
                await asyncio.sleep(-(time.monotonic() - due) % beat)
        self._thought = None  # whoever asks again wants another answer
        return thought.result()

    async def _think(self, game: Game, seq: int, seat: int, bot: str) -> int | None:
        async with self._one:
            self.claim = None
            for _ in range(2):
                if game.seq != seq:
                    break  # the game went on without it
                try:
                    thinker = self._thinkers.of(self._table, seat)
                    place = (self._table, seat)
                    action = await thinker.ask(game.job(seat, thinker.known(*place), bot, thinker.listened(*place)))
                except ThinkerError as error:
                    log.warning("bot failed", table=self._table, seat=seat, error=str(error))
                else:
                    self.claim = thinker.claims.get(place)
                    return action
        return None
