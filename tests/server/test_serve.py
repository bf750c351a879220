"""`undermine serve` in the terminal: where to go, and one sentence when something is in the way."""

from __future__ import annotations

import contextlib
import dataclasses
import signal
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import click
import pytest
import structlog
from click.testing import CliRunner

from undermine.cli import main, migrate, serve
from undermine.server.run import ServeError, claim, data_folder, greeting, lan_address, listen
from undermine.server.settings import Settings


def test_a_taken_port_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = CliRunner().invoke(main, ["serve", "--port", str(port), "--db", str(tmp_path / "t.sqlite3")])
    assert result.exit_code == 1
    assert f"Port {port} is in use" in result.output
    assert f"--port {port + 1}" in result.output
    assert "Traceback" not in result.output


def test_a_server_that_does_not_start_leaves_the_log_as_it_was(tmp_path: Path) -> None:
    """Loggers are kept for good only by a process that serves; in any other they can still be set up anew."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        CliRunner().invoke(main, ["serve", "--port", str(port), "--db", str(tmp_path / "t.sqlite3")])
    assert not structlog.get_config()["cache_logger_on_first_use"]


def test_an_address_of_another_machine_is_one_sentence() -> None:
    with pytest.raises(ServeError, match="choose another --host") as error:
        listen(Settings(host="203.0.113.7", port=0))
    assert error.value.code == "BAD_ADDRESS"


def test_a_broken_database_is_one_sentence(tmp_path: Path) -> None:
    database = tmp_path / "t.sqlite3"
    database.write_bytes(b"not a database, whatever its name says " * 200)
    result = CliRunner().invoke(main, ["serve", "--port", "0", "--db", str(database)])
    assert result.exit_code == 1
    assert "cannot be opened" in result.output
    assert "--db" in result.output


def test_a_database_of_a_newer_release_is_one_sentence(tmp_path: Path) -> None:
    database = tmp_path / "t.sqlite3"
    result = CliRunner().invoke(main, ["migrate", "--db", str(database)])
    assert result.output == f"{database} is at revision 0008.\n"
    with contextlib.closing(sqlite3.connect(database)) as db:
        db.execute("UPDATE alembic_version SET version_num = '9999'")
        db.commit()
    for command in ("migrate", "serve"):
        result = CliRunner().invoke(main, [command, "--db", str(database)], env={"PORT": "0"})
        assert result.exit_code == 1
        assert "cannot be opened" in result.output


def test_two_servers_do_not_share_a_database(tmp_path: Path) -> None:
    """They would not hear of each other's moves."""
    database = tmp_path / "new" / "t.sqlite3"
    with contextlib.closing(claim(database)):
        result = CliRunner().invoke(main, ["serve", "--port", "0", "--db", str(database)])
    assert result.exit_code == 1
    assert "is in use by another server" in result.output
    assert "--db" in result.output
    claim(database).close()


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = CliRunner().invoke(main, ["serve", "--port", "0", "--db", str(tmp_path / "file" / "t.sqlite3")])
    assert result.exit_code == 1
    assert "cannot be opened" in result.output


@pytest.mark.parametrize("url", ["play.example", "https://", "https://play.example/games", "ftp://play.example"])
def test_links_cannot_be_made_of_anything(tmp_path: Path, url: str) -> None:
    wish = ["serve", "--port", "0", "--db", str(tmp_path / "t.sqlite3"), "--public-url", url]
    result = CliRunner().invoke(main, wish)
    assert result.exit_code == 2
    assert "https://play.example" in result.output


