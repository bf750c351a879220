"""Positions of each game, as FEN is for chess: from a game to its position and back. A game is entered here."""

from __future__ import annotations

from undermine.kernel.event import Play
from undermine.kernel.state import State
from undermine.notation.classic_position import ClassicPosition
from undermine.notation.duel_position import DuelPosition
from undermine.notation.mines_position import MinesPosition
from undermine.notation.position_base import Position
from undermine.registry import Options

POSITIONS: dict[str, type[Position]] = {
    "classic": ClassicPosition,
    "duel": DuelPosition,
    "duel-solo": DuelPosition,
    "lost-mines": MinesPosition,
}


def position_of(options: Options, state: State, views: list[State] | None = None) -> Position:
    """The position of a game; with the views of all seats, also who knows what."""
    position = POSITIONS[options.game](options)
    position.take(state, views)
    return position


def build(position: Position) -> Play:
    """A game that stands at a position; its log holds all events that led there."""
    return position.build()
