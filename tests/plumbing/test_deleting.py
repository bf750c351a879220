"""An extra can be taken out by deleting what is its own: all that is left still fits together.

One is taken out and tested here; `python -m tests.plumbing.deleting` does so with all.
"""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest
import yaml

from tests.conftest import ROOT
from tests.mutants.kept import extras_of, load, played_with
from tests.plumbing.deleting import own_files, try_without
from undermine.data.catalogue import rules
from undermine.registry import MODULES

RULES = ROOT / "src/undermine/data/rules/extras"
SCENARIOS = sorted((ROOT / "tests/scenarios").rglob("*.yaml"))
TAGS = {path: yaml.safe_load(path.read_text(encoding="utf-8"))["rules"] for path in SCENARIOS}
CORE = [  # all but the extras themselves, and the command line and environments, whose help gives examples
    path
    for path in sorted((ROOT / "src/undermine").rglob("*.py"))
    if not {"extras", "cli", "gym"} & set(path.relative_to(ROOT).parts)
]
MUTANTS = [(mutant, extras_of(mutant)) for mutant in load()]
TRIED = [key for key in ("veto",) if key in MODULES]


@cache
def rules_of(key: str) -> set[str]:
    path = RULES / f"{key}.toml"
    return {rule["id"] for rule in tomllib.loads(path.read_text(encoding="utf-8"))["rules"]} if path.exists() else set()


@cache
def mutants_of(key: str) -> set[str]:
    path = ROOT / f"tests/mutants/kept/{key}.toml"
    kept = tomllib.loads(path.read_text(encoding="utf-8"))["mutant"] if path.exists() else []
    return {mutant["id"] for mutant in kept}


@pytest.mark.parametrize("key", MODULES)
def test_an_extra_has_its_own_code_data_and_scenarios(key: str) -> None:
    there = [name for name in own_files(key) if (ROOT / name).exists()]
    assert {"manifests", "messages", "rules", "games", "scenarios"} <= {
        part for name in there for part in Path(name).parts
    }


@pytest.mark.parametrize("key", MODULES)
def test_no_file_of_the_browser_names_an_extra_but_its_own_art(key: str) -> None:
    named = re.compile(rf"""['"`./]{key}['"`./]""")
    art = ROOT / "web/src/art/extras"
    files = [path for path in (ROOT / "web/src").rglob("*") if path.suffix in (".ts", ".svelte", ".css")]
    assert len(files) > 100
    naming = [path for path in files if "fixtures" not in path.parts and named.search(path.read_text(encoding="utf-8"))]
    assert {path.parent for path in naming} <= {art}
    assert {path.name.split(".")[0] for path in naming} <= {key}


def said(path: Path) -> str:
    """What a module imports, and whatever stands in it between quotes."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.append(node.value)
        elif isinstance(node, ast.Import):
            found += [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            found += [f"{node.module}.{name.name}" for name in node.names]
    return "\n".join(found)


def test_no_core_file_names_an_extra() -> None:
    assert len(CORE) > 100
    names = "|".join(re.escape(name) for key in MODULES for name in {key, key.replace("-", "_")})
    naming = {str(path.relative_to(ROOT)): re.findall(rf"(?<![\w-])(?:{names})(?![\w-])", said(path)) for path in CORE}
    assert {path: found for path, found in naming.items() if found} == {}


@pytest.mark.parametrize("key", MODULES)
def test_no_rule_of_others_needs_its_scenarios(key: str) -> None:
    left = {rule for path, tags in TAGS.items() if path.parent.name != key for rule in tags}
    assert {rule.id for rule in rules()} - rules_of(key) - left == set()


@pytest.mark.parametrize("key", MODULES)
def test_no_scenario_of_others_tells_of_its_rules(key: str) -> None:
    """Those that are played with it are left out without it."""
    others = [path for path in SCENARIOS if path.parent.name != key and key not in played_with(path)]
    assert [path.stem for path in others if rules_of(key).intersection(TAGS[path])] == []


@pytest.mark.parametrize("key", MODULES)
def test_no_mutant_of_others_needs_its_scenarios(key: str) -> None:
    checks = {mutant.caught_by for mutant, _ in MUTANTS if mutant.id not in mutants_of(key)}
    assert checks & {path.stem for path in SCENARIOS if path.parent.name == key} == set()


@pytest.mark.parametrize("key", MODULES)
def test_no_mutant_of_others_needs_its_rules_or_code(key: str) -> None:
    """But for those whose scenario is played with it."""
    others = [mutant for mutant, extras in MUTANTS if key not in extras and mutant.id not in mutants_of(key)]
    assert [mutant.id for mutant in others if mutant.breaks in rules_of(key)] == []
    own = tuple(own_files(key))
    assert [mutant.id for mutant in others if mutant.source().as_posix().startswith(own)] == []


@pytest.mark.parametrize("key", TRIED)
def test_without_an_extra_everything_else_holds(key: str, tmp_path: Path) -> None:
    outcome = try_without(key, tmp_path)
    assert not outcome.cause, outcome.cause
