"""`undermine simulate`: many games between bots, and who wins them."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from undermine.cli.progress import progress
from undermine.cli.spread import ray_option
from undermine.cli.table import one_sentence, table_options
from undermine.registry import Options, edition_of
from undermine.sim.simulate import bots_by_seat, simulate
from undermine.sim.tally import SIDES, Mean, Share, Tally

CLASSIC = "classic"
NOT_DIGGERS = {
    "saboteurs": "Saboteurs won",
    "nobody": "Nobody won",
    "lone": "One player won alone",
    "buried": "Gold not found",
}
EXAMPLES = """\b
Examples:
  undermine simulate --players 5 --bots greedy --games 500
  undermine simulate --players 3 --bots greedy,random,random
  undermine simulate --game lost-mines --players 6 --bots greedy --games 100 --check
  undermine simulate --edition ukrainian --set roundEnd=anyPasses --json
"""


@click.command("simulate", help="Let bots play many games and count who wins, with 95 % intervals.", epilog=EXAMPLES)
@table_options(players=5)
@click.option("--games", default=1000, show_default=True, type=click.IntRange(1), help="Whole games.")
@click.option(
    "--bots", default="random", show_default=True, help="One bot for all, or names by seat: greedy,random,..."
)
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same games.")
@click.option("--workers", type=click.IntRange(1), help="Processes.  [default: one for each core]")
@click.option("--check", is_flag=True, help="Check every move as well; exit with code 1 if a property is broken.")
@ray_option
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(
    options: Options, games: int, bots: str, seed: int, workers: int | None, check: bool, as_json: bool
) -> None:
    """Simulate and report."""
    names = tuple(name.strip() for name in bots.split(","))
    with one_sentence():
        seats = bots_by_seat(options, names)
        with progress("Playing", games) as told:
            tally = simulate(options, games, names, seed, workers or os.cpu_count() or 1, told, check=check)
    if as_json:
        click.echo(json.dumps(as_data(tally, options, seats, seed) | ({"checked": True} if check else {})))
    else:
        show(tally, seats, options.game)
        if check:
            click.echo("After every move all properties were looked at, and held.")


def as_data(tally: Tally, options: Options, bots: tuple[str, ...], seed: int) -> dict[str, Any]:
    """The report for programs; it does not say how many processes there were, since nothing depends on that."""
    scores = "gold" if options.game == CLASSIC else "score"
    return {
        "game": options.game,
        "players": options.players,
        "edition": edition_of(options),
        "extras": options.extras,
        "switches": options.switches,
        "first": options.first,
        "seed": seed,
        "games": tally.games,
        "rounds": tally.rounds,
        "sidesWon": {side: asdict(share) for side, share in tally.side_shares().items()},
        "movesPerRound": asdict(tally.moves_a_round()),
        **(of_the_classic_game(tally) if options.game == CLASSIC else {}),
        "seats": [
            {"bot": bot, scores: gold / tally.games, "gamesWon": won}
            for bot, gold, won in zip(bots, tally.purses, tally.victories, strict=True)
        ],
    }


def of_the_classic_game(tally: Tally) -> dict[str, Any]:
    """What is counted round by round and role by role."""
    gold = {side: asdict(tally.gold_a_round(side)) for side in SIDES}
    return {
        "diggersWon": asdict(tally.digger_share()),
        "diggersWonByRound": [asdict(share) for share in tally.digger_share_by_round()],
        **({"goldPerRound": gold} if sum(tally.members) else {}),  # with more roles than two it is not counted
    }


def show(tally: Tally, bots: tuple[str, ...], game: str) -> None:
    """The report for people."""
    table = Table("", "", "95 % interval", title=f"Games: {tally.games}, rounds: {tally.rounds}", title_justify="left")
    if game == CLASSIC:
        sided = "found" not in tally.sides  # where not whole sides win, the gold is found or it is not
        table.add_row("Gold-diggers won" if sided else "Gold found", *percent(tally.digger_share()))
        for number, share in enumerate(tally.digger_share_by_round(), 1):
            table.add_row(f"  round {number}", *percent(share))
    for side, share in tally.side_shares().items():
        if game == CLASSIC and side not in ("diggers", "found"):
            table.add_row(NOT_DIGGERS.get(side, side), *percent(share))
        elif game != CLASSIC:
            table.add_row(f"Rounds won, {side}", *percent(share))
    table.add_row("Moves in a round", *plain(tally.moves_a_round()))
    for side in SIDES if sum(tally.members) else ():
        table.add_row(f"Gold in a round, {side}", *plain(tally.gold_a_round(side)))
    console = Console()
    console.print(table)
    seats = Table("Seat", "Bot", "Gold in a game" if game == CLASSIC else "Score of a game", "Games won")
    for seat, (bot, gold, won) in enumerate(zip(bots, tally.purses, tally.victories, strict=True), 1):
        seats.add_row(f"P{seat}", bot, f"{gold / tally.games:.2f}", str(won))
    console.print(seats)


def percent(share: Share) -> tuple[str, str]:
    """A share and its interval in words."""
    return f"{share.share:.1%}", f"{share.low:.1%} to {share.high:.1%}"


def plain(mean: Mean) -> tuple[str, str]:
    """An average and its interval in words."""
    return f"{mean.mean:.2f}", f"{mean.low:.2f} to {mean.high:.2f}"
