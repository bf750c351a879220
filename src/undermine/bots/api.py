"""What a bot is: it hears what its seat is told, and names one of the legal actions."""

from __future__ import annotations

import hashlib

from undermine.kernel.event import Event
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.kernel.visibility import fold


def derived(seed: int, *parts: int) -> int:
    """A seed of its own for each part of something larger, whichever process sees to it."""
    text = ",".join(str(part) for part in (seed, *parts))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=4).digest(), "big") >> 1


class Bot:
    """A player made of code, for one seat of one game.

    What it remembers is a function of the rows that it has heard, and what it leaves to chance is a function of the seed
    of the question: one that hears the same stream anew answers the same.
    """

    name = ""

    def __init__(self, seed: int) -> None:
        self.seed = seed  # from which those of the questions are derived, if nobody else has any

    def hear(self, view: State, row: Event) -> None:
        """A row that this seat is told; every one, in order. The view is as before it, and is only read."""

    def choose(self, view: State, seat: int, seed: int) -> int:
        """An action of `legal(view, seat)`. A view is a state folded from what this seat was told, and is only read."""
        raise NotImplementedError


class Seated:
    """A bot in its seat, with the view that is folded from what it hears."""

    def __init__(self, bot: Bot, rules: Ruleset, seat: int) -> None:
        self.bot = bot
        self.seat = seat
        self.view = rules.game.new_state(rules)
        self.heard = 0  # rows

    def hear(self, rows: list[Event]) -> None:
        """What the seat is told next."""
        for row in rows:
            self.bot.hear(self.view, row)
            fold(self.view, row)
        self.heard += len(rows)

    def choose(self) -> int:
        """What the bot does; its chance depends on how much it has heard, and on nothing else."""
        return self.bot.choose(self.view, self.seat, derived(self.bot.seed, self.heard))
