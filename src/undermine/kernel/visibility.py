"""Who is told what. `redact` is the only code that removes a secret."""

from __future__ import annotations

from array import array

from mypy_extensions import i64

from undermine.kernel.event import Event
from undermine.kernel.ids import Seat
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State


def redact(e: Event, seat: Seat) -> Event | None:
    """The event as that seat may know it; None when for that seat nothing happened."""
    return e if e.eyes >> seat & 1 else e.kind.masked(e)


def fold(s: State, e: Event) -> None:
    """Let an event happen to a state."""
    e.kind.apply(s, e.a, e.b, e.c, e.d)


def stream(log: list[Event], seat: Seat) -> list[Event]:
    """All that a seat is told. Its numbering is the position in this list, so what is not told leaves no gap."""
    told: list[Event] = []
    for event in log:
        row = redact(event, seat)
        if row is not None:
            told.append(row)
    return told


def follow(views: list[State], log: list[Event], start: i64) -> i64:
    """Fold the log from `start` on into the view of each seat; returns where to go on."""
    end = i64(len(log))
    while start < end:
        event = log[start]
        eyes = event.eyes
        hidden: Event | None = None  # what is left of it is the same for all who may not see it: made once
        asked = False
        seat: i64 = 0
        for view in views:
            if eyes >> seat & 1:
                event.kind.apply(view, event.a, event.b, event.c, event.d)
            else:
                if not asked:
                    hidden = redact(event, seat)
                    asked = True
                if hidden is not None:
                    hidden.kind.apply(view, hidden.a, hidden.b, hidden.c, hidden.d)
            seat += 1
        start += 1
    return end


def wire(rules: Ruleset, rows: list[Event]) -> bytes:
    """Rows for a client: kind and four numbers. Eyes stay behind, since who else was told may be news too."""
    out: list[int] = []
    for row in rows:
        out += [rules.codes[row.kind], row.a, row.b, row.c, row.d]
    return array("q", out).tobytes()
