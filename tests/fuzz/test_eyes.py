"""That a card told to eyes too many would be noticed, whichever it is."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from tests.fuzz.combinations import together
from tests.fuzz.eyes import Eyes
from tests.fuzz.game import Game
from undermine.kernel import engine
from undermine.kernel.event import Event
from undermine.kernel.fields import FACE
from undermine.kernel.ids import ALL
from undermine.registry import GAMES, Options, extras_of, players_of
from undermine.sim.checking import Broken


def tables() -> list[Options]:
    """Every game for more than one, and every extra."""
    found: list[Options] = []
    for game in GAMES:
        for extra in ["", *extras_of(game)]:
            plain = Options(game=game, extras=together([extra] if extra else [], game))
            most = players_of(plain)[1]
            if most > 1:
                found.append(msgspec.structs.replace(plain, players=min(most, 5)))
    return found


def seen_by(row: Event, eyes: int) -> Event:
    return Event(row.kind, eyes, row.a, row.b, row.c, row.d)


def noticed(game: Game, rows: list[Event], at: int, eyes: int) -> bool:
    """Would it be, if the row at this place were told to these?"""
    seat = game.moves[-1][0]
    told = [*rows[:at], seen_by(rows[at], eyes), *rows[at + 1 :]]
    watch = Eyes(game.rules)
    watch.player = game.eyes.player
    try:
        watch.check(seat, int(engine.waiting(game.state)), told)
    except Broken:
        return True
    return False


@pytest.mark.parametrize("table", tables(), ids=lambda table: "+".join((table.game, *table.extras)))
def test_a_card_that_one_more_seat_is_told_of_is_noticed(table: Options) -> None:
    """A card told to all is noticed too, unless that very thing is sometimes opened for all."""
    tried: Counter[str] = Counter()
    for seed in range(2):
        game = Game(table, seed, 10**6)
        game.open()
        while not game.state.over() and game.rounds < 2:
            game.move()
            rows = game.last_rows()
            for at, row in enumerate(rows):
                if not row.eyes or row.eyes == ALL or not any(game.eyes.numbers(row, FACE)):
                    continue
                other = next(seat for seat in range(game.rules.seats) if not row.eyes >> seat & 1)
                assert noticed(game, rows, at, row.eyes | 1 << other), game.eyes.path(row)
                tried[game.eyes.name(row)] += 1
                if game.eyes.path(row) in (
                    "deck > hand",
                    "gold deck > purse",
                    "payment > purse",
                    "roles left over > role",
                ):
                    assert noticed(game, rows, at, ALL), game.eyes.path(row)
                    assert noticed(game, rows, at, 1 << other), game.eyes.path(row)
    assert tried["drew"] > 20
    assert tried["drew"] < sum(tried.values())
