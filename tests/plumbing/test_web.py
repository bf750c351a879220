"""The browser game's own checks, and a lock file that works on every platform."""

from __future__ import annotations

import json

import pytest

from tests.node import WEB, npm


@pytest.mark.needs("node", "linters")
def test_the_browser_game_passes_its_own_checks() -> None:
    npm("test")


def test_the_bundler_is_locked_for_every_platform() -> None:
    packages = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for platform in ("linux-x64-gnu", "linux-arm64-gnu", "darwin-arm64", "darwin-x64", "win32-x64-msvc"):
        assert f"node_modules/@rolldown/binding-{platform}" in packages, platform
