"""Two worlds that one observer cannot tell apart, served by the server side by side: what it sends must be the same bytes.

The worlds are those of `tests.fuzz.twins`: everything that the observer cannot see is dealt anew, and both go on in the same
public shape. Here each is a table of one server, whose clock stands still between moves, and the observer has sockets at
both. Everything that is sent there, and when, is compared; and so are answers to questions, forbidden moves and requests.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import msgspec

from tests.fuzz.game import Game as Watched
from tests.fuzz.twins import OpenPair
from undermine.errors import NotationError
from undermine.kernel.engine import act, advance, legal
from undermine.kernel.event import Event
from undermine.kernel.ids import SPECTATOR
from undermine.kernel.state import State
from undermine.registry import Options
from undermine.server.auth import SeatKey, new_table_id
from undermine.server.bus import NoBus
from undermine.server.game import Game, Observer, write_options
from undermine.server.lobby import Lobby
from undermine.server.presence import Presence
from undermine.server.replays import Replays
from undermine.server.sentences import Problem
from undermine.server.settings import Settings
from undermine.server.store.base import Decision, Outcome, Seat, Table
from undermine.server.store.sqlite import SqliteStore
from undermine.server.table import LiveTable
from undermine.server.talk import Caller, Talks

Plant = Callable[["World"], None]
TURNS: Final = 4000  # of the loop, until it has nothing to do any more
TICK: Final = 0.7  # seconds from move to move


class Leak(AssertionError):
    """The observer could tell the two worlds apart."""


class Clock:
    """Time, as far as this process knows it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@contextmanager
def still(clock: Clock) -> Iterator[None]:
    """Everybody asks this clock."""
    usual = time.monotonic
    time.monotonic = clock
    try:
        yield
    finally:
        time.monotonic = usual


class Wire:
    """A socket that notes what is sent, and when."""

    def __init__(self, clock: Clock, name: str) -> None:
        self.sent: list[tuple[float, str]] = []
        self.said: asyncio.Queue[str | None] = asyncio.Queue()
        self._clock = clock
        self._name = name

    def put(self, text: str | bytes) -> bool:
        plain = text if isinstance(text, str) else text.decode()
        self.sent.append((self._clock.now, plain.replace(self._name, "the table")))
        return True

    async def send(self, text: str | bytes) -> None:
        self.put(text)

    async def close(self, code: int) -> None:
        self.put(f"closed with {code}")

    async def receive(self) -> str | None:
        return await self.said.get()


@dataclass
class World:
    """A table of the server, and the observer's sockets there."""

    lobby: Lobby
    clock: Clock
    row: Table
    observer: int
    game: Game
    wires: list[Wire] = field(default_factory=list)
    talks: list[asyncio.Task[None]] = field(default_factory=list)
    table: LiveTable = field(init=False)
    replays: Replays = field(init=False)
    due: list[float | None] = field(default_factory=list)  # when the next bot was said to move
    outcomes: list[str] = field(default_factory=list)  # of requests

    async def begin(self) -> None:
        """The table is stored as one that runs, and its people come."""
        store = self.lobby.store
        await store.create(self.row)
        await store.keep_names(self.game.names_key, self.game.names)
        running = replace(self.row, status="running", seq=1)
        await store.start(running, Decision(0, "auto:0", -1, "", b"", 0, self.game.names_key), None)
        lobby, self.replays = self.lobby, Replays(store)
        self.table = LiveTable(running, store, lobby.settings, lobby._thinkers, lambda: None, lobby.bus)
        self.table._think_ahead = lambda game: None  # type: ignore[method-assign]  # the worlds say what is done
        self.table._game = self.game
        self.table.presence = self.table._tempo._presence = Presence(self.lobby.settings, self.clock)
        self.lobby._tables[self.row.id] = self.table
        talks = Talks(self.lobby)
        link = "" if self.observer == SPECTATOR else self.lobby.signer.link([SeatKey(self.row.id, self.observer, 0)])
        for changes in (False, True):
            wire = Wire(self.clock, self.row.id)
            caller = Caller(self.row.id, link, "", "192.0.2.1", "http://h", "en")
            self.talks.append(asyncio.create_task(talks.hold(caller, wire, wire.receive)))
            self.wires.append(wire)
            self.say({"t": "hello", "protocol": 2, "changes": changes}, wire)

    def say(self, message: dict[str, Any], wire: Wire | None = None) -> None:
        for each in [wire] if wire else self.wires:
            each.said.put_nowait(json.dumps(message))

    async def decide(self, seat: int, action: int, state: State, events: list[Event]) -> None:
        """What the engine has done, through all the server does with it."""
        game, table = self.game, self.table
        draft = game._drafted(seat, action, state, events, game.used)
        async with table._lock:
            outcome = await table._decide(game, draft, f"auto:{game.seq}")
        assert outcome is Outcome.STORED

    async def ask_around(self) -> None:
        """What nobody is told while a game runs."""
        if self.table.row.status != "over":  # from then on everything is shown, from a deal on that no world has made
            for eyes in ("open", "table", "0"):
                with contextlib.suppress(Problem):
                    self.outcomes.append(repr(await self.replays.replay(self.row.id, eyes)))
            with contextlib.suppress(Problem):
                self.outcomes.append(repr(await self.replays.record(self.row.id)))
        seat = -1 if self.observer == SPECTATOR else self.observer
        info = msgspec.json.encode(self.table.info(seat, "http://h")).decode()
        self.outcomes.append(info.replace(self.row.id, "the table"))

    async def end(self) -> None:
        for wire in self.wires:
            wire.said.put_nowait(None)
        await asyncio.gather(*self.talks)
        self.table.close()
        del self.lobby._tables[self.row.id]


