"""Processes are killed at random moments while games are played: nothing that was acknowledged is lost, nothing happens twice.

`python -m tests.crash.run --kills 200` does it to a cluster: two servers of two workers each, PostgreSQL and Redis;
`--db sqlite` to the one process that serves a file. The last line says what was done and what came of it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path

import httpx

from tests.conftest import find_or_skip
from tests.crash.parts import Server, kill_bots, kill_worker, no_room, pause_worker
from tests.crash.players import Company, Played, Verdict, judge
from tests.server.database import Postgres, postgres
from tests.server.house import House, settled
from tests.server.word import Redis
from undermine.server.app import store_of
from undermine.server.settings import Settings
from undermine.server.store.base import Store

LEASE = 1.5  # seconds
FINISH = 240.0  # seconds for all games to end once nobody is killed any more
AT_ONCE = 6  # games
MOVES = 12  # between two kills, on average
PATIENCE = 20.0  # seconds for them
Harm = Callable[[], Awaitable[bool]]


class Cluster:
    """What is played at, and what can be done to it: `harms` by name, each with how often it is chosen."""

    def __init__(self, servers: list[Server], rng: random.Random) -> None:
        self.servers = servers
        self.rng = rng
        self.harms: dict[str, tuple[int, Harm]] = {"bots' process": (1, self._kill_bots)}

    async def _kill_bots(self) -> bool:
        return kill_bots(self.servers, self.rng)

    async def kill_server(self) -> bool:
        """The whole server at once; whoever hosts it starts it again."""
        server = self.rng.choice(self.servers)
        await server.kill()
        await asyncio.sleep(self.rng.random() / 2)
        await server.start()
        return True

    async def harm(self) -> str:
        """One of them."""
        while True:
            (name,) = self.rng.choices(list(self.harms), [often for often, _ in self.harms.values()])
            if await self.harms[name][1]():
                return name


class Many(Cluster):
    """Two servers of two workers, with PostgreSQL and Redis."""

    def __init__(self, servers: list[Server], rng: random.Random, database: Postgres, redis: Redis | None) -> None:
        super().__init__(servers, rng)
        self._database, self._redis = database, redis
        self.harms |= {
            "worker": (12, self._kill_worker),
            "server": (2, self.kill_server),
            "worker paused": (2, self._pause),
            "PostgreSQL": (1, self._restart_database),
        }
        if redis is not None:
            self.harms["Redis"] = (2, self._restart_redis)

    async def _kill_worker(self) -> bool:
        return kill_worker(self.servers, self.rng)

    async def _pause(self) -> bool:
        return await pause_worker(self.servers, self.rng, LEASE * 2)

    async def _restart_database(self) -> bool:
        """Its connections break in the middle of whatever they do."""
        await asyncio.to_thread(self._database.stop)
        await asyncio.sleep(self.rng.random() * 2)
        await asyncio.to_thread(self._database.start)
        return True

    async def _restart_redis(self) -> bool:
        assert self._redis is not None
        await asyncio.to_thread(self._redis.stop)
        await asyncio.sleep(self.rng.random() * 3)
        await asyncio.to_thread(self._redis.start)
        return True


class One(Cluster):
    """The one process that serves a file."""

    def __init__(self, server: Server, rng: random.Random, file: Path) -> None:
        super().__init__([server], rng)
        self._file = file
        self.harms |= {"server": (8, self.kill_server), "full disk": (1, self._fill), "locked file": (1, self._lock)}

    async def _fill(self) -> bool:
        with no_room(self.servers[0].pid, self._file.with_name(self._file.name + "-wal")):
            await asyncio.sleep(self.rng.random() * 2)
        return True

    async def _lock(self) -> bool:
        """By another program, for longer than the server waits."""
        with contextlib.closing(sqlite3.connect(self._file, isolation_level=None, timeout=10)) as other:
            other.execute("BEGIN IMMEDIATE")
            await asyncio.sleep(2 + self.rng.random())
        return True


class Report:
    """What was done, and what came of it."""

    def __init__(self) -> None:
        self.kills: Counter[str] = Counter()
        self.games = self.moves = self.stale = self.retried = 0
        self.verdict = Verdict()
        self.unfinished = 0
        self.began = time.monotonic()

    def add(self, played: Played, verdict: Verdict) -> None:
        self.games += 1
        self.moves += played.acked
        self.stale += played.stale
        self.retried += played.retried
        self.verdict.lost += verdict.lost
        self.verdict.doubled += verdict.doubled
        self.verdict.wrong += verdict.wrong

    def good(self, wanted: int) -> bool:
        bad = self.verdict.lost or self.verdict.doubled or self.verdict.wrong or self.unfinished
        return not bad and self.kills.total() >= wanted and self.games > 0 and self.moves > 0

    def line(self, kind: str) -> str:
        what = ", ".join(f"{number} {name}" for name, number in self.kills.most_common())
        return (
            f"crash on {kind}: {self.kills.total()} kills ({what}); {self.moves} acknowledged moves, "
            f"{self.verdict.lost} lost, {self.verdict.doubled} doubled; {self.games} games finished, "
            f"{self.unfinished} not, {len(self.verdict.wrong)} told wrongly; {self.stale} moves came too late, "
            f"{self.retried} were asked for again; {time.monotonic() - self.began:.0f} s"
        )


async def play(
    cluster: Cluster, store: Callable[[], Store], kills: int, report: Report, at_once: int = AT_ONCE
) -> None:
    """Games one after another until so much harm was done; then all of them come to their end."""
    await asyncio.gather(*(server.start() for server in cluster.servers))
    company = Company([server.url for server in cluster.servers], cluster.rng.randrange(2**31))
    finished: list[Played] = []
    while report.kills.total() < kills:
        for task in [task for task in company.playing if task.done()]:
            company.playing.discard(task)
            finished.append(task.result())
        while len(company.playing) < at_once:
            company.begin()
        with contextlib.suppress(AssertionError):  # however slow the machine is, something happens between two kills
            await settled(partial(company.reached, company.moves + cluster.rng.randrange(2 * MOVES)), PATIENCE)
        report.kills[await cluster.harm()] += 1
    done, late = await asyncio.wait(company.playing, timeout=FINISH)
    finished += [task.result() for task in done]
    report.unfinished = len(late)
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)
    await look(cluster, store, finished, report)
    codes = [await server.end() for server in cluster.servers]
    if any(codes):
        report.verdict.wrong.append(f"servers ended with {codes}")


async def look(cluster: Cluster, store: Callable[[], Store], finished: list[Played], report: Report) -> None:
    """Every game, as it is stored and as it is told anew."""
    place = cluster.servers[0].url
    async with httpx.AsyncClient(base_url=place) as http:
        home = House(place, None, http)  # type: ignore[arg-type]  # nobody looks inside this one
        reader = store()
        await reader.open()
        for played in finished:
            report.add(played, await judge(played, reader, home))
        await reader.close()


@contextlib.contextmanager
def cluster_of(kind: str, rng: random.Random, folder: Path) -> Iterator[tuple[Cluster, Callable[[], Store]]]:
    """The parts, and what reads what they have stored."""
    lease = ("--lease", str(LEASE), "--grace", "20")
    if kind == "sqlite":
        file = folder / "tables.sqlite3"
        yield (
            One(Server("--db", str(file), "--sync", "normal", *lease), rng, file),
            lambda: store_of(Settings(database=file)),
        )
        return
    with postgres(find_or_skip("postgres")) as database:
        url = database.fresh()
        redis = Redis(find_or_skip("redis")) if kind == "postgres" else None
        words = ("--redis", redis.url) if redis else ()
        if redis:
            redis.start()
        try:
            servers = [Server("--database", url, *words, *lease, workers=2) for _ in range(2)]
            yield Many(servers, rng, database, redis), lambda: store_of(Settings(postgres=url))
        finally:
            if redis:
                redis.stop()


def main() -> None:
    """Do it, and say in one line what came of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.crash.run", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument(
        "--db", choices=["postgres", "notify", "sqlite"], default="postgres", help="notify: without Redis"
    )
    parser.add_argument("--seed", type=int, default=None)
    args = parser.parse_args()
    seed = random.randrange(2**31) if args.seed is None else args.seed
    report = Report()
    with (
        tempfile.TemporaryDirectory(prefix="undermine-crash-") as folder,
        cluster_of(args.db, random.Random(seed), Path(folder)) as (cluster, store),
    ):
        asyncio.run(play(cluster, store, args.kills, report))
    for line in report.verdict.wrong[:20]:
        print(line)
    print(report.line(args.db))
    sys.exit(0 if report.good(args.kills) else 1)


if __name__ == "__main__":
    main()
