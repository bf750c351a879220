"""Finds games and their modules, reads their manifests, and puts a ruleset together from a table's options."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from undermine.data.manifest import load as manifest
from undermine.errors import OptionError
from undermine.games.classic.base import CLASSIC
from undermine.kernel.manifest import Manifest, Settings
from undermine.kernel.ruleset import Game, Module, Ruleset, build

GAMES: dict[str, Game] = {"classic": CLASSIC}
MODULES: dict[str, Module] = {}


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a host chooses. `switches` are single deviations from the edition; `first` counts with firstPlayer=host."""

    game: str = "classic"
    players: int = 5
    edition: str = ""
    extras: tuple[str, ...] = ()
    switches: dict[str, str] = {}
    first: int = 0


def game_manifest(key: str) -> Manifest:
    """What a game brings as data."""
    if key not in GAMES:
        raise OptionError("BAD_GAME", f"There is no game {key!r}; choose one of: {', '.join(GAMES)}.")
    return manifest(key)


def edition_of(options: Options) -> str:
    """The edition that is meant: the first of the manifest when none is named."""
    editions = game_manifest(options.game).editions
    edition = options.edition or next(iter(editions))
    if edition not in editions:
        raise OptionError("BAD_EDITION", f"There is no edition {edition!r}; choose one of: {', '.join(editions)}.")
    return edition


def settings_of(options: Options) -> Settings:
    """Every switch's value: default, then edition, then the table's own choice."""
    switches = game_manifest(options.game).switches
    values = {name: switch.default for name, switch in switches.items()}
    values.update(game_manifest(options.game).editions[edition_of(options)])
    for name, value in options.switches.items():
        if name not in switches:
            raise OptionError("BAD_SWITCH", f"There is no switch {name!r}; choose one of: {', '.join(switches)}.")
        if value not in switches[name].values:
            known = ", ".join(switches[name].values)
            raise OptionError("BAD_SWITCH_VALUE", f"Switch {name} cannot be {value!r}; choose one of: {known}.")
        values[name] = value
    if not 0 <= options.first < options.players:
        raise OptionError(
            "BAD_SWITCH_VALUE", f"P{options.first + 1} cannot begin: name a seat from P1 to P{options.players}."
        )
    values["firstSeat"] = str(options.first)
    return Settings(values)


def ruleset(options: Options) -> Ruleset:
    """The immutable rules of a table; the same options give the same object."""
    key = msgspec.json.encode(options, order="sorted")
    return assemble(key)


@lru_cache(maxsize=256)
def assemble(key: bytes) -> Ruleset:
    """Build a ruleset from encoded options, once."""
    options = msgspec.json.decode(key, type=Options)
    about = game_manifest(options.game)
    least, most = about.players
    if not least <= options.players <= most:
        raise OptionError(
            "PLAYER_COUNT", f"{about.title} is for {least} to {most} players, not {options.players}: change the number."
        )
    for extra in options.extras:
        if extra not in MODULES:
            raise OptionError("BAD_EXTRA", f"There is no extra {extra!r} for {about.title}.")
    settings = settings_of(options)
    modules = [MODULES[extra] for extra in options.extras]
    manifests = {about.key: about} | {extra: manifest(extra) for extra in options.extras}
    return build(GAMES[options.game], modules, options.players, settings, manifests)
