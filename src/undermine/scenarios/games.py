"""Scenarios of each game. A game is entered here; extras need no entry."""

from __future__ import annotations

from typing import Any

from undermine.scenarios.classic import ClassicScenes
from undermine.scenarios.duel import DuelScenes
from undermine.scenarios.lost_mines import MinesScenes
from undermine.scenarios.scenes import Scenes

SCENES: dict[str, Scenes[Any]] = {
    "classic": ClassicScenes(),
    "duel": DuelScenes(),
    "duel-solo": DuelScenes(),
    "lost-mines": MinesScenes(),
}
