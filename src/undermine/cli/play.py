"""`undermine play`: the game in a terminal."""

from __future__ import annotations

import secrets
from pathlib import Path

import click
import msgspec
from rich.console import Console

from undermine.bots import make
from undermine.bots import names as levels
from undermine.cli.table import one_sentence, table_options
from undermine.cli.terminal.game import TerminalGame
from undermine.cli.terminal.person import Left
from undermine.cli.terminal.screen import Screen
from undermine.cli.terminal.tale import Names
from undermine.cli.terminal.words import Words
from undermine.present.box import box_of
from undermine.registry import Options, ruleset

EXAMPLES = """\b
Examples:
  undermine play
  undermine play --players 4 --edition ukrainian --lang uk
  undermine play --with saboteur2,veto --players 7
  undermine play --game lost-mines
  undermine play --hot-seat Ann,Bob --players 5 --first P2 --record evening.txt
"""


@click.command("play", help="Play in the terminal, against bots or in turns at one keyboard.", epilog=EXAMPLES)
@table_options(players=5)
@click.option("--humans", default=1, show_default=True, type=click.IntRange(0, 12), help="0: watch bots play.")
@click.option("--hot-seat", default="", metavar="NAMES", help="People who share this keyboard: Ann,Bob,...")
@click.option("--bots", default="greedy", show_default=True, type=click.Choice(levels()))
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), help="The same seed gives the same cards.")
@click.option("--lang", default="en", show_default=True, type=click.Choice(["en", "ru", "uk"]))
@click.option("--no-color", is_flag=True, help="Brightness and shapes only.")
@click.option("--record", type=click.Path(dir_okay=False, path_type=Path), help="Write the game to this file.")
def command(
    options: Options,
    humans: int,
    hot_seat: str,
    bots: str,
    seed: int | None,
    lang: str,
    no_color: bool,
    record: Path | None,
) -> None:
    """Play until the game is over or somebody leaves."""
    people = [name.strip() for name in hot_seat.split(",") if name.strip()]
    if people and len(people) > options.players:
        options = msgspec.structs.replace(options, players=len(people))
    with one_sentence():
        play(options, people or [""] * min(humans, options.players), bots, seed, lang, no_color, record)


def play(
    options: Options, people: list[str], bots: str, seed: int | None, lang: str, no_color: bool, record: Path | None
) -> None:
    """Seat everybody and begin."""
    if seed is None:
        seed = secrets.randbelow(2**31)
    words = Words(lang, options.game)
    names = people + [""] * (options.players - len(people))
    if people == [""]:
        names[0] = words.say("you")
    screen = Screen(
        Console(no_color=no_color or None, highlight=False), words, Names(names), box_of(ruleset(options), lang)
    )
    seats = options.players - len(people)
    game = TerminalGame(options, seed, screen, len(people), [make(bots, seed + seat) for seat in range(seats)])
    if record is not None:
        begin_file(record)
    code = 0
    known = [name or f"P{seat + 1}" for seat, name in enumerate(names)]
    bye = "bye" if record is None else "bye_recorded"
    try:
        game.run()
    except Left:
        screen.say(bye)
    except KeyboardInterrupt:
        screen.console.print()
        screen.say(bye)
        code = 130
    except (OSError, SystemExit):  # nobody reads along any more
        if record is not None:
            game.record(record, known)
        raise
    if record is not None:
        game.record(record, known)
        screen.say("recorded", "dim", file=str(record))
    click.get_current_context().exit(code)


def begin_file(record: Path) -> None:
    """See that a record can be written before anybody has played for it."""
    try:
        record.open("a", encoding="utf-8").close()
    except OSError as error:
        raise click.ClickException(f"{record} cannot be written ({error.strerror}): name another file.") from error
