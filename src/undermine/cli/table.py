"""What commands share that set up a table: its options, and errors as one sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

import click

from undermine.errors import UndermineError
from undermine.registry import GAMES, MODULES, Options, players_of, switches_of

Command = Callable[..., None]
HOST = "firstPlayer"  # the switch by which a table says who begins


def table_options(players: int) -> Callable[[Command], Command]:
    """Say what is played; the command gets `options`. `players` is the number unless another is named or the only one."""

    def decorate(command: Command) -> Command:
        @wraps(command)  # which also keeps the options that are attached to it already
        def wrapped(
            game: str, number: int | None, edition: str, extras: str, switches: tuple[str, ...], first: str, **rest: Any
        ) -> None:
            names = tuple(dict.fromkeys(name.strip() for name in extras.split(",") if name.strip()))
            chosen, seat = beginning(first, dict(map(switch, switches)))
            with one_sentence():
                least, most = players_of(Options(game, extras=names))
                if first and HOST not in switches_of(Options(game, extras=names)):
                    raise click.ClickException("The rules of this game say who begins: leave out --first.")
            seats = min(max(players, least), most) if number is None else number
            command(options=Options(game, seats, edition, names, chosen, seat), **rest)

        for option in (
            click.option("--first", default="", metavar="P3", help="This seat begins: sets firstPlayer to host."),
            click.option(
                "--set", "switches", multiple=True, metavar="SWITCH=VALUE", help="See undermine rules --switches."
            ),
            click.option(
                "--with", "extras", default="", metavar="A,B", help=f"Extras to play with: {', '.join(MODULES)}."
            ),
            click.option(
                "--edition",
                default="",
                help="Whose rules. Base game: anniversary, deluxe or ukrainian; other games have one edition.",
            ),
            click.option("--players", "number", type=int, help=f"Number of players.  [default: {players}]"),
            click.option("--game", default="classic", show_default=True, help=f"Which game: {', '.join(GAMES)}."),
        ):
            wrapped = option(wrapped)
        return wrapped

    return decorate


def switch(text: str) -> tuple[str, str]:
    """`roundEnd=anyPasses`, taken apart."""
    name, equals, value = text.partition("=")
    if not equals:
        raise click.ClickException(f"{text!r} sets nothing: write it as switch=value, such as roundEnd=anyPasses.")
    return name.strip(), value.strip()


def beginning(first: str, switches: dict[str, str]) -> tuple[dict[str, str], int]:
    """The switches and the seat that `--first P3` asks for."""
    if not first:
        return switches, 0
    found = re.fullmatch(r"P([1-9][0-9]?)", first.strip(), re.IGNORECASE)
    if found is None:
        raise click.ClickException(f"{first!r} is no seat: write it as P1, P2 and so on.")
    if switches.setdefault(HOST, "host") != "host":
        raise click.ClickException(
            "--first names who begins, and firstPlayer says otherwise: leave one of them out, or set it to host."
        )
    return switches, int(found[1]) - 1


@contextmanager
def one_sentence() -> Iterator[None]:
    """An error of ours ends the command with its sentence and exit code 1."""
    try:
        yield
    except UndermineError as error:
        raise click.ClickException(str(error)) from error
