"""Whole games through real sockets: people, bots, people who come and go."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.house import Guest, House, house, settled
from undermine.server import lobby
from undermine.server.presence import ROUND_PAUSE, Presence
from undermine.server.settings import Settings
from undermine.server.store.base import Seat


def moved(times: int) -> Callable[[Guest], bool]:
    """Whether a guest has made that many moves."""
    return lambda guest: len(guest.acked) == times


def heard(messages: int) -> Callable[[Guest], bool]:
    """Whether a guest has got that many messages, or the game is over."""
    return lambda guest: guest.over or len(guest.heard) >= messages


async def begin(home: House, table: str, host: Guest) -> None:
    answer = await home.post(f"/api/tables/{table}/start", headers=host.headers)
    assert answer.status_code == 200, answer.text


def test_two_people_and_two_bots_play_to_the_end(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann = await home.open(players=4, bots=2)
            bob = await home.join(table, "Bob")
            watcher = await home.guest(table)
            for guest in (ann, bob, watcher):
                await guest.come()
            await begin(home, table, ann)
            await asyncio.gather(ann.play(), bob.play(), watcher.until(lambda guest: guest.over, 60))
            assert ann.acked
            assert len(set(ann.acked)) == len(ann.acked)
            for guest in (ann, bob, watcher):
                assert guest.view is not None
                assert guest.view["winners"]
                assert len(guest.view["results"]) == 3
                await guest.until(lambda g: g.table["status"] == "over")
            assert ann.view is not None
            assert bob.view is not None
            assert ann.view["winners"] == bob.view["winners"]
            late = await home.guest(table)
            welcome = await late.come()
            assert welcome["events"] == watcher.events
            assert welcome["n"] == watcher.n

    asyncio.run(story())


def test_bots_play_by_themselves_when_that_was_asked_for(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, grace=0.0) as home:
            made = (await home.post("/api/tables", {"players": 5, "bots": 5})).json()
            assert made["seatUrl"] == f"/t/{made['table']}"
            watcher = await home.guest(made["table"])
            welcome = await watcher.come()
            assert (welcome["table"]["host"], welcome["table"]["status"]) == (-1, "running")
            await watcher.until(lambda guest: guest.over, 60)
            assert not any('"mine":{' in text for text in watcher.heard)

    asyncio.run(story())


def test_who_comes_back_gets_exactly_what_was_missed(tmp_path: Path) -> None:
    async def flaky(guest: Guest, rng: random.Random) -> int:
        """Play on, leaving in the middle of things again and again."""
        times = 0
        while not guest.over:
            leave_at = len(guest.heard) + rng.randrange(1, 12)
            await guest.play(heard(leave_at))
            if not guest.over:
                await guest.go()
                times += 1
                await asyncio.sleep(rng.random() * 0.05)
                await guest.come()
        return times

    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann = await home.open(players=4, bots=2)
            bob = await home.join(table, "Bob")
            second = home.window(table, ann.cookie)  # the same seat in another window, which stays open
            for guest in (ann, bob, second):
                await guest.come()
            await begin(home, table, ann)
            times, _, _ = await asyncio.gather(
                flaky(ann, random.Random(1)), bob.play(), second.until(lambda guest: guest.over, 60)
            )
            assert times > 5
            assert (ann.n, ann.events) == (second.n, second.events)
            ann.n += 1000  # a number that was never given
            assert (await ann.come())["events"] == second.events

    asyncio.run(story())


def test_a_command_sent_twice_is_done_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann = await home.open(players=3, switches={"firstPlayer": "host"})
            bob = await home.join(table, "Bob")
            for guest in (ann, bob):
                await guest.come()
            await begin(home, table, ann)
            await ann.until(lambda guest: guest.options)
            await bob.hear("update")
            at, action = ann.n, ann.options[0]
            for _ in range(3):
                await ann.say(t="act", cmd="once", move=action, n=at)
            acks = [await ann.hear("ack") for _ in range(3)]
            assert acks[0] == acks[1] == acks[2]
            await ann.go()
            await ann.come()
            await ann.say(t="act", cmd="once", move=action, n=at)
            assert await ann.hear("ack") == acks[0]
            stored = await home.lobby.store.decisions(table, 1)
            assert [d.cmd for d in stored if not d.cmd.startswith("auto:")] == ["0:once"]
            await bob.say(t="act", cmd="once", move=action, n=bob.n)  # a name of Ann's is not Bob's
            assert (await bob.listen())["t"] != "ack"

    asyncio.run(story())


def test_a_command_is_the_name_of_one_decision(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann = await home.open(players=3, switches={"firstPlayer": "host"})
            await home.join(table, "Bob")
            await ann.come()
            await begin(home, table, ann)
            await ann.until(lambda guest: guest.options)
            at, actions = ann.n, list(ann.options)
            await ann.act(actions[0], "once")
            ack = await ann.hear("ack")
            for n in (at, ann.n):
                await ann.say(t="act", cmd="once", move=actions[-1], n=n)
                assert (await ann.hear("refused"))["why"]["code"] == "CMD_REUSED"
            assert len(await home.lobby.store.decisions(table)) == 2
        async with house(tmp_path) as home:
            home.take_in(table, ann)
            await ann.come()
            await ann.say(t="act", cmd="once", move=actions[-1], n=ann.n)
            assert (await ann.hear("refused"))["why"]["code"] == "CMD_REUSED"
            await ann.say(t="act", cmd="once", move=actions[0], n=at)
            assert await ann.hear("ack") == ack

    asyncio.run(story())


def test_a_seat_without_its_human_is_played_until_they_are_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, grace=0.7) as home:
            table, ann = await home.open(players=3, bots=1, switches={"firstPlayer": "host"})
            bob = await home.join(table, "Bob")
            for guest in (ann, bob):
                await guest.come()
            await begin(home, table, ann)
            await ann.until(lambda guest: guest.options and guest.table["status"] == "running")
            assert await ann.silence(0.9)  # while she is here she has all the time in the world
            await bob.go()
            await ann.until(lambda guest: not guest.table["seats"][1]["present"])
            assert not ann.table["seats"][1]["standIn"]
            assert (ann.table["grace"], [seat["botIn"] for seat in ann.table["seats"]]) == (1, [0, 1, 0])
            await ann.until(lambda guest: guest.table["seats"][1]["standIn"])
            assert not ann.table["seats"][1]["botIn"]
            turns = len(ann.acked)
            await ann.play(lambda guest: len(guest.acked) == turns + 3 and guest.options)
            live = await home.lobby.table(table)
            cmds = [d for d in await home.lobby.store.decisions(table) if d.seat == 1]
            assert len(cmds) >= 2
            assert all(d.cmd == f"auto:{d.seq}.away" for d in cmds)
            own = (await bob.come())["table"]["seats"][1]
            assert own["present"]
            assert not own["standIn"]  # handed back at once
            await ann.until(lambda guest: not guest.table["seats"][1]["standIn"])
            await ann.act()
            await bob.until(lambda guest: guest.options)
            seq = live.row.seq
            await asyncio.sleep(0.9)
            assert live.row.seq == seq

    asyncio.run(story())


def test_a_game_that_everybody_left_waits(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, grace=0.2) as home:
            table, ann = await home.open(players=4, playNow=True)
            await ann.come()
            await ann.until(lambda guest: guest.options)
            await ann.act()
            await ann.go()
            live = await home.lobby.table(table)
            await settled(lambda: live.presence.deserted(live.row.seats))
            await asyncio.sleep(0.2)
            seq = live.row.seq
            await asyncio.sleep(0.5)
            assert live.row.seq == seq
            due = await home.lobby.store.due(10)
            assert (due.tables, due.next_in) == ((), None)
            await ann.come()
            await ann.play(lambda guest: len(guest.acked) >= 3)

    asyncio.run(story())


def test_a_paused_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, grace=0.1) as home:
            table, ann = await home.open(players=4, playNow=True)
            await ann.come()
            await ann.play(moved(2))
            await ann.go()
            live = await home.lobby.table(table)
            await settled(lambda: live.presence.deserted(live.row.seats))
            await asyncio.sleep(0.1)
        async with house(tmp_path, grace=0.1) as home:
            home.take_in(table, ann)
            events = list(ann.events)
            await ann.come()
            assert ann.events[: len(events)] == events
            await ann.play(moved(5))

    asyncio.run(story())


def test_after_a_restart_one_who_stays_away_is_stood_in_for(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann = await home.open(players=3, switches={"firstPlayer": "host"})
            bob = await home.join(table, "Bob")
            for guest in (ann, bob):
                await guest.come()
            await begin(home, table, ann)
            await ann.until(lambda guest: guest.options)
        async with house(tmp_path, grace=0.3) as home:
            home.take_in(table, bob)
            await bob.come()
            await bob.until(lambda guest: guest.table["seats"][0]["standIn"])
            await bob.until(lambda guest: guest.options)

    asyncio.run(story())


def test_a_bot_that_fails_is_replaced_by_the_fallback(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, bot="nobody of that name") as home:
            _, ann = await home.open(players=3, playNow=True)
            await ann.come()
            await ann.play(moved(3))

    asyncio.run(story())


def test_a_broken_table_does_not_stand_in_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "AT_ONCE", 1)
    monkeypatch.setattr(lobby, "LOOK", 0.1)
    monkeypatch.setattr(lobby, "RETRY", 0.1)

    async def story() -> None:
        async with house(tmp_path, bot_delay=0.1) as home:
            broken = home.lobby._tables[(await home.open(players=3, bots=3))[0]]
            monkeypatch.setattr(broken, "play_due", lambda: 1 / 0)
            table, watcher = await home.open(players=3, bots=3)
            await watcher.come()
            await watcher.until(lambda guest: len(guest.events) > 30)
            assert watcher.table["id"] == table

    asyncio.run(story())


def test_bots_go_on_when_their_process_was_killed(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            _, ann = await home.open(players=3, playNow=True)
            await ann.come()
            for turns in (2, 4, 6):
                await ann.play(moved(turns))
                processes = [thinker._process for thinker in home.lobby._thinkers.pool if thinker._process]
                assert processes
                for process in processes:
                    process.kill()
            await ann.play(moved(8))

    asyncio.run(story())


HOME = (Seat(0, "human", "Ann"), Seat(1, "human", "Bob"), Seat(2, "bot", "Flint"))


def test_when_a_bot_moves() -> None:
    now = 100.0
    presence = Presence(Settings(grace=60, bot_delay=1), lambda: now)
    ann, bob, flint = HOME
    presence.came(ann)
    presence.came(bob)
    assert presence.due_in([flint], HOME, 0.9) == 0.9
    assert presence.due_in([ann], HOME, 0.9) is None
    assert presence.due_in([ann, flint], HOME, 0.9) == 0.9
    assert presence.due_in([], HOME, 0.9) is None
    presence.left(bob)
    assert presence.due_in([bob], HOME, 0.9) == 60
    now = 130.0
    assert presence.due_in([bob], HOME, 0.9) == 30
    assert presence.bot_for([bob], HOME) is None
    now = 160.0
    assert presence.bot_for([bob], HOME) == bob
    assert presence.due_in([bob], HOME, 0.9) == 0.9
    presence.left(ann)
    now = 219.0
    assert not presence.deserted(HOME)
    now = 220.0
    assert presence.deserted(HOME)
    assert presence.due_in([flint], HOME, 0.9) is None
    assert presence.bot_for([flint], HOME) is None
    bots = (flint,)
    presence.watch(somebody=True)
    assert not presence.deserted(bots)
    assert presence.came(bob)
    assert not presence.came(bob)
    assert presence.due_in([flint], HOME, 0.9) == 0.9


def test_bots_think_long_enough_to_be_followed() -> None:
    presence, beat = Presence(Settings()), Settings().bot_delay
    times = [presence.think(round_ended=False, beat=beat) for _ in range(200)]
    assert 0.8 <= min(times) < max(times) <= 1.5
    assert presence.think(round_ended=True, beat=beat) == beat * ROUND_PAUSE
    assert presence.think(round_ended=True, beat=0) == 0
