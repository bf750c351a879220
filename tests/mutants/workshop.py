"""Copies of the project in which something is changed, checked, and changed back."""

from __future__ import annotations

import compileall
import os
import py_compile
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.mutants.kept import ROOT

PASSED: Final = 0
FAILED: Final = 1
UNFIT: Final = 3
HUNG: Final = -signal.SIGVTALRM
LIMIT: Final = 120.0  # seconds for one check; most take one
WHOLE_LIMIT: Final = 900.0  # for many checks together, on the source as it is


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


@contextmanager
def replaced(where: Path, file: str, text: str) -> Iterator[None]:
    """A file of a copy with another text, for a while; raises SyntaxError if a source cannot be read so."""
    path = where / file
    before = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        compile(text, file, "exec")
    path.write_text(text, encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(before, encoding="utf-8")


def scenario_command(files: list[str]) -> list[str]:
    return [sys.executable, "-m", "tests.mutants.check", *files]


def pytest_command(nodes: list[str]) -> list[str]:
    plugins = ["-p", "no:cacheprovider", "-p", "tests.mutants.hasty"]
    first = ["--exitfirst"] * (len(nodes) == 1)
    return [sys.executable, "-m", "pytest", "--quiet", "--tb=line", *first, *plugins, *nodes]


def execute(command: list[str], where: Path, limit: float) -> tuple[int, str]:
    """Run a check in a copy: its exit code, and what it said."""
    env = dict(
        os.environ,
        PYTHONPATH=str(where / "src"),
        PYTHONDONTWRITEBYTECODE="1",
        PYTEST_DISABLE_PLUGIN_AUTOLOAD="1",
        UNDERMINE_INTERPRETED="1",
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
        return HUNG, f"nothing after {limit:.0f} seconds"
    return running.returncode, said


def reason(said: str) -> str:
    """The line that says why a check failed: a scenario's, pytest's, or the last of a traceback."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    found = [line for line in lines if line.startswith("E  ") or ".yaml:" in line] or lines[-1:]
    return found[0].removeprefix("E").strip()[:200] if found else ""
