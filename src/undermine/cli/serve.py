"""`undermine serve`: the table server for browsers."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import click

from undermine.cli import database
from undermine.cli.seconds import Seconds
from undermine.server.settings import Settings

EXAMPLES = """\b
Examples:
  undermine serve
  undermine serve --host 0.0.0.0 --port 8080
  undermine serve --db tables.sqlite3 --public-url https://play.example
"""


def public(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    """Links are made by putting a path behind it."""
    if value and not re.fullmatch(r"https?://[^/?#\s]+/?", value):
        raise click.BadParameter(f"{value!r} is not an address such as https://play.example.")
    return value.rstrip("/")


@click.command(
    "serve", help="Serve the game to browsers: yours, and others at home with --host 0.0.0.0.", epilog=EXAMPLES
)
@click.option(
    "--host", default="127.0.0.1", envvar="HOST", show_envvar=True, show_default=True, help="Address to listen at."
)
@click.option(
    "--port",
    default=8000,
    envvar="PORT",
    show_envvar=True,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="Port to listen at; 0 takes a free one.",
)
@database.option
@click.option(
    "--sync",
    type=click.Choice(["full", "normal"]),
    default="full",
    show_default=True,
    help="full: a power cut loses no move.",
)
@click.option(
    "--bot-delay",
    type=Seconds(0, 60),
    envvar="UNDERMINE_BOT_DELAY",
    show_envvar=True,
    help="Seconds a bot thinks.  [default: 1.15]",
)
@click.option(
    "--grace",
    type=Seconds(0, 86400),
    envvar="UNDERMINE_GRACE",
    show_envvar=True,
    help="Seconds a seat waits for its player.  [default: 60]",
)
@click.option(
    "--ready",
    type=Seconds(0, 3600),
    envvar="UNDERMINE_READY",
    show_envvar=True,
    help="Seconds a round waits until all are ready.  [default: 45]",
)
@click.option(
    "--public-url",
    default="",
    envvar="UNDERMINE_URL",
    show_envvar=True,
    callback=public,
    help="Where people reach the server, behind a proxy.",
)
@click.option(
    "--log-level",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default="warning",
    envvar="UNDERMINE_LOG",
    show_envvar=True,
    show_default=True,
    help="How much is written to the log, on stderr.",
)
def command(
    host: str,
    port: int,
    db: Path,
    sync: str,
    bot_delay: float | None,
    grace: float | None,
    ready: float | None,
    public_url: str,
    log_level: str,
) -> None:
    """Serve until stopped."""
    from undermine.server.run import serve  # noqa: PLC0415  # help need not wait for the server

    settings = Settings(
        host=host,
        port=port,
        database=db,
        sync=sync,
        public_url=public_url,
        log_level=log_level,
    )
    if bot_delay is not None:
        settings = dataclasses.replace(settings, bot_delay=bot_delay)
    if grace is not None:
        settings = dataclasses.replace(settings, grace=grace)
    if ready is not None:
        settings = dataclasses.replace(settings, ready=ready)
    serve(settings, click.echo)
