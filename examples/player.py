"""A program that takes a seat at a table and plays: all it knows of Undermine is docs/protocol.md.

    pip install websockets
    python examples/player.py http://127.0.0.1:8000/t/m4k3navr4j --name Robin

Copy it and write a better `choose`. The address is a table's invite link, or the secret link of a seat (`/s/...`), with
which a player goes on after the program or the server was started again.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

PROTOCOL = 2
FOR_GOOD = {4403, 4404, 4426}  # closed with one of these, a socket is not opened again
Json = dict[str, Any]


def choose(view: Json, ask: Json, rng: random.Random) -> Json:
    """Which of the offered moves to make. `view` is all that this seat knows of the game."""
    if view["deck"] == 0 and rng.random() < 0.5:  # the end is near: look for something else than tunnels now and then
        return rng.choice(ask["options"])
    tunnels = [move for move in ask["options"] if move["verb"] == "lay"]
    return rng.choice(tunnels or ask["options"])


class Refused(Exception):
    """The server said no, and why."""


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """A seat's link answers with a redirect, and with the cookie that we are after."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


@dataclass
class Place:
    """A server, a table there, and what shows that a seat of it is ours."""

    server: str
    table: str
    cookie: str

    @property
    def socket(self) -> str:
        return f"{self.server.replace('http', 'ws', 1)}/ws/{self.table}"


def ask_server(url: str, body: Json | None = None) -> tuple[Any, str]:
    """What an address answers: the JSON or the place it redirects to, and the cookie that comes with it."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"content-type": "application/json"} if body is not None else {})
    try:
        with urllib.request.build_opener(NoRedirect).open(request, timeout=20) as answer:
            return json.load(answer), ""
    except urllib.error.HTTPError as answer:
        if answer.code == 303:
            cookie = (answer.headers["set-cookie"] or "").partition(";")[0]
            return answer.headers["location"], cookie
        try:
            raise Refused(json.load(answer)["text"]) from None
        except ValueError:
            raise Refused(f"{url} answered {answer.code}: is this an Undermine server?") from None
    except urllib.error.URLError as error:
        raise Refused(f"{url} cannot be reached: {error.reason}") from None


def sit_down(address: str, name: str) -> tuple[Place, str]:
    """Take a seat by an invite link, or come back to one by its own link; also returns the seat's link."""
    parts = urllib.parse.urlsplit(address)
    server = f"{parts.scheme}://{parts.netloc}"
    kind, _, rest = parts.path.strip("/").partition("/")
    if parts.scheme not in {"http", "https"} or kind not in {"t", "s"} or not rest:
        raise Refused("This is no link to a table: it looks like http://host/t/... or http://host/s/...")
    if kind == "t":
        # The same `cmd` in a second try would give the same seat, had the first answer got lost.
        seated, _ = ask_server(f"{server}/api/tables/{rest}/seats", {"name": name, "cmd": uuid.uuid4().hex})
        link = seated["seatUrl"]
    else:
        link = parts.path
    page, cookie = ask_server(server + link)
    return Place(server, page.rpartition("/")[2], cookie), server + link


@dataclass
class Player:
    """One seat: remembers the last number it was told, and which decision has not been acknowledged."""

    place: Place
    rng: random.Random
    n: int = 0
    view: Json | None = None
    ask: Json | None = None
    table: Json = field(default_factory=dict)
    sent: Json | None = None  # a decision of which we do not know yet what became of it
    moves: int = 0

    @property
    def over(self) -> bool:
        return self.view is not None and self.view["phase"] == "over"

    @property
    def winners(self) -> list[int]:
        return [] if self.view is None else self.view["winners"]

    async def play(self) -> None:
        """To the end of the game, through interruptions."""
        wait = 0.5
        while not self.over:
            try:
                async with connect(self.place.socket, additional_headers={"cookie": self.place.cookie}) as socket:
                    wait = 0.5
                    await self.sit(socket)
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code in FOR_GOOD:
                    raise Refused(f"The server closed the connection for good ({closed.rcvd.code}).") from None
            except InvalidStatus as error:
                if error.response.status_code not in {429, 502, 503}:
                    raise Refused(f"No connection to the table (HTTP {error.response.status_code}).") from None
            except OSError:
                pass  # the server may be starting again
            if not self.over:
                await asyncio.sleep(wait)
                wait = min(2 * wait, 10)

    async def sit(self, socket: ClientConnection) -> None:
        """One connection, until the game is over."""
        await self.say(socket, t="hello", protocol=PROTOCOL, have=self.n, lang="en")
        while not self.over:
            message = json.loads(await socket.recv())
            match message["t"]:
                case "welcome":
                    self.note(message)
                    self.table = message["table"]
                    if self.sent is not None:  # whatever became of it: under the same `cmd` it is not made twice
                        await socket.send(json.dumps(self.sent))
                case "update":
                    self.note(message)
                case "table":
                    self.table = message["table"]
                case "ack":
                    self.sent = None
                case "refused":
                    self.sent = None
                    if message["why"]["code"] not in {"STALE", "NOT_READY", "TRY_AGAIN"}:
                        raise Refused(message["why"]["text"])
                    await asyncio.sleep(0.2)
                case "error":
                    print(message["text"], file=sys.stderr)
            await self.answer(socket)

    def note(self, message: Json) -> None:
        """What is new replaces what was known; `events` would tell a program that remembers more."""
        self.n, self.view, self.ask = message["n"], message["view"], message["ask"]

    async def answer(self, socket: ClientConnection) -> None:
        """Say that we have looked when the table waits for it, and move when we are asked."""
        gate = self.table.get("gate")
        if gate is not None and self.table["you"] in gate["waits"]:
            await self.say(socket, t="ready", n=self.n)
        if (
            self.sent is None
            and self.ask is not None
            and self.ask["options"]
            and self.view is not None
            and not self.over
        ):
            move = choose(self.view, self.ask, self.rng)
            self.sent = {"t": "act", "cmd": uuid.uuid4().hex, "move": move, "n": self.n}
            self.moves += 1
            await socket.send(json.dumps(self.sent))

    async def say(self, socket: ClientConnection, **message: Any) -> None:
        await socket.send(json.dumps(message))


def main() -> int:
    """Play one game; 1 when the server refuses."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address", help="the invite link of a table, or the link of a seat")
    parser.add_argument("--name", default="Robin", help="what the others see")
    parser.add_argument("--seed", type=int, default=None, help="the same choices at the same options")
    given = parser.parse_args()
    try:
        place, link = sit_down(given.address, given.name)
        print(f"Seated. This link leads back to the seat, keep it to yourself: {link}", flush=True)
        player = Player(place, random.Random(given.seed))
        asyncio.run(player.play())
    except Refused as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    names = [seat["name"] for seat in player.table["seats"]]
    winners = ", ".join(names[seat] for seat in player.winners) or "nobody"
    print(f"The game is over after {player.moves} moves of ours. Won by {winners}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
