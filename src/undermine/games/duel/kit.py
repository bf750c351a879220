"""The Duel and its solo game: everything that anybody asks of them."""

from __future__ import annotations

from typing import Final

from undermine.games.duel.claims import claims
from undermine.games.duel.judge import judge
from undermine.games.duel.mind import DuelMind
from undermine.games.duel.position import DuelPosition
from undermine.games.duel.scenes import DuelScenes
from undermine.games.duel.sheet import DuelSheet
from undermine.games.duel.view import DuelPresenter
from undermine.notation.forms import FormWords
from undermine.registry import Kit
from undermine.sim.counting import Count

KIT: Final = Kit(
    words=FormWords(),
    position=DuelPosition,
    presenter=DuelPresenter(),
    sheet=DuelSheet(),
    scenes=DuelScenes(),
    judge=judge,
    mind=DuelMind,
    count=Count,
    rounds=3,
    claims=claims,
)
