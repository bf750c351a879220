"""Views, cards and screens put together by hand."""

from __future__ import annotations

import io
from typing import Any

from rich.console import Console

from undermine.cli.terminal.screen import Screen
from undermine.cli.terminal.tale import Names
from undermine.cli.terminal.words import Words
from undermine.present.box import box_of
from undermine.present.view import (
    Box,
    Bunch,
    Cell,
    ClassicMine,
    ClassicPlayer,
    ClassicView,
    DuelPlayer,
    DuelView,
    Face,
    MinesPlayer,
    MinesView,
    Printed,
)
from undermine.registry import Options, ruleset

BARE: dict[str, Any] = {"round": 1, "rounds": 3, "phase": "turn"}
PLAYERS = {"classic": 5, "duel": 2, "duel-solo": 1, "lost-mines": 4}


def box(game: str, extras: tuple[str, ...] = (), lang: str = "en") -> Box:
    return box_of(ruleset(Options(game=game, players=PLAYERS[game], extras=extras)), lang)


def faces(game: str, extras: tuple[str, ...] = ()) -> dict[str, Face]:
    return box(game, extras).faces


def path(shape: str, *printed: Printed) -> Face:
    """A card that is laid, with something on it."""
    return Face(kind="tunnel", art=shape, shape=shape, printed=list(printed))


def screen_of(game: str, lang: str, players: int, width: int = 100, extras: tuple[str, ...] = ()) -> Screen:
    console = Console(file=io.StringIO(), width=width)
    return Screen(console, Words(lang, game), Names([""] * players), box(game, extras, lang))


def cell(x: int, y: int, kind: Any, shape: str = "", card: str = "", **more: Any) -> Cell:
    return Cell(x=x, y=y, kind=kind, shape=shape, card=card, **more)


def classic(cells: list[Cell], seats: int = 0, **more: Any) -> ClassicView:
    more.setdefault("players", [ClassicPlayer(seat=seat) for seat in range(seats)])
    return ClassicView(**{**BARE, "cells": cells, **more})


def duel(cells: list[Cell], seats: int = 2, **more: Any) -> DuelView:
    colours: Any = ("green", "blue")
    players = [DuelPlayer(seat=seat, colour=colours[seat]) for seat in range(seats)]
    return DuelView(**{**BARE, "cells": cells, "players": players, **more})


def mines(cells: list[Cell], seats: int, **more: Any) -> MinesView:
    clans: Any = ("blue", "yellow")
    players = [MinesPlayer(seat=seat, clan=clans[seat % 2], x=0, y=0, path="") for seat in range(seats)]
    return MinesView(**{**BARE, "cells": cells, "players": players, **more})


def holding(*cards: str) -> ClassicMine:
    return ClassicMine(seat=0, hand=[Bunch(card=card) for card in cards])
