"""npm as the build calls it, in one process at a time: two would install the same folder at once."""

from __future__ import annotations

import fcntl
import subprocess
from pathlib import Path

from tests.conftest import ROOT

WEB = ROOT / "web"
SOURCES = ("src", "public", "index.html", "worker.js", "package-lock.json", "svelte.config.js", "vite.config.ts")


def npm(*words: str, folder: Path = WEB, fresh: Path | None = None) -> None:
    """Run it to the end, unless that file is newer than all sources; what it says is shown where it fails."""
    import hatch_build

    command, env = hatch_build.npm_command()
    lock = ROOT / "build/npm.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        if fresh is not None and newer(fresh):
            return
        done = subprocess.run(
            [*command, *words], cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=900
        )
    assert done.returncode == 0, f"npm {' '.join(words)}:\n{done.stdout[-6000:]}{done.stderr[-4000:]}"


def newer(made: Path) -> bool:
    """Whether nothing has changed since that was made; a folder changes with what is put there or taken away."""
    if not made.exists():
        return False
    tops = [WEB / name for name in SOURCES]
    return all(path.stat().st_mtime <= made.stat().st_mtime for top in tops for path in (top, *top.rglob("*")))
