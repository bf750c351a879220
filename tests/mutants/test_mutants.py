"""The kept mutants are complete and can be applied, and a sample of all is caught. `make mutants` tries every one."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
import yaml

from tests.mutants import made
from tests.mutants.anchors import AnchorError, changed, file_of, fits
from tests.mutants.kept import ROOT, Mutant, load
from tests.mutants.made import Survivor, survivors
from tests.mutants.reach import measured
from tests.mutants.run import ALIVE, BROKEN, STOPPED, attempt, try_kept, try_made
from tests.mutants.workshop import borrowed, workshops
from undermine.data.catalogue import rules

MUTANTS = load()
RULES = {rule.id for rule in rules()}
MOST = 150  # kept by hand: each refactoring pays for them
FOLDERS = {
    "redaction": "tests/engine/",
    "put/take": "tests/engine/",
    "print/parse": "tests/notation/",
    "refusal": "tests/present/",
}
LEAST = {"redaction": 10, "put/take": 20, "print/parse": 15, "refusal": 1}
SAMPLE = 12
SURVIVE = 3  # of the sample: whether each of them may is for `make mutants` to say


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


# Kept by hand


def test_there_are_enough_of_every_kind_and_not_too_many() -> None:
    assert len(MUTANTS) <= MOST
    assert [name for name, number in Counter(mutant.id for mutant in MUTANTS).items() if number > 1] == []
    kinds = Counter(mutant.breaks for mutant in MUTANTS)
    assert set(kinds) - RULES == set(FOLDERS)
    assert all(kinds[kind] >= least for kind, least in LEAST.items())


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.id)
def test_a_mutant_can_be_applied_and_names_its_check(mutant: Mutant) -> None:
    source = ROOT / mutant.source()
    after = mutant.applied(text_of(source))
    assert after != text_of(source)
    if source.suffix == ".py":
        ast.parse(after)
    if mutant.is_scenario():
        scenario = text_of(ROOT / mutant.check())
        tagged = yaml.safe_load(scenario)["rules"]
        assert mutant.breaks in tagged or (mutant.breaks == "redaction" and re.search("views:|told:", scenario))
    else:
        file, _, name = mutant.check().partition("::")
        assert file.startswith(FOLDERS.get(mutant.breaks, "tests/"))
        assert re.search(rf"^def {name}\(", text_of(ROOT / file), re.MULTILINE)


def test_a_place_is_found_by_its_names_wherever_its_file_lies() -> None:
    for module in (("games", "classic", "gold"), ("games", "classic", "rules", "gold")):
        for where in ("classic:Take.resolve", "classic.gold:Take.resolve", "gold:Take", ":Take.resolve", "classic:"):
            assert fits(where, module, "Take.resolve")
        for where in ("duel:Take.resolve", "gold.classic:Take.resolve", "classic:Take.run", "classic:Ta"):
            assert not fits(where, module, "Take.resolve")
    with pytest.raises(AnchorError, match="lies nowhere"):
        file_of("classic:no_such_function", ROOT)
    with pytest.raises(AnchorError, match=r"must lie in one place, .*, "):
        file_of("games:MODULE", ROOT)


def test_a_change_does_not_mind_the_layout() -> None:
    text = (
        "class Ä:\n    def f(self):\n        é = 'ü'; x = g(\n            1,  # one\n            2)\n        return x\n"
    )
    assert changed(text, "Ä.f", "g(1, 2)", "g(2) + 1") == text.replace(
        "g(\n            1,  # one\n            2)", "(g(2) + 1)"
    )
    assert changed(text, "Ä.f", "return x", "if x:\n    return 0").endswith("\n        if x:\n            return 0\n")
    for name, old in (("Ä.g", "x"), ("Ä.f", "g(1)"), ("Ä.f", "x")):
        with pytest.raises(AnchorError):
            changed(text, name, old, "0")


def test_the_marked_mutants_are_caught() -> None:
    marked = [mutant for mutant in MUTANTS if mutant.quick]
    assert 6 <= len(marked) <= 8
    assert {mutant.breaks if mutant.breaks in FOLDERS else "rule" for mutant in marked} >= {
        "rule",
        "redaction",
        "put/take",
        "print/parse",
    }
    outcomes = try_kept(marked, 2, lambda text: None)
    assert len(outcomes) == len(marked)
    assert [outcome.line() for outcome in outcomes if not outcome.fine()] == []


def test_what_is_not_caught_is_said() -> None:
    def mutant(old: str, new: str) -> Mutant:
        return Mutant("try", "B-040", old, new, "B-040-clockwise-at-any-table", "classic:next_turn")

    with workshops(1) as free, borrowed(free) as copy:
        for change, verdict in (
            (mutant("t.after(seat)", "t.after(seat + 0)"), ALIVE),
            (mutant("t.after(no_such_seat)", "0"), BROKEN),
            (mutant("t.after(seat)", "t.after("), BROKEN),
            (mutant("t.after(seat)", "[0 for i in iter(int, 1)]"), STOPPED),
        ):
            assert attempt(change, copy).verdict == verdict
            assert (copy / change.source()).read_bytes() == (ROOT / change.source()).read_bytes()


def test_a_check_that_fails_anyway_proves_nothing() -> None:
    for check in ("GB-00-no-such-scenario", "tests/mutants/test_mutants.py::no_such_test"):
        mutant = Mutant("try", "B-040", "x", "y", check, MUTANTS[0].where)
        outcome = try_kept([mutant], 1, lambda text: None)[0]
        assert outcome.verdict == BROKEN
        assert "fails without it" in outcome.cause


# Made


TOY = """
LIMIT: Final = 3


