"""How fast the engine is: random play inside it, driven from Python, with every seat's view, and copies of states."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.bots import derived
from undermine.bots.playout import copies, midgame, playouts
from undermine.errors import UndermineError
from undermine.kernel import engine
from undermine.kernel.agenda import WIDEST
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import legal, open_game, options, step, waiting
from undermine.kernel.ids import lowest
from undermine.kernel.ruleset import Ruleset
from undermine.registry import kit_of, ruleset, table_of
from undermine.sim.anchors import Anchor
from undermine.sim.instructions import PLIES, SEED, by_counter, by_valgrind
from undermine.sim.measure import Gauge, compare, timed

SAMPLE: Final = 10  # games of a checksum, unless more are asked for
BATCH: Final = 50  # games between two reports of progress; part of what a checksum is
GAUGES: Final = 4  # for each game

# ratio: what of ours is divided by which anchor
RATIOS: Final = {
    "playout/hearts": ("playout_moves_per_second", "hearts_native"),
    "python/hearts_python": ("python_moves_per_second", "hearts_python"),
    "python/hanabi_python": ("python_moves_per_second", "hanabi_python"),
    "views/hanabi": ("views_moves_per_second", "hanabi_native"),
    "views/hearts": ("views_moves_per_second", "hearts_native"),
}


@dataclass(frozen=True)
class Report:
    """What `undermine bench` finds out, in the shape of its JSON."""

    compiled: bool
    games: dict[str, dict[str, float]]
    checksum: str
    anchors: dict[str, float | dict[str, float]]
    instructions: dict[str, dict[str, float]]  # of a move; empty where they cannot be counted


def compiled() -> bool:
    """Is the engine the compiled one?"""
    return not str(engine.__file__).endswith(".py")


def bench(
    keys: list[str],
    anchors: list[Anchor],
    rounds: int,
    seconds: float,
    told: Callable[[], None] = lambda: None,
    valgrind: bool = False,
) -> Report:
    """Measure all games and anchors interleaved; `told` hears of every measurement."""
    gauges: dict[str, list[Gauge]] = {key: game_gauges(ruleset(table_of(key))) for key in keys}
    others = [Gauge(anchor.name, anchor.run) for anchor in anchors]
    checksum = checked(keys)
    compare([gauge for group in gauges.values() for gauge in group] + others, rounds, seconds, told)
    found = {key: {gauge.name: rate(gauge) for gauge in group} for key, group in gauges.items()}
    beside = against(found[keys[0]], {gauge.name: gauge.best for gauge in others})
    counted = by_valgrind(keys, told) if valgrind else by_counter(keys)
    return Report(compiled(), found, checksum, beside, counted)


def rate(gauge: Gauge) -> float:
    """Moves in a second, or the nanoseconds of a copy."""
    return 1e9 / gauge.best if gauge.name == "copy_ns" else gauge.best


def against(ours: dict[str, float], anchors: dict[str, float]) -> dict[str, float | dict[str, float]]:
    """The anchors, and how many times as fast we are."""
    if not anchors:
        return {}
    ratios = {name: ours[mine] / anchors[other] for name, (mine, other) in RATIOS.items()}
    return {**anchors, "ratios": ratios}


def game_gauges(rules: Ruleset) -> list[Gauge]:
    """What is measured of each game."""
    state = midgame(rules, SEED, PLIES)
    return [
        Gauge("playout_moves_per_second", lambda n: timed(lambda: playouts(rules, n, SEED, False, False)[0])),
        Gauge("python_moves_per_second", lambda n: timed(lambda: drive(rules, n, SEED))),
        Gauge("views_moves_per_second", lambda n: timed(lambda: playouts(rules, n, SEED, True, True)[0])),
        Gauge("copy_ns", lambda n: timed(lambda: copies(state, 100 * n))),
    ]


def drive(rules: Ruleset, games: int, seed: int) -> int:
    """Random games, every move made from here, outside the compiled code; returns the number of moves."""
    chance = Seeded(seed)
    number = random.Random(seed).random
    buffer = vec[i64]([0] * WIDEST)
    moves = 0
    for _ in range(games):
        play = open_game(rules, chance, None)
        s = play.state
        seat = lowest(waiting(s))
        while seat >= 0:
            found = options(s, seat, buffer)
            seat = step(play, seat, buffer[int(number() * int(found))], chance)
            moves += 1
    return moves


# Checksums over the number of legal moves and the move chosen, at every move


def checked(keys: list[str]) -> str:
    """A checksum over a few games of each; the same games with a log kept and views folded must give it as well."""
    results: list[tuple[int, int]] = []
    for key in keys:
        rules = ruleset(table_of(key))
        plain = playouts(rules, SAMPLE, SEED, False, False)
        for keep, watch in ((True, False), (True, True)):
            if playouts(rules, SAMPLE, SEED, keep, watch) != plain:
                raise UndermineError(
                    "BAD_CHECKSUM",
                    f"{key} goes otherwise when its events are kept: report this as a bug of the engine.",
                )
        results += [plain, middle(rules, SAMPLE, SEED)]
    return short(results)


def checksum(keys: list[str], rounds: int, told: Callable[[int], None] = lambda _: None) -> str:
    """The same over at least so many rounds of each game and of each of two policies; `told` hears of rounds done."""
    results: list[tuple[int, int]] = []
    for key in keys:
        rules = ruleset(table_of(key))
        a_game = kit_of(rules).rounds
        games = -(-rounds // a_game)
        for first in range(0, games, BATCH):
            number = min(BATCH, games - first)
            seed = derived(SEED, first)
            results += [playouts(rules, number, seed, False, False), middle(rules, number, seed)]
            told(number * a_game)
    return short(results)


def short(results: list[tuple[int, int]]) -> str:
    """Moves and checksums of many games in sixteen digits."""
    return hashlib.sha256(repr(results).encode()).hexdigest()[:16]


def middle(rules: Ruleset, games: int, seed: int) -> tuple[int, int]:
    """Games in which everybody takes the action in the middle of the list; moves and checksum as of `playouts`."""
    chance = Seeded(seed)
    moves = 0
    check = 0
    for _ in range(games):
        play = open_game(rules, chance, None)
        s = play.state
        seat = lowest(waiting(s))
        while seat >= 0:
            actions = legal(s, seat)
            action = actions[len(actions) // 2]
            seat = step(play, seat, action, chance)
            moves += 1
            check = (check * 31 + len(actions) * 1009 + action) & 0xFFFFFFFF
    return moves, check
