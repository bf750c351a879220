"""`undermine backup`: a copy of the server's database, also while the server runs."""

from __future__ import annotations

from pathlib import Path

import click

from undermine.cli import database

EXAMPLES = """\b
Examples:
  undermine backup --to saved.sqlite3
  undermine backup --db tables.sqlite3 --to saved.sqlite3
"""
HELP = "Copy a server's database while it runs. The copy holds the key of all seat links: keep it to yourself."


@click.command("backup", help=HELP, epilog=EXAMPLES)
@database.option
@click.option(
    "--to",
    "target",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="File that the copy is written to; must not exist.",
)
def command(db: Path, target: Path) -> None:
    """Copy it and say where to."""
    from undermine.server.run import backup  # noqa: PLC0415  # help need not wait for the server

    backup(db, target)
    click.echo(f"{db} was copied to {target}.")
