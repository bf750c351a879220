"""`undermine tournament`: levels of bots against each other on duplicate deals."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.table import Table

from undermine.bots import names
from undermine.cli.progress import progress
from undermine.cli.spread import ray_option
from undermine.cli.table import one_sentence, table_options
from undermine.registry import Options, edition_of, kit, ruleset
from undermine.sim.contest import tournament
from undermine.sim.picture import picture, reliability
from undermine.sim.ranking import calibrations, namings, outcome_rates, rates, replacements, role_rates
from undermine.sim.rating import ANY, ratings

EXAMPLES = """\b
Examples:
  undermine tournament --players 5 --levels greedy,steady --deals 300
  undermine tournament --players 3 --up-to 10 --deals 100 --resume ladder.jsonl
  undermine tournament --game duel-solo --levels random,greedy --json
  undermine tournament --levels steady,my_bots:Clever --deals 50 --picture clever.svg
"""


@click.command(
    "tournament",
    help="Play the same deals with a higher level of bots in the place of a lower one, and measure what that gains.",
    epilog=EXAMPLES,
)
@table_options(players=5)
@click.option("--up-to", type=int, help="All numbers of players up to this one, from --players on.")
@click.option(
    "--levels",
    default=",".join(names()[1:]),
    show_default=True,
    help="Bots, the lowest level first; your own as module:Class.",
)
@click.option("--on", "places", default="", metavar="A,B", help="Only here: high (everywhere), seat, or a side.")
@click.option("--deals", default=300, show_default=True, type=click.IntRange(1), help="Whole games for each line-up.")
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same games.")
@click.option("--processes", type=click.IntRange(1), help="How many work at once.  [default: one for each core]")
@click.option(
    "--resume",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep finished deals in this file, and go on where it ends.",
)
@click.option(
    "--picture", "drawn", type=click.Path(dir_okay=False, path_type=Path), help="Draw the gains into this file (SVG)."
)
@click.option(
    "--reliability",
    "trusted",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw into this file (SVG) how often the saboteurs named by the highest level were the true ones.",
)
@ray_option
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(
    options: Options,
    up_to: int | None,
    levels: str,
    places: str,
    deals: int,
    seed: int,
    processes: int | None,
    resume: Path | None,
    drawn: Path | None,
    trusted: Path | None,
    as_json: bool,
) -> None:
    """Play and report."""
    chosen = [name.strip() for name in levels.split(",") if name.strip()]
    on = tuple(place.strip() for place in places.split(",") if place.strip())
    counts = range(options.players, max(options.players, up_to or 0) + 1)
    tables = [msgspec.structs.replace(options, players=players) for players in counts]
    with one_sentence():
        with progress("Playing deals", deals * len(tables) * max(1, len(chosen) - 1)) as told:
            workers = processes or os.cpu_count() or 1
            played = tournament(tables, chosen, deals, seed, workers, told=told, resume=resume, on=on)
        sided = kit(options.game).count(ruleset(tables[0])).sided()
    gains = replacements(played, sided)
    report = {
        "game": options.game,
        "players": list(counts),
        "edition": edition_of(options),
        "extras": list(options.extras),
        "switches": options.switches,
        "seed": seed,
        "deals": deals,
        "levels": chosen,
        "ratings": [asdict(row) for row in ratings(played, chosen)],
        "replacements": [asdict(row) for row in gains],
        "rates": [asdict(row) for row in rates(played)],
        "roles": [asdict(row) for row in role_rates(played)],
        "outcomes": [asdict(row) for row in outcome_rates(played)],
        "naming": [asdict(row) for row in namings(played)],
        "calibration": [asdict(row) for row in calibrations(played)],
    }
    if drawn is not None:
        words = f"{' < '.join(chosen)}: {options.game}, {deals} deals, seed {seed}"
        drawn.write_text(picture(gains, words), "utf-8")
    if trusted is not None:
        words = (
            f"{chosen[-1]} names the saboteurs: {options.game}, {options.players} players, {deals} deals, seed {seed}"
        )
        known = [row for row in calibrations(played) if (row.level, row.players) == (chosen[-1], options.players)]
        trusted.write_text(reliability(known, words), "utf-8")
    if as_json:
        click.echo(json.dumps(report))
    else:
        show(report, sided)


def show(report: dict[str, Any], sided: bool) -> None:
    """The report for people."""
    console = Console()
    gains = Table("Players", "Replaced by", "On", "Before, after", "Gain and 95 % interval")
    for row in report["replacements"]:
        unit = " points" if row["measure"] == "points" else " gold"
        gains.add_row(
            str(row["players"]),
            f"{row['against']} by {row['level']}",
            row["side"],
            f"{row['before']:.2f}, {row['after']:.2f}",
            f"{row['gain']:+.2f}{unit} ({row['low']:+.2f} to {row['high']:+.2f})",
        )
    console.print(gains)
    if report["rates"]:
        title = "Rounds won where all are of one level" if sided else "Nuggets in a round where all are of one level"
        shares = Table("Players", "Level", "Side", "Mean", "95 % interval", title=title, title_justify="left")
        for row in report["rates"]:
            mean, low, high = (row[key] for key in ("mean", "low", "high"))
            words = (
                (f"{mean:.1%}", f"{low:.1%} to {high:.1%}") if sided else (f"{mean:.2f}", f"{low:.2f} to {high:.2f}")
            )
            shares.add_row(str(row["players"]), row["level"], row["side"], *words)
        console.print(shares)
    for row in report["naming"]:
        console.print(
            f"{row['level']}, {row['players']} players: at the end of a round {row['probability']:.1%} for the true "
            f"saboteurs, against {row['prior']:.1%} at its start (from {row['rounds']} rounds and seats)."
        )
    console.print(ways_of_ending(report))
    ladder = Table("Level", "On", "Players", "Rating", "95 % interval", title="Skill", title_justify="left")
    for row in report["ratings"]:
        players = str(row["players"] or ANY)
        between = f"{row['low']:.1f} to {row['high']:.1f}"
        ladder.add_row(row["level"], row["side"], players, f"{row['rating']:.1f}", between)
    console.print(ladder)


def ways_of_ending(report: dict[str, Any]) -> Table:
    """How rounds end, and how often each role is paid, where all are of one level."""
    table = Table("Players", "Level", "What", "Share", "95 % interval", title="How rounds end", title_justify="left")
    for key, words in (("outcomes", "{}"), ("roles", "{} is paid")):
        for row in report[key]:
            between = f"{row['low']:.1%} to {row['high']:.1%}"
            what = words.format(row["side"])
            table.add_row(str(row["players"]), row["level"], what, f"{row['mean']:.1%}", between)
    return table
