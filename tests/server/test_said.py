"""Talk: claims in the game's words and chat in one's own, heard by all, kept in order, and limited."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any, ClassVar

import pytest

from tests.server.house import Guest, House, Json, house
from undermine import bots
from undermine.bots import Claim
from undermine.bots.uniform import Uniform
from undermine.kernel.engine import legal
from undermine.kernel.state import State
from undermine.notation.records import parse_record, print_record, verify
from undermine.registry import Options, ruleset
from undermine.server.foresight import Foresight
from undermine.server.game import Game, write_options
from undermine.server.protocol import Claimed, Wrote
from undermine.server.remarks import stored
from undermine.server.replays import Replays
from undermine.server.saying import clean
from undermine.server.sentences import Problem
from undermine.server.store.base import Seat, Status, Table
from undermine.server.store.sqlite import SqliteStore
from undermine.server.thinker import Mind

STONE: Json = {"kind": "goal", "goal": 1, "card": "stone"}


async def begun(home: House, **wish: Any) -> tuple[str, Guest, Guest]:
    table, ann = await home.open(players=3, bots=1, edition="deluxe", switches={"firstPlayer": "host"}, **wish)
    bob = await home.join(table, "Bob")
    for guest in (ann, bob):
        await guest.come()
    await home.post(f"/api/tables/{table}/start", headers=ann.headers)
    for guest in (ann, bob):
        await guest.until(lambda g: g.view)
    return table, ann, bob


async def refusal(guest: Guest, **message: Any) -> str:
    await guest.say(**message)
    return str((await guest.hear("error"))["code"])


def heard(guest: Guest) -> list[tuple[int, Json]]:
    return [(remark["seat"], remark["what"]) for remark in guest.said]


def test_everybody_hears_what_is_said_in_order_with_the_moves(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann, bob = await begun(home)
            watcher = await home.guest(table)
            await watcher.come()
            await bob.say(t="say", cmd="a", claim=STONE)
            await bob.say(t="say", cmd="a", claim=STONE)  # its answer got lost
            await bob.say(t="chat", cmd="b", text="  hello,\n Ann ")
            told = [(1, {"kind": "claim", "claim": STONE}), (1, {"kind": "chat", "text": "hello, Ann"})]
            for guest in (ann, bob, watcher):
                await guest.until(lambda g: len(g.said) == 2)
                assert heard(guest) == told
            events = len(ann.events)
            await ann.act(next(option for option in ann.options if option["verb"] == "pass"))
            await ann.hear("ack")
            late = await home.guest(table)
            welcome = await late.come()
            assert heard(late) == told
            assert {remark["after"] for remark in welcome["said"]} == {len(watcher.events)} if not events else {3}
        async with house(tmp_path) as home:
            home.take_in(table, bob)
            assert (await bob.come())["said"] == []  # he has heard all of it

    asyncio.run(story())


def test_what_cannot_be_said_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, talk_burst=100) as home:
            table, ann = await home.open(players=3, edition="anniversary")
            await ann.come()
            assert await refusal(ann, t="say", cmd="a", claim={"kind": "trust", "target": 1}) == "NOT_STARTED"
            await ann.say(t="chat", cmd="b", text="early")  # while they wait
            await ann.until(lambda g: g.said)
            await home.post(f"/api/tables/{table}/start", headers=ann.headers)
            await ann.until(lambda g: g.view)
            wrong: list[Any] = [
                STONE,
                {"kind": "trust", "target": 0},
                {"kind": "trust", "target": 9},
                {"kind": "rumour"},
                [],
                5,
            ]
            for at, claim in enumerate(wrong):  # the edition forbids the first
                assert await refusal(ann, t="say", cmd=f"c{at}", claim=claim) == "BAD_CLAIM"
            for at, text in enumerate(("", "  ", "\u200b\u202e", "x" * 241)):
                assert await refusal(ann, t="chat", cmd=f"d{at}", text=text) == "BAD_TEXT"
            watcher = await home.guest(table)
            await watcher.come()
            assert await refusal(watcher, t="chat", cmd="e", text="psst") == "NOT_SEATED"
            assert len(ann.said) == 1

    asyncio.run(story())


def test_the_host_may_switch_chat_off_and_claims_go_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            _, ann, bob = await begun(home)
            assert await refusal(bob, t="chatting", on=False) == "NOT_HOST"
            await ann.say(t="chatting", on=False)
            await bob.until(lambda g: g.said and not g.table["chat"])
            assert await refusal(bob, t="chat", cmd="a", text="but") == "CHAT_OFF"
            await bob.say(t="say", cmd="b", claim={"kind": "trust", "target": 0})
            await ann.until(lambda g: len(g.said) == 2)
            await ann.say(t="chatting", on=True)
            await bob.until(lambda g: g.table["chat"])

    asyncio.run(story())


def test_nobody_says_too_much_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, talk_burst=3, talk_rate=0.001) as home:
            _, ann, bob = await begun(home)
            for at in range(3):
                await bob.say(t="chat", cmd=f"{at}", text="again")
            assert await refusal(bob, t="say", cmd="x", claim={"kind": "trust", "target": 0}) == "TALKS_TOO_FAST"
            await ann.say(t="chat", cmd="0", text="mine")  # her own limit, and her own names
            await bob.until(lambda g: len(g.said) == 4)

    asyncio.run(story())


def test_text_is_one_line_that_can_be_read() -> None:
    assert clean("a\x00b\u202ec \n\t d", 20) == "abc d"
    assert clean("👩\u200d🚀 їжак", 20) == "👩\u200d🚀 їжак"
    for text in ("", "\u200d\u200b", "x" * 21):
        with pytest.raises(Problem):
            clean(text, 20)


class Parrot(Uniform):
    """Says what it has heard last."""

    name = "parrot"
    heard_last: ClassVar[Claim | None] = None

    def heard(self, view: State, claim: Claim) -> None:
        self.last = claim

    def say(self, view: State, seat: int, seed: int) -> Claim | None:
        last = getattr(self, "last", None)
        return None if last is None or last.seat == seat else Claim(seat, last.kind, last.about)


def test_a_bot_hears_and_answers_with_what_its_seat_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bots.BOTS, "parrot", Parrot)
    table = Table("abcdefghjk", write_options(Options(players=3, edition="deluxe")), b"s" * 32)
    game, mind = Game(table), Mind()
    game.settle(game.opening(), "auto:0")
    seat = game.waiting()[0]
    other = (seat + 1) % 3
    claim = Claim(other, "promise-dig", {})
    assert mind.answer(game.job(seat, 0, "parrot")).claim is None
    game.claims.append((1, claim))
    known = game.observers[seat].n
    job = game.job(seat, known, "parrot")
    assert job.said[0].n == known
    first = mind.answer(job)
    assert first.claim == Claim(seat, "promise-dig", {})
    assert Mind().answer(game.job(seat, 0, "parrot")) == first  # one that starts anew hears the same
    assert mind.answer(game.job(seat, known, "parrot", 1)) == first
    assert "heard" in mind.answer(job).error  # it has been given that one already


def test_at_a_table_bots_say_it_before_they_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Foresight.choice

    async def talkative(self: Foresight, game: Game, seat: int, bot: str, beat: float) -> int | None:
        action = await plain(self, game, seat, bot, beat)
        self.claim = Claim(99, "trust", {"target": 0}) if seat == 2 else Claim(seat, "promise-dig", {})
        return action

    monkeypatch.setattr(Foresight, "choice", talkative)

    async def story() -> None:
        async with house(tmp_path, grace=0.2) as home:
            table, ann, bob = await begun(home)
            await bob.go()  # a bot plays for him, and does not speak for him
            await ann.act(next(option for option in ann.options if option["verb"] == "pass"))
            await ann.until(lambda g: g.options and g.acked and g.said)
            assert heard(ann) == [(2, {"kind": "claim", "claim": {"kind": "trust", "target": 0}})]
            remark = (await home.lobby.store.remarks(table))[0]
            decision = (await home.lobby.store.decisions(table))[remark.seq]
            assert (decision.seat, decision.cmd) == (2, remark.cmd)

    asyncio.run(story())


def test_record_and_replay_keep_what_was_said(tmp_path: Path) -> None:
    people = tuple(Seat(seat, "human", name) for seat, name in enumerate(("Ann", "Bob", "Cid")))
    row = Table("abcdefghjk", write_options(Options(players=3, edition="deluxe")), b"s" * 32, seats=people)

    async def story() -> tuple[str, Json]:
        store = SqliteStore(tmp_path / "tables.db", "normal")
        await store.open()
        game, rng = Game(row), random.Random(2)
        await store.create(row)
        await store.keep_names(game.names_key, game.names)
        draft = game.opening()
        await store.start(row, game.decision(draft, "auto:0"), None)
        game.settle(draft, "auto:0")
        while not draft.over:
            if game.seq == 3:
                await store.remark(row.id, stored(game, 1, Claimed(STONE)))
                await store.remark(row.id, stored(game, 2, Wrote("no # way")))
            seat = game.waiting()[0]
            draft = game.draft(seat, rng.choice(legal(game.observers[seat].view, seat)))
            status: Status = "over" if draft.over else "running"
            await store.append(row.id, game.decision(draft, f"auto:{game.seq}"), status, None)
            game.settle(draft, f"auto:{game.seq}")
        record, replay = await Replays(store).record(row.id), await Replays(store).replay(row.id, "table")
        await store.close()
        return record.plain.decode(), json.loads(replay.plain)

    text, replay = asyncio.run(story())
    record = parse_record(text)
    assert verify(record) is None
    assert [(seat, json.loads(what)) for seat, what in record.plies[2].said] == [
        (1, {"kind": "claim", "claim": STONE}),
        (2, {"kind": "chat", "text": "no # way"}),
    ]
    assert print_record(record) == text
    before = sum(len(frame["events"]) for frame in replay["frames"][:3])
    assert [(r["after"], r["seat"]) for r in replay["said"]] == [(before, 1), (before, 2)]
    assert ruleset(Options(players=3)).seats == 3
