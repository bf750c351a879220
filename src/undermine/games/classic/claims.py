"""What is said at a table of the base game and its extras: nothing that is not printed on some card of the box."""

from __future__ import annotations

import re

from undermine.games.classic.rules.state import GOAL_BAG, ROLE_BAG
from undermine.kernel import fields
from undermine.kernel.forms import Form
from undermine.kernel.ids import Place
from undermine.kernel.ruleset import Ruleset


def sorts(rules: Ruleset, bag: Place) -> list[str]:
    """What cards of a pack are, whichever tunnels they have: `stone` for `stone-NE`."""
    return list(dict.fromkeys(map(sort_of, rules.layout.face_names[bag][1:])))


def sort_of(name: str) -> str:
    """What a card is said to be: its name without its tunnels."""
    return re.sub(r"-[NESW]+$", "", name)


def claims(rules: Ruleset) -> list[Form]:
    """What a goal is, who one is, whom one trusts or does not, what one promises and asks for."""
    if rules.seats < 2:
        return []
    told = [Form("goal", [fields.goal(), fields.term(sorts(rules, GOAL_BAG), "card")])]
    return [
        *(told if rules.settings.choice("mapTalk") == "free" else []),  # an edition may forbid it (B-101)
        Form("role", [fields.term(sorts(rules, ROLE_BAG), "card")]),
        Form("accuse", [fields.seat("target")]),
        Form("trust", [fields.seat("target")]),
        Form("promise-mend", [fields.seat("target"), fields.tool()]),
        Form("promise-dig", []),
        Form("ask-mend", [fields.tool()]),
        Form("ask-break", [fields.seat("target")]),
        Form("ask-look", [fields.goal()]),
    ]
