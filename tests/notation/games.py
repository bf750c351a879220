"""Random games for the tests of notation."""

from __future__ import annotations

from undermine.kernel.chance import Seeded
from undermine.kernel.engine import legal, open_game, step, waiting
from undermine.kernel.event import Event, Kind
from undermine.kernel.ids import NOBODY, lowest
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.notation.records import Move, Record, record_of
from undermine.registry import Options, ruleset

NAMES = ["Anna", "Boris #2", 'Оле|на: "x"']


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


def recorded(options: Options, seed: int, plies: int = 10_000) -> Record:
    """The first moves of a random game, or all of them, as a record."""
    log: list[Event] = []
    chance = Seeded(seed)
    play = open_game(ruleset(options), chance, log)
    moves = [Move(NOBODY, 0, log[:])]
    while play.state.depth and len(moves) <= plies:
        seat = lowest(waiting(play.state))
        actions = legal(play.state, seat)
        action = actions[chance.below(len(actions))]
        start = len(log)
        step(play, seat, action, chance)
        moves.append(Move(seat, action, log[start:]))
    return record_of(options, NAMES, moves)


def tuple_of(event: Event) -> tuple[Kind, int, int, int, int, int]:
    return event.kind, event.eyes, event.a, event.b, event.c, event.d
