"""What the table server keeps, and what any back end must promise.

One decision is one row, written whole or not at all, together with the moment the next bot owes a move. The key
(table, seq) is the lock of a game; (table, cmd) makes a repeated command harmless. Times are given as seconds from
now and kept by the store's own clock, so that machines need not agree on one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Literal, Protocol, TypeAlias

Status: TypeAlias = Literal["open", "running", "over"]
SeatKind: TypeAlias = Literal["open", "human", "bot"]
Pace: TypeAlias = Literal["slow", "normal", "fast"]


class StoreError(Exception):
    """The store could not do its work now; nothing was written, and the same call may be made again."""


@dataclass(frozen=True)
class Seat:
    """Who sits where.

    `link` and `epoch` are what the seat's link says: it stays good when people change places, and raising the epoch makes
    older links worthless.
    """

    seat: int
    kind: SeatKind = "open"
    name: str = ""
    epoch: int = 0
    link: int = -1  # no other seat of the table has it; -1: the seat's own number
    avatar: int = -1  # a face; -1: the one with the seat's number
    before: int = -1  # the seat this person had in the game that this one is a rematch of; -1: none

    def __post_init__(self) -> None:
        for name in ("link", "avatar"):
            if getattr(self, name) < 0:
                object.__setattr__(self, name, self.seat)

    @property
    def who(self) -> tuple[int, int]:
        """The same as long as the same person has the seat."""
        return self.link, self.epoch


@dataclass(frozen=True)
class Table:
    """What is fixed when a table is made, and how far it is."""

    id: str
    options: bytes  # the game asked for, as JSON
    secret: bytes = field(repr=False)  # where this game's chance comes from; nobody is shown it
    host: int = 0  # -1: nobody, a table of bots
    lang: str = "en"  # what bots are called
    status: Status = "open"
    seq: int = 0  # how many decisions are stored
    seats: tuple[Seat, ...] = ()
    pace: Pace = "normal"  # how long bots pause
    takeover: bool = False  # whether somebody may take a bot's seat while the game runs
    rematch: str = ""  # the table where these people play again


@dataclass(frozen=True)
class Decision:
    """One answer and all that followed from it. Decision 0 is the opening, made by nobody."""

    seq: int
    cmd: str
    seat: int
    action: int = field(repr=False)
    payload: bytes = field(repr=False)  # its events, encoded
    used: int  # outcomes of chance drawn so far, this decision included
    names: str  # which table of names its events were written under


class Outcome(Enum):
    """What became of an append."""

    STORED = "stored"
    TAKEN = "taken"  # another decision has this number already: load it and look again
    REPEATED = "repeated"  # this command is stored already


@dataclass(frozen=True)
class Due:
    """Tables where somebody owes a move now, and how long until the next one does (None: nobody)."""

    tables: tuple[str, ...]
    next_in: float | None


class Store(Protocol):
    """The contract; tests/server/test_store.py is its text."""

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def ping(self) -> None:
        """Raises StoreError when the store cannot be written."""
        ...

    async def key(self) -> bytes:
        """The secret that signs seat links: made once, the same for ever."""
        ...

    async def keep_names(self, key: str, names: bytes) -> None:
        """Keep a ruleset's table of names, so that rows written under it keep their meaning. Harmless when it is kept."""
        ...

    async def names(self, key: str) -> bytes:
        """A table of names; StoreError when it is not kept."""
        ...

    async def create(self, table: Table) -> None: ...

    async def table(self, table: str) -> Table | None: ...

    async def sit(self, table: str, seat: Seat) -> bool:
        """Take an open seat of an open table; False when it is not open any more."""
        ...

    async def take_over(self, table: str, seat: Seat) -> bool:
        """Take a bot's seat in a running game that allows it; False when there is none."""
        ...

    async def arrange(self, before: Table, after: Table) -> bool:
        """Change options, host and seats before the game; False when it runs, or when the seats are others by now."""
        ...

    async def adjust(self, table: str, pace: Pace, takeover: bool) -> None:
        """Change what may be changed at any time."""
        ...

    async def rematch(self, table: str, new: Table) -> str:
        """Make the table where the people of a finished one play again, unless there is one; returns its id."""
        ...

    async def start(self, table: Table, opening: Decision, due_in: float | None) -> bool:
        """Store seats and decision 0, and let the game run; False when it runs already."""
        ...

    async def append(self, table: str, decision: Decision, status: Status, due_in: float | None) -> Outcome: ...

    async def decisions(self, table: str, since: int = 0) -> list[Decision]:
        """Decisions from number `since` on, in order."""
        ...

    async def find(self, table: str, cmd: str) -> Decision | None: ...

    async def owe(self, table: str, seq: int, due_in: float | None) -> None:
        """Change when the next move is owed, unless a decision came in between."""
        ...

    async def due(self, limit: int) -> Due: ...
