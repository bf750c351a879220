"""A table as it stands in this process, and what its listeners are told of it. Nothing here changes a table: see `table.py`."""

from __future__ import annotations

import time
from collections.abc import Sequence

import structlog

from undermine.kernel.ids import SPECTATOR
from undermine.present.view import Why
from undermine.registry import Options
from undermine.server.auth import WATCH, SeatKey
from undermine.server.game import Game, read_options
from undermine.server.presence import Presence
from undermine.server.protocol import (
    PROTOCOL,
    AskWhy,
    BecauseWhy,
    Change,
    ClockChanged,
    Error,
    Hello,
    OwnSeat,
    Said,
    TableChanged,
    TableInfo,
    Update,
    Welcome,
    encoded,
    pack,
    write,
)
from undermine.server.remarks import Heard, Minutes, told
from undermine.server.room import BROKEN, Conn, Room
from undermine.server.sentences import Problem, sentence
from undermine.server.settings import Settings
from undermine.server.showing import shown as as_shown
from undermine.server.showing import table_info, ticking
from undermine.server.store.base import Table
from undermine.server.tempo import Tempo

log = structlog.get_logger("undermine.table")


def own_reason(code: str, lang: str) -> Why:
    """A refusal that no rule of the game is behind."""
    return Why(code=code, rule="", text=sentence(code, lang))