class Served(OpenPair):
    """A pair that says what was done, and what came of it."""

    done: tuple[int, int, int] = (0, 0, 0)

    def move(self) -> bool:
        real, other = self.real.play.state, self.other.play.state
        seat = self.asked()
        choices = legal(other, seat)
        for action in self.wish(real, legal(real, seat)):
            twins = self.twins(real.top(), seat, action, choices)
            if twins:
                twin = self.random.choice(twins)
                act(self.real.play, seat, action)
                advance(self.real.play, self.noted)
                act(self.other.play, seat, twin)
                advance(self.other.play, self.mirrored)
                self.noted.made.clear()
                self.done = seat, action, twin
                return True
        return False


def known(row: Table, state: State, observers: dict[int, State]) -> Game:
    """A running game of which only these observers are of interest."""
    game = Game(row)
    game._state = state.copy()
    game.observers = {seat: Observer(seat, view.copy(), marks=[0]) for seat, view in observers.items()}
    game.seq = 1
    return game


@asynccontextmanager
async def server(clock: Clock, folder: Path) -> AsyncIterator[Lobby]:
    """One that stores tables, and lets no bot move by itself."""
    settings = Settings(bot_delay=1.0, ready=30.0, unwatched=1e9, grace=1e9, table_sockets=99, address_sockets=99)
    settings = replace(settings, socket_burst=10**6)
    lobby = Lobby(SqliteStore(folder / "tables.sqlite3", "normal"), settings, NoBus())
    await lobby.store.open()
    lobby.signer = type(lobby.signer)(await lobby.store.key())
    try:
        yield lobby
    finally:
        await lobby.store.close()


async def play(
    lobby: Lobby, clock: Clock, watched: Watched, observer: int, seed: int, moves: int, plant: Plant | None
) -> int:
    """A pair of worlds, for as long as they must look the same; returns how many messages were compared."""
    index = watched.watchers.index(observer)
    pair = Served(watched, observer, seed)
    views = {SPECTATOR: watched.spectator, observer: watched.views[index]}
    rnd = random.Random(seed)
    seats = tuple(
        Seat(seat, "bot" if seat != observer and rnd.random() < 0.3 else "human", f"Player {seat}")
        for seat in range(watched.rules.seats)
    )
    worlds: list[World] = []
    for world in (pair.real, pair.other):
        row = Table(new_table_id(), write_options(watched.options), b"s" * 32, -1, seats=seats)
        worlds.append(World(lobby, clock, row, observer, known(row, world.play.state, views)))
    for served in worlds:
        await served.begin()
        if plant is not None:
            plant(served)
        _note_due(served)
    await quiet()
    try:
        return await _side_by_side(pair, worlds, clock, rnd, moves)
    finally:
        for served in worlds:
            await served.end()


async def _side_by_side(pair: Served, worlds: list[World], clock: Clock, rnd: random.Random, moves: int) -> int:
    for _ in range(moves):
        await probe(pair, worlds, rnd)
        compare(worlds)
        if pair.real.play.state.over() or not pair.move():
            break
        logs = [list(world.log) for world in (pair.real, pair.other)]
        try:
            if not pair.compare():
                break
        except AssertionError as error:
            raise Leak(str(error)) from error
        clock.now += TICK
        await quiet()  # whatever is due by now comes before the move, in both
        seat, *actions = pair.done
        lot = rnd.random()
        for served, world, action, log in zip(worlds, (pair.real, pair.other), actions, logs, strict=True):
            random.seed(lot)  # a bot's pause is drawn by lot
            await served.decide(seat, action, world.play.state.copy(), log)
        await quiet()
        compare(worlds)
    return sum(len(wire.sent) for wire in worlds[0].wires)


