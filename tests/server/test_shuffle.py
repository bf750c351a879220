"""A shuffle that nobody could choose, and that everybody can check."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from pathlib import Path

import pytest

from tests.server.house import Guest, House, house
from undermine.cli.verify import check
from undermine.notation.records import parse_record, print_record, verify
from undermine.notation.shuffle import Shuffle

MINE, YOURS = "ab" * 16, "cd" * 16


async def together(home: House, **wish: object) -> tuple[str, Guest, Guest, str]:
    """Two people who have added to the shuffle, and what the table has shown them before the deal."""
    table, ann = await home.open(players=3, **wish)  # type: ignore[arg-type]
    bob = await home.join(table, "Bob")
    for guest, lot in ((ann, MINE), (bob, YOURS)):
        await guest.come()
        await guest.say(t="lot", lot=lot)
        await guest.say(t="lot", lot="ef" * 16)  # the first counts
        await guest.say(t="ping")
        await guest.hear("pong")
    return table, ann, bob, ann.table["commitment"]


def test_a_finished_game_is_checked_draw_by_draw(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann, bob, shown = await together(home)
            for path in ("shuffle", "record"):
                assert (await home.http.get(f"/api/tables/{table}/{path}")).json()["code"] == "NOT_OVER"
            assert (await home.post(f"/api/tables/{table}/start", headers=ann.headers)).status_code == 200
            await ann.say(t="lot", lot="ee" * 16)  # too late, and no harm done
            await asyncio.gather(ann.play(), bob.play())
            said = (await home.http.get(f"/api/tables/{table}/shuffle")).json()
            secret = bytes.fromhex(said["secret"])
            assert said["commitment"] == shown == hashlib.sha256(secret).hexdigest()
            assert said["parts"] == [table, MINE, YOURS]
            assert len(said["draws"]) > 20
            for number, draw in enumerate(said["draws"]):
                message = "\n".join(said["parts"]).encode() + number.to_bytes(8, "big")
                digest = hmac.new(secret, message, hashlib.sha256).digest()
                assert int.from_bytes(digest[:16], "big") % draw["total"] == draw["index"]
            file = tmp_path / "game.txt"
            file.write_text((await home.http.get(f"/api/tables/{table}/record")).text)
            found = check(file, shown)
            assert (found["ok"], found["commitment"], found["contributions"]) == (True, shown, 2)
            assert not check(file, "0" * 64)["ok"]

            record = parse_record(file.read_text())
            assert parse_record(print_record(record)).shuffle == record.shuffle
            for forged in (Shuffle(secret, (table, MINE)), Shuffle(bytes(32), (table, MINE, YOURS))):
                record.shuffle = forged
                difference = verify(record)
                assert difference is not None
                assert "the secret says" in difference.found

    asyncio.run(story())


def test_what_was_added_outlives_the_process(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann, bob, shown = await together(home)
            assert (await home.post(f"/api/tables/{table}/start", headers=ann.headers)).status_code == 200
        async with house(tmp_path) as home:
            for guest in (ann, bob):
                home.take_in(table, guest)
                await guest.come()
            assert ann.table["commitment"] == shown
            await asyncio.gather(ann.play(), bob.play())
            said = (await home.http.get(f"/api/tables/{table}/shuffle")).json()
            assert said["parts"] == [table, MINE, YOURS]

    asyncio.run(story())


def test_a_game_that_begins_at_once_takes_what_came_with_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann = await home.open(players=3, playNow=True, lot=MINE)
            await ann.come()
            await ann.play()
            said = (await home.http.get(f"/api/tables/{table}/shuffle")).json()
            assert said["parts"] == [table, MINE]

    asyncio.run(story())


@pytest.mark.parametrize("lot", ["", "short", "AB" * 16, "ab" * 40, 7])
def test_what_is_no_lot_is_refused(tmp_path: Path, lot: object) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            _, ann = await home.open(players=3)
            await ann.come()
            await ann.say(t="lot", lot=lot)
            assert (await ann.hear("error"))["code"] == "BAD_MESSAGE"

    asyncio.run(story())
