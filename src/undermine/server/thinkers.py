"""A pool of processes in which bots think, so that one slow thought holds up no other table."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final

from undermine.server.thinker import Thinker

MOST: Final = 4  # processes, where nobody says how many: each takes some 80 MB


def usual() -> int:
    """As many as there are cores, within reason; two at least, so that a slow thought leaves one free."""
    return max(2, min(MOST, os.cpu_count() or 1))


class Thinkers:
    """Which process thinks for a seat. Processes start when they are needed.

    A seat stays with the process that has heard its stream, while that one is free: another must hear all of it again.
    """

    def __init__(self, pool: Sequence[Thinker]) -> None:
        self.pool = list(pool)

    @classmethod
    def many(cls, number: int) -> Thinkers:
        """So many processes, or as many as suit the machine."""
        return cls([Thinker() for _ in range(number or usual())])

    def of(self, table: str, seat: int) -> Thinker:
        """Ask this one, at once: whoever is asked counts as busy from then on."""
        free = [thinker for thinker in self.pool if not thinker.asked]
        if not free:
            return min(self.pool, key=lambda thinker: (thinker.asked, -thinker.known(table, seat)))
        return max(free, key=lambda thinker: (thinker.known(table, seat), thinker.runs))

    def forget(self, table: str, seats: int) -> None:
        """No bot plays there for now; whoever plays on later hears the whole game again."""
        for thinker in self.pool:
            thinker.forget(table, seats)

    async def close(self) -> None:
        """End all processes."""
        for thinker in self.pool:
            await thinker.close()
