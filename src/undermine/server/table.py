"""One live table: its seats, its game and its bots. A cache of what is stored; the store has the last word.

Whatever changes a table runs under its lock and in this order: draft, store, settle, send. So what anybody has seen
is stored, and what is stored and unseen is seen after a reload.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace

import msgspec
import structlog

from undermine.errors import NotationError
from undermine.notation.claims import claims_of
from undermine.present.view import Why
from undermine.registry import pins_of
from undermine.server import metrics
from undermine.server.attended import Attended
from undermine.server.auth import SeatKey
from undermine.server.bus import Bus
from undermine.server.foresight import Foresight
from undermine.server.game import Draft, Game
from undermine.server.limits import Bucket
from undermine.server.names import clean_name, distinct, fill_with_bots
from undermine.server.pinned import gone, options_of
from undermine.server.protocol import (
    Ack,
    Act,
    Arrangement,
    Chat,
    Error,
    Introduce,
    LetBack,
    Nudge,
    Refused,
    Say,
    SentAway,
    write,
)
from undermine.server.remarks import Added, Anything
from undermine.server.room import Conn
from undermine.server.saying import claimed, spoken
from undermine.server.seating import arranged
from undermine.server.sentences import Problem, sentence
from undermine.server.settings import Settings
from undermine.server.settling import Wish, settled
from undermine.server.standing import own_reason
from undermine.server.store.base import AUTO, Decision, Outcome, Remark, Status, Store, StoreError, Table
from undermine.server.thinkers import Thinkers

log = structlog.get_logger("undermine.table")
TRIES = 3  # for a change that others came before, and that may still be made
SLICE = 25  # decisions folded before others get their turn


class LiveTable(Attended):
    """Made from a stored table by `load`; whatever changes it is here."""

    def __init__(
        self,
        row: Table,
        store: Store,
        settings: Settings,
        thinkers: Thinkers,
        wake: Callable[[], None],
        bus: Bus,
    ) -> None:
        super().__init__(row, store, settings, wake, bus)
        self._foresight = Foresight(row.id, thinkers)
        self._breath: defaultdict[int, Bucket] = defaultdict(
            lambda: Bucket(settings.talk_burst, settings.talk_rate)
        )  # by seat, for what is said

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

    async def _told(self) -> None:
        """Before a change that others may have come before."""
        if self._store.shared:
            await self._catch_up()

    # Seats

    async def sit(self, name: str, wanted: int = -1, claim: str = "") -> SeatKey:
        """Take the first open seat or, in a running game that allows it, a bot's; once for each claim."""
        name = clean_name(name, self._settings.name_length)
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

    async def arrange(self, seat: int, wish: Arrangement) -> None:
        """Change the waiting room."""
        async with self._lock:
            await self._told()
            if not isinstance(wish, Introduce):
                self._ask_host(seat)
            if self.row.status != "open":
                raise Problem("ALREADY_STARTED", 409)
            row = arranged(self.row, seat, wish, self._settings.name_length)
            if not await self._store.arrange(self.row, row):
                await self._catch_up()
                raise Problem("TRY_AGAIN", 503)
            self._bus.tell(self.row.id)
            self.row = row
            self._seat_anew()
            self._tell_table()

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

    # In memory

    def close(self) -> None:
        """The server ends, or nobody looks any more."""
        for timer in self._timers:
            timer.cancel()
        for task in self._tasks:
            task.cancel()
        self._foresight.close(len(self.row.seats))

    @property
    def busy(self) -> bool:
        """Whether it must stay in memory."""
        return len(self.room) > 0 or self._lock.locked() or bool(self._tasks) or self._foresight.busy

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
