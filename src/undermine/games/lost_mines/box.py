"""The cards of The Lost Mines: what each is, what is printed on it, and how it can be played."""

from __future__ import annotations

from typing import Final

from undermine.games.lost_mines.rules.hooks import INFO, LAKE, PATH, PIT, ROLES, STORM, TRAP, TROLL, TRUNK, mines_hooks
from undermine.kernel.ids import size
from undermine.kernel.ruleset import Ruleset
from undermine.present.box import plain_faces, printed, rows_of, shape_of
from undermine.present.view import Face

WAYS: Final = {  # by what a card does: what it is for, and its form
    PATH: ("lay", "lay"),
    TRUNK: ("mend", "clear"),
    LAKE: ("mend", "clear"),
    PIT: ("mend", "clear"),
    TRAP: ("hinder", "trap"),
    TROLL: ("hinder", "troll"),
    STORM: ("remove", "storm"),
    INFO: ("look", "look"),
}


def faces(rules: Ruleset) -> dict[str, Face]:
    """Every card of a table."""
    hooks = mines_hooks(rules.hooks)
    rows = rows_of(rules)
    found = plain_faces("entrance", hooks.start_names, rows)
    for face, name in enumerate(hooks.names, start=1):
        use, form = WAYS[int(hooks.deed[face])]
        row, laid = rows[name], hooks.deed[face] == PATH
        turns = int(size(hooks.turns[face])) if laid else 1
        found[name] = Face(
            kind="tunnel" if laid else "action", art=name, shape=shape_of(row), forms=[form],
            printed=printed(row) if laid else [], turns=turns, use=use,  # type: ignore[arg-type]
        )  # fmt: skip
    goals = plain_faces("goal", hooks.mine_names, rows)
    for name, mine in goals.items():
        found[name] = Face(kind="goal", art=name, shape=mine.shape, turns=4 if hooks.chosen.quarters else 2)
    treasures = [name for names in hooks.treasure_names for name in names]
    for name in treasures:
        found[name] = Face(kind="treasure", art=name, value=rows[name].value)
    return found | plain_faces("role", ROLES, rows)
