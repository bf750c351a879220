"""What nobody who watches a table wants to see: follies of bots in the base game, counted in simulated games.

A folly is counted against the occasions for it: questions at which some legal action would have been that folly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from undermine.bots import Seated, bot, derived
from undermine.bots.steady import Steady
from undermine.games.classic.judge.digging import blind
from undermine.games.classic.mind.mind import ClassicMind
from undermine.games.classic.mind.sight import Sight, thrown
from undermine.games.classic.rules.actions import is_pass, lays_tunnel, tile_laid
from undermine.games.classic.rules.extending import HINDER, LOOK, MEND, REMOVE
from undermine.games.classic.rules.state import FRONT, GOAL, TURN, Classic, classic
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import legal, open_game, step, waiting
from undermine.kernel.event import Event
from undermine.kernel.forms import aim_of, card_of
from undermine.kernel.ids import UNKNOWN, lowest
from undermine.kernel.visibility import stream
from undermine.registry import Options, ruleset
from undermine.sim.simulate import results
from undermine.sim.tally import Share, wilson

FRIEND: Final = 0.2  # who is suspected less than this is believed in
FOE: Final = 0.8
STRIDE: Final = 0.6  # cards of progress that are worth a turn
BATCH: Final = 10


class Case:
    """A question of a turn: what its seat saw and believed, and what each answer would do."""

    def __init__(self, view: Classic, seat: int, mind: ClassicMind, actions: list[int]) -> None:
        self.view = view
        self.seat = seat
        self.actions = actions
        self.sight = Sight(view, seat, mind.belief(view), mind.suspicion.public())
        self.sight.think_over(actions)
        self.sight.look_closer(actions)
        self.foe = self.sight.saboteur
        self.barred = bool(view.hindered(seat))
        self.gains = {action: self.sight.left - self.sight.after(action) for action in actions if lays_tunnel(action)}
        self.best = max(self.gains.values(), default=0.0)
        self.mends = [action for action in actions if self.use(action) == MEND and self.target(action) == seat]

    def use(self, action: int) -> int:
        """What an action card is for; -1 for tunnels and passes."""
        if lays_tunnel(action) or is_pass(action):
            return -1
        return self.sight.use(card_of(action))

    def target(self, action: int) -> int:
        """Before whom it is played."""
        return self.sight.target(action)

    def hits(self, action: int, use: int, least: float, most: float) -> bool:
        """Is such a card played before somebody else who is suspected so much?"""
        if self.use(action) != use:
            return False
        target = self.target(action)
        return target not in (-1, self.seat) and least <= self.sight.belief.suspicion[target] <= most

    def looks(self, action: int) -> bool:
        """Is a goal looked at?"""
        return self.use(action) == LOOK and bool(self.view.hooks.cards[card_of(action)].form.fits(action))

    def throws(self, action: int, use: int) -> bool:
        """Is a card of this use thrown away?"""
        return is_pass(action) and any(
            not self.view.hooks.tile_of[face] and self.sight.use(face) == use for face in thrown(action)
        )

    def ends(self, action: int) -> bool:
        """Does a tunnel reach the gold, as far as its seat can be sure?"""
        return self.sight.sure and lays_tunnel(action) and self.sight.after(action) < 0.01

    def whole_foe(self) -> bool:
        """Is there a sure foe who may still lay tunnels?"""
        chances = self.sight.belief.suspicion
        return any(
            chance > FOE and other != self.seat and not self.view.hindered(other)
            for other, chance in enumerate(chances)
        )


Folly = Callable[[Case, int], bool]
FOLLIES: Final[dict[str, Folly]] = {
    "a digger breaks the tools of somebody it believes in": lambda c, a: not c.foe and c.hits(a, HINDER, 0.0, FRIEND),
    "a saboteur breaks the tools of another": lambda c, a: c.foe and c.hits(a, HINDER, FOE, 1.0),
    "a digger mends the tools of a sure saboteur": lambda c, a: not c.foe and c.hits(a, MEND, FOE, 1.0),
    "a saboteur mends the tools of a sure digger": lambda c, a: c.foe and c.hits(a, MEND, 0.0, FRIEND),
    "a digger throws away what breaks tools while a sure saboteur digs": lambda c, a: (
        not c.foe and c.throws(a, HINDER) and c.whole_foe()
    ),
    "somebody looks at a goal that they know": lambda c, a: (
        c.looks(a) and not c.view.cards.number(GOAL + aim_of(a), UNKNOWN)
    ),
    "somebody looks for gold though they know where it is": lambda c, a: c.looks(a) and c.sight.sure,
    "a digger does not end a round that it could win": lambda c, a: (
        not c.foe and not c.ends(a) and any(c.ends(other) for other in c.actions)
    ),
    "a saboteur ends the round for the diggers": lambda c, a: c.foe and c.ends(a),
    "a digger lays a blind end that bars the way": lambda c, a: (
        not c.foe
        and lays_tunnel(a)
        and c.gains[a] < -STRIDE
        and blind(c.view.grid, tile_laid(c.view, card_of(a), aim_of(a) & 3))
    ),
    "a digger lays a tunnel that makes the way longer": lambda c, a: (
        not c.foe and lays_tunnel(a) and c.gains[a] < -STRIDE
    ),
    "a digger throws a card away while it could dig on": lambda c, a: not c.foe and is_pass(a) and c.best > STRIDE,
    "a digger lays beside the way while it could dig on": lambda c, a: (
        not c.foe and lays_tunnel(a) and c.best > STRIDE and c.gains[a] < 0.01
    ),
    "a saboteur digs a whole card towards sure gold": lambda c, a: (
        c.foe and c.sight.sure and lays_tunnel(a) and c.gains[a] > STRIDE
    ),
    "a digger stays broken with the cure in its hand": lambda c, a: (
        not c.foe and c.barred and is_pass(a) and bool(c.mends) and c.view.cards.size(FRONT + c.seat) == 1
    ),
    "a digger mends somebody else before itself": lambda c, a: (
        not c.foe and c.barred and bool(c.mends) and c.use(a) == MEND and c.target(a) != c.seat
    ),
    "a digger throws away what mends its own tools": lambda c, a: not c.foe and bool(c.mends) and c.throws(a, MEND),
    "a digger throws a map away before it knows of the gold": lambda c, a: (
        not c.foe and not c.sight.sure and c.throws(a, LOOK)
    ),
    "a digger brings down a card that it needs": lambda c, a: (
        not c.foe and c.use(a) == REMOVE and c.sight.falls.get(int(aim_of(a)), 0.0) > STRIDE
    ),
    "a digger breaks what is broken while a sure saboteur digs": lambda c, a: (
        not c.foe and c.use(a) == HINDER and bool(c.view.hindered(c.target(a))) and c.whole_foe()
    ),
}


@dataclass
class Found:
    """How often each folly was committed, and how often it could have been."""

    games: int = 0
    done: dict[str, int] = field(default_factory=lambda: dict.fromkeys(FOLLIES, 0))
    could: dict[str, int] = field(default_factory=lambda: dict.fromkeys(FOLLIES, 0))

    def add(self, other: Found) -> None:
        self.games += other.games
        for name in FOLLIES:
            self.done[name] += other.done[name]
            self.could[name] += other.could[name]

    def share(self, name: str) -> Share:
        return wilson(self.done[name], self.could[name])


@dataclass(frozen=True)
class Games:
    """What a process is given."""

    players: int
    level: str
    seed: int
    first: int
    number: int


def count_follies(
    players: int, level: str, games: int, seed: int, processes: int, told: Callable[[int], None] = lambda _: None
) -> Found:
    """Of one level that plays by a steady mind, in so many base games."""
    jobs: Iterator[Games] = (
        Games(players, level, seed, first, min(BATCH, games - first)) for first in range(0, games, BATCH)
    )
    whole = Found()
    for part in results(watch, jobs, min(processes, -(-games // BATCH))):
        whole.add(part)
        told(part.games)
    return whole


def watch(job: Games) -> Found:
    """Some of the games."""
    found = Found()
    for game in range(job.first, job.first + job.number):
        watch_game(job, derived(job.seed, game), found)
        found.games += 1
    return found


def watch_game(job: Games, seed: int, found: Found) -> None:
    """One of them."""
    rules = ruleset(Options(players=job.players))
    bots = [Seated(bot(job.level, derived(seed, seat + 1)), rules, seat) for seat in range(job.players)]
    chance = Seeded(derived(seed, 0))
    log: list[Event] = []
    play = open_game(rules, chance, log)
    told = 0
    while play.state.depth:
        rows, told = log[told:], len(log)
        for seated in bots:
            seated.hear(stream(rows, seated.seat))
        seat = lowest(waiting(play.state))
        view = classic(bots[seat].view)
        actions = legal(view, seat)
        action = bots[seat].choose()
        if len(actions) > 1 and view.top().step == TURN:
            note(bots[seat], view, actions, action, found)
        step(play, seat, action, chance)


def note(seated: Seated, view: Classic, actions: list[int], chosen: int, found: Found) -> None:
    """See whether a choice was foolish."""
    thinker = seated.bot
    assert isinstance(thinker, Steady)  # noqa: S101 - only a mind knows what it believes
    mind = thinker.mind(view.rules)
    assert isinstance(mind, ClassicMind)  # noqa: S101
    case = Case(view, seated.seat, mind, actions)
    for name, folly in FOLLIES.items():
        if any(folly(case, action) for action in actions):
            found.could[name] += 1
            found.done[name] += folly(case, chosen)