@pytest.mark.parametrize("command", [serve.command, migrate.command])
def test_every_command_means_the_same_file(
    command: click.Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("undermine.server.run.data_folder", lambda: tmp_path)
    monkeypatch.delenv("UNDERMINE_DB", raising=False)
    for args, database in (([], tmp_path / "tables.sqlite3"), (["--db", "other.sqlite3"], Path("other.sqlite3"))):
        assert command.make_context("undermine", args).params["db"] == database


def test_help_names_every_variable_that_is_read() -> None:
    said = CliRunner().invoke(main, ["serve", "--help"]).output
    read = {str(param.envvar) for param in serve.command.params if isinstance(param, click.Option) and param.envvar}
    assert {"HOST", "PORT", "UNDERMINE_DB", "UNDERMINE_URL"} <= read
    assert not [name for name in read if name not in said]


def test_the_greeting_says_where_to_go() -> None:
    assert greeting(Settings(), 8000) == "Undermine is served at http://127.0.0.1:8000 (stop it with Ctrl+C)"
    assert "http://[::1]:80 " in greeting(Settings(host="::1"), 80)
    assert greeting(Settings(public_url="https://play.example"), 1) == "Undermine is served at https://play.example"


def test_phones_are_shown_a_code() -> None:
    everywhere = Settings(host="0.0.0.0")  # noqa: S104  # nothing listens
    text = greeting(dataclasses.replace(everywhere, lan="192.168.1.20"), 8000)
    assert "http://127.0.0.1:8000" in text
    assert "http://192.168.1.20:8000" in text
    assert len([line for line in text.splitlines() if set(line) & set("█▀▄")]) > 10
    assert len(greeting(everywhere, 8000).splitlines()) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_ctrl_c_ends_it_without_a_complaint(tmp_path: Path) -> None:
    start = "from undermine.cli import main; main()"
    server = subprocess.Popen(
        [sys.executable, "-c", start, "serve", "--port", "0", "--db", str(tmp_path / "t.sqlite3")],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert server.stdout is not None
    assert "Undermine is served at" in server.stdout.readline()
    server.send_signal(signal.SIGINT)
    said, _ = server.communicate(timeout=30)
    assert (server.returncode, said) == (0, "")


def test_the_address_at_home_is_no_loopback() -> None:
    assert not lan_address().startswith("127.")


def test_tables_are_kept_with_the_users_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "undermine"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder() == tmp_path / ".local/share/undermine"


def test_a_copy_of_a_running_database_can_be_put_back(tmp_path: Path) -> None:
    database, saved = tmp_path / "t.sqlite3", tmp_path / "saved.sqlite3"

    def run(*args: object) -> str:
        result = CliRunner().invoke(main, [str(arg) for arg in args])
        assert result.exit_code == 0, result.output
        return result.output

    run("migrate", "--db", database)
    with contextlib.closing(claim(database)), contextlib.closing(sqlite3.connect(database)) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("INSERT INTO settings VALUES ('mark', x'01')")
        db.commit()
        assert "was copied" in run("backup", "--db", database, "--to", saved)
        refused = CliRunner().invoke(main, ["restore", "--from", str(saved), "--db", str(database)])
        assert "is in use by another server" in refused.output
        db.execute("UPDATE settings SET value = x'02'")
        db.commit()
    assert saved.stat().st_mode & 0o077 == 0
    again = CliRunner().invoke(main, ["backup", "--db", str(database), "--to", str(saved)])
    assert (again.exit_code, "is there already" in again.output) == (1, True)
    assert "What was there is" in run("restore", "--from", saved, "--db", database)
    (kept,) = tmp_path.glob("t.sqlite3.before-*[0-9]")
    for path, mark in ((database, b"\x01"), (kept, b"\x02")):
        with contextlib.closing(sqlite3.connect(path)) as db:
            assert db.execute("SELECT value FROM settings WHERE name = 'mark'").fetchone() == (mark,)


def test_what_is_no_copy_is_not_put_back(tmp_path: Path) -> None:
    database = tmp_path / "t.sqlite3"
    CliRunner().invoke(main, ["migrate", "--db", str(database)])
    before = database.read_bytes()
    other = tmp_path / "other.sqlite3"
    with contextlib.closing(sqlite3.connect(other)) as db:
        db.execute("CREATE TABLE letters (text)")
    for source in (other, Path(__file__)):
        result = CliRunner().invoke(main, ["restore", "--from", str(source), "--db", str(database)])
        assert (result.exit_code, "no sound copy" in result.output) == (1, True)
    assert database.read_bytes() == before
    missing = CliRunner().invoke(main, ["backup", "--db", str(tmp_path / "none"), "--to", str(tmp_path / "x")])
    assert (missing.exit_code, "There is no database" in missing.output) == (1, True)


def test_several_workers_are_refused_with_a_sentence(tmp_path: Path) -> None:
    wish = ["serve", "--port", "0", "--db", str(tmp_path / "t.sqlite3")]
    result = CliRunner().invoke(main, wish, env={"UNDERMINE_WORKERS": "4"})
    assert (result.exit_code, "--database" in result.output) == (1, True)
