"""What is said and settled at a running table, kept in order with its decisions."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from typing import Final, TypeAlias

import msgspec

from undermine.notation.claims import Claim
from undermine.server.clocks import Clock
from undermine.server.game import Game
from undermine.server.protocol import AnyWhat, Claimed, LetBack, Nudged, Paused, Remark, Resumed, SentAway, Timed, What
from undermine.server.store.base import Remark as Stored
from undermine.server.store.base import Store, Table


class Begun(What, frozen=True, tag="begun"):
    """The time of a question begins: everybody has looked at the round, or somebody is here again. Nobody is told."""


class Added(What, frozen=True, tag="added"):
    """What somebody's device adds to the shuffle, before the deal. It is shown when the game is over."""

    lot: str


Anything: TypeAlias = AnyWhat | Begun | Added
Heard: TypeAlias = Sequence[tuple[Stored, Anything]]
_decoder: Final = msgspec.json.Decoder(Anything)


def stored(game: Game | None, seat: int, what: Anything, cmd: str = "") -> Stored:
    """For the store; without a name of its own it may be said twice."""
    text = msgspec.json.encode(what).decode()
    return Stored(0 if game is None else game.seq, seat, cmd or f"own:{secrets.token_hex(8)}", text)


def timed(clock: Clock, what: Anything, age: float) -> Clock:
    """What a remark of that age does to the clock; most do nothing."""
    at = time.monotonic() - age
    match what:
        case Paused():
            return clock.pause(at)
        case Resumed():
            return clock.resume(at)
        case Timed():
            return clock.anew(at)
        case Begun():
            return clock.begin(at)
    return clock


def read_claim(what: Claimed) -> tuple[str, dict[str, object]]:
    """Its kind, and the rest of it."""
    about = dict(what.claim)
    return about.pop("kind"), about


def read_remark(remark: Stored) -> tuple[Stored, Anything]:
    """A remark with what it says."""
    return remark, _decoder.decode(remark.what)


class Minutes:
    """The remarks of one table, as far as they have been read."""

    def __init__(self) -> None:
        self.all: list[tuple[Stored, Anything]] = []
        self.claims: list[tuple[int, Claim]] = []  # with the number of decisions before
        self._at: list[float] = []  # when they were stored, by this process' clock

    async def learn(self, store: Store, table: str) -> Heard:
        """Read what is new."""
        new = [read_remark(r) for r in await store.remarks(table, len(self.all))]
        self.all += new
        self.claims += [(r.seq, Claim(r.seat, *read_claim(what))) for r, what in new if isinstance(what, Claimed)]
        self._at += [time.monotonic() - remark.age for remark, _ in new]
        return new

    def sent_away(self, row: Table) -> dict[int, int]:
        """Seats whose people the host has sent away and nobody has taken since, each with its epoch before."""
        gone: dict[int, int] = {}
        for _, what in self.all:
            if isinstance(what, SentAway):
                gone[what.target] = what.epoch
            elif isinstance(what, LetBack):
                gone.pop(what.target, None)
        return {
            at: epoch for at, epoch in gone.items() if row.seats[at].kind == "bot" and row.seats[at].epoch == epoch + 1
        }

    def nudged(self, seat: int) -> float:
        """Seconds since somebody was reminded; for ever when they never were."""
        said = (
            at for at, (_, what) in zip(reversed(self._at), reversed(self.all), strict=True) if what == Nudged(seat)
        )
        return time.monotonic() - next(said, float("-inf"))

    @property
    def added(self) -> list[str]:
        """What was added to the shuffle, in order."""
        return [what.lot for _, what in self.all if isinstance(what, Added)]

    def missed(self, game: Game | None, seat: int, have: int, heard: int) -> list[Remark]:
        """Those after number `heard`, for an observer that is also told what it missed after number `have`."""
        new = self.all[min(heard, len(self.all)) :]
        if game is None:
            return told(new)
        return [r for one in new for r in told([one], game.observers[seat].facts_before(have, one[0].seq))]


def told(remarks: Heard, after: int = 0) -> list[Remark]:
    """As everybody reads them."""
    return [Remark(r.n, after, r.seat, what) for r, what in remarks if not isinstance(what, Begun | Added)]
