"""Many games side by side, stepped in one call; what comes out is written into vecs that others look into. Compiled."""

from __future__ import annotations

from typing import Final, final

from librt.strings import read_i64_le
from librt.vecs import vec
from mypy_extensions import i64, u8

from undermine.gym.encoding import WIDE, Memory, Plan, list_choices, observe
from undermine.kernel.agenda import WIDEST
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import act, advance, open_game, options, waiting
from undermine.kernel.event import Event, Play
from undermine.kernel.ids import NOBODY, Action, Seat, lowest
from undermine.kernel.state import State
from undermine.kernel.visibility import follow, observers
from undermine.tunnels.table import Table

CALLER: Final = 0  # who answers for a seat: whoever steps the lanes,
DICE: Final = 1  # chance,
BOT: Final = 2  # or a bot, which is asked outside of this module

SEEDS: Final = 0x7FFFFFFF
FRESH: Final = -1  # no maze has been written yet


def mixed(seed: i64, lane: i64, game: i64) -> i64:
    """The seed of a game: the same for the same lane and number, and far from those of its neighbours."""
    x = (seed * 0x2545F491 + lane * 0x5DEECE66 + game * 0x41C64E6D + 0x3039) & SEEDS
    x = (x ^ x >> 15) * 0x2C1B3C6D & SEEDS
    x = (x ^ x >> 12) * 0x297A2D39 & SEEDS
    return (x ^ x >> 15) & SEEDS


