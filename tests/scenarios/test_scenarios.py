"""Every scenario file holds, and together they leave no rule, switch or refusal out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import ROOT
from undermine.data.catalogue import rules
from undermine.data.manifest import extra_keys, keys, load
from undermine.data.messages import words
from undermine.errors import OPTIONS
from undermine.registry import MODULES, Options, settings_of
from undermine.scenarios.run import run

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.yaml"))


@cache
def content(path: Path) -> dict[str, Any]:
    found = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def cases(path: Path) -> Iterator[dict[str, Any]]:
    top = content(path)
    for case in top.get("cases", [{}]):
        yield top | case | {"options": top.get("options", {}) | case.get("options", {})}


def absent(path: Path) -> set[str]:
    """The extras that a scenario is played with and that are not here: whoever takes an extra out leaves them behind."""
    return {extra for case in cases(path) for extra in case["options"].get("extras", ())} - set(MODULES)


PLAYED = [path for path in FILES if not absent(path)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    if absent(path):
        pytest.skip(f"not here: {', '.join(sorted(absent(path)))}")
    results = run(path)
    assert results
    assert [f"{result.file}:{result.line}: {result.cause}" for result in results if not result.passed] == []


def test_a_scenario_names_extras_that_exist_or_existed() -> None:
    listed = set(
        re.findall(r"^\| `([a-z0-9-]+)` \|", (ROOT / "docs/extras.md").read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert {extra for path in FILES for extra in absent(path)} <= listed
    assert set(MODULES) <= listed


def test_every_rule_has_a_scenario() -> None:
    tagged = {rule for path in FILES for rule in content(path)["rules"]}
    assert [rule.id for rule in rules() if rule.id not in tagged] == []


def test_every_golden_scenario_of_the_catalogue_is_there() -> None:
    ids = [content(path)["id"] for path in FILES]
    assert len(ids) == len(set(ids))
    golden = {match[0] for name in ids if (match := re.match(r"GB-\d\d", name))}
    assert golden == {f"GB-{number:02}" for number in range(1, 73)}


def test_a_file_is_named_after_its_scenario() -> None:
    for path in FILES:
        name = content(path)["id"]
        assert re.fullmatch(re.escape(name) + r"(-[a-z0-9]+)+", path.stem), path


def test_every_value_of_every_switch_is_played() -> None:
    played: set[tuple[str, str]] = set()
    for path in FILES:
        for case in cases(path):
            if "play" in case:
                chosen = case["options"]
                switches = {name: text(value) for name, value in chosen.get("switches", {}).items()}
                played |= set(switches.items())
                if path in PLAYED:
                    options = Options(
                        game=case.get("game", "classic"),
                        players=chosen.get("players", 3),
                        edition=chosen.get("edition", ""),
                        extras=tuple(chosen.get("extras", ())),
                        switches=switches,
                    )
                    played |= set(settings_of(options).values.items())
    for key in [*keys(), *extra_keys()]:
        for name, switch in load(key).switches.items():
            for value in switch.values:
                assert (name, value) in played, f"{name}={value} is never played"


def text(value: object) -> str:
    """A switch's value as the reader of scenarios takes it: YAML's true is a word there."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def test_every_refusal_occurs_with_its_rule() -> None:
    refused = {
        step["refused"] for path in PLAYED for case in cases(path) for step in case.get("play", []) if "refused" in step
    }
    codes = {text.split()[0] for text in refused}
    known = {key.rpartition(".")[2] for key in words("en") if key.startswith("code.")} - set(OPTIONS)
    assert codes == known
    ids = {rule.id for rule in rules()}
    assert [text for text in sorted(refused) if text.split()[1:] == [] or text.split()[1] not in ids] == []
