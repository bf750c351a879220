"""What can be set about a server. Every field has a default that suits a table at home."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Final

from undermine.bots import usual


@dataclass(frozen=True)
class Settings:
    """Times are in seconds."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: Path = Path("undermine.sqlite3")
    postgres: str = ""  # the address of a PostgreSQL, instead of the file
    redis: str = ""  # the address of a Redis that carries words between workers; PostgreSQL itself does without
    workers: int = 1  # processes that serve; more than one need a PostgreSQL
    lease: float = 6.0  # how long a worker may be late or silent before another takes its place
    forget: float = 365.0 * 86400  # how long tables stay that are over, or never began; 0: for ever
    forget_running: float = 0.0  # the same for games that nobody goes on with
    sync: str = "full"  # SQLite's synchronous: full or normal
    public_url: str = ""  # where people reach the server, if not at the address they typed
    lan: str = ""  # this machine's address at home, when it can be reached there
    origins: tuple[str, ...] = ()  # other sites that may open sockets, e.g. https://play.example
    bot_delay: float = 1.15  # how long a bot thinks, on average
    grace: float = 60.0  # how long a seat waits for its human
    ready: float = 45.0  # how long a round waits for people who still look at the last one
    window: float = 10.0  # how long everybody may object to a move; 0: until all have answered
    talk_burst: int = 5  # things said or written, for each seat
    talk_rate: float = 0.4
    chat_length: int = 240  # letters
    name_length: int = 24  # letters; at most 36
    message_size: int = 16384  # bytes, of a message or of a request's body
    unwatched: float = 60.0  # how long bots play among themselves when nobody looks on
    bot: str = field(default_factory=usual)  # who sits in for people who have gone, and for bots of no other level
    thinkers: int = 0  # processes in which bots think; 0: as many as suit the machine
    outbox: int = 64  # messages that may wait for a slow reader
    hello_within: float = 10.0
    idle: float = 300.0  # how long a table nobody looks at stays in memory
    head_within: float = 10.0  # how long the head of a request may take, from the connection or its first letter
    body_within: float = 20.0
    answer_within: float = 20.0  # in which a reader takes at least some of an answer
    address_connections: int = 256  # before anything is said; a proxy is not counted
    address_unread: int = 64  # answers that wait to be read
    table_sockets: int = 64
    address_sockets: int = 40
    socket_burst: int = 20
    socket_rate: float = 5.0
    http_burst: int = 200
    http_rate: float = 20.0
    draw_burst: int = 15  # QR codes, for each address
    draw_rate: float = 0.5
    make_burst: int = 10  # tables opened, for each address
    make_rate: float = 0.2
    seat_burst: int = 30  # seats taken, for each address and table
    seat_rate: float = 1.0
    admin_token: str = field(default="", repr=False)  # by which whoever runs the server is known; empty: nobody is
    log_level: str = "warning"
    bundle: Path = field(default=Path(__file__).parent.parent / "web" / "dist")  # the built browser game


_LIMITED: Final = ("_within", "_connections", "_unread", "_sockets", "_burst", "_rate", "_length", "_size")
LIMITS: Final = {
    f.name: float if f.name.endswith(("idle", "_within", "_rate")) else int
    for f in fields(Settings)
    if f.name.endswith(_LIMITED) or f.name in {"outbox", "idle"}
}  # what only somebody with many players changes, and how it is read
