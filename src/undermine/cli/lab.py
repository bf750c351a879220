"""`undermine lab`: house rules against the printed ones, or a table that is played by them."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from undermine.cli.progress import progress
from undermine.cli.spread import ray_option
from undermine.cli.table import one_sentence
from undermine.sim.lab.house import Rules, read
from undermine.sim.lab.report import as_data, change, page, rules_words, table_name, words
from undermine.sim.lab.trial import Trial, difference, measures, run

EXAMPLES = """\b
Examples:
  undermine lab house-rules.toml
  undermine lab house-rules.toml --html report.html
  undermine lab house-rules.toml --games 2000 --json
  undermine lab house-rules.toml --play

\b
A file of house rules, here with the same number of saboteurs in every round:
  title = "Always two saboteurs"
  players = [5]
  bots = "steady"
  [tables]
  diggers = 3

\b
Its keys: title, game, players, edition, extras, bots, games and seed, and the tables
  [switches]  see undermine rules --switches
  [decks]     copies of a card: map = 4
  [tables]    a number for this many players: hand = 5; or one row of a table: pay = { 1 = 5 }
  [layouts]   where cards lie: goals = [[7, -2], [7, 0], [7, 2]]
"""


@click.command(
    "lab",
    help="Play house rules against the printed ones: who wins, how long rounds are, how often the last ten cards decide, "
    "how often tools are broken; with 95 % intervals.",
    epilog=EXAMPLES,
)
@click.argument("file", type=click.Path(dir_okay=False, exists=True, path_type=Path))
@click.option("--games", type=click.IntRange(1), help="Whole games of each.  [default: what the file says, or 400]")
@click.option("--bots", help="Who plays.  [default: what the file says, or greedy]")
@click.option("--seed", type=int, help="The same seed gives the same games.  [default: what the file says, or 1]")
@click.option("--workers", type=click.IntRange(1), help="Processes.  [default: one for each core]")
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), help="Write a page with pictures here.")
@click.option("--play", "plays", is_flag=True, help="Open a table with these rules in the terminal instead.")
@ray_option
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(
    file: Path,
    games: int | None,
    bots: str | None,
    seed: int | None,
    workers: int | None,
    html: Path | None,
    plays: bool,
    as_json: bool,
) -> None:
    """Compare, or play."""
    with one_sentence():
        rules = read(file)
        rules = replace(
            rules,
            games=games or rules.games,
            bots=bots or rules.bots,
            seed=rules.seed if seed is None else seed,
        )
        if plays:
            open_table(rules)
            return
        with progress("Playing", 2 * rules.games * len(rules.house)) as told:
            trials = run(rules, workers or os.cpu_count() or 1, told)
    if html is not None:
        html.write_text(page(rules, trials), "utf-8")
    if as_json:
        click.echo(json.dumps(as_data(rules, trials)))
        return
    show(rules, trials)
    if html is not None:
        click.echo(f"The page is {html}.")


def open_table(rules: Rules) -> None:
    """The first number of players of the file, in the terminal."""
    from undermine.cli.play import play  # noqa: PLC0415  # the terminal is not needed to compare

    click.echo(
        f"{rules.title}: {table_name(rules.house[0])}; {'; '.join(rules_words(rules.house[0]))}.", file=sys.stderr
    )
    play(rules.house[0], [""], rules.bots, None, "en", False, None)


def show(rules: Rules, trials: list[tuple[Trial, Trial]]) -> None:
    """The report for people."""
    console = Console()
    for options, (mine, theirs) in zip(rules.house, trials, strict=True):
        title = f"{rules.title}: {table_name(options)}; {'; '.join(rules_words(options))}"
        table = Table("", "House rules", "Printed rules", "Difference", title=title, title_justify="left")
        for name in measures(mine, theirs):
            differs = difference(mine, theirs, name)
            table.add_row(name, words(name, mine.mean(name)), words(name, theirs.mean(name)), change(name, differs))
        console.print(table)
