"""The example program plays with nothing of Undermine but its protocol."""

from __future__ import annotations

import ast
import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import House, house

PLAYER = Path(__file__).resolve().parents[2] / "examples" / "player.py"


async def started(home: House, address: str, *more: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-I", str(PLAYER), home.url + address, "--seed", "1", *more,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip


async def said(program: asyncio.subprocess.Process) -> tuple[int | None, str, str]:
    out, err = await asyncio.wait_for(program.communicate(), 120)
    return program.returncode, out.decode(), err.decode()


def test_it_imports_nothing_of_undermine() -> None:
    tree = ast.parse(PLAYER.read_text())
    modules = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    modules |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert not [name for name in modules if name.startswith(("undermine", "tests"))]


@pytest.mark.parametrize("wish", [{}, {"game": "duel", "players": 2}], ids=["mine", "duel"])
def test_it_plays_a_whole_game(tmp_path: Path, wish: dict[str, Any]) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, host = await home.open(**wish)
            program = await started(home, f"/t/{table}", "--name", "Robin")
            assert program.stdout is not None
            assert "/s/" in (await asyncio.wait_for(program.stdout.readline(), 60)).decode()
            await host.come()
            await host.until(
                lambda guest: any(seat["name"] == "Robin" and seat["present"] for seat in guest.table["seats"])
            )
            assert (await home.post(f"/api/tables/{table}/start", headers=host.headers)).status_code == 200
            await host.play()
            code, out, err = await said(program)
            assert (code, err) == (0, "")
            assert "The game is over after" in out

    asyncio.run(story())


def test_it_says_why_it_cannot_play(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            for address, sentence in [
                ("/t/nowhere", "There is no such table"),
                ("/", "This is no link to a table"),
                ("/s/forged", ""),
            ]:
                code, out, err = await said(await started(home, address))
                assert (code, out) == (1, "")
                assert err.strip()
                assert sentence in err
                assert "Traceback" not in err

    asyncio.run(story())
