"""Plays house rules and printed ones with the same bots, and keeps what people complain about."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from undermine.bots import Seated, derived, make
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import open_game, step, waiting
from undermine.kernel.event import Event
from undermine.kernel.ids import lowest
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.present import presenter
from undermine.registry import Options, kit_of, ruleset
from undermine.sim.counting import Count, count_of
from undermine.sim.lab.house import Rules
from undermine.sim.match import spread
from undermine.sim.simulate import results
from undermine.sim.tally import Mean, Z

BATCH: Final = 10  # games a task
LAST: Final = 10  # cards left in the deck and in all hands, with which a round is late
DECK: Final = "deck"
HAND: Final = "hand P"
FRONT: Final = "before P"
SIDE: Final = "won by "
LATE: Final = "decided by the last ten cards"
BROKEN: Final = "turns with broken tools"
LENGTH: Final = "moves in a round"


@dataclass(frozen=True)
class Job:
    """What a process is given."""

    options: Options
    bots: str
    seed: int
    first: int
    games: int


@dataclass
class Trial:
    """What so many games showed: by measure, each game's own average; and how rounds were shared out."""

    games: int = 0
    rounds: int = 0
    values: dict[str, list[float]] = field(default_factory=dict)
    lengths: Counter[int] = field(default_factory=Counter)  # of rounds, in moves
    members: dict[str, Counter[int]] = field(default_factory=dict)  # by side: how many were on it in a round
    won_with: dict[str, dict[int, list[int]]] = field(default_factory=dict)  # and of these: rounds that it won

    def merge(self, other: Trial) -> None:
        """Put the games of another task to these."""
        self.games += other.games
        self.rounds += other.rounds
        for name, values in other.values.items():
            self.values.setdefault(name, []).extend(values)
        self.lengths += other.lengths
        for side, counts in other.members.items():
            self.members[side] = self.members.get(side, Counter()) + counts
        for side, rows in other.won_with.items():
            mine = self.won_with.setdefault(side, {})
            for number, (won, all_) in rows.items():
                before = mine.get(number, [0, 0])
                mine[number] = [before[0] + won, before[1] + all_]

    def mean(self, name: str) -> Mean:
        """Of a measure, with a 95 % interval: games are independent, the rounds of one need not be."""
        values = self.values.get(name, [])
        middle, error = spread_of(values)
        return Mean(middle, middle - Z * error, middle + Z * error)


def spread_of(values: list[float]) -> tuple[float, float]:
    """An average and its standard error."""
    if not values:
        return 0.0, 0.0
    middle = math.fsum(values) / len(values)
    square = math.fsum((value - middle) ** 2 for value in values) / max(1, len(values) - 1)
    return middle, math.sqrt(square / len(values))


def difference(house: Trial, printed: Trial, name: str) -> Mean:
    """How much more it is with the house rules."""
    one, error = spread_of(house.values.get(name, []))
    other, other_error = spread_of(printed.values.get(name, []))
    wide = Z * math.hypot(error, other_error)
    return Mean(one - other, one - other - wide, one - other + wide)


def measures(house: Trial, printed: Trial) -> list[str]:
    """What was measured of either, sides first."""
    names = [*house.values, *(name for name in printed.values if name not in house.values)]
    return [*sorted(name for name in names if name.startswith(SIDE)), *(n for n in names if not n.startswith(SIDE))]


def run(rules: Rules, workers: int, told: Callable[[int], None] = lambda _: None) -> list[tuple[Trial, Trial]]:
    """For each number of players the trials of house rules and of printed ones; the same, wherever they are played."""
    tables = [*rules.house, *rules.printed]
    jobs: Iterator[Job] = (
        Job(table, rules.bots, rules.seed, first, min(BATCH, rules.games - first))
        for table in tables
        for first in range(0, rules.games, BATCH)
    )
    parts: dict[tuple[int, int], Trial] = {}
    for job, trial in results(play, jobs, workers):
        parts[tables.index(job.options), job.first] = trial
        told(job.games)
    trials = [Trial() for _ in tables]
    for (table, _), trial in sorted(parts.items(), key=lambda part: part[0]):
        trials[table].merge(trial)
    return list(zip(trials[: len(rules.house)], trials[len(rules.house) :], strict=True))


def play(job: Job) -> tuple[Job, Trial]:
    """The games of one task."""
    trial = Trial()
    rules = ruleset(job.options)
    for game in range(job.first, job.first + job.games):
        play_one(rules, job, derived(job.seed, game), trial)
    return job, trial


