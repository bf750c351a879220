"""A wheel and an sdist hold everything the program needs, and nothing that was lying about."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.plumbing.test_installed import SOURCE, files

pytestmark = pytest.mark.needs("linters")


def build(kind: str, place: Path) -> Path:
    """Build without compiling anything, with the hatchling that is installed."""
    env = dict(os.environ, UNDERMINE_MYPYC="0", UNDERMINE_SKIP_WEB="1")
    words = [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", str(place)]
    done = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(place.iterdir())


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    return zipfile.ZipFile(build("wheel", tmp_path_factory.mktemp("wheel")))


def test_the_wheel_holds_every_source_and_data_file(wheel: zipfile.ZipFile) -> None:
    held = set(wheel.namelist())
    expected = {f"undermine/{name}" for name in files(SOURCE)}
    assert any(name.endswith(".toml") for name in expected)
    assert "undermine/py.typed" in expected
    assert expected <= held


def test_the_wheel_starts_the_command_line(wheel: zipfile.ZipFile) -> None:
    entry = next(name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert "undermine = undermine.cli:main" in wheel.read(entry).decode()


def test_a_wheel_without_the_compiled_engine_fits_every_machine(wheel: zipfile.ZipFile) -> None:
    assert str(wheel.filename).endswith("-py3-none-any.whl")
    assert not [name for name in wheel.namelist() if name.endswith((".so", ".pyd"))]


@pytest.mark.needs("bundle")
def test_the_wheel_holds_the_browser_game(wheel: zipfile.ZipFile) -> None:
    assert "undermine/web/dist/index.html" in wheel.namelist()


def test_the_sdist_can_be_built_from(tmp_path: Path) -> None:
    with tarfile.open(build("sdist", tmp_path)) as archive:
        held = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    needed = {"pyproject.toml", "hatch_build.py", "LICENSE", "requirements.lock", "web/package-lock.json", "PKG-INFO"}
    assert needed <= held
    assert not [name for name in held if "node_modules" in name or "__pycache__" in name]
