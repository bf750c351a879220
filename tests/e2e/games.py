"""Whole games by scripted browsers: `python -m tests.e2e.games --count 20`."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Browser

from tests.e2e.browsing import LANGS, Spy, chromium
from tests.e2e.playing import Player
from tests.e2e.serving import Served
from tests.e2e.tables import begin, join, open_table, sit, untroubled

Tally = Counter[str]


@dataclass
class Played:
    """A whole game: what was done, and all that reached the two browsers."""

    table: str
    done: Tally
    spies: list[Spy]
    links: list[str]  # the secret part of each seat's link


async def one_game(browser: Browser, served: Served, number: int, read: bool = False) -> Played:
    """A laptop opens a table, a phone joins by the invite link, bots fill up; both play to the last page."""
    players = 3 + number % 8
    (host_context, _, host_spy), host = await sit(browser, "laptop", number, read=read)
    (guest_context, _, guest_spy), guest = await sit(browser, "phone", number + 1000, LANGS[number % 3], read)
    invite = await open_table(host, served.url, "Marta", players, players - 2)
    await join(guest, invite, "Олег")
    await begin(host, host, guest)
    await asyncio.gather(host.play(), guest.play())
    await agree(host, guest)
    for spy in (host_spy, guest_spy):
        untroubled(spy)
    table = invite.rsplit("/", 1)[1]
    stored(served.database, table, host.done + guest.done)
    links: list[str] = []
    for context in (host_context, guest_context):
        links += {cookie["value"] for cookie in await context.cookies()}  # one secret, at two addresses
        await context.close()
    return Played(table, host.done + guest.done, [host_spy, guest_spy], links)


async def agree(*everybody: Player) -> None:
    """All final pages name the same players with the same gold."""
    tables = [await player.page.locator(".scores tbody tr").all_inner_texts() for player in everybody]
    scores = [[(row.split("\n")[1].strip(), row.split("\t")[-1].split("\n")[-1]) for row in rows] for rows in tables]
    assert all(said == scores[0] for said in scores), scores
    assert scores[0]


def stored(database: Path, table: str, done: Tally) -> None:
    """Every answer that was given on a screen is in the database, once."""
    with contextlib.closing(sqlite3.connect(database)) as db:
        status = db.execute("SELECT status FROM games WHERE id = ?", (table,)).fetchone()
        cmds = [cmd for (cmd,) in db.execute("SELECT cmd FROM decisions WHERE game = ?", (table,))]
    assert status == ("over",)
    humans = [cmd for cmd in cmds if cmd.startswith(("0:", "1:"))]
    answers = sum(number for what, number in done.items() if what not in {"role", "looked", "summary", "turned"})
    assert len(set(humans)) == len(humans) == answers, (len(humans), done)


async def many(count: int, start: int) -> Tally:
    total: Tally = Counter()
    async with chromium() as browser:
        for number in range(start, start + count):
            with tempfile.TemporaryDirectory(prefix="undermine-") as folder, Served(Path(folder)) as served:
                total += (await one_game(browser, served, number)).done
            print(f"{number - start + 1} of {count} games played", file=sys.stderr, flush=True)
    return total


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.games", description=__doc__)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--start", type=int, default=0, help="number of the first game")
    asked = parser.parse_args()
    begun = time.monotonic()
    total = asyncio.run(many(asked.count, asked.start))
    seconds = time.monotonic() - begun
    said = ", ".join(f"{number} {what}" for what, number in total.most_common())
    print(f"{asked.count} games by two browsers each, without an error, in {seconds:.0f} s: {said}")


if __name__ == "__main__":
    main()
