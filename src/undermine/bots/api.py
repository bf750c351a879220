"""What a bot is: it hears what its seat is told, and names one of the legal actions."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Final

from undermine.kernel.event import Event
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.kernel.visibility import fold
from undermine.notation.claims import Claim

SAYING: Final = 1  # a seed of its own for what is said


def derived(seed: int, *parts: int) -> int:
    """A seed of its own for each part of something larger, whichever process sees to it."""
    text = ",".join(str(part) for part in (seed, *parts))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=4).digest(), "big") >> 1


@dataclass(frozen=True)
class Reason:
    """One thing that speaks for an action: the key of a message, what fills it in, and how much it weighs."""

    key: str
    about: dict[str, int] = field(default_factory=dict)
    weight: float = 0.0


@dataclass(frozen=True)
class Explanation:
    """What a bot believes, and what it would do next."""

    suspicion: list[float] = field(default_factory=list)  # by seat: how likely it hinders the dig
    gold: list[float] = field(default_factory=list)  # by goal: how likely the gold lies there
    reasons: list[Reason] = field(default_factory=list)  # the weightiest first


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

    def heard(self, view: State, claim: Claim) -> None:
        """What somebody says at the table, this seat too; in order with the rows. It may be a lie."""

    def say(self, view: State, seat: int, seed: int) -> Claim | None:
        """What to tell everybody before choosing; None: nothing. Asked once before each choice that others can see."""
        return None

    def choose(self, view: State, seat: int, seed: int) -> int:
        """An action of `legal(view, seat)`. A view is a state folded from what this seat was told, and is only read."""
        raise NotImplementedError

    def explain(self, view: State, seat: int) -> Explanation:
        """What it makes of the view, and why it would do what it would do next; a bot that thinks little says nothing."""
        return Explanation()

    def sets(self, view: State, seat: int) -> dict[int, tuple[float, float]]:
        """By set of seats: how likely exactly these are the saboteurs, now and when the round began."""
        return {}


class Seated:
    """A bot in its seat, with the view that is folded from what it hears."""

    def __init__(self, bot: Bot, rules: Ruleset, seat: int) -> None:
        self.bot = bot
        self.seat = seat
        self.view = rules.game.new_state(rules)
        self.heard = 0  # rows
        self.listened = 0  # claims

    def hear(self, rows: list[Event]) -> None:
        """What the seat is told next."""
        for row in rows:
            self.bot.hear(self.view, row)
            fold(self.view, row)
        self.heard += len(rows)

    def listen(self, claim: Claim) -> None:
        """What somebody says then."""
        self.bot.heard(self.view, claim)
        self.listened += 1

    def say(self, seed: int | None = None) -> Claim | None:
        """What the bot says before it chooses; nothing in a question to several, where a word would tell of an answer."""
        step = self.view.rules.steps[self.view.top().step]
        if step.sealed:
            return None
        chance = derived(self.bot.seed, self.heard, SAYING) if seed is None else derived(seed, SAYING)
        return self.bot.say(self.view, self.seat, chance)

    def choose(self) -> int:
        """What the bot does; its chance depends on how much it has heard, and on nothing else."""
        return self.bot.choose(self.view, self.seat, derived(self.bot.seed, self.heard))
