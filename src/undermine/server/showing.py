"""A table as its readers see it, beside the game."""

from __future__ import annotations

from math import ceil

from msgspec.structs import replace

from undermine.server.game import read_options
from undermine.server.presence import Presence
from undermine.server.protocol import GateInfo, SeatInfo, TableInfo
from undermine.server.settings import Settings
from undermine.server.store.base import Table


def table_info(
    row: Table, presence: Presence, gate: GateInfo | None, settings: Settings, seat: int, base_url: str
) -> TableInfo:
    """For the reader at that seat, -1 for a spectator."""
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
        )
        for s in row.seats
    ]
    return TableInfo(
        id=row.id,
        game=options.game,
        edition=options.edition,
        players=options.players,
        status=row.status,
        seats=seats,
        you=seat,
        host=presence.host(row.host, row.seats),
        invite=f"{base_url}/t/{row.id}",
        grace=ceil(settings.grace),
        gate=gate,
        switches=options.switches,
        first=options.first,
        pace=row.pace,
        takeover=row.takeover,
    )


def shown(info: TableInfo) -> object:
    """What the table is told about when it has changed: all but what counts down."""
    gate = None if info.gate is None else (info.gate.kind, info.gate.waits)
    return replace(info, seats=[replace(seat, bot_in=0) for seat in info.seats], gate=None), gate
