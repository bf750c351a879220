"""Games from files: a record that somebody has is played again, and looked through like a game of this server.

Nothing of it is stored, and nothing in it is believed: every decision and every event is made anew by the rules.
"""

from __future__ import annotations

import asyncio
import time
from typing import Final

import msgspec
from msgspec.structs import replace

from undermine.errors import RecordError, UndermineError
from undermine.kernel.chance import ChanceError
from undermine.kernel.event import Event, Play
from undermine.notation.events import event_words
from undermine.notation.records import Ply, Record, parse_record
from undermine.notation.records import replay as play_again
from undermine.notation.shuffle import Checked
from undermine.present.box import box
from undermine.registry import ruleset
from undermine.server import remarks
from undermine.server.bodies import Brought, Replay
from undermine.server.clocks import Clock
from undermine.server.film import Film, eyes_at
from undermine.server.game import write_options
from undermine.server.presence import Presence
from undermine.server.protocol import Remark, TableInfo, write
from undermine.server.sentences import Problem, player_name
from undermine.server.settings import Settings
from undermine.server.showing import table_info
from undermine.server.store.base import Remark as Stored
from undermine.server.store.base import Seat, Table

LONGEST: Final = 2**19  # bytes; the longest games take a third of it
NAME: Final = 24  # letters of a name that are shown
SLICE: Final = 4  # decisions before others get their turn


async def brought(text: str, eyes: str, lang: str) -> str:
    """What is sent for a file."""
    try:
        record = await asyncio.to_thread(parse_record, text)
        rules = ruleset(record.options)
        if eyes not in eyes_at(rules.seats):
            raise Problem("BAD_REQUEST")
        film, log = Film(rules, eyes), list[Event]()
        play = Play(rules.game.new_state(rules), log)
        check = None if record.shuffle is None else Checked(record.shuffle)
        for number, ply in enumerate(record.plies):
            start = len(log)
            play_again(play, ply, check)
            events = log[start:]
            if ply.events is not None and ply.events != [event_words(rules, event) for event in events]:
                raise RecordError("BAD_RECORD", "The rules lead to other events.", "", ply.line)
            film.add(events)
            if number % SLICE == 0:
                await asyncio.sleep(0)
    except (UndermineError, ChanceError) as error:
        raise Problem("BAD_RECORD") from error
    said = _said(record.plies, film)
    return write(Brought(_table(record, lang), box(record.options, lang), Replay(eyes, film.frames, said)))


def _said(plies: list[Ply], film: Film) -> list[Remark]:
    """What was said, as far as this version knows what it is."""
    found: list[Remark] = []
    for number, ply in enumerate(plies):
        for seat, what in ply.said:
            try:
                read = remarks.read_remark(Stored(number + 1, int(seat), "", what, len(found)))
            except msgspec.MsgspecError:
                continue
            found += remarks.told([read], film.after(number + 1))
    return found


def _table(record: Record, lang: str) -> TableInfo:
    """As far as a record tells; it has no place of its own."""
    options, settings = record.options, Settings()
    names = [name.strip()[:NAME] for name in record.names[: options.players]]
    names += [""] * (options.players - len(names))
    seats = tuple(Seat(seat, "human", name or player_name(seat + 1, lang)) for seat, name in enumerate(names))
    row = Table("", write_options(options), b"", -1, lang, "over", seats=seats)
    clock = Clock().info(time.monotonic())
    info = table_info(row, Presence(settings), None, clock, settings, -1, [], "")
    commitment = "" if record.shuffle is None else record.shuffle.commitment
    return replace(info, invite="", commitment=commitment)
