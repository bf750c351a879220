"""What a table waits for beside the game: people who still look at something.

A round that has begun waits until everybody has put aside how the last one went and seen their role; after a map, bots
wait for whoever looks at it. Who is waited for follows from what everybody was told, so a gate tells nothing. It is no
part of the game: after a restart it is made again from the last decision, and its time begins anew.

Its time is short where others wait too. Bots lose nothing by waiting: somebody who plays with them alone is given `ALONE`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

from undermine.present.view import Told

Kind: TypeAlias = Literal["round", "look"]
LOOK: Final = 20.0  # seconds; the longest that bots wait for whoever looks at a map
ALONE: Final = 900.0  # seconds more, where nobody but bots would wait


@dataclass(frozen=True)
class Gate:
    """Seats that have not said that they are ready, each with the number of the decision that they look at."""

    kind: Kind = "look"
    since: Mapping[int, int] = field(default_factory=dict)
    until: float = 0.0

    def after(self, seq: int, told: Iterable[Told], seats: int, within: float) -> Gate:
        """As it is once everybody has been told that; `within`: how many seconds a round waits."""
        gate, now = self if self.kind == "look" else Gate(), time.monotonic()
        for event in told:
            if event.kind == "round":
                gate = Gate("round", dict.fromkeys(range(seats), seq), now + within)
            elif event.kind == "looked" and event.seat is not None:
                gate = Gate("look", {**gate.since, event.seat: seq}, now + min(LOOK, within))
        return gate

    def without(self, seat: int) -> Gate:
        """That seat is ready."""
        return replace(self, since={other: seq for other, seq in self.since.items() if other != seat})

    def waits(self, expected: Callable[[int], bool], more: float = 0.0) -> list[int]:
        """The seats it waits for, among those of people who are expected to look."""
        return [seat for seat in self.since if expected(seat)] if self.left(more) > 0 else []

    def left(self, more: float = 0.0) -> float:
        """Seconds until nobody is waited for any more; `more`: how many are added to its time."""
        return max(0.0, self.until + more - time.monotonic())
