"""Which games can be played here, how they are played, and what the rules say, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

from undermine.data import catalogue as book
from undermine.data.messages import message, word
from undermine.errors import DataError, OptionError
from undermine.present.guide import Guide
from undermine.present.guide import guide as written
from undermine.registry import Options, game_manifest, players_of
from undermine.server.protocol import Catalogue, EditionInfo, GameInfo, Rule, SwitchInfo
from undermine.server.sentences import Problem

OFFERED: Final = ("classic",)  # the games that the browser can show
PLAYERS_DIGITS: Final = 3  # a longer number is none


def offered(game: str) -> None:
    """Refuses a game that cannot be played here."""
    if game not in OFFERED:
        raise OptionError("BAD_GAME", f"There is no game {game!r}; choose one of: {', '.join(OFFERED)}.")


@cache
def catalogue(lang: str) -> Catalogue:
    """Every game that is offered."""
    return Catalogue([_game(key, lang) for key in OFFERED])


def _game(key: str, lang: str) -> GameInfo:
    about = game_manifest(key)
    return GameInfo(
        key=key,
        title=word(f"game.{key}", lang),
        players=about.players,
        editions=[EditionInfo(edition, word(f"edition.{edition}", lang)) for edition in about.editions],
        switches=[
            SwitchInfo(name, list(switch.values), switch.default, word(f"switch.{name}", lang))
            for name, switch in about.switches.items()
        ],
    )


def guide(asked: Mapping[str, str], lang: str) -> Guide:
    """How a table is played that is described by an address: `game`, `edition`, `players` and `with`, extras by comma."""
    game, edition = asked.get("game", "") or OFFERED[0], asked.get("edition", "")
    players = asked.get("players", "")
    if players and not (players.isdecimal() and players.isascii() and len(players) <= PLAYERS_DIGITS):
        raise Problem("BAD_REQUEST")
    extras = tuple(sorted({key for key in asked.get("with", "").split(",") if key}))
    try:
        return _guide(game, edition, int(players or 0), extras, lang)
    except OptionError as error:
        raise Problem(error.code, 400, message(error.code, lang)) from error


@lru_cache(maxsize=64)
def _guide(game: str, edition: str, players: int, extras: tuple[str, ...], lang: str) -> Guide:
    fewest, _ = players_of(Options(game=game, extras=extras))
    return written(Options(game=game, edition=edition, players=players or fewest, extras=extras), lang)


def rule(rule_id: str, lang: str) -> Rule:
    """A rule's own words; rulings (`R-05`) are answered too."""
    for ruling in book.rulings():
        if ruling.id == rule_id:
            return Rule(rule_id, ruling.ruling[lang])
    try:
        return Rule(rule_id, book.rule(rule_id).text[lang])
    except DataError as error:
        raise Problem("NO_RULE", 404) from error
