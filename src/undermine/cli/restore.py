"""`undermine restore`: a copy takes the place of the server's database."""

from __future__ import annotations

from pathlib import Path

import click

from undermine.cli import database

EXAMPLES = """\b
Examples:
  undermine restore --from saved.sqlite3
  undermine restore --from saved.sqlite3 --db tables.sqlite3
"""
HELP = "Put a copy in the place of a server's database, which is kept beside it. The server must not run."


@click.command("restore", help=HELP, epilog=EXAMPLES)
@database.option
@click.option(
    "--from",
    "source",
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The copy, made by `undermine backup`.",
)
def command(db: Path, source: Path) -> None:
    """Put it there and say what became of the old one."""
    from undermine.server.run import restore  # noqa: PLC0415  # help need not wait for the server

    kept = restore(source, db)
    click.echo(f"{db} is the copy {source} now." + (f" What was there is {kept}." if kept else ""))
