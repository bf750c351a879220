"""Who is at the table, who has gone, and who therefore owes the next move and when."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from math import ceil

from undermine.server.settings import Settings
from undermine.server.store.base import Seat

ROUND_PAUSE = 4  # a bot waits so many times longer when a round has just ended
SPREAD = 0.3  # a bot's thinking time varies by so much of itself


class Presence:
    """Humans are away from the moment their last socket closes; a table just loaded has nobody at it."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._clock = clock
        self._loaded = clock()
        self._left: dict[tuple[int, int], float] = {}
        self._here: set[tuple[int, int]] = set()

    def came(self, seat: Seat) -> bool:
        """A socket of the seat was opened; whether that is news."""
        new = seat.who not in self._here
        self._here.add(seat.who)
        return new

    def left(self, seat: Seat) -> None:
        """The last socket of the seat was closed."""
        self._here.discard(seat.who)
        self._left[seat.who] = self._clock()

    def here(self, seat: Seat) -> bool:
        """Whether a seat would answer."""
        return seat.kind == "bot" or seat.who in self._here

    def waits(self, seat: Seat) -> float:
        """How much longer the table waits for a human; for ever while they are here."""
        if seat.who in self._here:
            return float("inf")
        return self._left.get(seat.who, self._loaded) + self._settings.grace - self._clock()

    def expected(self, seat: Seat) -> bool:
        """Whether somebody looks on from that seat: they are here, or have not come yet since the table was loaded."""
        came = seat.who in self._here or seat.who not in self._left
        return seat.kind == "human" and came and self.waits(seat) > 0

    def bot_in(self, seat: Seat) -> int:
        """The same in whole seconds, for people who have gone; 0 from when a bot plays for them."""
        waits = self.waits(seat)
        return ceil(max(0.0, waits)) if seat.kind == "human" and waits < float("inf") else 0

    def stood_in(self, seat: Seat) -> bool:
        """Whether a bot plays for a human who has gone."""
        return seat.kind == "human" and self.waits(seat) <= 0

    def host(self, opened: int, seats: tuple[Seat, ...]) -> int:
        """Who may begin: whoever opened the table or, when they have been away for long, the first who is there."""
        if opened < 0 or not self.stood_in(seats[opened]):
            return opened
        return next((seat.seat for seat in seats if seat.who in self._here), opened)

    def deserted(self, seats: tuple[Seat, ...]) -> bool:
        """There are humans in the game and all have gone: it waits for one to come back."""
        humans = [seat for seat in seats if seat.kind == "human"]
        return bool(humans) and all(self.stood_in(seat) for seat in humans)

    def alone(self, seat: int, seats: tuple[Seat, ...]) -> bool:
        """Whether nobody else is here."""
        return all(other.seat == seat or other.kind == "bot" or other.who not in self._here for other in seats)

    def think(self, round_ended: bool, beat: float) -> float:
        """How long a bot takes, so that people can follow; longer when there is a result to look at."""
        return beat * (ROUND_PAUSE if round_ended else random.uniform(1 - SPREAD, 1 + SPREAD))

    def due_in(self, owing: list[Seat], seats: tuple[Seat, ...], think: float) -> float | None:
        """When a bot moves next, in seconds; None while only people who are here are asked."""
        if not owing or self.deserted(seats):
            return None
        soonest = min(think if seat.kind == "bot" else max(think, self.waits(seat)) for seat in owing)
        return None if soonest == float("inf") else soonest

    def bot_for(self, owing: list[Seat], seats: tuple[Seat, ...]) -> Seat | None:
        """Whose move a bot makes now."""
        if self.deserted(seats):
            return None
        return next((seat for seat in owing if seat.kind == "bot" or self.stood_in(seat)), None)
