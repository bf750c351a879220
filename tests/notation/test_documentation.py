"""docs/notation.md: what it shows can be read, and it shows everything."""

from __future__ import annotations

import re
from pathlib import Path

from undermine.kernel.dealing import FromBag
from undermine.kernel.forms import forms_of, verb_of
from undermine.notation.actions import words_of
from undermine.notation.events import event_words, parse_event
from undermine.notation.position import build
from undermine.notation.position_text import parse_position, print_position
from undermine.notation.records import parse_record, verify
from undermine.registry import Options, ruleset
from undermine.tunnels.draw import parse_drawing

TEXT = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")


def section(name: str) -> str:
    return next(part for part in re.split(r"^## ", TEXT, flags=re.MULTILINE) if part.startswith(f"{name}\n"))


def rows(name: str) -> list[str]:
    return re.findall(r"^\| `([^`]+)`", section(name), flags=re.MULTILINE)


def block(name: str) -> str:
    found = re.search(r"```\n(.*?)```", section(name), flags=re.DOTALL)
    assert found is not None
    return found[1]


def test_every_verb_is_documented() -> None:
    rules = ruleset(Options(players=3))
    chance = [step for step in rules.steps if isinstance(step, FromBag) or rules.step_names[step.number] == "first"]
    outcomes = {verb_of(form) for step in chance for form in forms_of(step)}
    assert {row.split()[0] for row in rows("Actions")} == set(words_of(rules).verbs(rules)) - outcomes
    assert {row.split()[0] for row in rows("Chance")} == outcomes


def test_every_kind_of_event_is_documented_by_one() -> None:
    rules = ruleset(Options(players=3, edition="ukrainian"))
    assert [row.split()[0] for row in rows("Events")] == rules.kind_names
    for row in rows("Events"):
        assert event_words(rules, parse_event(rules, row)) == row


def test_the_drawn_board_can_be_read() -> None:
    assert {(mark.x, mark.y): mark.text for mark in parse_drawing(block("Boards"))}[8, 0] == "G:SW"


def test_the_position_can_be_read_and_written() -> None:
    position = parse_position(block("Positions"))
    again = parse_position(print_position(position))
    assert build(again).state.ints() == build(position).state.ints()


def test_the_record_holds() -> None:
    record = parse_record(block("Records"))
    assert record.names == ["Anna", "Boris", "Olena"]
    assert verify(record) is None
