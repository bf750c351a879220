"""Finished games, looked through: what everybody saw is shown as they saw it, and nothing is while the game goes on."""

from __future__ import annotations

import asyncio
import gzip
import json
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from tests.server.house import House, Json, house
from tests.server.test_secrets import updates, whole_game
from undermine.notation.records import parse_record, verify
from undermine.server import replays
from undermine.server.brought import LONGEST
from undermine.server.replays import Replays
from undermine.server.store.base import Decision

PLAYERS = 4
LOOKS = ("open", "table", *map(str, range(PLAYERS)))


@dataclass
class Looked:
    """A finished game: what went over each socket, and how it can be looked through."""

    heard: dict[str, list[Json]]  # updates by eyes
    frames: dict[str, list[Json]]
    texts: dict[str, str]
    record: httpx.Response
    answers: dict[str, httpx.Response]  # by header: to a player, to a spectator, without compression
    secrets: list[str]
    refused: list[httpx.Response]


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


async def look(home: House) -> Looked:
    refused: list[httpx.Response] = []
    waiting, host = await home.open(players=PLAYERS)
    refused.append(await home.http.get(f"/api/tables/{waiting}/replay", headers=host.headers))
    await home.post(f"/api/tables/{waiting}/start", headers=host.headers)
    for path in ("replay", "replay?eyes=0", "replay?eyes=table", "replay?eyes=nonsense", "record"):
        refused += [
            await home.http.get(f"/api/tables/{waiting}/{path}", headers=headers) for headers in ({}, host.headers)
        ]
    table, guests = await whole_game(home, PLAYERS, 5)
    at = f"/api/tables/{table}"
    texts = {eyes: (await home.http.get(f"{at}/replay?eyes={eyes}")).text for eyes in LOOKS}
    answers = {
        "player": await home.http.get(f"{at}/replay?eyes=1", headers=guests[0].headers),
        "spectator": await home.http.get(f"{at}/replay?eyes=1"),
        "plain": await home.http.get(f"{at}/replay?eyes=1", headers={"accept-encoding": "identity"}),
    }
    row = await home.lobby.store.table(table)
    assert row is not None
    names = [*LOOKS[2:], "table"]
    return Looked(
        heard={eyes: [json.loads(text) for text in updates(guest)] for eyes, guest in zip(names, guests, strict=True)},
        frames={eyes: json.loads(text)["frames"] for eyes, text in texts.items()},
        texts=texts,
        record=await home.http.get(f"{at}/record"),
        answers=answers,
        secrets=[row.secret.hex(), *(guest.cookie.rpartition(".")[2] for guest in guests[:-1])],
        refused=refused,
    )


@pytest.fixture(scope="module")
def looked(tmp_path_factory: pytest.TempPathFactory) -> Looked:
    async def story() -> Looked:
        async with house(tmp_path_factory.mktemp("looked")) as home:
            return await look(home)

    return asyncio.run(story())


def test_nothing_is_shown_before_the_end(looked: Looked) -> None:
    assert {code(answer) for answer in looked.refused} == {(409, "NOT_OVER")}


@pytest.mark.parametrize("eyes", LOOKS[1:])
def test_a_seat_sees_again_what_it_was_sent(looked: Looked, eyes: str) -> None:
    """Frame by frame the messages of its socket, but for moves that nobody can make any more."""
    frames: list[Json] = []
    before: list[Json] = []  # of a frame at the end of a round; the socket tells it together with the next one
    for frame in looked.frames[eyes]:
        before += frame["events"]
        if frame["ask"] or frame["view"]["phase"] == "over":
            frames.append({**frame, "events": before})
            before = []
    sent = [{**update, "ask": update["ask"] and {**update["ask"]}} for update in looked.heard[eyes]]
    for update in sent:
        if update["ask"]:
            update["ask"]["options"] = []
    assert len(sent) > 40
    assert frames == sent


