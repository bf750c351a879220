"""Views that are followed together share the maze: they must be what each would have been on its own."""

from __future__ import annotations

import random

import pytest

from undermine.errors import UndermineError
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import act, advance, legal, open_game, waiting
from undermine.kernel.event import Event
from undermine.kernel.ids import lowest
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.visibility import fold, follow, observers, stream
from undermine.registry import GAMES, MODULES, Options, ruleset

TABLES = [*((game, ()) for game in GAMES), *(("classic", (extra,)) for extra in MODULES)]


def rules_for(game: str, extras: tuple[str, ...]) -> Ruleset | None:
    for players in (5, 4, 3, 2, 1):
        try:
            return ruleset(Options(game=game, players=players, extras=extras))
        except UndermineError:
            continue
    return None


@pytest.mark.parametrize(("game", "extras"), TABLES)
def test_views_that_share_the_maze_are_what_each_would_be_alone(game: str, extras: tuple[str, ...]) -> None:
    rules = rules_for(game, extras)
    assert rules is not None
    rnd = random.Random(1)
    chance = Seeded(1)
    log: list[Event] = []
    play = open_game(rules, chance, log)
    together = observers(rules, rules.seats)
    seen = follow(together, log, 0)
    while play.state.depth:
        seat = lowest(waiting(play.state))
        assert legal(together[seat], seat) == legal(play.state, seat)
        act(play, seat, rnd.choice(legal(play.state, seat)))
        advance(play, chance)
        seen = follow(together, log, seen)
    for seat in range(rules.seats):
        alone = rules.game.new_state(rules)
        for event in stream(log, seat):
            fold(alone, event)
        assert together[seat].ints() == alone.ints()
