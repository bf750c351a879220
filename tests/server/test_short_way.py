"""Frames that come whole take a shorter way through the server; nobody can tell by what is answered."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Iterable
from pathlib import Path

import pytest
from websockets.frames import Frame, Opcode

from tests.server.house import Guest, house
from undermine.server.frames import Frames


def framed(text: str, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    return Frame(opcode, text.encode(), fin).serialize(mask=True)


PING = json.dumps({"t": "ping"})
LONG = json.dumps({"t": "ping", "x": "y" * 300})  # no message of the protocol
WHOLE = framed(PING)
CUT = [WHOLE[:1], WHOLE[:2], WHOLE[:6], WHOLE[:9]]


def pieces(data: bytes, cuts: Iterable[int]) -> list[bytes]:
    at = [0, *cuts, len(data)]
    return [data[a:b] for a, b in itertools.pairwise(at)]


STORIES = {
    "whole": [WHOLE],
    "long": [framed(LONG)],
    "byte by byte": pieces(WHOLE, range(1, len(WHOLE))),
    "head first": pieces(framed(LONG), (2, 4, 8)),
    "two at once": [WHOLE + WHOLE],
    "one and a half": pieces(WHOLE + WHOLE, (len(WHOLE) + 2,)),
    "in parts": [framed(PING[:5], fin=False), framed(PING[5:], Opcode.CONT)],
    "a part that is empty": [framed("", fin=False), framed(PING, Opcode.CONT)],
    # What follows a head could be taken for a frame of its own.
    "a frame inside of a frame": [framed("x" * (len(WHOLE) - 4))[:2], WHOLE],
}


async def answers(guest: Guest, parts: list[bytes]) -> list[str]:
    for part in parts:
        guest.socket.transport.write(part)
        await asyncio.sleep(0.02)
    await guest.say(t="lang", lang="en")
    await guest.say(t="why", id=7, move={})
    found: list[str] = []
    while not found or '"t":"why"' not in found[-1]:
        found.append(json.dumps(await guest.listen()))
        found[-1] = found[-1].replace(" ", "")
    return found


def test_a_whole_text_takes_the_short_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[bool] = []
    short = Frames._whole_text

    def noted(self: Frames, data: bytes) -> bool:
        taken.append(short(self, data))
        return taken[-1]

    async def story() -> None:
        async with house(tmp_path) as home:
            _, ann = await home.open(players=3)
            monkeypatch.setattr(Frames, "_whole_text", noted)
            await ann.come()
            await ann.say(t="ping")
            await ann.hear("pong")
            assert taken == [False, True, True]  # the handshake does not

    asyncio.run(story())


@pytest.mark.parametrize("name", STORIES)
def test_both_ways_say_the_same(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> list[list[str]]:
        found: list[list[str]] = []
        async with house(tmp_path) as home:
            _, ann = await home.open(players=3)
            for short in (True, False):
                if not short:
                    monkeypatch.setattr(Frames, "_whole_text", lambda self, data: False)
                await ann.come()
                found.append(await answers(ann, STORIES[name]))
                await ann.go()
        return found

    one, other = asyncio.run(story())
    assert one == other
    assert len(one) > 1
