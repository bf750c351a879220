"""The cards of The Duel: what each is, what is printed on it, and how it can be played."""

from __future__ import annotations

from typing import Final

from undermine.games.duel.rules.hooks import BREAK, KEY, MAP, MEND, ROCKFALL, TUNNEL, duel_hooks
from undermine.kernel.ruleset import Ruleset
from undermine.present.box import plain_faces, printed, rows_of, shape_of, tools_in
from undermine.present.view import Face
from undermine.registry import game_manifest

WAYS: Final = {  # by kind of card: what it is for, and its form
    TUNNEL: ("lay", "lay"),
    BREAK: ("hinder", "break"),
    MEND: ("mend", "mend"),
    KEY: ("other", "key"),
    ROCKFALL: ("remove", "rockfall"),
    MAP: ("look", "map"),
}


def faces(rules: Ruleset) -> dict[str, Face]:
    """Every card of a table."""
    hooks = duel_hooks(rules.hooks)
    rows = rows_of(rules)
    decks = game_manifest(rules.game.meta.key).decks
    found = plain_faces("entrance", [row.face for row in decks["entrances"]], rows)
    for face, name in enumerate(hooks.names, start=1):
        use, form = WAYS[int(hooks.kind[face])]
        row, laid = rows[name], hooks.kind[face] == TUNNEL
        found[name] = Face(
            kind="tunnel" if laid else "action", art=name, shape=shape_of(row), printed=printed(row), forms=[form],
            turns=2 if laid and hooks.turned[face] else 1, use=use, tools=tools_in(int(hooks.tools[face])),  # type: ignore[arg-type]
        )  # fmt: skip
    dwarfs = [row.face for row in decks["dwarfs"]]
    return found | plain_faces("goal", hooks.goal_names, rows) | plain_faces("role", dwarfs, rows)
