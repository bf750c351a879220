"""What the views of all games have in common, as a terminal shows it: a line for each player, own cards, heaps, rounds."""

from __future__ import annotations

from typing import Any, NamedTuple

from undermine.present.view import Bunch, Heap, View
from undermine.registry import kit


class Line(NamedTuple):
    """What everybody sees of a player."""

    seat: int
    hand: int
    front: list[str]
    gold: int  # cards of gold or treasure
    tokens: bool  # and gold tokens besides
    role: str  # once it is shown
    score: int | None  # once it is open


class Own(NamedTuple):
    """What a player alone sees."""

    role: str
    hand: list[Bunch]
    gold: list[str]
    worth: int
    looks: dict[int, str]
    roles: dict[int, str]
    packet: list[str]


class Round(NamedTuple):
    """How a round went."""

    number: int
    side: str
    gold: str  # found or buried, where no whole side wins
    finisher: int | None
    roles: list[str]
    clans: list[str]
    gains: list[int]


class Sheet:
    """How a game's view is put on such a sheet. `view` is the game's own; of this much every game has its part."""

    def lines(self, view: Any) -> list[Line]:
        """A line for each player."""
        return [Line(p.seat, p.hand, p.front, 0, False, "", None) for p in view.players]

    def own(self, view: Any) -> Own:
        """What is the observer's own."""
        return Own("", view.mine.hand, [], 0, {}, {}, [])

    def heaps(self, view: Any) -> list[Heap]:
        """Cards that lie beside the maze."""
        found: list[Heap] = view.heaps
        return found

    def latest(self, view: Any) -> Round:
        """The round that was decided last."""
        raise NotImplementedError


def sheet(view: View) -> Sheet:
    """How this view is put on one."""
    return kit(str(view.__struct_config__.tag)).sheet


def lines(view: View) -> list[Line]:
    """A line for each player."""
    return sheet(view).lines(view)


def own(view: View) -> Own | None:
    """What is the observer's own; None for a spectator."""
    return None if view.mine is None else sheet(view).own(view)


def heaps(view: View) -> list[Heap]:
    """Cards that lie beside the maze."""
    return sheet(view).heaps(view)


def latest(view: View) -> Round:
    """The round that was decided last."""
    return sheet(view).latest(view)


def counted(names: list[str]) -> list[Bunch]:
    """Alike ones together."""
    return [Bunch(card=name, count=names.count(name)) for name in dict.fromkeys(names)]
