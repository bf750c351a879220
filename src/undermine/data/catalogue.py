"""The rule catalogue: every rule with its id, its wording in every language and where it comes from, and the rulings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from undermine.data.table import Table, contents, parse, read
from undermine.errors import DataError


@dataclass(frozen=True)
class Section:
    """A part of the catalogue, and the heading under which each edition's rulebook treats it."""

    key: str
    title: dict[str, str]
    headings: dict[str, str]


@dataclass(frozen=True)
class Rule:
    """One rule; `editions` are those whose rulebook states it, none if it comes from elsewhere (see `source`)."""

    id: str
    section: str
    text: dict[str, str]
    source: str
    editions: tuple[str, ...]
    rulings: tuple[str, ...]
    switches: tuple[str, ...]


@dataclass(frozen=True)
class Ruling:
    """What is played where the rulebooks are silent or differ; `switch` is empty if it cannot be changed."""

    id: str
    question: dict[str, str]
    ruling: dict[str, str]
    switch: str


@dataclass(frozen=True)
class Catalogue:
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
    sections = _sections(top.sub("sections"))
    rulings: dict[str, Ruling] = {}
    for table in top.subs("rulings") if "rulings" in top.names() else []:
        ruling = _ruling(table)
        if ruling.id in rulings:
            raise table.broken("id", f"is {ruling.id!r}, which is there before; give every ruling its own id.")
        rulings[ruling.id] = ruling
    rules: dict[str, Rule] = {}
    for table in top.subs("rules"):
        rule = _rule(table, sections)
        if rule.id in rules:
            raise table.broken("id", f"is {rule.id!r}, which is there before; give every rule its own id.")
        for name in rule.rulings if alone else ():
            if name not in rulings:
                raise table.broken("rulings", f"names {name!r}; add that ruling or take it out.")
        rules[rule.id] = rule
    top.done()
    return Catalogue(sections, rules, rulings)


def _sections(tables: Table) -> dict[str, Section]:
    found: dict[str, Section] = {}
    for key in tables.names():
        table = tables.sub(key)
        headings = table.sub("headings")
        found[key] = Section(key, table.words("title"), {name: headings.text(name) for name in headings.names()})
        table.done()
    return found


def _rule(table: Table, sections: dict[str, Section]) -> Rule:
    section = table.text("section")
    if section not in sections:
        raise table.broken("section", f"is {section!r}; use one of {', '.join(sections)}.")
    headings = sections[section].headings
    editions = tuple(table.texts("editions", optional=True))
    for edition in editions:
        if edition not in headings:
            raise table.broken("editions", f"names {edition!r}; use one of {', '.join(headings)}.")
    found = Rule(
        id=table.text("id"),
        section=section,
        text=table.words("text"),
        source=table.text("source", "; ".join(f"{edition} «{headings[edition]}»" for edition in editions)),
        editions=editions,
        rulings=tuple(table.texts("rulings", optional=True)),
        switches=tuple(table.texts("switches", optional=True)),
    )
    table.done()
    if not found.source:
        raise table.broken("source", "is missing; say where a rule comes from that no edition states.")
    return found


def _ruling(table: Table) -> Ruling:
    found = Ruling(table.text("id"), table.words("question"), table.words("ruling"), table.text("switch", ""))
    table.done()
    return found
