"""`undermine learn`: what the steady bot's suspicion is made of, counted anew in simulated games."""

from __future__ import annotations

import os
from pathlib import Path

import click

from undermine.bots import make
from undermine.cli.progress import progress
from undermine.cli.spread import ray_option
from undermine.cli.table import one_sentence
from undermine.sim.learn import PLACE, keep, learn

EXAMPLES = """\b
Examples:
  undermine learn --games 400 --seed 7
  undermine learn --players 5,7 --levels greedy --to learned.json
"""


@click.command("learn", help="Count in simulated games what moves reveal about their players.", epilog=EXAMPLES)
@click.option("--players", default="3,5,7,10", show_default=True, help="Numbers of players.")
@click.option("--levels", default="greedy,steady", show_default=True, help="Bots that play, mixed at random.")
@click.option("--games", default=300, show_default=True, type=click.IntRange(1), help="For each number of players.")
@click.option("--seed", default=1000, show_default=True, help="The same seed gives the same games.")
@click.option("--processes", type=click.IntRange(1), help="How many work at once.  [default: one for each core]")
@ray_option
@click.option("--to", "place", default=PLACE, type=click.Path(dir_okay=False, path_type=Path), help="Where to keep it.")
def command(players: str, levels: str, games: int, seed: int, processes: int | None, place: Path) -> None:
    """Learn and keep."""
    numbers = [int(number) for number in players.split(",")]
    names = [name.strip() for name in levels.split(",")]
    with one_sentence():
        for name in names:
            make(name, 0)
        with progress("Listening", games * len(numbers)) as told:
            learned = learn(numbers, names, games, seed, processes or os.cpu_count() or 1, told)
    keep(learned, place)
    click.echo(f"{len(learned)} signs are kept in {place}.")
