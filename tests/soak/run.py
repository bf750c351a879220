"""People come and go at a server for hours, and when they have gone it is as it was: `make soak [MINUTES=60] [DB=sqlite]`.

Time is cut into shifts. In each, games of every kind are played over real sockets by people who come and go (`town.py`); then
all of them go home, and what is left is counted: memory, open files, tasks, sockets and tables. After the first shift
nothing may grow any more. The last line has the figures; the exit code is 1 when a bound is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import quantiles

import httpx

from tests.conftest import find_or_skip
from tests.crash.parts import Server
from tests.crash.players import Played, Verdict, judge
from tests.load.figures import Figure
from tests.load.serving import family, memory
from tests.server.database import postgres
from tests.server.house import House, Json
from tests.server.word import Redis
from tests.soak.town import Town, ended, everything
from undermine.server.app import store_of
from undermine.server.settings import Settings
from undermine.server.store.base import Store

TOKEN = "a-token-of-the-house"  # noqa: S105  # of this run
SHIFT = 5.0  # minutes
FEWEST = 3  # shifts
AT_ONCE = 10  # games
THINK = 0.4  # seconds
FINISH = 300.0  # seconds in which at least one of the games comes to its end
HOME = 60.0  # seconds until a server has noticed that everybody is gone
USUAL = ("--grace", "2", "--thinkers", "1", "--limit", "idle=1", "--admin-token", TOKEN, "--log-level", "warning")
# Bounds
GROWN = 32.0  # MB, of all processes together
FILES = 16  # of one process; a pool of connections may grow within that
TASKS = 4
P99 = 250.0  # ms; players and server share the machine


@dataclass(frozen=True)
class Rest:
    """What a server has when nobody is there."""

    memory: dict[int, int]  # bytes, by process
    files: dict[int, int]
    tasks: int
    sockets: int
    tables: int


def grown(now: dict[int, int], before: dict[int, int]) -> list[int]:
    """By how much more each has that was there before."""
    return [now[pid] - was for pid, was in before.items() if pid in now]


@dataclass
class Report:
    """What was done, and what came of it."""

    kind: str
    began: float = field(default_factory=time.monotonic)
    rests: list[Rest] = field(default_factory=list)
    games: int = 0
    unfinished: int = 0
    moves: int = 0
    stale: int = 0
    retried: int = 0
    visits: int = 0
    asked: int = 0
    errors: int = 0  # in the log
    waits: list[float] = field(default_factory=list)
    verdict: Verdict = field(default_factory=Verdict)

    def add(self, played: Played, verdict: Verdict) -> None:
        self.games += 1
        self.moves += played.acked
        self.stale += played.stale
        self.retried += played.retried
        self.waits += played.waits
        self.verdict.lost += verdict.lost
        self.verdict.doubled += verdict.doubled
        self.verdict.wrong += verdict.wrong

    @property
    def p99(self) -> float:
        return 1000 * quantiles(self.waits, n=100)[98] if len(self.waits) > 1 else float("inf")

    def figures(self, *, timed: bool = True) -> list[Figure]:
        """Held against their bounds; times only on a machine that has nothing else to do."""
        first, last = self.rests[0], self.rests[-1]
        counted = [
            Figure("games finished", self.games, "", 1, more=True),
            Figure("not", self.unfinished, "", 0),
            Figure("acknowledged moves", self.moves, "", 1, more=True),
            Figure("lost", self.verdict.lost, "", 0),
            Figure("doubled", self.verdict.doubled, "", 0),
            Figure("told or answered wrongly", len(self.verdict.wrong), "", 0),
            Figure("not taken by the database", self.retried, "", 0),
            Figure("more memory", sum(grown(last.memory, first.memory)) / 2**20, " MB", GROWN),
            Figure("more open files", max(grown(last.files, first.files), default=0), "", FILES),
            Figure("more tasks", last.tasks - first.tasks, "", TASKS),
            Figure("sockets left", max(rest.sockets for rest in self.rests), "", 0),
            Figure("tables left in memory", max(rest.tables for rest in self.rests), "", 0),
            Figure("processes ended", len(first.memory.keys() - last.memory.keys()), "", 0),
            Figure("errors in the log", self.errors, "", 0),
        ]
        return [*counted, Figure("p99 of a move", self.p99, " ms", P99)] if timed else counted

    def line(self, figures: Sequence[Figure]) -> str:
        missed = [f"{figure.name} {figure.value:.4g}{figure.unit}" for figure in figures if not figure.kept]
        said = ", ".join(f"{figure.name} {figure.value:.4g}{figure.unit}" for figure in figures)
        size = sum(self.rests[-1].memory.values()) / 2**20
        return (
            f"soak on {self.kind}: {(time.monotonic() - self.began) / 60:.1f} minutes, {len(self.rests)} shifts,"
            f" {self.visits} visits, {self.asked} requests, {self.stale} moves came too late, {size:.0f} MB in the end;"
            f" {said}: {'missed: ' + ', '.join(missed) if missed else 'all bounds kept'}"
        )


async def shift(town: Town, enough: Callable[[], bool], at_once: int, report: Report) -> list[Played]:
    """Games one after another until it is time to go home; then all of them come to their end."""
    finished: list[Played] = []
    until = time.monotonic() + FINISH
    while town.playing or not enough():
        while len(town.playing) < at_once and not enough():
            town.begin()
            until = time.monotonic() + FINISH
        done, _ = await asyncio.wait(town.playing, timeout=1, return_when=asyncio.FIRST_COMPLETED)
        town.playing -= done
        for task in done:
            until = time.monotonic() + FINISH
            error = task.exception()
            if error is None:
                finished.append(task.result())
            else:
                report.unfinished += 1
                report.verdict.wrong.append(f"a game broke off: {type(error).__name__}: {error}")
        if time.monotonic() > until:
            break
    report.unfinished += len(town.playing)
    await ended(town.playing)
    town.playing.clear()
    return finished


async def figures_of(server: Server) -> dict[str, int]:
    """What it says of itself."""
    async with httpx.AsyncClient(base_url=server.url, timeout=HOME) as http:
        answer = await http.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})
    answer.raise_for_status()
    lines = [line.split(" ") for line in answer.text.splitlines() if line.startswith("undermine_") and "{" not in line]
    return {name.removeprefix("undermine_"): int(float(value)) for name, value in lines}


def open_files(pid: int) -> int:
    """Of a process."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


