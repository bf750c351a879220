"""Nobody can tell two worlds apart that differ in what they may not know: `make silence [PAIRS=2000]`.

Every game, every extra and tables drawn at random are served in pairs of worlds (`tests/silence/worlds.py`), and everything
that an observer is sent is compared. Then leaks are planted (`tests/silence/plants.py`), and each must be noticed. The last
line has the figures; the exit code is 1 when anything leaked, or a plant was not noticed.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Iterator
from multiprocessing import get_context

import structlog

from tests.fuzz.combinations import draw
from tests.silence.plants import PLANTS
from tests.silence.worlds import Found, watch
from undermine.registry import GAMES, MODULES, Options

EACH = 6  # pairs of one table
MOVES = 8
TRIES = 12  # tables at which a plant may show


def tables(pairs: int) -> Iterator[tuple[Options, int]]:
    """All games and extras in turn, and as many others as there is time for."""
    rnd = random.Random(7)
    keys = [*GAMES, *MODULES, ""]
    for number in range(max(len(keys), pairs // EACH)):
        key = keys[number % len(keys)]
        yield table_with(key, rnd), number


def table_with(key: str, rnd: random.Random) -> Options:
    """A game, or a table where an extra takes part; any, without a name."""
    while True:
        options = draw(rnd, key if key in GAMES else "")
        if key in ("", *GAMES) or key in options.extras:
            return options


def quietly() -> None:
    """The server's log has its own tests."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("critical"))


def one_table(work: tuple[Options, int]) -> Found:
    options, seed = work
    quietly()
    return watch(options, seed, EACH, MOVES)


def noticed(name: str) -> str:
    """What showed a planted leak; empty if nothing did."""
    quietly()
    rnd = random.Random(name)
    for seed in range(TRIES):
        found = watch(draw(rnd), seed, 3, MOVES, PLANTS[name])
        if found.leaks:
            return found.leaks[0]
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.silence.run", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pairs", type=int, default=2000)
    given = parser.parse_args()
    total = Found()
    played: set[str] = set()
    with get_context("spawn").Pool(os.cpu_count()) as pool:
        work = list(tables(given.pairs))
        for (options, _), found in zip(work, pool.imap(one_table, work), strict=True):
            total.pairs += found.pairs
            total.messages += found.messages
            total.leaks += found.leaks
            played |= {options.game, *options.extras} if found.pairs else set()
            for leak in found.leaks:
                print(leak, flush=True)
        names = list(PLANTS)
        missed = []
        for name, shown in zip(names, pool.imap(noticed, names), strict=True):
            print(f"planted: {name}: {'noticed' if shown else 'NOT NOTICED'}", flush=True)
            missed += [] if shown else [name]
    unplayed = sorted({*GAMES, *MODULES} - played)
    print(
        f"silence: {total.pairs} pairs of worlds, {total.messages} messages compared, {len(played)} of"
        f" {len(GAMES) + len(MODULES)} games and extras{' (not ' + ', '.join(unplayed) + ')' if unplayed else ''},"
        f" {len(total.leaks)} leaks; {len(names) - len(missed)} of {len(names)} planted leaks noticed",
        flush=True,
    )
    return 1 if total.leaks or missed or unplayed else 0


if __name__ == "__main__":
    sys.exit(main())
