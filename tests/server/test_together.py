"""People at one table: the waiting room, how fast bots play, playing again, and taking a bot's seat."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import Guest, House, house, settled
from undermine.registry import Options
from undermine.server.game import read_options, write_options
from undermine.server.presence import Presence
from undermine.server.protocol import AddBot, FreeSeat, Introduce, SetRules, SwapSeats
from undermine.server.seating import again, arranged
from undermine.server.sentences import Problem
from undermine.server.settings import Settings
from undermine.server.store.base import Seat, Table
from undermine.server.tempo import PACES, SKIP, Tempo

SEATS = (Seat(0, "human", "Ann"), Seat(1, "human", "Bob"), Seat(2, "bot", "Flint"), Seat(3))
ROW = Table("abcdefghjk", write_options(Options(players=4)), b"s" * 32, seats=SEATS)


def names(row: Table) -> list[str]:
    return [seat.name for seat in row.seats]


# The waiting room


def test_a_bot_comes_with_a_name_that_nobody_has() -> None:
    after = arranged(ROW, 0, AddBot(3))
    assert after.seats[3].kind == "bot"
    assert after.seats[3].name not in {"", "Ann", "Bob", "Flint", "Flint 2"}
    for seat in (1, 4):  # somebody's, and none
        with pytest.raises(Problem, match="NO_SEAT"):
            arranged(ROW, 0, AddBot(seat))


def test_a_bot_that_is_there_gets_another_level_and_keeps_its_name() -> None:
    after = arranged(ROW, 0, AddBot(2, "random"))
    assert (after.seats[2].name, after.seats[2].level) == (ROW.seats[2].name, "random")
    with pytest.raises(Problem, match="BAD_BOT"):
        arranged(ROW, 0, AddBot(2, "perfect"))


def test_who_is_sent_away_has_a_worthless_link() -> None:
    after = arranged(ROW, 0, FreeSeat(1))
    assert (after.seats[1].kind, after.seats[1].name) == ("open", "")
    assert after.seats[1].who == (1, 1) != ROW.seats[1].who
    for seat in (0, 3):  # oneself, and nobody
        with pytest.raises(Problem, match="NO_SEAT"):
            arranged(ROW, 0, FreeSeat(seat))


def test_who_changes_places_keeps_link_and_face() -> None:
    after = arranged(ROW, 0, SwapSeats(0, 3))
    assert [seat.seat for seat in after.seats] == [0, 1, 2, 3]
    assert names(after) == ["", "Bob", "Flint", "Ann"]
    assert (after.host, after.seats[3].who, after.seats[3].avatar) == (3, (0, 0), 0)


def test_fewer_seats_are_taken_from_bots_and_never_from_people() -> None:
    after = arranged(replace(ROW, host=1), 1, SetRules(3, "anniversary", {"firstPlayer": "host"}, 2))
    assert names(after) == ["Ann", "Bob", "Flint"]
    assert after.host == 1
    assert read_options(after.options) == Options("classic", 3, "anniversary", (), {"firstPlayer": "host"}, 2)
    more = arranged(after, 1, SetRules(6, "anniversary", {}))
    assert [seat.kind for seat in more.seats] == ["human", "human", "bot", "open", "open", "open"]
    assert len({seat.link for seat in more.seats}) == len({seat.avatar for seat in more.seats}) == 6
    crowd = replace(ROW, seats=tuple(Seat(n, "human", f"P{n}") for n in range(4)))
    with pytest.raises(Problem, match="TOO_MANY_PEOPLE"):
        arranged(crowd, 0, SetRules(3, "anniversary", {}))
    with pytest.raises(Problem, match="BAD_EDITION"):
        arranged(ROW, 0, SetRules(4, "nonesuch", {}))


def test_names_and_faces_are_told_apart() -> None:
    after = arranged(ROW, 1, Introduce(" ann ", 2))
    assert names(after)[1] == "ann 2"
    assert [seat.avatar for seat in after.seats] == [0, 2, 1, 3]
    with pytest.raises(Problem, match="BAD_NAME"):
        arranged(ROW, 1, Introduce("", 2))


def test_the_host_arranges_the_waiting_room(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann = await home.open(players=4)
            bob, cid = await home.join(table, "Bob"), await home.join(table, "Cid")
            for guest in (ann, bob, cid):
                await guest.come()
            await bob.say(t="swap", a=0, b=1)
            assert (await bob.hear("error"))["code"] == "NOT_HOST"
            await ann.say(t="swap", a=1, b=2)
            await bob.until(lambda g: g.table["you"] == 2)
            await cid.until(lambda g: g.table["you"] == 1)
            await bob.say(t="me", name="Rob", avatar=9)
            await ann.until(lambda g: [s["name"] for s in g.table["seats"]] == ["Ann", "Cid", "Rob", ""])
            assert ann.table["seats"][2]["avatar"] == 9
            await ann.say(t="bot", seat=3)
            await ann.until(lambda g: g.table["seats"][3]["kind"] == "bot")
            await ann.say(t="free", seat=1)
            assert (await cid.hear("error"))["code"] == "SENT_AWAY"
            await cid.until(lambda g: g.table["you"] == -1)
            assert await gone(home, table, cid)
            await ann.say(t="rules", players=3, edition="deluxe", switches={"firstPlayer": "host"}, first=1)
            await ann.until(lambda g: g.table["players"] == 3)
            assert (ann.table["edition"], ann.table["switches"], ann.table["first"]) == (
                "deluxe",
                {"firstPlayer": "host"},
                1,
            )
            await bob.until(lambda g: g.table["you"] == 1)  # the open seat between them is gone
        async with house(tmp_path) as home:  # all of it is stored
            for guest in (ann, bob):
                home.take_in(table, guest)
                await guest.come()
            assert [s["name"] for s in bob.table["seats"][:2]] == ["Ann", "Rob"]
            assert bob.table["you"] == 1
            await home.post(f"/api/tables/{table}/start", headers=ann.headers)
            await bob.until(lambda g: g.options)  # his seat begins
            await ann.say(t="bot", seat=0)
            assert (await ann.hear("error"))["code"] == "ALREADY_STARTED"

    asyncio.run(story())


async def gone(home: House, table: str, guest: Guest) -> bool:
    """Whether a guest's cookie opens no seat."""
    answer = await home.http.get(f"/api/tables/{table}", headers=guest.headers)
    return bool(answer.json()["you"] == -1)


