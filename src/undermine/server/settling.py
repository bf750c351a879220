"""What somebody settles at a table at any time: each takes the table as it is and gives back how it is to be, and what to say.

The same shape as `seating`, which is for the waiting room.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from msgspec import structs

from undermine.server.clocks import possible
from undermine.server.presence import Presence
from undermine.server.protocol import (
    AnyWhat,
    Chatting,
    Nudge,
    Nudged,
    Pause,
    Paused,
    Resumed,
    SetChat,
    SetClock,
    SetPublic,
    SetTable,
    Timed,
)
from undermine.server.remarks import Minutes
from undermine.server.sentences import Problem
from undermine.server.store.base import Table
from undermine.server.tempo import Tempo

NUDGES = 20.0  # seconds between two reminders of the same person
Wish: TypeAlias = SetTable | SetClock | SetChat | SetPublic | Pause | Nudge
Settled: TypeAlias = tuple[Table, AnyWhat | None]


def settled(row: Table, by: int, wish: Wish, tempo: Tempo, presence: Presence, minutes: Minutes) -> Settled:
    """Whether they may wish it was asked before."""
    match wish:
        case SetTable(pace, takeover):
            return replace(row, pace=pace, takeover=takeover), None
        case SetClock():
            return _set_clock(row, wish)
        case SetChat(on):
            terms = structs.replace(row.terms, chat=on)
            return replace(row, terms=terms), None if terms == row.terms else Chatting(on)
        case SetPublic(on):
            return replace(row, terms=structs.replace(row.terms, public=on)), None
        case Pause(on):
            return row, _pause(row, on, tempo.paused)
        case Nudge(seat):
            return row, _nudge(row, by, seat, tempo, presence, minutes)


def _set_clock(row: Table, wish: SetClock) -> Settled:
    terms = structs.replace(row.terms, turn=wish.turn, bank=wish.bank, window=wish.window)
    if not possible(terms):
        raise Problem("BAD_CLOCK")
    if terms == row.terms:
        return row, None
    running = row.status == "running"
    return replace(row, terms=terms), Timed(wish.turn, wish.bank, wish.window) if running else None


def _pause(row: Table, on: bool, paused: bool) -> AnyWhat | None:
    if row.status != "running":
        raise Problem("NOT_STARTED" if row.status == "open" else "GAME_OVER", 409)
    if on == paused:
        return None
    return Paused() if on else Resumed()


def _nudge(row: Table, by: int, seat: int, tempo: Tempo, presence: Presence, minutes: Minutes) -> AnyWhat:
    """Somebody who is here, and is asked, is reminded that the others wait."""
    if not 0 <= seat < len(row.seats) or seat == by:
        raise Problem("NO_SEAT", 409)
    taken = row.seats[seat]
    if taken.kind != "human" or not presence.here(taken) or not tempo.dawdles(seat):
        raise Problem("NOT_IDLE", 409)
    if minutes.nudged(seat) < NUDGES:
        raise Problem("NUDGED_ALREADY", 429)
    return Nudged(seat)
