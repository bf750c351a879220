"""`undermine verify`: does a record of a game follow its own decisions?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from undermine.errors import RecordError, UndermineError
from undermine.notation.records import Difference, parse_record, verify
from undermine.notation.shuffle import Shuffle

EXAMPLES = """\b
Examples:
  undermine verify game.txt
  undermine verify --json records/*.txt
  undermine verify --commitment 9f86d0... game.txt
"""


@click.command(
    "verify",
    help="Replay records: decide again what was decided, compare every event, and report the first difference. Where a "
    "record has the secret of its shuffle, every card drawn is made again from it too.",
    epilog=EXAMPLES,
)
@click.argument("records", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RECORD...")
@click.option(
    "--commitment", default="", metavar="HEX", help="What the table showed before the deal; the secret must match it."
)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(records: tuple[Path, ...], commitment: str, as_json: bool) -> None:
    """Check each file; exit code 1 if one of them is wrong."""
    found = [check(path, commitment.strip().lower()) for path in records]
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False))
    else:
        for row in found:
            click.echo(sentence(row))
    if not all(row["ok"] for row in found):
        raise click.exceptions.Exit(1)


def check(path: Path, commitment: str = "") -> dict[str, Any]:
    """What is to be said of one file; `commitment`: what its table showed before the deal, if somebody knows."""
    row: dict[str, Any] = {"file": str(path), "ok": False}
    try:
        record = parse_record(text_of(path), str(path))
        difference = verify(record)
    except UndermineError as error:
        return {**row, "error": str(error)}
    if difference is None:
        return {**row, "decisions": len(record.plies) - 1, **shuffled(record.shuffle, commitment)}
    return {**row, "line": record.plies[difference.ply].line, **as_data(difference)}


def shuffled(shuffle: Shuffle | None, commitment: str) -> dict[str, Any]:
    """What is to be said of the shuffle of a record that leads to what it says."""
    if shuffle is None:
        lacking = {"ok": False, "error": "This record does not say what its shuffle was made of."}
        return lacking if commitment else {"ok": True}
    if commitment not in {"", shuffle.commitment}:
        cause = f"The table showed the commitment {commitment}, and the secret in this record has {shuffle.commitment}."
        return {"ok": False, "error": cause}
    return {"ok": True, "commitment": shuffle.commitment, "contributions": len(shuffle.parts) - 1}


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
        told = f"{row['file']}: all {row['decisions']} decisions lead to what is written down."
        if "commitment" not in row:
            return told
        return (
            f"{told} Every draw follows from the secret behind {row['commitment']} and {players(row['contributions'])}."
        )
    if "error" in row:
        return str(row["error"]) if "decisions" not in row else f"{row['file']}: {row['error']}"
    where = f"{row['file']}, line {row['line']}: decision {row['decision']}"
    return f"{where}: {row['expected']!r} is written down, {row['found']!r} comes out."


def players(number: int) -> str:
    """How many players' devices had a part in a shuffle."""
    if number == 0:
        return "nothing else: no player's device added to it"
    return "what one player's device added" if number == 1 else f"what {number} players' devices added"
