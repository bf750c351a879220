"""Ratings of levels: every deal that two of them played in the same place is a match between them, as at duplicate bridge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce, PlackettLuceRating

from undermine.sim.contest import HIGH, LOW, SEAT, Played
from undermine.sim.ranking import by_deal
from undermine.sim.tally import Z

ANY: Final = "all"  # sides


@dataclass(frozen=True)
class Rating:
    """A level's skill: 25 for somebody of whom nothing is known. `side` and `players` say what it was measured on."""

    level: str
    side: str  # or ANY
    players: int  # 0: of all numbers of players
    rating: float
    low: float
    high: float
    matches: int


@dataclass(frozen=True)
class Match:
    """Two levels in one place of a deal, and what each made of it."""

    players: int
    side: str
    high: str
    low: str
    better: float
    worse: float


def matches(played: list[Played]) -> Iterator[Match]:
    """The higher level on a side, or in a seat, against the lower one there."""
    for (players, low, high), lineups in by_deal(played).items():
        for lineup, deals in lineups.items():
            if lineup == LOW or (lineup == HIGH and players > 1):
                continue
            for deal, one in deals.items():
                other = lineups[LOW][deal]
                if lineup in (SEAT, HIGH):
                    yield Match(players, "seat", high, low, one.score, other.score)
                elif lineup in one.sides and lineup in other.sides:
                    yield Match(players, lineup, high, low, one.sides[lineup], other.sides[lineup])


def ratings(played: list[Played], levels: list[str]) -> list[Rating]:
    """Of all levels: over everything, by side, and by number of players."""
    every = list(matches(played))
    sides = list(dict.fromkeys(match.side for match in every))
    counts = sorted({match.players for match in every})
    found = ladder(every, levels, ANY, 0)
    if len(sides) > 1:
        for side in sides:
            found += ladder([match for match in every if match.side == side], levels, side, 0)
    if len(counts) > 1:
        for players in counts:
            found += ladder([match for match in every if match.players == players], levels, ANY, players)
    return found


def ladder(among: list[Match], levels: list[str], side: str, players: int) -> list[Rating]:
    """The ratings after these matches, in the order in which they were played. Skills of bots do not drift: tau is 0."""
    model = PlackettLuce(tau=0.0)
    known: dict[str, PlackettLuceRating] = {level: model.rating() for level in levels}
    number = dict.fromkeys(levels, 0)
    for match in among:
        pair = [[known[match.high]], [known[match.low]]]
        (known[match.high],), (known[match.low],) = model.rate(pair, scores=[match.better, match.worse])
        number[match.high] += 1
        number[match.low] += 1
    return [
        Rating(level, side, players, about.mu, about.mu - Z * about.sigma, about.mu + Z * about.sigma, number[level])
        for level, about in known.items()
    ]
