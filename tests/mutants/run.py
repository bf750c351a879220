"""Applies the kept mutants one at a time, and demands that the check named with each of them fails.

    python -m tests.mutants.run [--only ID] [--jobs N] [--json] [--compiled]

Everything happens in copies of the project, one for each worker, in a temporary folder. A mutated program that runs
into the time limit counts as caught: a hang is noticed too, and the line says so. `--compiled` tries them once more with
a compiled engine, see compiling.py: that takes an hour.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import py_compile
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

import msgspec

from tests.mutants.compiling import batches, build
from tests.mutants.kept import ROOT, Mutant, load

CAUGHT: Final = "caught"
HUNG: Final = "caught (it hung)"
REFUSED: Final = "caught (it cannot be compiled)"
ALIVE: Final = "ALIVE"
BROKEN: Final = "CANNOT BE TRIED"  # the old text is not there, or the check fails anyway or does not run at all

PASSED: Final = 0
FAILED: Final = 1
LIMIT: Final = 60.0  # seconds for one check; each takes about one
WHOLE_LIMIT: Final = 600.0  # for all checks together, on the source as it is
TOGETHER: Final = 27  # mutants that are compiled together at first


class Outcome(msgspec.Struct):
    """What became of a mutant."""

    id: str
    breaks: str
    verdict: str
    seconds: float
    cause: str  # what the check said

    def caught(self) -> bool:
        return self.verdict in (CAUGHT, HUNG, REFUSED)

    def line(self) -> str:
        return f"{self.verdict}  {self.breaks}  {self.id}  {self.seconds:.1f} s  {self.cause}"


# Copies of the project


def copy_project(to: Path) -> None:
    """What the checks need: no compiled engine, and bytecode that is valid for exactly the text it was made from."""
    nothing = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "dist", ".*")
    shutil.copytree(ROOT / "src", to / "src", ignore=nothing)
    shutil.copytree(ROOT / "tests", to / "tests", ignore=nothing)
    shutil.copy(ROOT / "pyproject.toml", to)
    shutil.copy(ROOT / "hatch_build.py", to)
    # By hash: a change within the same second and of the same length would otherwise go unnoticed.
    mode = py_compile.PycInvalidationMode.CHECKED_HASH
    compileall.compile_dir(to / "src", quiet=2, invalidation_mode=mode)


@contextmanager
def workshops(number: int) -> Iterator[queue.Queue[Path]]:
    """So many copies that are free, removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        first = Path(folder).resolve() / "1"
        first.mkdir()
        copy_project(first)
        free: queue.Queue[Path] = queue.Queue()
        free.put(first)
        for index in range(1, number):
            free.put(shutil.copytree(first, first.with_name(str(index + 1))))
        yield free


@contextmanager
def borrowed(free: queue.Queue[Path]) -> Iterator[Path]:
    """One of the copies, given back afterwards."""
    where = free.get()
    try:
        yield where
    finally:
        free.put(where)


# Checks


def scenario_command(files: list[str], compiled: bool = False) -> list[str]:
    return [sys.executable, "-m", "tests.mutants.check", *["--compiled"] * compiled, *files]


def pytest_command(nodes: list[str]) -> list[str]:
    plugins = ["-p", "no:cacheprovider", "-p", "tests.mutants.hasty"]
    first = ["--exitfirst"] * (len(nodes) == 1)
    return [sys.executable, "-m", "pytest", "--quiet", "--tb=line", *first, *plugins, *nodes]


def execute(command: list[str], where: Path, limit: float, compiled: bool = False) -> tuple[int | None, str]:
    """Run a check in a copy: its exit code (None: out of time), and what it said."""
    env = dict(
        os.environ,
        PYTHONPATH=str(where / "src"),
        PYTHONDONTWRITEBYTECODE="1",
        PYTEST_DISABLE_PLUGIN_AUTOLOAD="1",
        UNDERMINE_INTERPRETED="0" if compiled else "1",
        HYPOTHESIS_PROFILE="mutants",
    )
    env.pop("UNDERMINE_REQUIRE_ALL", None)
    running = subprocess.Popen(
        command, cwd=where, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
    )
    try:
        said, _ = running.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(running.pid, signal.SIGKILL)
        running.communicate()
        return None, f"nothing after {limit:.0f} seconds"
    return running.returncode, said


