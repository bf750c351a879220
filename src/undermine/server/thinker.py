"""Bots think in processes of their own, so that no table waits for one.

The process is given what a seat was told, nothing else, and keeps the bots of the seats it plays. It ends when
the server does: its input is closed then, however the server ended. `python -m undermine.server.thinker` is the
process; `Thinker` is the server's side of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections import OrderedDict
from typing import Final

import msgspec

from undermine.bots import Seated, make
from undermine.notation import rows
from undermine.notation.claims import Claim
from undermine.registry import Options, pin, ruleset

SEATS: Final = 8192  # bots kept in the process; one that is not must hear its whole game once more for each thought
LINE: Final = 2**24  # bytes; a whole game's stream is far smaller


class Spoken(msgspec.Struct, frozen=True):
    """What somebody said, once a seat had been told so much."""

    n: int
    claim: Claim


class Job(msgspec.Struct, frozen=True):
    """A question for a bot. `told` are the rows of the seat's stream from number `start` on, `said` the claims from `listened`."""

    table: str
    seat: int
    options: Options
    start: int
    told: bytes
    n: int  # how long the stream is then
    bot: str
    seed: int
    pins: bytes = b""  # what `options.pinned` means, if it is anything
    listened: int = 0
    said: list[Spoken] = []
    over: list[tuple[str, int]] = []  # tables where no bot plays on for now, and how many seats each has


class Answer(msgspec.Struct, frozen=True):
    """`action` and what is said before it, or what went wrong."""

    action: int = 0
    claim: Claim | None = None
    error: str = ""


class ThinkerError(Exception):
    """The bot gave no answer; the same question may be asked again."""


class Mind:
    """The process' side: bots by table and seat. Both sides forget the same ones, by the same rule."""

    def __init__(self) -> None:
        self._seats: OrderedDict[tuple[str, int], Seated] = OrderedDict()

    def answer(self, job: Job) -> Answer:
        """Let the bot hear what it was told meanwhile, and choose."""
        for table, seats in job.over:
            for seat in range(seats):
                self._seats.pop((table, seat), None)
        if job.pins:
            pin(job.options.pinned, job.pins)
        rules = ruleset(job.options)
        key = (job.table, job.seat)
        bot = self._seats.pop(key, None)
        if bot is None or job.start == 0:
            bot = Seated(make(job.bot, 0), rules, job.seat)
        if bot.heard != job.start or bot.listened != job.listened or bot.bot.name != job.bot:
            return Answer(error=f"the stream goes on at {job.start}, {bot.bot.name} has heard {bot.heard} rows of it")
        told, at = rows.decode(rules, job.told), 0
        for spoken in job.said:
            upto = max(at, spoken.n - job.start)
            bot.hear(told[at:upto])
            bot.listen(spoken.claim)
            at = upto
        bot.hear(told[at:])
        self._seats[key] = bot
        if len(self._seats) > SEATS:
            self._seats.popitem(last=False)
        claim = bot.say(job.seed)
        return Answer(bot.bot.choose(bot.view.copy(), job.seat, job.seed), claim)


class Thinker:
    """The server's side: one question at a time, and a new process when the old one is gone."""

    def __init__(self, patience: float = 30.0) -> None:
        self._patience = patience
        self._process: asyncio.subprocess.Process | None = None
        self._known: OrderedDict[tuple[str, int], int] = OrderedDict()
        self._listened: dict[tuple[str, int], int] = {}  # the same of claims; what is not known counts as none
        self.claims: dict[tuple[str, int], Claim | None] = {}  # what was to be said before the latest choice
        self._over: list[tuple[str, int]] = []  # what the process may forget, and has not been told
        self._lock = asyncio.Lock()
        self.asked = 0  # questions that it has not answered yet

    @property
    def runs(self) -> bool:
        """Has its process been started?"""
        return self._process is not None

    def known(self, table: str, seat: int) -> int:
        """How much of a seat's stream the process has been given."""
        return self._known.get((table, seat), 0)

    def listened(self, table: str, seat: int) -> int:
        """How many claims the process has been given."""
        return self._listened.get((table, seat), 0) if (table, seat) in self._known else 0

    def forget(self, table: str, seats: int) -> None:
        """No bot plays there for now. What the process keeps of a seat takes some hundred KB by the end of a game."""
        places = [(table, seat) for seat in range(seats)]
        if any(place in self._known for place in places):
            self._over.append((table, seats))
        for place in places:
            self._drop(place)

    def _drop(self, place: tuple[str, int]) -> None:
        self._known.pop(place, None)
        self._listened.pop(place, None)
        self.claims.pop(place, None)

    async def ask(self, job: Job) -> int:
        """A bot's choice; raises ThinkerError."""
        self.asked += 1
        try:
            return await self._ask(job)
        finally:
            self.asked -= 1

    async def _ask(self, job: Job) -> int:
        async with self._lock:
            key = (job.table, job.seat)
            if job.start != self.known(*key):
                raise ThinkerError("the process has been started anew meanwhile")
            over, self._over = self._over, []
            try:
                async with asyncio.timeout(self._patience):
                    answer = await self._exchange(msgspec.structs.replace(job, over=over))
            except (TimeoutError, OSError, EOFError, msgspec.DecodeError) as error:
                await self._stop()
                raise ThinkerError(f"the bots' process failed: {type(error).__name__}") from error
            self._known.pop(key, None)
            if answer.error:
                raise ThinkerError(answer.error)
            self._known[key] = job.n
            self._listened[key] = job.listened + len(job.said)
            self.claims[key] = answer.claim
            if len(self._known) > SEATS:
                self._drop(next(iter(self._known)))
            return answer.action

    async def close(self) -> None:
        """End the process."""
        async with self._lock:
            await self._stop()

    async def _exchange(self, job: Job) -> Answer:
        if self._process is None or self._process.returncode is not None:
            self._known.clear()
            if job.start:
                raise EOFError
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",  # no module of ours is taken from the folder that one happens to stand in
                "-m",
                "undermine.server.thinker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LINE,
            )
        process = self._process
        assert process.stdin is not None and process.stdout is not None  # noqa: S101, PT018  # pipes were asked for
        process.stdin.write(msgspec.json.encode(job) + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise EOFError
        return msgspec.json.decode(line, type=Answer)

    async def _stop(self) -> None:
        process, self._process = self._process, None
        self._known.clear()
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def main() -> None:
    """Read questions, write answers, a line each, until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches the whole terminal; the server ends this process
    mind = Mind()
    decoder = msgspec.json.Decoder(Job)
    for line in sys.stdin.buffer:
        try:
            answer = mind.answer(decoder.decode(line))
        except Exception as error:  # noqa: BLE001  # whatever a bot does, the next question is answered
            answer = Answer(error=f"{type(error).__name__}: {error}")
        try:
            sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
            sys.stdout.buffer.flush()
        except BrokenPipeError:  # the server was killed meanwhile
            os._exit(0)  # nothing is left to be said, nor to be flushed


if __name__ == "__main__":
    main()
