"""One live table: its seats, its game and its listeners. A cache of what is stored; the store has the last word.

Whatever changes a table runs under its lock and in this order: draft, store, settle, send. So what anybody has seen
is stored, and what is stored and unseen is seen after a reload.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace

import structlog

from undermine.errors import RecordError
from undermine.kernel.ids import SPECTATOR
from undermine.present.view import Why
from undermine.server.auth import SeatKey
from undermine.server.foresight import Foresight
from undermine.server.game import Draft, Game
from undermine.server.names import clean_name, distinct, fill_with_bots
from undermine.server.presence import Presence
from undermine.server.protocol import (
    PROTOCOL,
    Ack,
    Act,
    Arrangement,
    AskWhy,
    BecauseWhy,
    Error,
    Hello,
    Introduce,
    Refused,
    SetTable,
    TableChanged,
    TableInfo,
    Update,
    Welcome,
    write,
)
from undermine.server.room import BROKEN, Conn, Room
from undermine.server.seating import arranged
from undermine.server.sentences import Problem, sentence
from undermine.server.settings import Settings
from undermine.server.showing import shown as as_shown
from undermine.server.showing import table_info
from undermine.server.store.base import Outcome, Status, Store, StoreError, Table
from undermine.server.tempo import Tempo
from undermine.server.thinker import Thinker

log = structlog.get_logger("undermine.table")
RETRY = 2.0  # seconds; when the store failed
SLICE = 25  # decisions folded before others get their turn


def own_reason(code: str, lang: str) -> Why:
    """A refusal that no rule of the game is behind."""
    return Why(code, "", sentence(code, lang))


class LiveTable:
    """Made from a stored table by `load`."""

    def __init__(
        self, row: Table, store: Store, settings: Settings, thinker: Thinker, wake: Callable[[], None]
    ) -> None:
        self.row = row
        self.room = Room()
        self.presence = Presence(settings)
        self.used_at = time.monotonic()
        self._store = store
        self._settings = settings
        self._foresight = Foresight(row.id, thinker, settings.bot)
        self._tempo = Tempo(self.presence, settings)
        self._lock = asyncio.Lock()
        self._wake = wake  # somebody owes a move at another time than before
        self._game: Game | None = None
        self._shown: object = None  # the table, as last told
        self._timers: set[asyncio.TimerHandle] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def load(self) -> None:
        """Fold what is stored."""
        async with self._lock:
            await self._catch_up()
        self._recheck_in(self._settings.grace)

    async def _catch_up(self) -> None:
        """Fold the decisions that this process has not seen, and tell the listeners."""
        row = await self._store.table(self.row.id)
        if row is None:
            raise Problem("NO_TABLE", 404)
        self.row = row
        if row.status == "open":
            return
        game = self._game or Game(row)
        decisions = await self._store.decisions(row.id, game.seq)
        try:
            await game.reader.learn(self._store, decisions)
            await self._store.keep_names(game.names_key, game.names)
            for i, decision in enumerate(decisions):
                self._send_updates(game, game.replay(decision))
                if i % SLICE == SLICE - 1:
                    await asyncio.sleep(0)
        except RecordError as error:
            log.warning("table cannot be read any more", table=row.id, error=error.message)
            raise Problem("OLD_TABLE", 410) from error
        if decisions:
            self._tempo.resume(game, row)
        self._game = game
        self._tell_table()

    # Seats

    def seat(self, key: SeatKey | None) -> int:
        """The seat a link stands for; -1 when it stands for none, or for one that was given anew."""
        if key is None or key.table != self.row.id:
            return -1
        who = (key.seat, key.epoch)
        return next((seat.seat for seat in self.row.seats if seat.kind == "human" and seat.who == who), -1)

    def key(self, seat: int) -> SeatKey:
        """What the seat's link says."""
        return SeatKey(self.row.id, *self.row.seats[seat].who)

    def info(self, seat: int, base_url: str) -> TableInfo:
        """The table as one reader sees it."""
        return table_info(self.row, self.presence, self._tempo.info(self.row), self._settings, seat, base_url)

    async def sit(self, name: str, wanted: int = -1) -> SeatKey:
        """Take the first open seat or, in a running game that allows it, a bot's."""
        name = clean_name(name)
        async with self._lock:
            running = self.row.status == "running" and self.row.takeover
            if self.row.status != "open" and not running:
                raise Problem("ALREADY_STARTED", 409)
            take = self._store.take_over if running else self._store.sit
            for seat in self.row.seats:
                free = seat.kind == ("bot" if running else "open") and wanted in (-1, seat.seat)
                epoch = seat.epoch + 1 if running else seat.epoch
                sitting = replace(seat, kind="human", name=distinct(name, self.row.seats), epoch=epoch)
                if free and await take(self.row.id, sitting):
                    await self._catch_up()
                    self._tell_table()
                    log.info("seat taken", table=self.row.id, seat=seat.seat)
                    return self.key(seat.seat)
            raise Problem("TABLE_FULL", 409)

    def _ask_host(self, seat: int) -> None:
        if seat != self.presence.host(self.row.host, self.row.seats):
            raise Problem("NOT_HOST", 403)

    async def arrange(self, seat: int, wish: Arrangement) -> None:
        """Change the waiting room."""
        async with self._lock:
            if not isinstance(wish, Introduce):
                self._ask_host(seat)
            if self.row.status != "open":
                raise Problem("ALREADY_STARTED", 409)
            row = arranged(self.row, seat, wish)
            if not await self._store.arrange(self.row, row):
                await self._catch_up()
                raise Problem("TRY_AGAIN", 503)
            self.row = row
            self._seat_anew()
            self._tell_table()

    def _seat_anew(self) -> None:
        """People may have changed places, and some have none any more."""
        for conn in self.room:
            before, conn.seat = conn.seat, self.seat(conn.key)
            if before >= 0 and conn.seat < 0:
                conn.send(write(Error("SENT_AWAY", sentence("SENT_AWAY", conn.lang))))

    async def adjust(self, seat: int, wish: SetTable) -> None:
        """How fast bots play, and whether others may take a bot's seat."""
        async with self._lock:
            self._ask_host(seat)
            await self._store.adjust(self.row.id, wish.pace, wish.takeover)
            self.row = replace(self.row, pace=wish.pace, takeover=wish.takeover)
            self._tempo.hurry(self.row)
        self._recheck_soon()

    def skip(self, seat: int) -> None:
        """Bots hurry until it is that seat's turn."""
        self._tempo.skip(self._game, seat, self.row)
        self._recheck_soon()

    async def refresh(self) -> None:
        """Read again what is stored."""
        async with self._lock:
            await self._catch_up()

    async def start(self, seat: int) -> None:
        """The host begins; seats nobody took are played by bots."""
        async with self._lock:
            self._ask_host(seat)
            if self.row.status != "open":
                raise Problem("ALREADY_STARTED", 409)
            game = Game(self.row)
            seats = fill_with_bots(self.row.seats, self.row.lang)
            row = replace(self.row, seats=seats, status="running", seq=1)
            opening = game.opening()
            plan = self._tempo.plan(game, opening, row)
            await self._store.keep_names(game.names_key, game.names)
            if not await self._store.start(row, game.decision(opening, "auto:0"), plan.due_in):
                await self._catch_up()
                raise Problem("ALREADY_STARTED", 409)
            self.row, self._game = row, game
            self._tempo.follow(plan)
            self._send_updates(game, game.settle(opening, "auto:0"))
            self._tell_table()
            self._think_ahead(game)
            log.info("started", table=row.id, players=len(seats))
        self._wake()
        self._recheck_in(plan.gate.left)
        self._recheck_in(self._settings.grace)

    # Listening

    def greet(self, conn: Conn, hello: Hello) -> None:
        """The first message of a socket: from now on it hears everything its seat is told."""
        game = self._game
        conn.speak(hello.lang)
        conn.greeted = True
        self.used_at = time.monotonic()
        news = conn.seat >= 0 and self.presence.came(self.row.seats[conn.seat])  # the seat is theirs again from now on
        table = self.info(conn.seat, conn.base_url)
        if game is None:
            conn.send(write(Welcome(PROTOCOL, table, 0, None, None, [])))
        else:
            seat = SPECTATOR if conn.seat < 0 else conn.seat
            mine = game.observers[seat]
            view, ask, missed = game.view(seat), game.ask(seat), mine.since(hello.have)
            conn.send(write(Welcome(PROTOCOL, table, mine.n, view, ask, missed)))
        self.room.enter(conn)
        if news:
            self._recheck_soon()

    def leave(self, conn: Conn) -> None:
        """A socket was closed."""
        self.room.leave(conn)
        self.used_at = time.monotonic()
        if conn.greeted and conn.seat >= 0 and not self.room.holds(conn.seat):
            self.presence.left(self.row.seats[conn.seat])
            self._recheck_soon()
            self._recheck_in(self._settings.grace)

    def close(self) -> None:
        """The server ends, or nobody looks any more."""
        for timer in self._timers:
            timer.cancel()
        for task in self._tasks:
            task.cancel()
        self._foresight.close()

    @property
    def busy(self) -> bool:
        """Whether it must stay in memory."""
        return len(self.room) > 0 or self._lock.locked() or bool(self._tasks) or self._foresight.busy

    def _recheck_in(self, delay: float) -> None:
        loop = asyncio.get_running_loop()
        self._timers = {timer for timer in self._timers if timer.when() > loop.time()}
        self._timers.add(loop.call_later(delay + 0.01, self._recheck_soon))

    def _recheck_soon(self) -> None:
        task = asyncio.create_task(self._recheck(), name=f"presence at {self.row.id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _recheck(self) -> None:
        """Somebody came, went or has been away for long: tell the table, and settle anew when a bot moves."""
        self._tell_table()
        try:
            async with self._lock:
                if self._game is not None and self.row.status == "running":
                    await self._owe(self._game)
        except StoreError as error:
            log.warning("presence not stored", table=self.row.id, error=str(error))
            self._recheck_in(RETRY)

    async def _owe(self, game: Game) -> None:
        await self._store.owe(self.row.id, game.seq, self._tempo.due_in(game, self.row))
        self._wake()

    def _tell_table(self) -> None:
        shown = as_shown(self.info(-1, ""))
        if shown == self._shown:
            return
        self._shown = shown
        for conn in self.room:
            conn.send(write(TableChanged(self.info(conn.seat, conn.base_url))))

    def _send_updates(self, game: Game, heard: set[int]) -> None:
        """To each listener what its seat was told, and nothing to a seat that was told nothing."""
        for seat in self.room.seats():
            observer = game.observers[SPECTATOR if seat < 0 else seat]
            if observer.seat in heard:
                try:
                    view, ask = game.view(observer.seat), game.ask(observer.seat)
                    text = write(Update(observer.n, observer.news(), view, ask))
                except Exception:  # what is stored stays so; who cannot be shown it connects again
                    log.exception("not shown", table=self.row.id, seq=game.seq, seat=seat)
                    text = ""
                for conn in self.room:
                    if conn.seat == seat:
                        conn.send(text) if text else conn.end(BROKEN)

    # Playing

    async def act(self, conn: Conn, message: Act) -> None:
        """A listener's answer: acknowledged when it is stored, refused with a reason otherwise."""
        try:
            async with self._lock:
                refusal = await self._act(conn, message)
        except StoreError as error:
            log.warning("move not stored", table=self.row.id, error=str(error))
            refusal = own_reason("TRY_AGAIN", conn.lang)
        if refusal is not None:
            conn.send(write(Refused(message.cmd, refusal)))

    async def _act(self, conn: Conn, message: Act) -> Why | None:
        game, seat = self._game, conn.seat
        if seat < 0:
            return own_reason("NOT_SEATED", conn.lang)
        if game is None:
            return own_reason("NOT_STARTED", conn.lang)
        cmd = f"{seat}:{message.cmd}"  # one seat cannot spoil another's commands, nor a bot's
        mine = game.observers[seat]
        if cmd not in game.cmds:
            if message.n != mine.n:
                return own_reason("STALE", conn.lang)
            self.ready(seat, message.n)
            if self._tempo.holds(self.row):
                return own_reason("NOT_READY", conn.lang)
            if not game.may(seat, message.action):
                return game.why(seat, message.action, conn.lang) or own_reason("NOT_ALLOWED", conn.lang)
            outcome = await self._decide(game, game.draft(seat, message.action), cmd)
            if outcome is Outcome.TAKEN:
                return own_reason("STALE", conn.lang)
        seq, action = game.cmds[cmd]
        if action != message.action:
            return own_reason("CMD_REUSED", conn.lang)
        conn.send(write(Ack(message.cmd, mine.marks[seq])))  # all it caused has been told before
        return None

    async def _decide(self, game: Game, draft: Draft, cmd: str) -> Outcome:
        """Store first; only what is stored becomes so here and is told."""
        plan = self._tempo.plan(game, draft, self.row)
        status: Status = "over" if draft.over else "running"
        outcome = await self._store.append(self.row.id, game.decision(draft, cmd), status, plan.due_in)
        if outcome is not Outcome.STORED:
            log.info("decision was there already", table=self.row.id, seq=game.seq, outcome=outcome.value)
            await self._catch_up()
            return outcome
        log.info("decision", table=self.row.id, seq=game.seq, seat=draft.seat, auto=cmd.startswith("auto:"))
        self.row = replace(self.row, status=status, seq=game.seq + 1)
        self.used_at = time.monotonic()
        self._tempo.follow(plan)
        if plan.gate.left:
            self._recheck_in(plan.gate.left)
        self._send_updates(game, game.settle(draft, cmd))
        self._tell_table()
        self._think_ahead(game)
        self._wake()
        return outcome

    def ready(self, seat: int, n: int) -> None:
        """Somebody has looked at what was told up to number `n`; a word about something earlier changes nothing."""
        if self._game is not None and self._tempo.ready(self._game, seat, n):
            self._recheck_soon()

    def why(self, conn: Conn, message: AskWhy) -> None:
        """Why something may not be done, as far as the asker can know."""
        if conn.seat < 0:
            reason: Why | None = own_reason("NOT_SEATED", conn.lang)
        elif self._game is None:
            reason = own_reason("NOT_STARTED", conn.lang)
        else:
            reason = self._game.why_words(conn.seat, message.words, conn.lang)
        conn.send(write(BecauseWhy(message.id, reason)))

    async def play_due(self) -> None:
        """A bot owes a move: hear its choice, outside the lock, and make the move if it is still owed."""
        async with self._lock:
            game = self._game
            if game is None or self.row.status != "running":
                return
            seat = self._bot_to_move(game)
            if seat is None or self._tempo.waits(self.row):
                await self._owe(game)
                return
            seq = game.seq
        action = await self._foresight.choice(game, seat, self._tempo.beat(self.row))
        async with self._lock:
            if game.seq == seq and self._bot_to_move(game) == seat and not self._tempo.waits(self.row):
                legal = action is not None and game.may(seat, action)
                draft = game.draft(seat, action) if action is not None and legal else game.fallback(seat)
                try:
                    await self._decide(game, draft, f"auto:{seq}")
                except StoreError:
                    for conn in self.room:
                        conn.send(write(Error("BOT_WAITS", sentence("BOT_WAITS", conn.lang))))
                    raise

    def _think_ahead(self, game: Game) -> None:
        seat = self._bot_to_move(game)
        if seat is not None:
            self._foresight.begin(game, seat)

    def _bot_to_move(self, game: Game) -> int | None:
        seat = self.presence.bot_for([self.row.seats[seat] for seat in game.waiting()], self.row.seats)
        return None if seat is None else seat.seat
