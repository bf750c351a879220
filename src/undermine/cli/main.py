"""`undermine`: one command for everything. Each subcommand is a module that is imported when it is asked for."""

from __future__ import annotations

import errno
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

import click

from undermine import __version__
from undermine.errors import UndermineError

# In the order in which help shows them, with the line it shows, so that help imports none of them.
COMMANDS: Final = {
    "play": "Play in the terminal, against bots or in turns at one keyboard.",
    "serve": "Serve the game to browsers.",
    "rules": "Look up rules by id or by word.",
    "scenario": "Run scenario files.",
    "verify": "Check a record of a game.",
    "simulate": "Let bots play many games and count the results.",
    "tournament": "Let levels of bots play the same deals and measure what a higher one gains.",
    "lab": "Play house rules against the printed ones, or at a table.",
    "learn": "Count anew what moves reveal about their players, for the steady bot.",
    "follies": "Count what bots do that nobody wants to see.",
    "count": "Count the lines of play from a deal.",
    "bench": "Measure the engine's speed.",
    "migrate": "Bring a server's database up to date.",
    "backup": "Copy a server's database while it runs.",
    "restore": "Put a copy in the place of a server's database.",
}


ENDING: Final = """Each command has examples: undermine play --help

\b
Exit codes:
  0    done
  1    an error, or a check that found something wrong
  2    a command line that cannot be read
  130  a game left with Ctrl+C
"""


class Commands(click.Group):
    """Commands by name, imported late: one that is missing or slow costs the others nothing."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name in COMMANDS if find_spec(f"undermine.cli.{name}")]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command = import_module(f"undermine.cli.{cmd_name}").command
        if not isinstance(command, click.Command):
            raise TypeError(f"undermine.cli.{cmd_name}.command is no click command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name]) for name in self.list_commands(ctx)])

    def invoke(self, ctx: click.Context) -> Any:
        """An error of the package or the system is one sentence, and no traceback."""
        lenient()
        try:
            return super().invoke(ctx)
        except UndermineError as error:
            click.echo(str(error), err=True)
            ctx.exit(1)
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise  # whoever read along has gone: click ends without a word
            about = f"{error.filename}: " if error.filename else ""
            click.echo(f"{about}{error.strerror or error}.", err=True)
            ctx.exit(1)


def lenient() -> None:
    """Odd bytes on the way in, and letters a terminal cannot show, are replaced and end nothing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="The Saboteur family of tunnel games: play, serve, simulate.",
    epilog=ENDING,
)
@click.version_option(__version__, prog_name="undermine")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Show the help when no command is named."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
