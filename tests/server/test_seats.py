"""Who sits, who has been sent away from a running game, and who only looks on."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.house import Guest, House, house


async def begun(home: House) -> tuple[str, Guest, Guest]:
    table, ann = await home.open(players=3, bots=1, switches={"firstPlayer": "host"})
    bob = await home.join(table, "Bob")
    for guest in (ann, bob):
        await guest.come()
    await home.post(f"/api/tables/{table}/start", headers=ann.headers)
    for guest in (ann, bob):
        await guest.until(lambda g: g.view)
    return table, ann, bob


def test_a_bot_plays_on_for_whom_the_host_sends_away_and_they_may_come_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann, bob = await begun(home)
            await bob.say(t="free", seat=0)
            assert (await bob.hear("error"))["code"] == "NOT_HOST"
            for seat in (0, 2, 9):  # herself, a bot, nobody
                await ann.say(t="free", seat=seat)
                assert (await ann.hear("error"))["code"] == "NO_SEAT"
            await ann.say(t="back", seat=1)  # he is there
            assert (await ann.hear("error"))["code"] == "NO_SEAT"
            await ann.say(t="free", seat=1)
            assert (await bob.hear("error"))["code"] == "SENT_AWAY"
            await ann.until(lambda g: g.table["seats"][1]["gone"] and g.table["seats"][1]["kind"] == "bot")
            await ann.act(next(option for option in ann.options if option["verb"] == "pass"))
            await ann.until(lambda g: g.acked and g.options)  # two bots have moved
            anew = home.window(table, bob.cookie)
            welcome = await anew.come()
            assert welcome["table"]["you"] == -1
            assert welcome["view"]["mine"] is None
            await ann.say(t="back", seat=1)
            await anew.until(lambda g: g.table["you"] == 1 and not g.table["seats"][1]["gone"])
            back = home.window(table, bob.cookie)
            assert (await back.come())["view"]["mine"]["seat"] == 1
            kinds = [remark["what"]["kind"] for remark in back.said]
            assert [kind for kind in kinds if kind != "claim"] == ["removed", "returned"]  # bots may have spoken

    asyncio.run(story())


def test_whose_seat_somebody_else_has_taken_cannot_come_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann, bob = await begun(home)
            await ann.say(t="free", seat=1)
            await ann.until(lambda g: g.table["seats"][1]["gone"])
            await ann.say(t="set", pace="fast", takeover=True)
            await ann.until(lambda g: g.table["takeover"])
            answer = await home.post(f"/api/tables/{table}/seats", {"name": "Cid", "seat": 1})
            assert answer.status_code == 201
            await ann.until(lambda g: g.table["seats"][1]["name"] == "Cid")
            assert not ann.table["seats"][1]["gone"]
            await ann.say(t="back", seat=1)
            assert (await ann.hear("error"))["code"] == "NO_SEAT"
            assert (await home.window(table, bob.cookie).come())["table"]["you"] == -1

    asyncio.run(story())


def test_everybody_knows_how_many_look_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann, _ = await begun(home)
            assert ann.table["watching"] == 0
            watchers = [await home.guest(table) for _ in range(2)]
            for watcher in watchers:
                await watcher.come()
            await ann.until(lambda g: g.table["watching"] == 2)
            await watchers[0].until(lambda g: g.table["watching"] == 2)
            await watchers[0].go()
            await ann.until(lambda g: g.table["watching"] == 1)

    asyncio.run(story())


def test_several_devices_hold_one_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann, bob = await begun(home)
            phone = home.window(table, ann.cookie)
            await phone.come()
            assert (phone.view, phone.ask, phone.n) == (ann.view, ann.ask, ann.n)
            await phone.act(next(option for option in phone.options if option["verb"] == "pass"))
            await phone.hear("ack")
            await ann.until(lambda g: g.n == phone.n)
            assert ann.view == phone.view
            await phone.go()
            await bob.say(t="ping")
            await bob.hear("pong")
            assert bob.table["seats"][0]["present"]  # she is still here

    asyncio.run(story())
