"""Instructions that a processor carries out for a move: times swing on a machine with other things to do, these hardly do.

Linux counts them where processor and settings allow; elsewhere valgrind can, if it is asked for: fifty times as slowly.
"""

from __future__ import annotations

import ctypes
import os
import platform
import re
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable
from typing import Final

from undermine.bots.playout import copies, midgame, playouts
from undermine.errors import UndermineError
from undermine.registry import ruleset, table_of

CALLS: Final = {"x86_64": 298, "aarch64": 241}  # the number of perf_event_open
INSTRUCTIONS: Final = 1  # among the events of the hardware
OURS_ONLY: Final = 0x60  # what the kernel and a hypervisor do is left out
PLIES: Final = 30  # a state that is copied is taken from the middle of a round
SEED: Final = 1
FEW: Final = 5  # games, or hundreds of copies: what both runs do is taken off
MANY: Final = 45
COLLECTED: Final = re.compile(r"Collected\s*:\s*(\d+)")


def work(key: str, what: str) -> Callable[[int], int]:
    """What is counted, and how many moves or copies it was."""
    rules = ruleset(table_of(key))
    if what == "copy":
        state = midgame(rules, SEED, PLIES)
        return lambda times: copies(state, 100 * times)
    watch = what == "views"
    return lambda times: playouts(rules, times, SEED, watch, watch)[0]


WORKS: Final = ("playout", "views", "copy")


class Counter:
    """The processor's own, for this process."""

    def __init__(self, file: int) -> None:
        self.file = file

    def read(self) -> int:
        """Instructions since it was opened."""
        return int.from_bytes(os.read(self.file, 8), sys.byteorder)

    def close(self) -> None:
        """It counts no longer."""
        os.close(self.file)


def counter() -> Counter | None:
    """The counter, where this machine has one that we may read."""
    call = CALLS.get(platform.machine()) if sys.platform == "linux" else None
    if call is None:
        return None
    about = struct.pack("=IIQQQQQIIQ", 0, 64, INSTRUCTIONS, 0, 0, 0, OURS_ONLY, 0, 0, 0)
    file = ctypes.CDLL(None).syscall(call, about, 0, -1, -1, 0)
    return Counter(file) if file >= 0 else None


def by_counter(keys: list[str]) -> dict[str, dict[str, float]]:
    """For each game instructions of a move, of one with every view, and of a copy; nothing where they cannot be counted."""
    found = counter()
    if found is None:
        return {}
    try:
        return {key: {what: between(found, work(key, what)) for what in WORKS} for key in keys}
    finally:
        found.close()


def between(found: Counter, run: Callable[[int], int]) -> float:
    """Of one move, or of one copy."""
    run(FEW)  # what is made once is not counted
    before = found.read()
    moves = run(MANY)
    return (found.read() - before) / moves


def by_valgrind(keys: list[str], told: Callable[[], None] = lambda: None) -> dict[str, dict[str, float]]:
    """The same, where valgrind is installed."""
    program = shutil.which("valgrind")
    if program is None:
        raise UndermineError(
            "NOT_INSTALLED", "Valgrind is not installed: get it from your system, or leave --valgrind out."
        )
    found: dict[str, dict[str, float]] = {}
    for key in keys:
        found[key] = {}
        for what in WORKS:
            few, many = (collected(program, key, what, times) for times in (FEW, MANY))
            found[key][what] = (many[0] - few[0]) / (many[1] - few[1])
            told()
    return found


def collected(program: str, key: str, what: str, times: int) -> tuple[int, int]:
    """Instructions of a whole process, and the moves that it made."""
    words = [program, "--tool=callgrind", "--callgrind-out-file=/dev/null", sys.executable]
    done = subprocess.run(  # noqa: S603  # a program of the system, with words of our own
        [*words, "-m", "undermine.sim.instructions", key, what, str(times)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": "0"},
    )
    count = COLLECTED.search(done.stderr)
    if done.returncode or count is None:
        last = (done.stderr.strip().splitlines() or ["it says nothing"])[-1]
        raise UndermineError("NO_COUNT", f"Valgrind cannot count here: {last}")
    return int(count[1]), int(done.stdout)


if __name__ == "__main__":
    sys.stdout.write(f"{work(sys.argv[1], sys.argv[2])(int(sys.argv[3]))}\n")
