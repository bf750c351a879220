"""Several people at one device: one browser with several seats of a table, and a socket for each of them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from tests.server.house import Guest, House, house
from undermine.server.auth import SeatKey


async def sit_together(home: House, together: int, **wish: Any) -> tuple[str, list[Guest]]:
    """People at one device: the same cookie, and a window for each seat."""
    body = {"players": 3, "name": "Marta", "lang": "en", "together": together, **wish}
    answer = await home.post("/api/tables", body)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert len(made["seatUrls"]) == together
    cookie = (await home.guest(made["table"], made["seatUrl"])).cookie
    return made["table"], [seat_of(home, made["table"], cookie, number) for number in range(together)]


def seat_of(home: House, table: str, cookie: str, seat: int | str) -> Guest:
    guest = home.window(table, cookie)
    guest.url += f"?seat={seat}"
    return guest


def own(guest: Guest) -> list[int]:
    return [seat["seat"] for seat in guest.table["own"]]


def test_people_at_one_device_are_named_in_their_language(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            _, (marta, *_) = await sit_together(home, 3, players=4, names=["Marta"], lang="uk")
            await marta.come()
            names = [seat["name"] for seat in marta.table["seats"]]
            assert names == ["Marta", "Marta 2", "Гравець 3", ""]
            for wish in ({"together": 0}, {"together": 4}, {"together": 3, "bots": 1}, {"together": 2, "bots": 3}):
                refused = await home.post("/api/tables", {"players": 3, "name": "Ann", **wish})
                assert (refused.status_code, refused.json()["code"]) == (400, "PEOPLE_COUNT"), wish

    asyncio.run(story())


def test_each_socket_is_for_the_seat_that_it_names(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, (marta, oleh) = await sit_together(home, 2, bots=1)
            for seat, guest in enumerate((marta, oleh)):
                await guest.come()
                assert (guest.table["you"], own(guest)) == (seat, [0, 1])
            for named, you in (("", 0), ("7", 0), ("x", 0), ("watch", -1)):  # one that it does not have: the first
                other = seat_of(home, table, marta.cookie, named)
                await other.come()
                assert (other.table["you"], own(other)) == (you, [0, 1]), named
            stranger = seat_of(home, table, "", 1)
            await stranger.come()
            assert (stranger.table["you"], own(stranger)) == (-1, [])
            info = await home.http.get(f"/api/tables/{table}?seat=1", headers=marta.headers)
            assert info.json()["you"] == 1
            mine = await home.http.get(f"/api/tables/{table}/seat?seat=1", headers=marta.headers)
            phone = await home.guest(table, mine.json()["seatUrl"].removeprefix(home.url))
            await phone.come()  # another device for one of them has that seat alone
            assert (phone.table["you"], own(phone)) == (1, [1])
            refused = await home.post(f"/api/tables/{table}/start?seat=1", headers=marta.headers)
            assert refused.json()["code"] == "NOT_HOST"
            again = await home.post(f"/api/tables/{table}/seats", {"name": "Eve"}, headers=marta.headers)
            assert again.json()["seatUrl"].count("~") == 1  # who sits already keeps all their seats
            await marta.say(t="swap", a=1, b=0)
            await oleh.until(lambda g: g.table["you"] == 0)
            assert own(oleh) == [1, 0]

    asyncio.run(story())


def test_no_forged_or_foreign_part_of_a_link_opens_anything(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, (marta, _) = await sit_together(home, 2, players=4, bots=1)
            signer = home.lobby.signer
            first = signer.token(SeatKey(table, 0, 0))
            other = (
                (await home.post("/api/tables", {"players": 3, "name": "Eve"})).json()["seatUrl"].removeprefix("/s/")
            )
            forged = first.replace(f"{table}.0", f"{table}.1")
            free = signer.token(SeatKey(table, 3, 0))
            for bad in (f"{first}~{forged}", f"{first}~{other}", f"{first}~", f"~{first}", f"{first}~{free}"):
                assert (await home.http.get(f"/s/{bad}")).status_code == 404, bad
            name = marta.cookie.partition("=")[0]
            for wrong, seats in ((f"{first}~{forged}", [0]), (f"{forged}~{other}", []), (f"{first}~" * 60, [0])):
                guest = seat_of(home, table, f"{name}={wrong}", 1)
                await guest.come()
                assert own(guest) == seats, wrong

    asyncio.run(story())


def test_who_is_sent_away_leaves_the_others_at_the_device(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, (marta, oleh) = await sit_together(home, 2)
            for guest in (marta, oleh):
                await guest.come()
            await marta.say(t="free", seat=1)
            assert (await oleh.hear("error"))["code"] == "SENT_AWAY"
            await oleh.until(lambda g: g.table["you"] == -1)
            await marta.until(lambda g: own(g) == [0])
            seats = (await home.http.get(f"/api/tables/{table}", headers=marta.headers)).json()
            assert [seat["kind"] for seat in seats["seats"]] == ["human", "open", "open"]

    asyncio.run(story())


def hands(guest: Guest) -> list[str]:
    assert guest.view is not None
    return [bunch["card"] for bunch in guest.view["mine"]["hand"]]


def test_a_whole_duel_at_one_device(tmp_path: Path) -> None:
    """Each socket is told what its seat knows and nothing of the other's, although they are one browser's."""

    async def story() -> None:
        async with house(tmp_path) as home:
            table, (marta, oleh) = await sit_together(home, 2, players=2, game="duel", playNow=True)
            watch = seat_of(home, table, marta.cookie, "watch")
            for guest in (marta, oleh, watch):
                await guest.come()
            await asyncio.gather(marta.play(), oleh.play())
            await watch.until(lambda g: g.over)
            assert not marta.refused
            assert not oleh.refused
            for guest, seat in ((marta, 0), (oleh, 1)):
                views = [m["view"] for m in map(json.loads, guest.heard) if m.get("view")]
                assert {view["mine"]["seat"] for view in views} == {seat}
                for message in map(json.loads, guest.heard):
                    for told in message.get("events", []):
                        if told["kind"] == "drew" and told["seat"] != seat:
                            assert not told.get("card"), told
                            assert not told.get("cards"), told
            assert all(m["view"]["mine"] is None for m in map(json.loads, watch.heard) if m.get("view"))
            await oleh.say(t="rematch", shuffle=False)
            told = await oleh.hear("rematch")
            assert told["seatUrl"].count("~") == 1  # one way for all of them
            assert (await watch.hear("rematch"))["seatUrl"] == told["seatUrl"]
            next_time = await home.guest(told["table"], told["seatUrl"])
            await next_time.come()
            assert own(next_time) == [0, 1]

    asyncio.run(story())