# How fast bots play


@pytest.mark.parametrize("pace", PACES)
def test_bots_pause_at_the_tables_pace(pace: Any) -> None:
    presence = Presence(Settings(bot_delay=2.0))
    tempo = Tempo(presence, Settings(bot_delay=2.0))
    assert tempo.beat(replace(ROW, pace=pace)) == 2.0 * PACES[pace]


def test_bots_hurry_only_for_one_who_is_alone(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, bot_delay=5.0) as home:
            table, ann = await home.open(players=5, bots=3, switches={"firstPlayer": "host"})
            bob = await home.join(table, "Bob")
            for guest in (ann, bob):
                await guest.come()
            await home.post(f"/api/tables/{table}/start", headers=ann.headers)
            await bob.say(t="skip")
            assert (await bob.hear("error"))["code"] == "NOT_ALONE"
            await ann.until(lambda g: g.options)
            await ann.go()
            await bob.until(lambda g: not g.table["seats"][0]["present"])
            live = await home.lobby.table(table)
            assert live._tempo.beat(live.row) == 5.0
            await bob.say(t="skip")
            await settled(lambda: live._tempo.beat(live.row) == 5.0 * SKIP)
            await ann.come()
            assert live._tempo.beat(live.row) == 5.0  # she wants to follow

    asyncio.run(story())


def test_skipping_ends_at_the_askers_turn(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, bot_delay=20.0) as home:
            table, ann = await home.open(players=4, playNow=True, switches={"firstPlayer": "host"}, first=1)
            await ann.come()
            await ann.say(t="skip")
            await ann.until(lambda g: g.options, 40)  # three bots; otherwise at least 42 seconds
            live = await home.lobby.table(table)
            assert live._tempo.beat(live.row) == 20.0
            await ann.say(t="skip")  # it is her turn: there is nothing to skip
            await ann.say(t="ping")
            await ann.hear("pong")
            assert live._tempo.beat(live.row) == 20.0

    asyncio.run(story())


def test_the_host_changes_the_pace_at_any_time(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, bot_delay=30.0) as home:
            table, ann = await home.open(players=3, bots=1, switches={"firstPlayer": "host"}, first=2)
            bob = await home.join(table, "Bob")
            for guest in (ann, bob):
                await guest.come()
            await bob.say(t="set", pace="fast", takeover=True)
            assert (await bob.hear("error"))["code"] == "NOT_HOST"
            await home.post(f"/api/tables/{table}/start", headers=ann.headers)
            await ann.say(t="set", pace="fast", takeover=True)
            await bob.until(lambda g: (g.table["pace"], g.table["takeover"]) == ("fast", True))
            live = await home.lobby.table(table)
            await settled(lambda: not live._tasks)
            due = await home.lobby.store.due(10)
            assert due.next_in is not None
            assert due.next_in < 30 * PACES["fast"] * 1.3  # also for the bot that thinks already
        async with house(tmp_path) as home:
            home.take_in(table, bob)
            assert (await bob.come())["table"]["pace"] == "fast"

    asyncio.run(story())


# Playing again


async def played(home: House, **wish: Any) -> tuple[str, Guest, Guest]:
    """A game of two people and a bot that is over."""
    table, ann = await home.open(players=3, bots=1, **wish)
    bob = await home.join(table, "Bob")
    for guest in (ann, bob):
        await guest.come()
    await ann.say(t="rematch", shuffle=False)
    assert (await ann.hear("error"))["code"] == "NOT_OVER"
    await ann.say(t="set", pace="slow", takeover=True)
    await home.post(f"/api/tables/{table}/start", headers=ann.headers)
    await asyncio.gather(ann.play(), bob.play())
    for guest in (ann, bob):
        await guest.until(lambda g: g.table["status"] == "over")
    return table, ann, bob


