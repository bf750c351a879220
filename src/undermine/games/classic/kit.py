"""The base game and all that mixes with it: everything that anybody asks of them."""

from __future__ import annotations

from typing import Final

from undermine.games.classic.claims import claims
from undermine.games.classic.counting import ClassicCount
from undermine.games.classic.judge.judge import judge
from undermine.games.classic.mind.mind import ClassicMind
from undermine.games.classic.position import ClassicPosition
from undermine.games.classic.rules.state import ROUNDS
from undermine.games.classic.scenes import ClassicScenes
from undermine.games.classic.sheet import ClassicSheet
from undermine.games.classic.view import ClassicPresenter
from undermine.games.classic.words import ClassicWords
from undermine.registry import Kit

KIT: Final = Kit(
    words=ClassicWords(),
    position=ClassicPosition,
    presenter=ClassicPresenter(),
    sheet=ClassicSheet(),
    scenes=ClassicScenes(),
    judge=judge,
    mind=ClassicMind,
    count=ClassicCount,
    rounds=ROUNDS,
    claims=claims,
)
