"""Every message that is wrong is answered with a code, and the conversation goes on where it can."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import Guest, house, settled
from undermine.server.limits import Bucket
from undermine.server.room import SLOW, Conn, Room
from undermine.server.store.base import StoreError

FAR_AWAY = {"verb": "lay", "card": "NESW", "x": 40, "y": 40, "turned": False}
BAD_MOVES = [
    -1,
    "pass",
    None,
    [],
    {},
    {"verb": "fly"},
    {"verb": "lay"},
    {"verb": "lay", "card": "no such card", "x": 1, "y": 0, "turned": False},
    {"verb": "lay", "card": "NESW", "x": 10**30, "y": 0, "turned": False},
    {"verb": "lay", "card": "NESW", "x": 200, "y": 0, "turned": False},
    {"verb": "lay", "card": "NESW", "x": 1, "y": 0, "turned": 1},
    {"verb": "break", "card": "break-lamp", "target": -1},
    {"verb": "break", "card": "break-lamp", "target": 2**70},
    {"verb": "pass", "cards": ["NESW"] * 5},
    {"verb": "pass", "cards": [], "seat": 2},
]
BAD: list[tuple[str | bytes, str]] = [
    ("", "BAD_MESSAGE"),
    ("{", "BAD_MESSAGE"),
    ("[]", "BAD_MESSAGE"),
    ("null", "BAD_MESSAGE"),
    ("7", "BAD_MESSAGE"),
    ("[" * 5000, "BAD_MESSAGE"),
    ('{"a":' * 2000, "BAD_MESSAGE"),
    (b"\xff\xfe\x00", "BAD_MESSAGE"),
    ('{"t":"dance"}', "BAD_MESSAGE"),
    ('{"cmd":"a"}', "BAD_MESSAGE"),
    ('{"t":"act"}', "BAD_MESSAGE"),
    ('{"t":"act","cmd":"","move":{"verb":"pass"},"n":0}', "BAD_MESSAGE"),
    ('{"t":"act","cmd":"%s","move":{"verb":"pass"},"n":0}' % ("x" * 65), "BAD_MESSAGE"),
    ('{"t":"act","cmd":"a","move":,"n":0}', "BAD_MESSAGE"),
    ('{"t":"act","cmd":"a","mov":{},"n":0}', "BAD_MESSAGE"),
    ('{"t":"act","cmd":"a","move":{"verb":},"n":0}', "BAD_MESSAGE"),
    ('{"t":"act","cmd":"a","move":{"verb":"pass"},"n":-1}', "BAD_MESSAGE"),
    ('{"t":"act","cmd":"a","move":{"verb":"pass"},"n":0,"seat":2}', "BAD_MESSAGE"),
    ('{"t":"why","id":1}', "BAD_MESSAGE"),
    ('{"t":"why","id":1,"words":"pass"}', "BAD_MESSAGE"),
    ('{"t":"lang"}', "BAD_MESSAGE"),
    ('{"t":"ping","loud":true}', "BAD_MESSAGE"),
    ('{"t":"hello","protocol":2}', "HELLO_TWICE"),
    ('{"t":"welcome"}', "BAD_MESSAGE"),
]


async def answer(guest: Guest, text: str | bytes) -> dict[str, Any]:
    """What a message is answered with; that somebody came to look on may be told meanwhile."""
    await guest.socket.send(text)
    while (said := await guest.listen())["t"] == "table":
        continue
    return said


def test_every_bad_message_is_answered_with_a_code(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, _ = await home.open()
            guest = await home.guest(table)
            await guest.come()
            for text, code in BAD:
                said = await answer(guest, text)
                assert (said["t"], said["code"]) == ("error", code), text
                assert "Traceback" not in said["text"]
                assert said["text"].endswith((".", ")"))
            assert await answer(guest, '{"t":"ping"}') == {"t": "pong"}

    asyncio.run(story())


def test_hello_comes_first(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, _ = await home.open()
            guest = await home.guest(table)
            await guest.come(hello=False)
            for text in (
                '{"t":"ping"}',
                '{"t":"act","cmd":"a","move":{"verb":"pass"},"n":0}',
                '{"t":"lang","lang":"uk"}',
            ):
                assert (await answer(guest, text))["code"] == "HELLO_FIRST"
            assert (await answer(guest, '{"t":"hello","protocol":2}'))["t"] == "welcome"

    asyncio.run(story())


def test_who_says_nothing_is_sent_away(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, hello_within=0.1) as home:
            table, _ = await home.open()
            guest = await home.guest(table)
            await guest.come(hello=False)
            assert await guest.closed() == 4408
            assert '"HELLO_FIRST"' in guest.heard[-1]
            await guest.come(hello=False)
            await guest.say(t="ping")
            assert await guest.closed() == 4408  # whatever else it says

    asyncio.run(story())


def test_another_version_is_told_to_load_the_page_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, _ = await home.open()
            guest = await home.guest(table)
            await guest.come(hello=False)
            said = await answer(guest, '{"t":"hello","protocol":1,"lang":"uk"}')
            assert said["code"] == "PROTOCOL"
            assert await guest.closed() == 4426

    asyncio.run(story())


def test_a_table_that_is_not_there_is_told_before_the_end(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            for table in ("zzzzzzzzzz", "x"):
                guest = await home.guest(table)
                await guest.come(hello=False)
                assert await guest.closed() == 4404
                assert '"NO_TABLE"' in guest.heard[-1]

    asyncio.run(story())


def test_a_message_that_is_too_long_ends_the_conversation(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            _, ann = await home.open()
            await ann.come()
            await ann.socket.send("x" * 20_000)
            assert await ann.closed() == 1009
            assert (await ann.come())["t"] == "welcome"

    asyncio.run(story())


def test_moves_are_refused_with_a_reason(tmp_path: Path) -> None:
    async def refusal(guest: Guest, **act: Any) -> str:
        await guest.say(t="act", cmd=guest.name_command(), **act)
        return str((await guest.hear("refused"))["why"]["code"])

    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann = await home.open(players=3)
            bob = await home.join(table, "Bob")
            cid = await home.join(table, "Cid")
            spectator = await home.guest(table)
            for guest in (ann, bob, cid, spectator):
                await guest.come()
            assert await refusal(spectator, move={"verb": "pass", "cards": []}, n=0) == "NOT_SEATED"
            assert await refusal(ann, move={"verb": "pass", "cards": []}, n=0) == "NOT_STARTED"
            await home.post(f"/api/tables/{table}/start", headers=ann.headers)
            for guest in (ann, bob, cid, spectator):
                await guest.hear("update")
            assert not spectator.options
            assert sum(bool(guest.options) for guest in (ann, bob, cid)) == 1
            mover = next(guest for guest in (ann, bob, cid) if guest.options)
            other = next(guest for guest in (ann, bob, cid) if not guest.options)
            legal = mover.options[0]
            assert await refusal(other, move=legal, n=other.n) == "NOT_YOUR_TURN"
            assert await refusal(mover, move=legal, n=mover.n - 1) == "STALE"
            assert await refusal(mover, move=legal, n=mover.n + 1) == "STALE"
            for move in BAD_MOVES:
                assert await refusal(mover, move=move, n=mover.n) == "BAD_MOVE"
            assert await refusal(spectator, move=legal, n=spectator.n) == "NOT_SEATED"
            assert (await home.lobby.table(table)).row.seq == 1  # nothing came of all this
            await mover.act(legal)
            await mover.hear("ack")

    asyncio.run(story())


def test_why_is_answered_from_what_the_asker_knows(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann = await home.open(players=3, switches={"firstPlayer": "host"}, playNow=True)
            await ann.come()
            await ann.say(t="why", id=4, move=FAR_AWAY)
            said = await ann.hear("why")
            assert said["id"] == 4
            assert said["why"]["code"] in {"CARD_NOT_IN_HAND", "NOT_ADJACENT"}
            assert said["why"]["rule"].startswith("B-")
            english = said["why"]["text"]
            await ann.say(t="lang", lang="uk")
            await ann.say(t="why", id=5, move=FAR_AWAY)
            assert (await ann.hear("why"))["why"]["text"] != english
            for move in BAD_MOVES:
                await ann.say(t="why", id=6, move=move)
                assert (await ann.hear("why"))["why"]["code"] == "BAD_MOVE"
            card = next(option["cards"] for option in ann.options if option["verb"] == "pass")
            await ann.say(t="why", id=7, move={"verb": "pass", "cards": card})
            assert (await ann.hear("why"))["why"] is None
            spectator = await home.guest(table)
            await spectator.come()
            await spectator.say(t="why", id=1, move={"verb": "pass", "cards": card})
            assert (await spectator.hear("why"))["why"]["code"] == "NOT_SEATED"

    asyncio.run(story())


def test_a_move_that_cannot_be_stored_changes_nothing_and_can_be_sent_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann = await home.open(players=3, switches={"firstPlayer": "host"}, playNow=True)
            await ann.come()
            store = home.lobby.store

            async def broken(*args: Any) -> Any:
                raise StoreError("the disk is full")

            monkeypatch.setattr(store, "append", broken)
            before = ann.n
            cmd = await ann.act()
            refused = await ann.hear("refused")
            assert refused["why"]["code"] == "TRY_AGAIN"
            assert ann.n == before
            monkeypatch.undo()
            action = ann.options[0]
            await ann.act(action, cmd)
            await ann.until(lambda guest: cmd in guest.acked)
            found = await store.find(table, f"0:{cmd}")
            assert found is not None
            assert (found.seat, json.loads(found.move)) == (0, action)

    asyncio.run(story())


class SlowWire:
    """Takes one message and then no more."""

    def __init__(self) -> None:
        self.sent: list[str | bytes] = []
        self.closed = 0
        self.free = asyncio.Event()

    def put(self, text: str | bytes) -> bool:
        return False

    async def send(self, text: str | bytes) -> None:
        self.sent.append(text)
        await self.free.wait()

    async def close(self, code: int) -> None:
        self.closed = code


def test_nobody_waits_for_a_slow_reader() -> None:
    async def story() -> None:
        wire = SlowWire()
        conn = Conn(wire, "", 4, Bucket(1, 1))
        room = Room()
        room.enter(conn)
        for i in range(10):
            conn.send(json.dumps(i))
            await asyncio.sleep(0)
        assert conn.ended
        wire.free.set()
        await settled(lambda: wire.closed)
        assert wire.closed == SLOW
        assert wire.sent == ["0"]
        room.leave(conn)
        room.leave(conn)
        assert len(room) == 0

    asyncio.run(story())


def test_what_was_said_before_the_end_is_sent() -> None:
    async def story() -> None:
        wire = SlowWire()
        wire.free.set()
        conn = Conn(wire, "", 4, Bucket(1, 1))
        conn.send("a")
        conn.send("b")
        conn.end(4429)
        conn.send("c")
        await conn.finish()
        assert wire.sent == ["a", "b"]
        assert wire.closed == 4429

    asyncio.run(story())
