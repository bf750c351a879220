"""A server that is killed at any moment loses nothing it acknowledged and does nothing twice."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.server.house import Guest, House, Json, answered, house, settled
from undermine.server.app import store_of
from undermine.server.settings import Settings

START = "from undermine.cli import main; main()"


class Server:
    """The real program, on a port of its own."""

    def __init__(self, database: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
        self.database = database
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        options = [
            "--port",
            str(self.port),
            "--db",
            str(self.database),
            "--bot-delay",
            "0",
            "--ready",
            "0",
            "--sync",
            "normal",
        ]
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            START,
            "serve",
            *options,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "UNDERMINE_LOG": "error"},
        )
        assert self.process.stdout is not None
        line = await asyncio.wait_for(self.process.stdout.readline(), 30)
        assert b"Undermine is served at" in line

    def bots(self) -> list[Path]:
        """The processes it has started, as far as this system tells."""
        assert self.process is not None
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children")
        return [Path("/proc", child) for child in children.read_text().split()] if children.exists() else []

    async def end(self, how: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        await self.process.wait()


def gone(processes: list[Path]) -> Callable[[], bool]:
    """Whether none of these is left."""
    return lambda: not any(process.exists() for process in processes)


async def stubborn(guest: Guest, sent: list[str]) -> None:
    """Play to the end as a browser does: come back by itself, and send again what was not answered."""
    pending: tuple[str, Json, int] | None = None
    while not guest.over:
        try:
            await guest.come()
            while not guest.over:
                if pending is not None and pending[0] in guest.acked:
                    pending = None
                if guest.refused:
                    assert guest.refused.pop()["why"]["code"] == "STALE"
                    pending = None
                if pending is None and guest.options:
                    pending = (guest.name_command(), guest.rng.choice(guest.options), guest.n)
                    sent.append(pending[0])
                if pending is not None:
                    cmd, action, n = pending
                    await guest.say(t="act", cmd=cmd, move=action, n=n)
                    await guest.until(answered(cmd))
                else:
                    await guest.listen()
        except (ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
            await asyncio.sleep(0.05)
        finally:
            with contextlib.suppress(AssertionError):
                await guest.go()


def test_kill_9_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    """Of the one process that serves a file; for several, see tests/crash."""
    database = tmp_path / "tables.sqlite3"

    async def story() -> None:
        server = Server(database)
        await server.start()
        place = f"http://127.0.0.1:{server.port}"
        async with httpx.AsyncClient(base_url=place) as http:
            home = House(place, None, http)  # type: ignore[arg-type]  # nobody looks inside this one
            table, ann = await home.open(players=4, bots=2)
            bob = await home.join(table, "Bob")
            assert (await http.post(f"/api/tables/{table}/start", headers=ann.headers)).status_code == 200
        sent: dict[int, list[str]] = {0: [], 1: []}
        playing = asyncio.gather(stubborn(ann, sent[0]), stubborn(bob, sent[1]))
        rng = random.Random(7)
        kills = 0
        while not playing.done() and kills < 3:
            await asyncio.wait([playing], timeout=rng.random() / 50)  # however fast the machine is, moves decide when
            if not playing.done() and len(sent[0]) + len(sent[1]) >= 12 * (kills + 1):
                left_alone = gone(server.bots())
                await server.end(signal.SIGKILL)
                kills += 1
                await settled(left_alone)
                await server.start()
        await asyncio.wait_for(playing, 60)
        assert kills == 3
        await server.end(signal.SIGTERM)
        await check(table, ann, bob, sent)
        await same_story(table, ann)

    async def check(table: str, ann: Guest, bob: Guest, sent: dict[int, list[str]]) -> None:
        store = store_of(Settings(database=database))
        await store.open()
        rows = [(decision.seq, decision.cmd) for decision in await store.decisions(table)]
        row, due = await store.table(table), await store.due(10)
        await store.close()
        assert row is not None
        status = (row.status, row.seq, due.next_in)
        assert [seq for seq, _ in rows] == list(range(len(rows)))
        assert status == ("over", len(rows), None)
        cmds = [cmd for _, cmd in rows]
        assert len(set(cmds)) == len(cmds)
        for seat, guest in ((0, ann), (1, bob)):
            stored = [cmd.removeprefix(f"{seat}:") for cmd in cmds if cmd.startswith(f"{seat}:")]
            assert set(guest.acked) <= set(stored) <= set(sent[seat])

    async def same_story(table: str, ann: Guest) -> None:
        """What Ann saw over all these servers is what the file tells now."""
        async with house(tmp_path) as home:
            fresh = home.window(table, ann.cookie)
            welcome = await fresh.come()
            assert welcome["events"] == ann.events
            assert (welcome["n"], welcome["view"]) == (ann.n, ann.view)

    asyncio.run(story())


def test_a_crash_between_storing_and_answering_keeps_the_move(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann = await home.open(players=3, switches={"firstPlayer": "host"}, playNow=True)
            await ann.come()
            at, action = ann.n, ann.options[0]
            live = await home.lobby.table(table)
            game = live._game
            assert game is not None
            # Stored, and the process ends before anybody hears of it.
            draft = game.draft(0, game.moves.convert(action))
            await home.lobby.store.append(table, game.decision(draft, "0:lost"), "running", None)
            await ann.go()
        async with house(tmp_path) as home:
            home.take_in(table, ann)
            await ann.come()
            await ann.say(t="act", cmd="lost", move=action, n=at)
            ack = await ann.hear("ack")
            assert ack["n"] > at
            stored = await home.lobby.store.decisions(table)
            assert [d.cmd for d in stored].count("0:lost") == 1

    asyncio.run(story())


def test_a_decision_of_another_process_is_seen_before_the_next_one(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann = await home.open(players=3, switches={"firstPlayer": "host"})
            await home.join(table, "Bob")
            await ann.come()
            await home.post(f"/api/tables/{table}/start", headers=ann.headers)
            await ann.until(lambda guest: guest.options)
            live = await home.lobby.table(table)
            game = live._game
            assert game is not None
            elsewhere = game.draft(0, game.moves.convert(ann.options[0]))
            await home.lobby.store.append(table, game.decision(elsewhere, "0:elsewhere"), "running", None)
            await ann.act(ann.options[-1])
            refused = await ann.hear("refused")
            assert refused["why"]["code"] == "STALE"
            assert game.seq == 2  # and the listeners were told what happened elsewhere
            assert ann.n == game.observers[0].n

    asyncio.run(story())


def test_a_retry_draws_the_same_cards(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann = await home.open(players=3, switches={"firstPlayer": "host"}, playNow=True)
            await ann.come()
            game = (await home.lobby.table(table))._game
            assert game is not None
            action = ann.options[-1]
            first, second = (game.decision(game.draft(0, game.moves.convert(action)), "0:x") for _ in range(2))
            assert first == second

    asyncio.run(story())
