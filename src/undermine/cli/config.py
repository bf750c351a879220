"""A file with settings, for whoever does not want them on the command line: its names are those of the options."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import click


def read(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
    """What the file says counts where neither the command line nor the environment says anything."""
    if value is None:
        return None
    try:
        given = tomllib.loads(value.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise click.BadParameter(f"{value} cannot be read: {error}.", ctx, param) from error
    names = {
        option.opts[0].removeprefix("--"): option.name
        for option in ctx.command.params
        if isinstance(option, click.Option) and option is not param
    }
    found: dict[str, Any] = {}
    for name, said in given.items():
        if name not in names:
            known = ", ".join(sorted(names))
            raise click.BadParameter(f"{value} sets {name!r}, which is no setting; there are: {known}.", ctx, param)
        if isinstance(said, dict):
            found[str(names[name])] = [f"{key}={number}" for key, number in said.items()]
        elif isinstance(said, list):
            raise click.BadParameter(f"{value} gives {name!r} a list; give it one value.", ctx, param)
        else:
            found[str(names[name])] = said
    ctx.default_map = {**(ctx.default_map or {}), **found}
    return value


option = click.option(
    "--config",
    type=click.Path(dir_okay=False, path_type=Path),
    envvar="UNDERMINE_CONFIG",
    show_envvar=True,
    is_eager=True,
    expose_value=False,
    callback=read,
    help="File with settings, in TOML; the command line and the environment come first.",
)
