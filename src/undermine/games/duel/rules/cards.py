"""What the action cards do (D-065...D-074)."""

from __future__ import annotations

from mypy_extensions import i64

from undermine.games.duel.rules.actions import removable
from undermine.games.duel.rules.events import COLLAPSED, CONSULTED, MENDED, PLAYED, UNLOCKED
from undermine.games.duel.rules.state import DISCARD, FINISH, FRONT, HAND, PEEK, Duel
from undermine.kernel.event import Play
from undermine.kernel.ids import ALL, AUTO, CHANCE, Face, Seat


def mend(p: Play, t: Duel, seat: Seat, face: Face, tool: i64) -> None:
    """The repair card and one of the own sabotage cards are discarded (D-067)."""
    p.emit(PLAYED, ALL, face, HAND + seat, DISCARD, 0)
    p.emit(MENDED, ALL, t.hooks.breaks[tool], FRONT + seat, DISCARD, 0)


def unlock(p: Play, t: Duel, seat: Seat, spot: i64) -> None:
    """A key token goes onto a door of the opponent's colour (D-068)."""
    p.emit(PLAYED, ALL, t.hooks.key, HAND + seat, DISCARD, 0)
    p.emit(UNLOCKED, ALL, seat, spot, 0, 0)


def bury(p: Play, t: Duel, seat: Seat, spot: i64) -> None:
    """A tunnel card is removed from the maze (D-070)."""
    p.emit(PLAYED, ALL, t.hooks.rockfall, HAND + seat, DISCARD, 0)
    p.emit(COLLAPSED, ALL, removable(t, spot), spot, seat, 0)


def look(p: Play, seat: Seat, goal: i64) -> None:
    """A goal is looked at in secret (D-072)."""
    p.emit(CONSULTED, ALL, seat, goal, 0, 0)
    p.then(FINISH, AUTO, seat, 1)
    p.ask(PEEK, CHANCE, goal, seat)
