"""Clocks at a table: turns, banks, pauses and reminders; and windows that last the same time whoever holds what."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import Guest, House, Json, house
from undermine.kernel.engine import legal
from undermine.notation.records import parse_record, verify
from undermine.registry import Options
from undermine.server import clocks, settling, tempo
from undermine.server.game import Game, write_options
from undermine.server.replays import Replays
from undermine.server.store.base import Seat, Status, Table
from undermine.server.store.sqlite import SqliteStore

PEOPLE = tuple(Seat(seat, "human", name) for seat, name in enumerate(("Ann", "Bob", "Cid")))


@pytest.fixture(autouse=True)
def short_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second is a turn, and nobody waits before they remind somebody."""
    monkeypatch.setattr(clocks, "TURNS", (1, 3600))
    monkeypatch.setattr(clocks, "WINDOWS", (1, 120))
    monkeypatch.setattr(tempo, "IDLE", 0.0)


async def begun(home: House, clock: Json | None = None, **wish: Any) -> tuple[str, Guest, Guest]:
    """Ann, who begins, Bob, and a bot."""
    table, ann = await home.open(players=3, bots=1, switches={"firstPlayer": "host"}, **wish)
    bob = await home.join(table, "Bob")
    for guest in (ann, bob):
        await guest.come()
    if clock is not None:
        await ann.say(t="clock", **clock)
        await ann.until(lambda g: g.table["clock"]["turn"] == clock["turn"])
    await home.post(f"/api/tables/{table}/start", headers=ann.headers)
    for guest in (ann, bob):
        await guest.until(lambda g: g.view)
    return table, ann, bob


def stand_ins(guest: Guest) -> list[tuple[int, str]]:
    return [(e["seat"], e["word"]) for e in guest.events if e["kind"] == "stood"]


def test_a_bot_plays_for_whose_time_is_up_and_everybody_reads_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann, bob = await begun(home, {"turn": 1})
            await ann.until(lambda g: g.table["clock"]["runs"] == [0])
            watcher = await home.guest(table)
            await watcher.come()
            for guest in (ann, bob, watcher):
                await guest.until(stand_ins)
                assert stand_ins(guest)[0] == (0, "late")
            await ann.say(t="clock", turn=0)
            # Handed back: the next question to Ann is hers to answer.
            await bob.until(lambda g: g.options and not g.table["clock"]["turn"])
            await bob.act()
            await ann.until(lambda g: g.options and not g.table["clock"]["turn"])
            assert not ann.table["seats"][0]["standIn"]
            await ann.act(next(option for option in ann.options if option["verb"] == "pass"))
            await ann.until(lambda g: g.acked)

    asyncio.run(story())


def test_a_clock_goes_on_over_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann, bob = await begun(home, {"turn": 300, "bank": 600})
            before = (await home.lobby.table(table))._tempo.clock
            await ann.say(t="pause", on=True)
            await bob.until(lambda g: g.table["clock"]["paused"])
        async with house(tmp_path) as home:
            for guest in (ann, bob):
                home.take_in(table, guest)
                await guest.come()
            live = await home.lobby.table(table)
            assert bob.table["clock"]["paused"]
            assert bob.table["clock"]["runs"] == [0]
            await ann.say(t="pause", on=False)
            await bob.until(lambda g: not g.table["clock"]["paused"])
            after = live._tempo.clock
            assert after == replace(before, since=after.since)
            assert before.since <= after.since <= before.since + 60
            due = await home.lobby.store.due(10)
            assert due.next_in is not None
            assert 0 < due.next_in <= 900

    asyncio.run(story())


def test_whose_time_ran_out_while_nobody_was_here_has_it_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann, bob = await begun(home, {"turn": 2})
        await asyncio.sleep(2)
        async with house(tmp_path) as home:
            for guest in (ann, bob):
                home.take_in(table, guest)
            await bob.come()
            assert bob.table["clock"]["left"] == 2
            await ann.come()
            assert not stand_ins(ann)
            await ann.act()
            await ann.hear("ack")

    asyncio.run(story())


