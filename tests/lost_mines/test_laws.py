"""What holds in every game of The Lost Mines."""

from __future__ import annotations

import random

import pytest

from tests.engine.table import COMPILED
from tests.laws.laws import check_fold, check_game, frames
from tests.lost_mines.table import GAME, LONGEST, MinesTable, random_rules, rules_for
from tests.lost_mines.worlds import MinesPair, Tally, try_pairs
from undermine.games.lost_mines.rules.hooks import QUARTERS, mines_hooks
from undermine.games.lost_mines.rules.state import CLAN, CLAN_DECK, HAND, LAY_OUT, LOSE, TREASURE_DECK, mines
from undermine.kernel.agenda import SCRATCH, Step
from undermine.kernel.chance import Chance, Seeded
from undermine.kernel.engine import advance, expire, legal, open_game, waiting
from undermine.kernel.ids import NOBODY, SPECTATOR, lowest
from undermine.kernel.state import Frame, State
from undermine.kernel.visibility import follow, stream, wire
from undermine.notation.actions import chance_words, parse, parse_chance, words
from undermine.notation.events import event_words, parse_event
from undermine.registry import game_manifest
from undermine.tunnels.shape import parse_shape

GAMES = 40 if COMPILED else 6
PAIRS = 600 if COMPILED else 60
PUBLIC = ("round", "last", "dragon", "opened", "left")
RUNS = ("clan", "at", "strand", "trolls", "points", "holder", "traps", "cleared")


@pytest.mark.parametrize("seed", range(GAMES))
def test_views_are_true_and_allow_the_same_and_games_end(seed: int) -> None:
    t = MinesTable(random_rules(random.Random(seed)), seed)
    check_game(t)
    assert t.state.over()
    truth = mines(t.state)
    for view in t.views:
        mine = mines(view)
        assert all(getattr(mine, name) == getattr(truth, name) for name in PUBLIC)
        assert all(list(getattr(mine, name)) == list(getattr(truth, name)) for name in RUNS)
        assert mine.grid.ints() == truth.grid.ints()


def test_a_seat_cannot_tell_two_worlds_apart() -> None:
    tally = try_pairs(PAIRS, 7)
    assert tally.moves > 8 * tally.pairs


def test_a_pair_plays_on_for_every_observer() -> None:
    t = MinesTable(rules_for(4), 3)
    tally = Tally()
    for observer in t.watchers:
        tally.moves += MinesPair(t, observer, 5).go_on(30)
    assert tally.moves > 60


@pytest.mark.parametrize("players", [3, 6, 9])
def test_whatever_is_printed_is_read_again(players: int) -> None:
    t = MinesTable(rules_for(players), players)
    rules = t.rules
    for _ in range(60):
        if t.state.over():
            break
        for seat in range(rules.seats):
            for action in legal(t.state, seat):
                assert parse(rules, t.state, seat, words(rules, t.state, seat, action)) == action
        t.move()
    for event in t.log:
        again = parse_event(rules, event_words(rules, event))
        assert (again.kind, again.a, again.b, again.c, again.d) == (event.kind, event.a, event.b, event.c, event.d)
        assert event_words(rules, again) == event_words(rules, event)


class Spoken(Chance):
    """Every outcome is written and read again."""

    def __init__(self, seed: int) -> None:
        self.source = Seeded(seed)
        self.heard: set[str] = set()

    def choose(self, s: State, f: Frame, step: Step) -> int:
        total = step.total(s, f)
        assert total == Step.total(step, s, f)
        for index in range(step.options(s, f, NOBODY, SCRATCH)):
            text = chance_words(s.rules, s, SCRATCH[index])
            assert parse_chance(s.rules, s, text) == SCRATCH[index]
            self.heard.add(text.split()[0])
        return self.source.choose(s, f, step)


def test_chance_is_written_and_read_again() -> None:
    chance = Spoken(3)
    for seed in range(4):
        t = MinesTable(rules_for(3), seed)
        t.chance = chance
        t.play_on(LONGEST)
    open_game(rules_for(3), chance, None)
    assert {"first", "treasure", "clan", "role", "deal", "draw", "mine"} <= chance.heard


class Weighed(Chance):
    """Every card of a pile or a hand is as likely as any other, whatever its back."""

    def __init__(self, seed: int) -> None:
        self.source = Seeded(seed)
        self.uneven: set[int] = set()  # steps at which outcomes had different weights

    def choose(self, s: State, f: Frame, step: Step) -> int:
        cards = s.cards
        found: list[int] = []
        for index in range(step.options(s, f, NOBODY, SCRATCH)):
            outcome = SCRATCH[index]
            found.append(int(step.weight(s, f, outcome)))
            if f.step == LAY_OUT:
                assert found[-1] == cards.size(TREASURE_DECK + outcome)
            elif f.step == CLAN:
                assert found[-1] == cards.size(CLAN_DECK + outcome)
            elif f.step == LOSE:
                assert found[-1] == cards.number(HAND + f.a, outcome)
        if len(set(found)) > 1:
            self.uneven.add(int(f.step))
        return self.source.choose(s, f, step)


def test_every_card_is_as_likely_as_any_other() -> None:
    chance = Weighed(5)
    for seed in range(8):
        t = MinesTable(rules_for(4), seed)
        t.chance = chance
        t.play_on(LONGEST)
    assert {LAY_OUT, CLAN, LOSE} <= chance.uneven


@pytest.mark.parametrize("seed", range(4))
def test_deadlines_alone_play_a_whole_game(seed: int) -> None:
    t = MinesTable(rules_for(3 + seed), seed)
    for _ in range(LONGEST):
        if t.state.over():
            break
        seat = lowest(waiting(t.state))
        f = t.state.top()
        assert t.rules.steps[f.step].fallback(t.state, f, seat) in legal(t.state, seat)
        expire(t.play)
        advance(t.play, t.chance)
    assert t.state.over()
    check_fold(t)


def test_following_a_log_is_folding_what_each_seat_is_told() -> None:
    t = MinesTable(rules_for(5), 2)
    t.play_on(90)
    views = [t.rules.game.new_state(t.rules) for _ in range(5)]
    assert follow(views, t.log, 0) == len(t.log)
    assert [view.ints() for view in views] == [view.ints() for view in t.views[:5]]
    assert all(frames(view) == frames(t.state) for view in t.views)


def test_the_same_seed_gives_the_same_game() -> None:
    def told(seed: int) -> bytes:
        t = MinesTable(rules_for(4), seed)
        t.play_on(LONGEST)
        return wire(t.rules, stream(t.log, SPECTATOR))

    assert told(5) == told(5)
    assert told(5) != told(6)


@pytest.mark.parametrize("rotations", ["2", "4"])
def test_every_mine_can_be_entered_from_every_side(rotations: str) -> None:
    """So that one turn always has the opening that is needed (L-091)."""
    hooks = mines_hooks(rules_for(3, card_rotations=rotations).hooks)
    assert hooks.may_turn(1) == (rotations == "4")
    for row in game_manifest(GAME).cards("mines"):
        sides = 0
        shape = parse_shape(row.shape)
        for _ in range(QUARTERS // 2):
            sides |= shape.sides()
            shape = shape.turned()
        assert sides == 15, row.face
