"""People as a server has them for days: they play, come and go, look on, talk, and leave things half done."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final
from urllib.parse import urlsplit

import httpx

from tests.crash.players import LOST, PATIENCE, Company, Played
from tests.server.house import Guest, Json
from tests.silence.run import table_with
from undermine.registry import GAMES, MODULES

STAY: Final = (4, 60)  # messages until somebody goes
AWAY: Final = (0.0, 0.05, 0.3, 1.0, 4.0)  # seconds until they are back; the last is longer than a seat waits
AFTER: Final = ("replay?eyes=open", "replay?eyes=0", "record", "shuffle")  # of a finished game
SLOWEST: Final = 20.0  # seconds for an answer to whoever only asks


async def ended(tasks: Collection[asyncio.Task[Any]]) -> list[str]:
    """Stop them, however often that takes: a `wait_for` that is cancelled as it ends goes on. Returns what went wrong."""
    while not all(task.done() for task in tasks):
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks, timeout=1)
    faults = [task.exception() for task in tasks if not task.cancelled()]
    return [f"{type(fault).__name__}: {fault}" for fault in faults if fault is not None]


def wishes(games: Sequence[str], extras: Sequence[str], seed: int = 5) -> list[Json]:
    """A table of each game and with each extra, drawn at random; the same ones each time, so that caches have an end."""
    rnd = random.Random(seed)
    drawn = [table_with(key, rnd) for key in (*games, *extras)]
    return [
        {
            "game": options.game,
            "edition": options.edition,
            "players": options.players,
            "extras": list(options.extras),
            "switches": options.switches,
            "first": options.first,
        }
        for options in drawn
    ]


def everything() -> list[Json]:
    """All games and extras."""
    return wishes(tuple(GAMES), tuple(MODULES))


class Town(Company):
    """`think` is how many seconds people take at most before they move."""

    def __init__(self, places: Sequence[str], seed: int, wanted: Sequence[Json], think: float) -> None:
        super().__init__(places, seed, wanted)
        self.visits = 0  # sockets that were opened
        self.asked = 0  # requests
        self.faults: list[str] = []  # what no server should answer
        self._think = think

    async def play(self, played: Played, rng: random.Random) -> None:
        """To the end, with others around; afterwards it is looked through."""
        around = [
            asyncio.create_task(self._looks_on(played, rng), name="looks on"),
            asyncio.create_task(self._passes_by(played, rng), name="passes by"),
        ]
        try:
            await asyncio.gather(*(self._comes_and_goes(played, seat, rng) for seat in range(len(played.guests))))
        finally:
            self.faults += await ended(around)
        await self._looks_back(played, rng)

    def _socket(self, played: Played, rng: random.Random) -> str:
        return f"{rng.choice(self.places).replace('http', 'ws')}/ws/{played.table}"

    @asynccontextmanager
    async def _here(self, guest: Guest, rng: random.Random) -> AsyncIterator[None]:
        """From the door back to the door; about half of all people slam it."""
        try:
            async with asyncio.timeout(PATIENCE):
                await guest.come()
            self.visits += 1
            yield
        finally:
            if guest._socket is not None:
                if rng.random() < 0.5:
                    with contextlib.suppress(*LOST):
                        async with asyncio.timeout(PATIENCE):
                            await guest.go()
                guest._socket.transport.abort()
            guest.sockets.clear()

    async def _comes_and_goes(self, played: Played, seat: int, rng: random.Random) -> None:
        guest = played.guests[seat]
        while not guest.over:
            guest.url = self._socket(played, rng)
            with contextlib.suppress(*LOST):
                async with self._here(guest, rng):
                    await self._settles(guest, seat, rng)
                    going = rng.randint(*STAY)
                    while going and not guest.over:
                        going -= 1
                        if guest.options and self._think:
                            await asyncio.sleep(rng.random() * self._think)
                        await self.answer(played, seat)
                        await self._talks(guest, rng)
            await asyncio.sleep(rng.choice(AWAY) if self._think else 0)

    async def _settles(self, guest: Guest, seat: int, rng: random.Random) -> None:
        """Whoever opened the table sets a clock now and then, and lets bots go faster."""
        if seat == 0 and rng.random() < 0.3:
            await guest.say(t="clock", turn=rng.choice((0, 5)), bank=0, window=0)
            await guest.say(t="set", pace=rng.choice(("fast", "normal")), takeover=False)

    async def _talks(self, guest: Guest, rng: random.Random) -> None:
        """Says something, or looks at the table from a second window."""
        lot = rng.random()
        if lot < 0.05:
            await guest.say(t="chat", cmd=f"w{rng.random()}", text="Has anybody seen the map?")
        elif lot < 0.1:
            claim = {"kind": "accuse", "target": (guest.table["you"] + 1) % guest.table["players"]}
            await guest.say(t="say", cmd=f"w{rng.random()}", claim=claim)
        elif lot < 0.13:
            window = Guest(guest.url, guest.cookie, [])
            async with self._here(window, rng):
                await window.say(t="look")
                await window.listen(PATIENCE)

    async def _looks_on(self, played: Played, rng: random.Random) -> None:
        """Somebody without a seat, now and then."""
        while True:
            watcher = Guest(self._socket(played, rng), "", [])
            with contextlib.suppress(*LOST):
                async with self._here(watcher, rng):
                    for _ in range(rng.randint(1, 20)):
                        await watcher.listen(PATIENCE)
            await asyncio.sleep(rng.choice(AWAY))

    async def _passes_by(self, played: Played, rng: random.Random) -> None:
        """Somebody asks this and that, opens a table where nobody comes, or connects and says nothing."""
        at = f"/api/tables/{played.table}"
        ways = (at, f"{at}/box?lang=uk", f"{at}/qr.svg", f"{at}/replay", "/api/catalogue?lang=ru", "/api/guide?lang=en")
        while True:
            await asyncio.sleep(0.05 + rng.choice(AWAY))
            with contextlib.suppress(httpx.TransportError, *LOST):
                lot, place = rng.random(), rng.choice(self.places)
                if lot < 0.7:
                    await self._ask_for(place, rng.choice(ways))
                elif lot < 0.85:
                    await self._ask_for(place, "/api/tables", {"players": 3, "name": "Nobody"})
                else:
                    address = urlsplit(place)
                    _, writer = await asyncio.open_connection(address.hostname, address.port)
                    writer.close()

    async def _ask_for(self, place: str, path: str, body: Json | None = None) -> int:
        async with httpx.AsyncClient(base_url=place, timeout=SLOWEST) as http:
            answer = await (http.get(path) if body is None else http.post(path, json=body))
        self.asked += 1
        if answer.status_code >= 500:
            self.faults.append(f"{path}: {answer.status_code} {answer.text[:200]}")
        return answer.status_code

    async def _looks_back(self, played: Played, rng: random.Random) -> None:
        """The game is looked through, and some want another one, to which nobody comes."""
        for path in AFTER:
            status = await self._ask_for(rng.choice(self.places), f"/api/tables/{played.table}/{path}")
            if status != 200:
                self.faults.append(f"{path}: {status}")
        if rng.random() < 0.3:
            host = played.guests[0]
            window = Guest(self._socket(played, rng), host.cookie, [])
            async with self._here(window, rng):
                await window.say(t="rematch", shuffle=True)
                await window.hear("rematch")
