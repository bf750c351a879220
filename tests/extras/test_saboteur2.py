"""Whole games of Saboteur 2 under the laws of every game, and its payment beside a naive reckoning."""

from __future__ import annotations

import pytest

from tests.skeletons.laws import Table, check_game, question
from undermine.games.classic.extending import DEED
from undermine.kernel.ruleset import Ruleset
from undermine.registry import Options, ruleset


def rules_for(players: int, edition: str = "anniversary", **switches: str) -> Ruleset:
    return ruleset(Options(players=players, edition=edition, extras=("saboteur2",), switches=switches))


class Lively(Table):
    """Likes action cards and the two-card discard, and lays tunnels towards the goals."""

    def choose(self, seat: int, actions: list[int]) -> int:
        if question(self.state) != "turn" or self.random.random() < 0.2:
            return super().choose(seat, actions)
        deeds = [action for action in actions if action >= DEED]
        if deeds and self.random.random() < 0.3:
            return self.random.choice(deeds)
        plays = [action for action in actions if not action >> 18 & 1 and action < DEED and action]
        return self.random.choice(plays or actions)


@pytest.mark.parametrize(
    ("players", "edition", "switches"),
    [
        (2, "anniversary", {}),
        (3, "deluxe", {"extraActionCard": "inspection", "swapHandsDraw": "both"}),
        (7, "ukrainian", {"ladderMustTouchReached": "true", "crystalsReachedOnly": "true"}),
        (12, "deluxe", {"profiteerMustFinish": "true", "trappedGeologistShare": "full"}),
    ],
)
def test_whole_games(players: int, edition: str, switches: dict[str, str]) -> None:
    check_game(Lively(rules_for(players, edition, **switches), players))
