"""Who has won the round, and what they get (X-120...X-145)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.extras.saboteur2.facts import Decided
from undermine.games.classic.extras.saboteur2.names import (
    BLUE,
    BLUE_WALK,
    BLUES,
    BOSS,
    GEOLOGIST,
    GREEN,
    GREEN_WALK,
    GREENS,
    PROFITEER,
    SABOTEUR,
    lies_before,
    role_of,
)
from undermine.games.classic.extras.saboteur2.thieves import Thieves
from undermine.games.classic.rules.events import GIVEN
from undermine.games.classic.rules.extending import Scoring
from undermine.games.classic.rules.state import BOARD, DIGGERS_WON, GOAL, Classic
from undermine.kernel.event import Play
from undermine.kernel.ids import ALL, NOBODY, Face, Mask, Seat, bit, size


class Sharing(Scoring):
    """Winners are paid by a table, Geologists by the crystals; then come the Thieves (X-145)."""

    def __init__(self, base: Scoring, decided: Decided, thieves: Thieves, trap: Face) -> None:
        super().__init__()
        self.base = base
        self.decided = decided
        self.thieves = thieves
        self.trap = trap
        self.prizes: vec[i64] = vec[i64]()  # by number of winners; given when it is installed, like those below
        self.crystals: vec[i64] = vec[i64]()  # by face: crystals on it; faces of later modules are beyond its end
        self.must_finish = False
        self.reached_only = False
        self.free_share_all = False

    def sided(self) -> bool:
        return False

    def side(self, s: Classic, side: i64, finisher: Seat) -> i64:
        return self.base.side(s, side, finisher)

    def share(self, p: Play, s: Classic, side: i64, finisher: Seat) -> None:
        found = side == DIGGERS_WON
        teams = winning_teams(s, finisher) if found else i64(0)
        winners = self.winners(s, found, teams, finisher)
        p.emit(self.decided, ALL, winners, teams, 0, 0)
        for seat in range(s.seats):
            nuggets = self.prize(s, seat, winners) + self.find(s, seat)
            if nuggets:
                p.emit(GIVEN, ALL, NOBODY, seat, nuggets, 0)
        self.thieves.begin(p, s)

    def winners(self, s: Classic, found: bool, teams: i64, finisher: Seat) -> Mask:
        """Who is paid by the table: nobody who is trapped (X-130, X-142)."""
        winners: Mask = 0
        boss = False
        for seat in range(s.seats):
            if self.wins(s, seat, found, teams):
                winners |= bit(seat)
                boss = boss or role_of(s, seat) == BOSS
        if self.must_finish and found and not teams and not boss:  # the Profiteer, if anybody
            winners &= bit(finisher)
        return winners

    def wins(self, s: Classic, seat: Seat, found: bool, teams: i64) -> bool:
        if lies_before(s, seat, self.trap):
            return False
        role = role_of(s, seat)
        if role == GREEN:
            return teams & GREENS != 0
        if role == BLUE:
            return teams & BLUES != 0
        if role == SABOTEUR:
            return not found
        if role == BOSS:
            return found
        return role == PROFITEER

    def prize(self, s: Classic, seat: Seat, winners: Mask) -> i64:
        """By the table; the Boss gets one less, the Profiteer two, nobody less than nothing (X-131...X-138)."""
        if not winners >> seat & 1:
            return 0
        nuggets = self.prizes[size(winners)]
        if role_of(s, seat) == BOSS:
            nuggets -= 1
        elif role_of(s, seat) == PROFITEER:
            nuggets -= 2
        return nuggets if nuggets > 0 else i64(0)

    def find(self, s: Classic, seat: Seat) -> i64:
        """What a Geologist gets: the crystals in the maze, or half of them if there are two (X-139...X-142)."""
        if role_of(s, seat) != GEOLOGIST or lies_before(s, seat, self.trap):
            return 0
        geologists: i64 = 0
        for other in range(s.seats):
            if role_of(s, other) == GEOLOGIST and not (self.free_share_all and lies_before(s, other, self.trap)):
                geologists += 1
        return self.visible(s) // geologists

    def visible(self, s: Classic) -> i64:
        """Crystals in the maze, on cut-off cards too unless the table says otherwise (X-141)."""
        found: i64 = 0
        if not self.reached_only:
            for face in range(1, len(self.crystals)):
                found += self.crystals[face] * s.cards.number(BOARD, face)
            return found
        grid = s.grid
        window = grid.window
        for cell in range(window.cells):
            face = s.hooks.face_of[grid.tile_in(cell)]
            lit = grid.lit(window.left + cell % window.wide, window.top + cell // window.wide, 0)
            if lit and face < len(self.crystals):
                found += self.crystals[face]
        return found

    def packet(self, s: Classic) -> i64:
        return 0

    def shares(self, s: Classic, seat: Seat) -> bool:
        return False

    def wage(self, s: Classic) -> i64:
        return 0


def winning_teams(s: Classic, finisher: Seat) -> i64:
    """The finisher's own team if it can walk to the gold, otherwise every team that can (X-120...X-123)."""
    walkers = walking_teams(s)
    role = role_of(s, finisher)
    own = GREENS if role == GREEN else BLUES if role == BLUE else i64(0)
    return own if own & walkers else walkers


def walking_teams(s: Classic) -> i64:
    """Teams with a walk to the gold that passes no door of the other colour; ladders go round doors (X-048, X-054)."""
    teams: i64 = 0
    for goal in range(s.hooks.goals):
        if s.opened >> goal & 1 and s.hooks.finds[s.cards.any(GOAL + goal)].ends:
            if s.grid.lit(s.goal_x[goal], s.goal_y[goal], GREEN_WALK):
                teams |= GREENS
            if s.grid.lit(s.goal_x[goal], s.goal_y[goal], BLUE_WALK):
                teams |= BLUES
    return teams
