"""Which games can be played here, and what the rules say, in the reader's language."""

from __future__ import annotations

from functools import cache

from undermine.data import catalogue as book
from undermine.data.messages import word
from undermine.errors import DataError
from undermine.registry import GAMES, game_manifest
from undermine.server.protocol import Catalogue, EditionInfo, GameInfo, Rule, SwitchInfo
from undermine.server.sentences import Problem


@cache
def catalogue(lang: str) -> Catalogue:
    """Every game of the registry."""
    return Catalogue([_game(key, lang) for key in GAMES])


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
