"""Random games for the tests of notation."""

from __future__ import annotations

from undermine.kernel.chance import Seeded
from undermine.kernel.engine import legal, open_game, step, waiting
from undermine.kernel.event import Event, Kind
from undermine.kernel.ids import lowest
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State


def random_game(rules: Ruleset, seed: int) -> tuple[list[Event], State]:
    """A finished game: all its events and its last state."""
    log: list[Event] = []
    chance = Seeded(seed)
    play = open_game(rules, chance, log)
    while play.state.depth:
        seat = lowest(waiting(play.state))
        actions = legal(play.state, seat)
        step(play, seat, actions[chance.below(len(actions))], chance)
    return log, play.state


def tuple_of(event: Event) -> tuple[Kind, int, int, int, int, int]:
    return event.kind, event.eyes, event.a, event.b, event.c, event.d
