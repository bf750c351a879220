"""Who is told what. `redact` is the only code that removes a secret."""

from __future__ import annotations

from array import array

from librt.vecs import vec
from mypy_extensions import i64

from undermine.kernel.event import Event
from undermine.kernel.ids import BIT, Mask, Seat, lowest
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
    seats = vec[State](views)  # what comes out of a list is checked for its class each time
    number = i64(len(views))
    everybody = BIT[number] - 1
    end = i64(len(log))
    while start < end:
        event = log[start]
        eyes = event.eyes & everybody
        seat: i64 = 0
        while seat < number:
            if eyes >> seat & 1:
                event.kind.apply(seats[seat], event.a, event.b, event.c, event.d)
            seat += 1
        if eyes != everybody:
            tell_others(seats, event, ~eyes & everybody)
        start += 1
    return end


def tell_others(views: vec[State], event: Event, others: Mask) -> None:
    """What is left of an event is the same for all who may not see its secret: it is made once."""
    hidden = redact(event, lowest(others))
    if hidden is None:
        return
    while others:
        seat = lowest(others)
        hidden.kind.apply(views[seat], hidden.a, hidden.b, hidden.c, hidden.d)
        others &= others - 1


def observe(log: list[Event], seats: list[int], views: list[State]) -> list[list[Event]]:
    """Fold into the view of each of these seats what it is told of the log, and return that, seat by seat.

    What is left of an event is one object for all who may not see its secret: who is told the same has equal lists.
    """
    told: list[list[Event]] = [[] for _ in seats]
    for event in log:
        hidden: Event | None = None
        asked = False
        at = 0
        for seat in seats:
            row: Event | None = event
            if not event.eyes >> seat & 1:
                if not asked:
                    hidden = redact(event, seat)
                    asked = True
                row = hidden
            if row is not None:
                row.kind.apply(views[at], row.a, row.b, row.c, row.d)
                told[at].append(row)
            at += 1
    return told


def observers(rules: Ruleset, number: i64) -> list[State]:
    """The views of so many seats, before anything has happened. They are followed together, and share what is public."""
    views: list[State] = [rules.game.new_state(rules)]
    for _ in range(number - 1):
        view = rules.game.new_state(rules)
        view.share(views[0])
        views.append(view)
    return views


def wire(rules: Ruleset, rows: list[Event]) -> bytes:
    """Rows for a client: kind and four numbers. Eyes stay behind, since who else was told may be news too."""
    out: list[int] = []
    for row in rows:
        out += [rules.codes[row.kind], row.a, row.b, row.c, row.d]
    return array("q", out).tobytes()