def test_one_rematch_for_the_whole_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann, bob = await played(home, switches={"firstPlayer": "host"}, first=1)
            watcher = await home.guest(table)
            await watcher.come()
            await asyncio.gather(*(guest.say(t="rematch", shuffle=False) for guest in (bob, ann)))
            told = [await guest.hear("rematch") for guest in (ann, bob, watcher)]
            new = told[0]["table"]
            assert {message["table"] for message in told} == {new} != {table}  # both asked: there is one
            assert told[2]["seatUrl"] == f"/t/{new}"
            assert len({message["seatUrl"] for message in told}) == 3
            people = [await home.guest(new, message["seatUrl"]) for message in told[:2]]
            for seat, guest in enumerate(people):
                await guest.come()
                assert guest.table["you"] == seat
            asker = people[["Ann", "Bob"].index(told[0]["name"])]
            info = people[0].table
            assert (info["status"], info["pace"], info["takeover"]) == ("open", "slow", True)
            assert (info["switches"], info["first"], info["edition"]) == ({"firstPlayer": "host"}, 1, "anniversary")
            assert [s["name"] for s in info["seats"]] == [s["name"] for s in ann.table["seats"]]
            assert asker.table["you"] == info["host"]
            await bob.go()
            await bob.come()  # whoever comes back to the old table finds the way too
            assert (await bob.hear("rematch"))["seatUrl"] == told[1]["seatUrl"]
            await home.post(f"/api/tables/{new}/start", headers=asker.headers)
            await people[1].until(lambda g: g.options)

    asyncio.run(story())


def test_shuffled_seats_are_still_everybodys_own() -> None:
    orders = {tuple(names(again(ROW, 1, shuffle=True))) for _ in range(100)}
    assert len(orders) > 5
    new = again(ROW, 1, shuffle=True)
    for seat in new.seats:
        assert ROW.seats[seat.before].name == seat.name
        assert ROW.seats[seat.before].avatar == seat.avatar
    assert new.seats[new.host].name == "Bob"
    assert [seat.seat for seat in new.seats] == [0, 1, 2, 3]
    assert names(again(ROW, 1, shuffle=False)) == names(ROW)
    assert new.secret != ROW.secret


def test_alone_with_bots_the_next_game_begins_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            _, ann = await home.open(players=3, playNow=True)
            await ann.come()
            await ann.play()
            await ann.until(lambda g: g.table["status"] == "over")
            await ann.say(t="rematch", shuffle=True)
            told = await ann.hear("rematch")
            next_time = await home.guest(told["table"], told["seatUrl"])
            await next_time.come()
            assert next_time.table["status"] == "running"
            await next_time.until(lambda g: g.options)

    asyncio.run(story())


# Another device, and a bot's seat


def test_ones_own_link_for_another_device(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann = await home.open()
            for path in ("seat", "seat.svg"):
                answer = await home.http.get(f"/api/tables/{table}/{path}")
                assert (answer.status_code, answer.json()["code"]) == (403, "NOT_SEATED")
            answer = await home.http.get(f"/api/tables/{table}/seat", headers=ann.headers)
            assert answer.headers["cache-control"] == "no-store"
            link = answer.json()["seatUrl"]
            assert link.startswith(home.url)
            phone = await home.guest(table, link.removeprefix(home.url))
            assert (await phone.come())["table"]["you"] == 0
            picture = await home.http.get(f"/api/tables/{table}/seat.svg", headers=ann.headers)
            assert picture.headers["content-type"] == "image/svg+xml"
            assert picture.headers["cache-control"] == "no-store"

    asyncio.run(story())


def test_a_bots_seat_is_taken_where_the_host_allows_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann = await home.open(players=4, bots=3, switches={"firstPlayer": "host"})
            await ann.come()
            await home.post(f"/api/tables/{table}/start", headers=ann.headers)
            refused = await home.post(f"/api/tables/{table}/seats", {"name": "Bob", "seat": 2})
            assert (refused.status_code, refused.json()["code"]) == (409, "ALREADY_STARTED")
            await ann.say(t="set", pace="normal", takeover=True)
            await ann.until(lambda g: g.table["takeover"])
            refused = await home.post(f"/api/tables/{table}/seats", {"name": "Bob", "seat": 0})
            assert (refused.status_code, refused.json()["code"]) == (409, "TABLE_FULL")
            answer = await home.post(f"/api/tables/{table}/seats", {"name": "Bob", "seat": 2})
            bob = await home.guest(table, answer.json()["seatUrl"])
            assert (await bob.come())["table"]["you"] == 2
            await ann.until(lambda g: (g.table["seats"][2]["name"], g.table["seats"][2]["kind"]) == ("Bob", "human"))
            await ann.act()
            await bob.until(lambda g: g.options)  # the bot before him has moved, and nobody moves for him
            cid = await home.join(table, "Cid")
            assert (await cid.come())["table"]["you"] == 1

    asyncio.run(story())
