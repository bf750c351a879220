"""The small form of `make crash`: a server of two workers, and each kind of harm once."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from tests.crash.parts import Server
from tests.crash.run import LEASE, Many, Report, play
from tests.server.database import Postgres
from tests.server.word import Redis
from undermine.server.app import store_of
from undermine.server.settings import Settings


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes cannot be looked at here")
def test_a_cluster_that_is_harmed_in_every_way_loses_nothing(
    database_server: Postgres,
    redis_server: Redis,
) -> None:
    url = database_server.fresh()
    rng = random.Random(3)
    server = Server("--database", url, "--redis", redis_server.url, "--lease", str(LEASE), "--grace", "20", workers=2)
    cluster = Many([server], rng, database_server, redis_server)
    del cluster.harms["server"]  # it takes long to start, and tests/server/test_crash.py does it
    left = list(cluster.harms.items())

    async def harm() -> str:
        name, (_, do) = left.pop()
        assert await do() or name == "bots' process"  # which is there only once a bot has thought
        return name

    cluster.harm = harm  # type: ignore[method-assign]  # each of them once
    report = Report()
    asyncio.run(play(cluster, lambda: store_of(Settings(postgres=url)), len(left), report, at_once=2))
    assert report.good(len(cluster.harms)), (report.line("postgres"), report.verdict.wrong)
