"""What can be set about a server. Every field has a default that suits a table at home."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Settings:
    """Times are in seconds."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: Path = Path("undermine.sqlite3")
    sync: str = "full"  # SQLite's synchronous: full or normal
    public_url: str = ""  # where people reach the server, if not at the address they typed
    lan: str = ""  # this machine's address at home, when it can be reached there
    origins: tuple[str, ...] = ()  # other sites that may open sockets, e.g. https://play.example
    bot_delay: float = 1.15  # how long a bot thinks, on average
    grace: float = 60.0  # how long a seat waits for its human
    ready: float = 45.0  # how long a round waits for people who still look at the last one
    bot: str = "greedy"  # who sits in for bots and for people who have gone
    outbox: int = 64  # messages that may wait for a slow reader
    hello_within: float = 10.0
    idle: float = 300.0  # how long a table nobody looks at stays in memory
    table_sockets: int = 64
    address_sockets: int = 40
    socket_burst: int = 20
    socket_rate: float = 5.0
    http_burst: int = 60
    http_rate: float = 10.0
    make_burst: int = 10  # tables and seats taken, for each address
    make_rate: float = 0.2
    log_level: str = "warning"
    bundle: Path = field(default=Path(__file__).parent.parent / "web" / "dist")  # the built browser game
