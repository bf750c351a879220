"""Drafted, stored, settled, told: a fault in one of them leaves the ones before it whole."""

from __future__ import annotations

import pytest

from undermine.kernel.engine import legal
from undermine.kernel.event import Event
from undermine.kernel.ids import SPECTATOR
from undermine.kernel.state import State
from undermine.kernel.visibility import fold
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
        if calls[0] == 3:
            raise RuntimeError("no words")
        return told(state, rows)

    monkeypatch.setattr(games, "told", failing)
    played(faulty, 1)
    monkeypatch.setattr(games, "told", told)
    played(whole, 1)
    assert [o.news()[0].kind for o in faulty.observers.values()].count("untold") == 1
    played(faulty, 20)
    played(whole, 20)
    for seat in whole.observers:
        assert faulty.observers[seat].view.ints() == whole.observers[seat].view.ints()
        assert faulty.observers[seat].n == whole.observers[seat].n


def test_a_fault_in_folding_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(TABLE)
    game.settle(game.opening(), "auto:0")
    before = {seat: (o.view.ints(), o.n) for seat, o in game.observers.items()}
    calls = [0]

    def failing(state: State, row: Event) -> None:
        calls[0] += 1
        if calls[0] == 7:
            raise RuntimeError("no fold")
        fold(state, row)

    seat = game.waiting()[0]
    monkeypatch.setattr(games, "fold", failing)
    with pytest.raises(RuntimeError, match="no fold"):
        game.draft(seat, legal(game.observers[seat].view, seat)[0])
    monkeypatch.setattr(games, "fold", fold)
    assert {seat: (o.view.ints(), o.n) for seat, o in game.observers.items()} == before
    played(game, 5)
    assert SPECTATOR in game.observers
