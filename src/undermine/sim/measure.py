"""Rates measured side by side: CPU time, several rounds in turn, the best of each."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class Gauge:
    """Something to be measured: `run(times)` does it and says how many moves that were, in how many seconds."""

    name: str
    run: Callable[[int], tuple[int, float]]
    times: int = 1
    best: float = 0.0


def timed(work: Callable[[], int]) -> tuple[int, float]:
    """What the work counted, and the CPU time that it took."""
    start = time.process_time()
    count = work()
    return count, time.process_time() - start


def compare(gauges: list[Gauge], rounds: int, seconds: float, told: Callable[[], None] = lambda: None) -> None:
    """Measure all, one after the other and then again: so what slows the machine down for a while slows each of them."""
    for gauge in gauges:
        settle(gauge, seconds)
    for _ in range(rounds):
        for gauge in gauges:
            count, took = gauge.run(gauge.times)
            gauge.best = max(gauge.best, count / max(took, 1e-9))
            told()


def settle(gauge: Gauge, seconds: float) -> None:
    """Choose how often it is done, so that one measurement takes about so long."""
    took = gauge.run(gauge.times)[1]
    while took < seconds / 8:
        gauge.times *= 4
        took = gauge.run(gauge.times)[1]
    gauge.times = max(1, round(gauge.times * seconds / took))
