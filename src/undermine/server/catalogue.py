"""Which games can be played here, with what, and what the rules say, in the reader's language."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final, Literal

from msgspec.structs import replace

from undermine import bots
from undermine.data import catalogue as book
from undermine.data.messages import message, names, word
from undermine.errors import DataError, OptionError
from undermine.present.box import box
from undermine.present.guide import Guide
from undermine.present.guide import guide as written
from undermine.present.view import Face
from undermine.registry import GAMES, Options, extra_manifest, extras_of, game_manifest, players_of
from undermine.server.bodies import Catalogue, EditionInfo, ExtraInfo, GameInfo, LevelInfo, OpenTable, PresetInfo, Rule
from undermine.server.boxes import Packed, packed
from undermine.server.game import read_options
from undermine.server.sentences import Problem
from undermine.server.store.base import Table

Kind = Literal["expansion", "card", "mini", "variant"]
PLAYERS_DIGITS: Final = 3  # a longer number is none

_offers: Final[dict[str, Any]] = tomllib.loads(files("undermine.server").joinpath("offers.toml").read_text("utf-8"))
OFFERED: Final = tuple(_offers["games"])  # the games that the browser can show; others are played by its protocol alone
KINDS: Final[tuple[Kind, ...]] = ("expansion", "card", "mini", "variant")


def offered(game: str) -> None:
    """Refuses a game that cannot be played here."""
    if game not in GAMES:
        raise OptionError("BAD_GAME", f"There is no game {game!r}; choose one of: {', '.join(OFFERED)}.")


def usual_players(game: str) -> int:
    """How many people think of who name a game and no number."""
    number: int = _offers["games"][game]["players"] if game in OFFERED else game_manifest(game).players[0]
    return number


def level(key: str, lang: str) -> str:
    """A bot's level that somebody asks for; empty, for the usual one, stays empty."""
    if key and key not in bots.names():
        raise Problem("BAD_BOT", 400, message("BAD_BOT", lang))
    return key


@cache
def catalogue(lang: str) -> Catalogue:
    """Everything that is offered."""
    return Catalogue([_game(key, lang) for key in OFFERED], _presets(lang), _levels(lang))


def _game(key: str, lang: str) -> GameInfo:
    about = game_manifest(key)
    return GameInfo(
        key=key,
        title=word(f"setup.about.game.{key}.title", lang),
        text=word(f"setup.about.game.{key}.text", lang),
        players=about.players,
        faces=[_faces(key)[face] for face in _offers["games"][key]["faces"]],
        editions=[EditionInfo(edition, word(f"edition.{edition}", lang)) for edition in about.editions],
        extras=[_extra(extra, lang) for extra in sorted(extras_of(key), key=rank)],
    )


def rank(extra: str) -> tuple[int, int]:
    """Where an extra stands among the others: kind by kind, and in each in the order of the list."""
    kind = _kind(extra)
    listed: list[str] = _offers["kinds"][kind]
    return KINDS.index(kind), listed.index(extra) if extra in listed else len(listed)


def _kind(extra: str) -> Kind:
    return next((kind for kind in KINDS if extra in _offers["kinds"][kind]), "variant")


def _extra(key: str, lang: str) -> ExtraInfo:
    game = next(game for game in GAMES if key in extras_of(game))
    found = _faces(game, (key,)).get(_offers["faces"].get(key, key)) or Face(kind="action", art=key)
    return ExtraInfo(key, title_of(key, lang), names(lang).get(f"setup.about.extra.{key}", ""), _kind(key), found)


def title_of(extra: str, lang: str) -> str:
    """What an extra is called; one that another package brings may have left that to its manifest."""
    return names(lang).get(f"extra.{extra}") or extra_manifest(extra).title


@cache
def _faces(game: str, extras: tuple[str, ...] = ()) -> dict[str, Face]:
    options = Options(game=game, extras=extras)
    fewest, _ = players_of(options)
    return box(replace(options, players=fewest), "en").faces


def _presets(lang: str) -> list[PresetInfo]:
    """Those whose extras are all there."""
    return [
        PresetInfo(
            key=preset["key"],
            title=word(f"setup.preset.{preset['key']}.title", lang),
            text=word(f"setup.preset.{preset['key']}.text", lang),
            game=preset["game"],
            edition=next(iter(game_manifest(preset["game"]).editions)),
            extras=preset["extras"],
            players=preset["players"],
            switches=preset.get("switches", {}),
        )
        for preset in _offers["presets"]
        if set(preset["extras"]) <= set(extras_of(preset["game"]))
    ]


def _levels(lang: str) -> list[LevelInfo]:
    usual = bots.usual()
    keys = [usual, *(name for name in bots.names() if name != usual)]
    return [
        LevelInfo(key, word(f"setup.level.{key}.title", lang), word(f"setup.level.{key}.text", lang)) for key in keys
    ]


def described(asked: Mapping[str, str]) -> Options:
    """A table that is described by an address: `game`, `edition`, `players` and `with`, extras by comma."""
    game, edition = asked.get("game", "") or OFFERED[0], asked.get("edition", "")
    players = asked.get("players", "")
    if players and not (players.isdecimal() and players.isascii() and len(players) <= PLAYERS_DIGITS):
        raise Problem("BAD_REQUEST")
    extras = tuple(sorted({key for key in asked.get("with", "").split(",") if key}))
    fewest, _ = players_of(Options(game=game, extras=extras))
    return Options(game=game, edition=edition, players=int(players or 0) or fewest, extras=extras)


@contextmanager
def told_in(lang: str) -> Iterator[None]:
    """A table that cannot be is refused in the reader's language."""
    try:
        yield
    except OptionError as error:
        raise Problem(error.code, 400, message(error.code, lang)) from error


def guide(asked: Mapping[str, str], lang: str) -> Guide:
    """How such a table is played."""
    with told_in(lang):
        options = described(asked)
        return _guide(options.game, options.edition, options.players, options.extras, lang)


def box_of(asked: Mapping[str, str], lang: str) -> Packed:
    """What is in its box."""
    with told_in(lang):
        return packed(described(asked), lang)


@lru_cache(maxsize=64)
def _guide(game: str, edition: str, players: int, extras: tuple[str, ...], lang: str) -> Guide:
    return written(Options(game=game, edition=edition, players=players, extras=extras), lang)


def open_table_of(row: Table, lang: str) -> OpenTable:
    """A table for whoever looks for one."""
    options = read_options(row.options)
    return OpenTable(
        id=row.id,
        game=word(f"setup.about.game.{options.game}.title", lang),
        extras=[title_of(extra, lang) for extra in sorted(options.extras, key=rank)],
        players=options.players,
        free=sum(seat.kind == "open" for seat in row.seats),
        host=row.seats[row.host].name,
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
