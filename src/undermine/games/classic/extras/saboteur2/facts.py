"""What happens in Saboteur 2 besides cards and tokens changing places. All of it is public."""

from __future__ import annotations

from mypy_extensions import i64

from undermine.games.classic.rules.state import CARD_BAG, FRONT, classic
from undermine.kernel import fields
from undermine.kernel.event import Kind
from undermine.kernel.ids import Seat
from undermine.kernel.state import State


class Lurked(Kind):
    """a = seat: a Thief lies in front of it, the latest of all (X-146)."""

    def __init__(self, played: i64, first: i64) -> None:
        super().__init__([fields.seat()])
        self.played = played  # how many Thieves were played in this game
        self.first = first  # by seat: which of them its latest was

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        s.numbers[self.played] += 1
        s.numbers[self.first + a] = s.numbers[self.played]

    def when(self, s: State, seat: Seat) -> i64:
        return s.numbers[self.first + seat]


class Dug(Kind):
    """a = seat: it laid the last tunnel card, or begins the round while there is none (X-146, Q-25a)."""

    def __init__(self, at: i64) -> None:
        super().__init__([fields.seat()])
        self.at = at

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        s.numbers[self.at] = a

    def seat(self, s: State) -> Seat:
        return s.numbers[self.at]


class Cleared(Kind):
    """a = face, b = seat: two cards were thrown away, and so one in front of the seat is gone (X-090)."""

    def __init__(self) -> None:
        super().__init__([fields.face(CARD_BAG), fields.seat()])

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = classic(s)
        t.cards.take(FRONT + b, a)
        t.cards.put(t.hooks.discard, a)
        t.last = b
        t.stuck = 0


class Decided(Kind):
    """a = who has won the round, b = the teams that have (1 the greens, 2 the blues, 3 both): X-120...X-129."""

    def __init__(self, winners: i64, teams: i64) -> None:
        super().__init__([fields.seats(), fields.number("teams")])
        self.winners = winners  # by round
        self.teams = teams  # by round

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = classic(s)
        t.numbers[self.winners + t.round - 1] = a
        t.numbers[self.teams + t.round - 1] = b