def test_everything_is_what_all_have_seen_together(looked: Looked) -> None:
    def own(mine: Json) -> Json:
        return {**mine, "goals": {}, "roles": {}}

    peeked = 0
    for number, frame in enumerate(looked.frames["open"]):
        views = [looked.frames[eyes][number]["view"] for eyes in LOOKS[2:]]
        assert frame["view"]["open"] == [own(view["mine"]) for view in views]
        assert frame["view"]["mine"] is None
        known: dict[int, str] = {}
        for view in views:
            known |= {cell["goal"]: cell["card"] for cell in view["cells"] if cell["kind"] == "goal" and cell["card"]}
        goals = {cell["goal"]: cell.get("card", "") for cell in frame["view"]["cells"] if cell["kind"] == "goal"}
        assert {goal: card for goal, card in goals.items() if card} == known
        peeked += sum(len(view["mine"]["goals"]) for view in views)
    assert peeked  # somebody looked at a goal
    dealt = [event for event in looked.frames["open"][0]["events"] if event["kind"] == "dealt"]
    assert sorted(event.get("seat", -1) for event in dealt) == [0, 1, 2, 3]
    assert all(event["card"] in {"digger", "saboteur"} for event in dealt)


def test_frames_are_numbered_alike_for_all_eyes(looked: Looked) -> None:
    rounds = {tuple(frame["view"]["round"] for frame in frames) for frames in looked.frames.values()}
    assert len(rounds) == 1


def test_every_round_has_a_frame_of_its_end(looked: Looked) -> None:
    for frames in looked.frames.values():
        ends = [frame["view"] for frame, after in zip(frames, [*frames[1:], None], strict=True)
                if after is None or after["view"]["round"] > frame["view"]["round"]]  # fmt: skip
        assert [view["round"] for view in ends] == [1, 2, 3]
        assert [len(view["results"]) for view in ends] == [1, 2, 3]
        assert all(player["role"] for view in ends for player in view["players"])
        assert ends[-1]["phase"] == "over"


def test_everybody_may_look_and_is_sent_the_same(looked: Looked) -> None:
    bodies = {answer.content for answer in looked.answers.values()}
    assert len(bodies) == 1
    assert looked.answers["spectator"].headers["content-encoding"] == "gzip"
    assert "content-encoding" not in looked.answers["plain"].headers
    assert {answer.headers["vary"] for answer in looked.answers.values()} == {"accept-encoding"}


def test_the_seats_links_stay_here_and_the_secret_is_in_the_record_alone(looked: Looked) -> None:
    for text in looked.texts.values():
        assert not [secret for secret in looked.secrets if secret in text]
    shown = [line for line in looked.record.text.splitlines() if any(secret in line for secret in looked.secrets)]
    assert len(shown) == 1  # what the shuffle was made of
    assert shown[0].startswith("secret: ")


def test_it_is_small(looked: Looked) -> None:
    assert max(len(gzip.compress(text.encode())) for text in looked.texts.values()) < 40_000


def test_the_record_is_a_file_that_holds_good(looked: Looked) -> None:
    assert looked.record.headers["content-type"] == "text/plain; charset=utf-8"
    assert looked.record.headers["content-disposition"].startswith('attachment; filename="undermine-')
    record = parse_record(looked.record.text)
    assert verify(record) is None
    assert record.names == ["Ann", "Guest 1", "Guest 2", "Guest 3"]
    assert len(record.plies) == len(looked.frames["open"]) - 2  # two rounds end before the last one


