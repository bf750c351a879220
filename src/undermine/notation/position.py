"""Positions of every game, as FEN is for chess: from a game to its position and back."""

from __future__ import annotations

from undermine.kernel.event import Play
from undermine.kernel.state import State
from undermine.notation.position_base import Position
from undermine.registry import Options, kit


def position_of(options: Options, state: State, views: list[State] | None = None) -> Position:
    """The position of a game; with the views of all seats, also who knows what."""
    position = kit(options.game).position(options)
    position.take(state, views)
    return position


def build(position: Position) -> Play:
    """A game that stands at a position; its log holds all events that led there."""
    return position.build()
