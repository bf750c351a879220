"""Tables drawn at random: any game, any number of players, edition, switches, layouts and extras that go together."""

from __future__ import annotations

import random
from functools import cache

import msgspec

from undermine.errors import OptionError
from undermine.kernel.manifest import Switch
from undermine.registry import (
    GAMES,
    Options,
    extras_of,
    game_manifest,
    needs,
    players_of,
    ruleset,
    shuns,
    switches_of,
)

COLUMNS = range(-4, 10)  # of cells that a table chooses: most can be reached
ROWS = range(-4, 5)


@cache
def games() -> dict[str, int]:
    """Every game, and how often it is drawn: the more extras it has, the more there is to combine."""
    return {game: 4 + len(extras_of(game)) for game in GAMES}


@cache
def company(key: str) -> frozenset[str]:
    """An extra and all that it cannot be played without."""
    found = {key}
    for other in needs(key):
        found |= company(other)
    return frozenset(found)


@cache
def quarrel(key: str, other: str) -> bool:
    return key in shuns(other) or other in shuns(key)


def together(keys: list[str], game: str) -> tuple[str, ...]:
    """As many of these extras as go together, those named first before others."""
    found: set[str] = set()
    for key in keys:
        more = found | company(key)
        if not any(quarrel(one, other) for one in more for other in more):
            least, most = players_of(Options(game=game, extras=tuple(more)))
            found = more if least <= most else found
    return tuple(sorted(found))


def some_extras(rnd: random.Random, game: str) -> tuple[str, ...]:
    """None, one, or as many as go together, in equal parts."""
    keys = extras_of(game)
    return together(rnd.sample(keys, rnd.choice((0, min(1, len(keys)), rnd.randint(0, len(keys))))), game)


def some_switches(rnd: random.Random, options: Options) -> dict[str, str]:
    """No switch, a single one, or any number of them."""
    switches = switches_of(options)
    wanted = rnd.sample(sorted(switches), rnd.choice((0, min(1, len(switches)), rnd.randint(0, len(switches)))))
    return {name: some_value(rnd, switches[name]) for name in wanted}


def some_value(rnd: random.Random, switch: Switch) -> str:
    """One of its values, or cells that do not touch each other or the entrance; other cards may still lie there."""
    if not switch.cells or not rnd.randrange(4):
        return rnd.choice(switch.values)
    cells = [(0, 0)]
    while len(cells) <= switch.cells:
        x, y = rnd.choice(COLUMNS), rnd.choice(ROWS)
        if all(abs(x - u) + abs(y - v) > 1 for u, v in cells):
            cells.append((x, y))
    return " ".join(f"{x},{y}" for x, y in cells[1:])


def draw(rnd: random.Random, game: str = "") -> Options:
    """The options of a table. Where switches keep extras apart, or their cards have no room, another one is drawn."""
    weights = games()
    while True:
        options = some_table(rnd, game or rnd.choices(list(weights), list(weights.values()))[0])
        try:
            ruleset(options)
        except OptionError as error:
            if error.code not in ("BAD_LAYOUT", "MODULE_CONFLICT"):  # a switch may keep extras apart
                raise
        else:
            return options


def some_table(rnd: random.Random, game: str) -> Options:
    extras = some_extras(rnd, game)
    least, most = players_of(Options(game=game, extras=extras))
    players = rnd.randint(least, most)
    plain = Options(
        game=game,
        players=players,
        edition=rnd.choice(list(game_manifest(game).editions)),
        extras=extras,
        first=rnd.randrange(players),
    )
    return msgspec.structs.replace(plain, switches=some_switches(rnd, plain))
