"""A sealed window over every action card: asked of everybody alike, closed at a deadline, silent about its answers."""

from __future__ import annotations

import pytest

from tests.skeletons.hush import HUSH, PASS, STOP, Contested, Hushed
from tests.skeletons.laws import Table, check_fold, check_game, classic_with, frames, question
from undermine.games.classic.actions import AIMS, DISCARDED
from undermine.games.classic.state import CARD_BAG, DISCARD, FRONT, HAND, classic
from undermine.kernel.engine import act, advance, expire, legal, waiting
from undermine.kernel.ids import lowest
from undermine.kernel.visibility import stream, wire


class Hushers(Table):
    """Likes to play action cards, and to stop them."""

    def choose(self, seat: int, actions: list[int]) -> int:
        if question(self.state) == "turn":
            cards = classic(self.state).hooks.cards
            mine = [e for e in actions if isinstance(cards[e // AIMS], Contested) and e % AIMS < DISCARDED]
            return super().choose(seat, mine or actions)
        return actions[-1] if self.random.random() < 0.7 else super().choose(seat, actions)


@pytest.mark.parametrize("seed", range(2))
def test_whole_games_with_vetoes(seed: int) -> None:
    t = Hushers(classic_with(3 + seed % 3, HUSH), seed)
    check_game(t)
    assert t.asked_of["hush.veto"] > 10


def break_at(holder: bool, players: int = 4) -> tuple[Table, int, int]:
    """A table at which somebody has just announced a broken lamp; with a hush in another hand, or with none."""
    for seed in range(300):
        t = Table(classic_with(players, HUSH), seed)
        names = t.rules.layout.face_names[CARD_BAG]
        lamp, hush = names.index("break-lamp"), names.index("hush")
        seat = int(lowest(waiting(t.state)))
        held = [other for other in range(players) if other != seat and t.state.cards.number(HAND + other, hush)]
        action = next((each for each in legal(t.state, seat) if each // AIMS == lamp), 0)
        if action and bool(held) == holder:
            act(t.play, seat, action)
            advance(t.play, t.chance)
            t.watch()
            assert question(t.state) == "hush.veto"
            return t, seat, held[0] if held else -1
    raise AssertionError("no such deal")


@pytest.mark.parametrize("holder", [True, False])
def test_everybody_else_is_asked_with_or_without_a_hush(holder: bool) -> None:
    t, seat, _ = break_at(holder)
    assert waiting(t.state) == 0b1111 & ~(1 << seat)
    for watcher, view in zip(t.watchers, t.views, strict=True):
        assert frames(view) == frames(t.state)
        assert legal(view, watcher) == legal(t.state, watcher)


def test_answers_leave_no_trace_in_anybody_elses_stream() -> None:
    t, seat, holder = break_at(holder=True)
    for answering in sorted({0, 1, 2, 3} - {seat}):
        told = {watcher: wire(t.rules, stream(t.log, watcher)) for watcher in t.watchers}
        known = [view.ints() for view in t.views]
        act(t.play, answering, STOP if answering == holder else PASS)
        t.watch()
        for watcher, before, view in zip(t.watchers, known, t.views, strict=True):
            if watcher != answering:
                assert wire(t.rules, stream(t.log, watcher)) == told[watcher]
                assert view.ints() == before
        assert legal(t.views[answering], answering) == []


def test_a_stopped_card_has_no_effect() -> None:
    t, seat, holder = break_at(holder=True)
    names = t.rules.layout.face_names[CARD_BAG]
    for answering in sorted({0, 1, 2, 3} - {seat}):
        act(t.play, answering, STOP if answering == holder else PASS)
    advance(t.play, t.chance)
    t.watch()
    assert not any(t.state.cards.size(FRONT + other) for other in range(4))
    assert t.views[seat].cards.number(DISCARD, names.index("hush")) == 1
    assert t.views[seat].cards.number(DISCARD, names.index("break-lamp")) == 1
    assert question(t.state) == "turn"
    assert waiting(t.state) == 1 << (seat + 1) % 4
    check_fold(t)


def test_at_the_deadline_silence_lets_it_pass() -> None:
    t, seat, holder = break_at(holder=True)
    act(t.play, next(other for other in range(4) if other not in {seat, holder}), PASS)
    expire(t.play)
    advance(t.play, t.chance)
    t.watch()
    assert sum(t.state.cards.size(FRONT + other) for other in range(4)) == 1
    assert t.state.cards.number(HAND + holder, t.rules.layout.face_names[CARD_BAG].index("hush"))
    assert t.state.answered == 0


def two_holders() -> tuple[Table, int, int, list[int]]:
    """A fresh table, who is asked, a sabotage card to play, and the others who hold a hush, the nearest first."""
    for seed in range(400):
        t = Table(classic_with(4, HUSH), seed)
        names = t.rules.layout.face_names[CARD_BAG]
        seat = int(lowest(waiting(t.state)))
        others = [other % 4 for other in range(seat + 1, seat + 4)]
        held = [other for other in others if t.state.cards.number(HAND + other, names.index("hush"))]
        action = next((each for each in legal(t.state, seat) if names[each // AIMS].startswith("break")), 0)
        if action and len(held) > 1:
            return t, seat, action, held
    raise AssertionError("no such deal")


def test_a_hush_that_came_too_late_stays_secret() -> None:
    """Two say stop: the nearer one's card is played, the other keeps theirs and nobody hears of it."""
    t, seat, action, held = two_holders()
    hush = t.rules.layout.face_names[CARD_BAG].index("hush")
    act(t.play, seat, action)
    advance(t.play, t.chance)
    before = len(t.log)
    for other in (seat + 3, seat + 2, seat + 1):
        act(t.play, other % 4, STOP if other % 4 in held else PASS)
    advance(t.play, t.chance)
    t.watch()
    assert t.state.cards.number(HAND + held[1], hush) > 0
    told = [(row.a, row.b) for row in stream(t.log[before:], seat) if isinstance(row.kind, Hushed)]
    assert told == [(held[0], 0)]
    assert not any(view.cards.number(HAND + held[1], hush) for view in (t.views[seat], t.views[-1]))