async def at_rest(server: Server) -> Rest:
    """When everybody has gone home, and the server has noticed."""
    late = time.monotonic() + HOME
    while True:
        found = await figures_of(server)
        sockets, tables = found["sockets"], found["tables_in_memory"]
        if not (sockets or tables) or time.monotonic() > late:
            break
        await asyncio.sleep(0.1)
    pids = family(server.pid)
    memories, files = {pid: memory(pid) for pid in pids}, {pid: open_files(pid) for pid in pids}
    return Rest(memories, files, found["tasks"], sockets, tables)


async def live(
    server: Server,
    store: Callable[[], Store],
    wanted: Sequence[Json],
    shifts: Sequence[Callable[[Town], Callable[[], bool]]],
    report: Report,
    think: float = THINK,
    at_once: int = AT_ONCE,
    seed: int = 1,
    say: Callable[[str], None] = lambda _: None,
) -> None:
    """Shift after shift; each says of a town when it has seen enough."""
    await server.start()
    town = Town([server.url], seed, wanted, think)
    for number, ends in enumerate(shifts):
        finished = await shift(town, ends(town), at_once, report)
        await look(server, store, finished, report)
        report.verdict.wrong += town.faults
        report.visits, report.asked = town.visits, town.asked
        town.faults.clear()
        town.games.clear()
        rest = await at_rest(server)
        report.rests.append(rest)
        told = f"{sum(rest.memory.values()) / 2**20:.1f} MB, {sum(rest.files.values())} files, {rest.tasks} tasks"
        say(f"  shift {number + 1}: {len(finished)} games, then {told}")
    code = await server.end()
    if code:
        report.verdict.wrong.append(f"the server ended with {code}")


async def look(server: Server, store: Callable[[], Store], finished: list[Played], report: Report) -> None:
    """Every game of a shift, as it is stored and as it is told anew."""
    async with httpx.AsyncClient(base_url=server.url, timeout=HOME) as http:
        home = House(server.url, None, http)  # type: ignore[arg-type]  # nobody looks inside this one
        reader = store()
        await reader.open()
        for played in finished:
            report.add(played, await judge(played, reader, home))
        await reader.close()
        await home.hang_up()


def errors_in(log: Path) -> list[str]:
    """Lines that tell of a fault: those that say so, and those that are no line of ours, such as a traceback's."""
    found: list[str] = []
    for line in log.read_text("utf-8").splitlines():
        try:
            fault = json.loads(line)["level"] not in {"debug", "info", "warning"}
        except (ValueError, KeyError, TypeError):
            fault = True
        if fault:
            found.append(line)
    return found


@contextmanager
def server_of(kind: str, folder: Path) -> Iterator[tuple[Server, Callable[[], Store], Path]]:
    """What is served, what reads what it has stored, and where its log is."""
    log = folder / "log.txt"
    if kind == "sqlite":
        file = folder / "tables.sqlite3"
        yield Server("--db", str(file), *USUAL, log=log), lambda: store_of(Settings(database=file)), log
        return
    with postgres(find_or_skip("postgres")) as database:
        url = database.fresh()
        redis = Redis(find_or_skip("redis"))
        redis.start()
        try:
            words = ("--database", url, "--redis", redis.url)
            yield Server(*words, *USUAL, workers=2, log=log), lambda: store_of(Settings(postgres=url)), log
        finally:
            redis.stop()


def for_minutes(minutes: float) -> Callable[[Town], Callable[[], bool]]:
    """So long, and at least once with everything."""

    def begin(town: Town) -> Callable[[], bool]:
        end = time.monotonic() + 60 * minutes
        first = not town.begun
        return lambda: time.monotonic() > end and not (first and town.begun < len(town.wishes))

    return begin


def main() -> int:
    """Do it, and say in one line what came of it."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.soak.run", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--db", choices=["postgres", "sqlite"], default="postgres", help="postgres: and Redis")
    parser.add_argument("--seed", type=int, default=None)
    given = parser.parse_args()
    number = max(FEWEST, round(given.minutes / SHIFT))
    seed = random.randrange(2**31) if given.seed is None else given.seed
    report = Report(given.db)
    with (
        tempfile.TemporaryDirectory(prefix="undermine-soak-") as folder,
        server_of(given.db, Path(folder)) as (server, store, log),
    ):
        shifts = [for_minutes(given.minutes / number)] * number
        asyncio.run(live(server, store, everything(), shifts, report, seed=seed, say=partial(print, flush=True)))
        errors = errors_in(log)
        report.errors = len(errors)
    for line in [*report.verdict.wrong[:20], *errors[:20]]:
        print(line)
    figures = report.figures()
    print(report.line(figures), flush=True)
    return 0 if all(figure.kept for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
