"""What the server bears and what it costs: `make load [PARTS="moves floods"]`.

Each part prints its figures as it ends; the last line has all of them, and the exit code is 1 when a bound is missed. Moves
are compared with boardgame.io's server in the same run, which has a toy game in memory and its own client: ratios mean
something on any machine. Times are wall-clock and want a machine with nothing else to do.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from tests.load import floods, many, moves
from tests.load.figures import Figure


def say(text: str) -> None:
    print(text, flush=True)


def cost(share: float) -> list[Figure]:
    """Moves for each second of processor time, and how long a move takes at 200 a second."""
    runs, number, paced = 5, int(4000 * share), int(6000 * share)
    theirs = moves.toy(number, runs, paced, RATE)
    ours = moves.ours(number, runs, paced, RATE)
    for name, found in (("boardgame.io, a toy in memory", theirs), ("undermine, the game stored", ours)):
        runs_told = " ".join(f"{rate:.0f}" for rate in found.per_second)
        say(
            f"  {name}: {found.rate:.0f} moves for a CPU second ({runs_told}); at {RATE:.0f}/s p50 {found.p50:.2f} ms,"
            f" p99 {found.p99:.2f} ms, {found.skipped} too late"
        )
    say(f"  {ours.disk / 1024:.1f} KB written to disk for a move")
    return [
        Figure("moves per CPU second against boardgame.io", ours.rate / theirs.rate, "x", 1.5, more=True),
        Figure("p50 against boardgame.io", ours.p50 / theirs.p50, "x", 1.0),
        Figure("p99 against boardgame.io", ours.p99 / theirs.p99, "x", 1.0),
    ]


def idle(share: float) -> list[Figure]:
    """Sockets that say nothing."""
    number = int(2000 * share)
    return [Figure(f"memory of each of {number} idle sockets", many.idle(number), " KB", 35)]


def tables(share: float) -> list[Figure]:
    """People and bots at many tables, before and after a restart."""
    number, delay, seconds = int(1000 * share), 1.15, 30.0
    late = many.lateness(number, seconds, delay)
    say(
        f"  {number} tables, {late.moves} moves of bots in {seconds:.0f} s, {late.load:.2f} of 2 cores;"
        f" {', '.join(f'{size >> 20} MB' for size in late.memory)} in memory; restarted in {late.restart:.1f} s, {len(late.after_restart)} moves of bots from 10 s after"
    )
    if not late.waits or not late.after_restart:
        return [Figure("moves of bots", 0, "", 1, more=True)]
    return [
        Figure(f"latest bot of {number} tables", max(late.waits), " s", 1),
        Figure("the same 10 s after a restart", max(late.after_restart), " s", 1),
    ]


def growth(share: float) -> list[Figure]:
    """Does a move cost more?"""
    others = int(400 * share)
    found = many.growth(5, others)
    return [
        Figure(f"cost of a move among {others} other tables", found["many"], "x", 1.15),
        Figure("cost of a move late in a game", found["late"], "x", 1.15),
    ]


def attacks(share: float) -> list[Figure]:
    """One address against everybody."""
    figures: list[Figure] = []
    for flood in floods.floods(max(5.0, 15 * share)):
        refused = ", ".join(f"{why} {count}" for why, count in sorted(flood.refused.items())) or "nothing"
        slowest = max(flood.newcomers, default=float("inf"))
        say(
            f"  {flood.name}: others' p99 {flood.p99:.1f} ms, {len(flood.newcomers)} newcomers in {slowest:.0f} ms"
            f" at most; turned away, says the log: {refused}"
        )
        figures.append(Figure(f"p99 under {flood.name}", flood.p99, " ms", 100))
        figures.append(Figure(f"newcomers under {flood.name}", len(flood.newcomers), "", 1, more=True))
    return figures


RATE = 200.0
PARTS: dict[str, Callable[[float], list[Figure]]] = {
    "moves": cost,
    "idle": idle,
    "tables": tables,
    "growth": growth,
    "floods": attacks,
}


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.load.run", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="all of them, unless some are named")
    parser.add_argument(
        "--share", type=float, default=1.0, help="a smaller run, e.g. 0.1; bounds are those of the whole"
    )
    given = parser.parse_args()
    figures: list[Figure] = []
    for name in given.parts or PARTS:
        say(f"{name}:")
        found = PARTS[name](given.share)
        for figure in found:
            say(f"  {figure}")
        figures += found
    missed = [figure.name for figure in figures if not figure.kept]
    summary = "; ".join(f"{figure.name} {figure.value:.3g}{figure.unit}" for figure in figures)
    say(f"load: {summary}: {'missed: ' + ', '.join(missed) if missed else 'all bounds kept'}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
