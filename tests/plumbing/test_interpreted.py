"""The engine's tests a second time, without the compiled modules: both must obey the same rules."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from tests.conftest import ROOT

# In two parts that take about as long, for two processes.
BOTH_WAYS = (("tests/engine", "tests/fuzz", "tests/replays"), ("tests/counts", "tests/scenarios", "tests/skeletons"))


def test_the_engine_passes_its_tests_interpreted() -> None:
    # conftest.py refuses to start if the engine turns out to be compiled.
    env = dict(os.environ, PYTHONPATH=str(ROOT / "src"), UNDERMINE_INTERPRETED="1", PYTHONDONTWRITEBYTECODE="1")
    env.pop("UNDERMINE_REQUIRE_ALL", None)
    words = [sys.executable, "-m", "pytest", "--quiet", "-p", "no:cacheprovider"]
    with ThreadPoolExecutor() as pool:
        both = pool.map(lambda folders: run([*words, *folders], env), BOTH_WAYS)
    for code, said in both:
        assert code == 0, said[-8000:]
        assert re.search(r"^\d+ passed", said.splitlines()[-1]), said[-400:]


def run(words: list[str], env: dict[str, str]) -> tuple[int, str]:
    done = subprocess.run(
        words, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    return done.returncode, done.stdout
