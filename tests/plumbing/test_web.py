"""The browser game's own checks, and a lock file that works on every platform."""

from __future__ import annotations

import json
import subprocess

import pytest

from tests.conftest import ROOT

WEB = ROOT / "web"


@pytest.mark.needs("node", "linters")
def test_the_browser_game_passes_its_own_checks() -> None:
    import hatch_build

    npm, env = hatch_build.npm_command()
    done = subprocess.run([*npm, "test"], cwd=WEB, env=env, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, f"npm test:\n{done.stdout[-6000:]}{done.stderr[-4000:]}"


def test_the_bundler_is_locked_for_every_platform() -> None:
    packages = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for platform in ("linux-x64-gnu", "linux-arm64-gnu", "darwin-arm64", "darwin-x64", "win32-x64-msvc"):
        assert f"node_modules/@rolldown/binding-{platform}" in packages, platform
