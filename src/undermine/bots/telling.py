"""What a bot believes and why, in sentences with numbers, in every language of the package."""

from __future__ import annotations

import math
from collections.abc import Sequence

from undermine.bots.api import Explanation, Reason
from undermine.data.messages import words
from undermine.data.sentences import Thing, Value, filled

OPEN = ("gold.likely",)  # said by the beliefs themselves


def sentences(about: Explanation, names: Sequence[str], goals: Sequence[str], lang: str) -> list[str]:
    """By the names of the seats, and what the goals are called (`goal.top`): beliefs first, then reasons."""
    said = [
        tell("suspicion", lang, name=name, chance=round(100 * chance))
        for name, chance in zip(names, about.suspicion, strict=False)
    ]
    chances = not about.gold or math.isclose(sum(about.gold), 1.0, abs_tol=0.01)
    for goal, likely in zip(goals, about.gold, strict=False):
        if chances:
            said.append(tell("gold", lang, place=Thing(goal), chance=round(100 * likely)))
        else:
            said.append(tell("worth", lang, place=Thing(goal), number=decimal(likely, lang)))
    return said + [reason(each, names, lang) for each in about.reasons if each.key not in OPEN]


def reason(about: Reason, names: Sequence[str], lang: str) -> str:
    """One thing that speaks for something, and how strongly."""
    kind, _, sign = about.key.partition(".")
    if kind != "sign":
        return tell(about.key, lang, number=decimal(about.weight, lang))
    what = tell(f"sign.{sign_key(sign.split('.'))}", lang, name=names[about.about["seat"]])
    side = "against" if about.weight > 0 else "for"
    return tell(f"speaks.{side}", lang, what=what, ratio=decimal(math.exp(abs(about.weight)), lang))


def sign_key(sign: list[str]) -> str:
    """A sign as it is told: how far a card brought the tunnel matters less than whether it did."""
    verb, *rest = sign
    if verb in ("break", "mend"):
        return f"{verb}-{rest[0]}"
    if verb in ("lay", "fall"):
        way = "back" if rest[0].startswith("-") else "idle" if rest[0] == "0" else "on"
        return way if verb == "lay" else f"fall-{way}"
    return verb


def decimal(number: float, lang: str) -> str:
    """With one place after the point, or the comma."""
    text = f"{number:.1f}"
    return text if lang == "en" else text.replace(".", ",")


def tell(key: str, lang: str, **values: Value) -> str:
    """A sentence."""
    known = words(lang)
    return filled(known, known[f"bot.{key}"], lang, values)
