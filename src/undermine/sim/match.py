"""One game between bots, each of which is shown its own view and nothing else."""

from __future__ import annotations

from dataclasses import replace

from undermine.bots import Claim, Seated, derived, make
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import open_game, step, waiting
from undermine.kernel.event import Event
from undermine.kernel.ids import NOBODY, lowest
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.visibility import stream
from undermine.notation.claims import claims_of
from undermine.sim.checking import Watch
from undermine.sim.counting import count_of
from undermine.sim.tally import Tally


def spread(bots: list[Seated], log: list[Event]) -> None:
    """Tell every bot what its seat may know of what has happened."""
    for bot in bots:
        bot.hear(stream(log, bot.seat))


def talk(rules: Ruleset, bots: list[Seated], seat: int) -> Claim | None:
    """Whoever is about to choose may say something, and everybody hears it; what cannot be said is not heard."""
    said = bots[seat].say()
    if said is None:
        return None
    claim = claims_of(rules).checked(replace(said, seat=seat))
    for bot in bots:
        bot.listen(claim)
    return claim


def play_match(rules: Ruleset, names: tuple[str, ...], seed: int, tally: Tally, watch: Watch | None = None) -> None:
    """Play a whole game and add how it went; `watch` looks at every move."""
    bots = [Seated(make(name, derived(seed, seat + 1)), rules, seat) for seat, name in enumerate(names)]
    views = [bot.view for bot in bots]
    chance = Seeded(derived(seed, 0))
    log: list[Event] = []
    play = open_game(rules, chance, log)
    s = play.state
    spread(bots, log)
    if watch is not None:
        watch.moved(s, views, NOBODY, 0, log[:])
    seat = lowest(waiting(s))
    count = count_of(rules)
    while s.depth:
        count.moved(s)
        talk(rules, bots, seat)
        asked, action, start = seat, bots[seat].choose(), len(log)
        seat = step(play, asked, action, chance)
        spread(bots, log[start:])
        count.went_on(s)
        if watch is not None:
            watch.moved(s, views, asked, action, log[start:])
    count.done(s, tally)
    if watch is not None:
        watch.ended(log, views)
