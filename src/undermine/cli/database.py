"""Where the server's tables are kept: the same options for every command that opens them."""

from __future__ import annotations

from pathlib import Path

import click


def default(_ctx: click.Context, _param: click.Parameter, value: Path | None) -> Path:
    """A file in the user's data folder, unless another is named."""
    from undermine.server.run import data_folder  # noqa: PLC0415  # help need not wait for the server

    return value or data_folder() / "tables.sqlite3"


option = click.option(
    "--db",
    type=click.Path(dir_okay=False, path_type=Path),
    envvar="UNDERMINE_DB",
    show_envvar=True,
    callback=default,
    help="File that keeps the tables.  [default: undermine/tables.sqlite3 in your data folder, such as ~/.local/share]",
)


def address(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    """Only PostgreSQL is kept elsewhere than in a file."""
    if value and not value.startswith(("postgresql://", "postgres://")):
        raise click.BadParameter("give the address of a PostgreSQL, such as postgresql://user@host/database.")
    return value.replace("postgres://", "postgresql://", 1)


url = click.option(
    "--database",
    "url",
    default="",
    metavar="URL",
    envvar="UNDERMINE_DATABASE",
    show_envvar=True,
    callback=address,
    help="PostgreSQL that keeps the tables instead of a file, such as postgresql://user@host/name.",
)
