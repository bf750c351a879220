"""npm as the build calls it, in one process at a time: two would install the same folder at once."""

from __future__ import annotations

import fcntl
import subprocess
from pathlib import Path

from tests.conftest import ROOT

WEB = ROOT / "web"


def npm(*words: str, folder: Path = WEB) -> None:
    """Run it to the end; what it says is shown where it fails."""
    import hatch_build

    command, env = hatch_build.npm_command()
    lock = ROOT / "build/npm.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        done = subprocess.run(
            [*command, *words], cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=900
        )
    assert done.returncode == 0, f"npm {' '.join(words)}:\n{done.stdout[-6000:]}{done.stderr[-4000:]}"