def reason(said: str) -> str:
    """The line that says why a check failed: a scenario's first one, pytest's, or the last of a traceback."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    found = [line for line in lines if line.startswith("E  ") or ".yaml:" in line] or lines[-1:]
    return found[0].removeprefix("E").strip()[:160] if found else ""


def command_for(mutant: Mutant, compiled: bool = False) -> list[str]:
    if mutant.is_scenario():
        return scenario_command([mutant.check()], compiled)
    return pytest_command([mutant.check()])


def unmutated(mutants: list[Mutant], where: Path) -> dict[str, str]:
    """Which checks fail although nothing was changed, and why: one that always fails would prove nothing."""
    files = sorted({mutant.check() for mutant in mutants if mutant.is_scenario()})
    nodes = sorted({mutant.check() for mutant in mutants if not mutant.is_scenario()})
    groups = [(files, scenario_command(files)), (nodes, pytest_command(nodes))]
    groups = [(checks, command) for checks, command in groups if checks]
    with ThreadPoolExecutor(len(groups)) as pool:
        runs = list(pool.map(lambda group: execute(group[1], where, WHOLE_LIMIT), groups))
    wrong: dict[str, str] = {}
    for (checks, _), (code, said) in zip(groups, runs, strict=True):
        if code == FAILED:
            wrong |= {check: line for check in checks for line in said.splitlines() if named_in(line, check)}
        if code != PASSED and not set(checks) & set(wrong):
            wrong |= dict.fromkeys(checks, reason(said))
    return wrong


def named_in(line: str, check: str) -> bool:
    """Does this line of a check's output say that it failed?"""
    return line.startswith((f"{Path(check).name}:", f"FAILED {check}"))


def attempt(mutant: Mutant, where: Path) -> Outcome:
    """Change the copy, run the check, and change it back."""
    path = mutant.source(where)
    started = time.monotonic()
    try:
        before = path.read_text(encoding="utf-8")
        after = mutant.applied(before)
        if path.suffix == ".py":
            compile(after, str(path), "exec")
    except (OSError, ValueError, SyntaxError) as error:
        return Outcome(mutant.id, mutant.breaks, BROKEN, 0.0, str(error))
    path.write_text(after, encoding="utf-8")
    try:
        code, said = execute(command_for(mutant), where, LIMIT)
    finally:
        path.write_text(before, encoding="utf-8")
    return outcome_of(mutant, code, said, time.monotonic() - started)


def outcome_of(mutant: Mutant, code: int | None, said: str, seconds: float) -> Outcome:
    """What a check's exit code and words mean."""
    verdict = {None: HUNG, FAILED: CAUGHT, PASSED: ALIVE}.get(code, BROKEN)
    return Outcome(mutant.id, mutant.breaks, verdict, seconds, "" if code == PASSED else reason(said))


# All of them


def try_all(mutants: list[Mutant], jobs: int, tell: Callable[[str], None]) -> list[Outcome]:
    """Every mutant's outcome. One whose check fails anyway is not tried."""
    outcomes: list[Outcome] = []
    workers = max(1, min(jobs, len(mutants)))
    with workshops(workers) as free:
        with borrowed(free) as where:
            wrong = unmutated(mutants, where)

        def one(mutant: Mutant) -> Outcome:
            if mutant.check() in wrong:
                cause = f"its check fails without it: {wrong[mutant.check()]}"
                return Outcome(mutant.id, mutant.breaks, BROKEN, 0.0, cause)
            with borrowed(free) as where:
                return attempt(mutant, where)

        with ThreadPoolExecutor(workers) as pool:
            for done in as_completed([pool.submit(one, mutant) for mutant in mutants]):
                outcomes.append(done.result())
                tell(f"[{len(outcomes)}/{len(mutants)}] {outcomes[-1].line()}")
    return outcomes


