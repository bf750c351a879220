"""Tables that stand right before something rare: played there by the engine, and stored as the server stores them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import msgspec

from undermine.bots import make
from undermine.present.view import Ask, Move
from undermine.registry import Options
from undermine.server.auth import SeatKey, Signer
from undermine.server.game import Game, write_options
from undermine.server.store.base import Decision, Seat, Status, Table
from undermine.server.store.sqlite import SqliteStore

ID = "prepared22"
ALONE = (Seat(0, "human", "Marta"), Seat(1, "bot", "Rook"), Seat(2, "bot", "Gus"))
TWO = (Seat(0, "human", "Marta"), Seat(1, "human", "Oleh"), Seat(2, "bot", "Rook"))
Moment: TypeAlias = Callable[[Game, Ask], bool]  # whether the first seat stands there with its question
Played: TypeAlias = tuple[Table, Game, list[Decision]]


def eagerly(move: Move) -> tuple[bool, int, int]:
    """Dig to the right, best between two goals."""
    said = msgspec.to_builtins(move)
    return said["verb"] == "lay", min(said.get("x", 0), 8), -abs(abs(said.get("y", 0)) - 1)


def idly(move: Move) -> tuple[bool, int, int]:
    """Throw cards away."""
    return msgspec.to_builtins(move)["verb"] == "pass", 0, 0


def taken(game: Game, move: Move) -> int:
    """The action that a move means."""
    return game.moves.action(move)


def asks(step: str) -> Moment:
    """When the first seat is asked that."""
    return lambda _, ask: ask.step == step


def ends(kind: str) -> Moment:
    """When whatever the first seat does leads to that event: a new `round`, or the end, `over`."""
    return lambda game, ask: all(
        kind in {told.kind for told in game.public(game.draft(0, taken(game, move)))} for move in ask.options
    )


def play_towards(moment: Moment, seats: tuple[Seat, ...], seed: int) -> Played | None:
    """A game up to that moment; None when it never comes."""
    options = Options(players=len(seats), switches={"firstPlayer": "host"})
    table = Table(ID, write_options(options), seed.to_bytes(32, "big"), seats=seats)
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
        if seat == 0 and moment(game, ask):
            return table, game, decisions
        draft = game.draft(seat, taken(game, max(ask.options, key=eagerly if seats is ALONE else idly)))
    return None


def play_to_the_end(seats: tuple[Seat, ...]) -> Played:
    """A whole game as bots play it, also for people."""
    table = Table(ID, write_options(Options(players=len(seats))), bytes(32), seats=seats)
    game = Game(table)
    draft = game.opening()
    decisions: list[Decision] = []
    while True:
        cmd = f"{draft.seat}:{len(decisions)}"
        decisions.append(game.decision(draft, cmd))
        game.settle(draft, cmd)
        if draft.over:
            return table, game, decisions
        seat = game.waiting()[0]
        draft = game.draft(seat, make("greedy", 0).choose(game.observers[seat].view.copy(), seat, len(decisions)))


def prepare(database: Path, moment: Moment, seats: tuple[Seat, ...] = ALONE) -> list[str]:
    """Put such a table into a database; returns the paths of the links of people's seats."""
    return write(database, next(found for seed in range(400) if (found := play_towards(moment, seats, seed))))


def prepare_finished(database: Path, seats: tuple[Seat, ...] = ALONE) -> list[str]:
    """Put a finished game into a database; returns the paths of the links of people's seats."""
    return write(database, play_to_the_end(seats))


def write(database: Path, played: Played) -> list[str]:
    table, game, decisions = played
    last: Status = "running" if game.waiting() else "over"

    async def store_all() -> bytes:
        store = SqliteStore(database, "normal")
        await store.open()
        await store.keep_names(game.names_key, game.names)
        await store.create(table)
        await store.start(table, decisions[0], None)
        for decision in decisions[1:]:
            await store.append(table.id, decision, last if decision is decisions[-1] else "running", None)
        key = await store.key()
        await store.close()
        return key

    signer = Signer(asyncio.run(store_all()))
    return [f"/s/{signer.token(SeatKey(table.id, seat.seat, 0))}" for seat in table.seats if seat.kind == "human"]
