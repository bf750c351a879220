"""Who gets in: seat links, foreign sites, limits, and what browsers are told."""

from __future__ import annotations

import asyncio
import re
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
import segno
from websockets.exceptions import InvalidStatus

from tests.server.house import House, house
from undermine.server.auth import SeatKey, Signer, is_table_id, new_table_id
from undermine.server.limits import Bucket, Buckets, Ceiling, Seldom
from undermine.server.settings import LIMITS, Settings


def test_a_link_opens_its_own_seat_only() -> None:
    signer = Signer(b"k" * 32)
    key = SeatKey("abcdefghjk", 3, 1)
    token = signer.token(key)
    assert signer.check(token) == key
    mac = token.rpartition(".")[2]
    for forged in (
        f"abcdefghjk.4.1.{mac}",
        f"abcdefghjk.3.2.{mac}",
        f"abcdefghjm.3.1.{mac}",
        token[:-1],
        token + "A",
        token.replace(mac, ""),
        "abcdefghjk.3.1.",
        "....",
        "",
        "ключ.1.1.ключ",
        "a" * 500,
    ):
        assert signer.check(forged) is None, forged
    assert Signer(b"j" * 32).check(token) is None


def test_table_ids_are_not_guessed_and_nothing_else_passes_for_one() -> None:
    ids = {new_table_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(is_table_id(key) for key in ids)
    for text in ("", "abc", "abcdefghj;", "ABCDEFGHJK", "../../../x", "abcdefghjk1"):
        assert not is_table_id(text)


def test_a_bucket_fills_again() -> None:
    now = 0.0
    bucket = Bucket(3, 2, lambda: now)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    now = 100
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_buckets_are_for_each_address_and_have_a_bound() -> None:
    buckets = Buckets(1, 0, most=2)
    assert buckets.take("a")
    assert not buckets.take("a")
    assert buckets.take("b")
    assert buckets.take("c")
    assert len(buckets._by_key) == 2


def test_what_happens_a_thousand_times_is_told_seldom() -> None:
    seldom = Seldom(2, 0.0001)
    assert [seldom.now() for _ in range(2)] == [0, 0]
    assert [seldom.now() for _ in range(998)] == [None] * 998
    seldom._said = Bucket(1, 1)
    assert seldom.now() == 998


def test_a_ceiling_counts_what_is_open() -> None:
    ceiling = Ceiling(2)
    assert [ceiling.enter("a"), ceiling.enter("a"), ceiling.enter("a"), ceiling.enter("b")] == [True, True, False, True]
    ceiling.leave("a")
    assert ceiling.enter("a")


def code(answer: httpx.Response) -> tuple[int, str]:
    assert answer.json()["text"].endswith((".", ")"))
    return answer.status_code, answer.json()["code"]


def test_a_forged_link_leads_nowhere(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            made = (await home.post("/api/tables", {"players": 3, "name": "Ann"})).json()
            link = made["seatUrl"]
            assert (await home.http.get(link)).status_code == 303
            seat1 = link.replace(f"{made['table']}.0.", f"{made['table']}.1.")
            other = home.lobby.signer.token(SeatKey("zzzzzzzzzz", 0, 0))
            old = home.lobby.signer.token(SeatKey(made["table"], 0, 1))  # well signed, of an epoch that is not
            empty = home.lobby.signer.token(SeatKey(made["table"], 1, 0))  # well signed, for a seat nobody took
            wrong = home.lobby.signer.token(SeatKey(made["table"], 7, 0))
            for bad in (seat1, link[:-2], f"/s/{old}", f"/s/{empty}", f"/s/{wrong}", "/s/x"):
                answer = await home.http.get(bad)
                assert code(answer) == (404, "NOT_FOUND")
                assert "set-cookie" not in answer.headers
            assert code(await home.http.get(f"/s/{other}")) == (404, "NO_TABLE")

    asyncio.run(story())


def test_the_cookie_is_for_this_server_alone(tmp_path: Path) -> None:
    async def story(public_url: str, secure: bool) -> None:
        async with house(tmp_path, public_url=public_url) as home:
            made = (await home.post("/api/tables", {"players": 3, "name": "Ann"})).json()
            answer = await home.http.get(made["seatUrl"])
            assert answer.headers["location"] == f"/t/{made['table']}"
            assert answer.headers["cache-control"] == "no-store"
            cookies = [cookie.lower() for cookie in answer.headers.get_list("set-cookie")]
            assert len(cookies) == 2
            for cookie in cookies:
                assert cookie.startswith(f"undermine_{made['table']}=")
                assert "httponly" in cookie
                assert "samesite=strict" in cookie
                assert ("secure" in cookie) == secure

    asyncio.run(story("", False))
    asyncio.run(story("https://play.example", True))


def test_a_cookie_goes_to_its_own_table_alone(tmp_path: Path) -> None:
    """All of them together would be too long for the handshake of a socket after a hundred tables."""

    async def story() -> None:
        async with house(tmp_path) as home:
            tables = [(await home.post("/api/tables", {"players": 3, "name": "Ann"})).json() for _ in range(3)]
            for made in tables:
                await home.http.get(made["seatUrl"])
            for made in tables:
                address = f"/api/tables/{made['table']}"
                for path in (address, f"{address}/start", f"/ws/{made['table']}"):
                    sent = home.http.build_request("GET", path).headers["cookie"]
                    assert sent == f"undermine_{made['table']}={made['seatUrl'].removeprefix('/s/')}"
                assert (await home.http.get(address)).json()["you"] == 0
            assert "cookie" not in home.http.build_request("GET", "/").headers

    asyncio.run(story())


def test_a_forged_cookie_is_a_spectator(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann = await home.open()
            guest = await home.guest(table)
            guest.cookie = ann.cookie.replace(f"{table}.0.", f"{table}.1.")
            welcome = await guest.come()
            assert welcome["table"]["you"] == -1
            assert (await ann.come())["table"]["you"] == 0

    asyncio.run(story())


FOREIGN = [
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": "http://127.0.0.1.evil.example"},
    {"origin": "http://["},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
]


def test_another_site_cannot_post(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            for headers in FOREIGN:
                answer = await home.post("/api/tables", {"players": 3, "name": "Ann"}, headers=headers)
                assert code(answer) == (403, "CROSS_SITE")

    asyncio.run(story())


def test_the_own_site_can_post(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, origins=("https://play.example",)) as home:
            for headers in (
                {"origin": home.url, "sec-fetch-site": "same-origin"},
                {"origin": "https://play.example"},
                {},
            ):
                answer = await home.post("/api/tables", {"players": 3, "name": "Ann"}, headers=headers)
                assert answer.status_code == 201

    asyncio.run(story())


def test_another_site_cannot_open_a_socket(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            _, ann = await home.open()
            for origin in ("https://evil.example", "null", home.url.replace("127.0.0.1", "127.0.0.2")):
                with pytest.raises(InvalidStatus) as refused:
                    await ann.come(origin=origin)
                assert refused.value.response.status_code == 403
                assert b'"CROSS_SITE"' in refused.value.response.body
            assert (await ann.come(origin=home.url))["t"] == "welcome"

    asyncio.run(story())


def test_browsers_are_told_what_to_refuse(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            for path in ("/", "/healthz", "/api/tables/none", "/api/nothing", "/assets/none.js", "/s/x"):
                headers = (await home.http.get(path)).headers
                assert "default-src 'self'; img-src 'self' blob:" in headers["content-security-policy"]
                assert "frame-ancestors 'none'" in headers["content-security-policy"]
                assert headers["x-content-type-options"] == "nosniff"
                assert headers["referrer-policy"] == "no-referrer"
                assert headers["cross-origin-opener-policy"] == "same-origin"
                assert headers["cross-origin-resource-policy"] == "same-origin"
                assert "camera=()" in headers["permissions-policy"]

    asyncio.run(story())


def test_requests_are_limited(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, http_burst=5, http_rate=0.001) as home:
            answers = [await home.http.get("/api/catalogue") for _ in range(6)]
            assert [answer.status_code for answer in answers] == [200] * 5 + [429]
            assert code(answers[-1]) == (429, "TOO_FAST")
            assert (await home.http.get("/healthz")).status_code == 200
            assert code(await home.http.get("/readyz")) == (429, "TOO_FAST")  # it writes, too

    asyncio.run(story())


def test_new_tables_are_limited(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, make_burst=2, make_rate=0.001) as home:
            wish = {"players": 3, "name": "Ann"}
            answers = [await home.post("/api/tables", wish) for _ in range(3)]
            assert [answer.status_code for answer in answers] == [201, 201, 429]
            forms = [await home.post("/api/setup", {"game": "duel"}) for _ in range(5)]
            assert {answer.status_code for answer in forms} == {200}  # a form asks at each press, and makes nothing

    asyncio.run(story())


def test_a_socket_that_talks_too_fast_is_told_and_closed(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, socket_burst=20, socket_rate=5) as home:
            _, ann = await home.open()
            await ann.come()
            for _ in range(30):
                await ann.say(t="ping")
            assert await ann.closed() == 4429
            assert 19 <= sum('"pong"' in text for text in ann.heard) <= 21
            assert '"TOO_FAST"' in ann.heard[-1]

    asyncio.run(story())


async def crowd(home: House, table: str, most: int) -> None:
    guests = [await home.guest(table) for _ in range(most + 1)]
    for guest in guests[:-1]:
        await guest.come()
    await guests[-1].come(hello=False)
    assert await guests[-1].closed() == 4403
    assert '"TOO_MANY_SOCKETS"' in guests[-1].heard[-1]
    await guests[0].go()
    await asyncio.sleep(0.1)
    assert (await guests[-1].come())["t"] == "welcome"


def test_sockets_are_limited(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, table_sockets=3) as home:
            table, _ = await home.open()
            await crowd(home, table, 3)
        async with house(tmp_path, address_sockets=2) as home:
            await crowd(home, table, 2)

    asyncio.run(story())


def test_spectators_do_not_keep_out_who_plays(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, table_sockets=1) as home:
            table, ann = await home.open()
            watching = await home.guest(table)
            await watching.come()
            assert (await ann.come())["table"]["you"] == 0

    asyncio.run(story())


def test_a_page_without_a_bundle_says_how_to_build_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            assert "make play" in (await home.http.get("/")).text

    asyncio.run(story())


def test_the_bundle_is_served(tmp_path: Path) -> None:
    dist = tmp_path / "dist"
    (dist / "assets").mkdir(parents=True)
    (dist / "index.html").write_text("<p>the game")
    (dist / "assets/app-1a2b.js").write_text("1")
    (tmp_path / "secret.txt").write_text("hidden")

    async def story() -> None:
        async with house(tmp_path) as home:
            for path in ("/", "/t/abcdefghjk", "/index.html"):
                answer = await home.http.get(path)
                assert answer.text == "<p>the game"
                assert answer.headers["content-type"] == "text/html; charset=utf-8"
                assert answer.headers["cache-control"] == "no-cache"
            etag = (await home.http.get("/")).headers["etag"]
            again = await home.http.get("/", headers={"if-none-match": etag})
            assert again.status_code == 304
            script = await home.http.get("/assets/app-1a2b.js")
            assert script.headers["content-type"].startswith("text/javascript")
            assert "immutable" in script.headers["cache-control"]
            head = await home.http.head("/")
            assert (head.status_code, head.content, head.headers["content-length"]) == (200, b"", "11")
            for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "/assets"):
                assert code(await home.http.get(path)) == (404, "NOT_FOUND")

    asyncio.run(story())


def test_the_bundle_is_sent_as_small_as_the_browser_takes_it(tmp_path: Path) -> None:
    (tmp_path / "dist").mkdir()
    for name, text in (("index.html", b"<p>the game"), ("index.html.br", b"brotli"), ("index.html.gz", b"gzip")):
        (tmp_path / "dist" / name).write_bytes(text)

    async def story() -> None:
        async with house(tmp_path) as home:
            seen: dict[str, tuple[str, str]] = {}
            for accepted in ("gzip, deflate, br", "gzip", "br;q=0, gzip;q=0.5", "br;q=0.0", "identity"):
                async with home.http.stream("GET", "/", headers={"accept-encoding": accepted}) as answer:
                    body = b"".join([part async for part in answer.aiter_raw()])
                seen[accepted] = (answer.headers.get("content-encoding", ""), body.decode())
                assert answer.headers["vary"] == "accept-encoding"
                again = {"accept-encoding": accepted, "if-none-match": answer.headers["etag"]}
                assert (await home.http.head("/", headers=again)).status_code == 304
            plain = ("", "<p>the game")
            assert list(seen.values()) == [("br", "brotli"), ("gzip", "gzip"), ("gzip", "gzip"), plain, plain]
            assert code(await home.http.get("/index.html.br")) == (404, "NOT_FOUND")

    asyncio.run(story())


def test_an_address_with_nothing_behind_it_is_a_page_for_people_and_a_code_for_programs(tmp_path: Path) -> None:
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist/index.html").write_text("<p>the game")

    async def story() -> None:
        async with house(tmp_path) as home:
            people = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
            for path in ("/nowhere", "/assets/none.js", "/s/forged", "/t/abc/def"):
                page = await home.http.get(path, headers=people)
                assert (page.status_code, page.text) == (404, "<p>the game"), path
                assert code(await home.http.get(path)) == (404, "NOT_FOUND"), path
            assert code(await home.http.get("/api/nowhere", headers=people)) == (404, "NOT_FOUND")
            for method, path, allowed in (("POST", "/", "GET"), ("DELETE", "/api/setup", "POST")):
                answer = await home.http.request(method, path)
                assert code(answer) == (405, "NOT_FOUND")
                assert allowed in answer.headers["allow"]
                assert ("HEAD" in answer.headers["allow"]) is (allowed == "GET")

    asyncio.run(story())


def test_an_endless_host_is_refused_before_it_costs_anything(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann = await home.open()
            for path in ("/", f"/api/tables/{table}/qr.svg", "/api/catalogue"):
                answer = await home.http.get(path, headers={"host": "x" * 2880})
                assert code(answer) == (400, "BAD_REQUEST")
            with pytest.raises(InvalidStatus) as refused:
                await ann.come(host="x" * 2880)
            assert refused.value.response.status_code == 400
            assert (await home.http.get(f"/api/tables/{table}/qr.svg", headers={"host": "x" * 255})).status_code == 200

    asyncio.run(story())


def test_pictures_are_limited_and_the_log_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[dict[str, Any]] = []
    noted = type("Log", (), {"warning": lambda _, event, **about: told.append({"event": event, **about})})()
    monkeypatch.setattr("undermine.server.guard.log", noted)

    async def story() -> None:
        async with house(tmp_path, draw_burst=3, draw_rate=0.001) as home:
            table, _ = await home.open()
            way = f"/api/tables/{table}/qr.svg"
            codes = [(await home.http.get(way, headers={"host": f"h{i}.example"})).status_code for i in range(5)]
            assert codes == [200] * 3 + [429] * 2
            assert (await home.http.get(f"/api/tables/{table}")).status_code == 200

    asyncio.run(story())
    assert told == [{"event": "request refused", "address": "127.0.0.1", "why": "TOO_FAST", "unsaid": 0}] * 2


def test_a_picture_is_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    plain = segno.make

    def make(address: str, **how: Any) -> object:
        drawn.append(threading.current_thread().name)
        return plain(address, **how)

    monkeypatch.setattr(segno, "make", make)

    async def story() -> None:
        async with house(tmp_path) as home:
            table, _ = await home.open()
            pages = [await home.http.get(f"/api/tables/{table}/qr.svg") for _ in range(3)]
            assert len({page.content for page in pages}) == 1

    asyncio.run(story())
    assert len(drawn) == 1
    assert drawn[0] != threading.main_thread().name


def test_a_head_is_that_of_the_answer(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, _ = await home.open()
            for path in ("/", "/guide", f"/t/{table}", f"/api/tables/{table}", "/api/catalogue", "/healthz", "/readyz"):
                head, answer = await home.http.head(path), await home.http.get(path)
                assert (head.status_code, head.content) == (200, b""), path
                assert head.headers["content-type"] == answer.headers["content-type"]
            for method, path, allowed in (
                ("DELETE", f"/api/tables/{table}", {"GET", "HEAD", "OPTIONS"}),
                ("HEAD", f"/api/tables/{table}/start", {"POST", "OPTIONS"}),
                ("PUT", "/healthz", {"GET", "HEAD", "OPTIONS"}),
            ):
                answer = await home.http.request(method, path)
                assert answer.status_code == 405
                assert set(answer.headers["allow"].replace(" ", "").split(",")) == allowed

    asyncio.run(story())


def test_what_is_one_readers_is_kept_by_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, _ = await home.open()
            for path in (f"/api/tables/{table}", "/api/tables/none", "/api/catalogue"):
                headers = (await home.http.get(path)).headers
                assert headers["cache-control"] == "no-store"
                assert "cookie" in headers["vary"]

    asyncio.run(story())


def test_an_origin_is_a_page_of_the_web(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            place = home.url.removeprefix("http://")
            for scheme in ("ftp", "file", "chrome-extension", "app"):
                answer = await home.post("/api/tables", {}, headers={"origin": f"{scheme}://{place}"})
                assert code(answer) == (403, "CROSS_SITE"), scheme
            wish = {"players": 3, "name": "Ann"}
            safe = {"x-forwarded-proto": "https"}
            answer = await home.post("/api/tables", wish, headers={"origin": f"http://{place}", **safe})
            assert code(answer) == (403, "CROSS_SITE")
            for more in ({}, safe):
                answer = await home.post("/api/tables", wish, headers={"origin": f"https://{place}", **more})
                assert answer.status_code == 201

    asyncio.run(story())


def test_lengths_are_the_settings(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, name_length=5, chat_length=10, message_size=300) as home:
            answer = await home.post("/api/tables?lang=en", {"players": 3, "name": "Bertha"})
            assert (code(answer), answer.json()["text"]) == ((400, "BAD_NAME"), "Choose a name of 1 to 5 letters.")
            answer = await home.post("/api/tables", {"players": 3, "name": "x" * 400})
            assert code(answer) == (413, "BAD_REQUEST")
            table, ann = await home.open(name="Berta")
            answer = await home.post(f"/api/tables/{table}/seats?lang=uk", {"name": "Bertha"})
            assert answer.json()["text"].endswith("від 1 до 5 літер.")
            await ann.come()
            await ann.say(t="me", name="Bertha", avatar=0)
            assert (await ann.hear("error"))["code"] == "BAD_NAME"
            await ann.say(t="chat", cmd="a", text="eleven sign")
            assert (await ann.hear("error"))["text"] == "Write one line of up to 10 letters."
            await ann.say(t="chat", cmd="b", text="ten signs!")
            await ann.hear("said")
            await ann.say(t="chat", cmd="c", text="x" * 300)
            assert await ann.closed() == 1009

    asyncio.run(story())


def test_every_limit_is_described() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs/hosting.md").read_text("utf-8")
    assert [name for name in LIMITS if f"`{name.replace('_', '-')}`" not in page] == []


def test_ten_friends_behind_one_address_sit_down_at_once(tmp_path: Path) -> None:
    usual = Settings()
    limits = {name: getattr(usual, name) for name in ("http_burst", "http_rate", "make_burst", "make_rate")}

    async def story() -> None:
        async with house(tmp_path, **limits) as home:
            table, _ = await home.open(players=10)
            for i in range(9):
                for path in ("/", f"/t/{table}", f"/api/tables/{table}", "/api/catalogue", "/api/guide?players=10"):
                    assert (await home.http.get(path)).status_code == 200
                guest = await home.join(table, f"Friend {i}")
                await guest.come()

    asyncio.run(story())


def test_a_link_on_another_site_takes_nobody_from_their_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann = await home.open(name="<Ann>")
            other = (await home.post(f"/api/tables/{table}/seats", {"name": "Bob"})).json()["seatUrl"]
            came = await home.http.get(other, headers={"sec-fetch-site": "cross-site"})
            assert (came.status_code, "set-cookie" in came.headers) == (200, False)
            way = re.search(r'url=(/api/[^"]+)"', came.text)
            assert way is not None
            stranger = await home.http.get(way[1])
            assert (stranger.status_code, stranger.headers["location"]) == (303, other)
            asked = await home.http.get(way[1], headers=ann.headers)
            assert (asked.status_code, "set-cookie" in asked.headers) == (200, False)
            assert "&lt;Ann&gt;" in asked.text
            assert "Bob" in asked.text
            assert f'href="/t/{table}"' in asked.text
            assert f'href="{other}"' in asked.text
            taken = await home.http.get(other, headers={"sec-fetch-site": "same-origin"})
            assert (taken.status_code, "set-cookie" in taken.headers) == (303, True)
            assert (await home.http.get(f"/api/tables/zzzzzzzzzz/come/{other[3:]}")).status_code == 404
            forged = await home.http.get(other[:-2], headers={"sec-fetch-site": "cross-site"})
            assert forged.status_code == 404

    asyncio.run(story())
