"""Several workers at one database: whatever happens at one of them is so at the others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.server.database import Postgres
from tests.server.house import House, Json, house, settled
from tests.server.test_bus import WORD
from tests.server.word import Redis
from undermine.registry import GAMES, Options, players_of

Two = Callable[..., Any]


@pytest.fixture(params=["redis", "notify"])
def two(
    request: pytest.FixtureRequest, tmp_path: Path, database_server: Postgres
) -> Callable[..., AsyncIterator[tuple[House, House]]]:
    """Two workers, whose words are carried by one thing or another."""
    url = database_server.fresh()
    redis = request.getfixturevalue("redis_server").url if request.param == "redis" else ""

    @asynccontextmanager
    async def open_both(**settings: Any) -> AsyncIterator[tuple[House, House]]:
        async with AsyncExitStack() as both:
            chosen = {"postgres": url, "redis": redis, "lease": 30.0, **settings}
            one = await both.enter_async_context(house(tmp_path, **chosen))
            other = await both.enter_async_context(house(tmp_path, **chosen))
            await settled(lambda: one.lobby.bus.sound and other.lobby.bus.sound)
            yield one, other

    return open_both  # type: ignore[return-value]  # as the decorator makes it


def overhear(home: House, words: list[str]) -> None:
    """What a worker tells the others."""
    wire: Any = home.lobby.bus._wire  # type: ignore[attr-defined]  # the protocol does not say that there is one
    send = wire.send

    async def noted(text: str) -> None:
        words.append(text)
        await send(text)

    wire.send = noted


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_by_people_at_both(two: Two, game: str) -> None:
    async def story() -> None:
        async with two() as homes:
            fewest, most = players_of(Options(game))
            players = min(most, max(fewest, 4))
            words: list[str] = []
            for home in homes:
                overhear(home, words)
            table, host = await homes[0].open(game=game, players=players)
            guests = [host]
            for seat in range(1, players):
                guest = await homes[seat % 2].join(table, f"guest {seat}")
                homes[(seat + 1) // 2 % 2].take_in(table, guest)
                guests.append(guest)
            for guest in guests:
                await guest.come()
            answer = await homes[-1].post(f"/api/tables/{table}/start", headers=host.headers)
            assert answer.status_code == 200, answer.text
            async with asyncio.timeout(120):
                await asyncio.gather(*(guest.play() for guest in guests))
            rows = await homes[0].lobby.store.decisions(table)
            assert [decision.seq for decision in rows] == list(range(len(rows)))
            assert words
            assert [word for word in words if not WORD.fullmatch(word)] == []  # no card, seat or name crosses the bus
            again = homes[1].window(table, host.cookie)
            welcome = await again.come()
            assert (welcome["n"], welcome["view"], welcome["events"]) == (host.n, host.view, host.events)

    asyncio.run(story())


def test_the_waiting_room_is_one_room(two: Two) -> None:
    async def story() -> None:
        async with two() as homes:
            table, ann = await homes[0].open(players=3)
            bob = await homes[1].join(table, "Bob")
            await ann.come()
            await bob.come()
            await ann.until(lambda guest: guest.table["seats"][1]["present"])
            await bob.until(lambda guest: guest.table["seats"][0]["present"])
            await bob.say(t="me", name="Robert", avatar=bob.table["seats"][1]["avatar"])
            await ann.until(lambda guest: guest.table["seats"][1]["name"] == "Robert")
            await ann.say(t="bot", seat=2)
            await bob.until(lambda guest: guest.table["seats"][2]["kind"] == "bot")
            await ann.say(t="free", seat=1)
            assert (await bob.hear("error"))["code"] == "SENT_AWAY"
            assert (await homes[0].http.get(f"/api/tables/{table}", headers=bob.headers)).json()["you"] == -1
            await ann.say(t="public", on=True)
            await bob.until(lambda guest: guest.table["public"])
            found = (await homes[1].http.get("/api/tables")).json()["tables"]
            assert [(one["id"], one["free"]) for one in found] == [(table, 1)]
            cid = await homes[1].join(table, "Cid")  # the seat is free everywhere
            homes[0].take_in(table, cid)
            await cid.come()
            await cid.go()
            await ann.until(lambda guest: guest.table["seats"][1]["name"] == "Cid")

    asyncio.run(story())


def test_who_is_ready_at_one_worker_is_ready_at_the_other(two: Two) -> None:
    async def story() -> None:
        async with two(ready=60) as homes:
            table, ann = await homes[0].open(players=3, bots=1, switches={"firstPlayer": "host"})
            bob = await homes[1].join(table, "Bob")
            for guest in (ann, bob):
                await guest.come()
            await homes[1].post(f"/api/tables/{table}/start", headers=ann.headers)
            for guest in (ann, bob):
                await guest.until(lambda g: g.table["gate"])
            await bob.say(t="ready", n=bob.n)
            await ann.until(lambda g: g.table["gate"] and g.table["gate"]["waits"] == [0])
            await ann.say(t="ready", n=ann.n)
            await bob.until(lambda g: g.table["gate"] is None)
            await ann.until(lambda g: g.table["gate"] is None)
            await ann.act()
            await ann.hear("ack")
            await bob.until(lambda g: g.options)

    asyncio.run(story())


def test_a_rematch_is_told_of_at_both(two: Two) -> None:
    async def story() -> None:
        async with two() as homes:
            table, ann = await homes[0].open(game="duel", players=2)
            bob = await homes[1].join(table, "Bob")
            for guest in (ann, bob):
                await guest.come()
            await homes[0].post(f"/api/tables/{table}/start", headers=ann.headers)
            async with asyncio.timeout(60):
                await asyncio.gather(ann.play(), bob.play())
            await ann.say(t="rematch", shuffle=False)
            ways = [await guest.hear("rematch") for guest in (ann, bob)]
            assert ways[0]["table"] == ways[1]["table"]
            assert ways[0]["seatUrl"] != ways[1]["seatUrl"]

    asyncio.run(story())


def test_a_worker_that_somebody_left_puts_off_no_move_at_the_other(two: Two) -> None:
    """It is told of nothing while nobody is there by way of it, and looks before it says what is owed."""

    async def story() -> None:
        async with two(bot_delay=1000.0, grace=0.0) as homes:
            table, ann = await homes[0].open(players=3, bots=2)
            await homes[0].post(f"/api/tables/{table}/start", headers=ann.headers)
            await ann.come()
            await ann.go()
            left = await homes[0].lobby.table(table)
            await settled(lambda: not len(left.room) and not left._tasks)
            homes[1].take_in(table, ann)
            await ann.come()
            there = await homes[1].lobby.table(table)
            while ann.options:  # until a bot owes a move
                await ann.act()
                await ann.until(lambda guest: guest.acked)
                ann.acked.clear()
            await settled(lambda: not there._tasks)
            await left.keep_up()
            left.presence.elsewhere({})  # as it was, while nobody told it
            await left._recheck(mine=False)
            due = [await home.lobby.store.due(10) for home in homes]  # each knows of what it sees to itself
            assert any(one.next_in is not None for one in due)

    asyncio.run(story())


def test_without_redis_everything_is_seen_a_little_later(
    tmp_path: Path, database_server: Postgres, redis_server: Redis
) -> None:
    chosen: Json = {"postgres": database_server.fresh(), "redis": redis_server.url}

    async def story() -> None:
        async with house(tmp_path, **chosen) as one, house(tmp_path, **chosen) as other:
            await settled(lambda: one.lobby.bus.sound and other.lobby.bus.sound)
            table, ann = await one.open(players=3, bots=1)
            bob = await other.join(table, "Bob")
            for guest in (ann, bob):
                await guest.come()
            await asyncio.to_thread(redis_server.stop)
            try:
                await settled(lambda: not one.lobby.bus.sound and not other.lobby.bus.sound)
                await other.post(f"/api/tables/{table}/start", headers=ann.headers)
                await asyncio.gather(*(guest.play(lambda g: len(g.acked) == 1 or g.n > 60) for guest in (ann, bob)))
            finally:
                await asyncio.to_thread(redis_server.start)
            await settled(lambda: one.lobby.bus.sound and other.lobby.bus.sound, 20)

    asyncio.run(story())


def test_a_worker_that_ends_leaves_its_bots_to_the_others_at_once(tmp_path: Path, database_server: Postgres) -> None:
    chosen: Json = {"postgres": database_server.fresh(), "lease": 300.0}

    async def story() -> None:
        async with house(tmp_path, **chosen) as stays:
            async with house(tmp_path, bot_delay=0.2, **chosen) as goes:
                table, watcher = await goes.open(players=3, bots=3)
                await watcher.come()
                await watcher.until(lambda guest: guest.n > 10)
            stays.take_in(table, watcher)
            await watcher.come()
            seen = watcher.n
            await watcher.until(lambda guest: guest.n > seen + 10)

    asyncio.run(story())
