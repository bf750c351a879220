"""What bots ask of a game: somebody who remembers a round, has an opinion of each action, and can imagine what is hidden."""

from __future__ import annotations

from undermine.bots.api import Explanation
from undermine.bots.guide import Guide
from undermine.kernel.chance import Seeded
from undermine.kernel.determinize import determinize
from undermine.kernel.event import Event
from undermine.kernel.state import State
from undermine.notation.claims import Claim


class Mind:
    """One for each seat and game. It hears what the seat is told, and so its memory is a function of the stream.

    `point` and `doubt` say what `judge` tells of what comes of playouts: a point is worth so much in their value on the
    average, and for a single action it is off by so much.
    """

    point: float = 0.0
    doubt: float = 1.0

    def hear(self, view: State, row: Event) -> None:
        """A row; the view is as before it."""

    def heard(self, view: State, claim: Claim) -> None:
        """What somebody says at the table, this seat too."""

    def say(self, view: State, seat: int) -> Claim | None:
        """What to tell everybody before the next choice; None: nothing."""
        return None

    def judge(self, view: State, seat: int, actions: list[int]) -> list[float]:
        """How good each action looks; the highest is played."""
        raise NotImplementedError

    def explain(self, view: State, seat: int) -> Explanation:
        """What it believes."""
        return Explanation()

    def sets(self, view: State, seat: int) -> dict[int, tuple[float, float]]:
        """By set of seats: how likely exactly these hinder the dig, now and when the round began."""
        return {}

    def imagine(self, view: State, seat: int, chance: Seeded) -> State:
        """A whole table as it may be, as likely as it is believed to be."""
        return determinize(view, chance)

    def guide(self, view: State, seat: int) -> Guide | None:
        """Who plays such tables on; None where thinking ahead tells no more than `judge`."""
        return None
