"""`undermine follies`: what bots do that nobody wants to see, counted in simulated games."""

from __future__ import annotations

import json
import os
from dataclasses import asdict

import click
from rich.console import Console
from rich.table import Table

from undermine.bots import bot
from undermine.bots.steady import Steady
from undermine.cli.progress import progress
from undermine.cli.table import one_sentence
from undermine.sim.follies import FOLLIES, count_follies

EXAMPLES = """\b
Examples:
  undermine follies --games 1000
  undermine follies --players 7 --level sharp@60 --games 20 --most 0.01
"""


@click.command(
    "follies",
    help="Count what bots do that nobody wants to see, and how often they could have done it.",
    epilog=EXAMPLES,
)
@click.option("--players", default=5, show_default=True, type=click.IntRange(3, 10), help="Number of players.")
@click.option("--level", default="steady", show_default=True, help="A bot that says what it believes: steady or sharp.")
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="Whole base games.")
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same games.")
@click.option("--processes", type=click.IntRange(1), help="How many work at once.  [default: one for each core]")
@click.option("--most", type=click.FloatRange(0, 1), help="Exit with code 1 if any of them is more frequent than this.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(
    players: int, level: str, games: int, seed: int, processes: int | None, most: float | None, as_json: bool
) -> None:
    """Count and report."""
    with one_sentence():
        if not isinstance(bot(level, 0), Steady):
            raise click.ClickException(f"{level} does not say what it believes: choose steady or sharp.")
        with progress("Watching", games) as told:
            found = count_follies(players, level, games, seed, processes or os.cpu_count() or 1, told)
    if as_json:
        rows = {name: asdict(found.share(name)) | {"occasions": found.could[name]} for name in FOLLIES}
        click.echo(json.dumps({"games": found.games, "level": level, "players": players, "follies": rows}))
    else:
        table = Table("Folly", "Done", "Occasions", "Share", "95 % interval")
        for name in FOLLIES:
            share = found.share(name)
            between = f"{share.low:.2%} to {share.high:.2%}"
            table.add_row(name, str(found.done[name]), str(found.could[name]), f"{share.share:.2%}", between)
        Console().print(table)
    often = [name for name in FOLLIES if most is not None and found.share(name).share > most]
    if often:
        raise click.ClickException(f"Oftener than {most:.1%}: {'; '.join(often)}.")
