"""One game between bots, each of which is shown its own view and nothing else."""

from __future__ import annotations

import hashlib

from undermine.bots import make
from undermine.games.classic.gold import worth
from undermine.games.classic.state import DIGGERS_WON, RESULT, ROUNDS, Classic, classic, purse
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import open_game, step, waiting
from undermine.kernel.event import Event
from undermine.kernel.ids import lowest
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.kernel.visibility import follow
from undermine.sim.tally import Tally


def derived(seed: int, *parts: int) -> int:
    """A seed of its own for each part of a simulation, whichever process plays it."""
    text = ",".join(str(part) for part in (seed, *parts))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=4).digest(), "big") >> 1


def play_match(rules: Ruleset, names: tuple[str, ...], seed: int, tally: Tally) -> None:
    """Play a whole game and add how it went."""
    bots = [make(name, derived(seed, seat + 1)) for seat, name in enumerate(names)]
    chance = Seeded(derived(seed, 0))
    log: list[Event] = []
    play = open_game(rules, chance, log)
    s = classic(play.state)
    views: list[State] = [rules.game.new_state(rules) for _ in range(rules.seats)]
    seen = follow(views, log, 0)
    seat = lowest(waiting(s))
    moves = [0] * ROUNDS
    gold = [[0] * len(names)]
    while s.depth:
        number = int(s.round)
        moves[number - 1] += 1
        seat = step(play, seat, bots[seat].choose(views[seat], seat), chance)
        seen = follow(views, log, seen)
        if s.round != number or not s.depth:
            gold.append(nuggets(s))
    for index in range(ROUNDS):
        at = s.hooks.results + index * RESULT
        won = [after - before for before, after in zip(gold[index], gold[index + 1], strict=True)]
        tally.add_round(index, s.numbers[at] == DIGGERS_WON, moves[index], roles(s, index), won)
    tally.add_game(gold[-1])


def nuggets(s: Classic) -> list[int]:
    """In each purse."""
    return [int(worth(s, purse(seat))) for seat in range(s.seats)]


def roles(s: Classic, index: int) -> list[int]:
    """What each seat was in a round that is over."""
    packed = s.numbers[s.hooks.results + index * RESULT + 2]
    return [int(packed >> (4 * seat) & 15) for seat in range(s.seats)]
