"""Work that is spread over the machines of a Ray cluster: the same results, wherever a task is done and how often it is begun."""

from __future__ import annotations

import contextlib
import logging
import sys
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from itertools import islice
from typing import Any, Final, TypeVar

from undermine.errors import UndermineError

Given = TypeVar("Given")
Made = TypeVar("Made")
TRIES: Final = 5  # how often a task is begun that is lost with its machine, before anybody is told
AHEAD: Final = 3  # tasks handed out for each core


class Cluster:
    """A cluster at an address; one is connected with it while work is done."""

    def __init__(self, ray: Any, address: str) -> None:
        self.ray = ray
        self.address = address

    def cores(self) -> int:
        """How many there are now: machines come and go."""
        return max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def map(self, work: Callable[[Given], Made], jobs: Iterator[Given]) -> Iterator[Made]:
        """What the work makes of each job, as it comes in. A task that is lost with its machine is begun anew elsewhere."""
        with contextlib.redirect_stdout(sys.stderr):  # Ray speaks of machines that die, and stdout is the report's
            self.connect()
            try:
                yield from self.spread(work, jobs)
            finally:
                self.ray.shutdown()

    def connect(self) -> None:
        """Find the cluster."""
        try:
            self.ray.init(address=self.address, log_to_driver=False, logging_level=logging.ERROR)
        except (ConnectionError, RuntimeError, TimeoutError, ValueError) as error:
            advice = "start one with ray start --head, or name its address"
            raise UndermineError("NO_CLUSTER", f"No Ray cluster answers at {self.address!r}: {advice}.") from error

    def spread(self, work: Callable[[Given], Made], jobs: Iterator[Given]) -> Iterator[Made]:
        """Hand out few tasks at a time."""
        # Ray itself begins a task anew when a worker dies; what is left to do here is a task that it has given up.
        task = self.ray.remote(max_retries=TRIES, num_cpus=1)(work)
        first = islice(jobs, AHEAD * self.cores())
        pending: dict[Any, tuple[Given, int]] = {task.remote(job): (job, 1) for job in first}
        while pending:
            done, _ = self.ray.wait(list(pending), num_returns=1)
            for reference in done:
                job, tries = pending.pop(reference)
                try:
                    made = self.ray.get(reference)
                except self.ray.exceptions.RayTaskError as error:
                    raise error.cause if isinstance(error.cause, UndermineError) else error from error
                except self.ray.exceptions.RayError as error:
                    if tries == TRIES:
                        why = f"A task was lost {TRIES} times with its machine ({type(error).__name__})"
                        raise UndermineError("CLUSTER_LOST", f"{why}: look at the cluster.") from error
                    pending[task.remote(job)] = (job, tries + 1)
                    continue
                pending |= {task.remote(job): (job, 1) for job in islice(jobs, 1)}
                yield made


CLUSTER: ContextVar[Cluster | None] = ContextVar("cluster", default=None)  # where work is spread, if not over processes


@contextlib.contextmanager
def on_cluster(address: str) -> Iterator[None]:
    """Inside of this, work goes to the cluster at this address; `auto` is the one that runs here, an empty one none at all."""
    if not address:
        yield
        return
    try:
        import ray  # noqa: PLC0415  # an optional extra
    except ImportError as error:
        raise UndermineError(
            "NOT_INSTALLED", "Ray is not installed: run pip install 'undermine[ray]', or leave --ray out."
        ) from error
    before = CLUSTER.set(Cluster(ray, address))
    try:
        yield
    finally:
        CLUSTER.reset(before)
