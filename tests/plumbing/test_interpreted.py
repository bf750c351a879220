"""The engine's tests a second time, without the compiled modules: both must obey the same rules."""

from __future__ import annotations

import os
import re
import subprocess
import sys

from tests.conftest import ROOT

BOTH_WAYS = ("tests/engine", "tests/scenarios", "tests/skeletons", "tests/counts", "tests/replays", "tests/fuzz")


def test_the_engine_passes_its_tests_interpreted() -> None:
    folders = [folder for folder in BOTH_WAYS if (ROOT / folder).is_dir()]
    # conftest.py refuses to start if the engine turns out to be compiled.
    env = dict(os.environ, PYTHONPATH=str(ROOT / "src"), UNDERMINE_INTERPRETED="1", PYTHONDONTWRITEBYTECODE="1")
    env.pop("UNDERMINE_REQUIRE_ALL", None)
    words = [sys.executable, "-m", "pytest", "--quiet", "-p", "no:cacheprovider", *folders]
    done = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout[-6000:]}{done.stderr[-2000:]}"
    assert re.search(r"^\d+ passed", done.stdout.splitlines()[-1]), done.stdout[-400:]
