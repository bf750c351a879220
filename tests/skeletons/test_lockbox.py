"""Two further questions, stacked and settled, alone or in the midst of another card."""

from __future__ import annotations

import pytest

from tests.skeletons.laws import Table, check_fold, check_game, check_views, classic_with, frames, question
from tests.skeletons.lockbox import LOCKBOX, LOOK, NONE
from undermine.games.classic.actions import AIMS, DISCARDED
from undermine.games.classic.state import CARD_BAG, DECK, DISCARD, HAND
from undermine.kernel.dealing import MOVED
from undermine.kernel.engine import act, advance, expire, legal, waiting
from undermine.kernel.event import Event, Play
from undermine.kernel.ids import ALL, UNKNOWN, lowest
from undermine.kernel.visibility import stream, wire


class Openers(Table):
    """Likes boxes and tremors."""

    def choose(self, seat: int, actions: list[int]) -> int:
        names = self.rules.layout.face_names[CARD_BAG]
        if question(self.state) == "turn":
            mine = [
                each for each in actions if names[each // AIMS] in {"lockbox", "tremor"} and each % AIMS < DISCARDED
            ]
            return super().choose(seat, mine or actions)
        return super().choose(seat, actions)


@pytest.mark.parametrize("seed", range(2))
def test_whole_games_with_boxes(seed: int) -> None:
    t = Openers(classic_with(3 + seed, LOCKBOX), seed)
    check_game(t)
    assert t.asked_of["lockbox.give"] > 3
    assert t.asked_of["lockbox.second"] > 1


def until(name: str, card: str) -> tuple[Openers, int]:
    """A table at which somebody has just played this card, and who."""
    for seed in range(60):
        t = Openers(classic_with(4, LOCKBOX), seed)
        for _ in range(40):
            face = t.rules.layout.face_names[CARD_BAG].index(card)
            seat = int(lowest(waiting(t.state)))
            action = next(
                (each for each in legal(t.state, seat) if each // AIMS == face and each % AIMS < DISCARDED), 0
            )
            if question(t.state) == "turn" and action:
                act(t.play, seat, action)
                advance(t.play, t.chance)
                t.watch()
                assert question(t.state) == name
                return t, seat
            t.move()
    raise AssertionError(f"nobody ever played {card}")


def answer(t: Table, seat: int, action: int) -> None:
    assert action in legal(t.state, seat)
    act(t.play, seat, action)
    advance(t.play, t.chance)
    t.watch()
    check_views(t)


def test_a_box_in_the_midst_of_a_tremor() -> None:
    t, seat = until("lockbox.whom", "tremor")
    names = t.rules.step_names
    assert [names[frame[0]] for frame in frames(t.state)] == ["draw", "lockbox.second", "lockbox.whom"]
    to = (seat + 1) % 4
    held = t.state.cards.size(HAND + to)
    answer(t, seat, to)
    assert [names[frame[0]] for frame in frames(t.state)] == ["draw", "lockbox.second", "lockbox.give"]
    answer(t, seat, legal(t.state, seat)[0])
    assert question(t.state) == "lockbox.second"
    assert t.state.cards.size(HAND + to) == held + 1
    answer(t, seat, NONE)
    assert [names[frame[0]] for frame in frames(t.state)] == ["turn"]
    assert waiting(t.state) == 1 << to
    check_fold(t)


def test_only_the_asker_sees_the_cards_and_only_two_see_the_gift() -> None:
    t, seat = until("lockbox.whom", "lockbox")
    to, other = (seat + 1) % 4, (seat + 2) % 4
    thrown = t.state.cards.size(DISCARD)
    deck = t.state.cards.size(DECK)
    answer(t, seat, to)
    for watcher in (to, other):
        assert t.views[watcher].cards.number(LOOK, UNKNOWN) == 3
    assert t.views[seat].cards.number(LOOK, UNKNOWN) == 0
    gifts = legal(t.state, seat)
    streams: dict[int, set[bytes]] = {watcher: set() for watcher in (seat, to, other)}
    for gift in gifts:
        log: list[Event] = []
        act(Play(t.state.copy(), log), seat, gift)
        for watcher, told in streams.items():
            told.add(wire(t.rules, stream(log, watcher)))
    assert [len(streams[watcher]) for watcher in (seat, to, other)] == [len(gifts), len(gifts), 1]
    rest = [face for face in gifts for _ in range(t.state.cards.number(LOOK, face))]
    rest.remove(gifts[0])
    known = [t.views[seat].cards.number(DISCARD, face) for face in rest]
    answer(t, seat, gifts[0])
    assert t.views[to].cards.number(HAND + to, gifts[0])
    assert all(t.views[seat].cards.number(DISCARD, face) > before for face, before in zip(rest, known, strict=True))
    assert t.state.cards.size(DISCARD) == thrown + 2
    assert t.state.cards.size(DECK) == deck - 3 - 1


def test_a_deadline_answers_every_question_of_a_box() -> None:
    t, _ = until("lockbox.whom", "tremor")
    for name in ("lockbox.whom", "lockbox.give", "lockbox.second", "turn"):
        assert question(t.state) == name
        expire(t.play)
        advance(t.play, t.chance)


def test_a_box_may_take_the_last_cards_of_the_deck() -> None:
    """A draw was to come, but there is nothing left to draw."""
    t, seat = until("lockbox.whom", "lockbox")
    while t.state.cards.size(DECK) > 2:
        t.play.emit(MOVED, ALL, UNKNOWN, DECK, DISCARD, 0)
    t.watch()
    held = t.state.cards.size(HAND + seat)
    answer(t, seat, (seat + 1) % 4)
    answer(t, seat, legal(t.state, seat)[0])
    assert question(t.state) == "turn"
    assert t.state.cards.size(DECK) == 0
    assert t.state.cards.size(HAND + seat) == held
