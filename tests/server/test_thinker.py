"""The bots' process: what it is given, what it keeps, and what happens when the two sides disagree."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import zlib
from dataclasses import replace as change
from pathlib import Path

import msgspec
import pytest

from tests.server.house import house
from undermine import bots
from undermine.bots import Bot
from undermine.kernel.engine import legal
from undermine.kernel.event import Event, Kind
from undermine.kernel.ids import SPECTATOR
from undermine.kernel.state import State
from undermine.kernel.visibility import stream
from undermine.notation import rows
from undermine.present.view import Told
from undermine.registry import Options, ruleset
from undermine.server import thinker
from undermine.server.game import Game, Observer, read_options, write_options
from undermine.server.store.base import Decision, Table
from undermine.server.thinker import Job, Mind, Thinker, ThinkerError
from undermine.server.thinkers import Thinkers

TABLE = Table("abcdefghjk", write_options(Options(players=4)), b"s" * 32)


def begun(table: Table = TABLE) -> Game:
    game = Game(table)
    game.settle(game.opening(), "auto:0")
    return game


def said(observer: Observer) -> list[Told]:
    return msgspec.json.decode(observer.news(), type=list[Told])


def play(game: Game, moves: int) -> None:
    for _ in range(moves):
        seat = game.waiting()[0]
        game.settle(game.draft(seat, legal(game.observers[seat].view, seat)[0]), f"auto:{game.seq}")


def test_a_bot_is_given_its_seats_stream_and_no_more() -> None:
    game = begun()
    play(game, 6)
    for seat in range(4):
        job = game.job(seat, 0, "greedy")
        told = rows.decode(game.rules, job.told)
        own = [(row.a, row.b, row.c, row.d) for row in game.observers[seat].rows]
        assert [(row.a, row.b, row.c, row.d) for row in told] == own
        assert job.n == len(told)
        assert TABLE.secret not in msgspec.json.encode(job)


class Parrot(Bot):
    """Answers by all that it has ever heard."""

    name = "parrot"
    memory = 0

    def hear(self, view: State, row: Event) -> None:
        heard = (self.memory, view.depth, row.kind.name, row.a, row.b, row.c, row.d)
        self.memory = zlib.crc32(repr(heard).encode())

    def choose(self, view: State, seat: int, seed: int) -> int:
        actions = legal(view, seat)
        return actions[(self.memory ^ seed) % len(actions)]


@pytest.mark.parametrize("bot", ["greedy", "parrot"])
def test_a_process_that_is_started_anew_answers_the_same(bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bots.BOTS, "parrot", Parrot)
    mind = Mind()
    game = begun()
    start = dict.fromkeys(range(4), 0)
    for _ in range(12):
        seat = game.waiting()[0]
        job = game.job(seat, start[seat], bot)
        answer = mind.answer(job)
        assert not answer.error
        assert game.may(seat, answer.action)
        assert answer == Mind().answer(game.job(seat, 0, bot))  # it hears the whole stream again
        start[seat] = job.n
        game.settle(game.draft(seat, answer.action), f"auto:{game.seq}")


def test_a_stream_with_a_hole_is_refused() -> None:
    mind = Mind()
    game = begun()
    job = game.job(game.waiting()[0], 0, "random")
    assert mind.answer(msgspec.structs.replace(job, start=5)).error
    assert not mind.answer(job).error
    assert mind.answer(msgspec.structs.replace(job, start=job.n + 1)).error


def test_a_table_that_is_put_aside_is_forgotten_on_both_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    mind = Mind()

    async def exchange(job: Job) -> thinker.Answer:
        return mind.answer(job)

    async def story() -> None:
        bots = Thinker()
        monkeypatch.setattr(bots, "_exchange", exchange)
        games = [begun(change(TABLE, id=name)) for name in ("aaaaaaaaaa", "bbbbbbbbbb")]

        async def ask(game: Game) -> int:
            seat, name = game.waiting()[0], game._table.id
            return await bots.ask(game.job(seat, bots.known(name, seat), "greedy", bots.listened(name, seat)))

        choices = [await ask(game) for game in games]
        assert len(mind._seats) == len(bots.claims) == 2
        Thinkers([bots]).forget("aaaaaaaaaa", 4)
        assert bots.known("aaaaaaaaaa", games[0].waiting()[0]) == 0
        assert len(bots.claims) == len(bots._listened) == 1
        await ask(games[1])
        assert {table for table, _ in mind._seats} == {"bbbbbbbbbb"}
        assert await ask(games[0]) == choices[0]  # it has heard the whole stream again
        assert len(mind._seats) == 2

    asyncio.run(story())


def test_the_process_answers_and_survives_bad_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinker, "SEATS", 2)

    async def ask(bots: Thinker, game: Game, table: str, bot: str = "greedy") -> int:
        seat = game.waiting()[0]
        job = game.job(seat, bots.known(table, seat), bot)
        return await bots.ask(msgspec.structs.replace(job, table=table))

    async def story() -> None:
        bots = Thinker()
        game = begun()
        try:
            first = await ask(bots, game, "a")
            assert game.may(game.waiting()[0], first)
            assert await ask(bots, game, "a") == first
            with pytest.raises(ThinkerError):
                await ask(bots, game, "a", "nobody")
            assert await ask(bots, game, "a") == first
            for table in ("b", "c", "d"):
                await ask(bots, game, table)
            assert bots.known("a", game.waiting()[0]) == 0  # forgotten, and sent whole the next time
            assert await ask(bots, game, "a") == first
        finally:
            await bots.close()

    asyncio.run(story())


class Held(Thinker):
    """Answers when it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()

    async def _ask(self, job: Job) -> int:
        await self.go.wait()
        self._known[job.table, job.seat] = job.n
        return job.seat


