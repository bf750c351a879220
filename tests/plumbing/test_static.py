"""The linters, as tests: so one closing line covers everything."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.conftest import ROOT

CHECKS = {
    "ruff check": ["-m", "ruff", "check", "--quiet"],
    "ruff format": ["-m", "ruff", "format", "--check", "--quiet"],
    "mypy": ["-m", "mypy", "--no-error-summary"],
    "lint-imports": ["-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
}


@pytest.mark.needs("linters")
@pytest.mark.parametrize("check", CHECKS)
def test_source_passes(check: str) -> None:
    # The tree is what is checked, not the copy that is installed.
    env = dict(os.environ, PYTHONPATH=str(ROOT / "src"))
    done = subprocess.run(
        [sys.executable, *CHECKS[check]], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{check}:\n{done.stdout[-6000:]}{done.stderr[-2000:]}"
