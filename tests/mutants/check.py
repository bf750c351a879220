"""Plays the scenario files it is handed, interpreted, and stops at the first that does not hold: run in a copy of the project.

Exit code 0: all hold; 1: one does not; 3: nothing can be said, because it does not run or is not the copy that runs. A
scenario that needs far more time than any other ends the process by a signal.
"""

from __future__ import annotations

import contextlib
import resource
import signal
import sys
from pathlib import Path
from typing import Final

SECONDS: Final = 4.0  # of computing, for one scenario; the longest takes a third of one
BYTES: Final = 2 << 30


def main(files: list[str]) -> int:
    with contextlib.suppress(
        ValueError, OSError
    ):  # a mutant may collect without end; not every system lets us forbid it
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    try:
        from undermine.kernel import engine
        from undermine.scenarios.run import run
    except Exception as error:  # noqa: BLE001 - whatever a mutant breaks at import is said in one line
        print(f"the package cannot be imported: {type(error).__name__}: {error}")
        return 3
    where = Path(str(engine.__file__))
    if where.suffix != ".py" or not where.is_relative_to(Path.cwd()):
        print(f"the engine that runs is {where}, not the copy in {Path.cwd()}")
        return 3
    for file in files:
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
        try:
            failed = [f"{result.line}: {result.cause}" for result in run(Path(file)) if not result.passed]
        except Exception as error:  # noqa: BLE001 - a program that breaks down is noticed
            failed = [f"{type(error).__name__}: {error}"]
        if failed:
            print(f"{file}:{failed[0]}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
