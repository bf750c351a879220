"""What holds in every game."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.luck import Recorded, Scripted
from tests.engine.table import (
    COMPILED,
    EDITIONS,
    LONGEST,
    Table,
    asked,
    check_cards,
    check_claims,
    check_views,
    frames,
    inventory,
    options,
    rules_for,
    seeds,
)
from undermine.bots.playout import playouts
from undermine.games.classic.rules.state import DEAL, DECK, HAND, ROLE, ROLE_DECK, SABOTEUR, TURN, classic
from undermine.kernel.agenda import SCRATCH, Step
from undermine.kernel.chance import Chance, ChanceError, Derived, Enumerated, Seeded
from undermine.kernel.dealing import SHOWN
from undermine.kernel.determinize import determinize
from undermine.kernel.engine import act, advance, expire, legal, open_game, waiting
from undermine.kernel.event import Event, Play
from undermine.kernel.ids import NOBODY, UNKNOWN
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import Frame, State
from undermine.kernel.visibility import fold, follow, stream, wire
from undermine.registry import Options, ruleset

tables = st.builds(lambda chosen, seed: Table(ruleset(chosen), seed), options, seeds)
unwatched = st.builds(lambda chosen, seed: Table(ruleset(chosen), seed, ()), options, seeds)
moves = st.integers(0, 260)
EVERY = 6 if COMPILED else 12  # moves between two looks at all views


@given(unwatched)
def test_a_state_is_the_fold_of_its_events(t: Table) -> None:
    t.play_on(LONGEST)
    again = t.rules.game.new_state(t.rules)
    for event in t.log:
        fold(again, event)
    assert again.ints() == t.state.ints()


@given(unwatched)
def test_every_game_ends_and_pays_everybody(t: Table) -> None:
    t.play_on(LONGEST)
    assert t.state.over()
    assert waiting(t.state) == 0
    purses = t.rules.game.returns(t.state)
    assert len(purses) == t.rules.seats
    assert all(nuggets >= 0 for nuggets in purses)
    assert sum(purses) <= 44
    assert classic(t.state).round == 3


@given(tables)
def test_views_tell_the_truth_and_allow_the_same(t: Table) -> None:
    supply = inventory(t.state.cards)
    check_views(t)
    count = 0
    while not t.state.over():
        t.move()
        count += 1
        if count % EVERY == 0 or t.state.over() or t.state.top().step != TURN:
            check_cards(t.state.cards)
            check_views(t)
            for s in (t.state, *t.views):
                assert inventory(s.cards) == supply


@pytest.mark.parametrize("shown", ["true", "false"])
def test_the_role_left_over_is_shown_only_where_the_table_wants_it(shown: str) -> None:
    t = Table(rules_for(4, showLeftoverRole=shown), 3, ()).play_on(LONGEST)
    rows = [event for event in t.log if event.kind is SHOWN and event.b == ROLE_DECK]
    assert len(rows) == (3 if shown == "true" else 0)


@given(tables)
def test_following_a_log_is_folding_what_each_seat_is_told(t: Table) -> None:
    t.play_on(80)
    seats = range(t.rules.seats)
    views = [t.rules.game.new_state(t.rules) for _ in seats]
    assert follow(views, t.log, 0) == len(t.log)
    for seat in seats:
        again = t.rules.game.new_state(t.rules)
        for row in stream(t.log, seat):
            fold(again, row)
        assert views[seat].ints() == again.ints() == t.views[seat].ints()


@given(unwatched, moves)
def test_copies_are_independent(t: Table, n: int) -> None:
    t.play_on(n)
    before = t.state.ints()
    twin = t.state.copy()
    assert twin.ints() == before
    original = t.play
    t.play = Play(twin, None)
    t.play_on(30)
    assert original.state.ints() == before
    kept = twin.ints()
    t.play = original
    t.play_on(30)
    assert twin.ints() == kept


@given(tables, moves, seeds)
def test_a_determinised_state_is_possible_and_plays_on(t: Table, n: int, seed: int) -> None:
    t.play_on(n)
    number = seed % len(t.watchers)
    seat, view = t.watchers[number], t.views[number]
    before = view.ints()
    s = determinize(view, Seeded(seed))
    assert view.ints() == before
    check_claims(view, s)
    assert not any(s.cards.number(place, UNKNOWN) for place in s.cards.layout.held)
    assert inventory(s.cards) == inventory(t.state.cards)
    assert frames(s) == frames(t.state)
    assert legal(s, seat) == legal(t.state, seat)
    on = Table(t.rules, seed, ())
    on.play = Play(s, None)
    on.play_on(LONGEST)
    check_cards(s.cards)
    assert s.over()
    assert len(t.rules.game.returns(s)) == t.rules.seats


@given(unwatched)
def test_deadlines_alone_play_a_whole_game(t: Table) -> None:
    for _ in range(LONGEST):
        if t.state.over():
            break
        seat = asked(t.state)
        may = legal(t.state, seat)
        f = t.state.top()
        assert t.rules.steps[f.step].fallback(t.state, f, seat) in may
        expire(t.play)
        advance(t.play, t.chance)
    assert t.state.over()


class Compared(Chance):
    """The fast form of a draw against the slow one, outcome by outcome."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.looks = 0

    def choose(self, s: State, f: Frame, step: Step) -> int:
        total = step.total(s, f)
        assert total == Step.total(step, s, f)
        if f.step != DEAL or self.random.random() < 0.1:
            self.looks += 1
            for r in {0, total - 1, *(self.random.randrange(total) for _ in range(8))}:
                assert step.pick(s, f, r) == Step.pick(step, s, f, r)
        outcomes = outcomes_of(s, f, step)
        assert len(set(outcomes)) == len(outcomes)
        assert all(step.weight(s, f, outcome) > 0 for outcome in outcomes)
        return self.random.choice(outcomes)


