"""Whole games of random moves through the engine's public functions, compiled with it."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from undermine.kernel.agenda import WIDEST
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import act, advance, open_game, options, waiting
from undermine.kernel.event import Event
from undermine.kernel.ids import lowest
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.kernel.visibility import follow, observers


def playouts(rules: Ruleset, games: int, seed: i64, keep: bool, watch: bool) -> tuple[int, int]:
    """Moves made, and a checksum over how much was legal and which of it was chosen: the same compiled or not.

    `keep` a log of events; `watch`: fold it into every seat's view as well.
    """
    chance = Seeded(seed)
    buffer = vec[i64]([0] * WIDEST)
    moves: i64 = 0
    check: i64 = 0
    for _ in range(games):
        log: list[Event] = []
        play = open_game(rules, chance, log if keep else None)
        s = play.state
        views: list[State] = observers(rules, rules.seats) if watch else []
        seen: i64 = follow(views, log, 0) if watch else i64(0)
        while s.depth:
            seat = lowest(waiting(s))
            n = options(s, seat, buffer)
            chosen = chance.below(n)
            act(play, seat, buffer[chosen])
            advance(play, chance)
            if watch:
                seen = follow(views, log, seen)
            moves += 1
            check = (check * 31 + n * 1009 + chosen) & 0xFFFFFFFF
    return moves, check


def midgame(rules: Ruleset, seed: i64, plies: int) -> State:
    """A state some moves into a random game; its last one, if it is as short as that."""
    chance = Seeded(seed)
    buffer = vec[i64]([0] * WIDEST)
    play = open_game(rules, chance, None)
    s = play.state
    for _ in range(plies):
        if not s.depth:
            break
        seat = lowest(waiting(s))
        act(play, seat, buffer[chance.below(options(s, seat, buffer))])
        advance(play, chance)
    return s


def copies(s: State, times: int) -> int:
    """Copy a state so many times, to see what that costs."""
    for _ in range(times):
        s.copy()
    return times
