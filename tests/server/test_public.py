"""Tables that strangers may find: only where the host wants it, and only as long as somebody waits there for people."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.house import House, Json, house, settled
from undermine.server import lobby


async def found(home: House, lang: str = "en") -> list[Json]:
    answer = await home.http.get(f"/api/tables?lang={lang}")
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"] == "no-store"
    tables: list[Json] = answer.json()["tables"]
    return tables


def test_a_table_is_found_while_its_host_waits_for_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "FOUND_FOR", 0.0)

    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann = await home.open(players=4, extras=["veto"], bots=1)
            other, eve = await home.open(name="Eve", players=3)
            bob = await home.join(table, "Bob")
            for guest in (ann, bob, eve):
                await guest.come()
            live, elsewhere = await home.lobby.table(table), await home.lobby.table(other)

            async def show(on: bool) -> None:
                await ann.say(t="public", on=on)
                await settled(lambda: live.row.terms.public is on)

            assert ann.table["public"] is False
            assert await found(home) == []
            await bob.say(t="public", on=True)
            assert (await bob.hear("error"))["code"] == "NOT_HOST"
            await show(True)
            await bob.until(lambda guest: guest.table["public"])
            (shown,) = await found(home, "uk")
            assert shown == {
                "id": table,
                "game": "Шахта",
                "extras": shown["extras"],
                "players": 4,
                "free": 1,
                "host": "Ann",
            }
            assert len(shown["extras"]) == 1
            assert shown["extras"] != (await found(home))[0]["extras"]  # in the reader's language
            await eve.say(t="public", on=True)
            await settled(lambda: elsewhere.inviting)
            assert [one["id"] for one in await found(home)] == [other, table]  # the newest first
            await eve.go()
            await settled(lambda: not elsewhere.inviting)
            assert [one["id"] for one in await found(home)] == [table]  # nobody waits at the other one
            cid = await home.join(table, "Cid")
            assert await found(home) == []  # no seat is free
            await cid.come()
            await ann.say(t="free", seat=2)
            await settled(lambda: live.row.seats[2].kind == "open")
            assert [one["free"] for one in await found(home)] == [1]
            await show(False)
            assert await found(home) == []
            await show(True)
            await home.post(f"/api/tables/{table}/start", headers=ann.headers)
            assert await found(home) == []  # it has begun

    asyncio.run(story())


def test_the_list_is_made_once_for_all_who_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "FOUND_FOR", 1e9)

    async def story() -> None:
        async with house(tmp_path) as home:
            asked: list[int] = []
            look = home.lobby.store.public

            async def counted(limit: int, within: float) -> list[str]:
                asked.append(limit)
                return await look(limit, within)

            monkeypatch.setattr(home.lobby.store, "public", counted)
            await asyncio.gather(*(found(home) for _ in range(5)))
            assert asked == [lobby.MOST_PUBLIC]

    asyncio.run(story())
