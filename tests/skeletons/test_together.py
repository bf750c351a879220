"""A replaced turn, and several extras at one table."""

from __future__ import annotations

import pytest

from tests.skeletons.gates import GATES_MODULE
from tests.skeletons.hush import HUSH
from tests.skeletons.laws import Table, check_game, classic_with
from tests.skeletons.lockbox import LOCKBOX
from tests.skeletons.sweep import SWEEP, pairs
from undermine.data.manifest import load
from undermine.games.classic.state import HAND
from undermine.kernel.agenda import SCRATCH, Step
from undermine.kernel.chance import Chance
from undermine.kernel.engine import act, advance, explain, legal, waiting
from undermine.kernel.ids import NOBODY, UNKNOWN, lowest
from undermine.kernel.ruleset import Meta, Module, RulesetBuilder, build
from undermine.kernel.state import Frame, State


def test_a_replaced_turn_offers_more_and_leaves_the_rest_as_it_was() -> None:
    t, plain = Table(classic_with(3, SWEEP), 4), Table(classic_with(3), 4)
    seat = int(lowest(waiting(t.state)))
    extra = pairs(t.state, seat)
    assert legal(t.state, seat) == legal(plain.state, seat) + extra
    assert explain(t.state, seat, extra[0]) is None
    assert explain(plain.state, seat, extra[0]) is not None
    act(t.play, seat, extra[0])
    advance(t.play, t.chance)
    t.watch()
    assert waiting(t.state) == 1 << (seat + 1) % 3
    assert t.state.cards.size(HAND + seat) == 6
    assert t.views[seat].cards.number(HAND + seat, UNKNOWN) == 0
    assert t.views[-1].cards.number(HAND + seat, UNKNOWN) == 6


@pytest.mark.parametrize("seed", range(2))
def test_whole_games_with_sweeps(seed: int) -> None:
    check_game(Table(classic_with(3 + seed, SWEEP), seed))


@pytest.mark.parametrize("seed", range(2))
def test_whole_games_with_every_extra_at_once(seed: int) -> None:
    """The hush comes last, so that it can stop the cards of the others."""
    t = Table(classic_with(3 + seed, SWEEP, GATES_MODULE, LOCKBOX, HUSH), seed)
    check_game(t)
    assert {"turn", "hush.veto", "lockbox.whom", "lockbox.give"} <= set(t.asked_of)


class Compared(Chance):
    """Answers like another source, and compares the fast forms of a question with the slow ones."""

    def __init__(self, source: Chance) -> None:
        self.source = source

    def choose(self, s: State, f: Frame, step: Step) -> int:
        total = step.total(s, f)
        n = step.options(s, f, NOBODY, SCRATCH)
        weights = [(int(SCRATCH[index]), int(step.weight(s, f, SCRATCH[index]))) for index in range(n)]
        assert total == sum(weight for _, weight in weights)
        picked = [step.pick(s, f, r) for r in range(total)]
        assert picked == [action for action, weight in weights for _ in range(weight)]
        return int(self.source.choose(s, f, step))


def test_chance_is_the_same_fast_and_slow() -> None:
    t = Table(classic_with(3, SWEEP, LOCKBOX), 3)
    t.chance = Compared(t.chance)
    t.play_on(120)


class Stray(Module):
    def install(self, r: RulesetBuilder) -> None:
        r.step("stray", Step())


def test_an_extra_needs_what_it_says_it_needs() -> None:
    rules = classic_with(3)
    with pytest.raises(ValueError, match="needs attic"):
        build(rules.game, [Stray(Meta("stray", ("attic",)))], 3, rules.settings, {"classic": load("classic")})
