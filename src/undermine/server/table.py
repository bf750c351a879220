"""One live table: its seats, its game and its listeners. A cache of what is stored; the store has the last word.

Whatever changes a table runs under its lock and in this order: draft, store, settle, send. So what anybody has seen
is stored, and what is stored and unseen is seen after a reload.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace

import msgspec
import structlog

from undermine.errors import NotationError
from undermine.kernel.ids import SPECTATOR
from undermine.notation.claims import claims_of
from undermine.present.view import Why
from undermine.registry import Options, pins_of
from undermine.server import metrics
from undermine.server.auth import WATCH, SeatKey
from undermine.server.bus import Bus
from undermine.server.foresight import Foresight
from undermine.server.game import Draft, Game, read_options
from undermine.server.limits import Bucket
from undermine.server.names import clean_name, distinct, fill_with_bots
from undermine.server.pinned import gone, options_of
from undermine.server.presence import Presence
from undermine.server.protocol import (
    PROTOCOL,
    Ack,
    Act,
    Arrangement,
    AskWhy,
    BecauseWhy,
    Change,
    Chat,
    ClockChanged,
    Error,
    Hello,
    Introduce,
    LetBack,
    Nudge,
    OwnSeat,
    Refused,
    Said,
    Say,
    SentAway,
    TableChanged,
    TableInfo,
    Update,
    Welcome,
    encoded,
    pack,
    write,
)
from undermine.server.remarks import Added, Anything, Begun, Heard, Minutes, stored, told
from undermine.server.room import BROKEN, Conn, Room
from undermine.server.saying import claimed, spoken
from undermine.server.seating import arranged
from undermine.server.sentences import Problem, sentence
from undermine.server.settings import Settings
from undermine.server.settling import Wish, settled
from undermine.server.showing import shown as as_shown
from undermine.server.showing import table_info, ticking
from undermine.server.store.base import AUTO, WATCHING, Decision, Outcome, Remark, Status, Store, StoreError, Table, Who
from undermine.server.tempo import Tempo
from undermine.server.thinkers import Thinkers

log = structlog.get_logger("undermine.table")
RETRY = 2.0  # seconds; when the store failed
TRIES = 3  # for a change that others came before, and that may still be made
SLICE = 25  # decisions folded before others get their turn


def own_reason(code: str, lang: str) -> Why:
    """A refusal that no rule of the game is behind."""
    return Why(code=code, rule="", text=sentence(code, lang))


class LiveTable:
    """Made from a stored table by `load`."""

    def __init__(
        self,
        row: Table,
        store: Store,
        settings: Settings,
        thinkers: Thinkers,
        wake: Callable[[], None],
        bus: Bus,
    ) -> None:
        self.row = row
        self.room = Room()
        self.presence = Presence(settings)
        self.used_at = time.monotonic()
        self._store = store
        self._settings = settings
        self._foresight = Foresight(row.id, thinkers)
        self._tempo = Tempo(self.presence, settings)
        self._minutes = Minutes()
        self._lock = asyncio.Lock()
        self._wake = wake  # somebody owes a move at another time than before
        self._bus = bus  # for other workers, who have people at the table too
        self._said_here: dict[Who, int] | None = None  # who is here, as others were told
        self._said_ready: dict[int, int] = {}  # seats and what they have looked at, to be told
        self._game: Game | None = None
        self._shown: object = None  # the table, as last told
        self._ticking: object = None  # its clock, in the same way
        self._calm = Bucket(10, 0.2)  # for people who come and go
        self._breath: defaultdict[int, Bucket] = defaultdict(
            lambda: Bucket(settings.talk_burst, settings.talk_rate)
        )  # by seat, for what is said
        self._later: asyncio.TimerHandle | None = None  # when they are told of
        self._timers: set[asyncio.TimerHandle] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def load(self) -> None:
        """Fold what is stored."""
        async with self._lock:
            await self._catch_up()
        self._recheck_in(self._settings.grace)

    async def _catch_up(self) -> None:
        """Fold the decisions that this process has not seen, see what else has changed, and tell the listeners."""
        row = await self._store.table(self.row.id)
        if row is None:
            raise Problem("NO_TABLE", 404)
        before, self.row = self.row, row
        if before.status == "running" and row.status == "over" and row.seq == self.mark[0]:
            for conn in self.room:  # no decision did that
                conn.send(write(Error("ENDED", sentence("ENDED", conn.lang))))
        if before.seats != row.seats:
            self._seat_anew()
        if self.presence.elsewhere(row.elsewhere):
            self._recheck_soon()
        new = await self._minutes.learn(self._store, row.id)
        if row.status == "open":
            self._say(new)
            self._tell_table()
            return
        game = self._game or Game(row, await options_of(self._store, row))
        game.claims = self._minutes.claims
        decisions = await self._store.decisions(row.id, game.seq)
        await self._fold(game, decisions, list(new))
        self._tempo.settle(row)
        if self._game is None:
            self._tempo.resume(game, row)
        self._tempo.heard(row)
        if decisions:
            self._recheck_gate()
        self._game = game
        self._say(new)
        self._tell_table()

    async def _fold(self, game: Game, decisions: list[Decision], remarks: list[tuple[Remark, Anything]]) -> None:
        """In the order in which they were made, and to each listener what its seat was told."""
        try:
            await game.reader.learn(self._store, decisions)
            if self._game is None:
                await self._store.keep_names(game.names_key, game.names)
            for i, decision in enumerate(decisions):
                while remarks and remarks[0][0].seq <= game.seq:
                    self._tempo.note(*remarks.pop(0))
                self._send_updates(game, game.replay(decision))
                if self._game is not None:
                    self._tempo.resume(game, self.row)
                self._tempo.recall(game, self.row, decision.age)
                if i % SLICE == SLICE - 1:
                    await asyncio.sleep(0)
        except (StoreError, Problem):
            raise
        except Exception as error:  # whatever has become of its rules
            raise gone(self.row, error) from error
        for remark in remarks:
            self._tempo.note(*remark)

    @property
    def options(self) -> Options:
        """By which it is played: those of its beginning."""
        return read_options(self.row.options) if self._game is None else self._game.options

    @property
    def mark(self) -> tuple[int, int]:
        """How far it is here: the number of decisions, and that of all other changes."""
        return self.row.seq if self._game is None else self._game.seq, self.row.rev

    async def _told(self) -> None:
        """Before a change that others may have come before."""
        if self._store.shared:
            await self._catch_up()

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

    async def sit(self, name: str, wanted: int = -1, claim: str = "") -> SeatKey:
        """Take the first open seat or, in a running game that allows it, a bot's; once for each claim."""
        name = clean_name(name)
        async with self._lock:
            await self._told()
            taken = [seat for seat in self.row.seats if claim and seat.claim == claim and seat.kind == "human"]
            if taken:
                return self.key(taken[0].seat)
            running = self.row.status == "running" and self.row.takeover
            if self.row.status != "open" and not running:
                raise Problem("ALREADY_STARTED", 409)
            take = self._store.take_over if running else self._store.sit
            for seat in self.row.seats:
                free = seat.kind == ("bot" if running else "open") and wanted in (-1, seat.seat)
                epoch = seat.epoch + 1 if running else seat.epoch
                sitting = replace(seat, kind="human", name=distinct(name, self.row.seats), epoch=epoch, claim=claim)
                if free and await take(self.row.id, sitting):
                    self._bus.tell(self.row.id)
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
            await self._told()
            if not isinstance(wish, Introduce):
                self._ask_host(seat)
            if self.row.status != "open":
                raise Problem("ALREADY_STARTED", 409)
            row = arranged(self.row, seat, wish)
            if not await self._store.arrange(self.row, row):
                await self._catch_up()
                raise Problem("TRY_AGAIN", 503)
            self._bus.tell(self.row.id)
            self.row = row
            self._seat_anew()
            self._tell_table()

    def _seat_anew(self) -> None:
        """People may have changed places, and some have none any more."""
        for conn in self.room:
            conn.key = conn.key or self.meant(conn.keys, conn.wanted)  # a link may be good again
            before, conn.seat = conn.seat, self.seat(conn.key)
            if before >= 0 and conn.seat < 0:
                conn.send(write(Error("SENT_AWAY", sentence("SENT_AWAY", conn.lang))))

    async def hand_over(self, by: int, number: int, *, back: bool) -> None:
        """In a running game: a bot takes somebody's seat, or they have it again."""
        async with self._lock:
            await self._told()
            self._ask_host(by)
            if self.row.status != "running" or not 0 <= number < len(self.row.seats) or number == by:
                raise Problem("NO_SEAT", 409)
            before, gone = self.row.seats[number], self._minutes.sent_away(self.row)
            if (number not in gone) if back else before.kind != "human":
                raise Problem("NO_SEAT", 409)
            after = replace(before, kind="human" if back else "bot", epoch=gone[number] if back else before.epoch + 1)
            if not await self._store.reseat(self.row.id, before, after):
                raise Problem("TRY_AGAIN", 503)
            await self._remark(by, LetBack(number) if back else SentAway(number, before.epoch))
            await self._catch_up()
            self._tell_table()
        self._recheck_soon(mine=True)

    async def settle(self, seat: int, wish: Wish) -> None:
        """What may be settled at any time: how fast bots play, the clock, a pause; and reminding somebody."""
        async with self._lock:
            if not isinstance(wish, Nudge):
                self._ask_host(seat)
            row, what = settled(self.row, seat, wish, self._tempo, self.presence, self._minutes)
            if row is not self.row:
                await self._store.adjust(row)
                self._bus.tell(self.row.id)
                self.row = row
                self._tempo.settle(row)
                self._tempo.hurry(row)
            if what is not None:
                await self._remark(seat, what)
        self._recheck_soon(mine=True)

    async def say(self, seat: int, wish: Say | Chat) -> None:
        """Somebody at the table says something, to everybody."""
        if not self._breath[seat].take():
            raise Problem("TALKS_TOO_FAST", 429)
        async with self._lock:
            what = spoken(self.row, seat, wish, self._settings.chat_length)
            await self._remark(seat, what, f"{seat}:{wish.cmd}")

    async def add(self, seat: int, lot: str) -> None:
        """Something for the shuffle; once for each person, and too late when the game has begun."""
        async with self._lock:
            if self.row.status == "open":
                link, epoch = self.row.seats[seat].who
                await self._remark(seat, Added(lot), f"lot:{link}.{epoch}")

    async def _remark(self, seat: int, what: Anything, cmd: str = "") -> None:
        """Something was said or settled, under the lock: store it, and tell everybody."""
        await self._store.remark(self.row.id, stored(self._game, seat, what, cmd))
        self._bus.tell(self.row.id)
        new = await self._minutes.learn(self._store, self.row.id)
        for remark in new:
            self._tempo.note(*remark)
        self._say(new)
        self._tell_clock()

    def _say(self, new: Heard) -> None:
        said = told(new)
        for conn in self.room if said else ():
            conn.send(write(Said(said)))

    def skip(self, seat: int) -> None:
        """Bots hurry until it is that seat's turn."""
        self._tempo.skip(self._game, seat, self.row)
        self._recheck_soon(mine=True)

    async def refresh(self) -> None:
        """Read again what is stored."""
        async with self._lock:
            await self._catch_up()

    async def keep_up(self) -> None:
        """Read what is stored if that is anything new."""
        if (await self._store.look([self.row.id])).get(self.row.id) != self.mark:
            await self.refresh()

    async def start(self, seat: int) -> None:
        """The host begins; seats nobody took are played by bots."""
        async with self._lock:
            await self._told()
            self._ask_host(seat)
            for _ in range(TRIES):
                if self.row.status != "open":
                    raise Problem("ALREADY_STARTED", 409)
                if await self._begin():
                    break
                await self._catch_up()  # it runs already, or somebody has just sat down
            else:
                raise Problem("TRY_AGAIN", 503)
        self._wake()
        self._recheck_gate()
        self._recheck_in(self._settings.grace)

    async def _begin(self) -> bool:
        """Deal, if the table is still as it is known here."""
        game = Game(self.row)
        rules, pins = pins_of(game.options)
        game.claims = self._minutes.claims
        seats = fill_with_bots(self.row.seats, self.row.lang)
        row = replace(self.row, seats=seats, status="running", seq=1, rules=rules)
        opening = game.opening(self._minutes.added)
        plan = self._tempo.plan(game, opening, row)
        await self._store.keep_names(game.names_key, game.names)
        await self._store.keep_names(rules, pins)
        if not await self._store.start(row, game.decision(opening, f"{AUTO}0"), plan.due_in, self.row):
            return False
        self.row, self._game = row, game
        self._bus.tell(row.id, game.seq + 1)
        self._tempo.follow(plan)
        self._send_updates(game, game.settle(opening, f"{AUTO}0"))
        self._tell_table()
        self._think_ahead(game)
        log.info("started", table=row.id, players=len(seats))
        return True

    # Listening

    def greet(self, conn: Conn, hello: Hello) -> None:
        """The first message of a socket: from now on it hears everything its seat is told."""
        game = self._game
        conn.speak(hello.lang)
        conn.greeted, conn.changes = True, hello.changes
        self.used_at = time.monotonic()
        if conn.seat >= 0:
            self._tempo.wake(self.row)
        news = conn.seat >= 0 and self.presence.came(self.row.seats[conn.seat])  # the seat is theirs again from now on
        table = self.info(conn.seat, conn.base_url, conn.keys)
        if game is None:
            said = self._minutes.missed(None, SPECTATOR, 0, hello.heard)
            conn.send(write(Welcome(PROTOCOL, table, 0, None, None, [], said)))
        else:
            seat = SPECTATOR if conn.seat < 0 else conn.seat
            mine = game.observers[seat]
            ask, missed = encoded(game.question(seat)), encoded(mine.since(hello.have))
            said = self._minutes.missed(game, seat, hello.have, hello.heard)
            conn.send(write(Welcome(PROTOCOL, table, mine.n, game.view(seat), ask, missed, said)))
        self.room.enter(conn)
        news = news or conn.seat < 0 or self.presence.deserted(self.row.seats)
        self.presence.watch(True)
        if news or self._store.shared:
            self._came_or_went()

    def leave(self, conn: Conn) -> None:
        """A socket was closed."""
        self.room.leave(conn)
        self.used_at = time.monotonic()
        self.presence.watch(len(self.room) > 0)
        if not len(self.room) and self._game is not None:
            self._game.screens.clear()
        if conn.greeted and conn.seat >= 0 and not self.room.holds(conn.seat):
            self.presence.left(self.row.seats[conn.seat])
            self._came_or_went()
            self._recheck_in(self._settings.grace)
        elif conn.greeted and (conn.seat < 0 or self._store.shared):
            self._came_or_went()

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

    def _recheck_in(self, delay: float) -> asyncio.TimerHandle:
        loop = asyncio.get_running_loop()
        later = loop.call_later(delay + 0.01, self._recheck_soon)
        self._timers = {later, *(timer for timer in self._timers if timer.when() > loop.time())}
        return later

    def _recheck_gate(self) -> None:
        """When its time is over: that of now, and that of when somebody has come or gone."""
        for left in {self._tempo.gate.left(), self._tempo.left(self.row)} - {0.0}:
            self._recheck_in(left)

    def _recheck_soon(self, mine: bool = False) -> None:
        task = asyncio.create_task(self._recheck(mine), name=f"presence at {self.row.id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _came_or_went(self) -> None:
        """At once; but who comes and goes all the time is told of now and then only."""
        if self._calm.take():
            self._recheck_soon()
        elif self._later is None or self._later.when() <= asyncio.get_running_loop().time():
            self._later = self._recheck_in(1 / self._calm.rate)

    async def _recheck(self, mine: bool) -> None:
        """Somebody came, went or has been away for long: tell the table, and settle anew when a bot moves."""
        self._tell_table()
        try:
            async with self._lock:
                await self._say_who_is_here()
                if self._game is not None and self.row.status == "running":
                    if self._tempo.begins(self.row):
                        await self._remark(-1, Begun())
                    await self._owe(self._game, mine)
        except StoreError as error:
            log.warning("presence not stored", table=self.row.id, error=str(error))
            self._recheck_in(RETRY)

    def say_who_is_here(self) -> None:
        """Once more: other workers have forgotten it."""
        self._said_here = None
        self._recheck_soon()

    async def _say_who_is_here(self) -> None:
        """Other workers have people at the table who want to know, and may be the ones who let bots play."""
        news = False
        seats = self.row.seats
        here = Counter(WATCHING if conn.seat < 0 else seats[conn.seat].who for conn in self.room)
        if self._store.shared and here != (self._said_here or {}):
            await self._store.attend(self.row.id, here)
            news = True
        self._said_here = dict(here)
        while self._said_ready:
            seat = next(iter(self._said_ready))
            await self._store.looked(self.row.id, seat, self._said_ready[seat])
            del self._said_ready[seat]
            news = True
        if news:
            self._bus.tell(self.row.id)

    async def _owe(self, game: Game, mine: bool = False) -> None:
        await self._store.owe(self.row.id, game.seq, self._tempo.due_in(game, self.row), mine)
        self._wake()

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

    def look(self, conn: Conn, have: int) -> None:
        """The whole view for somebody who has missed a change."""
        game = self._game
        if game is None:
            raise Problem("NOT_STARTED", 409)
        seat = SPECTATOR if conn.seat < 0 else conn.seat
        mine = game.observers[seat]
        missed, ask = encoded(mine.since(have)), encoded(game.question(seat))
        conn.send(write(Update(mine.n, missed, game.view(seat), ask)))

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

    # Playing

    async def act(self, conn: Conn, message: Act) -> None:
        """A listener's answer: acknowledged when it is stored, refused with a reason otherwise."""
        try:
            async with self._lock:
                refusal = await self._act(conn, message)
        except StoreError as error:
            metrics.STORE_ERRORS.inc()
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
        wanted = game.read(message.move)
        if wanted is None:
            return own_reason("BAD_MOVE", conn.lang)
        for _ in range(TRIES):
            if cmd in game.cmds:
                break
            if message.n != mine.n:
                return own_reason("STALE", conn.lang)
            self.ready(seat, message.n)
            barred = self._barred()
            if barred:
                return own_reason(barred, conn.lang)
            if not game.may(seat, wanted):
                return game.why(seat, wanted, conn.lang) or own_reason("NOT_ALLOWED", conn.lang)
            draft = game.draft(seat, wanted, lasting=self._tempo.lasting)
            await self._decide(game, draft, cmd)  # another's may come first and change nothing here
        if cmd not in game.cmds:
            return own_reason("STALE", conn.lang)
        seq, action = game.cmds[cmd]
        if action != wanted:
            return own_reason("CMD_REUSED", conn.lang)
        conn.send(write(Ack(message.cmd, mine.marks[seq])))  # all it caused has been told before
        return None

    def _barred(self) -> str:
        """Why nobody may play now, whatever the rules say."""
        if self.row.status == "over" and self._game is not None and self._game.waiting():
            return "ENDED"
        if self._tempo.paused:
            return "PAUSED"
        return "NOT_READY" if self._tempo.holds(self.row) else ""

    async def _decide(self, game: Game, draft: Draft, cmd: str) -> Outcome:
        """Store first; only what is stored becomes so here and is told."""
        plan = self._tempo.plan(game, draft, self.row)
        status: Status = "over" if draft.over else "running"
        with metrics.APPEND.time():
            outcome = await self._store.append(self.row.id, game.decision(draft, cmd), status, plan.due_in)
        if outcome is not Outcome.STORED:
            metrics.REFUSED.labels(outcome.value).inc()
            log.info("decision was there already", table=self.row.id, seq=game.seq, outcome=outcome.value)
            await self._catch_up()
            return outcome
        log.info("decision", table=self.row.id, seq=game.seq, seat=draft.seat, auto=cmd.startswith(AUTO))
        metrics.MOVES.labels("bot" if cmd.startswith(AUTO) else "person").inc()
        self._bus.tell(self.row.id, game.seq + 1)
        self.row = replace(self.row, status=status, seq=game.seq + 1)
        self.used_at = time.monotonic()
        looked_at = bool(self._tempo.gate.since or plan.gate.since)
        self._tempo.follow(plan)
        self._recheck_gate()
        self._send_updates(game, game.settle(draft, cmd))
        if looked_at or status == "over":  # who is here is told when they come and go
            self._tell_table()
        else:
            self._tell_clock()
        self._think_ahead(game)
        if plan.due_in is not None:
            self._wake()
        return outcome

    def ready(self, seat: int, n: int) -> None:
        """Somebody has looked at what was told up to number `n`; a word about something earlier changes nothing."""
        seq = self._tempo.gate.since.get(seat, -1)
        if self._game is not None and self._tempo.ready(self._game, seat, n):
            self._said_ready[seat] = seq
            self._recheck_soon()

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

    async def play_due(self) -> None:
        """A bot owes a move: hear its choice, outside the lock, and make the move if it is still owed."""
        async with self._lock:
            game = self._game
            if game is None or self.row.status != "running":
                return
            if self._tempo.closes(self.row):
                await self._close(game)
                return
            seat = self._tempo.to_move(game, self.row)
            if seat is None or self._tempo.waits(self.row):
                await self._owe(game)
                return
            seq = game.seq
        action = await self._foresight.choice(game, seat, self._bot_at(seat), self._tempo.beat(self.row))
        async with self._lock:
            if game.seq == seq and self._tempo.to_move(game, self.row) == seat and not self._tempo.waits(self.row):
                if action is None or not game.may(seat, action):
                    action = game.fallback(seat)
                draft = game.draft(seat, action, lasting=self._tempo.lasting)
                try:
                    await self._speak(game, seat)
                    await self._decide(game, draft, f"{AUTO}{seq}{self._tempo.mark(self.row, seat)}")
                except StoreError:
                    for conn in self.room:
                        conn.send(write(Error("BOT_WAITS", sentence("BOT_WAITS", conn.lang))))
                    raise

    async def _speak(self, game: Game, seat: int) -> None:
        """What a bot has to say before its move; one that plays for somebody else keeps silent."""
        claim = self._foresight.claim
        if claim is None or self.row.seats[seat].kind != "bot":
            return
        try:
            said = claims_of(game.rules).checked(replace(claim, seat=seat))
        except (msgspec.ValidationError, NotationError) as error:
            log.warning("bot's words not understood", table=self.row.id, seat=seat, error=str(error))
            return
        await self._remark(seat, claimed(said), f"{AUTO}{game.seq}")

    async def _close(self, game: Game) -> None:
        """The time to object is up: whoever is silent lets it be, and then all answers count at once."""
        silent = game.waiting()
        for seat in silent:
            draft = game.draft(seat, game.fallback(seat), lasting=True)
            if await self._decide(game, draft, f"{AUTO}{game.seq}") is not Outcome.STORED:
                return
        await self._decide(game, game.close(), f"{AUTO}{game.seq}")

    def _think_ahead(self, game: Game) -> None:
        seat = self._tempo.to_move(game, self.row)
        if seat is not None:
            self._foresight.begin(game, seat, self._bot_at(seat))

    def _bot_at(self, seat: int) -> str:
        """Which bot plays a seat, for good or for a person who has gone."""
        taken = self.row.seats[seat]
        return (taken.level if taken.kind == "bot" else "") or self._settings.bot
