"""A little of what `make silence` does, and that it would notice."""

from __future__ import annotations

import random

import pytest

from tests.silence.plants import PLANTS
from tests.silence.run import MOVES, noticed, table_with
from tests.silence.worlds import watch
from undermine.registry import GAMES


@pytest.mark.parametrize("game", [*GAMES, ""])
def test_two_worlds_that_look_the_same_are_sent_the_same(game: str) -> None:
    rnd = random.Random(f"twins {game}")
    found = watch(table_with(game, rnd), 5, 3, MOVES)
    assert found.leaks == []
    assert found.messages > 20


@pytest.mark.parametrize(
    "name", ["Messages are longer where there is more to hide", "A bot takes longer with good cards"]
)
def test_a_planted_leak_is_noticed(name: str) -> None:
    assert name in PLANTS
    assert noticed(name)
