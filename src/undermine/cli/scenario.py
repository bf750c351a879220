"""`undermine scenario`: play scenario files and say which do not hold."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

import click

from undermine.scenarios.run import Result, run

EXAMPLES = """\b
Examples:
  undermine scenario tests/scenarios
  undermine scenario mine.yaml --json
"""


@click.command("scenario", help="Play scenario files, or all of a folder.", epilog=EXAMPLES)
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path), metavar="PATH...")
@click.option("--json", "as_json", is_flag=True, help="Print a result for each case as JSON.")
def command(paths: tuple[Path, ...], as_json: bool) -> None:
    """Play the scenarios and end with exit code 1 if one of them fails."""
    results = [result for path in paths for result in run(path)]
    failed = [result for result in results if not result.passed]
    if as_json:
        click.echo(json.dumps([asdict(result) for result in results], indent=2, ensure_ascii=False))
    else:
        for result in failed:
            click.echo(failure(result))
        if not results:
            click.echo("There are no scenarios there: name a file, or a folder with files that end in .yaml or .yml.")
        click.echo(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    sys.exit(1 if failed or not results else 0)


def failure(result: Result) -> str:
    """File, line and cause of a scenario that does not hold."""
    rules = f" ({', '.join(result.rules)})" if result.rules else ""
    where = f"{result.file}:{result.line}" if result.line else result.file
    return f"{where}: {f'{result.id} {result.title}'.strip()}{rules}: {result.cause}"
