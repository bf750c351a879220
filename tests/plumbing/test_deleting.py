"""An extra can be taken out by deleting what is its own: all that is left still fits together.

`UNDERMINE_DELETE="veto pathfinder"` tries these; otherwise one is tried that stands for all.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from undermine.registry import MODULES, extra_manifest, in_order

KEPT = (
    "src",
    "tests",
    "docs",
    "changelog.d",
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "Makefile",
    "pyproject.toml",
)
LEFT_OUT = ("__pycache__", "dist", "*.so", "e2e", "server")
CHECKS = ("tests/data", "tests/scenarios/test_scenarios.py", "tests/mutants/test_mutants.py")
SLOW = "not caught and not said and not proves"  # of the mutants: whether they are noticed is not asked here
ROUNDS = 12


def own_files(key: str) -> list[str]:
    """All that belongs to an extra, by its name."""
    name = key.replace("-", "_")
    data = [f"src/undermine/data/{folder}/extras/{key}.toml" for folder in ("manifests", "messages", "rules")]
    code = [f"src/undermine/games/classic/extras/{name}.py", f"src/undermine/games/classic/extras/{name}"]
    return [*data, *code, f"tests/scenarios/extras/{key}", f"tests/mutants/{key}.toml"]


def without(key: str, folder: Path) -> None:
    """A copy of the project from which the extra has been deleted."""
    for name in KEPT:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns(*LEFT_OUT))
        else:
            shutil.copy(ROOT / name, folder / name)
    deleted = [path for name in own_files(key) if (path := folder / name).exists()]
    assert len(deleted) >= 4, "an extra has code, a manifest, messages and scenarios of its own"
    for path in deleted:
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def chosen() -> list[str]:
    wanted = os.environ.get("UNDERMINE_DELETE", "").split()
    needed = {other for key in MODULES for other in extra_manifest(key).requires}
    return wanted or [key for key in in_order(list(MODULES)) if key not in needed][:1]


@pytest.mark.parametrize("key", chosen())
def test_without_an_extra_everything_else_holds(key: str, tmp_path: Path) -> None:
    without(key, tmp_path)
    env = dict(os.environ, PYTHONPATH=str(tmp_path / "src"), PYTHONDONTWRITEBYTECODE="1")
    env.pop("UNDERMINE_REQUIRE_ALL", None)
    commands = [
        ["-c", f"from undermine.registry import MODULES; assert MODULES and {key!r} not in MODULES"],
        ["-m", "pytest", "--quiet", "-p", "no:cacheprovider", *CHECKS, "-k", SLOW],
        ["-m", "tests.fuzz.run", "--rounds", str(ROUNDS), "--workers", "1", "--game", "classic"],
    ]
    for words in commands:
        done = subprocess.run(
            [sys.executable, *words], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{done.stdout[-6000:]}{done.stderr[-2000:]}"
        skipped = [line for line in done.stdout.splitlines() if line.startswith("SKIPPED")]
        assert [line for line in skipped if not line.endswith(f": not here: {key}")] == []