def _note_due(served: World) -> None:
    """When a bot moves next is told by its move: it is compared like what is sent."""
    plan = served.table._tempo.plan

    def noted(*given: Any, **more: Any) -> Any:
        found = plan(*given, **more)
        served.due.append(found.due_in)
        return found

    served.table._tempo.plan = noted  # type: ignore[method-assign]


async def probe(pair: Served, worlds: list[World], rnd: random.Random) -> None:
    """The observer asks, looks, and tries what is not allowed."""
    may = list(legal(pair.real.view, pair.observer)) if pair.observer != SPECTATOR else []
    moves = worlds[0].game.moves
    n = worlds[0].game.observers[pair.observer].n
    tried: list[Any] = [{"verb": "lay"}, None]
    for _ in range(3):
        action = pair.some_action(may)
        with contextlib.suppress(NotationError, IndexError, ValueError, KeyError, OverflowError, msgspec.MsgspecError):
            tried.append(json.loads(moves.text(action)))
    forbidden = [move for move in tried[2:] if moves.convert(move) not in may]
    said: list[dict[str, Any]] = [{"t": "why", "id": at, "move": move} for at, move in enumerate(tried)]
    said += [{"t": "act", "cmd": f"f{n}.{at}", "move": move, "n": n} for at, move in enumerate(forbidden)]
    said += [{"t": "look", "have": rnd.randrange(n + 2)}, {"t": "ping"}]
    for message in said:  # one after the other: what two of them would do to each other is another question
        for world in worlds:
            world.say(message)
        await quiet()
    for world in worlds:
        await world.ask_around()


def compare(worlds: list[World]) -> None:
    """Messages, their sizes, their order and their times; options, numbers and errors are in them."""
    one, other = worlds
    for mine, theirs in zip(one.wires, other.wires, strict=True):
        for (at, text), (moment, twin) in zip(mine.sent, theirs.sent, strict=False):
            if text != twin or at != moment:
                where = next(
                    (i for i, (a, b) in enumerate(zip(text, twin, strict=False)) if a != b), min(len(text), len(twin))
                )
                raise Leak(
                    f"at {at} and {moment}: ...{text[max(0, where - 60) : where + 60]}... or ...{twin[max(0, where - 60) : where + 60]}..."
                )
        if len(mine.sent) != len(theirs.sent):
            raise Leak(f"{len(mine.sent)} messages or {len(theirs.sent)}")
    if one.due != other.due:
        raise Leak(f"a bot moves at another time: {one.due[-1]} or {other.due[-1]}")
    if one.outcomes != other.outcomes:
        raise Leak("a request is answered otherwise")


async def quiet() -> None:
    """Until nothing goes on any more; the store has a thread of its own, and real time."""
    for _ in range(TURNS):
        for _ in range(12):
            await asyncio.sleep(0)
        if not any(task.get_name().startswith("presence") for task in asyncio.all_tasks()):
            return
        await asyncio.to_thread(time.sleep, 0.0005)
    raise AssertionError("the server does not come to rest")


@dataclass
class Found:
    """What came of many pairs."""

    pairs: int = 0
    messages: int = 0
    leaks: list[str] = field(default_factory=list)


def watch(options: Options, seed: int, pairs: int, moves: int, plant: Plant | None = None, wait: int = 25) -> Found:
    """Pairs of worlds at one table, each from another moment of the game; stops at a leak."""
    found = Found()
    rnd = random.Random(seed)
    clock = Clock()

    async def story(folder: Path) -> None:
        watched = Watched(options, seed, 10**6)
        watched.open()
        async with server(clock, folder) as lobby:
            for number in range(pairs):
                for _ in range(rnd.randint(0, wait)):
                    if not watched.state.over():
                        watched.move()
                if watched.state.over():
                    break
                if watched.state.answered:
                    continue  # sealed answers belong to the true world
                observer = rnd.choice(watched.watchers)
                try:
                    found.messages += await play(lobby, clock, watched, observer, seed * 1000 + number, moves, plant)
                except Leak as leak:
                    found.leaks.append(
                        f"{options.game} {' '.join(options.extras)} seed {seed}, observer {observer}: {leak}"
                    )
                    return
                found.pairs += 1

    with tempfile.TemporaryDirectory() as folder, still(clock):
        asyncio.run(story(Path(folder)))
    return found
