"""Plays the scenario files it is handed: run by run.py in a copy of the project, interpreted, or after `--compiled`.

Exit code 0: all hold; 1: some do not; 3: nothing can be said, because it does not run or is not the copy that runs.
"""

from __future__ import annotations

import sys
from pathlib import Path


def main(words: list[str]) -> int:
    compiled = words[:1] == ["--compiled"]
    files = words[1:] if compiled else words
    try:
        from undermine.kernel import engine
        from undermine.scenarios.run import run
    except Exception as error:  # noqa: BLE001 - whatever a mutant breaks at import is said in one line
        print(f"the package cannot be imported: {type(error).__name__}: {error}")
        return 3
    where = Path(str(engine.__file__))
    if (where.suffix == ".py") == compiled or not where.is_relative_to(Path.cwd()):
        print(f"the engine that runs is {where}, not the copy in {Path.cwd()}")
        return 3
    failed = 0
    for file in files:
        for result in run(Path(file)):
            if not result.passed:
                failed += 1
                print(f"{Path(file).name}:{result.line}: {result.cause}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
