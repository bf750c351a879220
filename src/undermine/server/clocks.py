"""Whose time runs at a table, since when, and what is left of it.

All of it follows from what everybody was told and when: the stored decisions, with their age, and what was settled between
them. So it is the same after a restart and at every worker, and no secret can show in it. A question to several seats at
once has one time for all of them, whoever has answered: it ends when that is up, never earlier.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Final

from undermine.server.protocol import ClockInfo
from undermine.server.store.base import Terms

TURNS: Final = (5, 3600)  # seconds; the shortest and the longest there are
BANKS: Final = (30, 14400)
WINDOWS: Final = (5, 120)


@dataclass(frozen=True)
class Asked:
    """What everybody can see of a question."""

    seats: tuple[int, ...] = ()
    together: bool = False  # sealed answers, until all are in
    number: int = 0  # how much everybody had been told


def possible(terms: Terms) -> bool:
    """Whether there is such a clock."""
    bounds = ((terms.turn, TURNS), (terms.bank, BANKS), (terms.window, WINDOWS))
    return all(not value or low <= value <= high for value, (low, high) in bounds) and (
        terms.turn > 0 or not terms.bank
    )


@dataclass(frozen=True)
class Clock:
    """Moments are those of this process."""

    turn: float = 0.0
    bank: float = 0.0
    window: float = 0.0  # 0: a question to several ends when all have answered
    asked: Asked = Asked()
    since: float = 0.0
    banks: tuple[float, ...] = ()  # when the question was asked
    held: bool = False  # nobody's time runs before everybody has looked at how the last round went
    paused: float | None = None  # since when

    def set(self, terms: Terms, window: float, seats: int, *, several: bool = True) -> Clock:
        """As it is with these terms; other times begin anew, with full banks. `several`: somebody waits for somebody else."""
        window = (terms.window or window) if several else 0.0
        if (self.turn, self.bank, len(self.banks)) == (terms.turn, terms.bank, seats):
            return replace(self, window=window)
        return replace(self, turn=float(terms.turn), bank=float(terms.bank), window=window, banks=(terms.bank,) * seats)

    @property
    def on(self) -> bool:
        """Whether turns have a time."""
        return self.turn > 0

    def went_on(self, asked: Asked, now: float, *, held: bool) -> Clock:
        """Everybody was told something, and now others are asked, or the same something else."""
        banks = list(self.banks)
        for seat in self._charged():
            banks[seat] = max(0.0, banks[seat] - max(0.0, now - self.since - self.turn))
        return replace(self, asked=asked, since=now, banks=tuple(banks), held=held and self.on)

    def _charged(self) -> Sequence[int]:
        return self.asked.seats if self.on and not self.asked.together and not self.held else ()

    def begin(self, now: float) -> Clock:
        """The time of the question begins now."""
        return replace(self, since=now, held=False)

    def anew(self, now: float) -> Clock:
        """Banks are full again, and the time of the question begins now."""
        return replace(self, since=now, banks=(self.bank,) * len(self.banks))

    def pause(self, now: float) -> Clock:
        """The host stops everything."""
        return self if self.paused is not None else replace(self, paused=now)

    def resume(self, now: float) -> Clock:
        """It goes on where it was."""
        return self if self.paused is None else replace(self, paused=None, since=self.since + now - self.paused)

    def until(self, seat: int) -> float | None:
        """When that seat's time is up; None when it does not run."""
        if self.held or self.paused is not None or seat not in self.asked.seats:
            return None
        if self.asked.together:
            return self.since + self.window if self.window else None
        return self.since + self.turn + self.banks[seat] if self.on else None

    def left(self, seat: int, now: float) -> float:
        """Seconds until that seat's time is up; for ever when it does not run."""
        until = self.until(seat)
        return float("inf") if until is None else until - now

    def info(self, now: float) -> ClockInfo:
        """As everybody is shown it."""
        now = self.paused if self.paused is not None else now
        seen = bool(self.asked.seats) and not self.held and bool(self.window if self.asked.together else self.on)
        whole = self.window if self.asked.together else self.turn
        passed = max(0.0, now - self.since)
        banks = list(self.banks)
        for seat in self._charged():
            banks[seat] = max(0.0, banks[seat] - max(0.0, passed - self.turn))
        return ClockInfo(
            turn=int(self.turn),
            bank=int(self.bank),
            window=int(self.window),
            paused=self.paused is not None,
            runs=list(self.asked.seats) if seen else [],
            together=seen and self.asked.together,
            number=self.asked.number if seen else 0,
            left=ceil(max(0.0, whole - passed)) if seen else 0,
            banks=[ceil(left) for left in banks] if self.bank else [],
        )
