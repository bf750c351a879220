"""Bots think in a process of their own, so that no table waits for one.

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
from undermine.registry import Options, ruleset

SEATS: Final = 256  # bots kept in the process
LINE: Final = 2**24  # bytes; a whole game's stream is far smaller


class Job(msgspec.Struct, frozen=True):
    """A question for a bot. `told` are the rows of the seat's stream from number `start` on."""

    table: str
    seat: int
    options: Options
    start: int
    told: bytes
    n: int  # how long the stream is then
    bot: str
    seed: int


class Answer(msgspec.Struct, frozen=True):
    """`action`, or what went wrong."""

    action: int = 0
    error: str = ""


class ThinkerError(Exception):
    """The bot gave no answer; the same question may be asked again."""


class Mind:
    """The process' side: bots by table and seat. Both sides forget the same ones, by the same rule."""

    def __init__(self) -> None:
        self._seats: OrderedDict[tuple[str, int], Seated] = OrderedDict()

    def answer(self, job: Job) -> Answer:
        """Let the bot hear what it was told meanwhile, and choose."""
        rules = ruleset(job.options)
        key = (job.table, job.seat)
        bot = self._seats.pop(key, None)
        if bot is None or job.start == 0:
            bot = Seated(make(job.bot, 0), rules, job.seat)
        if bot.heard != job.start or bot.bot.name != job.bot:
            return Answer(error=f"the stream goes on at {job.start}, {bot.bot.name} has heard {bot.heard} rows of it")
        bot.hear(rows.decode(rules, job.told))
        self._seats[key] = bot
        if len(self._seats) > SEATS:
            self._seats.popitem(last=False)
        return Answer(bot.bot.choose(bot.view.copy(), job.seat, job.seed))


class Thinker:
    """The server's side: one question at a time, and a new process when the old one is gone."""

    def __init__(self, patience: float = 30.0) -> None:
        self._patience = patience
        self._process: asyncio.subprocess.Process | None = None
        self._known: OrderedDict[tuple[str, int], int] = OrderedDict()
        self._lock = asyncio.Lock()

    def known(self, table: str, seat: int) -> int:
        """How much of a seat's stream the process has been given."""
        return self._known.get((table, seat), 0)

    async def ask(self, job: Job) -> int:
        """A bot's choice; raises ThinkerError."""
        async with self._lock:
            key = (job.table, job.seat)
            if job.start != self.known(*key):
                raise ThinkerError("the process has been started anew meanwhile")
            try:
                answer = await asyncio.wait_for(self._exchange(job), self._patience)
            except (TimeoutError, OSError, EOFError, msgspec.DecodeError) as error:
                await self._stop()
                raise ThinkerError(f"the bots' process failed: {type(error).__name__}") from error
            self._known.pop(key, None)
            if answer.error:
                raise ThinkerError(answer.error)
            self._known[key] = job.n
            if len(self._known) > SEATS:
                self._known.popitem(last=False)
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
