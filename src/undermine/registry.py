"""Finds games and their extras, reads their manifests, and puts a ruleset together from a table's options.

A game is one package with one entry in GAMES: its rules, and a `kit` beside them with everything that the layers above
ask of it.
"""

from __future__ import annotations

import hashlib
import pkgutil
import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, TypeVar, cast

import msgspec

from undermine.data import pins
from undermine.data.house import altered
from undermine.data.manifest import AS_THE_GAME, extra_keys
from undermine.data.manifest import load as manifest
from undermine.data.table import BESIDE
from undermine.errors import OptionError
from undermine.games.classic import extras
from undermine.games.classic.rules.base import CLASSIC
from undermine.games.duel.rules.base import DUEL
from undermine.games.duel.rules.solo import DUEL_SOLO
from undermine.games.lost_mines.rules.base import LOST_MINES
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import open_game
from undermine.kernel.forms import Form
from undermine.kernel.manifest import ConflictError, LayoutError, Manifest, Settings, Switch
from undermine.kernel.ruleset import Game, Module, Ruleset, build
from undermine.kernel.state import State

if TYPE_CHECKING:  # layers above, which a kit stands on
    from undermine.bots.mind import Mind
    from undermine.notation.position_base import Position
    from undermine.notation.words import GameWords
    from undermine.present.presenter import Presenter
    from undermine.present.sheet import Sheet
    from undermine.scenarios.scenes import Scenes
    from undermine.sim.counting import Count

M = TypeVar("M", bound=Module)


def found_in(package: str, path: list[str]) -> dict[str, Module]:
    """The extras of a package, by key: `MODULE` of each module or package in it. One without it is shared by others."""
    modules: dict[str, Module] = {}
    for entry in sorted(pkgutil.iter_modules(path), key=lambda entry: entry.name):
        module = getattr(import_module(f"{package}.{entry.name}"), "MODULE", None)
        if isinstance(module, Module):
            modules[module.meta.key] = module
    return modules


def found_beside(group: str, sort: type[M]) -> dict[str, M]:
    """What other packages bring, by entry points; one that fails is left out, with a warning."""
    modules: dict[str, M] = {}
    for entry in entry_points(group=group):
        try:
            module = entry.load()
        except Exception as error:  # noqa: BLE001  # whatever it is: no table must go down with it
            warnings.warn(f"{entry.name!r} of {entry.value} is left out: {error!r}", stacklevel=2)
            continue
        if isinstance(module, sort):
            modules[module.meta.key] = module
    return modules


# Where a game is registered: nothing else names one. Games and extras of other packages are found by their entry points.
GAMES: dict[str, Game] = found_beside(BESIDE[0], Game) | {
    "classic": CLASSIC, "duel": DUEL, "duel-solo": DUEL_SOLO, "lost-mines": LOST_MINES,
}  # fmt: skip
MODULES: dict[str, Module] = found_beside(BESIDE[1], Module) | found_in(extras.__name__, list(extras.__path__))


def silent(_rules: Ruleset) -> list[Form]:
    """Nobody is there to talk to."""
    return []


@dataclass(frozen=True)
class Kit:
    """What a game brings besides its rules: how it is written, shown, set up in scenarios, judged by bots and counted."""

    words: GameWords
    position: type[Position]
    presenter: Presenter
    sheet: Sheet
    scenes: Scenes[Any]
    judge: Callable[[State, int, list[int]], list[int]]  # how good each action looks to a seat that knows this much
    mind: Callable[[], Mind]  # who remembers what a seat is told, and judges by it
    count: type[Count]
    rounds: int  # in a whole game
    claims: Callable[[Ruleset], list[Form]] = silent  # what can be said at the table


@cache
def kit(key: str) -> Kit:
    """The kit beside a game's rules; imported when it is asked for, since it stands on layers above this one."""
    if key not in GAMES:
        raise OptionError("BAD_GAME", f"There is no game {key!r}; choose one of: {', '.join(GAMES)}.")
    package = type(GAMES[key]).__module__.partition(".rules.")[0]
    return cast("Kit", import_module(f"{package}.kit").KIT)


