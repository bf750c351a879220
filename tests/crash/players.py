"""Games whose players come back by themselves, wherever somebody answers, and remember what they were promised."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.server.house import Guest, House, Json, answered
from undermine.registry import GAMES, Options, players_of
from undermine.server.store.base import Decision, Store

PATIENCE = 3.0  # seconds; whoever hears nothing for so long connects again
LOST = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, TimeoutError, EOFError)
WISHES: tuple[Json, ...] = (
    *({"game": game} for game in GAMES),
    {"game": "classic", "extras": ["saboteur2"]},
    {"game": "classic", "extras": ["veto"]},
)


@dataclass
class Played:
    """One game, as its players know it."""

    table: str
    guests: list[Guest]
    sent: list[list[str]]
    stale: int = 0  # moves that came too late: somebody else's was stored first
    retried: int = 0  # moves that were refused because the store did not answer
    waits: list[float] = field(default_factory=list)  # seconds until a move was answered
    pending: dict[int, tuple[str, Json, int]] = field(default_factory=dict)  # by seat: a move whose answer is not known

    @property
    def acked(self) -> int:
        return sum(len(set(guest.acked)) for guest in self.guests)


@dataclass
class Verdict:
    """What is wrong with a finished game; all zero when nothing is."""

    lost: int = 0
    doubled: int = 0
    wrong: list[str] = field(default_factory=list)


class Company:
    """Lets games be played at some addresses."""

    def __init__(self, places: Sequence[str], seed: int, wishes: Sequence[Json] = WISHES) -> None:
        self.places = places
        self.wishes = wishes
        self.playing: set[asyncio.Task[Played]] = set()
        self.games: list[Played] = []
        self._rng = random.Random(seed)
        self.begun = 0

    @property
    def moves(self) -> int:
        """Acknowledged so far."""
        return sum(played.acked for played in self.games)

    def reached(self, moves: int) -> bool:
        return self.moves >= moves

    def begin(self) -> None:
        """One more game."""
        self.begun += 1
        rng = random.Random(self._rng.random())
        self.playing.add(asyncio.create_task(self._game(self.wishes[self.begun % len(self.wishes)], rng)))

    async def _game(self, wish: Json, rng: random.Random) -> Played:
        fewest, most = players_of(Options(wish["game"], extras=tuple(wish.get("extras", ()))))
        players = wish.get("players") or min(most, max(fewest, 4))
        people = max(1, players - 1) if players > 2 else players  # a bot is among them where there is room
        table, guests = await self._gather(wish, players, people, rng)
        played = Played(table, guests, [[] for _ in guests])
        self.games.append(played)
        await self.play(played, rng)
        return played

    async def play(self, played: Played, rng: random.Random) -> None:
        """To the end."""
        await asyncio.gather(*(self._stubborn(played, seat, rng) for seat in range(len(played.guests))))

    async def _ask(self, path: str, body: object, rng: random.Random, cookie: str = "") -> Json:
        """Until somebody answers."""
        while True:
            with contextlib.suppress(httpx.HTTPError):
                async with httpx.AsyncClient(base_url=rng.choice(self.places), timeout=PATIENCE) as http:
                    answer = await http.post(path, json=body, headers={"cookie": cookie} if cookie else {})
                    found: Json = answer.json()
                    if answer.status_code < 500:
                        return found
            await asyncio.sleep(0.1)

    async def _seat(self, table: str, url: str, rng: random.Random) -> Guest:
        while True:
            with contextlib.suppress(httpx.HTTPError):
                async with httpx.AsyncClient(base_url=rng.choice(self.places), timeout=PATIENCE) as http:
                    answer = await http.get(url)
                    assert answer.status_code in {303, 500, 503}, answer.text
                    if answer.status_code == 303:
                        return Guest(
                            "", answer.headers["set-cookie"].split(";")[0], [], rng=random.Random(rng.random())
                        )
            await asyncio.sleep(0.1)

    async def _gather(self, wish: Json, players: int, people: int, rng: random.Random) -> tuple[str, list[Guest]]:
        """People sit down, each asking until the seat is theirs, and the host begins."""
        made = await self._ask("/api/tables", {"players": players, "name": "P0", "bots": 0, **wish}, rng)
        table = made["table"]
        guests = [await self._seat(table, made["seatUrl"], rng)]
        for seat in range(1, people):
            wants = {"name": f"P{seat}", "cmd": f"{table}-{seat}"}  # the same seat, however often it is asked for
            taken = await self._ask(f"/api/tables/{table}/seats", wants, rng)
            guests.append(await self._seat(table, taken["seatUrl"], rng))
        begun = await self._ask(f"/api/tables/{table}/start", None, rng, guests[0].cookie)
        assert begun.get("status") == "running" or begun.get("code") == "ALREADY_STARTED", begun
        return table, guests

    async def _stubborn(self, played: Played, seat: int, rng: random.Random) -> None:
        """Play to the end as a browser does: come back by itself, and send again what was not answered."""
        guest = played.guests[seat]
        while not guest.over:
            try:
                place = rng.choice(self.places)
                guest.url = f"{place.replace('http', 'ws')}/ws/{played.table}"
                async with asyncio.timeout(PATIENCE):
                    await guest.come()
                while not guest.over:
                    await self.answer(played, seat)
            except LOST:
                await asyncio.sleep(rng.random() / 10)
            finally:
                if guest._socket is not None:
                    guest._socket.transport.abort()
                guest.sockets.clear()

    async def answer(self, played: Played, seat: int) -> None:
        """One answer, sent again where that of the server got lost; or the next message, for somebody who is not asked."""
        guest, pending = played.guests[seat], played.pending
        if seat in pending and pending[seat][0] in guest.acked:
            del pending[seat]
        if guest.refused:
            code = guest.refused.pop()["why"]["code"]
            assert code in {"STALE", "TRY_AGAIN"}, code
            if code == "STALE":
                played.stale += 1
                pending.pop(seat, None)
            else:
                played.retried += 1
                await asyncio.sleep(0.1)
        if seat not in pending and guest.options:
            pending[seat] = (f"s{seat}-{guest.name_command()}", guest.rng.choice(guest.options), guest.n)
            played.sent[seat].append(pending[seat][0])
        if seat not in pending:
            await guest.listen(PATIENCE)
            return
        cmd, move, n = pending[seat]
        began = time.perf_counter()
        await guest.say(t="act", cmd=cmd, move=move, n=n)
        try:
            await guest.until(answered(cmd), PATIENCE)
        finally:
            played.waits.append(time.perf_counter() - began)


async def judge(played: Played, store: Store, home: House) -> Verdict:
    """What players were told, beside what is stored."""
    verdict = Verdict()
    row, rows = await store.table(played.table), await store.decisions(played.table)
    numbers = [decision.seq for decision in rows]
    if row is None or row.status != "over" or row.seq != len(rows) or numbers != list(range(len(rows))):
        verdict.wrong.append(f"{played.table}: {row and row.status}, {row and row.seq} decisions, stored {len(rows)}")
    cmds = [decision.cmd for decision in rows]
    verdict.doubled += len(cmds) - len(set(cmds))
    for seat, guest in enumerate(played.guests):
        stored = commands_of(rows, seat)
        lost = set(guest.acked) - set(stored)
        verdict.lost += len(lost)
        if lost:
            verdict.wrong.append(f"{played.table}: seat {seat} ({guest.table['you']}) lost {sorted(lost)}")
        if not set(stored) <= set(played.sent[seat]):
            verdict.wrong.append(f"{played.table}: seat {seat} never sent {set(stored) - set(played.sent[seat])}")
        fresh = home.window(played.table, guest.cookie)
        welcome = await fresh.come()
        await fresh.go()
        if (welcome["n"], welcome["view"], welcome["events"]) != (guest.n, guest.view, guest.events):
            pairs = zip(welcome["events"], guest.events, strict=False)
            at = next((i for i, (one, other) in enumerate(pairs) if one != other), -1)
            verdict.wrong.append(
                f"{played.table}: seat {seat} was told otherwise: {welcome['n']} and {guest.n} rows, "
                f"{len(welcome['events'])} and {len(guest.events)} facts, the first other one is number {at}"
            )
    return verdict


def commands_of(rows: list[Decision], seat: int) -> list[str]:
    """What a seat has sent and the store has."""
    return [row.cmd.removeprefix(f"{seat}:") for row in rows if row.cmd.startswith(f"{seat}:")]
