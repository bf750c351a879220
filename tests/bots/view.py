"""A seat's view in the middle of a round, put together from cards."""

from __future__ import annotations

from undermine.games.classic.rules.events import BEGAN, LAID
from undermine.games.classic.rules.state import (
    CARD_BAG,
    DECK,
    FRONT,
    GOAL,
    GOAL_BAG,
    GOAL_DECK,
    HAND,
    ROLE,
    ROLE_BAG,
    ROLE_DECK,
    TURN,
    Classic,
    classic,
)
from undermine.kernel.dealing import MOVED, SHOWN
from undermine.kernel.ids import UNKNOWN, bit
from undermine.kernel.state import pop, push
from undermine.notation.actions import words
from undermine.registry import Options, ruleset
from undermine.tunnels.placing import HALF_TURN, QUARTERS
from undermine.tunnels.ports import spot

SEAT = 0


class Scene:
    """What seat P1 sees, and the question before it: its turn, unless another is asked."""

    def __init__(self, role: str, hand: str, players: int = 5, switches: dict[str, str] | None = None) -> None:
        self.rules = ruleset(Options(players=players, switches=switches or {}))
        self.view: Classic = classic(self.rules.game.new_state(self.rules))
        BEGAN.apply(self.view, 1, SEAT, 0, 0)
        for goal in range(3):
            MOVED.apply(self.view, UNKNOWN, GOAL_DECK, GOAL + goal, 0)
        for seat in range(players):
            face = self.face(ROLE_BAG, role) if seat == SEAT else UNKNOWN
            MOVED.apply(self.view, face, ROLE_DECK, ROLE + seat, 0)
        for name in hand.split():
            MOVED.apply(self.view, self.face(CARD_BAG, name), DECK, HAND + SEAT, 0)
        self.ask(TURN, SEAT)

    def face(self, bag: int, name: str) -> int:
        return self.rules.layout.face_names[bag].index(name)

    def ask(self, step: int, a: int) -> Scene:
        while self.view.depth:
            pop(self.view)
        push(self.view, step, bit(SEAT), a, 0)
        return self

    def lay(self, text: str) -> Scene:
        """`EW 1,0; NE@180 2,0`: cards that lie in the maze already."""
        for part in text.split(";"):
            card, cell = part.split()
            name, _, turned = card.partition("@")
            x, y = map(int, cell.split(","))
            face = self.face(CARD_BAG, name)
            MOVED.apply(self.view, face, DECK, HAND + SEAT, 0)
            LAID.apply(self.view, face, SEAT, spot(x, y) * QUARTERS + (HALF_TURN if turned else 0), 0)
        return self

    def road(self, cells: int) -> Scene:
        """A tunnel from the entrance to the East; there are few straight cards, so it has openings to the side."""
        cards = ["NEW", "NEW@180", "NEW", "NEW@180", "NEW", "EW"]
        return self.lay("; ".join(f"{cards[x - 1]} {x},0" for x in range(1, cells + 1)))

    def broken(self, seat: int, *tools: str) -> Scene:
        for tool in tools:
            MOVED.apply(self.view, self.face(CARD_BAG, f"break-{tool}"), DECK, FRONT + seat, 0)
        return self

    def knows(self, goal: int, name: str) -> Scene:
        SHOWN.apply(self.view, self.face(GOAL_BAG, name), GOAL + goal, 1, 0)
        return self

    def text(self, action: int) -> str:
        return words(self.rules, self.view, SEAT, action)