def try_compiled(
    mutants: list[Mutant], before: dict[str, Outcome], jobs: int, tell: Callable[[str], None]
) -> list[Outcome]:
    """Every mutant's outcome with a compiled engine, given those of the interpreted one.

    Building takes longer than any check, so several mutants are built together, one a file. A check that then fails in the
    same words as with its own mutant alone has caught it; any other is tried again among fewer, and at last alone. One that
    seems not to compile is tried alone.
    """
    outcomes: list[Outcome] = []
    left = [mutant for mutant in mutants if before[mutant.id].verdict == CAUGHT]
    alone: list[Mutant] = []  # what seems to be the reason why others could not be compiled
    outcomes += [before[mutant.id] for mutant in mutants if mutant not in left]
    size = TOGETHER
    workers = max(1, min(jobs, len(left)))
    with workshops(workers) as free, ThreadPoolExecutor(workers) as pool:

        def one(group: list[Mutant]) -> list[Outcome]:
            with borrowed(free) as where:
                return one_batch(group, where)

        while left or alone:
            if size == 1 or not left:
                size, left, alone = 1, left + alone, []
            tried: dict[str, Outcome] = {}
            for done in as_completed([pool.submit(one, group) for group in batches(left, size)]):
                tried |= {outcome.id: outcome for outcome in done.result()}
                tell(f"{len(tried)} of {len(left)} tried, {size} together")
            settled = [outcome for outcome in tried.values() if size == 1 or same(outcome, before[outcome.id])]
            outcomes += settled
            left = [mutant for mutant in left if tried[mutant.id] not in settled]
            alone += [mutant for mutant in left if tried[mutant.id].verdict == REFUSED]
            left = [mutant for mutant in left if mutant not in alone]
            tell(f"[{len(outcomes)}/{len(mutants)}] compiled")
            size = max(1, size // 3)
    return outcomes


def same(outcome: Outcome, before: Outcome) -> bool:
    """Was a mutant among others caught by what its check says of it alone?"""
    return outcome.caught() and outcome.cause == before.cause


def one_batch(group: list[Mutant], where: Path) -> list[Outcome]:
    """Build these together and run the check of each; those in files that do not compile are left out."""
    outcomes: list[Outcome] = []
    texts = {mutant.source(where): mutant.source(where).read_text(encoding="utf-8") for mutant in group}
    for mutant in group:
        path = mutant.source(where)
        path.write_text(mutant.applied(texts[path]), encoding="utf-8")
    while wrong := build(where) if group else "":
        guilty = [mutant for mutant in group if f"undermine/{mutant.file}:" in wrong] or group
        group = [mutant for mutant in group if mutant not in guilty]
        for mutant in guilty:
            path = mutant.source(where)
            path.write_text(texts[path], encoding="utf-8")
            outcomes.append(Outcome(mutant.id, mutant.breaks, REFUSED, 0.0, reason(wrong)))
    for mutant in group:
        started = time.monotonic()
        code, said = execute(command_for(mutant, True), where, LIMIT, True)
        outcomes.append(outcome_of(mutant, code, said, time.monotonic() - started))
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
    return outcomes


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.run")
    parser.add_argument("--only", action="append", metavar="ID", help="this mutant; may be given several times")
    parser.add_argument("--jobs", type=int, default=min(4, os.cpu_count() or 1), help="how many at a time")
    parser.add_argument("--compiled", action="store_true", help="then once more, with a compiled engine")
    parser.add_argument("--json", action="store_true", help="print the outcomes as JSON")
    chosen = parser.parse_args(words)
    mutants = load()
    if chosen.only:
        unknown = set(chosen.only) - {mutant.id for mutant in mutants}
        if unknown:
            parser.error(f"there is no mutant {', '.join(sorted(unknown))}")
        mutants = [mutant for mutant in mutants if mutant.id in chosen.only]
    stream = sys.stderr if chosen.json else sys.stdout

    def tell(text: str) -> None:
        print(text, file=stream, flush=True)

    outcomes = try_all(mutants, chosen.jobs, tell)
    report(mutants, outcomes, stream)
    if chosen.compiled:
        outcomes = try_compiled(mutants, {outcome.id: outcome for outcome in outcomes}, chosen.jobs, tell)
        report(mutants, outcomes, stream)
    if chosen.json:
        print(json.dumps(msgspec.to_builtins(outcomes), indent=1))
    return 0 if all(outcome.caught() for outcome in outcomes) else 1


def report(mutants: list[Mutant], outcomes: list[Outcome], stream: TextIO) -> None:
    """Those that were not caught, and how many were; in the order in which they are kept."""
    places = {mutant.id: place for place, mutant in enumerate(mutants)}
    outcomes.sort(key=lambda outcome: places[outcome.id])
    for outcome in outcomes:
        if not outcome.caught():
            print(outcome.line(), file=stream)
    caught = sum(outcome.caught() for outcome in outcomes)
    print(f"{caught} caught, {len(outcomes) - caught} alive", file=stream, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
