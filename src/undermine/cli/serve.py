"""`undermine serve`: the table server for browsers."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import click

from undermine.bots import names as levels
from undermine.bots import usual
from undermine.cli import config, database
from undermine.cli.seconds import Seconds
from undermine.server.settings import LIMITS, Settings

EXAMPLES = """\b
Examples:
  undermine serve
  undermine serve --host 0.0.0.0 --port 8080
  undermine serve --database postgresql://undermine@localhost/undermine
  undermine serve --database postgresql://undermine@localhost/undermine --redis redis://localhost --workers 4
  undermine serve --db tables.sqlite3 --public-url https://play.example
"""


def public(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    """Links are made by putting a path behind it."""
    if value and not re.fullmatch(r"https?://[^/?#\s]+/?", value):
        raise click.BadParameter(f"{value!r} is not an address such as https://play.example.")
    return value.rstrip("/")


def redis_address(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    """Whatever the client library can open."""
    if value and not value.startswith(("redis://", "rediss://", "unix://")):
        raise click.BadParameter("give the address of a Redis, such as redis://localhost:6379.")
    return value


def secret(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    """One that cannot be guessed."""
    if value and len(value) < 16:
        raise click.BadParameter(
            "it can be guessed: take at least 16 letters, such as those of `openssl rand -hex 16`."
        )
    return value


def limits(_ctx: click.Context, _param: click.Parameter, values: tuple[str, ...]) -> dict[str, float]:
    """`NAME=NUMBER`, each of which is a field of the settings."""
    found: dict[str, float] = {}
    for value in values:
        name, _, number = value.replace("-", "_").partition("=")
        if name not in LIMITS:
            known = ", ".join(sorted(LIMITS)).replace("_", "-")
            raise click.BadParameter(f"there is no limit {value!r}; there are: {known}.")
        try:
            found[name] = LIMITS[name](number)
        except ValueError as error:
            raise click.BadParameter(f"{value!r} is not a number, such as {name.replace('_', '-')}=100.") from error
        if not 0 < found[name] < float("inf"):
            raise click.BadParameter(f"{value!r} must be more than 0.")
    return found


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
@database.url
@click.option(
    "--workers",
    default=1,
    envvar="UNDERMINE_WORKERS",
    show_envvar=True,
    show_default=True,
    type=click.IntRange(1, 64),
    help="Processes that serve; more than one need --database.",
)
@click.option(
    "--redis",
    default="",
    metavar="URL",
    envvar="UNDERMINE_REDIS",
    show_envvar=True,
    callback=redis_address,
    help="Redis that carries words between workers, such as redis://localhost; PostgreSQL does so itself without one.",
)
@click.option(
    "--lease",
    type=Seconds(1, 300),
    envvar="UNDERMINE_LEASE",
    show_envvar=True,
    help="Seconds a worker may be silent before others take its tables.  [default: 6]",
)
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
    "--window",
    type=Seconds(0, 120),
    envvar="UNDERMINE_WINDOW",
    show_envvar=True,
    help="Seconds for everybody to object to a move; 0: until all have.  [default: 10]",
)
@click.option(
    "--unwatched",
    type=Seconds(0, 86400 * 365),
    envvar="UNDERMINE_UNWATCHED",
    show_envvar=True,
    help="Seconds bots go on playing when nobody is watching.  [default: 60]",
)
@click.option(
    "--forget",
    type=Seconds(0, 86400 * 36500),
    envvar="UNDERMINE_FORGET",
    show_envvar=True,
    help="Seconds after which old tables are deleted; 0: never.  [default: a year]",
)
@click.option(
    "--forget-running",
    type=Seconds(0, 86400 * 36500),
    envvar="UNDERMINE_FORGET_RUNNING",
    show_envvar=True,
    help="The same for games left unfinished.  [default: never]",
)
@click.option(
    "--bots",
    type=click.Choice(levels()),
    default=usual(),
    envvar="UNDERMINE_BOTS",
    show_envvar=True,
    show_default=True,
    help="How well bots play where a table does not say.",
)
@click.option(
    "--thinkers",
    type=click.IntRange(1, 64),
    envvar="UNDERMINE_THINKERS",
    show_envvar=True,
    help="Processes in which bots think.  [default: one for each core, 2 to 4]",
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
    "--admin-token",
    default="",
    metavar="SECRET",
    envvar="UNDERMINE_ADMIN_TOKEN",
    show_envvar=True,
    callback=secret,
    help="Opens /admin/ and /metrics to anyone who knows it; better set in the environment or the file.",
)
@click.option(
    "--limit",
    "limit",
    multiple=True,
    metavar="NAME=NUMBER",
    envvar="UNDERMINE_LIMIT",
    show_envvar=True,
    callback=limits,
    help="A limit other than the usual one, such as address-sockets=100; may be given several times.",
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
@config.option
def command(
    host: str,
    port: int,
    db: Path,
    url: str,
    workers: int,
    redis: str,
    lease: float | None,
    sync: str,
    bot_delay: float | None,
    grace: float | None,
    ready: float | None,
    window: float | None,
    unwatched: float | None,
    forget: float | None,
    forget_running: float | None,
    bots: str,
    thinkers: int | None,
    public_url: str,
    admin_token: str,
    limit: dict[str, float],
    log_level: str,
) -> None:
    """Serve until stopped."""
    from undermine.server.run import serve  # noqa: PLC0415  # help need not wait for the server

    settings = Settings(
        host=host,
        port=port,
        database=db,
        postgres=url,
        workers=workers,
        redis=redis,
        sync=sync,
        bot=bots,
        thinkers=thinkers or 0,
        public_url=public_url,
        admin_token=admin_token,
        log_level=log_level,
    )
    times = {
        "bot_delay": bot_delay,
        "grace": grace,
        "ready": ready,
        "window": window,
        "unwatched": unwatched,
        "lease": lease,
        "forget": forget,
        "forget_running": forget_running,
    }
    given = {name: seconds for name, seconds in times.items() if seconds is not None}
    serve(dataclasses.replace(settings, **given, **limit), click.echo)  # type: ignore[arg-type]  # all of these are seconds