def kit_of(rules: Ruleset) -> Kit:
    """The kit of the game that is played."""
    return kit(rules.game.meta.key)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a host chooses. `switches` are single deviations from the edition; `first` counts with firstPlayer=host.

    `house` are house rules: numbers of cards, rows of tables and layouts that are not the printed ones (see `data.house`).
    The order of `extras` does not matter. `pinned` is for a game that runs on as it began, under another version (`pin`).
    """

    game: str = "classic"
    players: int = 5
    edition: str = ""
    extras: tuple[str, ...] = ()
    switches: dict[str, str] = {}
    first: int = 0
    pinned: str = ""
    house: dict[str, str] = {}


def table_of(name: str) -> Options:
    """A table by its short name: `classic-5`, or with `+` and the name of each extra behind it."""
    table, *extras = name.split("+")
    game, _, players = table.rpartition("-")
    if not game or not re.fullmatch(r"[0-9]{1,4}", players):
        raise OptionError(
            "BAD_GAME", f"{name!r} names no game: write it with its number of players, such as classic-5."
        )
    return Options(game=game, players=int(players), extras=tuple(extras))


# What there is


def game_manifest(key: str) -> Manifest:
    """What a game brings as data."""
    if key not in GAMES:
        raise OptionError("BAD_GAME", f"There is no game {key!r}; choose one of: {', '.join(GAMES)}.")
    return manifest(key)


def extras_of(game: str) -> list[str]:
    """The extras that a game can be played with, in the order in which they are put in."""
    return in_order([key for key, module in MODULES.items() if game in module.meta.requires])


def extra_manifest(key: str) -> Manifest:
    """What an extra brings as data; one without a file brings nothing."""
    if key in extra_keys():
        return manifest(key)
    return Manifest(key, key, AS_THE_GAME, {}, {}, {}, {}, {})


def needs(key: str) -> set[str]:
    """The extras without which an extra cannot be played."""
    return (set(MODULES[key].meta.requires) & set(MODULES)) | set(extra_manifest(key).requires)


def shuns(key: str) -> set[str]:
    """The extras with which it cannot be played."""
    return set(MODULES[key].meta.excludes) | set(extra_manifest(key).excludes)


def in_order(keys: list[str]) -> list[str]:
    """Extras in the one order in which they are put in: by name, but each behind those it needs or comes after."""
    left = sorted(set(keys))
    order: list[str] = []
    while left:
        ready = [key for key in left if not (needs(key) | set(extra_manifest(key).after)) & set(left) - {key}]
        order.append((ready or left)[0])
        left.remove(order[-1])
    return order


# What a table chooses


def chosen(options: Options) -> list[str]:
    """The extras of a table, in order; a combination that does not go is refused."""
    title = game_manifest(options.game).title
    for key in options.extras:
        if key not in MODULES or options.game not in MODULES[key].meta.requires:
            known = ", ".join(extras_of(options.game))
            advice = f"choose from: {known}" if known else f"{title} is played without extras"
            raise OptionError("BAD_EXTRA", f"There is no extra {key!r} for {title}; {advice}.")
    order = in_order(list(options.extras))
    for key in order:
        for other in order:
            if other in shuns(key):
                raise OptionError(
                    "MODULE_CONFLICT", f"Extras {key!r} and {other!r} exclude each other: leave one of them out."
                )
        for other in sorted(needs(key) - set(order)):
            raise OptionError("MODULE_CONFLICT", f"Extra {key!r} cannot be played without {other!r}: add it.")
    return order


def edition_of(options: Options) -> str:
    """The edition that is meant: the first of the manifest when none is named."""
    editions = game_manifest(options.game).editions
    edition = options.edition or next(iter(editions))
    if edition not in editions:
        raise OptionError("BAD_EDITION", f"There is no edition {edition!r}; choose one of: {', '.join(editions)}.")
    return edition


def players_of(options: Options) -> tuple[int, int]:
    """The fewest and the most players: those of the game, unless extras say otherwise."""
    ranges = [extra_manifest(key).players for key in chosen(options)]
    named = [pair for pair in ranges if pair != AS_THE_GAME] or [game_manifest(options.game).players]
    return max(least for least, _ in named), min(most for _, most in named)


def switches_of(options: Options) -> dict[str, Switch]:
    """Every switch of a table: the game's own, then those of its extras."""
    found = dict(game_manifest(options.game).switches)
    for key in chosen(options):
        found |= extra_manifest(key).switches
    return found


