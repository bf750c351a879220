"""Players made of code: each hears what its seat is told, and nothing else."""

from __future__ import annotations

from undermine.bots.api import Bot, Seated, derived
from undermine.bots.greedy import Greedy
from undermine.bots.uniform import Uniform
from undermine.errors import OptionError

__all__ = ["Bot", "Seated", "derived", "make", "names"]

BOTS: dict[str, type[Bot]] = {"random": Uniform, "greedy": Greedy}


def names() -> list[str]:
    """Every bot there is, the simplest first."""
    return list(BOTS)


def make(name: str, seed: int) -> Bot:
    """A bot by its name; the seed decides whatever it leaves to chance."""
    if name not in BOTS:
        raise OptionError("BAD_BOT", f"There is no bot {name!r}; choose one of: {', '.join(BOTS)}.")
    return BOTS[name](seed)
