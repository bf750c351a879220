"""Setting up a round, sharing out its gold, and what comes after it (D-010...D-015, D-080...D-094)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.duel.rules.events import BEGAN, EARNED, GAVE, KEPT, OWED, YIELDED, on_troll, token_seat
from undermine.games.duel.rules.state import (
    BLUE,
    BOARD,
    CARD_BOX,
    CLOSE,
    DEAL,
    DEBTS,
    DECK,
    DISCARD,
    FRONT,
    GOAL,
    GOAL_BOX,
    GOAL_DECK,
    GOAL_WON,
    HAND,
    ROUND,
    TOKEN,
    TRIBUTE,
    WON,
    Duel,
    duel,
)
from undermine.games.duel.rules.turn import next_turn
from undermine.kernel import fields
from undermine.kernel.agenda import Refusal, Step
from undermine.kernel.dealing import POURED, SHUFFLED, lay_out
from undermine.kernel.event import Play
from undermine.kernel.forms import Form, fields_of
from undermine.kernel.ids import ALL, AUTO, CHANCE, Action, Face, Place, Seat, bit, lowest, members
from undermine.kernel.seating import HandsDealt
from undermine.kernel.state import Frame, State
from undermine.tunnels.table import next_round

# Setting up


class Round(Step):
    """f.a = which, f.b = who begins."""

    def __init__(self) -> None:
        super().__init__(None, [fields.number("round"), fields.seat("first")])

    def run(self, p: Play, f: Frame) -> None:
        t = duel(p.state)
        first = f.b
        which = f.a
        if which > 1:
            gather(p, t)
        p.emit(BEGAN, ALL, which, first, 0, 0)
        lay_goals(p, t)
        p.then(DEAL, CHANCE, first, 0)


def gather(p: Play, t: Duel) -> None:
    """Goals that nobody has won leave the game (D-085, D-Q7); all other cards but those are shuffled again (D-086)."""
    for goal in range(t.hooks.goals):
        if t.cards.size(GOAL + goal):
            p.emit(POURED, ALL, GOAL + goal, GOAL_BOX, 0, 0)
    pour(p, t, BOARD)
    pour(p, t, DISCARD)
    for seat in range(t.seats):
        pour(p, t, HAND + seat)
        pour(p, t, FRONT + seat)
    p.emit(SHUFFLED, ALL, DECK, 0, 0, 0)


def pour(p: Play, t: Duel, place: Place) -> None:
    """Cards go back into the deck."""
    if t.cards.size(place):
        p.emit(POURED, ALL, place, DECK, 0, 0)


def lay_goals(p: Play, t: Duel) -> None:
    """Six goals face down that were not used before (D-011, D-094)."""
    lay_out(p, GOAL_DECK, GOAL, t.hooks.goals)


class Deal(HandsDealt):
    """The hands (D-013)."""

    def hand_size(self, s: State) -> i64:
        return duel(s).hooks.hand_size

    def done(self, p: Play, first: Seat) -> None:
        t = duel(p.state)
        next_turn(p, t, t.seats - 1 - first)


# The end of a round


class Score(Step):
    """Everybody takes the cards that bear a token of their colour (D-082)."""

    def run(self, p: Play, f: Frame) -> None:
        t = duel(p.state)
        for seat in range(t.seats):
            p.emit(EARNED, ALL, seat, take_gold(p, t, seat), 0, 0)
        p.then(DEBTS, AUTO, 0, trolls_paid(t, 0))


def take_gold(p: Play, t: Duel, seat: Seat) -> i64:
    """Claimed cards go to their owner; returns how many nuggets they show."""
    nuggets: i64 = 0
    for index in range(t.hooks.runs.tokens, t.hooks.runs.tokens + t.hooks.runs.token_count):
        token = t.numbers[index]
        if token and token_seat(token) == seat and not on_troll(token):
            tile = t.tile_at(token // TOKEN)
            nuggets += t.hooks.maze.value[tile]
            if t.hooks.maze.goal_of[tile]:
                p.emit(KEPT, ALL, t.hooks.maze.goal_of[tile], GOAL + goal_at(t, token // TOKEN), GOAL_WON + seat, 0)
            else:
                p.emit(KEPT, ALL, t.hooks.maze.face_of[tile], BOARD, WON + seat, 0)
    return nuggets


def goal_at(t: Duel, spot: i64) -> i64:
    """The number of the goal that lies here."""
    goal: i64 = 0
    while t.hooks.goal_spot[goal] != spot:
        goal += 1
    return goal


def trolls_paid(t: Duel, seat: Seat) -> i64:
    """Trolls that bear this seat's token."""
    n: i64 = 0
    for index in range(t.hooks.runs.tokens, t.hooks.runs.tokens + t.hooks.runs.token_count):
        token = t.numbers[index]
        if token and token_seat(token) == seat and on_troll(token):
            n += 1
    return n


