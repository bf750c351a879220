"""`undermine bench`: how fast the engine is on this machine."""

from __future__ import annotations

import json
from dataclasses import asdict

import click
from rich.console import Console
from rich.table import Table

from undermine.cli.progress import progress
from undermine.cli.seconds import Seconds
from undermine.cli.table import one_sentence
from undermine.gym.needed import needed
from undermine.sim.anchors import openspiel
from undermine.sim.bench import GAUGES, Report, bench, checksum, compiled
from undermine.sim.instructions import WORKS

EVERY_GAME = "classic-5,duel-2,duel-solo-1,lost-mines-6"

EXAMPLES = """\b
Examples:
  undermine bench
  undermine bench --games classic-3,classic-10 --json
  undermine bench --games classic-5,classic-5+saboteur2+veto
  undermine bench --against openspiel
  undermine bench --loops --games classic-5,duel-2
  undermine bench --valgrind --games classic-5
  undermine bench --checksum-rounds 20000
"""


@click.command(
    "bench",
    help="Measure the engine: random moves a second inside it, driven from Python and with every seat's view, and "
    "what a copy of a state costs. CPU time, the best of several measurements; and instructions, which swing less, where the "
    "machine counts them.",
    epilog=EXAMPLES,
)
@click.option("--games", "keys", default=EVERY_GAME, show_default=True, help="Games, numbers of players, +extras.")
@click.option("--against", type=click.Choice(["openspiel"]), help="Measure another engine in the same run, in turn.")
@click.option(
    "--loops",
    is_flag=True,
    help="Measure the vectorised simulator beside the loops of PettingZoo, OpenSpiel and RLCard, those that are installed.",
)
@click.option(
    "--valgrind",
    is_flag=True,
    help="Count instructions with valgrind, where the processor does not: a minute for a game.",
)
@click.option("--repeats", default=7, show_default=True, type=click.IntRange(1), help="Measurements of each.")
@click.option("--seconds", default=0.2, show_default=True, type=Seconds(0.001, 60), help="A measurement's length.")
@click.option(
    "--checksum-rounds",
    type=click.IntRange(1),
    help="Measure nothing: play so many rounds by each of two policies and print their checksum.",
)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(
    keys: str,
    against: str | None,
    loops: bool,
    valgrind: bool,
    repeats: int,
    seconds: float,
    checksum_rounds: int | None,
    as_json: bool,
) -> None:
    """Measure and report."""
    games = [key.strip() for key in keys.split(",")]
    with one_sentence():
        if checksum_rounds:
            with progress("Playing", checksum_rounds * len(games)) as told:
                found = checksum(games, checksum_rounds, told)
            click.echo(json.dumps({"compiled": compiled(), "checksum": found}) if as_json else found)
            return
        if loops:
            beside(games, repeats, seconds, as_json)
            return
        anchors = openspiel() if against else []
        counts = len(WORKS) * len(games) if valgrind else 0
        with progress("Measuring", repeats * (GAUGES * len(games) + len(anchors)) + counts) as told:
            report = bench(games, anchors, repeats, seconds, lambda: told(1), valgrind)
    if as_json:
        click.echo(json.dumps(asdict(report)))
    else:
        show(report)


def beside(games: list[str], repeats: int, seconds: float, as_json: bool) -> None:
    """The vectorised simulator and the loops of others."""
    needed("numpy", "gym")
    from undermine.sim.loops import measure  # noqa: PLC0415  # needs numpy

    found = measure(games, repeats, seconds)
    if as_json:
        click.echo(json.dumps(asdict(found)))
        return
    table = Table("Answers a second, with all that is seen and legal", "", *games)
    for name, rate in found.ours.items():
        table.add_row(name, f"{rate / 1000:,.0f} k")
    for name, rate in found.others.items():
        ratios = [f"{found.ratios[f'{ours} / {name}']:.1f} times" for ours in games]
        table.add_row(f"{name}{', the best of these' if name == found.best else ''}", f"{rate / 1000:,.1f} k", *ratios)
    Console().print(table)


def show(report: Report) -> None:
    """The report for people."""
    state = "compiled" if report.compiled else "not compiled"
    table = Table(title=f"The engine is {state}.")
    table.add_column("Game", overflow="fold")  # a name that is cut off names no game
    for head in ("Inside the engine", "From Python", "With every view", "Copy"):
        table.add_column(head)
    first = next(iter(report.games.values()))["playout_moves_per_second"]
    several = len(report.games) > 1
    if several:
        table.add_column("Inside")
    for key, found in report.games.items():
        rates = [f"{found[name] / 1000:,.0f} k moves/s" for name in found if name != "copy_ns"]
        share = f"{found['playout_moves_per_second'] / first:.2f} of the first"
        table.add_row(key, *rates, f"{found['copy_ns']:,.0f} ns", *[share] * several)
    console = Console()
    console.print(table)
    if report.instructions:
        counted = Table("Instructions", "A move", "With every view", "Copy")
        for key, count in report.instructions.items():
            counted.add_row(key, *(f"{count[what]:,.0f}" for what in WORKS))
        console.print(counted)
    if report.anchors:
        others = Table("OpenSpiel", "")
        for name, rate in report.anchors.items():
            if isinstance(rate, dict):
                for ratio, times in rate.items():
                    others.add_row(ratio, f"{times:.2f} times")
            else:
                others.add_row(name, f"{rate / 1000:,.0f} k moves/s")
        console.print(others)
    console.print(f"Checksum {report.checksum}", highlight=False)
