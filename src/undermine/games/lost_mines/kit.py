"""The Lost Mines: everything that anybody asks of them."""

from __future__ import annotations

from typing import Final

from undermine.games.lost_mines.claims import claims
from undermine.games.lost_mines.judge import judge
from undermine.games.lost_mines.mind import MinesMind
from undermine.games.lost_mines.position import MinesPosition
from undermine.games.lost_mines.scenes import MinesScenes
from undermine.games.lost_mines.sheet import MinesSheet
from undermine.games.lost_mines.view import MinesPresenter
from undermine.notation.forms import FormWords
from undermine.registry import Kit
from undermine.sim.counting import Count

KIT: Final = Kit(
    words=FormWords(),
    position=MinesPosition,
    presenter=MinesPresenter(),
    sheet=MinesSheet(),
    scenes=MinesScenes(),
    judge=judge,
    mind=MinesMind,
    count=Count,
    rounds=2,
    claims=claims,
)
