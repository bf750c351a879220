"""What the table server keeps, and what any back end must promise.

One decision is one row, written whole or not at all, together with the moment the next bot owes a move and the lease of
the worker that will see to it. The key (table, seq) is the lock of a game; (table, cmd) makes a repeated command harmless.
Times are given as seconds from now and kept by the store's own clock, so that machines need not agree on one.

Several workers may share a store. Whatever one of them changes raises `seq` (a decision) or `rev` (anything else), so
that the others can tell that they have missed something.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal, Protocol, TypeAlias

import msgspec

Status: TypeAlias = Literal["open", "running", "over"]
SeatKind: TypeAlias = Literal["open", "human", "bot"]
Pace: TypeAlias = Literal["slow", "normal", "fast"]
Who: TypeAlias = tuple[int, int]  # a seat's link and epoch; WATCHING for those who only look on
WATCHING: Who = (-1, 0)
AUTO = "auto:"  # how commands begin that nobody has sent: those of bots and clocks


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
    level: str = ""  # of a bot; empty: the usual one
    claim: str = field(default="", repr=False)  # what the request that took it was marked with, hashed

    def __post_init__(self) -> None:
        for name in ("link", "avatar"):
            if getattr(self, name) < 0:
                object.__setattr__(self, name, self.seat)

    @property
    def who(self) -> Who:
        """The same as long as the same person has the seat."""
        return self.link, self.epoch


class Terms(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What the host settles beside the rules, stored as one JSON so that a new term needs no migration. Times in seconds."""

    turn: int = 0  # for each question; 0 with an empty bank: no clock
    bank: int = 0  # for the whole game, once the time of the turn is used up
    window: int = 0  # how long everybody may object; 0: as long as the server says
    chat: bool = True  # people may write in their own words
    public: bool = False  # strangers may find the table while it waits for people


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
    terms: Terms = field(default_factory=Terms)
    rules: str = ""  # what is pinned of the rules it began with, under this name among the tables of names
    # How things are at the moment; two rows that differ in nothing else are the same table.
    rev: int = field(default=0, compare=False)  # raised by every change but a decision
    still: float = field(default=0.0, compare=False)  # seconds since the last decision
    looked: tuple[int, ...] = field(
        default=(), compare=False
    )  # by seat: the decision up to which they have looked; -1: none
    elsewhere: Mapping[Who, int] = field(default_factory=dict, compare=False)  # sockets of people at other workers


@dataclass(frozen=True)
class Decision:
    """One answer and all that followed from it. Decision 0 is the opening, made by nobody."""

    seq: int
    cmd: str
    seat: int
    # As JSON; of the opening what was added to the shuffle, if anything; digits alone in rows of before 0003.
    move: str = field(repr=False)
    payload: bytes = field(repr=False)  # its events, encoded
    used: int  # outcomes of chance drawn so far, this decision included
    names: str  # which table of names its events were written under
    age: float = field(default=0.0, compare=False)  # how long ago it was stored


@dataclass(frozen=True)
class Remark:
    """Something that was said or settled at a running table, in order with the decisions."""

    seq: int  # so many decisions were stored before
    seat: int  # whose; -1: nobody's
    cmd: str  # the same is not stored twice
    what: str = field(repr=False)  # as JSON
    n: int = -1  # its number at the table, given by the store
    age: float = field(default=0.0, compare=False)  # how long ago it was stored


@dataclass(frozen=True)
class Listed:
    """A table among many."""

    id: str
    options: bytes
    status: Status
    seq: int
    idle: float  # seconds since the last decision, or since it was made
    people: int


class Outcome(Enum):
    """What became of an append."""

    STORED = "stored"
    TAKEN = (
        "taken"  # another decision has this number, or another worker has the lease: load what is there and look again
    )
    REPEATED = "repeated"  # this command is stored already


@dataclass(frozen=True)
class Due:
    """Tables where somebody owes a move now, and how long until the next one does (None: nobody)."""

    tables: tuple[str, ...]
    next_in: float | None


