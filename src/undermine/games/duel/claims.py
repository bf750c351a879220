"""What two rivals may tell each other: where there is gold and where there is none, true or not."""

from __future__ import annotations

from undermine.kernel import fields
from undermine.kernel.forms import Form
from undermine.kernel.ruleset import Ruleset


def claims(rules: Ruleset) -> list[Form]:
    """Nothing for somebody who plays alone."""
    if rules.seats < 2:
        return []
    return [
        Form("goal", [fields.goal(), fields.term(["gold", "nothing"])]),
        Form("promise-peace", []),
        Form("ask-peace", []),
    ]
