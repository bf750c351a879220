"""A seat cannot tell apart what it may not know."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given

from tests.engine import worlds
from tests.engine.pairs import by_position
from tests.engine.table import COMPILED, Table, options, rules_for, seeds
from tests.engine.worlds import Catalogue, Pair, Tally, try_pairs, try_table
from undermine.games.classic.rules.events import PASSED, PLAYED
from undermine.games.classic.rules.state import DECK, DISCARD, GOAL, HAND, PEEK, PURSE, ROLE, SCORE, TURN, classic
from undermine.kernel.dealing import MOVED, SHOWN
from undermine.kernel.event import REPLACED, Event
from undermine.kernel.ids import ALL, NOBODY
from undermine.registry import Options, ruleset

PAIRS = 3000 if COMPILED else 600


def test_a_seat_cannot_tell_two_worlds_apart_and_they_go_on_for_long_enough() -> None:
    tally = try_pairs(PAIRS, 11)
    assert tally.pairs >= PAIRS
    assert tally.moves > 8 * tally.pairs


@given(options, seeds)
def test_a_seat_cannot_tell_two_worlds_apart_whatever_the_switches(chosen: Options, seed: int) -> None:
    try_table(ruleset(chosen), seed, Tally())


def test_worlds_part_where_the_rules_show_something(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pairs above would mean little if they never came to a payment, a goal or the end."""
    seen: Counter[str] = Counter()
    reasons = ("own_card", "goal", "roles", "last_pass")

    class Counted(Catalogue):
        def rightful(self, row: Event, other: Event) -> bool:
            for reason in reasons:
                seen[reason] += getattr(self, reason)(row, other)
            for reason in ("packet", "purses", "payment"):
                seen[reason] += getattr(self, reason)(row) or getattr(self, reason)(other)
            return super().rightful(row, other)

    monkeypatch.setattr(worlds, "Catalogue", Counted)
    for edition in ("anniversary", "ukrainian"):
        for seed in range(40 if COMPILED else 12):
            try_table(rules_for(4, edition), seed, Tally())
    missing = {reason for reason in (*reasons, "purses", "payment") if not seen[reason]}
    assert not missing


def shown(past: list[Event], observer: int = 0, **switches: str) -> Catalogue:
    t = Table(rules_for(3, **switches), 1, [observer])
    return Catalogue(classic(t.views[0]), observer, past)


def question(step: int, about: int = 0, more: int = 0) -> Event:
    return Event(REPLACED, ALL, step, 0, about, more)


def moved(face: int, source: int, to: int) -> Event:
    return Event(MOVED, ALL, face, source, to, 0)


def test_what_is_rightful_is_no_wider_than_the_rules() -> None:
    turn = shown([question(TURN)])
    assert turn.rightful(moved(1, DECK, HAND), moved(2, DECK, HAND))
    assert not turn.rightful(moved(1, DECK, HAND + 1), moved(2, DECK, HAND + 1))
    assert not turn.rightful(moved(1, DECK, HAND), moved(2, DECK, HAND + 1))
    face_up = Event(SHOWN, ALL, 1, ROLE + 1, 1, 0), Event(SHOWN, ALL, 2, ROLE + 1, 1, 0)
    assert shown([question(SCORE)]).rightful(*face_up)
    assert not turn.rightful(*face_up)
    looked = Event(SHOWN, ALL, 1, GOAL, 1, 0), Event(SHOWN, ALL, 2, GOAL, 1, 0)
    assert not turn.rightful(*looked)
    another = Event(PLAYED, ALL, 1 << 24, 1, DISCARD, 0)
    assert not shown([another, question(PEEK, 0, 1)]).rightful(*looked)
    assert shown([another, question(PEEK, 0, 1)], 1).rightful(*looked)
    purse = Event(SHOWN, ALL, 1, PURSE, 1, 0)
    assert not turn.rightful(purse, Event(SHOWN, ALL, 2, PURSE, 1, 0))


def test_a_round_may_end_by_surprise_only_after_everybody_has_passed() -> None:
    ends, goes_on = question(SCORE, 2, NOBODY), question(TURN, 1)
    passed = [Event(PASSED, ALL, 0, seat, 1, 0) for seat in range(3)]
    table = Table(rules_for(3), 1, [0])
    view = classic(table.views[0])
    assert not Catalogue(view, 0, passed).rightful(ends, goes_on)  # the deck is not empty
    for _ in range(view.cards.size(DECK)):
        view.cards.take(DECK, 0)
    assert Catalogue(view, 0, passed).rightful(ends, goes_on)
    assert not Catalogue(view, 0, passed[1:]).rightful(ends, goes_on)
    assert not shown(passed, roundEnd="allHandsEmpty").rightful(ends, goes_on)


def test_a_pair_plays_on_from_the_first_turn() -> None:
    t = Table(rules_for(5), 3)
    assert sum(Pair(t, observer, 5, by_position).go_on(60) for observer in t.watchers) > 60
