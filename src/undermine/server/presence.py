"""Who is at the table, who has gone, and who therefore owes the next move and when."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from math import ceil

from undermine.server.settings import Settings
from undermine.server.store.base import WATCHING, Seat, Who

ROUND_PAUSE = 4  # a bot waits so many times longer when a round has just ended
SPREAD = 0.3  # a bot's thinking time varies by so much of itself


class Presence:
    """Humans are away from the moment their last socket closes, wherever it was; a table just loaded has nobody at it."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._clock = clock
        self._loaded = clock()
        self._left: dict[Who, float] = {}
        self._here: set[Who] = set()
        self._elsewhere: Mapping[Who, int] = {}  # by way of other workers
        self._watched = False  # by way of this one
        self._unwatched: float | None = self._loaded  # since when nobody looks on; None: somebody does

    def came(self, seat: Seat) -> bool:
        """A socket of the seat was opened; whether that is news."""
        new = not self._there(seat)
        self._here.add(seat.who)
        return new

    def left(self, seat: Seat) -> None:
        """The last socket of the seat at this worker was closed."""
        self._here.discard(seat.who)
        self._left[seat.who] = self._clock()

    def watch(self, somebody: bool) -> None:
        """Whether anybody looks on from here, at a seat or not."""
        self._watched = somebody
        if somebody or self._elsewhere:
            self._unwatched = None
        elif self._unwatched is None:
            self._unwatched = self._clock()

    def elsewhere(self, people: Mapping[Who, int]) -> bool:
        """Who is there by way of other workers; whether that is news."""
        before, self._elsewhere = self._elsewhere, people
        for who in before.keys() - people.keys() - {WATCHING}:
            self._left[who] = self._clock()
        self.watch(self._watched)
        return before.keys() != people.keys()

    def _there(self, seat: Seat) -> bool:
        return seat.who in self._here or seat.who in self._elsewhere

    def here(self, seat: Seat) -> bool:
        """Whether a seat would answer."""
        return seat.kind == "bot" or self._there(seat)

    def waits(self, seat: Seat) -> float:
        """How much longer the table waits for a human; for ever while they are here."""
        if self._there(seat):
            return float("inf")
        return self._left.get(seat.who, self._loaded) + self._settings.grace - self._clock()

    def expected(self, seat: Seat) -> bool:
        """Whether somebody looks on from that seat: they are here, or have not come yet since the table was loaded."""
        came = self._there(seat) or seat.who not in self._left
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
        return next((seat.seat for seat in seats if self._there(seat)), opened)

    def watching(self, here: int) -> int:
        """How many look on without a seat: so many by way of this worker, and those elsewhere."""
        return here + self._elsewhere.get(WATCHING, 0)

    def attended(self, seats: tuple[Seat, ...]) -> bool:
        """Whether anybody who plays is here."""
        return any(seat.kind == "human" and self._there(seat) for seat in seats)

    def deserted(self, seats: tuple[Seat, ...]) -> bool:
        """All humans in the game have gone, or nobody looks at one of bots: it waits for somebody to come."""
        humans = [seat for seat in seats if seat.kind == "human"]
        if humans:
            return all(self.stood_in(seat) for seat in humans)
        return self._unwatched is not None and self._clock() - self._unwatched >= self._settings.unwatched

    def alone(self, seat: int, seats: tuple[Seat, ...]) -> bool:
        """Whether nobody else is here."""
        return all(other.seat == seat or other.kind == "bot" or not self._there(other) for other in seats)

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
