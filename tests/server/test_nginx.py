"""Two servers on PostgreSQL and Redis behind a real nginx with TLS: people at one table, each at another process."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import httpx
import pytest

from tests.conftest import find_or_skip
from tests.crash.parts import Server
from tests.crash.players import Company, Played, judge
from tests.server.database import Postgres
from tests.server.house import Guest, House
from tests.server.proxy import nginx
from tests.server.word import Redis
from undermine.server.app import store_of
from undermine.server.settings import Settings

TOKEN = "a-token-of-the-house"  # noqa: S105  # of this test


async def sockets(server: Server) -> int:
    """How many games are open there."""
    async with httpx.AsyncClient(base_url=server.url) as http:
        text = (await http.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})).text
    (found,) = [line for line in text.splitlines() if line.startswith("undermine_sockets ")]
    return int(float(found.rpartition(" ")[2]))


def test_one_table_at_two_processes_of_which_one_is_killed(
    tmp_path: Path, database_server: Postgres, redis_server: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = database_server.fresh()
    options = (
        "--database",
        url,
        "--redis",
        redis_server.url,
        "--lease",
        "1.5",
        "--grace",
        "20",
        "--admin-token",
        TOKEN,
    )
    servers = [Server(*options) for _ in range(2)]

    async def story(place: str, plain: str) -> None:
        await asyncio.gather(*(server.start() for server in servers))
        async with httpx.AsyncClient(base_url=place) as http:
            home = House(place, None, http)  # type: ignore[arg-type]  # nobody looks inside this one
            moved = await http.get(plain)
            assert (moved.status_code, moved.headers["location"]) == (301, "https://127.0.0.1/")
            assert (await http.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})).status_code == 404
            table, ann = await home.open(players=3, bots=1)
            bob = await home.join(table, "Bob")
            answer = await http.get(f"/api/tables/{table}", headers={"cookie": ann.cookie})
            assert answer.json()["invite"] == f"{place}/t/{table}"  # it knows where people find it, and how
            assert "strict-transport-security" in answer.headers
            async with asyncio.timeout(30):
                await apart(ann, bob)
            for guest in (ann, bob):
                assert guest.table["seats"][0]["present"] or await guest.hear("table")
            assert (await home.post(f"/api/tables/{table}/start", headers={"cookie": bob.cookie})).status_code == 403
            assert (await home.post(f"/api/tables/{table}/start", headers={"cookie": ann.cookie})).status_code == 200
            before = [*home.sockets]  # people who play through trouble forget those they had
            company = Company([place], 1)
            played = Played(table, [ann, bob], [[], []])
            company.games.append(played)
            playing = asyncio.gather(*(company._stubborn(played, seat, random.Random(seat)) for seat in (0, 1)))
            while company.moves < 8:
                assert not playing.done()
                await asyncio.sleep(0.02)
            await servers[0].kill()
            await asyncio.wait_for(playing, 120)
            store = store_of(Settings(postgres=url))
            await store.open()
            verdict = await judge(played, store, home)
            await store.close()
            assert (verdict.lost, verdict.doubled, verdict.wrong) == (0, 0, [])
            home.sockets += before
            await home.hang_up()
        assert await servers[1].end() == 0

    async def apart(ann: Guest, bob: Guest) -> None:
        """Each at another process: whoever is at the wrong one comes again."""
        await ann.come()
        await bob.come()
        while [await sockets(server) for server in servers] != [1, 1]:
            await bob.go()
            await bob.come()

    with nginx(find_or_skip("nginx"), find_or_skip("openssl"), tmp_path, [s.port for s in servers]) as (
        place,
        plain,
        cert,
    ):
        monkeypatch.setenv("SSL_CERT_FILE", str(cert))
        asyncio.run(story(place, plain))
