"""Every verb, question, fact, place and number of every game and extra, as a page: `docs/words.md`.

`python -m undermine.notation.reference` prints it. All of it is read from what rules declare (see `kernel.fields`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Final

import msgspec

from undermine.kernel import fields
from undermine.kernel.event import Kind
from undermine.kernel.fields import NONE, Field
from undermine.kernel.forms import Form
from undermine.kernel.ruleset import Ruleset
from undermine.notation.fields import terms_of
from undermine.notation.moves import TURNED, is_written
from undermine.notation.places import owner_of, place_words
from undermine.registry import GAMES, Options, extras_of, kit_of, players_of, ruleset

HEAD: Final = """# Words

Made by `python -m undermine.notation.reference` from what the rules declare; a test compares the two. Each game with its usual
switches, and what each extra adds to the classic game.

In moves and facts `<...>` stands for a word; what sort of word is said behind the table. `[@180]` is written on a card that
is turned. Numbers at the end of a fact that are 0 are left out. Places of a player are shown for `P1`. What keys of scenarios
mean is told in [scenarios.md](scenarios.md), [duel.md](duel.md) and [lost-mines.md](lost-mines.md); `places` and `numbers`
take every name of the tables here, those of extras too.
"""
SORTS: Final = {
    fields.NUMBER: "a number",
    fields.SEAT: "a player such as `P2`, or `nobody`",
    fields.SEATS: "players such as `P1+P3`, or `nobody`",
    fields.GOAL: "a goal such as `G1`",
    fields.CELL: "a cell such as `3,-1`",
    fields.WHERE: "a cell, and how the card lies there: `3,-1@180`",
    fields.FACE: "a card by its name, `?` for one that is not told",
    fields.FACES: "cards by their names",
    fields.PLACE: "a place",
    fields.STEP: "a question",
    fields.ACT: "a whole move",
    fields.ASKED: "whom it asks: players such as `P1,P3`, `chance`, or `auto` for nobody",
    fields.EACH: "a word for each player",
}


def name_of(field: Field) -> str:
    """What stands for a field."""
    return f"<{field.name or 'cell'}>"


def form_words(form: Form) -> str:
    """How a move, or an outcome of chance, is written."""
    card = is_written(form)
    turned = next((f"[{'@180' if f.what == fields.HALF else '@90'}]" for f in form.fields if f.what in TURNED), "")
    found = [form.verb, f"<card>{turned}"] if card else [form.verb]
    found += [name_of(field) for field in form.fields if not (card and field.what in TURNED)]
    return " ".join(found)


def sort_of(field: Field) -> str:
    """What sort of word it is."""
    terms = terms_of(field)
    return f"one of {', '.join(f'`{term}`' for term in terms)}" if terms else SORTS[field.what]


def in_order(rules: Ruleset, kind: Kind) -> list[Field]:
    """The fields of a fact as they are written."""
    order = kit_of(rules).words.order(kind)
    return kind.fields if order is None else [kind.fields[at] for at in order]


class Words:
    """What a ruleset has to say: rows of tables by title, each with what it is written like."""

    def __init__(self, rules: Ruleset) -> None:
        self.tables: dict[str, list[str]] = {}
        self.sorts: dict[str, None] = {}
        asked = {id(form): name for step, name in reversed(list(zip(rules.steps, rules.step_names, strict=True)))
                 for form in step.answers}  # fmt: skip
        self.add("Moves: words, tag on the wire, and the question", [
            f"| `{self.form(form)}` | `{form.tag}` | `{asked[id(form)]}` |" for form in rules.forms
        ])  # fmt: skip
        steps = list(zip(rules.step_names, rules.steps, strict=True))
        self.add("Chance: words, and the question", [
            f"| `{self.form(step.outcome)}` | `{name}` |" for name, step in steps if step.outcome is not None
        ])  # fmt: skip
        self.add("Questions, and what they hold", [f"| `{name}` | {self.held(step.holds)} |" for name, step in steps])
        self.add("Facts", [
            f"| `{' '.join([name, *self.named(in_order(rules, kind))])}` |"
            for name, kind in zip(rules.kind_names, rules.kinds, strict=True)
        ])  # fmt: skip
        shown = [place for place in rules.layout.place_names if owner_of(rules, place) <= 0]
        self.add("Places", [f"| `{place_words(rules, place)}` |" for place in sorted(shown)])
        self.add(
            "Numbers that a state keeps, and how many", [f"| `{n}` | {size} |" for n, (_, size) in rules.runs.items()]
        )
        scenes = kit_of(rules).scenes
        self.add("Keys of scenarios", [
            f"| `{where}` | {' '.join(f'`{key}`' for key in sorted(keys))} |"
            for where, keys in (("given", scenes.given()), ("expect", scenes.expected()), ("screens", scenes.screens()))
            if keys
        ])  # fmt: skip

    def add(self, title: str, rows: list[str]) -> None:
        self.tables[title] = rows

    def form(self, form: Form) -> str:
        self.named(form.fields)
        if form.card != NONE:
            self.sorts[f"| `<card>` | {SORTS[fields.FACE]} |"] = None
        return form_words(form)

    def named(self, found: list[Field]) -> list[str]:
        for field in found:
            self.sorts[f"| `{name_of(field)}` | {sort_of(field)} |"] = None
        return [name_of(field) for field in found]

    def held(self, found: list[Field]) -> str:
        return " ".join(f"`{name}`" for name in self.named(found))

    def lines(self, known: Words | None) -> Iterator[str]:
        """The tables, without what is known already."""
        for title, rows in {**self.tables, "What stands for what": list(self.sorts)}.items():
            before = [] if known is None else known.tables.get(title, list(known.sorts))
            fresh = [row for row in rows if row not in before]
            if fresh:
                columns = fresh[0].count(" | ") + 1
                yield from (f"**{title}**", "", "|" + " |" * columns, "|" + " --- |" * columns, *fresh, "")


def words_of(options: Options) -> Words:
    """What is said at a table with as few players as can be."""
    return Words(ruleset(msgspec.structs.replace(options, players=players_of(options)[0])))


def page() -> str:
    """The whole page."""
    lines = [HEAD]
    for game in GAMES:
        plain = words_of(Options(game))
        lines += [f"## {game}", "", *plain.lines(None)]
        for extra in extras_of(game):
            fresh = list(words_of(Options(game, extras=(extra,))).lines(plain))
            lines += [f"### {extra}", "", *(fresh or ["Nothing but cards and roles.", ""])]
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    sys.stdout.write(page())
