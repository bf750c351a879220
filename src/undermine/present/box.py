"""What is in the box: each card of a table by its name, and each way to answer. The same options give the same object."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final, Literal

from undermine.data.messages import words_without
from undermine.kernel.fields import TOOLS, Field
from undermine.kernel.manifest import CardRow
from undermine.kernel.ruleset import Ruleset
from undermine.notation.claims import claims_of
from undermine.notation.fields import terms_of
from undermine.notation.moves import TURNED
from undermine.present.view import Box, Colour, Face, FieldInfo, FormInfo, Printed, Tool
from undermine.registry import GAMES, MODULES, Options, extra_manifest, game_manifest, kit, kit_of, ruleset
from undermine.tunnels.ports import letters
from undermine.tunnels.shape import Shape, parse_shape

COLOURS: Final[tuple[Colour, ...]] = ("green", "blue", "yellow")
KINDS: Final = ("door", "troll", "ladder", "gold", "campfire", "rocks", "trunk", "lake", "pit")  # marks that are drawn


def box(options: Options, lang: str) -> Box:
    """All that is the same for a whole game."""
    return box_of(ruleset(options), lang)


@lru_cache(maxsize=256)
def box_of(rules: Ruleset, lang: str) -> Box:
    """The same of a ruleset."""
    key = rules.game.meta.key
    return Box(
        game=key,
        faces=kit_of(rules).presenter.faces(rules),
        forms=forms_of(rules),
        claims=sayings(rules),
        words=words_of(rules, lang),
    )


def forms_of(rules: Ruleset) -> dict[str, FormInfo]:
    """How seats may answer."""
    found: dict[str, FormInfo] = {}
    for form in rules.forms:
        found[form.tag] = FormInfo(card=form.card >= 0, fields=[field_info(field) for field in form.fields])
    return found


def sayings(rules: Ruleset) -> dict[str, FormInfo]:
    """What can be said at the table."""
    return {
        form.tag: FormInfo(card=False, fields=[field_info(field) for field in form.fields])
        for form in claims_of(rules).forms
    }


def field_info(field: Field) -> FieldInfo:
    """One field of a form."""
    what: Any = field.what
    return FieldInfo(name=field.name, what=what, terms=[] if what in TURNED else list(terms_of(field)))


def words_of(rules: Ruleset, lang: str) -> dict[str, Any]:
    """What can be said at this table: nothing of other games, nor of extras that are not there."""
    here = {module.meta.key for module in rules.modules}
    here |= {key for key in GAMES if kit(key) is kit_of(rules)}
    return words_without(
        lang,
        frozenset((*GAMES, *MODULES)) - here,
        (rules.game.meta.key, *(module.meta.key for module in rules.modules)),
    )


# What is printed on a card


def rows_of(rules: Ruleset) -> dict[str, CardRow]:
    """The rows of all manifests of a table, by face; those of a later module win."""
    found: dict[str, CardRow] = {}
    for module in rules.modules:
        key = module.meta.key
        decks = (game_manifest(key) if key in GAMES else extra_manifest(key)).decks
        found |= {row.face: row for rows in decks.values() for row in rows}
    return found


def outline(shape: Shape | None) -> str:
    """Its tunnels alone: letters written together are joined."""
    return "" if shape is None else "|".join(letters(part) for part in shape.parts)


def shape_of(row: CardRow) -> str:
    """The tunnels of a card, upright."""
    return outline(parse_shape(row.shape)) if row.shape else ""


def printed(row: CardRow) -> list[Printed]:
    """What else is on it: said by its marks, or by those of its shape."""
    found: list[Printed] = []
    if row.shape:
        shape = parse_shape(row.shape)
        if shape.ladder:
            found.append(Printed(kind="ladder"))
        if shape.door:
            found.append(Printed(kind="door", colour="blue" if shape.door == "b" else "green"))
        if shape.crystals:
            found.append(Printed(kind="crystal", value=shape.crystals))
    for word in row.mark.split():
        name, _, edges = word.partition("@")
        kind, _, colour = name.partition(":")
        if kind in KINDS:
            value = row.value if kind == "gold" else 0
            found.append(Printed(kind=kind, edges=edges, colour=colour or None, value=value))  # type: ignore[arg-type]
    return found


def colour_of(row: CardRow | None) -> Colour | None:
    """Whose it is, by its mark."""
    found: list[Colour] = [word for word in COLOURS if row is not None and word in row.mark.split(":")]
    return found[0] if found else None


def tools_in(bits: int) -> list[Tool]:
    """The tools that a card breaks or mends."""
    return [tool for tool in TOOLS if bits >> TOOLS.index(tool) & 1]


def plain_faces(kind: Any, names: Iterable[str], rows: dict[str, CardRow]) -> dict[str, Face]:
    """Cards that are neither laid nor played: goals, roles, gold, what extras bring."""
    found: dict[str, Face] = {}
    for name in names:
        row = rows.get(name)
        if row is None:
            found[name] = Face(kind=kind, art=name)
            continue
        turns: Literal[1, 2] = (
            2 if row.shape and not parse_shape(row.shape).same(parse_shape(row.shape).turned()) else 1
        )
        found[name] = Face(
            kind=kind, art=name, shape=shape_of(row), turns=turns, printed=printed(row), value=row.value,
            colour=colour_of(row),
        )  # fmt: skip
    return found
