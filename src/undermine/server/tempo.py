"""When bots move: after a pause, at the table's own pace, and not while people still look at something."""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import ceil
from typing import Final

from undermine.server.game import Draft, Game
from undermine.server.gate import Gate
from undermine.server.presence import Presence
from undermine.server.protocol import GateInfo
from undermine.server.sentences import Problem
from undermine.server.settings import Settings
from undermine.server.store.base import Pace, Table

PACES: Final[dict[Pace, float]] = {"slow": 2.0, "normal": 1.0, "fast": 0.4}  # times the server's own pause
SKIP: Final = 0.1  # the same for bots that hurry until somebody's turn
SHOWN: Final = {"won", "round"}  # what nobody skips


@dataclass(frozen=True)
class Plan:
    """What follows from a draft, once it is stored."""

    gate: Gate
    skips: int
    think: float
    due_in: float | None


class Tempo:
    """Of one table. Nothing that is secret changes it."""

    def __init__(self, presence: Presence, settings: Settings) -> None:
        self.gate = Gate()
        self._presence = presence
        self._settings = settings
        self._skips = -1  # the seat until whose turn bots hurry
        self._ready_at = 0.0  # when a bot has thought long enough about the last decision

    def waits(self, row: Table, gate: Gate | None = None) -> list[int]:
        """Seats of people who still look at something."""
        if row.status == "over":
            return []
        return (gate or self.gate).waits(lambda seat: self._presence.expected(row.seats[seat]))

    def info(self, row: Table) -> GateInfo | None:
        """The same as everybody is told."""
        waits = self.waits(row)
        return GateInfo(self.gate.kind, waits, ceil(self.gate.left)) if waits else None

    def holds(self, row: Table) -> bool:
        """Whether nothing may be played yet."""
        return self.gate.kind == "round" and bool(self.waits(row))

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
        think = self._presence.think("won" in kinds, self.beat(row, skips))
        pause = max(think, gate.left) if self.waits(row, gate) else think
        return Plan(gate, skips, think, self._presence.due_in([row.seats[s] for s in owing], row.seats, pause))

    def follow(self, plan: Plan) -> None:
        """The draft is stored."""
        self.gate, self._skips, self._ready_at = plan.gate, plan.skips, time.monotonic() + plan.think

    def resume(self, game: Game, row: Table) -> None:
        """Decisions were read from the store: the last one may have left something to look at."""
        self.gate = self.gate.after(game.seq - 1, game.last_public(), len(row.seats), self._settings.ready)

    def due_in(self, game: Game, row: Table) -> float | None:
        """When a bot moves, as things are now."""
        think = max(0.0, self._ready_at - time.monotonic(), self.gate.left if self.waits(row) else 0.0)
        return self._presence.due_in([row.seats[seat] for seat in game.waiting()], row.seats, think)

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
