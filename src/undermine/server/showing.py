"""A table as its readers see it, beside the game."""

from __future__ import annotations

from collections.abc import Container
from math import ceil

from msgspec.structs import replace

from undermine.server.game import read_options, shuffle_of
from undermine.server.presence import Presence
from undermine.server.protocol import ClockInfo, GateInfo, OwnSeat, SeatInfo, TableInfo
from undermine.server.settings import Settings
from undermine.server.store.base import Table


def table_info(
    row: Table,
    presence: Presence,
    gate: GateInfo | None,
    clock: ClockInfo,
    settings: Settings,
    seat: int,
    own: list[OwnSeat],
    base_url: str,
    gone: Container[int] = (),
    watching: int = 0,
) -> TableInfo:
    """For the reader at that seat, -1 for a spectator; `own`: all seats at their device."""
    options = read_options(row.options)
    running = row.status == "running"
    seats = [
        SeatInfo(
            seat=s.seat,
            name=s.name,
            kind=s.kind,
            present=presence.here(s),
            stand_in=running and presence.stood_in(s),
            bot_in=presence.bot_in(s) if running else 0,
            avatar=s.avatar,
            level=(s.level or settings.bot) if s.kind == "bot" else "",
            gone=s.seat in gone,
        )
        for s in row.seats
    ]
    return TableInfo(
        id=row.id,
        game=options.game,
        edition=options.edition,
        extras=list(options.extras),
        players=options.players,
        status=row.status,
        seats=seats,
        you=seat,
        own=own,
        host=presence.host(row.host, row.seats),
        invite=f"{base_url}/t/{row.id}",
        grace=ceil(settings.grace),
        gate=gate,
        switches=options.switches,
        first=options.first,
        pace=row.pace,
        takeover=row.takeover,
        clock=clock,
        chat=row.terms.chat,
        public=row.terms.public,
        watching=watching,
        commitment=shuffle_of(row).commitment,
    )


def ticking(clock: ClockInfo) -> object:
    """What everybody is told about when it has changed: all but what counts down."""
    return replace(clock, left=0, banks=[])


def shown(row: Table, presence: Presence, gate: GateInfo | None, watching: int) -> object:
    """The same for the table. A clock has a message of its own."""
    here = [(presence.here(seat), row.status == "running" and presence.stood_in(seat)) for seat in row.seats]
    waits = None if gate is None else (gate.kind, gate.waits)
    fixed = (row.seats, row.options, row.status, row.pace, row.takeover, row.terms)
    return fixed, here, watching, presence.host(row.host, row.seats), waits
