"""How likely each of the eight goals is, where nobody has looked (A-120)."""

from __future__ import annotations

from fractions import Fraction

from undermine.games.classic.rules.state import GOAL, GOAL_BAG, PEEK
from undermine.kernel.agenda import SCRATCH
from undermine.kernel.chance import Seeded
from undermine.kernel.dealing import SHOWN
from undermine.kernel.engine import open_game
from undermine.kernel.event import Event, Play
from undermine.kernel.ids import ALL, CHANCE
from undermine.kernel.state import Frame
from undermine.registry import Options, ruleset


def chances(play: Play, goal: int) -> dict[str, Fraction]:
    """What a look at this goal may show, and how likely that is."""
    s = play.state
    f = Frame(PEEK, CHANCE, goal, 0)
    step = s.rules.steps[PEEK]
    found = [int(SCRATCH[index]) for index in range(step.options(s, f, CHANCE, SCRATCH))]
    names = s.rules.layout.face_names[GOAL_BAG]
    return {names[face]: Fraction(int(step.weight(s, f, face)), int(step.total(s, f))) for face in found}


def opened() -> Play:
    log: list[Event] = []
    return open_game(ruleset(Options(players=3, extras=("new-goals",))), Seeded(1), log)


def test_the_gold_is_any_of_the_five_and_of_the_others_four_lie_there() -> None:
    found = chances(opened(), 2)
    assert found.pop("gold") == Fraction(1, 5)
    assert len(found) == 7
    assert set(found.values()) == {Fraction(4, 35)}


def test_after_a_stone_was_seen_the_gold_is_one_of_four() -> None:
    play = opened()
    stone = play.state.rules.layout.face_names[GOAL_BAG].index("stone-NE")
    play.emit(SHOWN, ALL, stone, GOAL, 1, 0)
    found = chances(play, 1)
    assert found.pop("gold") == Fraction(1, 4)
    assert set(found.values()) == {Fraction(3, 24)}


def test_after_the_gold_was_seen_the_others_are_alike() -> None:
    play = opened()
    play.emit(SHOWN, ALL, 1, GOAL + 4, 1, 0)
    assert set(chances(play, 0).values()) == {Fraction(1, 7)}
