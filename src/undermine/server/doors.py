"""Connections, before anybody has said what they want: how many there may be, and how long each may keep silent.

uvicorn closes a connection that is idle between two requests, and waits for ever for everything else.
"""

from __future__ import annotations

import asyncio
import os
from typing import Any, Final

import h11
import structlog
from uvicorn.config import Config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol

from undermine.server.limits import Ceiling, Seldom, neighbourhood
from undermine.server.settings import Settings

log = structlog.get_logger("undermine.doors")
SILENT: Final = "slow head"
PROGRESS: Final = 8192  # bytes of an answer that are read in the time for it, at the least
PIPELINED: Final = 4  # requests that may wait behind the one that is answered; browsers and proxies send none
SPARE_FILES: Final = 100  # for the database, the bots and the log
HOME: Final = 1000  # connections where a system has no limit for open files


def raise_file_limit() -> int:
    """Let the process open as many files as it may; how many connections that leaves room for."""
    try:
        import resource  # noqa: PLC0415  # not on every system
    except ImportError:
        return HOME
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = hard if hard != resource.RLIM_INFINITY else max(soft, 65536)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # some systems allow less than they say
        wanted = soft
    return max(SPARE_FILES, min(wanted, 1_000_000) - SPARE_FILES)


async def _nowhere(_scope: object, _receive: object, _send: object) -> None:
    """No application: only the reading of a list of proxies is wanted."""


class Hall:
    """All connections of the process: how many are open, and who has not yet said what they want."""

    def __init__(self, settings: Settings, most: int) -> None:
        self.settings = settings
        self.silent: dict[Doors, None] = {}  # the oldest first
        trusted = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1")  # as uvicorn reads it
        self.proxies = ProxyHeadersMiddleware(_nowhere, trusted).trusted_hosts
        self._most = most
        self._open = 0
        self._by_address = Ceiling(settings.address_connections)
        self.unread = Ceiling(settings.address_unread)
        self._seldom = Seldom()

    def enter(self, address: str) -> str:
        """Why another connection from there is turned away; empty when it is not."""
        if address and not self._by_address.enter(address):
            return "too many from one address"
        self._open += 1
        if self._open > self._most and self.silent:
            next(iter(self.silent)).give_up("no room for silence")
        return ""

    def leave(self, address: str) -> None:
        """One fewer."""
        if address:
            self._by_address.leave(address)
        self._open -= 1

    def key(self, host: str) -> str:
        """Who is counted together; empty for a proxy, which stands for many."""
        return "" if host in self.proxies else neighbourhood(host)

    def tell(self, address: str, why: str) -> None:
        """A line in the log, and not one for each of a thousand. Browsers connect in advance: silence alone is no news."""
        if why == SILENT:
            log.info("connection ended", address=address, why=why)
        elif (unsaid := self._seldom.now()) is not None:
            log.warning("connection ended", address=address, why=why, unsaid=unsaid)


class Doors(H11Protocol):
    """uvicorn's HTTP, with a time for everything that the other side does. `opened_by` makes one for a server."""

    hall: Hall

    def __init__(self, config: Config, *args: Any, **kwargs: Any) -> None:
        super().__init__(config, *args, **kwargs)
        self._address = ""
        self._inside = False
        self._phase = ""
        self._left = 0
        self._counted = False  # among the unread answers of its address
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Counted before a word is read."""
        super().connection_made(transport)
        self._address = self.hall.key(self.client[0] if self.client else "")
        refused = self.hall.enter(self._address)
        if refused:
            self.give_up(refused)
            return
        self._inside = True
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """However it ended."""
        self.let_go()
        self._turn("", 0)
        super().connection_lost(exc)

    def let_go(self) -> None:
        """Counted no more."""
        if self._inside:
            self._inside = False
            self.hall.leave(self._address)

    def data_received(self, data: bytes) -> None:
        """Part of a request, or several."""
        super().data_received(data)
        if self.conn.their_state is h11.DONE and self.conn.trailing_data[0].count(b"\r\n\r\n") > PIPELINED:
            self.give_up("too many requests at once")
            return
        self._look()

    def on_response_complete(self) -> None:
        """The answer is handed to the system, which does not mean that it is read."""
        super().on_response_complete()
        self._look()

    def pause_writing(self) -> None:
        """More is to be sent than the system takes."""
        super().pause_writing()
        self._look()

    def resume_writing(self) -> None:
        """Much of that was read."""
        super().resume_writing()
        self._turn("", 0)
        self._look()

    def timeout_keep_alive_handler(self) -> None:
        """What is not read yet would keep it open after its end."""
        super().timeout_keep_alive_handler()
        self._look()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From now on the sockets' own limits hold; it is counted until its end."""
        self._turn("", 0)
        super().handle_websocket_upgrade(event)
        self._phase = "socket"
        socket: Any = self.transport.get_protocol()
        socket.on_lost = self.let_go

    def _look(self) -> None:
        """What the other side owes now, and how long it has for that."""
        settings = self.hall.settings
        if self._phase == "socket" or self.transport is None:
            return
        if self.transport.get_write_buffer_size() or self.transport.is_closing():
            self._turn("answer", settings.answer_within)
        elif self.conn.their_state is h11.SEND_BODY:
            self._turn("body", settings.body_within)
        elif self.conn.their_state is h11.IDLE and self.timeout_keep_alive_task is None:
            self._turn("head", settings.head_within)
        else:
            self._turn("", 0)

    def _turn(self, phase: str, seconds: float) -> None:
        """The time of a phase begins with it, however often it is looked at."""
        if phase == self._phase:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if phase == "head":
            self.hall.silent[self] = None
        else:
            self.hall.silent.pop(self, None)
        self._count_unread(phase)
        self._phase = phase
        if phase:
            self._left = self.transport.get_write_buffer_size()
            self._timer = self.loop.call_later(seconds, self._late)

    def _count_unread(self, phase: str) -> None:
        """Answers that wait to be read are in memory; one address cannot have any number of them."""
        if self._phase == "answer" and self._counted:
            self._counted = False
            self.hall.unread.leave(self._address)
        if phase == "answer" and self._address:
            self._counted = self.hall.unread.enter(self._address)
            if not self._counted:
                self.loop.call_soon(self.give_up, "too many unread answers")

    def _late(self) -> None:
        phase, left = self._phase, self.transport.get_write_buffer_size()
        if phase == "answer" and (left <= self._left - PROGRESS or not (left or self.transport.is_closing())):
            self._turn("", 0)
            self._look()
        else:
            self.give_up(f"slow {phase}")

    def give_up(self, why: str) -> None:
        """End it without another word."""
        self.hall.tell(self.client[0] if self.client else "?", why)
        self._turn("", 0)
        self.transport.abort()


def opened_by(settings: Settings, most: int) -> type[Doors]:
    """The doors of one server."""
    return type("Doors", (Doors,), {"hall": Hall(settings, most)})
