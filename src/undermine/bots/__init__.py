"""Players made of code: each hears what its seat is told, and nothing else."""

from __future__ import annotations

import re
from importlib import import_module

from undermine.bots.api import Bot, Seated, derived
from undermine.bots.greedy import Greedy
from undermine.bots.sharp import UNLIMITED, Sharp
from undermine.bots.steady import Steady
from undermine.bots.uniform import Uniform
from undermine.errors import OptionError
from undermine.notation.claims import Claim

__all__ = ["Bot", "Claim", "Seated", "bot", "derived", "make", "names", "usual"]

BOTS: dict[str, type[Bot]] = {"random": Uniform, "greedy": Greedy, "steady": Steady, "sharp": Sharp}
ANSWER_AT_ONCE = ("steady", "greedy", "random")  # the best first
EFFORT = re.compile(r"sharp@([1-9][0-9]{0,5})(ms)?")  # playouts, or time, for a decision


def names() -> list[str]:
    """Every bot there is, the simplest first."""
    return list(BOTS)


def usual() -> str:
    """The best of those that answer at once."""
    return next(name for name in ANSWER_AT_ONCE if name in BOTS)


def make(name: str, seed: int) -> Bot:
    """A bot by its name; the seed decides whatever it leaves to chance."""
    effort = EFFORT.fullmatch(name)
    if effort:
        return Sharp(seed, UNLIMITED, int(effort[1]) / 1000) if effort[2] else Sharp(seed, int(effort[1]))
    if name not in BOTS:
        raise OptionError("BAD_BOT", f"There is no bot {name!r}; choose one of: {', '.join(BOTS)}.")
    return BOTS[name](seed)


def bot(name: str, seed: int) -> Bot:
    """A level, or somebody else's bot by its import path, such as `my_bots.clever:Clever`. Not for names from a network."""
    if ":" not in name:
        return make(name, seed)
    module, _, attribute = name.partition(":")
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise OptionError(
            "BAD_BOT",
            f"The bot {name!r} cannot be imported ({error}): write module:Class, and put the module where Python finds it.",
        ) from error
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise OptionError("BAD_BOT", f"{name!r} is no bot: it must be a class made from undermine.bots.Bot.")
    return found(seed)