def settings_of(options: Options) -> Settings:
    """Every switch's value: default, then edition, then the table's own choice."""
    switches = switches_of(options)
    edition = edition_of(options)
    values = {name: switch.default for name, switch in switches.items()}
    for about in [game_manifest(options.game), *map(extra_manifest, chosen(options))]:
        values.update(about.editions.get(edition, {}))
    for name, value in options.switches.items():
        if name not in switches:
            raise OptionError("BAD_SWITCH", f"There is no switch {name!r}; choose one of: {', '.join(switches)}.")
        if value not in switches[name].values and not lists_cells(value, switches[name].cells):
            known = ", ".join(switches[name].values)
            if switches[name].cells:
                number = switches[name].cells
                cells = f"{number} cells with a space between them" if number > 1 else "a cell"
                known += f", or {cells}, such as {' '.join(f'{2 * at},4' for at in range(1, number + 1))}"
            raise OptionError("BAD_SWITCH_VALUE", f"Switch {name} cannot be {value!r}; choose one of: {known}.")
        values[name] = value
    if not 0 <= options.first < options.players:
        raise OptionError(
            "BAD_SWITCH_VALUE", f"P{options.first + 1} cannot begin: name a seat from P1 to P{options.players}."
        )
    values["firstSeat"] = str(options.first)
    return Settings(values)


def lists_cells(value: str, number: int) -> bool:
    """Is this a list of so many cells, such as `2,-2 5,2`?"""
    cells = value.split(" ")
    return len(cells) == number and all(re.fullmatch(r"-?[0-9]{1,2},-?[0-9]{1,2}", cell) for cell in cells)


# The rules of a table


def ruleset(options: Options) -> Ruleset:
    """The immutable rules of a table; the same options give the same object."""
    if options.pinned:
        options = msgspec.structs.replace(options, extras=tuple(in_order(_known(options))))
    elif options.extras:
        options = msgspec.structs.replace(options, extras=tuple(chosen(options)))
    return assemble(msgspec.json.encode(options, order="sorted"))


@lru_cache(maxsize=256)
def assemble(key: bytes) -> Ruleset:
    """Build a ruleset from encoded options, once."""
    options = msgspec.json.decode(key, type=Options)
    if options.pinned:
        return _assemble_pinned(options)
    about = game_manifest(options.game)
    least, most = players_of(options)
    if not least <= options.players <= most:
        raise OptionError(
            "PLAYER_COUNT",
            f"{name_of(options)} is for {how_many(least, most)}, not {options.players}: change the number.",
        )
    return _build(options, settings_of(options), about, {extra: extra_manifest(extra) for extra in options.extras})


def _build(options: Options, settings: Settings, about: Manifest, manifests: dict[str, Manifest]) -> Ruleset:
    modules = [MODULES[extra] for extra in options.extras]
    manifests[about.key] = with_tables(about, list(manifests.values()))
    if options.house:
        manifests = altered(manifests, options.house, options.players)
    try:
        rules = build(GAMES[options.game], modules, options.players, settings, manifests)
    except LayoutError as error:
        raise OptionError("BAD_LAYOUT", str(error)) from error
    except ConflictError as error:
        raise OptionError("MODULE_CONFLICT", str(error)) from error
    if options.house and not can_begin(rules):
        raise OptionError("BAD_HOUSE", "With these house rules there are not enough cards to begin: give some back.")
    return rules