def outcomes_of(s: State, f: Frame, step: Step) -> list[int]:
    n = step.options(s, f, NOBODY, SCRATCH)
    return [SCRATCH[i] for i in range(n)]


@given(unwatched, moves, seeds)
def test_the_fast_form_of_chance_is_the_slow_one(t: Table, n: int, seed: int) -> None:
    t.chance = Compared(seed)
    t.play_on(n)
    assert not n or t.chance.looks or not classic(t.state).cards.size(DECK)


def test_every_outcome_of_chance_comes_up_once_with_its_weight() -> None:
    t = Table(rules_for(3), 5, ()).play_on(3)
    seat = t.asked()
    action = next(action for action in legal(t.state, seat) if action >> 32 == 1)  # a pass, and then a draw
    every = Enumerated()
    bag = t.state.cards.layout.bag[DECK]
    faces = [f for f in range(1, t.state.cards.faces(bag) + 1) if t.state.cards.number(bag, f)]
    weights: dict[tuple[int, ...], int] = {}
    while True:
        s = t.state.copy()
        play = Play(s, None)
        act(play, seat, action)
        advance(play, every)
        assert tuple(s.ints()) not in weights
        weights[tuple(s.ints())] = every.weight
        if not every.turn():
            break
    assert sorted(weights.values()) == sorted(t.state.cards.number(bag, face) for face in faces)
    assert sum(weights.values()) == t.state.cards.size(bag)


def test_a_script_of_chance_must_be_used_up() -> None:
    rules = rules_for(3, firstPlayer="host")
    faces = list(range(1, 7))
    dealt = [1, 1, 2] + [face for face in faces for _ in range(3)]
    script = Scripted(dealt)
    s = open_game(rules, script, None).state
    script.finish()
    assert s.cards.number(ROLE + 2, SABOTEUR) == 1
    assert all(s.cards.number(HAND + seat, face) == 1 for seat in range(3) for face in faces[:5])
    longer = Scripted([*dealt, 1])
    open_game(rules, longer, None)
    with pytest.raises(ChanceError, match="scripted 22 times and asked 21"):
        longer.finish()
    with pytest.raises(ChanceError, match="too short"):
        open_game(rules, Scripted(dealt[:5]), None)
    with pytest.raises(ChanceError, match="outcome 3"):
        open_game(rules, Scripted([2, 1, 2]), None)  # there is one saboteur only


@given(options, seeds)
def test_a_recorded_game_can_be_played_again_from_its_script(chosen: Options, seed: int) -> None:
    t = Table(ruleset(chosen), seed, ())
    recorded = Recorded(Seeded(seed))
    first = open_game(t.rules, recorded, None)
    t.play, t.chance = first, recorded
    decisions: list[tuple[int, int]] = []
    for _ in range(60):
        if not t.state.over():
            seat = t.asked()
            decisions.append((seat, t.wish(t.state, legal(t.state, seat))[0]))
            act(t.play, *decisions[-1])
            advance(t.play, recorded)
    script = Scripted(recorded.outcomes)
    again = open_game(t.rules, script, None)
    for seat, action in decisions:
        act(again, seat, action)
        advance(again, script)
    script.finish()
    assert again.state.ints() == t.state.ints()


def derived_game(rules: Ruleset, secret: bytes, contributions: bytes) -> tuple[list[int], bytes]:
    """A whole game whose chance is derived, and everything a spectator is told."""
    log: list[Event] = []
    chance = Derived(secret, contributions, 0)
    play = open_game(rules, chance, log)
    while not play.state.over():
        seat = asked(play.state)
        act(play, seat, legal(play.state, seat)[0])
        advance(play, chance)
    return play.state.ints(), wire(rules, stream(log, 15))


@pytest.mark.parametrize("edition", EDITIONS)
def test_derived_chance_repeats_a_game_and_another_secret_does_not(edition: str) -> None:
    rules = rules_for(4, edition)
    game = derived_game(rules, b"secret", b"anna+boris")
    assert derived_game(rules, b"secret", b"anna+boris") == game
    assert derived_game(rules, b"Secret", b"anna+boris") != game
    assert derived_game(rules, b"secret", b"anna+carla") != game


def test_derived_chance_goes_on_where_it_was_left() -> None:
    rules = rules_for(3)
    chance = Derived(b"s", b"c", 0)
    play = open_game(rules, chance, None)
    later = Derived(b"s", b"c", chance.used)
    twin = Play(play.state.copy(), None)
    seat = asked(play.state)
    action = legal(play.state, seat)[-1]
    act(play, seat, action)
    advance(play, chance)
    act(twin, seat, action)
    advance(twin, later)
    assert twin.state.ints() == play.state.ints()
    assert later.used == chance.used


GOLDEN = tomllib.loads((Path(__file__).parents[1] / "counts/checksums.toml").read_text())


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [3, 5, 7, 10])
def test_games_are_the_same_compiled_or_not_and_watched_or_not(edition: str, players: int) -> None:
    """Moves, and a checksum over what was legal and what was chosen, in three random games."""
    rules = rules_for(players, edition)
    golden = tuple(GOLDEN[edition][str(players)])
    assert playouts(rules, 3, 1, False, False) == golden
    assert playouts(rules, 3, 1, True, False) == golden
    assert playouts(rules, 3, 1, True, True) == golden
