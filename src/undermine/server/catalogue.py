"""Which games can be played here, and what the rules say, in the reader's language."""

from __future__ import annotations

from functools import cache
from typing import Final

from undermine.data import catalogue as book
from undermine.data.messages import word
from undermine.errors import DataError, OptionError
from undermine.registry import game_manifest
from undermine.server.protocol import Catalogue, EditionInfo, GameInfo, Rule, SwitchInfo
from undermine.server.sentences import Problem

OFFERED: Final = ("classic",)  # the games that the browser can show


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


def rule(rule_id: str, lang: str) -> Rule:
    """A rule's own words; rulings (`R-05`) are answered too."""
    for ruling in book.rulings():
        if ruling.id == rule_id:
            return Rule(rule_id, ruling.ruling[lang])
    try:
        return Rule(rule_id, book.rule(rule_id).text[lang])
    except DataError as error:
        raise Problem("NO_RULE", 404) from error
