"""When bots move: after a pause, at the table's own pace, and not while people still look at something."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil
from typing import Final

from undermine.kernel.ids import SPECTATOR
from undermine.registry import ruleset
from undermine.server.clocks import Asked, Clock
from undermine.server.game import Draft, Game, read_options
from undermine.server.gate import ALONE, Gate
from undermine.server.presence import Presence
from undermine.server.protocol import ClockInfo, GateInfo
from undermine.server.remarks import Anything, Begun, timed
from undermine.server.sentences import Problem
from undermine.server.settings import Settings
from undermine.server.store.base import Pace, Remark, Table

PACES: Final[dict[Pace, float]] = {"slow": 2.0, "normal": 1.0, "fast": 0.4}  # times the server's own pause
SKIP: Final = 0.1  # the same for bots that hurry until somebody's turn
IDLE: Final = 10.0  # seconds; whoever is asked for less is not reminded of it
SHOWN: Final = {"won", "round"}  # what nobody skips


@lru_cache(maxsize=256)
def asks_together(options: bytes) -> bool:
    """Whether the rules have a question to several seats at once."""
    return any(step.sealed for step in ruleset(read_options(options)).steps)


@dataclass(frozen=True)
class Plan:
    """What follows from a draft, once it is stored."""

    gate: Gate
    clock: Clock
    skips: int
    think: float
    due_in: float | None


class Tempo:
    """Of one table. Nothing that is secret changes it."""

    def __init__(self, presence: Presence, settings: Settings) -> None:
        self.gate = Gate()
        self.clock = Clock()
        self._presence = presence
        self._settings = settings
        self._anew = False  # the time of the question began, which is not stored yet
        self._skips = -1  # the seat until whose turn bots hurry
        self._ready_at = 0.0  # when a bot has thought long enough about the last decision

    def waits(self, row: Table, gate: Gate | None = None) -> list[int]:
        """Seats of people who still look at something."""
        gate = gate or self.gate
        if row.status == "over" or not gate.since:  # nobody looks at anything, after most moves
            return []
        return gate.waits(lambda seat: self._presence.expected(row.seats[seat]), self._more(row))

    def left(self, row: Table, gate: Gate | None = None) -> float:
        """How much longer they are waited for at most."""
        return (gate or self.gate).left(self._more(row)) if self.waits(row, gate) else 0.0

    def _more(self, row: Table) -> float:
        """What is added to the time of a gate: nothing where a second person waits, or where nobody is ever waited for."""
        alone = sum(self._presence.expected(seat) for seat in row.seats) < 2
        return ALONE if alone and self._settings.ready else 0.0

    def info(self, row: Table) -> GateInfo | None:
        """The same as everybody is told."""
        waits = self.waits(row)
        left = 0 if self._more(row) else ceil(self.gate.left())
        return GateInfo(self.gate.kind, waits, left) if waits else None

    def holds(self, row: Table) -> bool:
        """Whether nothing may be played yet."""
        return self.gate.kind == "round" and bool(self.waits(row))

    @property
    def paused(self) -> bool:
        """Whether the host has stopped the game."""
        return self.clock.paused is not None

    @property
    def lasting(self) -> bool:
        """Whether sealed answers wait for the end of their time."""
        return self.clock.window > 0

    def ready(self, game: Game, seat: int, n: int) -> bool:
        """Somebody has looked at what was told up to number `n`; whether that is news."""
        seq = self.gate.since.get(seat)
        if seq is None or n < game.observers[seat].marks[seq]:
            return False
        self.gate = self.gate.without(seat)
        return True

    def beat(self, row: Table, skips: int | None = None) -> float:
        """How long a bot pauses, on average."""
        seat = self._skips if skips is None else skips
        hurries = seat >= 0 and self._presence.alone(seat, row.seats)
        return self._settings.bot_delay * (SKIP if hurries else PACES[row.pace])

    def plan(self, game: Game, draft: Draft, row: Table) -> Plan:
        """Who looks at what after a draft, how long a bot thinks, and when one moves."""
        told = game.public(draft)
        kinds = {event.kind for event in told}
        gate = self.gate.after(game.seq, told, len(row.seats), self._settings.ready)
        owing = game.waiting(draft)
        skips = -1 if self._skips in owing or kinds & SHOWN else self._skips
        # A sealed answer tells nobody anything: the next bot that is asked the same need not give time to look.
        think = self._presence.think("won" in kinds, self.beat(row, skips)) if told else 0.0
        pause = max(think, self.left(row, gate))
        clock = self._after(self.clock, game, draft, row, held=gate.kind == "round" and bool(self.waits(row, gate)))
        return Plan(gate, clock, skips, think, self._due_in(owing, row, pause, clock))

    def _after(self, clock: Clock, game: Game, draft: Draft, row: Table, *, held: bool) -> Clock:
        if not draft.told[SPECTATOR]:  # a sealed answer changes nobody's time
            return clock
        return self._set(clock, row).went_on(game.asked(draft), time.monotonic(), held=held)

    def _set(self, clock: Clock, row: Table) -> Clock:
        """With the table's terms. Who is the only person at a table has nobody to wait for."""
        several = sum(seat.kind == "human" for seat in row.seats) > 1 and asks_together(row.options)
        return clock.set(row.terms, self._settings.window, len(row.seats), several=several)

    def settle(self, row: Table) -> None:
        """The terms are others now."""
        self.clock = self._set(self.clock, row)

    def follow(self, plan: Plan) -> None:
        """The draft is stored."""
        self.gate, self.clock, self._skips = plan.gate, plan.clock, plan.skips
        self._ready_at = time.monotonic() + plan.think

    def recall(self, game: Game, row: Table, age: float) -> None:
        """A decision was read from the store, which is so old."""
        if game.told_publicly:
            held = self._settings.ready > 0 and any(event.kind == "round" for event in game.last_public())
            self.clock = self._set(self.clock, row).went_on(game.asked(), time.monotonic() - age, held=held)

    def note(self, remark: Remark, what: Anything) -> None:
        """Something was settled, so long ago."""
        self.clock = timed(self.clock, what, remark.age)
        self._anew = self._anew and not isinstance(what, Begun)

    def begins(self, row: Table) -> bool:
        """Whether the time of the question is to begin now: everybody has looked at the round, or somebody is here again."""
        return self._anew or (self.clock.held and not self.holds(row))

    def wake(self, row: Table) -> None:
        """Somebody comes. Whose time ran out while nobody was here has all of it again."""
        now = time.monotonic()
        out = any(self.clock.left(seat, now) <= 0 for seat in self.clock.asked.seats)
        if out and row.status == "running" and not self._presence.attended(row.seats):
            self.clock, self._anew = self.clock.begin(now), True

    def dawdles(self, seat: int) -> bool:
        """Whether a seat has been asked for a while."""
        clock = self.clock
        return (
            seat in clock.asked.seats and not clock.held and not self.paused and time.monotonic() - clock.since >= IDLE
        )

    def clock_info(self, row: Table) -> ClockInfo:
        """The same as everybody is told."""
        if row.status == "open":
            self.settle(row)
        return replace(self.clock, asked=Asked() if row.status == "over" else self.clock.asked).info(time.monotonic())

    def resume(self, game: Game, row: Table) -> None:
        """Decisions were read from the store: the last one may have left something to look at, and to think about."""
        told, left = game.last_public(), max(0.0, self._settings.ready - row.still)
        self.gate = self.gate.after(game.seq - 1, told, len(row.seats), left)
        if told and row.still:  # another worker's move, and not one of long ago
            think = self._presence.think("won" in {event.kind for event in told}, self.beat(row))
            self._ready_at = time.monotonic() + max(0.0, think - row.still)

    def heard(self, row: Table) -> None:
        """Who has said that they are ready, to whichever worker."""
        for seat, seq in self.gate.since.items():
            if seat < len(row.looked) and row.looked[seat] >= seq:
                self.gate = self.gate.without(seat)

    def due_in(self, game: Game, row: Table) -> float | None:
        """When a bot moves, as things are now."""
        think = max(0.0, self._ready_at - time.monotonic(), self.left(row))
        return self._due_in(game.waiting(), row, think, self.clock)

    def _due_in(self, owing: list[int], row: Table, think: float, clock: Clock) -> float | None:
        """The first of: a bot has thought, somebody is away for long, somebody's time is up."""
        if clock.paused is not None:
            return None
        due = [self._presence.due_in([row.seats[seat] for seat in owing], row.seats, think)]
        if self._presence.attended(row.seats):
            now = time.monotonic()
            due += [max(0.0, at - now) for seat in self._timed(owing, clock) if (at := clock.until(seat)) is not None]
        return min((moment for moment in due if moment is not None), default=None)

    def _timed(self, owing: list[int], clock: Clock) -> list[int]:
        """Whose time counts: everybody's where they are asked together, whoever has answered."""
        return list(clock.asked.seats) if clock.asked.together else owing

    def to_move(self, game: Game, row: Table) -> int | None:
        """The seat that a bot plays for now: its own, that of somebody who has gone, or of somebody whose time is up."""
        owing = game.waiting()
        if self.paused:
            return None
        bot = self._presence.bot_for([row.seats[seat] for seat in owing], row.seats)
        if bot is not None:
            return bot.seat
        late = owing and not self.clock.asked.together and self._presence.attended(row.seats)
        now = time.monotonic()
        return next((seat for seat in owing if self.clock.left(seat, now) <= 0), None) if late else None

    def closes(self, row: Table) -> bool:
        """Whether the time for sealed answers is up."""
        asked, now = self.clock.asked, time.monotonic()
        over = asked.together and self.lasting and self.clock.left(asked.seats[0], now) <= 0
        return over and not self.paused and self._presence.attended(row.seats)

    def mark(self, row: Table, seat: int) -> str:
        """Why a bot plays for somebody, as part of the command's name; empty for a bot's own seat."""
        taken = row.seats[seat]
        return "" if taken.kind == "bot" else ".away" if self._presence.stood_in(taken) else ".late"

    def skip(self, game: Game | None, seat: int, row: Table) -> None:
        """Bots hurry until it is that seat's turn."""
        if not self._presence.alone(seat, row.seats):
            raise Problem("NOT_ALONE", 409)
        if game is not None and seat not in game.waiting():
            self._skips = seat
            self.hurry(row)

    def hurry(self, row: Table) -> None:
        """The pause before the next move begins anew, at the speed of now."""
        self._ready_at = time.monotonic() + self._presence.think(round_ended=False, beat=self.beat(row))
