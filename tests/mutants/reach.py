"""Which scenarios reach which line of the rules: a mutant is tried with those only.

    python -m tests.mutants.reach FILE... -- SCENARIO...

prints the lines of these sources that each scenario reaches, as JSON: {scenario: {source: [line, ...]}}.
"""

from __future__ import annotations

import functools
import gc
import json
import subprocess
import sys
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from coverage import Coverage

from tests.mutants.kept import ROOT, played_with, scenarios
from tests.mutants.made import Made
from tests.mutants.workshop import WHOLE_LIMIT, execute
from undermine.registry import MODULES


class Reach:
    """What was measured. Scenarios that reach few lines come first: they are quick, and about one thing."""

    def __init__(self, lines: dict[str, dict[str, list[int]]]) -> None:
        length = {name: sum(map(len, found.values())) for name, found in lines.items()}
        self.scenarios = sorted(lines, key=lambda name: (length[name], name))
        self.of_line: dict[tuple[str, int], set[str]] = defaultdict(set)
        for name, found in lines.items():
            for file, numbers in found.items():
                for number in numbers:
                    self.of_line[file, number].add(name)

    def reaching(self, made: Made) -> list[str]:
        """The scenarios that reach a mutant."""
        found = {name for line in made.lines for name in self.of_line.get((made.file, line), ())}
        return [name for name in self.scenarios if name in found]

    def of(self, made: Made) -> list[str]:
        """The scenarios to try it with: all, if it is only reached by importing its module."""
        return (self.reaching(made) if made.inside else []) or self.scenarios


def playable() -> list[str]:
    """Every scenario whose extras are all installed."""
    return sorted(file for file in scenarios().values() if played_with(ROOT / file) <= set(MODULES))


def measured(files: list[str], jobs: int) -> Reach:
    """Play every scenario and record which lines of these files it reaches."""
    every = playable()
    shares = [every[index::jobs] for index in range(jobs)]

    def one(share: list[str]) -> dict[str, dict[str, list[int]]]:
        command = [sys.executable, "-m", "tests.mutants.reach", *files, "--", *share]
        code, said = execute(command, ROOT, WHOLE_LIMIT)
        if code:
            raise subprocess.CalledProcessError(code, command[:3], said)
        found: dict[str, dict[str, list[int]]] = json.loads(said.splitlines()[-1])
        return found

    with ThreadPoolExecutor(jobs) as pool:
        return Reach({name: lines for part in pool.map(one, shares) for name, lines in part.items()})


def main(words: list[str]) -> int:
    files, played = words[: words.index("--")], words[words.index("--") + 1 :]
    cover = Coverage(data_file=None, include=[str(ROOT / file) for file in files], config_file=False)
    found: dict[str, dict[str, list[int]]] = {}
    cover.start()
    from undermine.scenarios.run import run

    # Rulesets are cached by options; here every scenario builds its own, or the lines that build it would not count.
    cached = [each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper)]
    own = [each for each in cached if str(each.__module__).startswith("undermine.registry")]
    for file in played:
        for each in own:
            each.cache_clear()
        cover.switch_context(file)
        wrong = [f"{result.line}: {result.cause}" for result in run(ROOT / file) if not result.passed]
        if wrong:
            print(f"{file}:{wrong[0]} (and nothing has been changed)")
            return 1
    cover.stop()
    data = cover.get_data()
    found = {file: {} for file in played}
    for path in data.measured_files():
        for line, contexts in data.contexts_by_lineno(path).items():
            for context in contexts:
                if context:
                    found[context].setdefault(Path(path).relative_to(ROOT).as_posix(), []).append(line)
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
