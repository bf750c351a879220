"""Whose time runs and how much of it is left, as arithmetic."""

from __future__ import annotations

from undermine.server.clocks import Asked, Clock, possible
from undermine.server.store.base import Terms

BANKED = Clock().set(Terms(turn=10, bank=60), 8.0, 3)
FIRST, SECOND, ALL = Asked((0,), number=1), Asked((1,), number=2), Asked((0, 2), together=True, number=3)


def test_which_clocks_there_are() -> None:
    assert all(map(possible, (Terms(), Terms(5), Terms(3600, 14400, 120), Terms(window=5))))
    assert not any(map(possible, (Terms(4), Terms(3601), Terms(10, 29), Terms(0, 60), Terms(10, 0, 4), Terms(-5))))


def test_a_bank_is_drawn_on_when_the_turn_is_used_up() -> None:
    clock = BANKED.went_on(FIRST, 100.0, held=False)
    assert clock.until(0) == 170.0
    assert clock.until(1) is None
    assert (clock.info(105.0).left, clock.info(105.0).banks) == (5, [60, 60, 60])
    assert (clock.info(125.0).left, clock.info(125.0).banks) == (0, [45, 60, 60])
    after = clock.went_on(SECOND, 125.0, held=False)
    assert after.banks == (45.0, 60.0, 60.0)
    assert after.went_on(FIRST, 130.0, held=False).banks == after.banks  # within the time of the turn
    assert clock.went_on(FIRST, 999.0, held=False).until(0) == 1009.0  # nothing is left but the turn's own


def test_a_pause_takes_nobodys_time() -> None:
    clock = BANKED.went_on(FIRST, 100.0, held=False).pause(104.0)
    assert clock.pause(300.0) == clock
    assert clock.until(0) is None
    assert clock.info(500.0).left == 6
    assert clock.resume(1000.0).until(0) == 170.0 + 896.0
    assert clock.resume(1000.0).resume(1001.0) == clock.resume(1000.0)


def test_nobodys_time_runs_before_a_round_has_begun() -> None:
    clock = BANKED.went_on(FIRST, 100.0, held=True)
    assert clock.until(0) is None
    assert clock.info(110.0).runs == []
    assert clock.begin(140.0).until(0) == 210.0
    assert clock.went_on(SECOND, 190.0, held=False).banks == (60.0, 60.0, 60.0)


def test_other_times_begin_with_full_banks() -> None:
    clock = BANKED.went_on(FIRST, 100.0, held=False).went_on(SECOND, 150.0, held=False)
    assert clock.set(Terms(turn=10, bank=60, window=20), 8.0, 3).banks == clock.banks
    assert clock.set(Terms(turn=10, bank=90), 8.0, 3).banks == (90.0,) * 3
    assert clock.set(Terms(), 8.0, 3).until(1) is None


def test_a_question_to_several_has_one_time_whatever_the_clock() -> None:
    for clock in (BANKED, Clock().set(Terms(), 8.0, 3)):
        asked = clock.went_on(ALL, 50.0, held=False)
        assert [asked.until(seat) for seat in range(3)] == [58.0, None, 58.0]
        assert asked.went_on(FIRST, 58.0, held=False).banks == clock.banks
    assert Clock().set(Terms(), 0.0, 3).went_on(ALL, 50.0, held=False).until(0) is None
