"""Requests and frames of every kind: whatever comes in, there is an answer with a code, and never a fault of the server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.core.result import Ok
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from tests.load.serving import Program, serve, stopped
from tests.server.house import Guest, Json, house
from undermine.server.sentences import CODES

REQUESTS = 6  # for each address and method
FRAMES = 100
SCHEMA = "/api/schema/openapi.json"
# Answers that are a page or a picture.
PLAIN = {"/", "/guide", "/replay", "/{file_path}", "/t/{table_id}", "/t/{table_id}/replay"}


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    folder = tmp_path_factory.mktemp("hostile")
    (folder / "index.html").write_text("<!doctype html>")
    with stopped(serve(folder, log_level="info")) as running:
        yield running


def test_requests_made_from_the_document_are_no_fault_of_the_server(program: Program) -> None:
    base = f"http://127.0.0.1:{program.port}"
    with httpx.Client(base_url=base) as http:
        made = http.post("/api/tables", json={"players": 3, "name": "Ann"}).json()
        assert SCHEMA not in PLAIN
        assert http.get(SCHEMA).headers["content-type"].startswith("application/")
    schema = schemathesis.openapi.from_url(base + SCHEMA)
    tried: set[str] = set()
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        look_at(found.ok(), made["table"], tried)
    assert {
        "POST /api/tables",
        "POST /api/setup",
        "GET /api/tables/{table_id}",
        "POST /api/tables/{table_id}/seats",
    } <= tried
    log = program.log.read_text()
    assert "Traceback" not in log
    assert "request failed" not in log


def look_at(operation: Any, table: str, tried: set[str]) -> None:
    """One address and method: mostly about a table that there is."""
    rnd = random.Random(operation.label)
    tried.add(operation.label)

    @given(case=operation.as_strategy())
    @settings(
        max_examples=REQUESTS,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def one(case: Any) -> None:
        if "table_id" in case.path_parameters and rnd.random() < 0.7:
            case.path_parameters["table_id"] = table
        answer = case.call(timeout=20)
        assert answer.status_code < 500, (case, answer.text)
        if answer.status_code >= 400 and operation.path not in PLAIN:
            failure = json.loads(answer.text)
            assert set(failure) == {"code", "text"}, (case, answer.text)
            assert failure["text"], (case, answer.text)

    one()


GOOD = [
    {"t": "act", "cmd": "c", "move": {"verb": "pass", "cards": []}, "n": 1},
    {"t": "why", "id": 1, "move": {"verb": "lay", "card": "NE", "x": 3, "y": 1, "turned": True}},
    {"t": "look", "have": 3},
    {"t": "ready", "n": 2},
    {"t": "set", "pace": "fast", "takeover": True},
    {"t": "rules", "players": 4, "edition": "", "switches": {}},
    {"t": "me", "name": "Eve", "avatar": 3},
    {"t": "rematch", "shuffle": True},
    {"t": "lang", "lang": "uk"},
    {"t": "hello", "protocol": 2},
]
ODD: list[Any] = [None, True, -1, 2**70, 1e400, "", "x" * 500, "\u202e", "\ud800", [], {}, [[[]]], {"t": {}}]


def garbled(rnd: random.Random) -> str | bytes:
    """A message of the protocol with something wrong in it, or nothing like one."""
    message: Json = json.loads(json.dumps(rnd.choice(GOOD)))
    way = rnd.randrange(6)
    if way == 0:
        message[rnd.choice(list(message))] = rnd.choice(ODD)
    elif way == 1:
        message[rnd.choice(["x", "move", "n", "t", "seat"])] = rnd.choice(ODD)
    elif way == 2:
        del message[rnd.choice(list(message))]
    text = json.dumps(message)
    if way == 3:
        at = rnd.randrange(len(text))
        text = text[:at] + chr(rnd.randrange(0x20, 0xD7FF)) + text[at + rnd.randrange(3) :]
    elif way == 4:
        return rnd.randbytes(rnd.randrange(60))
    elif way == 5:
        text = "[" * rnd.randrange(1, 3000)
    return text


async def answered(guest: Guest) -> list[Json]:
    """All that is said up to the answer to a ping."""
    await guest.say(t="ping")
    said: list[Json] = []
    while not said or said[-1]["t"] != "pong":
        said.append(await guest.listen())
    return said


def test_garbled_messages_are_answered_one_by_one(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    rnd = random.Random(1)

    async def story() -> None:
        async with house(tmp_path) as home:
            _, ann = await home.open(players=3, playNow=True)
            await ann.come()
            for _ in range(FRAMES):
                message = garbled(rnd)
                await ann.socket.send(message)
                codes = [said for said in await answered(ann) if said["t"] == "error"]
                assert all(said["code"] in CODES and said["text"] for said in codes), (message, codes)
                assert not any(said["code"] == "INTERNAL" for said in codes), message
                if not isinstance(message, str) or message.startswith("["):
                    assert codes, message  # no silence

    asyncio.run(story())
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_broken_frames_end_in_a_reason(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    rnd = random.Random(2)

    async def story() -> None:
        async with house(tmp_path) as home:
            _, ann = await home.open(players=3)
            for _ in range(20):
                await ann.come()
                good = Frame(Opcode.TEXT, b'{"t":"ping"}').serialize(mask=True)
                bad = bytearray(good)
                for _ in range(rnd.randrange(1, 4)):
                    bad[rnd.randrange(len(bad))] = rnd.randrange(256)
                ann.socket.transport.write(bytes(bad))
                await asyncio.sleep(0.01)
                try:
                    with contextlib.suppress(RuntimeError):  # it is closed already
                        ann.socket.transport.write(bytes(200))  # whatever length was claimed
                    async with asyncio.timeout(3):
                        while True:
                            await ann.listen(3)
                except (ConnectionClosed, TimeoutError) as end:
                    closed = isinstance(end, ConnectionClosed)
                    assert not closed or ann.socket.close_code in {1002, 1007, 1009}, (
                        bytes(bad),
                        ann.socket.close_code,
                    )
                ann.socket.transport.abort()
            await ann.come()
            assert (await answered(ann))[-1]["t"] == "pong"

    asyncio.run(story())
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
