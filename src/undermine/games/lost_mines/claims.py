"""What is said on the way to the mines: what lies in one, who one is, and whom one trusts or does not."""

from __future__ import annotations

from undermine.games.lost_mines.rules.state import MINE_BAG
from undermine.kernel import fields
from undermine.kernel.forms import Form
from undermine.kernel.ruleset import Ruleset

ROLES = ["honest", "greedy", "saboteur"]


def claims(rules: Ruleset) -> list[Form]:
    """By what is printed on the cards."""
    return [
        Form("goal", [fields.goal(), fields.term(list(rules.layout.face_names[MINE_BAG][1:]), "card")]),
        Form("role", [fields.term(ROLES, "card")]),
        Form("accuse", [fields.seat("target")]),
        Form("trust", [fields.seat("target")]),
        Form("promise-mend", [fields.seat("target")]),
        Form("ask-mend", []),
    ]
