"""The kept mutants are complete and can be applied; a few of them are tried. `make mutants` tries all."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
import yaml

from tests.mutants import run
from tests.mutants.kept import ROOT, Mutant, load
from tests.mutants.run import ALIVE, BROKEN, HUNG, attempt, borrowed, try_all, workshops
from undermine.data.catalogue import rules
from undermine.data.manifest import extra_keys, keys
from undermine.data.manifest import load as manifest
from undermine.data.messages import words
from undermine.errors import REFUSALS

MUTANTS = load()
RULES = {rule.id for rule in rules()}
BASE = {rule.id for rule in rules("B-")}
SWITCHES = set(manifest("classic").switches)
EVERY_SWITCH = {name for key in [*keys(), *extra_keys()] for name in manifest(key).switches}
CODES = {key.removeprefix("code.") for key in words("en") if key.startswith("code.")}
FOLDERS = {
    "redaction": "tests/engine/",
    "put/take": "tests/engine/",
    "print/parse": "tests/notation/",
    "refusal": "tests/present/",
}
LEAST = {"redaction": 10, "put/take": 20, "print/parse": 15, "refusal": 1}


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def scenario(mutant: Mutant) -> str:
    return text_of(ROOT / mutant.check())


def test_there_are_enough_of_every_kind() -> None:
    assert len(MUTANTS) >= 75
    assert [name for name, number in Counter(mutant.id for mutant in MUTANTS).items() if number > 1] == []
    kinds = Counter(mutant.breaks for mutant in MUTANTS)
    assert len(BASE & set(kinds)) >= 60
    assert set(kinds) - RULES == set(FOLDERS)
    assert all(kinds[kind] >= least for kind, least in LEAST.items())


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.id)
def test_a_mutant_can_be_applied_and_names_its_check(mutant: Mutant) -> None:
    before = text_of(mutant.source(ROOT))
    after = mutant.applied(before)
    assert after != before
    if mutant.file.endswith(".py"):
        ast.parse(after)
    if mutant.is_scenario():
        tagged = yaml.safe_load(scenario(mutant))["rules"]
        assert mutant.breaks in tagged or (mutant.breaks == "redaction" and re.search("views:|told:", scenario(mutant)))
    else:
        file, _, name = mutant.check().partition("::")
        assert file.startswith(FOLDERS.get(mutant.breaks, "tests/"))
        assert re.search(rf"^def {name}\(", text_of(ROOT / file), re.MULTILINE)


def test_every_refusal_is_touched() -> None:
    touched = {code: [mutant for mutant in MUTANTS if code in mutant.touches] for code in REFUSALS}
    assert [code for code, mutants in touched.items() if not mutants] == []
    for code, mutants in touched.items():
        for mutant in mutants:
            told = re.search(rf"refused: {code}\b", scenario(mutant)) if mutant.is_scenario() else code in mutant.old
            assert told, f"{mutant.id} has nothing to do with {code}"


def test_every_switch_is_touched() -> None:
    """Where its value is read, so that whatever hangs on the switch is broken."""
    found = {name for name in SWITCHES for mutant in MUTANTS if name in mutant.touches and f'"{name}"' in mutant.old}
    assert found == SWITCHES
    assert {name for mutant in MUTANTS for name in mutant.touches} <= EVERY_SWITCH | CODES


def test_the_marked_mutants_are_caught() -> None:
    marked = [mutant for mutant in MUTANTS if mutant.quick]
    assert 6 <= len(marked) <= 8
    assert {mutant.breaks if mutant.breaks in FOLDERS else "rule" for mutant in marked} == {"rule", *FOLDERS} - {
        "refusal"
    }
    outcomes = try_all(marked, 2, lambda text: None)
    assert len(outcomes) == len(marked)
    assert [outcome.line() for outcome in outcomes if not outcome.caught()] == []


def test_what_is_not_caught_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    turn, now = "after = t.after(seat)", "ANY_PASSES: Final = 2"

    def mutant(old: str, new: str) -> Mutant:
        return Mutant("try", "B-040", "games/classic/turn.py", old, new, "B-040-clockwise-at-any-table")

    with workshops(1) as free, borrowed(free) as copy:
        for change, verdict in (
            (mutant(turn, "after = t.after(seat + 0)"), ALIVE),
            (mutant("no such text", ""), BROKEN),
            (mutant(turn, "after = ("), BROKEN),
            (mutant(now, "ANY_PASSES: Final = missing"), BROKEN),
            (mutant(turn, "while True: pass"), HUNG),
        ):
            monkeypatch.setattr(run, "LIMIT", 2.0 if verdict == HUNG else run.LIMIT)
            assert attempt(change, copy).verdict == verdict
            assert change.source(copy).read_bytes() == change.source(ROOT).read_bytes()


def test_a_check_that_fails_anyway_proves_nothing() -> None:
    for check in ("GB-00-no-such-scenario", "tests/mutants/test_mutants.py::no_such_test"):
        mutant = Mutant("try", "B-040", "games/classic/turn.py", "t.after(seat)", "seat", check)
        outcome = try_all([mutant], 1, lambda text: None)[0]
        assert outcome.verdict == BROKEN
        assert "fails without it" in outcome.cause
