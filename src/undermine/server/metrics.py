"""Figures for Prometheus: how much is played here, how fast it is stored, and what went another way than usual.

None of them has a label that comes from a player or a table. Workers of one machine write theirs into one folder
(`PROMETHEUS_MULTIPROC_DIR`, which `server/crew.py` sets), and whichever is asked adds them up.
"""

from __future__ import annotations

import asyncio
import os
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)

TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_own: Final = CollectorRegistry()
_FAST: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)

MOVES: Final = Counter("undermine_moves", "Decisions stored, by who made them.", ["by"], registry=_own)
APPEND: Final = Histogram("undermine_append_seconds", "How long it took to store one.", buckets=_FAST, registry=_own)
REFUSED: Final = Counter(
    "undermine_appends_refused", "Decisions for which somebody else was first.", ["outcome"], registry=_own
)
STORE_ERRORS: Final = Counter("undermine_store_errors", "Changes that the database did not take.", registry=_own)
TABLES: Final = Gauge("undermine_tables_in_memory", "Tables in memory.", registry=_own, multiprocess_mode="livesum")
TASKS: Final = Gauge("undermine_tasks", "What workers do at once.", registry=_own, multiprocess_mode="livesum")
SOCKETS: Final = Gauge("undermine_sockets", "Open games.", registry=_own, multiprocess_mode="livesum")
OVERFLOWS: Final = Counter("undermine_slow_readers", "Sockets closed because nobody read them.", registry=_own)
WORKERS: Final = Gauge("undermine_workers", "Workers of this database.", registry=_own, multiprocess_mode="livemax")
BUS: Final = Gauge(
    "undermine_bus_sound", "Workers here that hear the others.", registry=_own, multiprocess_mode="livesum"
)
MISSED: Final = Counter("undermine_bus_missed", "Tables that had changed without a word.", registry=_own)


def note(tables: int) -> None:
    """What a worker has at the moment."""
    TABLES.set(tables)
    TASKS.set(len(asyncio.all_tasks()))


def page() -> bytes:
    """All of them, as Prometheus reads them."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(_own)
    shared = CollectorRegistry()
    multiprocess.MultiProcessCollector(shared)  # type: ignore[no-untyped-call]
    return generate_latest(shared)