def test_a_slow_thought_holds_up_no_other_table() -> None:
    async def story() -> None:
        slow, other = Held(), Held()
        bots = Thinkers([slow, other])
        job = begun().job(0, 0, "greedy")
        assert bots.of("a", 0) is slow
        first = asyncio.create_task(slow.ask(job))
        await asyncio.sleep(0)
        assert bots.of("b", 0) is other
        other.go.set()
        assert await bots.of("b", 0).ask(msgspec.structs.replace(job, table="b")) == 0
        slow.go.set()
        assert await first == 0
        assert bots.of("b", 0) is other  # which has heard the stream
        assert bots.of(job.table, 0) is slow

    asyncio.run(story())


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_ctrl_c_is_left_to_the_server(capfd: pytest.CaptureFixture[str]) -> None:
    async def story() -> None:
        bots = Thinker()
        game = begun()
        seat = game.waiting()[0]
        action = await bots.ask(game.job(seat, 0, "greedy"))
        assert bots._process is not None
        bots._process.send_signal(signal.SIGINT)
        await asyncio.sleep(0.3)
        assert await bots.ask(game.job(seat, game.observers[seat].n, "greedy")) == action
        await bots.close()

    asyncio.run(story())
    assert "Traceback" not in capfd.readouterr().err


def test_modules_of_the_present_folder_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "random.py").write_text("raise SystemExit", encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    async def story() -> int:
        bots = Thinker()
        game = begun()
        try:
            return await bots.ask(game.job(game.waiting()[0], 0, "random"))
        finally:
            await bots.close()

    assert asyncio.run(story())


def test_a_silent_process_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        bots = Thinker(patience=0.0)
        job = begun().job(0, 0, "greedy")
        with pytest.raises(ThinkerError):
            await bots.ask(job)
        assert bots._process is None

    asyncio.run(story())


def renumbered(game: Game) -> tuple[bytes, dict[Kind, int]]:
    """Another release's table of names: the same kinds, numbered from the other end."""
    names = msgspec.msgpack.decode(rows.table_of_names(game.rules), type=rows.Names)
    names.kinds.reverse()
    last = len(names.kinds) - 1
    return msgspec.msgpack.encode(names), {kind: last - code for kind, code in game.rules.codes.items()}


class OldRules:
    """As much of a ruleset as writing rows needs."""

    def __init__(self, codes: dict[Kind, int]) -> None:
        self.codes = codes


def test_a_game_of_an_older_release_is_played_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann = await home.open(players=3, playNow=True)
            await ann.come()
            await ann.play(lambda guest: len(guest.acked) == 3 and guest.options)
            store = home.lobby.store
            game = (await home.lobby.table(table))._game
            assert game is not None
            names, codes = renumbered(game)
            old: list[Decision] = []
            for decision in await store.decisions(table):
                events: list[Event] = rows.decode(game.rules, decision.payload)
                payload = rows.encode(OldRules(codes), events)  # type: ignore[arg-type]  # a stand-in
                assert payload != decision.payload
                old.append(change(decision, payload=payload, names="old"))
            row = await store.table(table)
            assert row is not None
            copy = change(row, id="cccccccccc", seq=0, status="open")
            await store.keep_names("old", names)
            await store.create(copy)
            await store.start(copy, old[0], None)
            for decision in old[1:]:
                await store.append(copy.id, decision, "running", None)
            again = (await home.lobby.table(copy.id))._game
            assert again is not None
            for seat, observer in game.observers.items():
                assert again.observers[seat].story == observer.story
            seat = again.waiting()[0]
            draft = again.draft(seat, legal(again.observers[seat].view, seat)[0])
            await store.append(copy.id, again.decision(draft, "auto:x"), "running", None)
            stored = await store.decisions(copy.id)
            assert [d.names for d in stored] == ["old"] * len(old) + [again.names_key]

    asyncio.run(story())


def test_what_everybody_will_be_told_is_known_before_it_is_stored() -> None:
    game = begun()
    assert {event.kind for event in game.last_public()} >= {"round"}
    ends = 0
    while game.waiting():
        seat = game.waiting()[0]
        draft = game.draft(seat, legal(game.observers[seat].view, seat)[0])
        public = game.public(draft)
        heard = game.settle(draft, f"auto:{game.seq}")
        assert public == game.last_public() == (said(game.observers[SPECTATOR]) if SPECTATOR in heard else [])
        ends += "won" in {event.kind for event in public}
    assert ends == 3


def test_streams_are_what_the_kernel_calls_them() -> None:
    game = begun()
    log = game.opening().events
    for seat, observer in game.observers.items():
        assert observer.n == len(stream(log, seat))
    assert ruleset(read_options(TABLE.options)) is game.rules


def test_a_server_that_is_killed_leaves_a_quiet_process() -> None:
    """Its answer finds nobody; that is no reason for a page of text."""
    process = subprocess.Popen(
        [sys.executable, "-m", "undermine.server.thinker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    process.stdin.write(msgspec.json.encode(begun().job(0, 0, "greedy")) + b"\n")
    process.stdin.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(30) == 0