class Notes:
    """What is noted of a game while it is played."""

    def __init__(self, rules: Ruleset) -> None:
        layout = rules.layout
        names = layout.place_names
        self.hidden = [place for place, name in names.items() if name == DECK or name.startswith(HAND)]
        fronts = {name: place for place, name in names.items() if name.startswith(FRONT)}
        self.fronts = [fronts.get(f"{FRONT}{seat + 1}") for seat in range(rules.seats)]
        faces = kit_of(rules).presenter.faces(rules)
        self.hinders = {
            place: [
                face
                for face, name in enumerate(layout.face_names[layout.bag[place]])
                if name in faces and faces[name].use == "hinder"
            ]
            for place in fronts.values()
        }
        self.asked = 0
        self.hindered = 0
        self.lengths: list[int] = []
        self.late: list[bool] = []
        self.sides: list[dict[str, int]] = []  # by round: how many are on a side
        self.moves = 0
        self.is_late = False

    def before(self, s: State, seat: int) -> None:
        """Somebody is about to move."""
        self.moves += 1
        self.is_late = self.is_late or sum(int(s.cards.size(place)) for place in self.hidden) <= LAST
        front = self.fronts[seat]
        if front is not None:
            self.asked += 1
            self.hindered += any(s.cards.number(front, face) for face in self.hinders[front])

    def began(self, count: Count, s: State, seats: int) -> None:
        """A round begins with its first question."""
        found: dict[str, int] = dict.fromkeys(count.sides(), 0)
        for seat in range(seats):
            side = count.side(s, seat)
            if side:
                found[side] = found.get(side, 0) + 1
        self.sides.append(found)

    def ended(self) -> None:
        """A round is over."""
        self.lengths.append(self.moves)
        self.late.append(self.is_late)
        self.moves, self.is_late = 0, False


def play_one(rules: Ruleset, job: Job, seed: int, trial: Trial) -> None:
    """A whole game, and what it showed."""
    bots = [Seated(make(job.bots, derived(seed, seat + 1)), rules, seat) for seat in range(int(rules.seats))]
    chance, log = Seeded(derived(seed, 0)), list[Event]()
    game = open_game(rules, chance, log)
    s, count, notes = game.state, count_of(rules), Notes(rules)
    spread(bots, log)
    fresh = True
    ends = rules.kinds[rules.kind_names.index(BEGAN)]
    while s.depth:
        seat = lowest(waiting(s))
        count.moved(s)
        if fresh:
            notes.began(count, s, int(rules.seats))
        notes.before(s, seat)
        start = len(log)
        step(game, seat, bots[seat].choose(), chance)
        spread(bots, log[start:])
        count.went_on(s)
        fresh = not s.depth or any(event.kind is ends for event in log[start:])
        if fresh:
            notes.ended()
    keep(trial, notes, presenter(s).sides(s), count.by_side(s))


BEGAN: Final = "began"  # the event with which a round of any game begins


def keep(trial: Trial, notes: Notes, winners: list[str], by_side: list[dict[str, float]]) -> None:
    """Add a game."""
    trial.games += 1
    rounds = len(notes.lengths)
    trial.rounds += rounds
    shares = Counter(winners)
    for side in {*shares, *(name.removeprefix(SIDE) for name in trial.values if name.startswith(SIDE))}:
        values = trial.values.setdefault(SIDE + side, [0.0] * (trial.games - 1))
        values.append(shares[side] / max(1, len(winners)))
    for name, values in trial.values.items():
        if name.startswith(SIDE) and len(values) < trial.games:
            values.append(0.0)
    note(trial, LENGTH, sum(notes.lengths) / max(1, rounds))
    note(trial, LATE, sum(notes.late) / max(1, rounds))
    if notes.asked and any(notes.hinders.values()):
        note(trial, BROKEN, notes.hindered / notes.asked)
    trial.lengths.update(notes.lengths)
    for index, sides in enumerate(notes.sides):
        for side, number in sides.items():
            trial.members.setdefault(side, Counter())[number] += 1
            if index < len(by_side) and side in by_side[index]:
                row = trial.won_with.setdefault(side, {}).setdefault(number, [0, 0])
                row[0] += by_side[index][side] > 0
                row[1] += 1


def note(trial: Trial, name: str, value: float) -> None:
    """A measure of one game."""
    trial.values.setdefault(name, []).append(value)
