"""`undermine count`: how many ways there are to play on from a deal."""

from __future__ import annotations

import json

import click
from rich.console import Console
from rich.table import Table

from undermine.cli.progress import progress
from undermine.cli.table import one_sentence, table_options
from undermine.registry import Options, edition_of, ruleset
from undermine.sim.count import ChanceMode, count

EXAMPLES = """\b
Examples:
  undermine count --players 3 --depth 3
  undermine count --players 3 --depth 2 --chance enumerate
"""


@click.command(
    "count",
    help="Count the lines of play from the deal of a seed, move by move. The same numbers mean the same rules.",
    epilog=EXAMPLES,
)
@table_options(players=3)
@click.option("--depth", default=3, show_default=True, type=click.IntRange(1), help="Moves.")
@click.option(
    "--seed", default=1, show_default=True, type=click.IntRange(0, 2**31 - 1), help="The same seed gives the same deal."
)
@click.option(
    "--chance",
    type=click.Choice(["seed", "enumerate"]),
    default="seed",
    show_default=True,
    help="Cards drawn on the way: by the seed, or every one of them a line of its own.",
)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(options: Options, depth: int, seed: int, chance: ChanceMode, as_json: bool) -> None:
    """Count and report."""
    lines: list[int] = []
    with one_sentence():
        rules = ruleset(options)
        with progress("Counting", depth) as told:
            for moves in range(1, depth + 1):
                lines.append(count(rules, seed, moves, chance))
                told(1)
    if as_json:
        table = {"game": options.game, "players": options.players, "edition": edition_of(options)}
        chosen = {"extras": options.extras, "switches": options.switches, "first": options.first}
        click.echo(json.dumps({**table, **chosen, "seed": seed, "chance": chance, "lines": lines}))
        return
    shown = Table("Moves", "Lines of play")
    for moves, number in enumerate(lines, 1):
        shown.add_row(str(moves), f"{number:,}")
    Console().print(shown)
