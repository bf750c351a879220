"""Which extras and variants go together, every pair of them (A-014)."""

from __future__ import annotations

from itertools import combinations

import pytest

from undermine.errors import OptionError
from undermine.registry import MODULES, Options, ruleset

APART = [
    {"saboteur2", "greedy-dwarf"},
    {"saboteur2", "compromised"},
    {"saboteur2", "tournament"},
    {"wardrobe", "tunnel-party"},
    {"wardrobe", "tournament"},
]
ANNIVERSARY = {
    *("compromised", "craftsman", "direction", "diversion", "goal-swap", "greedy-dwarf", "new-goals", "pathfinder"),
    *("saboteur2", "tournament", "treasure-chests", "treasury", "tunnel-party", "tunnel-toll", "veto", "wardrobe"),
}
PAIRS = list(combinations(sorted(ANNIVERSARY & set(MODULES)), 2))


def test_every_pair_is_accepted_or_refused_as_the_matrix_has_it() -> None:
    for pair in PAIRS:
        if set(pair) not in APART:
            assert ruleset(Options(players=5, extras=pair)) is ruleset(Options(players=5, extras=pair[::-1]))


@pytest.mark.parametrize("pair", [pair for pair in PAIRS if set(pair) in APART])
def test_a_refusal_names_the_two(pair: tuple[str, str]) -> None:
    others = [key for key in ("craftsman", "veto") if key in MODULES]
    for extras in (pair, pair[::-1], (*others, *pair)):
        with pytest.raises(OptionError) as refused:
            ruleset(Options(players=5, extras=extras))
        assert refused.value.code == "MODULE_CONFLICT"
        assert all(repr(key) in str(refused.value) for key in pair)
        assert not any(repr(key) in str(refused.value) for key in others)


def test_whatever_is_not_kept_apart_goes_together_all_at_once() -> None:
    here = ANNIVERSARY & set(MODULES)
    for without in (
        {"greedy-dwarf", "compromised", "tournament", "wardrobe"},
        {"greedy-dwarf", "compromised", "tournament", "tunnel-party"},
        {"saboteur2", "wardrobe"},
        {"saboteur2", "tournament", "tunnel-party"},
    ):
        assert ruleset(Options(players=5, extras=tuple(sorted(here - without)))).seats == 5
