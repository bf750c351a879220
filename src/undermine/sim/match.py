"""One game between bots, each of which is shown its own view and nothing else."""

from __future__ import annotations

import hashlib

from undermine.bots import make
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import open_game, step, waiting
from undermine.kernel.event import Event
from undermine.kernel.ids import NOBODY, lowest
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.kernel.visibility import follow
from undermine.sim.checking import Watch
from undermine.sim.counting import count_of
from undermine.sim.tally import Tally


def derived(seed: int, *parts: int) -> int:
    """A seed of its own for each part of a simulation, whichever process plays it."""
    text = ",".join(str(part) for part in (seed, *parts))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=4).digest(), "big") >> 1


def play_match(rules: Ruleset, names: tuple[str, ...], seed: int, tally: Tally, watch: Watch | None = None) -> None:
    """Play a whole game and add how it went; `watch` looks at every move."""
    bots = [make(name, derived(seed, seat + 1)) for seat, name in enumerate(names)]
    chance = Seeded(derived(seed, 0))
    log: list[Event] = []
    play = open_game(rules, chance, log)
    s = play.state
    views: list[State] = [rules.game.new_state(rules) for _ in range(rules.seats)]
    seen = follow(views, log, 0)
    if watch is not None:
        watch.moved(s, views, NOBODY, 0, log[:])
    seat = lowest(waiting(s))
    count = count_of(rules)
    while s.depth:
        count.moved(s)
        asked, action, start = seat, bots[seat].choose(views[seat], seat), seen
        seat = step(play, asked, action, chance)
        seen = follow(views, log, start)
        count.went_on(s)
        if watch is not None:
            watch.moved(s, views, asked, action, log[start:])
    count.done(s, tally)
    if watch is not None:
        watch.ended(log, views)
