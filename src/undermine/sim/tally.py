"""What simulated games add up to. Only sums are kept, so that results of several processes can be put together."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields
from typing import Final

from undermine.games.classic.rules.state import DIGGER, ROUNDS, SABOTEUR

Z: Final = 1.959963984540054  # 95 % of a normal distribution lie so many deviations around its middle
SIDES: Final = {"digger": DIGGER, "saboteur": SABOTEUR}


@dataclass(frozen=True)
class Share:
    """How often something happened, and between which shares the true one lies in 95 of 100 simulations (Wilson)."""

    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Mean:
    """An average, and a 95 % interval around it."""

    mean: float
    low: float
    high: float


def wilson(hits: int, tries: int) -> Share:
    """The interval keeps within 0 and 1 and is honest with few tries, too; with none it says nothing."""
    if not tries:
        return Share(0.0, 0.0, 1.0)
    share = hits / tries
    whole = 1 + Z * Z / tries
    middle = (share + Z * Z / (2 * tries)) / whole
    spread = Z * math.sqrt(share * (1 - share) / tries + Z * Z / (4 * tries * tries)) / whole
    return Share(share, max(0.0, middle - spread), min(1.0, middle + spread))


def average(total: float, squares: float, tries: int) -> Mean:
    """From a sum and a sum of squares."""
    if not tries:
        return Mean(0.0, 0.0, 0.0)
    mean = total / tries
    spread = Z * math.sqrt(max(0.0, squares / tries - mean * mean) / tries)
    return Mean(mean, mean - spread, mean + spread)


@dataclass
class Tally:
    """Sums over games. Lists by round go from the first round on, lists by side from the gold-diggers on."""

    games: int = 0
    rounds: int = 0
    digger_wins: list[int] = field(default_factory=lambda: [0] * ROUNDS)
    moves: int = 0
    moves_squared: int = 0
    members: list[int] = field(default_factory=lambda: [0] * len(SIDES))
    gold: list[int] = field(default_factory=lambda: [0] * len(SIDES))
    gold_squared: list[int] = field(default_factory=lambda: [0] * len(SIDES))
    purses: list[int] = field(default_factory=list)
    victories: list[int] = field(default_factory=list)
    sides: dict[str, int] = field(default_factory=dict)  # by name: rounds that a side has won

    def add_round(self, index: int, diggers_won: bool, moves: int, roles: list[int], gold: list[int]) -> None:
        """One round: who won it, how many moves it took, and what each seat was and got."""
        self.rounds += 1
        self.digger_wins[index] += diggers_won
        self.moves += moves
        self.moves_squared += moves * moves
        for role, nuggets in zip(roles, gold, strict=True):
            side = 0 if role == DIGGER else 1
            self.members[side] += 1
            self.gold[side] += nuggets
            self.gold_squared[side] += nuggets * nuggets

    def add_game(self, purses: list[int], winners: list[int]) -> None:
        """The end of a game: what each seat has, and who has won."""
        self.games += 1
        self.purses = added(self.purses, purses)
        self.victories = added(self.victories, [int(seat in winners) for seat in range(len(purses))])

    def add_sides(self, sides: list[str]) -> None:
        """Who won the rounds of a game."""
        for side in sides:
            self.sides[side] = self.sides.get(side, 0) + 1

    def merge(self, other: Tally) -> None:
        """Put the sums of another process to these."""
        for part in fields(Tally):
            mine, theirs = getattr(self, part.name), getattr(other, part.name)
            if isinstance(mine, dict):
                setattr(
                    self, part.name, {key: mine.get(key, 0) + theirs.get(key, 0) for key in sorted({*mine, *theirs})}
                )
            else:
                setattr(self, part.name, added(mine, theirs) if isinstance(mine, list) else mine + theirs)

    def digger_share(self) -> Share:
        """Of all rounds."""
        return wilson(sum(self.digger_wins), self.rounds)

    def digger_share_by_round(self) -> list[Share]:
        """Of the first rounds, the second and the third ones."""
        return [wilson(wins, self.games) for wins in self.digger_wins]

    def side_shares(self) -> dict[str, Share]:
        """Of all rounds, by side."""
        return {side: wilson(wins, self.rounds) for side, wins in sorted(self.sides.items())}

    def moves_a_round(self) -> Mean:
        """Decisions of all seats."""
        return average(self.moves, self.moves_squared, self.rounds)

    def gold_a_round(self, side: str) -> Mean:
        """Nuggets for one player of a side."""
        index = list(SIDES).index(side)
        return average(self.gold[index], self.gold_squared[index], self.members[index])


def added(mine: list[int], theirs: list[int]) -> list[int]:
    """Place by place; an empty list has no places yet."""
    if not mine or not theirs:
        return list(mine or theirs)
    return [one + other for one, other in zip(mine, theirs, strict=True)]
