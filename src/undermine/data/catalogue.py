"""The rule catalogue: every rule with its id, its wording in every language and where it comes from, and the rulings."""

from __future__ import annotations

from functools import cache

import msgspec
from msgspec.structs import replace

from undermine.data.table import Part, Table, Text, Words, contents, parse, read
from undermine.errors import DataError


class Section(Part, frozen=True):
    """A part of the catalogue, and the heading under which each edition's rulebook treats it."""

    title: Words
    headings: dict[str, Text]
    key: str = ""  # given by its table


class Rule(Part, frozen=True):
    """One rule; `editions` are those whose rulebook states it, none if it comes from elsewhere (see `source`)."""

    id: Text
    section: Text
    text: Words
    source: str = ""
    editions: tuple[Text, ...] = ()
    rulings: tuple[Text, ...] = ()
    switches: tuple[Text, ...] = ()


class Ruling(Part, frozen=True):
    """What is played where the rulebooks are silent or differ; `switch` is empty if it cannot be changed."""

    id: Text
    question: Words
    ruling: Words
    switch: str = ""


class _File(Part, frozen=True):
    sections: dict[str, Section]
    rules: list[Rule]
    rulings: tuple[Ruling, ...] = ()


class Catalogue(msgspec.Struct, frozen=True):
    """Sections, rules and rulings by key and id, in the order of the file."""

    sections: dict[str, Section]
    rules: dict[str, Rule]
    rulings: dict[str, Ruling]


def rules(prefix: str = "") -> list[Rule]:
    """All rules whose id begins with `prefix`, such as `B-` or `B-09`."""
    return [rule for book in _books() for rule in book.rules.values() if rule.id.startswith(prefix)]


def rule(rule_id: str) -> Rule:
    """The rule with that id."""
    for book in _books():
        if rule_id in book.rules:
            return book.rules[rule_id]
    raise DataError("NO_SUCH_DATA", f"There is no rule {rule_id!r}; rules are named like B-056.")


def rulings() -> list[Ruling]:
    """All rulings."""
    return [ruling for book in _books() for ruling in book.rulings.values()]


def sections() -> list[Section]:
    """All sections, in the order in which the rules are to be read."""
    return [section for book in _books() for section in book.sections.values()]


def loads(text: str, file: str) -> Catalogue:
    """A catalogue from its text; `file` is the name that errors show."""
    return _catalogue(parse(text, file), alone=True)


@cache
def _books() -> list[Catalogue]:
    return [
        _catalogue(read(folder, name), alone=False) for folder in ("rules", "rules/extras") for name in contents(folder)
    ]


def _catalogue(top: Table, *, alone: bool) -> Catalogue:
    """`alone`: no rule may name a ruling of another file."""
    file = top.taken(_File)
    sections = {key: replace(section, key=key) for key, section in file.sections.items()}
    rulings: dict[str, Ruling] = {}
    for at, ruling in enumerate(file.rulings, 1):
        if ruling.id in rulings:
            raise top.broken(f"rulings[{at}].id", f"is {ruling.id!r}, which is there before; give each its own id.")
        rulings[ruling.id] = ruling
    rules: dict[str, Rule] = {}
    for at, rule in enumerate(file.rules, 1):
        where = f"rules[{at}]"
        if rule.id in rules:
            raise top.broken(f"{where}.id", f"is {rule.id!r}, which is there before; give each its own id.")
        for name in rule.rulings if alone else ():
            if name not in rulings:
                raise top.broken(f"{where}.rulings", f"names {name!r}; add that ruling or take it out.")
        rules[rule.id] = replace(rule, source=_source(top, where, rule, sections))
    return Catalogue(sections, rules, rulings)


def _source(top: Table, where: str, rule: Rule, sections: dict[str, Section]) -> str:
    """Where a rule comes from: if it does not say so, the headings of the editions that state it."""
    if rule.section not in sections:
        raise top.broken(f"{where}.section", f"is {rule.section!r}; use one of {', '.join(sections)}.")
    headings = sections[rule.section].headings
    for edition in rule.editions:
        if edition not in headings:
            raise top.broken(f"{where}.editions", f"names {edition!r}; use one of {', '.join(headings)}.")
    source = rule.source or "; ".join(f"{edition} «{headings[edition]}»" for edition in rule.editions)
    if not source:
        raise top.broken(f"{where}.source", "is missing; say where a rule comes from that no edition states.")
    return source
