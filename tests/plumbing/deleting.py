"""Takes one extra out of a copy of the project, file by file, and asks whether all that is left still fits together.

`python -m tests.plumbing.deleting` tries every extra and prints a line for each: how many files went, and what the tests of
the rest said. `--only KEY` tries one, `--tests FOLDER...` runs other tests than those that look at every extra, `--web` also
the browser game's own.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import ROOT
from undermine.registry import MODULES, in_order

KEPT = (
    "src",
    "tests",
    "web",
    "docs",
    "changelog.d",
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "Makefile",
    "pyproject.toml",
    "hatch_build.py",
)
LEFT_OUT = ("__pycache__", "dist", "node_modules", "*.so", "e2e", "server")
TESTS = ("tests/data", "tests/scenarios", "tests/mutants")
SLOW = "not caught and not said and not proves_nothing"  # of the mutants: whether they are noticed is not asked here
ROUNDS = 12


@dataclass
class Outcome:
    """What came of it."""

    key: str
    files: int
    passed: int = 0
    skipped: int = 0
    cause: str = ""

    def line(self) -> str:
        """One line of the table."""
        told = self.cause or f"{self.passed} tests pass, {self.skipped} of several extras are left out"
        return f"{self.key:16} {self.files:4} files deleted: {told}"


def own_files(key: str) -> list[str]:
    """All that belongs to an extra, by its name."""
    name = key.replace("-", "_")
    data = [f"src/undermine/data/{folder}/extras/{key}.toml" for folder in ("manifests", "messages", "rules", "guide")]
    code = [f"src/undermine/games/classic/extras/{name}.py", f"src/undermine/games/classic/extras/{name}"]
    mutants = [f"tests/mutants/{folder}/{key}.toml" for folder in ("kept", "survivors")]
    art = [f"web/src/art/extras/{key}{ending}" for ending in (".ts", ".arts.ts")]
    return [*data, *code, *art, *mutants, f"tests/scenarios/extras/{key}", f"tests/extras/test_{name}.py"]


def without(key: str, folder: Path) -> int:
    """A copy of the project from which the extra has been deleted; how many files that were."""
    for name in KEPT:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns(*LEFT_OUT))
        else:
            shutil.copy(ROOT / name, folder / name)
    deleted = 0
    for name in own_files(key):
        path = folder / name
        deleted += sum(1 for each in path.rglob("*") if each.is_file()) if path.is_dir() else int(path.exists())
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    return deleted


def try_without(key: str, folder: Path, tests: tuple[str, ...] = TESTS) -> Outcome:
    """Delete it in an empty folder, then run tests of the rest, and random games. A test may be skipped for its sake only."""
    outcome = Outcome(key, without(key, folder))
    env = dict(os.environ, PYTHONPATH=str(folder / "src"), PYTHONDONTWRITEBYTECODE="1")
    env.pop("UNDERMINE_REQUIRE_ALL", None)
    commands = [
        ["-c", f"from undermine.registry import MODULES; assert MODULES and {key!r} not in MODULES"],
        ["-m", "pytest", "--quiet", "-p", "no:cacheprovider", "-rs", *tests, "-k", SLOW],
        ["-m", "tests.fuzz.run", "--rounds", str(ROUNDS), "--workers", "1", "--game", "classic"],
    ]
    for words in commands:
        done = subprocess.run(
            [sys.executable, *words], cwd=folder, env=env, capture_output=True, text=True, check=False
        )
        if done.returncode:
            outcome.cause = f"{done.stdout[-6000:]}{done.stderr[-2000:]}"
            return outcome
        skips = [line for line in done.stdout.splitlines() if line.startswith("SKIPPED")]
        foreign = [line for line in skips if "not here: " in line and not line.endswith(f": not here: {key}")]
        if foreign:
            outcome.cause = f"skipped for another reason: {foreign}"
        if "pytest" in words:
            outcome.passed, outcome.skipped = (counted(done.stdout, what) for what in ("passed", "skipped"))
    return outcome


def try_web_without(folder: Path) -> str:
    """The browser game of that copy passes its own checks, its sheets of cards written anew; what it says if it does not."""
    from tests.node import npm

    env = dict(os.environ, PYTHONPATH=str(folder / "src"), PYTHONDONTWRITEBYTECODE="1")
    subprocess.run([sys.executable, "-m", "tests.plumbing.faces"], cwd=folder, env=env, check=True)
    for name in ("web", "web/test-tools"):
        shutil.copytree(
            ROOT / name / "node_modules", folder / name / "node_modules", symlinks=True, copy_function=linked
        )
    try:
        npm("test", folder=folder / "web")
    except AssertionError as error:
        return str(error)
    return ""


def linked(source: str, target: str) -> None:
    """The same file under another name, where the two are on one disk."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def counted(report: str, what: str) -> int:
    """A number of the last line of a report of pytest."""
    found = re.findall(rf"(\d+) {what}", report)
    return int(found[-1]) if found else 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Take extras out, one at a time, and test what is left.")
    parser.add_argument("--only", nargs="+", choices=sorted(MODULES), default=in_order(list(MODULES)))
    parser.add_argument("--tests", nargs="+", default=TESTS)
    parser.add_argument("--web", action="store_true", help="run the browser game's own tests as well")
    chosen = parser.parse_args()
    failed = 0
    for key in chosen.only:
        with tempfile.TemporaryDirectory() as folder:
            outcome = try_without(key, Path(folder), tuple(chosen.tests))
            if chosen.web and not outcome.cause:
                outcome.cause = try_web_without(Path(folder))
        print(outcome.line(), flush=True)
        failed += bool(outcome.cause)
    print(f"{len(chosen.only) - failed} of {len(chosen.only)} extras can be deleted")
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