@pytest.mark.parametrize("eyes", LOOKS)
def test_a_file_is_looked_through_like_the_game_that_was_saved(tmp_path: Path, looked: Looked, eyes: str) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            answer = await home.http.post(f"/api/replay?eyes={eyes}&lang=uk", content=looked.record.content)
            assert answer.status_code == 200, answer.text
            assert answer.headers["cache-control"] == "no-store"
            brought = answer.json()
            assert brought["replay"] == json.loads(looked.texts[eyes])
            table = brought["table"]
            assert (table["id"], table["invite"], table["you"], table["status"]) == ("", "", -1, "over")
            assert [seat["name"] for seat in table["seats"]] == ["Ann", "Guest 1", "Guest 2", "Guest 3"]
            record = parse_record(looked.record.text)
            assert record.shuffle is not None
            assert table["commitment"] == record.shuffle.commitment
            assert brought["box"]["game"] == table["game"] == "classic"
            assert await home.lobby.store.tables("", 10, None) == []  # nothing of it is kept

    asyncio.run(story())


def test_a_file_that_is_no_record_or_says_what_did_not_happen_is_refused(tmp_path: Path, looked: Looked) -> None:
    text = looked.record.text
    lines = text.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("  = "))
    secret = next(line for line in lines if line.startswith("secret: "))
    harmed = {
        "nothing": "",
        "another file": "<html>",
        "no game": "\n".join(lines[:3]),
        "another game": text.replace("game: classic", "game: poker"),
        "other events": "\n".join([*lines[:at], "  = began 2 P1", *lines[at + 1 :]]),
        "other cards": text.replace("~ draw", "~ deal", 1),
        "another secret": text.replace(secret, f"secret: {'0' * 64}"),
    }

    async def story() -> None:
        async with house(tmp_path) as home:
            for what, file in harmed.items():
                answer = await home.http.post("/api/replay?lang=ru", content=file.encode())
                assert code(answer) == (400, "BAD_RECORD"), what
                assert answer.json()["text"].startswith("Этот файл")
            for eyes in ("4", "-1", "all"):
                answer = await home.http.post(f"/api/replay?eyes={eyes}", content=looked.record.content)
                assert code(answer) == (400, "BAD_REQUEST")
            answer = await home.http.post("/api/replay", content=b"\xff")
            assert code(answer) == (400, "BAD_REQUEST")
            answer = await home.http.post("/api/replay", content=b"#" * (LONGEST + 1))
            assert code(answer) == (413, "BAD_REQUEST")
            answer = await home.http.post("/api/replay", content=b"", headers={"origin": "https://evil.example"})
            assert code(answer) == (403, "CROSS_SITE")
        async with house(tmp_path, draw_burst=1, draw_rate=0.001) as home:
            codes = [(await home.http.post("/api/replay", content=b"x")).status_code for _ in range(3)]
            assert codes == [400, 429, 429]

    asyncio.run(story())


def test_wrong_eyes_are_refused_and_work_is_done_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "KEPT", 1)

    async def story() -> None:
        async with house(tmp_path) as home:
            table, _ = await whole_game(home, 3, 6)
            at = f"/api/tables/{table}"
            for eyes in ("3", "-1", "", "OPEN", "0x0", "%D9%A0", "1e0", "record"):
                answer = await home.http.get(f"{at}/replay?eyes={eyes}")
                assert code(answer) == (400, "BAD_REQUEST"), eyes
            for path in ("replay", "record"):
                assert code(await home.http.get(f"/api/tables/aaaaaaaaaa/{path}")) == (404, "NO_TABLE")
                assert code(await home.http.get(f"/api/tables/nonsense/{path}")) == (404, "NO_TABLE")
                assert code(await home.post(f"{at}/{path}", {})) == (405, "NOT_FOUND")
            read: list[str] = []
            stored = home.lobby.store.decisions

            async def counted(table: str, since: int = 0) -> list[Decision]:
                read.append(table)
                return await stored(table, since)

            monkeypatch.setattr(home.lobby.store, "decisions", counted)
            shelf = Replays(home.lobby.store)
            both = await asyncio.gather(shelf.replay(table, "0"), shelf.replay(table, "0"))
            assert both[0] == both[1] == await shelf.replay(table, "0")
            assert len(read) == 1
            await shelf.replay(table, "1")
            assert await shelf.replay(table, "0") == both[0]  # it was put away for the other, and is made again
            assert len(read) == 3

    asyncio.run(story())
