"""Many games between bots, spread over the cores of this machine."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Final

from undermine.bots import make
from undermine.errors import OptionError
from undermine.registry import Options, ruleset
from undermine.sim.checking import Broken, Watch
from undermine.sim.match import derived, play_match
from undermine.sim.tally import Tally

BATCH: Final = 20  # games a task: long enough that handing it over costs nothing to speak of


@dataclass(frozen=True)
class Job:
    """What a process is given: never a state of a game."""

    options: Options
    bots: tuple[str, ...]
    seed: int
    first: int
    games: int
    check: bool = False


def simulate(
    options: Options,
    games: int,
    bots: tuple[str, ...],
    seed: int,
    workers: int,
    told: Callable[[int], None] = lambda _: None,
    *,
    check: bool = False,
) -> Tally:
    """The sums over so many games; the same, however many workers play them. `told` hears how many games are done.

    `check`: every move of every game is looked at, and the first property that does not hold is raised as `Broken`.
    """
    seats = bots_by_seat(options, bots)
    jobs = [Job(options, seats, seed, first, min(BATCH, games - first), check) for first in range(0, games, BATCH)]
    whole = Tally()
    for part in results(jobs, workers):
        whole.merge(part)
        told(part.games)
    return whole


def bots_by_seat(options: Options, bots: tuple[str, ...]) -> tuple[str, ...]:
    """One name for all seats, or a name for each; refuses a table that cannot be set up before any process starts."""
    ruleset(options)
    for name in bots:
        make(name, 0)
    if len(bots) == 1:
        return bots * options.players
    if len(bots) != options.players:
        raise OptionError("BAD_BOT", f"Name one bot or {options.players}, one for each seat, not {len(bots)}.")
    return bots


def results(jobs: list[Job], workers: int) -> Iterator[Tally]:
    """As they come in: nothing depends on their order."""
    if workers <= 1 or len(jobs) <= 1:
        yield from map(run, jobs)
        return
    # A fresh process imports the engine itself: nothing of this one's threads or buffers is copied.
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(workers, len(jobs)), mp_context=spawn) as pool:
        try:
            for future in as_completed([pool.submit(run, job) for job in jobs]):
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def run(job: Job) -> Tally:
    """The games of one job, in whichever process this is."""
    rules = ruleset(job.options)
    tally = Tally()
    for game in range(job.first, job.first + job.games):
        seed = derived(job.seed, game)
        if job.check:
            play_checked(job, seed, tally)
        else:
            play_match(rules, job.bots, seed, tally)
    return tally


def play_checked(job: Job, seed: int, tally: Tally) -> None:
    """One game with every property looked at; whatever goes wrong in it is a break."""
    rules = ruleset(job.options)
    watch = Watch(job.options, rules)
    try:
        play_match(rules, job.bots, seed, tally, watch)
    except Exception as error:
        cause = str(error) if isinstance(error, Broken) else f"{type(error).__name__}: {error}"
        raise Broken("BROKEN_PROPERTY", f"The game with seed {seed} is broken at ply {watch.ply}: {cause}.") from error
