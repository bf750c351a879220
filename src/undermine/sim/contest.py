"""Duplicate deals between levels of bots: the same deal is played again with a higher level in the place of a lower one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Final

from undermine.bots import Seated, bot, derived
from undermine.errors import OptionError
from undermine.kernel.chance import Chance
from undermine.kernel.engine import open_game, step, waiting
from undermine.kernel.event import Event
from undermine.kernel.ids import SPECTATOR, lowest
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.kernel.visibility import stream
from undermine.present import presenter, view_of
from undermine.registry import Options, ruleset
from undermine.sim.counting import Count, count_of
from undermine.sim.duplicate import Duplicate
from undermine.sim.simulate import results

BATCH: Final = 5  # deals a task
TENTHS: Final = 10  # how finely probabilities are told apart
LOW: Final = "low"  # who plays: all the lower level, all the higher one, one seat; or the higher level on one side
HIGH: Final = "high"
SEAT: Final = "seat"


@dataclass(frozen=True)
class Deals:
    """What a process is given: deals from `first` on, of one table and one pair of levels."""

    options: Options
    low: str
    high: str
    seed: int
    first: int
    number: int
    on: tuple[str, ...] = ()  # line-ups besides that of the lower level alone; none: every one


@dataclass(frozen=True)
class Played:
    """A deal with one line-up: what each side made of its rounds, what the seat in question got, and what was named."""

    deal: int
    players: int
    low: str
    high: str
    lineup: str
    sides: dict[str, float]
    won: float  # 1 for the game, a part of it if several have won
    score: float
    outcomes: dict[str, float]  # by what may come of a round: in which share of the rounds it did
    roles: dict[str, list[int]]  # by role: how often its players were paid after a round, of how many times
    named: list[list[float]]  # by round and seat: what the higher level gave to the true saboteurs, and the prior
    believed: list[list[float]] = field(
        default_factory=list
    )  # by tenth: sets given so much, its sum, how many were true


def tournament(
    tables: list[Options],
    levels: list[str],
    deals: int,
    seed: int,
    processes: int,
    *,
    told: Callable[[int], None] = lambda _: None,
    resume: Path | None = None,
    on: tuple[str, ...] = (),
) -> list[Played]:
    """Every deal with every line-up, in order; the same, however many processes play them.

    `resume`: a file in which finished deals are kept, and from which they are taken if it is there. `on`: where the
    higher level is put, if not in every place.
    """
    for table in tables:
        known = [lineup for lineup in lineups(ruleset(table)) if lineup != LOW]
        for lineup in on:
            if lineup not in known:
                raise OptionError(
                    "BAD_LINEUP", f"The higher level cannot be put on {lineup!r}; choose from: {', '.join(known)}."
                )
    for level in levels:
        bot(level, 0)
    if len(levels) < 2 or len(set(levels)) < len(levels):
        raise OptionError("BAD_BOT", "Name two or more different levels, the lower one first: greedy,steady.")
    wanted = [
        Deals(table, low, high, seed, first, min(BATCH, deals - first), on)
        for table in tables
        for low, high in pairwise(levels)
        for first in range(0, deals, BATCH)
    ]
    notes = Notes(resume, wanted)
    found = notes.read()
    told(sum(job.number for job in wanted if name(job) in found))
    left = [job for job in wanted if name(job) not in found]
    for job, played in results(run, iter(left), min(processes, len(left))):
        found[name(job)] = played
        notes.add(job, played)
        told(job.number)
    return [played for job in wanted for played in found[name(job)]]


class Notes:
    """Finished deals in a file, a line for each task; a line that was cut short is played again."""

    def __init__(self, path: Path | None, wanted: list[Deals]) -> None:
        self.path = path
        self.wanted = {name(job) for job in wanted}

    def read(self) -> dict[str, list[Played]]:
        found: dict[str, list[Played]] = {}
        if self.path is None or not self.path.exists():
            return found
        for line in self.path.read_text("utf-8").splitlines():
            try:
                row = json.loads(line)
                if row["job"] in self.wanted:
                    found[row["job"]] = [Played(**played) for played in row["played"]]
            except (ValueError, KeyError, TypeError):
                continue
        return found

    def add(self, job: Deals, played: list[Played]) -> None:
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"job": name(job), "played": [asdict(one) for one in played]}) + "\n")


def name(job: Deals) -> str:
    """A task by all that decides it, except how the bots play."""
    table = job.options
    switches = sorted(table.switches.items())
    setting = [table.game, table.players, table.edition, *sorted(table.extras), *map("=".join, switches), table.first]
    setting += map("=".join, sorted(table.house.items()))
    return " ".join(map(str, [*setting, job.low, job.high, job.seed, job.first, job.number, *job.on]))


def run(job: Deals) -> tuple[Deals, list[Played]]:
    """The deals of one task, in whichever process this is."""
    rules = ruleset(job.options)
    played: list[Played] = []
    for deal in range(job.first, job.first + job.number):
        wanted = [lineup for lineup in lineups(rules) if lineup == LOW or not job.on or lineup in job.on]
        played += [play(rules, job, deal, lineup) for lineup in wanted]
    return job, played


def lineups(rules: Ruleset) -> Iterator[str]:
    """In which ways the higher level is put in the place of the lower one."""
    yield LOW
    yield HIGH
    yield from count_of(rules).sides()
    if rules.seats > 1:
        yield SEAT


class Chair:
    """A seat of a deal. Where a side is replaced, both levels live with it, and its role says which of them answers."""

    def __init__(self, rules: Ruleset, job: Deals, deal: int, seat: int, lineup: str) -> None:
        self.seat = seat
        self.lineup = lineup
        here = lineup == SEAT and deal % int(rules.seats) == seat
        raised = lineup == HIGH or here
        names = {"high": job.high} if raised else {"low": job.low}
        if lineup not in (LOW, HIGH, SEAT):
            names = {"low": job.low, "high": job.high}
        self.bots = {
            level: Seated(bot(name, derived(job.seed, deal, seat + 1)), rules, seat) for level, name in names.items()
        }

    def hear(self, rows: list[Event]) -> None:
        for seated in self.bots.values():
            seated.hear(rows)

    def answering(self, count: Count, state: State) -> Seated:
        if len(self.bots) == 1:
            return next(iter(self.bots.values()))
        return self.bots["high" if count.side(state, self.seat) == self.lineup else "low"]

    def named(self, truth: int) -> list[float] | None:
        """What the higher level thinks of the true set, and what it was bound to think at first."""
        high = self.bots.get("high")
        sets = high.bot.sets(high.view, self.seat) if high else {}
        return list(sets[truth]) if truth in sets else None

    def weigh(self, truth: int, believed: list[list[float]]) -> None:
        """Count every set of saboteurs that the higher level thinks possible, by how likely it thinks it."""
        high = self.bots.get("high")
        for mask, (chance, _) in (high.bot.sets(high.view, self.seat) if high else {}).items():
            row = believed[min(TENTHS - 1, int(chance * TENTHS))]
            row[0] += 1
            row[1] += chance
            row[2] += mask == truth


def play(rules: Ruleset, job: Deals, deal: int, lineup: str) -> Played:
    """One game of a deal."""
    seed = derived(job.seed, deal)
    chance: Chance = Duplicate(seed)
    log: list[Event] = []
    game = open_game(rules, chance, log)
    s = game.state
    count = count_of(rules)
    chairs = [Chair(rules, job, deal, seat, lineup) for seat in range(int(rules.seats))]
    for chair in chairs:
        chair.hear(stream(log, chair.seat))
    named: list[list[float]] = []
    believed = [[0.0] * 3 for _ in range(TENTHS)]
    while s.depth:
        seat = lowest(waiting(s))
        count.moved(s)
        truth = sum(1 << other for other in range(int(rules.seats)) if count.side(s, other) == "saboteur")
        action, start = chairs[seat].answering(count, s).choose(), len(log)
        step(game, seat, action, chance)
        fresh = log[start:]
        if any(count.ends(row) for row in fresh):
            named += [known for chair in chairs if (known := chair.named(truth)) is not None]
            for chair in chairs:
                chair.weigh(truth, believed)
        for chair in chairs:
            chair.hear(stream(fresh, chair.seat))
        count.went_on(s)
    rounds = count.by_side(s)
    sides = {side: [row[side] for row in rounds if side in row] for side in count.sides()}
    at = deal % int(rules.seats)
    winners = view_of(s, SPECTATOR).winners
    ends = presenter(s).sides(s)
    return Played(
        deal=deal,
        players=int(rules.seats),
        low=job.low,
        high=job.high,
        lineup=lineup,
        sides={side: sum(values) / len(values) for side, values in sides.items() if values},
        won=(1 / len(winners) if at in winners else 0.0),
        score=float(rules.game.returns(s)[at]),
        outcomes={outcome: ends.count(outcome) / len(ends) for outcome in sorted(set(ends))},
        roles=count.by_role(s),
        named=named,
        believed=believed,
    )
