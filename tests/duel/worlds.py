"""Two worlds of The Duel that one observer cannot tell apart: what it sees is written here from section 9 of the catalogue.

`python -m tests.duel.worlds --pairs 10000` tries that many pairs.
"""

from __future__ import annotations

import argparse
import random

from tests.duel.table import DuelTable, random_rules, wishes
from tests.engine.pairs import Pair
from undermine.games.duel.rules.actions import TO_CLEAR, TO_PASS
from undermine.games.duel.rules.state import (
    DEAL,
    DECK,
    DISCARD,
    DRAW,
    FRONT,
    GOAL,
    HAND,
    PEEK,
    PUT_ASIDE,
    REVEAL,
    TURN,
    duel,
)
from undermine.kernel.dealing import Moved, Shown
from undermine.kernel.event import ASKED, REPLACED, Event
from undermine.kernel.ids import SPECTATOR, lowest
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import Frame, State

TOOL_BITS = 16  # of a `clear`: which sabotage card is taken away stands above the two faces


class DuelPair(Pair):
    """The true world of a table of The Duel and another one, for one observer."""

    def hidden_draw(self, s: State, f: Frame, observer: int) -> bool:
        if f.step == DEAL:
            return f.b % s.rules.seats != observer
        if f.step == DRAW:
            return f.a != observer
        return f.step == PEEK and f.b != observer

    def twins(self, f: Frame, seat: int, action: int, choices: list[int]) -> list[int]:
        """Which cards are thrown away face down nobody else sees (D-100), how many and what for everybody does."""
        if seat != self.observer:
            if f.step == PUT_ASIDE:
                return choices
            if f.step == TURN and action >= TO_PASS:
                return [c for c in choices if c >> 32 == action >> 32 and (c & 0xFFFF > 255) == (action & 0xFFFF > 255)]
            if f.step == TURN and action >= TO_CLEAR:
                return [choice for choice in choices if choice >> TOOL_BITS == action >> TOOL_BITS]
        return [action] if action in choices else []

    def wish(self, s: State, actions: list[int]) -> list[int]:
        return wishes(self.random, 0.8, s, int(lowest(s.top().seats)), actions)

    def kept(self, view: State) -> list[int]:
        return list(range(GOAL, GOAL + duel(view).hooks.goals)) if self.random.random() < 0.6 else []

    def rightful(self, row: Event, other: Event) -> bool:
        return self.own_card(row, other) or self.goal(row, other) or self.hazard(row) or self.hazard(other)

    def own_card(self, row: Event, other: Event) -> bool:
        """A card dealt to, or drawn by, the observer."""
        same = row.kind is other.kind and isinstance(row.kind, Moved) and (row.b, row.c) == (other.b, other.c)
        return same and (row.b, row.c) == (DECK, HAND + self.observer)

    def goal(self, row: Event, other: Event) -> bool:
        """A goal that is turned up for all (D-050), or looked at by the observer with a map (D-101)."""
        if not (row.kind is other.kind and isinstance(row.kind, Shown) and (row.b, row.c) == (other.b, other.c)):
            return False
        question = [past for past in self.past if past.kind in (ASKED, REPLACED)][-1]
        if row.b != GOAL + question.c:
            return False
        return question.a == REVEAL or (question.a == PEEK and question.d == self.observer)

    def hazard(self, row: Event) -> bool:
        """Alone at the table, a sabotage card or a rockfall that is drawn lies open (D-S06, D-S09)."""
        return self.rules.seats == 1 and isinstance(row.kind, Moved) and row.b == DECK and row.c in (FRONT, DISCARD)


def try_table(rules: Ruleset, seed: int) -> int:
    """Pairs at several moments of one game, each for an observer of its own; returns how many."""
    rnd = random.Random(seed)
    t = DuelTable(rules, seed)
    t.play_on(rnd.randrange(30))
    pairs = 0
    while not t.state.over():
        pair = DuelPair(t, rnd.choice([*range(rules.seats), SPECTATOR]), rnd.randrange(2**31))
        pair.go_on(rnd.choice((3, 40)))
        pairs += 1
        t.play_on(rnd.randrange(1, 25))
    return pairs


def try_pairs(pairs: int, seed: int) -> int:
    """So many pairs; a leak raises."""
    rnd = random.Random(seed)
    done = 0
    while done < pairs:
        done += try_table(random_rules(rnd), rnd.randrange(2**31))
    return done


def main() -> None:
    parser = argparse.ArgumentParser(description="Look for a leak between two worlds that one seat cannot tell apart.")
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    asked_for = parser.parse_args()
    print(f"{try_pairs(asked_for.pairs, asked_for.seed)} pairs, no leak")


if __name__ == "__main__":
    main()