class Standing:
    """What is known of a table here, and who listens to it."""

    def __init__(self, row: Table, settings: Settings) -> None:
        self.row = row
        self.room = Room()
        self.presence = Presence(settings)
        self.used_at = time.monotonic()
        self._settings = settings
        self._tempo = Tempo(self.presence, settings)
        self._minutes = Minutes()
        self._game: Game | None = None
        self._shown: object = None  # the table, as last told
        self._ticking: object = None  # its clock, in the same way

    @property
    def options(self) -> Options:
        """By which it is played: those of its beginning."""
        return read_options(self.row.options) if self._game is None else self._game.options

    @property
    def inviting(self) -> bool:
        """Whether strangers may be sent here: somebody waits, and there is room."""
        row = self.row
        room = any(seat.kind == "open" for seat in row.seats)
        return row.status == "open" and row.terms.public and room and self.presence.attended(row.seats)

    @property
    def mark(self) -> tuple[int, int]:
        """How far it is here: the number of decisions, and that of all other changes."""
        return self.row.seq if self._game is None else self._game.seq, self.row.rev

    # Who is who

    def seat(self, key: SeatKey | None) -> int:
        """The seat a link stands for; -1 when it stands for none, or for one that was given anew."""
        if key is None or key.table != self.row.id:
            return -1
        who = (key.seat, key.epoch)
        return next((seat.seat for seat in self.row.seats if seat.kind == "human" and seat.who == who), -1)

    def key(self, seat: int) -> SeatKey:
        """What the seat's link says."""
        return SeatKey(self.row.id, *self.row.seats[seat].who)

    def meant(self, keys: Sequence[SeatKey], wanted: str) -> SeatKey | None:
        """Which of a browser's seats somebody speaks for: the one whose link they name, otherwise the first."""
        held = [key for key in keys if wanted != WATCH and self.seat(key) >= 0]
        return next((key for key in held if str(key.seat) == wanted), held[0] if held else None)

    def info(self, seat: int, base_url: str, keys: Sequence[SeatKey] = ()) -> TableInfo:
        """The table as one reader sees it, who has these keys."""
        own = [OwnSeat(number, key.seat) for key in keys if (number := self.seat(key)) >= 0]
        gate, clock = self._tempo.info(self.row), self._tempo.clock_info(self.row)
        gone, watching = self._minutes.sent_away(self.row), self._watching()
        return table_info(self.row, self.presence, gate, clock, self._settings, seat, own, base_url, gone, watching)

    def _watching(self) -> int:
        return self.presence.watching(self.room.watching())

    def _ask_host(self, seat: int) -> None:
        if seat != self.presence.host(self.row.host, self.row.seats):
            raise Problem("NOT_HOST", 403)

    def _seat_anew(self) -> None:
        """People may have changed places, and some have none any more."""
        for conn in self.room:
            conn.key = conn.key or self.meant(conn.keys, conn.wanted)  # a link may be good again
            before, conn.seat = conn.seat, self.seat(conn.key)
            if before >= 0 and conn.seat < 0:
                conn.send(write(Error("SENT_AWAY", sentence("SENT_AWAY", conn.lang))))

    # Answers to one listener

    def _welcome(self, conn: Conn, hello: Hello) -> None:
        """Everything there is to know, in answer to the first message of a socket."""
        game = self._game
        table = self.info(conn.seat, conn.base_url, conn.keys)
        if game is None:
            said = self._minutes.missed(None, SPECTATOR, 0, hello.heard)
            conn.send(write(Welcome(PROTOCOL, table, 0, None, None, [], said)))
            return
        seat = SPECTATOR if conn.seat < 0 else conn.seat
        mine = game.observers[seat]
        ask, missed = encoded(game.question(seat)), encoded(mine.since(hello.have))
        said = self._minutes.missed(game, seat, hello.have, hello.heard)
        conn.send(write(Welcome(PROTOCOL, table, mine.n, game.view(seat), ask, missed, said)))

    def look(self, conn: Conn, have: int) -> None:
        """The whole view for somebody who has missed a change."""
        game = self._game
        if game is None:
            raise Problem("NOT_STARTED", 409)
        seat = SPECTATOR if conn.seat < 0 else conn.seat
        mine = game.observers[seat]
        missed, ask = encoded(mine.since(have)), encoded(game.question(seat))
        conn.send(write(Update(mine.n, missed, game.view(seat), ask)))

    def why(self, conn: Conn, message: AskWhy) -> None:
        """Why something may not be done, as far as the asker can know."""
        if conn.seat < 0:
            reason: Why | None = own_reason("NOT_SEATED", conn.lang)
        elif self._game is None:
            reason = own_reason("NOT_STARTED", conn.lang)
        else:
            wanted = self._game.read(message.move)
            reason = own_reason("BAD_MOVE", conn.lang)
            if wanted is not None:
                reason = self._game.why(conn.seat, wanted, conn.lang)
        conn.send(write(BecauseWhy(message.id, reason)))

    # Words to all listeners

    def _say(self, new: Heard) -> None:
        said = told(new)
        for conn in self.room if said else ():
            conn.send(write(Said(said)))

    def _tell_clock(self) -> None:
        info = self._tempo.clock_info(self.row)
        if ticking(info) != self._ticking:
            self._ticking = ticking(info)
            for conn in self.room:
                conn.send(write(ClockChanged(info)))

    def _tell_table(self) -> None:
        self._tell_clock()
        shown = as_shown(self.row, self.presence, self._tempo.info(self.row), self._watching())
        if shown == self._shown:
            return
        self._shown = shown
        for conn in self.room:
            conn.send(write(TableChanged(self.info(conn.seat, conn.base_url, conn.keys))))

    def _send_updates(self, game: Game, heard: set[int]) -> None:
        """To each listener what its seat was told, and nothing to a seat that was told nothing."""
        for seat, conns in self.room.by_seat().items():
            observer = SPECTATOR if seat < 0 else seat
            if observer in heard:
                try:
                    whole, changed = self._news(game, observer, conns)
                except Exception:  # what is stored stays so; who cannot be shown it connects again
                    log.exception("not shown", table=self.row.id, seq=game.seq, seat=seat)
                    for conn in conns:
                        conn.end(BROKEN)
                else:
                    for conn in conns:
                        conn.send(changed if conn.changes else whole)

    def _news(self, game: Game, seat: int, conns: list[Conn]) -> tuple[bytes, bytes]:
        """What was told last, with all of the view or with what is different in it, as far as somebody wants that."""
        observer = game.observers[seat]
        events, ask = encoded(observer.news()), encoded(game.question(seat))
        whole = changed = b""
        patch = game.screens.change(seat) if any(conn.changes for conn in conns) else None
        if patch is not None:
            changed = pack(Change(observer.n, observer.before, events, patch, ask))
        if patch is None or not all(conn.changes for conn in conns):
            whole = pack(Update(observer.n, events, game.view(seat), ask))
        return whole, changed or whole
