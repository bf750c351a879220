"""What is installed is what the tree holds, compiled where it should be."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

import undermine
from tests.conftest import ROOT

INSTALLED = Path(undermine.__file__).parent
SOURCE = ROOT / "src/undermine"


def files(package: Path) -> dict[str, bytes]:
    """Every file of a package that is not made by a machine, by its name."""
    found = {path.relative_to(package): path for path in package.rglob("*") if path.is_file()}
    made = {".pyc", ".so", ".pyd"}
    return {
        name.as_posix(): path.read_bytes()
        for name, path in found.items()
        if name.suffix not in made and name.parts[:2] != ("web", "dist")
    }


def test_the_installed_package_is_the_one_in_the_tree() -> None:
    ours, theirs = files(SOURCE), files(INSTALLED)
    differing = sorted(name for name in ours.keys() | theirs.keys() if ours.get(name) != theirs.get(name))
    assert not differing, "run `make test`, not pytest alone: the installed package is not up to date"


@pytest.mark.needs("compiled", "linters")
def test_every_module_of_the_engine_is_compiled() -> None:
    import hatch_build

    paths = [path.relative_to(SOURCE.parent).with_suffix("") for path in hatch_build.compiled_sources(SOURCE)]
    modules = [importlib.import_module(".".join(path.parts)) for path in paths]
    interpreted = [module.__name__ for module in modules if str(module.__file__).endswith(".py")]
    assert modules
    assert not interpreted
