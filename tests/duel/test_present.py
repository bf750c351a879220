"""What observers of The Duel see and are told."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from tests.duel.table import DuelTable, random_rules
from tests.laws.laws import Table
from undermine.data.messages import words
from undermine.games.duel.rules.state import duel
from undermine.kernel.engine import legal
from undermine.kernel.ids import SPECTATOR
from undermine.kernel.visibility import stream
from undermine.notation.actions import parse
from undermine.notation.actions import words as words_of
from undermine.notation.events import event_words, parse_event
from undermine.notation.moves import moves_of
from undermine.present import ask_of, told, view_of
from undermine.present.view import DuelView

seeds = st.integers(0, 2**31 - 1)


@given(seeds, st.integers(0, 150))
def test_a_view_shows_what_its_observer_knows(seed: int, moves: int) -> None:
    t = DuelTable(random_rules(random.Random(seed)), seed).play_on(moves)
    for seat, view in zip(t.watchers, t.views, strict=True):
        seen = view_of(view, seat)
        assert (seen.mine is None) == (seat == SPECTATOR)
        assert [player.hand for player in seen.players] == [len(hand(t, other)) for other in range(t.rules.seats)]
        if seen.mine is not None:
            assert sorted(card.card for card in seen.mine.hand for _ in range(card.count)) == sorted(hand(t, seat))
        assert all(cell.face_up or cell.kind == "goal" for cell in seen.cells)
        assert len([cell for cell in seen.cells if cell.kind == "goal"]) == 6
        asked = ask_of(view, seat)
        if asked is not None:
            known = moves_of(t.rules)
            assert [known.action(move) for move in asked.options] == (legal(view, seat) if seat in asked.seats else [])


def hand(t: Table, seat: int) -> list[str]:
    s = duel(t.state)
    names = s.rules.layout.face_names[0]
    return [names[face] for face in range(1, len(names)) for _ in range(s.cards.number(6 + seat, face))]


@given(seeds)
def test_a_whole_game_is_told_and_written(seed: int) -> None:
    t = DuelTable(random_rules(random.Random(seed)), seed)
    kinds: set[str] = set()
    while not t.state.over():
        seat = t.asked()
        for action in legal(t.state, seat):
            text = words_of(t.rules, t.state, seat, action)
            assert parse(t.rules, t.state, seat, text) == action
        t.move()
    for event in t.log:
        text = event_words(t.rules, event)
        again = parse_event(t.rules, text)
        assert (again.kind, again.a, again.b, again.c, again.d) == (event.kind, event.a, event.b, event.c, event.d)
    for seat in t.watchers:
        story = told(t.rules.game.new_state(t.rules), stream(t.log, seat))
        kinds |= {each.kind for each in story}
        assert story[-1].kind == "over"
        assert all(each.seat is not None for each in story if each.kind == "collapsed")
    said = {key.removeprefix("told.") for key in words("en") if key.startswith("told.")}
    terminal = {"round", "drew", "laid", "broke", "mended", "collapsed", "looked", "saw", "turned", "over"}
    assert kinds <= said | terminal
    assert "passed" not in kinds  # two cards may go for a sabotage card as well


def test_the_end_of_a_round_and_of_the_game() -> None:
    t = DuelTable(random_rules(random.Random(5), "duel"), 5)
    t.eager = 0.97
    t.play_on(600)
    seen = view_of(t.views[0], 0)
    assert isinstance(seen, DuelView)
    assert seen.phase == "over"
    assert [result.round for result in seen.results] == [1, 2, 3]
    nuggets = [player.nuggets for player in seen.players]
    assert [sum(r.earned[seat] - r.paid[seat] for r in seen.results) for seat in range(2)] == nuggets
    assert seen.winners == [seat for seat in range(2) if nuggets[seat] == max(nuggets)]
