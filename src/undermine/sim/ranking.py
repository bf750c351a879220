"""What a contest adds up to: gains with 95 % intervals from paired differences, and how rounds end at each level."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from undermine.sim.contest import HIGH, LOW, SEAT, Played
from undermine.sim.tally import Mean, Z, average

POINTS: Final = 100  # a share of rounds or games in points


@dataclass(frozen=True)
class Replacement:
    """What a level gained in the place of the one below it, on a side or in a seat, in points of a hundred or in nuggets."""

    level: str
    against: str
    players: int
    side: str
    measure: str  # points of a hundred rounds or games; nuggets, or a score
    gain: float
    low: float
    high: float
    deals: int
    before: float  # what the lower level made of it
    after: float


@dataclass(frozen=True)
class Rate:
    """How often a side wins where everybody is of one level."""

    level: str
    players: int
    side: str
    mean: float
    low: float
    high: float
    deals: int


@dataclass(frozen=True)
class Naming:
    """How likely a level held the true set of saboteurs at the end of a round, and at its start."""

    level: str
    players: int
    probability: float
    prior: float
    rounds: int


@dataclass(frozen=True)
class Calibration:
    """Of all sets of saboteurs that a level held about so likely at the end of a round: how many were the true one."""

    level: str
    players: int
    believed: float
    true: float
    sets: int


def mean(values: list[float]) -> Mean:
    """Of one number a deal."""
    return average(sum(values), sum(value * value for value in values), len(values))


def by_deal(played: Iterable[Played]) -> dict[tuple[int, str, str], dict[str, dict[int, Played]]]:
    """By number of players and pair of levels: by line-up and deal."""
    found: dict[tuple[int, str, str], dict[str, dict[int, Played]]] = {}
    for one in played:
        found.setdefault((one.players, one.low, one.high), {}).setdefault(one.lineup, {})[one.deal] = one
    return found


def replacements(played: list[Played], sided: bool) -> list[Replacement]:
    """Every level against the one below. `sided`: sides win rounds; otherwise it counts what their players got."""
    found: list[Replacement] = []
    for (players, low, high), lineups in by_deal(played).items():
        before = lineups[LOW]

        def add(side: str, measure: str, pairs: list[tuple[float, float]]) -> None:
            if pairs:
                gains = mean([after - first for first, after in pairs])
                base, raised = (sum(pair[which] for pair in pairs) / len(pairs) for which in (0, 1))
                row = (gains.mean, gains.low, gains.high, len(pairs), base, raised)
                found.append(Replacement(high, low, players, side, measure, *row))  # noqa: B023 - used at once

        for lineup, deals in lineups.items():
            if lineup in (LOW, HIGH, SEAT):
                continue
            scale = POINTS if sided else 1
            both = [(before[deal].sides, one.sides) for deal, one in deals.items()]
            pairs = [(scale * a[lineup], scale * b[lineup]) for a, b in both if lineup in a and lineup in b]
            add(lineup, "points" if sided else "score", pairs)
        if SEAT in lineups:
            seats = [(before[deal], one) for deal, one in lineups[SEAT].items()]
            add("seat", "points", [(POINTS * a.won, POINTS * b.won) for a, b in seats])
            add("seat", "score", [(a.score, b.score) for a, b in seats])
        if players == 1 and HIGH in lineups:
            add("solo", "score", [(before[deal].score, one.score) for deal, one in lineups[HIGH].items()])
    return found


def rates(played: list[Played]) -> list[Rate]:
    """How often each side wins, or what its players get, where everybody is of one level."""
    values: dict[tuple[str, int, str], dict[int, float]] = {}
    for one in played:
        if one.lineup in (LOW, HIGH):
            level = one.low if one.lineup == LOW else one.high
            for side, share in one.sides.items():
                values.setdefault((level, one.players, side), {})[one.deal] = share
    found: list[Rate] = []
    for (level, players, side), deals in values.items():
        about = mean(list(deals.values()))
        found.append(Rate(level, players, side, about.mean, about.low, about.high, len(deals)))
    return found


def role_rates(played: list[Played]) -> list[Rate]:
    """How often the players of each role are paid where everybody is of one level."""
    values: dict[tuple[str, int, str], dict[int, list[int]]] = {}
    for one in played:
        if one.lineup in (LOW, HIGH):
            level = one.low if one.lineup == LOW else one.high
            for role, paid in one.roles.items():
                values.setdefault((level, one.players, role), {})[one.deal] = paid
    return [
        Rate(level, players, role, *ratio([pair for pair in deals.values() if pair[1]]), len(deals))
        for (level, players, role), deals in values.items()
    ]


def ratio(pairs: list[list[int]]) -> tuple[float, float, float]:
    """A share of times, and its interval from how much deals differ: those of one deal go together."""
    times = sum(pair[1] for pair in pairs)
    share = sum(pair[0] for pair in pairs) / times
    spread = Z * math.sqrt(sum((pair[0] - share * pair[1]) ** 2 for pair in pairs)) / times
    return share, max(0.0, share - spread), min(1.0, share + spread)


def outcome_rates(played: list[Played]) -> list[Rate]:
    """How often a round ends in each way where everybody is of one level."""
    values: dict[tuple[str, int], dict[int, dict[str, float]]] = {}
    for one in played:
        if one.lineup in (LOW, HIGH):
            level = one.low if one.lineup == LOW else one.high
            values.setdefault((level, one.players), {})[one.deal] = one.outcomes
    found: list[Rate] = []
    for (level, players), deals in values.items():
        for outcome in sorted({name for shares in deals.values() for name in shares}):
            about = mean([shares.get(outcome, 0.0) for shares in deals.values()])
            found.append(Rate(level, players, outcome, about.mean, about.low, about.high, len(deals)))
    return found


def namings(played: list[Played]) -> list[Naming]:
    """How well each level names the saboteurs, in line-ups in which it is not alone with itself as well."""
    known: dict[tuple[str, int], list[list[float]]] = {}
    for one in played:
        known.setdefault((one.high, one.players), []).extend(one.named)
    return [
        Naming(
            level,
            players,
            sum(row[0] for row in rows) / len(rows),
            sum(row[1] for row in rows) / len(rows),
            len(rows),
        )
        for (level, players), rows in known.items()
        if rows
    ]


def calibrations(played: list[Played]) -> list[Calibration]:
    """Whether what each level holds likely is as often so; the least likely first."""
    known: dict[tuple[str, int, int], list[float]] = {}
    for one in played:
        for tenth, row in enumerate(one.believed):
            sums = known.setdefault((one.high, one.players, tenth), [0.0] * len(row))
            for index, number in enumerate(row):
                sums[index] += number
    return [
        Calibration(level, players, chance / sets, true / sets, int(sets))
        for (level, players, _), (sets, chance, true) in sorted(known.items())
        if sets
    ]
