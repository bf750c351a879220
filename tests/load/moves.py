"""What a move costs and how long it takes, against boardgame.io's server in the same run."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Final

from tests.load.people import People, play_fast, play_paced
from tests.load.serving import ROOT, Program, free_port, serve, stopped

VERSION: Final = "0.50.2"
FOLDER: Final = ROOT / "build" / "boardgame"
HERE: Final = Path(__file__).parent / "boardgame"
TABLES: Final = 8
SEATS: Final = 8
PACED_TABLES: Final = 25


@dataclass
class Measured:
    """Of one server."""

    per_second: list[float]  # moves for each second of its processor time, run by run
    times: list[float]  # of paced moves, in milliseconds
    skipped: int
    disk: float = 0.0  # bytes written for a move

    @property
    def rate(self) -> float:
        return median(self.per_second)

    @property
    def p50(self) -> float:
        return median(self.times)

    @property
    def p99(self) -> float:
        return quantiles(self.times, n=100)[98]


def install() -> None:
    """boardgame.io, for development alone: it is neither kept here nor shipped."""
    if not (FOLDER / "node_modules" / "boardgame.io" / "package.json").exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        (FOLDER / "package.json").write_text('{"private": true}\n')
        npm = shutil.which("npm")
        if npm is None:
            raise RuntimeError("make load compares with boardgame.io: install node and npm, then try again.")
        command = [npm, "install", "--no-audit", "--no-fund", f"boardgame.io@{VERSION}"]
        subprocess.run(command, cwd=FOLDER, check=True, stdout=sys.stderr)


def node(script: str, *arguments: object, log: Path) -> Program:
    """One of boardgame.io's programs."""
    command = ["node", str(HERE / script), *map(str, arguments)]
    program = Program(command, 0, {"NODE_PATH": str(FOLDER / "node_modules"), "NODE_ENV": "production"}, log)
    while program.line() != "ready\n":  # it greets first
        pass
    return program


def ask(clients: Program, **wish: float) -> tuple[list[float], int]:
    """A run of boardgame.io's clients: times in milliseconds, and moves that came too late."""
    clients.say(json.dumps(wish))
    answer = json.loads(clients.line())
    return answer["times"], answer["skipped"]


def toy(moves: int, runs: int, paced: int, rate: float) -> Measured:
    """boardgame.io's server."""
    install()
    found = Measured([], [], 0)
    with tempfile.TemporaryDirectory() as folder:
        log, port = Path(folder) / "log.txt", free_port()
        with ExitStack() as held:
            server = held.enter_context(stopped(node("server.js", port, log=log)))
            clients = held.enter_context(stopped(node("clients.js", port, TABLES, SEATS, log=log)))
            ask(clients, moves=moves // 2)
            for _ in range(runs):
                before = server.cpu()
                ask(clients, moves=moves)
                found.per_second.append(moves / (server.cpu() - before))
        port = free_port()
        with ExitStack() as held:
            held.enter_context(stopped(node("server.js", port, log=log)))
            clients = held.enter_context(stopped(node("clients.js", port, PACED_TABLES, SEATS, log=log)))
            ask(clients, moves=int(rate), every=1000 / rate)
            found.times, found.skipped = ask(clients, moves=paced, every=1000 / rate)
    return found


def written(program: Program) -> int:
    """Bytes that a program has given to the disk."""
    lines = Path(f"/proc/{program.pid}/io").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("write_bytes"))


def ours(moves: int, runs: int, paced: int, rate: float) -> Measured:
    """The whole game, every move stored before it is told."""
    found = Measured([], [], 0)

    async def fast(server: Program) -> None:
        async with People(server.port) as people:
            tables = await people.sit_down(TABLES, players=SEATS)
            await play_fast(people, tables, moves // 2)
            for _ in range(runs):
                before, disk = server.cpu(), written(server)
                await play_fast(people, tables, moves)
                found.per_second.append(moves / (server.cpu() - before))
                found.disk = (written(server) - disk) / moves

    async def slow(server: Program) -> None:
        async with People(server.port) as people:
            tables = await people.sit_down(PACED_TABLES, players=SEATS)
            await play_paced(tables, int(rate), 1 / rate)
            times, found.skipped = await play_paced(tables, paced, 1 / rate)
            found.times = [1000 * time for time in times]

    for story in (fast, slow):
        with tempfile.TemporaryDirectory() as folder, stopped(serve(Path(folder))) as server:
            asyncio.run(story(server))
    return found
