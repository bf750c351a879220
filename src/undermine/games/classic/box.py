"""The cards of the base game and its extras: what each is, what is printed on it, and how it can be played."""

from __future__ import annotations

from undermine.games.classic.rules.extending import USES
from undermine.games.classic.rules.hooks import FREE_PLACE, ClassicHooks, classic_hooks
from undermine.games.classic.rules.state import GOAL_BAG, GOLD_BAG, ROLE_BAG
from undermine.kernel.manifest import CardRow
from undermine.kernel.ruleset import Ruleset
from undermine.present.box import plain_faces, printed, rows_of, shape_of, tools_in
from undermine.present.view import Face


def faces(rules: Ruleset) -> dict[str, Face]:
    """Every card of a table."""
    hooks = classic_hooks(rules.hooks)
    rows = rows_of(rules)
    names = rules.layout.face_names
    found = plain_faces("entrance", ["entrance"], rows)
    for face, name in enumerate(hooks.names, start=1):
        found[name] = tunnel(hooks, face, rows[name]) if hooks.tile_of[face] else action(hooks, face, name)
    for kind, bag in (("goal", GOAL_BAG), ("role", ROLE_BAG), ("gold", GOLD_BAG)):
        found |= plain_faces(kind, names[bag][1:], rows)
    for bag in rules.layout.packs:
        if bag >= FREE_PLACE:
            found |= plain_faces("site", names[bag][1:], rows)
    return found | plain_faces("site", [name for site in hooks.sites for name in site.names()], {})


def tunnel(hooks: ClassicHooks, face: int, row: CardRow) -> Face:
    """A tunnel card."""
    return Face(
        kind="tunnel", art=row.face, shape=shape_of(row), turns=1 if hooks.alike[face] else 2, printed=printed(row),
        use="lay", forms=["lay"],
    )  # fmt: skip


def action(hooks: ClassicHooks, face: int, name: str) -> Face:
    """An action card."""
    card = hooks.cards[face]
    forms = [form.tag for form in card.forms]
    return Face(kind="action", art=name, use=USES[card.use], forms=forms, tools=tools_in(int(card.tools)))
