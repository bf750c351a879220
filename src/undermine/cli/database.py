"""Where the server's tables are kept: one option for every command that opens the file."""

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
