"""Nobody learns what the rules do not show them."""

from __future__ import annotations

import pytest

from tests.duel.table import DuelTable, rules_for
from tests.duel.worlds import DuelPair, try_pairs
from undermine.games.duel.rules.state import GOAL, GOAL_BAG, PEEK
from undermine.kernel.dealing import SHOWN, Looked
from undermine.kernel.event import Play
from undermine.kernel.ids import ALL
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import Frame, State


@pytest.mark.parametrize("seed", range(3))
def test_worlds_that_look_the_same_stay_the_same(seed: int) -> None:
    assert try_pairs(25, seed) >= 25


class Shouted(Looked):
    """Whoever looks at a goal tells the whole table."""

    def bag(self, s: State, f: Frame) -> int:
        return GOAL_BAG

    def known(self, s: State, f: Frame) -> int:
        return s.cards.any(GOAL + f.a)

    def resolve(self, p: Play, f: Frame, seat: int, action: int) -> None:
        goal = f.a
        p.settle()
        p.emit(SHOWN, ALL, action, GOAL + goal, 1, 0)


def watch_many(rules: Ruleset) -> None:
    for seed in range(60):
        DuelPair(DuelTable(rules, seed), 1, seed).go_on(30)


def test_a_leak_would_be_found() -> None:
    rules = rules_for()
    kept = rules.steps[PEEK]
    rules.steps[PEEK] = Shouted("goal f")
    try:
        with pytest.raises(AssertionError, match="a secret"):
            watch_many(rules)
    finally:
        rules.steps[PEEK] = kept
