"""The end of a round: everything is turned up and counted (L-112...L-121), and what comes after (L-130...L-133)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undermine.games.lost_mines.rules.events import SCORED, SIX
from undermine.games.lost_mines.rules.hooks import GREEDY, SABOTEUR
from undermine.games.lost_mines.rules.mines import PeekTreasure
from undermine.games.lost_mines.rules.state import ROOM, ROUND, TALLY, TREASURE, UNVEIL, Mines, mines
from undermine.kernel import fields
from undermine.kernel.agenda import Step
from undermine.kernel.dealing import SHOWN, show
from undermine.kernel.event import Play
from undermine.kernel.ids import ALL, AUTO, CHANCE, NOBODY, Action, Seat
from undermine.kernel.state import Frame
from undermine.tunnels.table import next_round

NO_CLAN: Final = -1  # a greedy dwarf's
DRAGON: Final = 2  # points that its token costs
FACES: Final = 16  # of a kind of treasure, at most


class Score(Step):
    """f.a = whose turn was the last one. Dwarf cards are turned up, then the treasures that were taken (L-112)."""

    def __init__(self) -> None:
        super().__init__(None, [fields.seat("last")])

    def run(self, p: Play, f: Frame) -> None:
        t = mines(p.state)
        last = f.a
        for seat in range(t.seats):
            show(p, ALL, t.role(seat))
        unveil_next(p, t, last, 0)


def unveil_next(p: Play, t: Mines, last: Seat, number: i64) -> None:
    """The next treasure that somebody has, from this one on."""
    while number < len(t.holder) and t.holder[number] == NOBODY:
        number += 1
    if number < len(t.holder):
        p.then(UNVEIL, CHANCE, number, last)
    else:
        p.then(TALLY, AUTO, last, 0)


class Unveil(PeekTreasure):
    """f.a = treasure, f.b = whose turn was the last one."""

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        number = f.a
        last = f.b
        p.emit(SHOWN, ALL, action, TREASURE + number, 1, 0)
        unveil_next(p, mines(p.state), last, number + 1)


class Tally(Step):
    """f.a = whose turn was the last one. Points are given, and the next round or the end comes (L-131, L-132)."""

    def __init__(self) -> None:
        super().__init__(None, [fields.seat("last")])

    def run(self, p: Play, f: Frame) -> None:
        t = mines(p.state)
        last = f.a if t.last == NOBODY else t.last
        roles: i64 = 0
        treasures: i64 = 0
        points: i64 = 0
        for seat in range(t.seats):
            roles |= (t.clan[seat] * 4 + t.cards.any(t.role(seat))) << (seat * 4)
            treasures |= worth(t, seat) << (seat * SIX)
            points |= earned(t, seat) << (seat * SIX)
        p.emit(SCORED, ALL, roles, treasures, points, t.dragon)
        next_round(p, t, t.hooks.chosen.rounds, ROUND, t.next(last))


def value(t: Mines, number: i64) -> i64:
    """What a treasure that is turned up is worth."""
    return t.hooks.values[number // ROOM * FACES + t.cards.any(TREASURE + number)]


def worth(t: Mines, seat: Seat) -> i64:
    """All treasures of a seat."""
    total: i64 = 0
    for number in range(len(t.holder)):
        if t.holder[number] == seat:
            total += value(t, number)
    return total


def best(t: Mines, seat: Seat) -> i64:
    """The most valuable treasure of a seat."""
    most: i64 = 0
    for number in range(len(t.holder)):
        if t.holder[number] == seat and value(t, number) > most:
            most = value(t, number)
    return most


def side(t: Mines, seat: Seat) -> i64:
    """The clan that a seat counts for: a saboteur for the other one, a greedy dwarf for none (L-113, L-114)."""
    role = t.cards.any(t.role(seat))
    if role == GREEDY:
        return NO_CLAN
    return 1 - t.clan[seat] if role == SABOTEUR else t.clan[seat]


def earned(t: Mines, seat: Seat) -> i64:
    """The points of a seat for this round, the dragon's two taken away (L-113...L-119)."""
    clan = side(t, seat)
    points = worth(t, seat) if clan == NO_CLAN else share(t, seat, clan)
    if t.dragon == seat:
        points = points - DRAGON if points > DRAGON else i64(0)
    return points


def share(t: Mines, seat: Seat, clan: i64) -> i64:
    """An even part of what the clan has, and of the remainder for who has its most valuable treasure (L-115...L-118)."""
    members: i64 = 0
    total: i64 = 0
    most: i64 = 0
    for other in range(t.seats):
        if side(t, other) == clan:
            members += 1
            total += worth(t, other)
            if best(t, other) > most:
                most = best(t, other)
    if best(t, seat) < most or not most:
        return total // members
    luckiest: i64 = 0
    for other in range(t.seats):
        if side(t, other) == clan and best(t, other) == most:
            luckiest += 1
    return total // members + total % members // luckiest