def test_nothing_is_played_while_the_host_has_paused(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann, bob = await begun(home, {"turn": 1})
            await bob.say(t="pause", on=True)
            assert (await bob.hear("error"))["code"] == "NOT_HOST"
            await ann.say(t="pause", on=True)
            await bob.until(lambda g: g.table["clock"]["paused"])
            await ann.act()
            assert (await ann.hear("refused"))["why"]["code"] == "PAUSED"
            live = await home.lobby.table(table)
            assert (await home.lobby.store.due(10)).next_in is None
            seq = live.row.seq
            await asyncio.sleep(1.2)  # longer than the turn
            assert live.row.seq == seq
            await ann.say(t="pause", on=False)
            ann.refused.clear()
            await bob.until(lambda g: [r["what"]["kind"] for r in g.said] == ["paused", "resumed"])
            await bob.until(stand_ins)

    asyncio.run(story())


def test_only_a_running_game_is_paused_and_only_a_clock_that_exists_is_set(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            _, ann = await home.open()
            await ann.come()
            await ann.say(t="pause", on=True)
            assert (await ann.hear("error"))["code"] == "NOT_STARTED"
            await ann.say(t="clock", turn=0, bank=60)
            assert (await ann.hear("error"))["code"] == "BAD_CLOCK"
            await ann.say(t="nudge", seat=7)
            assert (await ann.hear("error"))["code"] == "NO_SEAT"

    asyncio.run(story())


def test_somebody_who_dawdles_is_reminded_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann, bob = await begun(home)
            await bob.say(t="nudge", seat=0)
            await ann.until(lambda g: g.said)
            assert ann.said[0] == {"m": 0, "after": 0, "seat": 1, "what": {"kind": "nudged", "target": 0}}
            await bob.say(t="nudge", seat=0)
            assert (await bob.hear("error"))["code"] == "NUDGED_ALREADY"
            monkeypatch.setattr(settling, "NUDGES", 0.0)
            await bob.say(t="nudge", seat=0)
            await ann.until(lambda g: len(g.said) == 2)
            await ann.say(t="nudge", seat=1)  # he is not asked
            assert (await ann.hear("error"))["code"] == "NOT_IDLE"
            again = await home.guest(table)
            welcome = await again.come()
            assert [remark["after"] for remark in welcome["said"]] == [len(welcome["events"])] * 2
            await ann.act(next(option for option in ann.options if option["verb"] == "pass"))
            await ann.hear("ack")
            later = await (await home.guest(table)).come()
            assert [remark["after"] for remark in later["said"]] == [len(welcome["events"])] * 2
            assert len(later["events"]) > len(welcome["events"])

    asyncio.run(story())


# Windows


async def at_a_window(home: House, window: int) -> tuple[str, dict[int, Guest], list[Guest]]:
    """Three people with Veto cards in the box; the first has laid a card, and the others are asked."""
    table, ann = await home.open(players=3, extras=["veto"], switches={"firstPlayer": "host"})
    people = [ann, await home.join(table, "Bob"), await home.join(table, "Cid")]
    for guest in people:
        await guest.come()
    await ann.say(t="clock", turn=0, window=window)
    await home.post(f"/api/tables/{table}/start", headers=ann.headers)
    for guest in people:
        await guest.until(lambda g: g.view)
    await ann.act(next(option for option in ann.options if option["verb"] != "pass"))
    await ann.hear("ack")
    asked = {seat: people[seat] for seat in (1, 2)}
    for guest in people:
        await guest.until(lambda g: g.ask and g.ask["step"] == "veto.window" and g.table["clock"]["runs"] == [1, 2])
    return table, asked, people


def let_be(guest: Guest) -> Json:
    return next(option for option in guest.options if not option["yes"])


@pytest.mark.parametrize("answering", [(), (1,), (1, 2)])
def test_a_window_ends_when_its_time_is_up_whoever_has_answered(tmp_path: Path, answering: tuple[int, ...]) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, asked, people = await at_a_window(home, 2)
            live = await home.lobby.table(table)
            until = live._tempo.clock.until(1)
            assert until is not None
            for seat in answering:
                await asked[seat].act(let_be(asked[seat]))
                await asked[seat].hear("ack")  # stored at once
            assert live._tempo.clock.until(1) == until
            due = await home.lobby.store.due(10)
            assert due.tables == ()
            assert due.next_in is not None
            for guest in people:
                assert guest.table["clock"]["runs"] == [1, 2]
                await guest.until(lambda g: g.ask and g.ask["step"] != "veto.window")
                assert not stand_ins(guest)
            assert asyncio.get_running_loop().time() >= until

    asyncio.run(story())


def test_two_people_answering_tell_the_third_nothing(tmp_path: Path) -> None:
    """What is sent to whoever is not asked is the same, byte by byte, whether there were answers or not."""

    async def sent(folder: Path, answer: bool) -> list[str]:
        folder.mkdir()  # noqa: ASYNC240  # once, before anything runs
        async with house(folder) as home:
            _, asked, (ann, *_) = await at_a_window(home, 1)
            ann.heard.clear()
            for guest in asked.values() if answer else ():
                await guest.act(let_be(guest))
                await guest.hear("ack")
            await ann.say(t="ping")
            await ann.hear("pong")
            await ann.until(lambda g: g.ask and g.ask["step"] != "veto.window")
            return [text[: text.index('"n":') if '"n":' in text else None] for text in ann.heard]

    async def story() -> None:
        assert await sent(tmp_path / "a", answer=True) == await sent(tmp_path / "b", answer=False)

    asyncio.run(story())


def test_a_person_alone_with_bots_waits_for_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, window=60.0) as home:
            table, ann = await home.open(players=3, playNow=True, extras=["veto"], switches={"firstPlayer": "host"})
            await ann.come()
            await ann.act(next(option for option in ann.options if option["verb"] != "pass"))
            await ann.until(lambda g: g.ask and g.ask["step"] != "veto.window")
            assert (await home.lobby.table(table))._tempo.clock.window == 0

    asyncio.run(story())


def test_a_game_with_windows_can_be_looked_through_and_verified(tmp_path: Path) -> None:
    """Answers that waited for the end of their time are one step with what followed from them."""
    row = Table("abcdefghjk", write_options(Options(players=3, extras=("veto",))), b"s" * 32, seats=PEOPLE)

    async def story() -> str:
        store = SqliteStore(tmp_path / "tables.db", "normal")
        await store.open()
        game, rng = Game(row), random.Random(2)
        await store.create(row)
        await store.keep_names(game.names_key, game.names)
        opening = game.opening()
        await store.start(row, game.decision(opening, "auto:0"), None)
        game.settle(opening, "auto:0")
        closed = 0
        while not opening.over:
            waits = game.waiting()
            closed += not waits
            seat = rng.choice(waits or [-1])
            action = rng.choice(legal(game.observers[seat].view, seat)) if waits else 0
            opening = game.draft(seat, action, lasting=True) if waits else game.close()
            status: Status = "over" if opening.over else "running"
            await store.append(row.id, game.decision(opening, f"auto:{game.seq}"), status, None)
            game.settle(opening, f"auto:{game.seq}")
        record = await Replays(store).record(row.id)
        frames = await Replays(store).replay(row.id, "0")
        await store.close()
        assert closed > 20
        assert len(json.loads(frames.plain)["frames"]) >= game.seq
        return record.plain.decode()

    assert verify(parse_record(asyncio.run(story()))) is None
