"""Whoever runs the server: tables are listed, ended, saved and deleted by a token, and figures are read."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.server.house import Json, house
from undermine.cli import main

TOKEN = "a-token-of-the-house"  # noqa: S105  # of this test
OPERATOR = {"authorization": f"Bearer {TOKEN}"}
ASKED = ("/admin/tables", "/admin/tables/abcdefghjk", "/metrics")


def test_without_the_token_there_is_nothing_to_see(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            for path in ASKED:
                assert (await home.http.get(path, headers=OPERATOR)).status_code == 404
        async with house(tmp_path, admin_token=TOKEN) as home:
            table, _ = await home.open()
            for headers in (
                {},
                {"authorization": TOKEN},
                {"authorization": "Bearer wrong"},
                {"cookie": f"token={TOKEN}"},
            ):
                for path in ASKED:
                    answer = await home.http.get(path, headers=headers)
                    assert (answer.status_code, answer.json()["code"]) == (401, "NOT_OPERATOR")
                assert (await home.http.delete(f"/admin/tables/{table}", headers=headers)).status_code == 401
            assert (await home.http.get(f"/api/tables/{table}")).status_code == 200

    asyncio.run(story())


def test_tables_are_listed_ended_saved_and_deleted(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, admin_token=TOKEN) as home:
            waiting, _ = await home.open(players=4)
            table, ann = await home.open(players=3, switches={"firstPlayer": "host"}, playNow=True)
            await ann.come()
            await ann.until(lambda guest: guest.options)

            async def listed(query: str = "") -> dict[str, Json]:
                answer = await home.http.get(f"/admin/tables{query}", headers=OPERATOR)
                assert answer.status_code == 200, answer.text
                return {found["id"]: found for found in answer.json()["tables"]}

            found = await listed()
            assert {key: (row["status"], row["people"]) for key, row in found.items()} == {
                waiting: ("open", 1),
                table: ("running", 1),
            }
            assert set(await listed("?status=running")) == {table}
            assert set(await listed(f"?after={min(table, waiting)}")) == {max(table, waiting)}
            assert (await home.http.get("/admin/tables?status=no", headers=OPERATOR)).status_code == 400

            saved = (await home.http.get(f"/admin/tables/{table}", headers=OPERATOR)).json()
            assert saved["table"]["id"] == table
            assert len(saved["decisions"]) == found[table]["seq"]
            assert saved["table"]["rules"] in saved["names"]

            ended = await home.post(f"/admin/tables/{table}/end", headers=OPERATOR)
            assert ended.json()["status"] == "over"
            assert (await ann.hear("error"))["code"] == "ENDED"
            await ann.until(lambda guest: guest.table["status"] == "over")
            await ann.act()
            assert (await ann.hear("refused"))["why"]["code"] == "ENDED"
            assert (await home.http.get(f"/api/tables/{table}/replay")).status_code == 200

            assert (await home.http.delete(f"/admin/tables/{table}", headers=OPERATOR)).status_code == 204
            assert await ann.closed() == 4404
            assert set(await listed()) == {waiting}
            for path in (f"/api/tables/{table}", f"/admin/tables/{table}"):
                assert (await home.http.get(path, headers=OPERATOR)).status_code == 404

    asyncio.run(story())


def test_figures_tell_what_is_played_and_nothing_of_players(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path, admin_token=TOKEN) as home:
            table, ann = await home.open(name="Rosalind", players=3, switches={"firstPlayer": "host"}, playNow=True)
            await ann.come()
            await ann.play(lambda guest: len(guest.acked) == 2)
            text = (await home.http.get("/metrics", headers=OPERATOR)).text
            figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
            assert float(figures['undermine_moves_total{by="person"}']) >= 2
            assert float(figures["undermine_append_seconds_count"]) >= 2
            assert not [word for word in (table, "Rosalind", ann.cookie.partition("=")[2]) if word in text]

    asyncio.run(story())


def test_a_token_that_can_be_guessed_is_refused(tmp_path: Path) -> None:
    wish = ["serve", "--port", "0", "--db", str(tmp_path / "t.sqlite3"), "--admin-token", "secret"]
    result = CliRunner().invoke(main, wish)
    assert (result.exit_code, "can be guessed" in result.output) == (2, True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prot = 1", "which is no setting"),
        ("port = [1]", "give it one value"),
        ("port =", "cannot be read"),
        ("[limit]\ntable-chairs = 3", "there is no limit"),
        ("[limit]\nidle = 'long'", "is not a number"),
    ],
)
def test_a_file_of_settings_that_cannot_be_is_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "undermine.toml"
    path.write_text(text)
    result = CliRunner().invoke(main, ["serve", "--config", str(path)])
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())


def test_the_command_line_comes_before_the_environment_and_that_before_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from undermine.cli import serve

    path = tmp_path / "undermine.toml"
    path.write_text(
        "port = 1\nhost = '0.0.0.1'\nbot-delay = 3\nworkers = 2\n[limit]\nhttp-burst = 7\nhello-within = 2.5"
    )
    monkeypatch.setenv("HOST", "0.0.0.2")
    found = serve.command.make_context("serve", ["--config", str(path), "--port", "3"]).params
    assert (found["port"], found["host"], found["bot_delay"], found["workers"]) == (3, "0.0.0.2", 3, 2)
    assert found["limit"] == {"http_burst": 7, "hello_within": 2.5}