class Step:
    def run(self, p, seat):
        if seat.stuck:
            p.emit(PASSED, ALL, seat, 0, 0, 1)
        return 1 if seat > LIMIT else 1
"""


def test_what_is_made_is_known_by_its_function_and_its_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = "src/undermine/games/toy/rules/mine.py"
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text(TOY, encoding="utf-8")
    monkeypatch.setattr(made, "ROOT", tmp_path)
    mutants = {each.id: each for each in made.mutants_of(file)}
    run = "toy.mine:Step.run"
    assert set(mutants) == {
        "toy.mine:LIMIT  3 -> 4",
        f"{run}  if seat.stuck -> if not (seat.stuck)",
        f"{run}  p.emit(PASSED, ALL, seat, 0, 0, 1) -> no call",
        f"{run}  1 -> 2",
        f"{run}  1 if seat > LIMIT else 1 -> 1 if (seat > LIMIT) and False else 1",
        f"{run}  1 if seat > LIMIT else 1 -> 1 if (seat > LIMIT) or True else 1",
        f"{run}  > LIMIT -> >= LIMIT",
        f"{run}  1 -> 2  (2)",
        f"{run}  1 -> 2  (3)",
    }
    assert mutants[f"{run}  1 -> 2  (3)"].applied() == TOY.replace("else 1", "else 2")
    call = mutants[f"{run}  p.emit(PASSED, ALL, seat, 0, 0, 1) -> no call"]
    assert call.applied() == TOY.replace("p.emit(PASSED, ALL, seat, 0, 0, 1)", "None")
    for survivor in (Survivor("toy:Step.run", "one change", call.change), Survivor("toy.mine:Step", "a class")):
        assert survivor.means(call)
    for survivor in (
        Survivor("duel:Step.run", "another game", call.change),
        Survivor("toy:Step.run", "another change", "1 -> 2"),
        Survivor("toy:Step.run", "a second one", call.change, 2),
        Survivor("toy:Step", "the class has no such change", call.change),
    ):
        assert not survivor.means(call)


def test_a_sample_of_what_is_made_is_caught() -> None:
    mutants = made.sample(SAMPLE, 1)
    assert len({each.file for each in mutants}) == SAMPLE
    outcomes = try_made(mutants, measured([each.file for each in mutants], 2), 2, lambda text: None)
    assert len(outcomes) == SAMPLE
    alive = [outcome.line() for outcome in outcomes if not outcome.fine()]
    assert len(alive) <= SURVIVE, "\n".join(alive)


def test_what_is_listed_has_its_place_and_a_reason() -> None:
    listed = survivors()
    assert [survivor for survivor in listed if len(survivor.reason.split()) < 3] == []
    rows = Counter((survivor.where, survivor.change, survivor.nth) for survivor in listed)
    assert [row for row, number in rows.items() if number > 1] == []
    for where in {survivor.where for survivor in listed}:
        assert where.partition(":")[2]
        assert file_of(where, ROOT).exists()
