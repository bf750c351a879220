"""Making tables, sitting down, beginning."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
import structlog

from tests.server.house import house, settled
from undermine.bots import usual
from undermine.registry import extras_of
from undermine.server.lobby import Lobby
from undermine.server.names import clean_name, distinct, fill_with_bots
from undermine.server.sentences import Problem
from undermine.server.store.base import Seat

IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"players": 2}, "PLAYER_COUNT"),
    ({"players": 11}, "PLAYER_COUNT"),
    ({"players": -1}, "PLAYER_COUNT"),
    ({"edition": "pirate"}, "BAD_EDITION"),
    ({"game": "chess"}, "BAD_GAME"),
    ({"switches": {"flying": "true"}}, "BAD_SWITCH"),
    ({"switches": {"multiGoal": "perhaps"}}, "BAD_SWITCH_VALUE"),
    ({"first": 3}, "BAD_SWITCH_VALUE"),
    ({"first": -1, "switches": {"firstPlayer": "host"}}, "BAD_SWITCH_VALUE"),
    ({"first": 10**30}, "BAD_SWITCH_VALUE"),
    ({"first": "P2"}, "BAD_REQUEST"),
    ({"bots": 4}, "BOTS_COUNT"),
    ({"bots": -1}, "BOTS_COUNT"),
    ({"name": ""}, "BAD_NAME"),
    ({"name": "   "}, "BAD_NAME"),
    ({"name": "x" * 25}, "BAD_NAME"),
    ({"name": "a\u202eb"}, "BAD_NAME"),
    *(({"name": letter}, "BAD_NAME") for letter in "\u3164\u2800\uffa0\ufe0f\u0301"),  # nothing that could be seen
    ({"name": "Ann\u3164"}, "BAD_NAME"),
    ({"name": "Ann\U000e0100"}, "BAD_NAME"),
    ({"players": "three"}, "BAD_REQUEST"),
    ({"pets": 1}, "BAD_REQUEST"),
    ({"extras": ["monorail"]}, "BAD_EXTRA"),
    ({"extras": "saboteur2"}, "BAD_REQUEST"),
    ({"extras": ["saboteur2", "tournament"]}, "MODULE_CONFLICT"),
    ({"extras": ["saboteur2"], "players": 13}, "PLAYER_COUNT"),
    ({"players": 12}, "PLAYER_COUNT"),
    ({"game": "lost-mines", "extras": ["veto"]}, "BAD_EXTRA"),
    ({"level": "perfect"}, "BAD_BOT"),
    ({"switches": {"thiefOrder": "lastTunnelLaid"}}, "BAD_SWITCH"),
    ({"switches": {"toll.ownerPays": "true"}}, "BAD_SWITCH"),
    ({"switches": [1]}, "BAD_REQUEST"),
    ({"name": "x" * 20_000}, "BAD_REQUEST"),
]
NO_JSON = [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 10_000, b'{"players":3,"name":"\xff"}']


def test_a_table_that_cannot_be_is_refused_with_a_code(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            for wish, expected in IMPOSSIBLE:
                answer = await home.post("/api/tables", {"players": 3, "name": "Ann", **wish})
                assert 400 <= answer.status_code < 500
                assert answer.json()["code"] == expected
                assert answer.json()["text"].endswith(".")

    asyncio.run(story())


def test_a_body_that_is_no_json_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            for body in NO_JSON:
                answer = await home.http.post("/api/tables", content=body)
                assert (answer.status_code, answer.json()["code"]) == (400, "BAD_REQUEST"), body[:10]

    asyncio.run(story())


def test_who_leaves_before_the_end_of_a_body_is_no_fault_of_the_server(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            _, writer = await asyncio.open_connection(*home.url.removeprefix("http://").split(":"))
            writer.write(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{")
            await writer.drain()
            await asyncio.sleep(0.1)
            writer.close()
            await writer.wait_closed()
            await asyncio.sleep(0.1)
            assert (await home.http.get("/healthz")).status_code == 200

    with structlog.testing.capture_logs() as logged:
        asyncio.run(story())
    assert not [line for line in logged if line["log_level"] == "error"]


def test_sentences_come_in_the_readers_language(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            texts = {
                (await home.http.get("/api/tables/none", headers={"accept-language": lang})).json()["text"]
                for lang in ("en", "ru-RU,ru;q=0.9", "uk")
            }
            assert len(texts) == 3
            wish = {"players": 50, "name": "Ann", "lang": "ru"}
            assert "игроков" in (await home.post("/api/tables", wish)).json()["text"]

    asyncio.run(story())


def test_the_host_sits_first_and_bots_last(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann = await home.open(players=5, bots=2, edition="deluxe")
            info = (await home.http.get(f"/api/tables/{table}", headers=ann.headers)).json()
            assert [seat["kind"] for seat in info["seats"]] == ["human", "open", "open", "bot", "bot"]
            assert [seat["name"] for seat in info["seats"]][:2] == ["Ann", ""]
            assert (info["you"], info["host"], info["status"], info["edition"]) == (0, 0, "open", "deluxe")
            assert info["invite"] == f"{home.url}/t/{table}"
            stranger = (await home.http.get(f"/api/tables/{table}")).json()
            assert stranger == {**info, "you": -1, "own": []}

    asyncio.run(story())


def test_people_sit_down_without_an_account(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann = await home.open(players=4, bots=1)
            await ann.come()
            bob = await home.join(table, "  Bob   the\tBold ")
            await ann.until(lambda guest: guest.table["seats"][1]["name"] == "Bob the Bold")
            again = await home.post(f"/api/tables/{table}/seats", {"name": "Robert"}, headers=bob.headers)
            assert again.json()["seatUrl"].startswith(f"/s/{table}.1.")
            await home.join(table, "ANN")
            await ann.until(lambda guest: guest.table["seats"][2]["name"] == "ANN 2")
            full = await home.post(f"/api/tables/{table}/seats", {"name": "Dot"})
            assert (full.status_code, full.json()["code"]) == (409, "TABLE_FULL")

    asyncio.run(story())


def test_everybody_wants_the_last_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, _ = await home.open(players=3, bots=1)
            racing = [home.post(f"/api/tables/{table}/seats", {"name": f"Racer {i}"}) for i in range(6)]
            answers = await asyncio.gather(*racing)
            assert sorted(answer.status_code for answer in answers) == [201] + [409] * 5

    asyncio.run(story())


def test_only_the_host_begins_and_only_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann = await home.open(players=4)
            bob = await home.join(table, "Bob")
            start = f"/api/tables/{table}/start"
            for guest in ({}, bob.headers):
                answer = await home.post(start, headers=guest)
                assert (answer.status_code, answer.json()["code"]) == (403, "NOT_HOST")
            await ann.come()
            answer = await home.post(start, headers=ann.headers)
            assert answer.status_code == 200
            assert [seat["kind"] for seat in answer.json()["seats"]] == ["human", "human", "bot", "bot"]
            update = await ann.hear("update")
            assert update["view"]["round"] == 1
            await ann.until(lambda guest: guest.table["status"] == "running")
            answer = await home.post(start, headers=ann.headers)
            assert (answer.status_code, answer.json()["code"]) == (409, "ALREADY_STARTED")
            late = await home.post(f"/api/tables/{table}/seats", {"name": "Dot"})
            assert (late.status_code, late.json()["code"]) == (409, "ALREADY_STARTED")

    asyncio.run(story())


def test_when_the_host_has_gone_the_first_who_is_there_begins(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, grace=0.2) as home:
            table, ann = await home.open(players=4)
            bob, cleo = await home.join(table, "Bob"), await home.join(table, "Cleo")
            for guest in (ann, bob, cleo):
                await guest.come()
            assert bob.table["host"] == 0
            await ann.go()
            await bob.until(lambda guest: guest.table["host"] == 1)
            start = f"/api/tables/{table}/start"
            refused = await home.post(start, headers=cleo.headers)
            assert (refused.status_code, refused.json()["code"]) == (403, "NOT_HOST")
            await ann.come()
            await bob.until(lambda guest: guest.table["host"] == 0)
            await ann.go()
            await bob.until(lambda guest: guest.table["host"] == 1)
            answer = await home.post(start, headers=bob.headers)
            assert (answer.status_code, answer.json()["status"]) == (200, "running")

    asyncio.run(story())


def test_play_now_needs_nobody_else(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            _, ann = await home.open(players=6, playNow=True, lang="uk")
            welcome = await ann.come()
            assert welcome["table"]["status"] == "running"
            assert [seat["kind"] for seat in welcome["table"]["seats"]] == ["human"] + ["bot"] * 5
            assert "Кобальт" in {seat["name"] for seat in welcome["table"]["seats"]}
            assert welcome["view"]["mine"]["seat"] == 0

    asyncio.run(story())


def test_the_host_names_who_begins(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, bot_delay=60.0) as home:
            for first in (0, 2, 4):
                _, ann = await home.open(players=5, switches={"firstPlayer": "host"}, first=first, playNow=True)
                welcome = await ann.come()
                assert welcome["view"]["asked"] == [first]
                assert welcome["ask"]["seats"] == [first]

    asyncio.run(story())


def test_a_table_is_opened_with_what_is_chosen_and_changed_to_another_game(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            _, ann = await home.open(players=6, bots=2, extras=["veto", "saboteur2"], level="random")
            await ann.come()
            assert ann.table["extras"] == ["veto", "saboteur2"]
            assert [seat["level"] for seat in ann.table["seats"]] == ["", "", "", "", "random", "random"]
            await ann.say(t="bot", seat=1, level="greedy")
            await ann.until(lambda guest: guest.table["seats"][1]["level"] == "greedy")
            await ann.say(t="bot", seat=4)
            await ann.until(lambda guest: guest.table["seats"][4]["level"] == usual())
            await ann.say(t="bot", seat=4, level="perfect")
            assert (await ann.hear("error"))["code"] == "BAD_BOT"
            await ann.say(t="rules", game="lost-mines", players=3, edition="russian", switches={})
            await ann.until(lambda guest: guest.table["game"] == "lost-mines")
            assert (ann.table["extras"], ann.table["players"], len(ann.table["seats"])) == ([], 3, 3)

    asyncio.run(story())


def test_a_table_nobody_looks_at_is_forgotten_and_found_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, idle=0.1) as home:
            table, ann = await home.open(players=3, playNow=True)
            before = await ann.come()
            await asyncio.sleep(0.4)
            assert table in home.lobby._tables  # somebody looks
            await ann.go()
            await settled(lambda: table not in home.lobby._tables)
            ann.n = 0
            after = await ann.come()
            assert after["events"][: len(before["events"])] == before["events"]

    asyncio.run(story())


def test_unknown_tables_leave_nothing_behind(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            lobby: Lobby = home.lobby
            for table in ("zzzzzzzzzz", "none", "a" * 5000):
                answer = await home.http.get(f"/api/tables/{table}")
                assert (answer.status_code, answer.json()["code"]) == (404, "NO_TABLE")
            assert not lobby._tables
            assert not lobby._loading

    asyncio.run(story())


def test_a_table_of_an_earlier_version_is_ended_with_a_code(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, idle=0.1, bot_delay=60.0) as home:
            table, ann = await home.open(players=3, playNow=True)
            await ann.come()
            await ann.go()
            await settled(lambda: table not in home.lobby._tables)
            old = {"version": 1, "kinds": [], "steps": [], "forms": [], "places": [], "faces": {}}
            with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as db, db:
                db.execute("UPDATE names SET names = ?", (msgspec.msgpack.encode(old),))
            with structlog.testing.capture_logs() as logs:
                answer = await home.http.get(f"/api/tables/{table}")
                assert (answer.status_code, answer.json()["code"]) == (410, "OLD_TABLE")
            assert [log["event"] for log in logs if log["log_level"] != "info"] == ["table cannot be read any more"]

    asyncio.run(story())


def test_the_invite_is_also_a_picture(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, _ = await home.open()
            answer = await home.http.get(f"/api/tables/{table}/qr.svg")
            assert answer.headers["content-type"] == "image/svg+xml"
            assert answer.text.lstrip().startswith("<?xml")
            assert "style=" not in answer.text
            answer = await home.http.get(f"/api/tables/{table}/qr.svg", headers={"host": "a" * 3000})
            assert (answer.status_code, answer.json()["code"]) == (400, "BAD_REQUEST")

    asyncio.run(story())


def test_the_invite_leads_others_here_too(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, lan="192.168.1.20") as home:
            table, _ = await home.open()
            port = home.url.rpartition(":")[2]
            for host, invite in (
                (f"127.0.0.1:{port}", f"http://192.168.1.20:{port}/t/{table}"),
                (f"localhost:{port}", f"http://192.168.1.20:{port}/t/{table}"),
                (f"0.0.0.0:{port}", f"http://192.168.1.20:{port}/t/{table}"),
                (f"[::1]:{port}", f"http://192.168.1.20:{port}/t/{table}"),
                ("localhost", f"http://192.168.1.20/t/{table}"),
                ("localhost.example", f"http://localhost.example/t/{table}"),
                ("mine.local:9000", f"http://mine.local:9000/t/{table}"),
            ):
                answer = await home.http.get(f"/api/tables/{table}", headers={"host": host})
                assert answer.json()["invite"] == invite

    asyncio.run(story())


def test_the_guide_tells_how_to_play_what_is_asked_for(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            plain = (await home.http.get("/api/guide")).json()
            assert (plain["game"], plain["players"], plain["extras"]) == ("classic", 3, [])
            asked = "/api/guide?game=classic&edition=deluxe&players=7&with=veto,saboteur2&lang=uk"
            told = (await home.http.get(asked)).json()
            assert (told["title"], told["players"], told["extras"]) == ("Саботер", 7, ["Саботер 2", "Вето (2019)"])
            faces = {face["face"] for part in told["sections"] for card in part["cards"] for face in card["faces"]}
            assert {"veto", "thief", "map"} <= faces
            assert (await home.http.get("/api/guide?game=lost-mines&players=9")).json()["game"] == "lost-mines"
            for bad, code in {
                "game=chess": "BAD_GAME",
                "edition=first": "BAD_EDITION",
                "players=11": "PLAYER_COUNT",
                "players=five": "BAD_REQUEST",
                "players=٣": "BAD_REQUEST",
                "players=-3": "BAD_REQUEST",
                "with=poker": "BAD_EXTRA",
                "with=saboteur2,tournament": "MODULE_CONFLICT",
            }.items():
                answer = await home.http.get(f"/api/guide?{bad}")
                assert (answer.status_code, answer.json()["code"]) == (400, code), bad

    asyncio.run(story())


def test_the_catalogue_and_rules_are_in_every_language(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            seen = set()
            for lang in ("en", "ru", "uk"):
                games = (await home.http.get(f"/api/catalogue?lang={lang}")).json()["games"]
                classic = games[0]
                assert (classic["key"], classic["players"]) == ("classic", [3, 10])
                assert {edition["key"] for edition in classic["editions"]} == {"anniversary", "deluxe", "ukrainian"}
                assert {extra["key"] for extra in classic["extras"]} == set(extras_of("classic"))
                choice = {"game": "classic", "edition": "deluxe", "extras": ["veto"]}
                table = (await home.post(f"/api/setup?lang={lang}", choice)).json()
                assert (table["players"], table["blocked"], table["problem"]) == ([3, 10], [], None)
                for switch in table["switches"]:
                    assert switch["default"] in {value["key"] for value in switch["values"]}
                rule = (await home.http.get(f"/api/rules/B-056?lang={lang}")).json()
                assert rule["id"] == "B-056"
                seen.add(rule["text"])
            assert len(seen) == 3
            assert (await home.http.get("/api/rules/R-05")).status_code == 200
            missing = await home.http.get("/api/rules/B-000")
            assert (missing.status_code, missing.json()["code"]) == (404, "NO_RULE")

    asyncio.run(story())


def test_health_and_readiness(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            health = (await home.http.get("/healthz")).json()
            assert health["ok"]
            assert isinstance(health["compiled"], bool)
            assert (await home.http.get("/readyz")).json() == {"ok": True}
            await home.lobby.store.close()
            answer = await home.http.get("/readyz")
            assert (answer.status_code, answer.json()["code"]) == (503, "TRY_AGAIN")

    asyncio.run(story())


def test_names_at_a_table_are_all_different() -> None:
    seats = (Seat(0, "human", "Flint"), Seat(1), Seat(2, "human", "flint 2"), Seat(3), Seat(4))
    filled = fill_with_bots(seats, "en", first=2)
    assert [seat.kind for seat in filled] == ["human", "open", "human", "bot", "bot"]
    assert [seat.name for seat in filled] == ["Flint", "", "flint 2", "Cobalt", "Garnet"]
    assert distinct("FLINT\ufe0f", seats) == "FLINT\ufe0f 3"
    assert clean_name(" \u2764\ufe0f  Zoe\u0308 ") == "\u2764\ufe0f Zo\u00eb"


def test_names_that_look_the_same_are_told_apart() -> None:
    for here, comes in (
        ("Anna", "\u0410nn\u0430"),  # Cyrillic A and a
        ("HEKTOP", "\u041d\u0415\u041a\u0422\u041e\u0420"),
        ("PAVEL", "\u03a1\u0391V\u0395L"),  # Greek
        ("Bill", "BiII"),
        ("Olly", "0lly"),
        ("Anna", "\uff21nna"),  # a wide A
        ("Igor", "lgor"),
        ("Arno", "Amo"),
    ):
        seats = (Seat(0, "human", here), Seat(1))
        assert distinct(comes, seats) == f"{comes} 2", (here, comes)
        assert distinct(here, (Seat(0, "human", comes), Seat(1))) == f"{here} 2"
    for here, comes in (("Anna", "Инна"), ("Том", "Дом"), ("Ben", "Bea"), ("Ян", "Яна")):
        assert distinct(comes, (Seat(0, "human", here), Seat(1))) == comes


def test_a_family_is_a_picture() -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    for name in (family, f"Ann {family}", "\U0001f3f3\ufe0f\u200d\U0001f308", "\U0001f469\U0001f3fd\u200d\U0001f680"):
        assert clean_name(name) == name
    for name in (
        "A\u200dnn",
        "\u200d\U0001f469",
        "\U0001f469\u200d",
        "\U0001f469\u200da",
        "\U0001f469\u200d\u200d\U0001f467",
    ):
        with pytest.raises(Problem):
            clean_name(name)


def test_bots_play_for_nobody_only_for_a_while(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, unwatched=0.0) as home:
            table, _ = await home.open(players=3, bots=3)
            live = await home.lobby.table(table)
            await asyncio.sleep(0.5)
            assert live.row.seq == 1
            watcher = await home.guest(table)
            await watcher.come()
            await watcher.until(lambda guest: guest.n > 3)
            await watcher.go()
            await asyncio.sleep(0.5)
            stopped = live.row.seq
            await asyncio.sleep(0.5)
            assert live.row.seq == stopped
            await watcher.come()
            await watcher.until(lambda guest: guest.over)

    asyncio.run(story())


def test_who_comes_and_goes_all_the_time_is_told_of_now_and_then(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann = await home.open()
            bob = await home.join(table, "Bob")
            await ann.come()
            heard = len(ann.heard)
            for _ in range(40):
                await bob.come()
                await bob.go()
            while not await ann.silence(0.5):
                pass
            assert sum('"table"' in text for text in ann.heard[heard:]) <= 15
            await bob.come()
            await ann.until(lambda guest: guest.table["seats"][1]["present"])  # in the end all is as it is

    asyncio.run(story())


def test_whoever_asks_again_gets_the_same_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, _ = await home.open(players=5)
            seats = f"/api/tables/{table}/seats"
            wish = {"name": "Bob", "cmd": "a-name-of-bobs-own"}
            first = (await home.post(seats, wish)).json()
            assert (await home.post(seats, wish)).json() == first
            assert (await home.post(seats, {**wish, "cmd": "another"})).json() != first
            plain = [(await home.post(seats, {"name": "Cid"})).json()["seatUrl"] for _ in range(2)]
            assert plain[0] != plain[1]
        async with house(tmp_path) as home:  # the answer may get lost because the server ends
            assert (await home.post(seats, wish)).json() == first

    asyncio.run(story())


def test_tables_are_forgotten_after_very_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("undermine.server.lobby.FORGET", 0.0)

    async def story() -> None:
        async with house(tmp_path, idle=0.1, forget=0.3, grace=0.0) as home:
            waiting, _ = await home.open()
            running, _ = await home.open(playNow=True)
            for _ in range(1000):  # the lobby is not asked: that would keep the table in memory
                if await home.lobby.store.table(waiting) is None:
                    break
                await asyncio.sleep(0.02)
            assert (await home.http.get(f"/api/tables/{waiting}")).status_code == 404
            assert (await home.http.get(f"/api/tables/{running}")).status_code == 200

    asyncio.run(story())
