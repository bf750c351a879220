"""Many games between bots, spread over the cores of this machine."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Final, TypeVar

from undermine.bots import derived, make
from undermine.errors import OptionError
from undermine.registry import Options, ruleset
from undermine.sim.checking import Broken, Watch
from undermine.sim.cluster import CLUSTER
from undermine.sim.match import play_match
from undermine.sim.tally import Tally

Given = TypeVar("Given")
Made = TypeVar("Made")
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
    batches = range(0, games, BATCH)
    jobs = (Job(options, seats, seed, first, min(BATCH, games - first), check) for first in batches)
    whole = Tally()
    for part in results(run, jobs, min(workers, len(batches))):
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


def results(work: Callable[[Given], Made], jobs: Iterator[Given], workers: int) -> Iterator[Made]:
    """As they come in: nothing depends on their order. Few jobs are handed out at a time, however many there are."""
    cluster = CLUSTER.get()
    if cluster is not None:
        yield from cluster.map(work, jobs)
        return
    if workers <= 1:
        yield from map(work, jobs)
        return
    # A fresh process imports the engine itself: nothing of this one's threads or buffers is copied.
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=spawn) as pool:
        try:
            with uninterrupted():
                pending = {pool.submit(work, job) for job in islice(jobs, 2 * workers)}
            while pending:
                done, pending = wait(pending, return_when=FIRST_COMPLETED)
                pending |= {pool.submit(work, job) for job in islice(jobs, len(done))}
                for future in done:
                    yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Processes that are started in here leave Ctrl+C to this one, which stops them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


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
