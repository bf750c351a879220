"""Numbers that the files of Saboteur 2 share."""

from typing import Final

from undermine.games.classic.rules.state import FRONT, ROLE, Classic
from undermine.kernel.ids import Face, Seat

KEY: Final = "saboteur2"

# Faces of dwarf cards, in the manifest's order; the saboteur keeps the number it has in the base game.
GREEN: Final = 1
SABOTEUR: Final = 2
BLUE: Final = 3
BOSS: Final = 4
PROFITEER: Final = 5
GEOLOGIST: Final = 6

# Light is kept three times: with every door open, as the greens walk and as the blues walk.
LAYERS: Final = 3
GREEN_WALK: Final = 1
BLUE_WALK: Final = 2

GREENS: Final = 1  # teams, as a set
BLUES: Final = 2


def role_of(s: Classic, seat: Seat) -> Face:
    """The dwarf card before a seat, as far as the observer can name it."""
    return s.cards.any(ROLE + seat)


def lies_before(s: Classic, seat: Seat, face: Face) -> bool:
    """Does such a card lie in front of this seat?"""
    return s.cards.number(FRONT + seat, face) > 0