def can_begin(rules: Ruleset) -> bool:
    """Are there enough cards for everybody?"""
    try:
        play = open_game(rules, Seeded(1), None)
    except (ArithmeticError, LookupError, ValueError):
        return False
    return min(play.state.cards.count) >= 0


# A game that runs on under another version

PINNED: dict[str, tuple[bytes, pins.Pins]] = {}  # by name, as it is stored and as it is read


def pins_of(options: Options) -> tuple[str, bytes]:
    """What a game that begins now keeps of this version's data, and the name of all that; raises OptionError."""
    return _pins(msgspec.json.encode(options, order="sorted"))


@lru_cache(maxsize=256)
def _pins(key: bytes) -> tuple[str, bytes]:
    options = msgspec.json.decode(key, type=Options)
    extras = chosen(options)
    values = {name: value for name, value in settings_of(options).values.items() if name != "firstSeat"}
    data = pins.write(values, [game_manifest(options.game), *map(extra_manifest, extras)])
    return hashlib.sha256(data).hexdigest()[:20], data


def pin(key: str, data: bytes) -> None:
    """Make known what `Options.pinned` of that name means; raises OptionError."""
    if key not in PINNED:
        PINNED[key] = data, pins.read(data)


def pinned(options: Options) -> bytes:
    """What `pin` has been given for these options; empty for a game of this version."""
    return PINNED[options.pinned][0] if options.pinned else b""


def spelled(options: Options) -> Options:
    """The same game for a reader who knows nothing of pins: what this version would turn the other way is a switch."""
    if not options.pinned:
        return options
    plain = msgspec.structs.replace(options, switches={}, pinned="")
    now, known = settings_of(plain).values, switches_of(plain)
    was = PINNED[options.pinned][1].values
    switches = {name: value for name, value in was.items() if name in known and value != now[name]}
    return msgspec.structs.replace(options, switches=switches)


def _known(options: Options) -> list[str]:
    """Extras that there still are."""
    game_manifest(options.game)
    for extra in options.extras:
        if extra not in MODULES:
            raise OptionError("RULES_GONE", f"There is no extra {extra!r} any more.")
    return list(options.extras)


def _assemble_pinned(options: Options) -> Ruleset:
    """As it began: nothing is checked that was checked then."""
    kept = PINNED[options.pinned][1]
    now = [game_manifest(options.game), *map(extra_manifest, options.extras)]
    switches = {name: switch for manifest in now for name, switch in manifest.switches.items()}
    settings = Settings({**pins.values(kept, switches), "firstSeat": str(options.first)})
    about, *others = (pins.manifest(kept, manifest) for manifest in now)
    return _build(options, settings, about, {other.key: other for other in others})


def name_of(options: Options) -> str:
    """The game, and those extras that have a say in the number of players."""
    counting = [key for key in chosen(options) if extra_manifest(key).players != AS_THE_GAME]
    title = game_manifest(options.game).title
    return f"{title} with {' and '.join(counting)}" if counting else title


def how_many(least: int, most: int) -> str:
    """`3 to 10 players`, `2 players` or `1 player`."""
    if least < most:
        return f"{least} to {most} players"
    return f"{most} player" if most == 1 else f"{most} players"


def with_tables(about: Manifest, others: list[Manifest]) -> Manifest:
    """A game's manifest in which rows of tables that an extra has too, such as hands for more players, are the extra's."""
    tables = dict(about.tables)
    for other in others:
        for name in set(other.tables) & set(tables):
            tables[name] = tables[name] | other.tables[name]
    return Manifest(
        about.key, about.title, about.players, about.decks, tables, about.layouts, about.switches, about.editions
    )