class Debts(Step):
    """f.a = seat, f.b = trolls that it still has to pay: a card with one nugget each, or a larger one (D-083, D-084)."""

    def __init__(self) -> None:
        super().__init__(None, [fields.seat(), fields.number("left")])

    def run(self, p: Play, f: Frame) -> None:
        t = duel(p.state)
        seat = f.a
        left = f.b
        if not left:
            if seat + 1 < t.seats:
                p.then(DEBTS, AUTO, seat + 1, trolls_paid(t, seat + 1))
            else:
                p.then(CLOSE, AUTO, 0, 0)
            return
        p.then(DEBTS, AUTO, seat, left - 1)
        values = values_owned(t, seat)
        if not values:
            if t.hooks.switches.debt_negative:
                p.emit(OWED, ALL, seat, 0, 0, 0)
        elif values & 2 or not values & (values - 1):
            give(p, t, seat, lowest(values))
        else:
            p.ask(TRIBUTE, bit(seat), seat, 0)


def values_owned(t: Duel, seat: Seat) -> i64:
    """Which numbers of nuggets the seat's gold cards show, as bits."""
    values: i64 = 0
    for face in range(1, len(t.hooks.card_value)):
        if t.cards.number(WON + seat, face):
            values |= bit(t.hooks.card_value[face])
    for face in range(1, len(t.hooks.goal_value)):
        if t.cards.number(GOAL_WON + seat, face):
            values |= bit(t.hooks.goal_value[face])
    return values


def give(p: Play, t: Duel, seat: Seat, value: i64) -> None:
    """A card that shows so many nuggets leaves the game; no change is given (D-083, D-085)."""
    face = owned(t, WON + seat, t.hooks.card_value, value)
    if face:
        p.emit(GAVE, ALL, face, WON + seat, CARD_BOX, 0)
    else:
        p.emit(GAVE, ALL, owned(t, GOAL_WON + seat, t.hooks.goal_value, value), GOAL_WON + seat, GOAL_BOX, 0)
    p.emit(YIELDED, ALL, seat, value, 0, 0)


def owned(t: Duel, place: Place, values: vec[i64], value: i64) -> Face:
    """A card of this value in a place, or 0."""
    face = i64(len(values)) - 1
    while face and not (values[face] == value and t.cards.number(place, face)):
        face -= 1
    return face


class Tribute(Step):
    """f.a = seat: which of its larger cards goes to the troll (D-Q6)?"""

    def __init__(self) -> None:
        self.pay = Form("pay", [fields.number("nuggets")])
        super().__init__([self.pay], [fields.seat()])

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        return members(values_owned(duel(s), f.a), self.pay.head, out, 0)

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        p.settle()
        give(p, duel(p.state), seat, fields_of(action))

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        return self.pay.head + lowest(values_owned(duel(s), f.a))

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        return Refusal("NO_SUCH_ACTION", "D-083")


class Close(Step):
    """Another round begins, or the game ends after the third (D-090...D-093)."""

    def run(self, p: Play, f: Frame) -> None:
        t = duel(p.state)
        next_round(p, t, t.hooks.rounds, ROUND, next_first(t))


def next_first(t: Duel) -> Seat:
    """Who earned fewer nuggets in this round begins the next; on equality blue (D-091)."""
    if t.seats == 1:
        return 0
    green = income(t, 0)
    blue = income(t, BLUE)
    return 0 if green < blue else BLUE


def income(t: Duel, seat: Seat) -> i64:
    """Nuggets of this round, after tribute unless the table wants it otherwise (D-Q15)."""
    paid: i64 = 0 if t.hooks.switches.gross_starter else t.paid(t.round, seat)
    return t.earned(t.round, seat) - paid


def winners(t: Duel) -> list[int]:
    """Who has most nuggets when the game is over (D-092); both on a tie (D-093), or who paid fewer trolls (D-Q14)."""
    best: list[int] = []
    for seat in range(t.seats):
        other = best[0] if best else seat
        ahead = t.nuggets(seat) - t.nuggets(other)
        if not ahead and t.hooks.switches.fewer_trolls:
            ahead = t.numbers[t.hooks.runs.bribes + other] - t.numbers[t.hooks.runs.bribes + seat]
        if not best or ahead > 0:
            best = [seat]
        elif not ahead:
            best.append(seat)
    return best
