"""The kept mutants are complete and can be applied; a few of them are tried. `make mutants` tries all."""

from __future__ import annotations

import ast
import re
from collections import Counter

import pytest
import yaml

from tests.mutants.kept import ROOT, Mutant, load
from tests.mutants.run import ALIVE, BROKEN, BaselineError, attempt, try_all, workshops
from undermine.data.catalogue import rules
from undermine.data.manifest import load as manifest
from undermine.errors import REFUSALS

MUTANTS = load()
RULES = {rule.id for rule in rules("B-")}
SWITCHES = set(manifest("classic").switches)
FOLDERS = {"redaction": "tests/engine/", "put/take": "tests/engine/", "print/parse": "tests/notation/"}
LEAST = {"redaction": 10, "put/take": 20, "print/parse": 15}


def scenario(mutant: Mutant) -> str:
    return (ROOT / mutant.check()).read_text(encoding="utf-8")


def test_there_are_enough_of_every_kind() -> None:
    assert len(MUTANTS) >= 75
    assert [name for name, number in Counter(mutant.id for mutant in MUTANTS).items() if number > 1] == []
    kinds = Counter(mutant.breaks for mutant in MUTANTS)
    assert len(RULES & set(kinds)) >= 60
    assert set(kinds) - RULES == set(FOLDERS)
    assert all(kinds[kind] >= least for kind, least in LEAST.items())


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.id)
def test_a_mutant_can_be_applied_and_names_its_check(mutant: Mutant) -> None:
    path = mutant.source(ROOT)
    before = path.read_text(encoding="utf-8")
    after = mutant.applied(before)
    assert after != before
    if path.suffix == ".py":
        assert ast.dump(ast.parse(after)) != ast.dump(ast.parse(before))
    if mutant.is_scenario():
        tagged = yaml.safe_load(scenario(mutant))["rules"]
        assert mutant.breaks in tagged or (mutant.breaks == "redaction" and re.search("views:|told:", scenario(mutant)))
    else:
        file, _, name = mutant.check().partition("::")
        assert file.startswith(FOLDERS[mutant.breaks])
        assert re.search(rf"^def {name}\(", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)


def test_every_refusal_is_touched() -> None:
    touched = {code: [mutant for mutant in MUTANTS if code in mutant.touches] for code in REFUSALS}
    assert [code for code, mutants in touched.items() if not mutants] == []
    for code, mutants in touched.items():
        for mutant in mutants:
            assert re.search(rf"refused: {code}\b", scenario(mutant)), f"{mutant.id}: {code} is never refused there"


def test_every_switch_is_touched() -> None:
    """Where its value is read, so that whatever hangs on the switch is broken."""
    found = {name for name in SWITCHES for mutant in MUTANTS if name in mutant.touches and f'"{name}"' in mutant.old}
    assert found == SWITCHES
    assert {name for mutant in MUTANTS for name in mutant.touches} == SWITCHES | set(REFUSALS)


def test_the_marked_mutants_are_caught() -> None:
    marked = [mutant for mutant in MUTANTS if mutant.quick]
    assert 6 <= len(marked) <= 8
    assert {mutant.breaks if mutant.breaks in FOLDERS else "rule" for mutant in marked} == {"rule", *FOLDERS}
    outcomes = try_all(marked, 2, lambda text: None)
    assert len(outcomes) == len(marked)
    assert [outcome.line() for outcome in outcomes if not outcome.caught()] == []


def test_a_mutant_that_changes_nothing_stays_alive() -> None:
    real = MUTANTS[0]
    idle = Mutant("idle", "B-040", "games/classic/turn.py", "after = t.next(seat)", "after = t.next(seat + 0)", "")
    check = "B-040-clockwise-at-any-table"
    with workshops(1) as copies:
        for mutant, verdict in (
            (Mutant("idle", "B-040", idle.file, idle.old, idle.new, check), ALIVE),
            (Mutant("gone", "B-040", idle.file, "no such text", "", check), BROKEN),
            (Mutant("wrong", "B-040", idle.file, idle.old, "after = (", check), BROKEN),
            (Mutant("early", "B-040", idle.file, "ANY_PASSES: Final = 2", "ANY_PASSES = missing", check), BROKEN),
        ):
            assert attempt(mutant, copies[0]).verdict == verdict
            assert mutant.source(copies[0]).read_bytes() == mutant.source(ROOT).read_bytes()
        assert real.source(copies[0]).exists()


def test_a_check_that_fails_anyway_proves_nothing() -> None:
    missing = Mutant("missing", "B-040", "errors.py", "x", "y", "GB-00-no-such-scenario")
    with pytest.raises(BaselineError):
        try_all([missing], 1, lambda text: None)
