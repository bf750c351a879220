"""Two worlds that one observer cannot tell apart, played side by side.

The second world is the first with everything re-dealt that the observer cannot see. Both then go on *in the same public
shape*: what the rules let the observer see is done alike, the rest is done at random. `hidden` says what that rest is,
`rightful` when, and to whom, something is shown: both are written from section 12 of the catalogue and not from the
events, so that they cannot share a mistake with `masked`.

`python -m tests.engine.worlds --pairs 10000` tries that many pairs.
"""

from __future__ import annotations

import argparse
import random

from tests.engine import pairs
from tests.engine.pairs import Numbering, by_position
from tests.engine.table import Table, random_rules, some_action
from undermine.games.classic.rules.actions import is_pass
from undermine.games.classic.rules.events import BEGAN, CLOSED, LAID, PASSED, PLAYED
from undermine.games.classic.rules.hooks import SEATS
from undermine.games.classic.rules.state import (
    DEAL,
    DECK,
    DIGGER,
    DRAW,
    GOAL,
    GOLD_DECK,
    HAND,
    OFFER,
    PAY,
    PAY_DRAW,
    PAYMENT,
    PEEK,
    PURSE,
    REVEAL,
    ROLE,
    ROLE_DECK,
    ROUNDS,
    SABOTEURS_WON,
    SCORE,
    TAKE,
    TURN,
    UNDER,
    UNDERS,
    UNVEIL,
    Classic,
    classic,
)
from undermine.kernel.dealing import POURED, Moved, Shown
from undermine.kernel.event import ASKED, REPLACED, Event
from undermine.kernel.forms import aim_of
from undermine.kernel.ids import NOBODY, SPECTATOR, UNKNOWN
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import Frame, State

# What an observer does not see


def hidden_draw(s: State, f: Frame, observer: int) -> bool:
    """May chance have chosen otherwise without the observer noticing?"""
    if f.step == DEAL:
        return f.b % s.rules.seats != observer  # a role or a hand: B-190, B-193
    if f.step in (DRAW, PAY_DRAW, UNVEIL):
        return f.a != observer  # a hand, a payment or a packet: B-193, B-201, B-200
    if f.step == PEEK:
        return f.b != observer  # B-197
    return False  # who begins, and a goal that is turned over


def hidden_move(f: Frame, seat: int, observer: int, action: int) -> bool:
    """May a seat have chosen otherwise without the observer noticing?"""
    if seat == observer:
        return False
    if f.step == TURN:
        return is_pass(action)  # which card was thrown away: B-195
    return f.step == TAKE  # which gold was kept: B-199


# Worlds that go on alike


class Pair(pairs.Pair):
    """The true world of a table and another one, for one observer."""

    def __init__(self, t: Table, observer: int, seed: int, numbering: Numbering = by_position) -> None:
        self.table = t
        super().__init__(t, observer, seed, numbering)

    def hidden_draw(self, s: State, f: Frame, observer: int) -> bool:
        return hidden_draw(s, f, observer)

    def twins(self, f: Frame, seat: int, action: int, choices: list[int]) -> list[int]:
        if hidden_move(f, seat, self.observer, action):
            return [choice for choice in choices if f.step != TURN or is_pass(choice)]
        return [action] if action in choices else []

    def rightful(self, row: Event, other: Event) -> bool:
        return Catalogue(classic(self.real.view), self.observer, self.past).rightful(row, other)

    def wish(self, s: State, actions: list[int]) -> list[int]:
        return self.table.wish(s, actions)

    def kept(self, view: State) -> list[int]:
        places: list[int] = []
        if self.random.random() < 0.6:
            places += range(ROLE, ROLE + self.rules.seats)
        if self.random.random() < 0.6:
            places += range(GOAL, GOAL + classic(view).hooks.goals)
        return places

    def some_action(self, known: list[int]) -> int:
        return some_action(self.random, self.rules, known)


# What is rightfully shown


