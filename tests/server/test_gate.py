"""Ready together: nothing goes on while somebody still looks at a round's result, a role or a map."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import Guest, House, answered, house, settled
from undermine.present.view import Told
from undermine.server import gate as gates
from undermine.server.gate import Gate

ROUND, LOOKED, LAID = Told(kind="round", number=2), Told(kind="looked", seat=1, goal=0), Told(kind="laid", seat=2)


async def begun(home: House, **wish: Any) -> tuple[str, Guest, Guest]:
    """Two people and a bot; Ann begins, and nobody has said that they are ready."""
    table, ann = await home.open(players=3, bots=1, switches={"firstPlayer": "host"}, **wish)
    bob = await home.join(table, "Bob")
    for guest in (ann, bob):
        await guest.come()
    await home.post(f"/api/tables/{table}/start", headers=ann.headers)
    for guest in (ann, bob):
        await guest.until(lambda g: g.table["gate"])
    return table, ann, bob


async def throw_away(guest: Guest) -> None:
    """A move that shows nobody anything."""
    await guest.act(next(option for option in guest.options if option["verb"] == "pass"))
    await guest.hear("ack")


def test_a_round_waits_for_everybody_and_says_for_whom(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, ready=60) as home:
            table, ann, bob = await begun(home)
            assert ann.table["gate"] == bob.table["gate"] == {"kind": "round", "waits": [0, 1], "left": 60}
            await ann.act(ann.options[0])  # it says that she is ready, and is not taken yet
            assert (await ann.hear("refused"))["why"]["code"] == "NOT_READY"
            await bob.until(lambda g: g.table["gate"]["waits"] == [1])
            await bob.say(t="ready", n=bob.n - 1)  # about something he was told before
            await bob.say(t="ping")
            await bob.hear("pong")
            assert (await home.lobby.table(table)).info(-1, "").gate is not None
            await bob.say(t="ready", n=bob.n)
            await ann.until(lambda g: g.table["gate"] is None)
            await throw_away(ann)

    asyncio.run(story())


def test_no_bot_moves_before_everybody_is_ready(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, ready=60) as home:
            table, ann = await home.open(players=4, playNow=True, switches={"firstPlayer": "host"}, first=1)
            live = await home.lobby.table(table)
            due = await home.lobby.store.due(10)
            assert due.tables == ()  # nobody has come yet, but she is expected
            assert due.next_in is not None
            assert due.next_in > gates.ALONE
            await ann.come()
            assert ann.table["gate"] == {"kind": "round", "waits": [0], "left": 0}  # nobody else waits for her
            assert live.row.seq == 1
            await ann.say(t="ready", n=ann.n)
            await ann.until(lambda g: g.options)  # three bots have moved

    asyncio.run(story())


def test_whoever_is_alone_may_look_for_long_until_somebody_comes(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, ready=0.3) as home:
            table, ann, bob = await begun(home)
            await bob.go()
            await ann.until(lambda g: g.table["gate"] and g.table["gate"]["left"] == 0)
            await asyncio.sleep(0.5)
            await ann.say(t="ping")
            await ann.hear("pong")
            assert ann.table["gate"] == {"kind": "round", "waits": [0], "left": 0}
            await bob.come()  # he has waited long enough
            await ann.until(lambda g: g.table["gate"] is None)
            assert (await home.lobby.table(table)).row.seq == 1
            await throw_away(ann)

    asyncio.run(story())


def test_the_countdown_ends_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, ready=0.3) as home:
            _, ann, _ = await begun(home)
            await ann.until(lambda g: g.table["gate"] is None)
            await throw_away(ann)

    asyncio.run(story())


def test_who_goes_away_is_not_waited_for(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, ready=60) as home:
            _, ann, bob = await begun(home)
            await ann.say(t="ready", n=ann.n)
            await bob.go()
            await ann.until(lambda g: g.table["gate"] is None)
            await bob.come()  # in time: nothing has happened, and he may still want to look
            assert bob.table["gate"]["waits"] == [1]
            await bob.go()
            await ann.until(lambda g: not g.table["seats"][1]["present"] and g.table["gate"] is None)
            await throw_away(ann)
            await bob.come()  # too late
            assert bob.table["gate"] is None

    asyncio.run(story())


def test_a_round_that_nobody_played_in_waits_anew_after_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, ready=60) as home:
            table, ann, bob = await begun(home)
        async with house(tmp_path, ready=60) as home:
            for guest in (ann, bob):
                home.take_in(table, guest)
                await guest.come()
            assert ann.table["gate"] == {"kind": "round", "waits": [0, 1], "left": 60}
            for guest in (ann, bob):
                await guest.say(t="ready", n=guest.n)
            await ann.until(lambda g: g.table["gate"] is None)
            await throw_away(ann)
        async with house(tmp_path, ready=60) as home:
            home.take_in(table, bob)
            await bob.come()
            assert bob.table["gate"] is None

    asyncio.run(story())


def test_after_each_round_but_not_after_the_last(tmp_path: Path) -> None:
    async def play(guest: Guest) -> set[int]:
        """The rounds that waited for somebody."""
        waited: set[int] = set()
        while not guest.over:
            gate = guest.table["gate"]
            if gate and gate["kind"] == "round":
                assert guest.view is not None
                waited.add(guest.view["round"])
            if gate and guest.table["you"] in gate["waits"]:
                await guest.say(t="ready", n=guest.n)
                await guest.until(lambda g: not g.table["gate"] or g.table["you"] not in g.table["gate"]["waits"])
            elif guest.options and not (gate and gate["kind"] == "round"):
                cmd = await guest.act()
                await guest.until(answered(cmd))
                guest.refused = [r for r in guest.refused if r["why"]["code"] != "NOT_READY"]
                assert not guest.refused
            else:
                await guest.listen()
        await guest.until(lambda g: g.table["status"] == "over")
        assert guest.table["gate"] is None
        return waited

    async def story() -> None:
        async with house(tmp_path, ready=60) as home:
            table, ann, bob = await begun(home)
            watcher = await home.guest(table)
            await watcher.come()
            waited, _, _ = await asyncio.gather(play(watcher), play(ann), play(bob))
            assert waited == {1, 2, 3}

    asyncio.run(story())


def test_bots_wait_for_whoever_looks_at_a_map(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, ready=60) as home:
            while True:  # until Ann is dealt one
                table, ann, bob = await begun(home)
                maps = [option for option in ann.options if option["verb"] == "map"]
                if maps:
                    break
            await bob.say(t="ready", n=bob.n)
            await ann.until(lambda g: g.table["gate"]["waits"] == [0])
            await ann.act(maps[0])  # nobody else is waited for: this says that she is ready, and is taken
            await ann.hear("ack")
            for guest in (ann, bob):
                await guest.until(lambda g: g.table["gate"] == {"kind": "look", "waits": [0], "left": 20})
            await bob.until(lambda g: g.options)
            await throw_away(bob)  # he need not wait; the bot does
            live = await home.lobby.table(table)
            assert live.row.seq == 3
            due = await home.lobby.store.due(10)
            assert due.next_in is not None
            assert 18 < due.next_in < 20
            await ann.say(t="ready", n=ann.n)
            await ann.until(lambda g: g.options)

    asyncio.run(story())


def test_spectators_are_never_waited_for(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, ready=60) as home:
            table, ann, bob = await begun(home)
            watcher = await home.guest(table)
            await watcher.come()
            await watcher.say(t="ready", n=watcher.n)
            assert (await watcher.hear("error"))["code"] == "NOT_SEATED"
            for guest in (ann, bob):
                await guest.say(t="ready", n=guest.n)
            await watcher.until(lambda g: g.table["gate"] is None)
            made = (await home.post("/api/tables", {"players": 3, "bots": 3})).json()
            bots = await home.lobby.table(made["table"])
            await settled(lambda: bots.row.seq > 1)  # a table of bots begins at once

    asyncio.run(story())


def test_what_opens_and_shuts_a_gate(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)

    def everybody(_seat: int) -> bool:
        return True

    gate = Gate().after(4, [LAID, ROUND], 3, 45)
    assert (gate.kind, gate.waits(everybody), gate.left()) == ("round", [0, 1, 2], 45)
    assert gate.without(1).waits(everybody) == [0, 2]
    assert gate.waits(lambda seat: seat == 2) == [2]
    now = 145.0
    assert gate.waits(everybody) == []
    assert (gate.waits(everybody, gates.ALONE), gate.left(gates.ALONE)) == ([0, 1, 2], gates.ALONE)
    now = 100.0
    assert gate.after(5, [LAID], 3, 45).waits(everybody) == []  # somebody has moved: the round goes on
    looked = gate.after(5, [LOOKED], 3, 45)
    assert (looked.kind, looked.waits(everybody), looked.left()) == ("look", [1], gates.LOOK)
    now = 104.0
    both = looked.after(6, [LAID], 3, 45).after(7, [Told(kind="looked", seat=2)], 3, 45)
    assert (both.waits(everybody), both.left(), dict(both.since)) == ([1, 2], gates.LOOK, {1: 5, 2: 7})
    assert both.after(8, [ROUND], 3, 45).waits(everybody) == [0, 1, 2]
    assert Gate().after(4, [ROUND, LOOKED], 3, 0).waits(everybody) == []
