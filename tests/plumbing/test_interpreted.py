"""The engine's tests a second time, without the compiled modules: both must obey the same rules."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests.conftest import ROOT


@pytest.mark.parametrize("folder", ["counts", "engine", "fuzz", "replays", "scenarios", "laws"])
def test_the_engine_passes_its_tests_interpreted(folder: str) -> None:
    # conftest.py refuses to start if the engine turns out to be compiled.
    env = dict(os.environ, PYTHONPATH=str(ROOT / "src"), UNDERMINE_INTERPRETED="1", PYTHONDONTWRITEBYTECODE="1")
    env.pop("UNDERMINE_REQUIRE_ALL", None)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--quiet", "-p", "no:cacheprovider", f"tests/{folder}"],
        cwd=ROOT,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-8000:]
    assert re.search(r"^\d+ passed", done.stdout.splitlines()[-1]), done.stdout[-400:]
