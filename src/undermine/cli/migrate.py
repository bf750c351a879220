"""`undermine migrate`: bring the server's database up to date. The server does this by itself when it starts."""

from __future__ import annotations

from pathlib import Path

import click

EXAMPLES = """\b
Examples:
  undermine migrate
  undermine migrate --db tables.sqlite3
"""
HELP = "Bring a server's database up to date; the server also does this when it starts."


@click.command("migrate", help=HELP, epilog=EXAMPLES)
@click.option(
    "--db",
    type=click.Path(dir_okay=False, path_type=Path),
    envvar="UNDERMINE_DB",
    show_envvar=True,
    help="The database file.  [default: undermine/tables.sqlite3 in your data folder, such as ~/.local/share]",
)
def command(db: Path | None) -> None:
    """Upgrade the file and say how far it is."""
    from undermine.server.run import data_folder, migrate_file  # noqa: PLC0415  # help need not wait for the server

    database = db or data_folder() / "tables.sqlite3"
    click.echo(f"{database} is at revision {migrate_file(database)}.")