class Catalogue:
    """What the catalogue lets an observer see at this moment, given all that was public or told to it before."""

    def __init__(self, view: Classic, observer: int, past: list[Event]) -> None:
        self.view = view
        self.observer = observer
        self.past = past
        questions = [row for row in past if row.kind in (ASKED, REPLACED)]
        self.question = questions[-1] if questions else Event(ASKED, 0, NOBODY, 0, NOBODY, 0)

    def rightful(self, row: Event, other: Event) -> bool:
        """May the two worlds part here, one with this row and the other with that?"""
        return (
            self.own_card(row, other)
            or self.goal(row, other)
            or self.roles(row, other)
            or self.packet(row)
            or self.packet(other)
            or (self.payment(row) and self.payment(other))
            or self.purses(row)
            or self.purses(other)
            or self.last_pass(row, other)
        )

    def own_card(self, row: Event, other: Event) -> bool:
        """A card dealt to, or drawn by, the observer (B-190, B-193)."""
        if not (
            row.kind is other.kind
            and isinstance(row.kind, Moved)
            and (row.b, row.c, row.d) == (other.b, other.c, other.d)
        ):
            return False
        return (row.b, row.c) in ((ROLE_DECK, ROLE + self.observer), (DECK, HAND + self.observer))

    def goal(self, row: Event, other: Event) -> bool:
        """A goal that is turned over, for all (B-120); one that the observer's own map was played on (B-197)."""
        if not (
            row.kind is other.kind
            and isinstance(row.kind, Shown)
            and (row.b, row.c, row.d) == (other.b, other.c, other.d)
        ):
            return False
        if row.b != GOAL + self.question.c:
            return False
        played = [past for past in self.past if past.kind is PLAYED]
        looks = self.question.a == PEEK and (played[-1].b, aim_of(played[-1].a)) == (self.observer, self.question.c)
        return looks or self.question.a == REVEAL

    def roles(self, row: Event, other: Event) -> bool:
        """All roles when the round is over (B-191), the one left over if the table wants it so (B-192)."""
        if not (
            row.kind is other.kind
            and isinstance(row.kind, Shown)
            and (row.b, row.c, row.d) == (other.b, other.c, other.d)
        ):
            return False
        if self.question.a != SCORE:
            return False
        return ROLE <= row.b < ROLE + SEATS or (row.b == ROLE_DECK and self.switch("showLeftoverRole") == "true")

    def switch(self, name: str) -> str:
        return self.view.rules.settings.choice(name)

    def packet(self, row: Event) -> bool:
        """The gold cards of the packet, for who holds it now (B-152, B-200)."""
        if isinstance(row.kind, Shown) and row.b == OFFER:
            return self.holder() == self.observer
        return isinstance(row.kind, Moved) and (row.b, row.c) == (OFFER, PURSE + self.observer)

    def holder(self) -> int:
        """The finisher or the first gold-digger counter-clockwise from there, and so on after each card kept."""
        at = max(index for index, row in enumerate(self.past) if row.kind is REPLACED and row.a == SCORE)
        kept = [row for row in self.past[at:] if isinstance(row.kind, Moved) and row.b == OFFER]
        seats = self.view.seats
        seat = (kept[-1].c - PURSE - 1 if kept else self.past[at].d) % seats
        while not self.view.cards.number(ROLE + seat, DIGGER):
            seat = (seat - 1) % seats
        return seat

    def payment(self, row: Event) -> bool:
        """How many gold cards a saboteur is paid (B-199) or draws, and which of those go under the deck (B-164).

        That is seen on the table, faces are not, except by the saboteur (B-201).
        """
        if self.question.a not in (PAY, PAY_DRAW):
            return False
        if row.kind is REPLACED:
            return row.a in (PAY, PAY_DRAW)
        if isinstance(row.kind, Moved) and row.b in (GOLD_DECK, PAYMENT, *range(UNDER, UNDER + UNDERS)):
            drawn = self.question.a == PAY_DRAW and self.question.c == self.observer
            return row.a == UNKNOWN or drawn or row.c == PURSE + self.observer
        return row.kind is POURED and self.question.a == PAY_DRAW

    def purses(self, row: Event) -> bool:
        """Everybody's gold when the game is over (B-199)."""
        if not isinstance(row.kind, Shown) or not PURSE <= row.b < PURSE + SEATS:
            return False
        rounds = [past.kind for past in self.past if past.kind in (BEGAN, CLOSED)]
        return len(rounds) == 2 * ROUNDS  # they alternate

    def last_pass(self, row: Event, other: Event) -> bool:
        """That passes for lack of a play have ended the round, when all have passed in a row (B-141)."""
        if not (row.kind is other.kind is REPLACED and {row.a, other.a} == {SCORE, TURN}):
            return False
        if self.switch("roundEnd") != "forcedPasses" or self.view.cards.size(DECK):
            return False
        passes = 0
        for past in reversed(self.past):
            if past.kind in (LAID, PLAYED) or (isinstance(past.kind, Moved) and past.b == DECK):
                break
            passes += past.kind is PASSED
        end = row if row.a == SCORE else other
        return (end.c, end.d) == (SABOTEURS_WON, NOBODY) and passes >= self.view.seats


# Many pairs


class Tally:
    def __init__(self) -> None:
        self.pairs = 0
        self.moves = 0
        self.leaks = 0


def try_table(rules: Ruleset, seed: int, tally: Tally, numbering: Numbering = by_position) -> None:
    """Pairs at several moments of one game, each for an observer of its own."""
    rnd = random.Random(seed)
    observers = rnd.sample([*range(rules.seats), SPECTATOR], 2)
    t = Table(rules, seed, observers).play_on(rnd.randrange(30))
    while not t.state.over():
        pair = Pair(t, rnd.choice(observers), rnd.randrange(2**31), numbering)
        tally.pairs += 1
        tally.moves += pair.go_on(rnd.choice((3, 60)))
        for _ in range(rnd.randrange(1, 25)):
            t.play_on(1)
            if t.state.over() or t.state.top().step == TAKE:  # a packet of gold is rare: never pass it by
                break


def try_pairs(pairs: int, seed: int) -> Tally:
    """So many pairs; a leak raises."""
    tally = Tally()
    rnd = random.Random(seed)
    while tally.pairs < pairs:
        try_table(random_rules(rnd), rnd.randrange(2**31), tally)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description="Look for a leak between two worlds that one seat cannot tell apart.")
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    asked_for = parser.parse_args()
    tally = Tally()
    rnd = random.Random(asked_for.seed)
    while tally.pairs < asked_for.pairs:
        rules, seed = random_rules(rnd), rnd.randrange(2**31)
        try:
            try_table(rules, seed, tally)
        except AssertionError as leak:
            tally.leaks += 1
            print(f"leak: {leak} (players {rules.seats}, seed {seed}, {rules.settings.values})")
    print(f"{tally.pairs} pairs, {tally.moves} moves, {tally.leaks} leaks")
    raise SystemExit(1 if tally.leaks else 0)


if __name__ == "__main__":
    main()