@final
class Lanes:
    """So many games. Lane i has its row in every vec; `turns` says who is asked there.

    A game that is over is followed by the next one at once: `ends` says so, `scores` what each seat had won. `roles` says who
    answers for each seat; if they are `turning`, everybody sits one seat further on in each lane and each game.
    """

    def __init__(self, plan: Plan, n: i64, seed: i64, roles: vec[i64], turning: bool) -> None:
        seats = plan.seats
        self.plan: Final = plan
        self.n: Final = n
        self.seed = seed
        self.roles: Final = roles
        self.turning: Final = turning
        self.observations: vec[u8] = vec[u8]([0] * (n * plan.size))
        self.masks: vec[u8] = vec[u8]([0] * (n * plan.actions))
        self.rewards: vec[float] = vec[float]([0.0] * (n * seats))
        self.gains: vec[float] = vec[float]([0.0] * n)  # the caller's share of the rewards
        self.scores: vec[float] = vec[float]([0.0] * (n * seats))  # of the last game that ended
        self.paid: vec[float] = vec[float]([0.0] * (n * seats))  # what rewards have been given for in this game
        self.ends: vec[u8] = vec[u8]([0] * n)
        self.turns: vec[i64] = vec[i64]([0] * n)
        self.counts: vec[i64] = vec[i64]([0] * n)
        self.choices: vec[i64] = vec[i64]([0] * (n * WIDE))
        self.actions: vec[i64] = vec[i64]([0] * (n * WIDE))
        self.picked: vec[i64] = vec[i64]([0] * n)  # numbers taken by chance
        self.found: vec[i64] = vec[i64]([0] * n)  # actions of the present step
        self.seeds: vec[i64] = vec[i64]([0] * n)
        self.games: vec[i64] = vec[i64]([0] * n)  # how many have begun
        self.rounds: vec[i64] = vec[i64]([0] * n)
        self.moves: i64 = 0  # of everybody, in all lanes
        self.changes: vec[i64] = vec[i64]([FRESH] * n)  # of the maze, that have been written
        self.heard: vec[i64] = vec[i64]([0] * n)
        self.plays: list[Play] = []
        self.logs: list[list[Event]] = []
        self.views: list[list[State]] = []
        self.memories: list[Memory] = []
        self.chances: list[Seeded] = []
        self.dice = Seeded(seed)
        self.free = vec[i64]([0] * WIDEST)
        for lane in range(n):
            log: list[Event] = []
            self.chances.append(Seeded(0))
            self.logs.append(log)
            self.plays.append(open_game(plan.rules, self.chances[lane], log))
            self.views.append([])
            self.memories.append(Memory(plan))

    def reset(self, seed: i64) -> None:
        """All games begin anew."""
        self.seed = seed
        self.dice = Seeded(mixed(seed, self.n, 0))
        self.moves = 0
        for lane in range(self.n):
            self.games[lane] = 0
            self.open(lane)
            self.quiet(lane)
            self.go_on(lane)

    def open(self, lane: i64) -> None:
        """The next game of a lane."""
        plan = self.plan
        seed = mixed(self.seed, lane, self.games[lane])
        log: list[Event] = []
        chance = Seeded(seed)
        self.seeds[lane] = seed
        self.chances[lane] = chance
        self.logs[lane] = log
        self.plays[lane] = open_game(plan.rules, chance, log)
        views = observers(plan.rules, plan.seats)
        self.views[lane] = views
        self.heard[lane] = follow(views, log, 0)
        self.memories[lane].clear()
        self.games[lane] += 1
        self.changes[lane] = FRESH
        self.rounds[lane] = round_of(self.plays[lane].state)
        first = lane * plan.seats
        for seat in range(plan.seats):
            self.paid[first + seat] = 0.0

    def role(self, lane: i64, seat: Seat) -> i64:
        """Who answers for a seat in this game."""
        if not self.turning:
            return self.roles[seat]
        return self.roles[(seat + self.plan.seats - (lane + self.games[lane] - 1) % self.plan.seats) % self.plan.seats]

    def quiet(self, lane: i64) -> None:
        """Nothing has been won and nothing has ended since the last step."""
        self.ends[lane] = 0
        self.gains[lane] = 0.0
        first = lane * self.plan.seats
        for seat in range(self.plan.seats):
            self.rewards[first + seat] = 0.0

    def step(self, data: bytes) -> bool:
        """One answer for each lane, as numbers of eight bytes. Are there bots to be asked before anything is published?"""
        if len(data) != 8 * self.n:
            raise ValueError(f"{self.n} actions are needed, one for each game, not {len(data) // 8}")
        for lane in range(self.n):
            self.find(lane, read_i64_le(data, 8 * lane))
        waits = False
        for lane in range(self.n):
            self.quiet(lane)
            self.move(lane, self.found[lane])
            if self.go_on(lane):
                waits = True
        return waits

    def find(self, lane: i64, number: i64) -> None:
        """Which action a number is; nothing has been changed yet if it is none."""
        at = lane * WIDE
        end = at + self.counts[lane]
        while at < end:
            if self.choices[at] == number:
                self.found[lane] = self.actions[at]
                return
            at += 1
        raise ValueError(f"action {number} is not legal in game {lane}: take one whose mask is 1")

    def number_of(self, lane: i64, action: Action) -> i64:
        """Under which number an action is legal; NOBODY where it is not, or not among those that are listed."""
        at = lane * WIDE
        end = at + self.counts[lane]
        while at < end:
            if self.actions[at] == action:
                return self.choices[at]
            at += 1
        return NOBODY

    def move(self, lane: i64, action: Action) -> None:
        """Whoever is asked does this."""
        play = self.plays[lane]
        act(play, self.turns[lane], action)
        advance(play, self.chances[lane])
        self.heard[lane] = follow(self.views[lane], self.logs[lane], self.heard[lane])
        self.moves += 1
        if not play.state.depth or round_of(play.state) != self.rounds[lane]:
            self.pay(lane)

    def pay(self, lane: i64) -> None:
        """A round or the game is over: what each seat has won in it."""
        s = self.plays[lane].state
        self.rounds[lane] = round_of(s)
        first = lane * self.plan.seats
        won = self.plan.rules.game.returns(s)
        for seat in range(self.plan.seats):
            now = float(won[seat])
            self.rewards[first + seat] += now - self.paid[first + seat]
            if self.role(lane, seat) == CALLER:
                self.gains[lane] += now - self.paid[first + seat]
            self.paid[first + seat] = now
            if not s.depth:
                self.scores[first + seat] = now

    def go_on(self, lane: i64) -> bool:
        """On to the next question that chance does not answer, through the end of a game. Is it a bot's?"""
        while True:
            s = self.plays[lane].state
            if not s.depth:
                self.ends[lane] = 1
                self.open(lane)
                s = self.plays[lane].state
            seat = lowest(waiting(s))
            self.turns[lane] = seat
            who = self.role(lane, seat)
            if who != DICE:
                return who == BOT
            n = options(self.views[lane][seat], seat, self.free)
            self.move(lane, self.free[self.dice.below(n)])

    def answer(self, lane: i64, action: Action) -> bool:
        """A bot has answered. Is the next question one for a bot as well?"""
        self.move(lane, action)
        return self.go_on(lane)

    def publish(self) -> None:
        """Write what everybody who is asked now sees and may do."""
        for lane in range(self.n):
            self.show(lane)

    def show(self, lane: i64) -> None:
        """The same of one lane. Numbers that were legal before are taken out of the mask, the rest of it is not touched."""
        plan = self.plan
        seat = self.turns[lane]
        view = self.views[lane][seat]
        changes = changes_of(view)
        memory = self.memories[lane]
        memory.follow(self.logs[lane])
        observe(plan, view, seat, memory, self.observations, lane * plan.size, changes != self.changes[lane])
        self.changes[lane] = changes
        at = lane * WIDE
        mask = lane * plan.actions
        end = at + self.counts[lane]
        index = at
        while index < end:
            self.masks[mask + self.choices[index]] = 0
            index += 1
        n = list_choices(plan, view, seat, self.actions, self.choices, at)
        self.counts[lane] = n
        index = at
        while index < at + n:
            self.masks[mask + self.choices[index]] = 1
            index += 1

    def sample(self) -> None:
        """For each lane one of its legal numbers by chance, into `picked`."""
        for lane in range(self.n):
            self.picked[lane] = self.choices[lane * WIDE + self.dice.below(self.counts[lane])]


def round_of(s: State) -> i64:
    """Which round is played."""
    assert isinstance(s, Table)
    return s.round


def changes_of(s: State) -> i64:
    """How often the maze has changed, as this observer has heard."""
    assert isinstance(s, Table)
    return s.changes
