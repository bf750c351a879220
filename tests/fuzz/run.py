"""Random tables of every game, played by random moves with every property looked at.

`python -m tests.fuzz.run --rounds 100000` plays so many rounds, in as many processes as there are cores. The last line says
how many rounds and combinations there were and how many violations, also if it is stopped by Ctrl-C; each violation says
how to play its game again.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing import TimeoutError as TooLate
from multiprocessing import get_context
from pathlib import Path

import msgspec

from tests.fuzz.combinations import draw
from tests.fuzz.game import Game
from tests.fuzz.properties import ALWAYS, USUAL, Paces, play_through
from undermine.registry import GAMES, Options, settings_of, switches_of

BATCH = 100  # rounds of one piece of work
PATIENCE = 900  # seconds without any piece finished: something runs without end
OFTEN = 1.0  # seconds between two reports of progress
INTERRUPTED = 130  # the exit code of a program that was stopped by Ctrl-C
SEEDS = 2**31


@dataclass
class Found:
    """What came out of some games."""

    rounds: int = 0
    combinations: set[str] = field(default_factory=set)
    violations: list[str] = field(default_factory=list)
    stopped: bool = False

    def add(self, other: Found) -> None:
        self.rounds += other.rounds
        self.combinations |= other.combinations
        self.violations += other.violations


@dataclass(frozen=True)
class Work:
    """A piece of work: it is the same whoever does it."""

    seed: int
    rounds: int
    game: str


def written(options: Options) -> str:
    return msgspec.json.encode(options, order="sorted").decode()


def one_game(options: Options, seed: int, paces: Paces, rounds: int) -> Found:
    """One game, or so many rounds of it."""
    found = Found(combinations={table_of(options)})
    game: Game | None = None
    try:
        game = Game(options, seed, paces.outcomes)
        play_through(game, paces, rounds)
    except Exception as error:  # noqa: BLE001 - whatever goes wrong in a legal game is a violation
        moves = len(game.moves) - 1 if game else 0
        where = traceback.extract_tb(error.__traceback__)[-1]
        found.violations.append(
            f"violation: {type(error).__name__}: {error} (move {moves}, {Path(where.filename).name}: {where.name})\n"
            f"  again: python -m tests.fuzz.run --rounds {rounds} --seed {seed} --options '{written(options)}'"
        )
    found.rounds = max(1, min(rounds, game.rounds if game else 1))
    return found


def again(options: Options, seed: int, rounds: int) -> Found:
    """A game once more, closely watched; if nothing is found, looked at as it was when something was."""
    found = one_game(options, seed, ALWAYS, rounds)
    return found if found.violations else one_game(options, seed, USUAL, rounds)


def table_of(options: Options) -> str:
    """A table by what holds at it: a switch that is set to what it is anyway makes no other, nor does a host who does not begin."""
    settings = settings_of(options).values
    values = {name: settings[name] for name in switches_of(options)}
    first = options.first if values.get("firstPlayer") == "host" else 0
    return written(msgspec.structs.replace(options, switches=values, first=first))


def some_games(work: Work) -> Found:
    """Games of tables drawn at random, until there are enough rounds."""
    rnd = random.Random(work.seed)
    found = Found()
    while found.rounds < work.rounds:
        options = draw(rnd, work.game)
        found.add(one_game(options, rnd.randrange(SEEDS), USUAL, work.rounds - found.rounds))
    return found


def pieces(seed: int, rounds: int, game: str) -> list[Work]:
    rnd = random.Random(seed)
    sizes = [BATCH] * (rounds // BATCH) + [rounds % BATCH] * (rounds % BATCH > 0)
    return [Work(rnd.randrange(SEEDS), size, game) for size in sizes]


def results(work: list[Work], workers: int) -> Iterator[Found]:
    """What comes out of every piece of work, as soon as it is done."""
    if workers == 1:
        yield from map(some_games, work)
        return
    with get_context("spawn").Pool(workers, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        done = pool.imap_unordered(some_games, work)
        for _ in work:
            try:
                yield done.next(PATIENCE)
            except TooLate:
                yield Found(violations=[f"violation: nothing has ended for {PATIENCE} seconds"])
                return


def fuzz(rounds: int, seed: int, game: str, workers: int) -> Found:
    """So many rounds, or as many as there were before Ctrl-C; a terminal shows how far it has come."""
    whole = Found()
    start = last = time.monotonic()
    try:
        for found in results(pieces(seed, rounds, game), workers):
            whole.add(found)
            for violation in found.violations:
                print(violation, flush=True)
            if time.monotonic() - last > OFTEN:
                last = time.monotonic()
                tell(f"{whole.rounds} of {rounds} rounds, {whole.rounds / (last - start):.0f} a second")
    except KeyboardInterrupt:
        whole.stopped = True
    tell("")
    return whole


def tell(words: str) -> None:
    """In one line that is written over and over."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{words}", end="", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Play random tables of every game and look for what must not be.")
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--game", default="", choices=["", *GAMES], help="this game only")
    parser.add_argument("--options", default="", help="play one game with these options and this seed, closely watched")
    asked = parser.parse_args()
    if asked.options:
        options = msgspec.json.decode(asked.options, type=Options)
        whole = again(options, asked.seed, asked.rounds)
        print(*whole.violations, sep="\n")
    else:
        whole = fuzz(asked.rounds, asked.seed, asked.game, asked.workers)
    print(
        f"{whole.rounds} rounds, {len(whole.combinations)} combinations, {len(whole.violations)} violations", flush=True
    )
    raise SystemExit(1 if whole.violations else INTERRUPTED if whole.stopped else 0)


if __name__ == "__main__":
    main()
