"""One socket's conversation, whatever the framework: messages in, answers out, and a word for everything refused."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

import msgspec
import structlog

from undermine.server import metrics
from undermine.server.limits import Bucket, Ceiling
from undermine.server.lobby import Lobby
from undermine.server.protocol import (
    PROTOCOL,
    Act,
    AddBot,
    AddLot,
    AskRematch,
    AskWhy,
    Chat,
    ClientMessage,
    Error,
    FreeSeat,
    Hello,
    Introduce,
    Look,
    Nudge,
    Pause,
    Ping,
    Pong,
    ReturnSeat,
    Say,
    SayReady,
    SetChat,
    SetClock,
    SetLang,
    SetPublic,
    SetRules,
    SetTable,
    Skip,
    SwapSeats,
    read,
    write,
)
from undermine.server.room import BAD_HELLO, BROKEN, GONE, NO_HELLO, REFUSED, TOO_FAST, Conn, Wire
from undermine.server.sentences import Problem, sentence
from undermine.server.store.base import StoreError
from undermine.server.table import LiveTable

log = structlog.get_logger("undermine.socket")
Receive: TypeAlias = Callable[[], Awaitable[str | bytes | None]]  # None: the other side has gone


@dataclass(frozen=True)
class Caller:
    """Who opened the socket, and how."""

    table: str
    link: str  # the cookie's, to one seat or several; empty for a spectator
    seat: str  # which of them is meant
    address: str
    base_url: str
    lang: str


class Talks:
    """All conversations of the process."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._settings = lobby.settings
        self._by_address = Ceiling(lobby.settings.address_sockets)
        self._by_table = Ceiling(lobby.settings.table_sockets)  # for each seat, and for the spectators

    async def hold(self, caller: Caller, wire: Wire, receive: Receive) -> None:
        """From the accepted socket to its end."""
        bucket = Bucket(self._settings.socket_burst, self._settings.socket_rate)
        conn = Conn(wire, caller.base_url, self._settings.outbox, bucket)
        conn.lang = caller.lang
        metrics.SOCKETS.inc()
        try:
            await self._enter(caller, conn, receive)
        except Problem as problem:
            self._complain(conn, problem.code)
            conn.end(GONE)
        except StoreError as error:
            log.warning("table cannot be read", table=caller.table, error=str(error))
            self._complain(conn, "TRY_AGAIN")
            conn.end(BROKEN)
        except Exception:
            log.exception("conversation failed", table=caller.table)
            self._complain(conn, "INTERNAL")
            conn.end(BROKEN)
        finally:
            metrics.SOCKETS.dec()
            await conn.finish()

    async def _enter(self, caller: Caller, conn: Conn, receive: Receive) -> None:
        if not self._by_address.enter(caller.address):
            self._complain(conn, "TOO_MANY_SOCKETS")
            conn.end(REFUSED)
            return
        try:
            table = await self._lobby.table(caller.table)
            conn.keys = self._lobby.signer.held(caller.link, caller.table)
            conn.wanted = caller.seat
            conn.key = table.meant(conn.keys, caller.seat)
            conn.seat = table.seat(conn.key)
            payer = table.seat(conn.key or table.meant(conn.keys, ""))  # who sits here and looks on is no stranger
            place = f"{caller.table}.{payer}"  # spectators cannot keep those out who play
            if not self._by_table.enter(place):
                self._complain(conn, "TOO_MANY_SOCKETS")
                conn.end(REFUSED)
                return
            try:
                await self._listen(table, conn, receive)
            finally:
                self._by_table.leave(place)
                table.leave(conn)
        finally:
            self._by_address.leave(caller.address)

    async def _listen(self, table: LiveTable, conn: Conn, receive: Receive) -> None:
        log.info("socket opened", table=table.row.id, seat=conn.seat)
        try:
            async with asyncio.timeout(self._settings.hello_within):
                going = True
                while going and not conn.greeted:
                    going = await self._hear_next(table, conn, receive)
        except TimeoutError:
            self._complain(conn, "HELLO_FIRST")
            conn.end(NO_HELLO)
            return
        while going:
            going = await self._hear_next(table, conn, receive)
        log.info("socket closed", table=table.row.id, seat=conn.seat)

    async def _hear_next(self, table: LiveTable, conn: Conn, receive: Receive) -> bool:
        """One message; False when there will be no more."""
        text = await receive()
        if text is None or conn.ended:
            return False
        if not conn.bucket.take():
            self._complain(conn, "TOO_FAST")
            conn.end(TOO_FAST)
            return False
        await self._hear(table, conn, text)
        return not conn.ended

    async def _hear(self, table: LiveTable, conn: Conn, text: str | bytes) -> None:
        try:
            message = read(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._complain(conn, "BAD_MESSAGE", str(error))
            return
        if isinstance(message, Hello):
            await self._greet(table, conn, message)
        elif conn.greeted:
            await self._try(table, conn, message)
        else:
            self._complain(conn, "HELLO_FIRST")

    async def _greet(self, table: LiveTable, conn: Conn, hello: Hello) -> None:
        if conn.greeted:
            self._complain(conn, "HELLO_TWICE")
        elif hello.protocol != PROTOCOL:
            self._complain(conn, "PROTOCOL")
            conn.end(BAD_HELLO)
        else:
            await self._lobby.keep_up(table)  # whoever comes from another worker has seen what it did
            table.greet(conn, hello)
            await self._lobby.invite(table, [conn])

    async def _try(self, table: LiveTable, conn: Conn, message: ClientMessage) -> None:
        try:
            await self._obey(table, conn, message)
        except Problem as problem:
            self._complain(conn, problem.code, said=problem.sentence(conn.lang))
        except StoreError as error:
            log.warning("change not stored", table=table.row.id, error=str(error))
            self._complain(conn, "TRY_AGAIN")

    async def _obey(self, table: LiveTable, conn: Conn, message: ClientMessage) -> None:
        match message:
            case Act():
                await table.act(conn, message)
            case Look(have):
                table.look(conn, have)
            case AskWhy():
                table.why(conn, message)
            case SayReady(n):
                table.ready(self._seated(conn), n)
            case Skip():
                table.skip(self._seated(conn))
            case SetLang(lang):
                conn.speak(lang)
            case Ping():
                conn.send(write(Pong()))
            case _:
                await self._settle(table, self._seated(conn), message)

    async def _settle(self, table: LiveTable, seat: int, message: ClientMessage) -> None:
        """What concerns the table and not the game."""
        match message:
            case AddLot(lot):
                await table.add(seat, lot)
            case Say() | Chat():
                await table.say(seat, message)
            case SetTable() | SetClock() | SetChat() | SetPublic() | Pause() | Nudge():
                await table.settle(seat, message)
            case AskRematch(shuffle):
                await self._lobby.rematch(table, seat, shuffle)
            case FreeSeat(number) if table.row.status == "running":
                await table.hand_over(seat, number, back=False)
            case ReturnSeat(number):
                await table.hand_over(seat, number, back=True)
            case SetRules() | AddBot() | FreeSeat() | SwapSeats() | Introduce():
                await table.arrange(seat, message)

    def _seated(self, conn: Conn) -> int:
        if conn.seat < 0:
            raise Problem("NOT_SEATED")
        return conn.seat

    def _complain(self, conn: Conn, code: str, detail: str = "", said: str = "") -> None:
        text = said or sentence(code, conn.lang)
        conn.send(write(Error(code, f"{text} ({detail})" if detail else text)))
        log.info("complaint", seat=conn.seat, code=code)
