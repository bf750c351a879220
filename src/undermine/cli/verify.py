"""`undermine verify`: does a record of a game follow its own decisions?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from undermine.errors import RecordError, UndermineError
from undermine.notation.records import Difference, parse_record, verify

EXAMPLES = """\b
Examples:
  undermine verify game.txt
  undermine verify --json records/*.txt
"""


@click.command(
    "verify",
    help="Replay records: decide again what was decided, compare every event, and report the first difference.",
    epilog=EXAMPLES,
)
@click.argument("records", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RECORD...")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(records: tuple[Path, ...], as_json: bool) -> None:
    """Check each file; exit code 1 if one of them is wrong."""
    found = [check(path) for path in records]
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False))
    else:
        for row in found:
            click.echo(sentence(row))
    if not all(row["ok"] for row in found):
        raise click.exceptions.Exit(1)


def check(path: Path) -> dict[str, Any]:
    """What is to be said of one file."""
    row: dict[str, Any] = {"file": str(path), "ok": False}
    try:
        record = parse_record(text_of(path), str(path))
        difference = verify(record)
    except UndermineError as error:
        return {**row, "error": str(error)}
    if difference is None:
        return {**row, "ok": True, "decisions": len(record.plies) - 1}
    return {**row, "line": record.plies[difference.ply].line, **as_data(difference)}


def text_of(path: Path) -> str:
    """The text of a record, whatever may be wrong with the file."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise RecordError("BAD_RECORD", f"The file cannot be read ({error.strerror}).", str(path)) from error
    except UnicodeDecodeError as error:
        raise RecordError("BAD_RECORD", "The file holds no text: a record is written in UTF-8.", str(path)) from error


def as_data(difference: Difference) -> dict[str, Any]:
    """Where the record and its replay part."""
    return {"decision": difference.ply, "expected": difference.expected, "found": difference.found}


def sentence(row: dict[str, Any]) -> str:
    """The same for people."""
    if row["ok"]:
        return f"{row['file']}: all {row['decisions']} decisions lead to what is written down."
    if "error" in row:
        return str(row["error"])
    where = f"{row['file']}, line {row['line']}: decision {row['decision']}"
    return f"{where}: {row['expected']!r} is written down, {row['found']!r} comes out."
