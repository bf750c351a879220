"""Which card lies in the middle of a Tournament (A-184)."""

from __future__ import annotations

from undermine.games.classic.rules.state import CARD_BAG, classic
from undermine.kernel.agenda import SCRATCH
from undermine.kernel.forms import card_of
from undermine.kernel.ids import CHANCE
from undermine.kernel.state import Frame
from undermine.registry import Options, ruleset


def test_every_tunnel_card_and_both_of_its_sides_are_as_likely() -> None:
    rules = ruleset(Options(players=5, extras=("tournament",)))
    s = classic(rules.game.new_state(rules))
    number = rules.step_names.index("tournament.middle")
    step, f = rules.steps[number], Frame(number, CHANCE, 0, 0)
    parts: dict[int, list[int]] = {}
    for index in range(step.options(s, f, CHANCE, SCRATCH)):
        action = int(SCRATCH[index])
        parts.setdefault(int(card_of(action)), []).append(int(step.weight(s, f, action)))
    assert sum(s.cards.number(CARD_BAG, face) for face in parts) == 40
    for face, ways in parts.items():
        assert sum(ways) == 2 * s.cards.number(CARD_BAG, face)
        assert len(set(ways)) == 1
        assert len(ways) == (1 if s.hooks.alike[face] else 2)
