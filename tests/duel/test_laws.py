"""What holds in every game of The Duel, solo or not."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.duel.table import GAMES, LONGEST, DuelTable, random_rules, rules_for
from tests.laws.laws import check_game, check_views, question
from undermine.games.duel.rules.state import (
    BOARD,
    DECK,
    FRONT,
    GOAL_DECK,
    HAND,
    duel,
)
from undermine.kernel.agenda import SCRATCH, Step
from undermine.kernel.chance import Chance
from undermine.kernel.engine import advance, expire, explain, legal, waiting
from undermine.kernel.ids import NOBODY, lowest
from undermine.kernel.state import Frame, State

seeds = st.integers(0, 2**31 - 1)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_obeys_the_laws(game: str, seed: int) -> None:
    t = DuelTable(random_rules(random.Random(seed), game), seed)
    check_game(t)
    assert t.rules.game.returns(t.state) == [duel(t.state).nuggets(seat) for seat in range(t.rules.seats)]


@given(seeds)
def test_every_game_ends_and_its_gold_adds_up(seed: int) -> None:
    t = DuelTable(random_rules(random.Random(seed)), seed)
    t.play_on(LONGEST)
    assert t.state.over()
    s = duel(t.state)
    owed = s.numbers[s.hooks.runs.debts : s.hooks.runs.debts + s.seats]
    for seat in range(s.seats):
        kept = sum(s.earned(which, seat) - s.paid(which, seat) for which in range(1, 4))
        assert s.nuggets(seat) == kept - owed[seat]
    assert s.round == 3
    assert s.cards.size(GOAL_DECK) == 0


@given(seeds, st.integers(0, 120))
def test_tokens_and_cards_on_the_table_agree(seed: int, moves: int) -> None:
    t = DuelTable(random_rules(random.Random(seed)), seed).play_on(moves)
    s = duel(t.state)
    tunnels = sum(1 for tile in s.grid.ints()[1::2] if s.hooks.maze.face_of[tile])
    if question(s) == "turn":
        assert tunnels == s.cards.size(BOARD)
    assert s.placed() == sum(s.placed_by(seat) for seat in range(s.seats)) <= s.hooks.runs.token_count
    for index in range(s.hooks.runs.keys, s.hooks.runs.keys + s.hooks.runs.key_count):
        if s.numbers[index]:
            tile = s.tile_at(s.numbers[index])
            assert "#" in s.hooks.maze.looks[tile]
            assert not s.hooks.maze.opened[tile]
    for seat in range(s.seats):
        assert all(s.cards.number(FRONT + seat, face) <= 1 for face in range(1, s.cards.faces(DECK) + 1))


@given(seeds)
def test_deadlines_alone_play_a_whole_game(seed: int) -> None:
    t = DuelTable(random_rules(random.Random(seed)), seed)
    for _ in range(LONGEST):
        if t.state.over():
            break
        f = t.state.top()
        seat = lowest(waiting(t.state))
        assert t.rules.steps[f.step].fallback(t.state, f, seat) in legal(t.state, seat)
        if t.random.random() < 0.5:
            t.move()
        else:
            expire(t.play)
            advance(t.play, t.chance)
    assert t.state.over()


class Compared(Chance):
    """The fast form of a draw against the slow one."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def choose(self, s: State, f: Frame, step: Step) -> int:
        total = step.total(s, f)
        assert total == Step.total(step, s, f)
        for r in {0, total - 1, self.random.randrange(total)}:
            assert step.pick(s, f, r) == Step.pick(step, s, f, r)
        n = step.options(s, f, NOBODY, SCRATCH)
        return self.random.choice([SCRATCH[i] for i in range(n)])


@given(seeds)
def test_the_fast_form_of_chance_is_the_slow_one(seed: int) -> None:
    t = DuelTable(random_rules(random.Random(seed)), seed)
    t.chance = Compared(seed)
    t.play_on(40)


@given(seeds, st.integers(0, 200))
def test_refusals_are_the_same_for_a_view(seed: int, moves: int) -> None:
    t = DuelTable(random_rules(random.Random(seed)), seed).play_on(moves)
    if t.state.over():
        return
    check_views(t)
    seat = t.asked()
    may = legal(t.state, seat)
    for _ in range(40):
        near = t.random.choice(may) + t.random.choice((-1, 1, 2, 16, 256, 1 << 16, 1 << 18, 1 << 32, -(1 << 32)))
        action = t.random.choice((near, t.random.randrange(12 << 32), t.random.randrange(1 << 26)))
        if action >= 0:
            mine, true = explain(t.views[seat], seat, action), explain(t.state, seat, action)
            assert (mine is None) == (true is None) == (action in may)
            assert mine is None or true is None or (mine.code, mine.rule) == (true.code, true.rule)


def test_every_question_comes_up() -> None:
    asked: set[str] = set()
    wanted = {"turn", "build", "claim", "choose", "orient", "bribe", "tribute", "put-aside"}
    for seed in range(400):
        t = DuelTable(random_rules(random.Random(seed)), seed)
        t.eager = 0.97
        t.play_on(LONGEST)
        asked |= set(t.asked_of)
        if asked >= wanted:
            break
    assert asked == wanted


def test_hands_are_played_out_when_the_deck_is_empty() -> None:
    t = DuelTable(rules_for(), 3)
    s = duel(t.state)
    left: list[int] = []  # cards in both hands, before each move without a deck
    while s.round == 1:
        if not s.cards.size(DECK):
            left.append(s.cards.size(HAND) + s.cards.size(HAND + 1))
        t.move()
    assert len(left) > 6
    assert left == sorted(left, reverse=True)
    assert left[-1] in (1, 2)  # the last move gets rid of all that is left