@dataclass(frozen=True)
class Beat:
    """What a worker learns when it says that it is alive."""

    others: int = 0  # how many workers are
    lost: bool = False  # this one was taken for dead: what it had said of people is forgotten
    left: tuple[str, ...] = ()  # tables at which people were who came by way of a worker that is dead now


class Store(Protocol):
    """The contract; tests/server/test_store.py is its text."""

    shared: bool  # whether other workers may use it at the same time
    worker: str  # this one's name

    async def open(self) -> None: ...

    async def close(self) -> None:
        """Others may see to what this worker has leased."""
        ...

    async def ping(self) -> None:
        """Raises StoreError when the store cannot be written."""
        ...

    async def key(self) -> bytes:
        """The secret that signs seat links: made once, the same for ever."""
        ...

    async def keep_names(self, key: str, names: bytes) -> None:
        """Keep a ruleset's table of names, or what is pinned of its data, so that rows keep their meaning. Harmless when it is kept."""
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

    async def reseat(self, table: str, before: Seat, after: Seat) -> bool:
        """A bot for a person, or the person again, in a running game; False when the seat is another's by now."""
        ...

    async def arrange(self, before: Table, after: Table) -> bool:
        """Change options, host and seats before the game; False when it runs, or when the seats are others by now."""
        ...

    async def adjust(self, table: Table) -> None:
        """Change what may be changed at any time: pace, takeover and terms."""
        ...

    async def remark(self, table: str, remark: Remark) -> bool:
        """Store it under the next number; False when its command is stored already, or there is no such table."""
        ...

    async def remarks(self, table: str, since: int = 0) -> list[Remark]:
        """Remarks from number `since` on, in order."""
        ...

    async def rematch(self, table: str, new: Table) -> str:
        """Make the table where the people of a finished one play again, unless there is one; returns its id."""
        ...

    async def start(self, table: Table, opening: Decision, due_in: float | None, before: Table | None = None) -> bool:
        """Store seats and decision 0, and let the game run; False when it runs already, or is not as it was `before`."""
        ...

    async def append(self, table: str, decision: Decision, status: Status, due_in: float | None) -> Outcome:
        """Store a decision, what is owed then, and that this worker sees to it. Nobody's commands need the lease."""
        ...

    async def decisions(self, table: str, since: int = 0) -> list[Decision]:
        """Decisions from number `since` on, in order."""
        ...

    async def find(self, table: str, cmd: str) -> Decision | None: ...

    async def owe(self, table: str, seq: int, due_in: float | None, mine: bool = False) -> None:
        """Change when the next move is owed, unless a decision came in between; `mine`: this worker sees to it now."""
        ...

    async def due(self, limit: int, busy: Sequence[str] = ()) -> Due:
        """Lease tables where somebody owes a move, but for those that this worker is `busy` with: it keeps these."""
        ...

    async def look(self, tables: Sequence[str]) -> dict[str, tuple[int, int]]:
        """How far these tables are, as `seq` and `rev`; those that are gone are left out."""
        ...

    async def attend(self, table: str, here: Mapping[Who, int]) -> None:
        """Who is at a table by way of this worker, and on how many sockets."""
        ...

    async def looked(self, table: str, seat: int, seq: int) -> None:
        """Somebody has looked at everything up to that decision."""
        ...

    async def beat(self) -> Beat:
        """This worker is alive. To be said well within the lease; whoever does not is forgotten."""
        ...

    async def tables(self, after: str, limit: int, status: Status | None, only: str = "") -> list[Listed]:
        """Some tables, by id, behind that one."""
        ...

    async def public(self, limit: int, within: float) -> list[str]:
        """Tables of the last so many seconds that wait for people, and that strangers may find; the newest first."""
        ...

    async def end(self, table: str) -> bool:
        """The game is over as it stands; False when it is over already, or never began."""
        ...

    async def delete(self, table: str) -> None:
        """With everything that belongs to it."""
        ...

    async def forget(self, status: Status, after: float) -> int:
        """Delete some tables of that status on which nothing was decided for so many seconds; how many they were."""
        ...
