"""`undermine migrate`: bring the server's database up to date. The server does this by itself when it starts."""

from __future__ import annotations

from pathlib import Path

import click

from undermine.cli import database

EXAMPLES = """\b
Examples:
  undermine migrate
  undermine migrate --db tables.sqlite3
  undermine migrate --database postgresql://undermine@localhost/undermine
"""
HELP = "Bring a server's database up to date; the server also does this when it starts."


@click.command("migrate", help=HELP, epilog=EXAMPLES)
@database.option
@database.url
def command(db: Path, url: str) -> None:
    """Upgrade it and say how far it is."""
    from undermine.server.run import migrate_file, migrate_url  # noqa: PLC0415  # help need not wait for the server

    if url:
        click.echo(f"The database is at revision {migrate_url(url)}.")
        return
    click.echo(f"{db} is at revision {migrate_file(db)}.")
