"""Tables that stand right before a rare question: played there by the engine, and stored as the server stores them."""

from __future__ import annotations

import asyncio
from pathlib import Path

from undermine.present.view import Option
from undermine.registry import Options
from undermine.server.auth import SeatKey, Signer
from undermine.server.game import Game, write_options
from undermine.server.store.base import Decision, Seat, Table
from undermine.server.store.sqlite import SqliteStore

ID = "prepared22"
SEATS = (Seat(0, "human", "Marta"), Seat(1, "bot", "Rook"), Seat(2, "bot", "Gus"))


def eagerly(option: Option) -> tuple[bool, int, int]:
    """Dig to the right, best between two goals."""
    return option.verb == "lay", min(option.x, 8), -abs(abs(option.y) - 1)


def play_towards(step: str, seed: int) -> tuple[Table, Game, list[Decision]] | None:
    """A game up to the moment when the first seat is asked that; None when it never is."""
    options = Options(players=len(SEATS), switches={"firstPlayer": "host"})
    table = Table(ID, write_options(options), seed.to_bytes(32, "big"), seats=SEATS)
    game = Game(table)
    draft = game.opening()
    decisions: list[Decision] = []
    while not draft.over:
        cmd = f"{draft.seat}:{len(decisions)}"
        decisions.append(game.decision(draft, cmd))
        game.settle(draft, cmd)
        seat = game.waiting()[0]
        ask = game.ask(seat)
        assert ask is not None
        if seat == 0 and ask.step == step:
            return table, game, decisions
        draft = game.draft(seat, max(ask.options, key=eagerly).action)
    return None


def prepare(database: Path, step: str) -> str:
    """Put such a table into a database; returns the path of the first seat's link."""
    table, game, decisions = next(found for seed in range(400) if (found := play_towards(step, seed)))

    async def write() -> bytes:
        store = SqliteStore(database, "normal")
        await store.open()
        await store.keep_names(game.names_key, game.names)
        await store.create(table)
        await store.start(table, decisions[0], None)
        for decision in decisions[1:]:
            await store.append(table.id, decision, "running", None)
        key = await store.key()
        await store.close()
        return key

    return f"/s/{Signer(asyncio.run(write())).token(SeatKey(table.id, 0, 0))}"
