"""How many ways there are to play on from a seeded deal: the same numbers mean the same rules."""

from __future__ import annotations

from typing import Literal

from undermine.kernel.chance import Chance, Enumerated, Seeded
from undermine.kernel.engine import act, advance, legal, open_game, waiting
from undermine.kernel.event import Play
from undermine.kernel.ids import lowest
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State

ChanceMode = Literal["seed", "enumerate"]


def count(rules: Ruleset, seed: int, depth: int, chance: ChanceMode = "seed") -> int:
    """Lines of play of `depth` moves from the deal of a seed.

    Draws come from the seed (the n-th move draws the same number in every line), or each possible outcome of a draw is
    a line of its own.
    """
    return below(open_game(rules, Seeded(seed), None).state, seed, depth, chance)


def below(s: State, seed: int, depth: int, chance: ChanceMode) -> int:
    """Lines of play of `depth` moves from a state."""
    if depth == 0 or s.over():
        return 1
    seat = lowest(waiting(s))
    lines = 0
    for action in legal(s, seat):
        if chance == "seed":
            lines += below(after(s, action, Seeded(seed + depth)), seed, depth - 1, chance)
        else:
            every = Enumerated()
            more = True
            while more:
                lines += below(after(s, action, every), seed, depth - 1, chance)
                more = every.turn()
    return lines


def after(s: State, action: int, chance: Chance) -> State:
    """A copy in which whoever is asked has done this."""
    play = Play(s.copy(), None)
    act(play, lowest(waiting(s)), action)
    advance(play, chance)
    return play.state
