"""Drafted, stored, settled, told: a fault in one of them leaves the ones before it whole."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.house import house
from undermine.kernel.engine import legal
from undermine.kernel.event import Event
from undermine.kernel.ids import SPECTATOR
from undermine.kernel.state import State
from undermine.kernel.visibility import observe
from undermine.present import told as told_to
from undermine.present.view import Told
from undermine.registry import Options
from undermine.server import game as games
from undermine.server.game import Game, write_options
from undermine.server.store.base import Table

TABLE = Table("abcdefghjk", write_options(Options(players=4)), b"s" * 32)


def played(game: Game, moves: int) -> None:
    for _ in range(moves):
        seat = game.waiting()[0]
        game.settle(game.draft(seat, legal(game.observers[seat].view, seat)[0]), f"auto:{game.seq}")


def test_a_fault_in_words_for_one_seat_changes_nobodys_view(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, faulty = Game(TABLE), Game(TABLE)
    for game in (whole, faulty):
        game.settle(game.opening(), "auto:0")
    told, calls = told_to, [0]

    def failing(state: State, rows: list[Event]) -> list[Told]:
        calls[0] += 1
        if calls[0] == 2:  # the first is for the spectators, and for all who were told the same
            raise RuntimeError("no words")
        return told(state, rows)

    monkeypatch.setattr(games, "told", failing)
    played(faulty, 1)
    monkeypatch.setattr(games, "told", told)
    played(whole, 1)
    assert sum(b"untold" in o.news() for o in faulty.observers.values()) == 1
    played(faulty, 20)
    played(whole, 20)
    for seat in whole.observers:
        assert faulty.observers[seat].view.ints() == whole.observers[seat].view.ints()
        assert faulty.observers[seat].n == whole.observers[seat].n


def test_a_fault_in_folding_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(TABLE)
    game.settle(game.opening(), "auto:0")
    before = {seat: (o.view.ints(), o.n) for seat, o in game.observers.items()}

    def failing(log: list[Event], seats: list[int], views: list[State]) -> list[list[Event]]:
        observe(log[:2], seats, views)
        raise RuntimeError("no fold")

    seat = game.waiting()[0]
    monkeypatch.setattr(games, "observe", failing)
    with pytest.raises(RuntimeError, match="no fold"):
        game.draft(seat, legal(game.observers[seat].view, seat)[0])
    monkeypatch.setattr(games, "observe", observe)
    assert {seat: (o.view.ints(), o.n) for seat, o in game.observers.items()} == before
    played(game, 5)
    assert SPECTATOR in game.observers


def test_others_are_told_and_the_table_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One seat's words fail in mid-game, over sockets: nobody is cut off, and a reload finds the same views."""
    calls: list[bool] = []

    def failing(state: State, rows: list[Event]) -> list[Told]:
        calls.extend(armed)
        if len(calls) in (1, 2):
            raise RuntimeError("no words")
        return told_to(state, rows)

    armed: list[bool] = []
    monkeypatch.setattr(games, "told", failing)

    async def story() -> None:
        async with house(tmp_path) as home:
            table, host = await home.open(game="duel", players=2)
            guests = [host, await home.join(table, "Bob")]
            for guest in guests:
                await guest.come()
            await home.post(f"/api/tables/{table}/start", headers={"cookie": host.cookie})
            await asyncio.gather(*(guest.play(lambda guest: guest.n > 40) for guest in guests))
            armed.append(True)
            await asyncio.gather(*(guest.play() for guest in guests))
            untold = [[event["kind"] for event in guest.events].count("untold") for guest in guests]
            assert max(untold) == 1  # a message is lost, and no more
            live, row = home.lobby._tables[table]._game, await home.lobby.store.table(table)
            assert live is not None
            assert row is not None
            again = Game(row)
            decisions = await home.lobby.store.decisions(table)
            await again.reader.learn(home.lobby.store, decisions)
            for decision in decisions:
                again.replay(decision)
            for seat, observer in live.observers.items():
                assert again.observers[seat].view.ints() == observer.view.ints()
                assert again.observers[seat].n == observer.n

    asyncio.run(story())
