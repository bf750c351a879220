"""`undermine rules`: the catalogue of rules, which of them have a scenario, and the switches."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from undermine.cli.table import one_sentence
from undermine.data.catalogue import Rule, Ruling, rules, rulings
from undermine.data.manifest import load as manifest
from undermine.data.messages import names as messages
from undermine.data.table import LANGUAGES
from undermine.registry import GAMES, MODULES, game_manifest
from undermine.scenarios.reader import read
from undermine.scenarios.run import files_in

HERE = Path("tests/scenarios")
ID = re.compile("[a-z]-[a-z]?[0-9]+[a-z]?")  # in small letters
EXAMPLES = """\b
Examples:
  undermine rules B-056
  undermine rules R-16
  undermine rules rockfall
  undermine rules --prefix B-09
  undermine rules --missing
  undermine rules --switches --lang ru
  undermine rules --switches duel
"""


@click.command(
    "rules",
    help="List the rules, or those asked for, with how many scenarios name each; or list the switches.",
    epilog=EXAMPLES,
)
@click.argument("words", nargs=-1, metavar="[ID OR WORD]...")
@click.option("--prefix", default="", metavar="B", help="Only rules whose id begins with this.")
@click.option("--missing", is_flag=True, help="Only the ids that no scenario names; exit code 1 if there are any.")
@click.option(
    "--scenarios",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Where scenarios lie.  [default: tests/scenarios, if it is there]",
)
@click.option(
    "--switches",
    is_flag=True,
    help="The points on which editions or tables differ, of everything or of a game, an extra.",
)
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(
    words: tuple[str, ...], prefix: str, missing: bool, folder: Path | None, switches: bool, lang: str, as_json: bool
) -> None:
    """List the catalogue."""
    if folder is None and HERE.is_dir():
        folder = HERE
    with one_sentence():
        if switches:
            rows = [row for row in all_switches(lang) if all(word in (row["game"], row["name"]) for word in words)]
            if not rows:
                raise click.ClickException("No game, extra or switch is named so: leave the word out to see them all.")
            if as_json:
                click.echo(json.dumps(rows, ensure_ascii=False))
            else:
                show_switches(rows, lang)
            return
        named_ids = {word.upper() for word in words}
        asked = [ruling for ruling in rulings() if ruling.id.upper() in named_ids]
        ids = {rule.id for rule in rules()} & named_ids
        parts = [word.casefold() for word in words if word.upper() not in ids | {one.id.upper() for one in asked}]
        refuse_ids(parts)
        only_rulings = bool(asked) and not ids and not parts
        found = [rule for rule in rules(prefix) if (rule.id in ids or not ids) and says(rule, parts, lang)]
        if only_rulings:
            found = []
        elif not found:
            raise click.ClickException("No rule is named so or says so: ids look like B-056, words are whole or parts.")
        counts = None if folder is None else named(folder)
    if missing:
        if counts is None:
            raise click.ClickException("There are no scenarios here: name their folder with --scenarios.")
        show_missing(found, counts, as_json)
    elif as_json:
        rows = [ruling_data(one, lang) for one in asked] + [as_data(rule, lang, counts) for rule in found]
        click.echo(json.dumps(rows, ensure_ascii=False))
    else:
        if asked:
            show_rulings(asked, lang)
        if found:
            show_rules(found, lang, counts)


def refuse_ids(parts: list[str]) -> None:
    """Words that look like ids, and are none, would only be searched for in vain."""
    if unknown := [word for word in parts if ID.fullmatch(word)]:
        raise click.ClickException(f"There is no rule or ruling {', '.join(unknown).upper()}; ids look like B-056.")


def says(rule: Rule, parts: list[str], lang: str) -> bool:
    """Are all these words parts of its text?"""
    return all(part in rule.text[lang].casefold() for part in parts)


# Scenarios


def named(folder: Path) -> Counter[str]:
    """How many scenarios below a folder name each id."""
    known = {rule.id for rule in rules()} | {ruling.id for ruling in rulings()}
    counts: Counter[str] = Counter()
    for path in files_in(folder):
        tags = read(path).names.get("rules")
        for part in [] if tags is None else tags.entries():
            if part.text() not in known:
                raise part.error(f"There is no rule or ruling {part.text()!r}; correct the id.")
            counts[part.text()] += 1
    return counts


# What is shown


def as_data(rule: Rule, lang: str, counts: Counter[str] | None) -> dict[str, Any]:
    """A rule for programs; `scenarios` is left out where there are none to be counted."""
    data = {
        "id": rule.id,
        "section": rule.section,
        "text": rule.text[lang],
        "source": rule.source,
        "editions": rule.editions,
        "rulings": rule.rulings,
        "switches": rule.switches,
    }
    return data if counts is None else {**data, "scenarios": counts[rule.id]}


def show_rules(found: list[Rule], lang: str, counts: Counter[str] | None) -> None:
    """The rules for people."""
    table = Table("Rule", *(["Scenarios"] if counts is not None else []), "Text")
    for rule in found:
        number = [] if counts is None else [str(counts[rule.id])]
        table.add_row(rule.id, *number, rule.text[lang])
    console = Console()
    console.print(table, highlight=False, markup=False)
    if counts is not None:
        with_one = sum(1 for rule in found if counts[rule.id])
        console.print(f"{with_one} of {len(found)} rules have a scenario.", highlight=False)


def ruling_data(one: Ruling, lang: str) -> dict[str, Any]:
    """A ruling for programs."""
    return {"id": one.id, "question": one.question[lang], "ruling": one.ruling[lang], "switch": one.switch}


def show_rulings(found: list[Ruling], lang: str) -> None:
    """Rulings: what was asked, what is played, and the switch that changes it, if there is one."""
    table = Table("Ruling", "Switch", "Text")
    for one in found:
        table.add_row(one.id, one.switch, f"{one.question[lang]}\n{one.ruling[lang]}")
    Console().print(table, highlight=False, markup=False)


def show_missing(found: list[Rule], counts: Counter[str], as_json: bool) -> None:
    """Ids without a scenario, one on each line, and exit code 1 if there are any; otherwise nothing."""
    ids = [rule.id for rule in found if not counts[rule.id]]
    if as_json:
        click.echo(json.dumps(ids))
    else:
        for rule in ids:
            click.echo(rule)
    if ids:
        raise click.exceptions.Exit(1)


def all_switches(lang: str) -> list[dict[str, Any]]:
    """The switches of every game and extra, with the ruling that they are about."""
    questions = {ruling.id: ruling.question[lang] for ruling in rulings()}
    books = [game_manifest(key) for key in GAMES] + [manifest(key) for key in MODULES]
    return [
        {
            "game": book.key,
            "name": switch.name,
            "default": switch.default,
            "values": switch.values,
            "cells": switch.cells,
            "rules": switch.rules,
            "ruling": switch.ruling,
            "question": questions.get(switch.ruling, ""),
            "editions": {key: values[switch.name] for key, values in book.editions.items() if switch.name in values},
        }
        for book in books
        for switch in book.switches.values()
    ]


def show_switches(rows: list[dict[str, Any]], lang: str) -> None:
    """The switches for people, below the game or extra they belong to."""
    names = messages(lang)
    width = shutil.get_terminal_size().columns
    for game, found in groupby(rows, itemgetter("game")):
        title = names.get(f"game.{game}") or names[f"extra.{game}"]
        click.echo(f"{title} ({game})\n")
        for row in found:
            click.echo(f"  {row['name']} ({', '.join(row['rules'])})")
            text = names[f"switch.{row['name']}"]
            click.echo(click.wrap_text(text, width, initial_indent="    ", subsequent_indent="    "))
            for value in row["values"]:
                click.echo(f"    {meaning(row, value, names)}")
            if row["cells"]:
                click.echo(f"    {' '.join(['x,y'] * row['cells'])}")
            click.echo()


def meaning(row: dict[str, Any], value: str, names: dict[str, str]) -> str:
    """What a value says, and where it holds unless a table says otherwise."""
    said = names.get(f"value.{row['name']}.{value}", "")
    line = f"{value}: {said}" if said else value
    holds = ["default"] if value == row["default"] else []
    holds += [edition for edition, own in row["editions"].items() if own == value != row["default"]]
    return f"{line} [{', '.join(holds)}]" if holds else line
