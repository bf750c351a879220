"""docs/notation.md: what it shows can be read, and it shows everything."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from undermine.kernel.dealing import FromBag
from undermine.notation import position_text
from undermine.notation.actions import words_of
from undermine.notation.events import event_words, parse_event
from undermine.notation.position import build
from undermine.notation.position_text import parse_position, print_position
from undermine.notation.records import parse_record, verify
from undermine.registry import GAMES, Options, kit, ruleset
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
    outcomes = {step.outcome.verb for step in chance if step.outcome is not None}
    assert {row.split()[0] for row in rows("Actions")} == set(words_of(rules).verbs(rules)) - outcomes
    assert {row.split()[0] for row in rows("Chance")} == outcomes


def test_every_kind_of_event_is_documented_by_one() -> None:
    rules = ruleset(Options(players=3, edition="ukrainian"))
    assert [row.split()[0] for row in rows("Events")] == rules.kind_names
    for row in rows("Events"):
        assert event_words(rules, parse_event(rules, row)) == row


def test_the_drawn_board_can_be_read() -> None:
    assert {(mark.x, mark.y): mark.text for mark in parse_drawing(block("Boards"))}[8, 0] == "G:SW"


def test_the_positions_can_be_read_and_written() -> None:
    texts = re.findall(r"```\n(undermine position.*?)```", section("Positions"), flags=re.DOTALL)
    assert {parse_position(text).options.game for text in texts} == {"classic", "duel", "lost-mines"}
    for text in texts:
        position = parse_position(text)
        again = parse_position(print_position(position))
        assert build(again).state.ints() == build(position).state.ints()
        assert print_position(again) == print_position(position)


def test_every_line_of_a_position_is_documented() -> None:
    text = section("Positions")
    for name in GAMES:
        position = kit(name).position
        for file in (sys.modules[position.__module__].__file__, position_text.__file__):
            source = Path(str(file)).read_text(encoding="utf-8")
            for key in re.findall(r'case "([a-z]+)":', source):
                assert f"| `{key}`" in text or f"`{key}`" in text, (name, key)


def test_the_record_holds() -> None:
    record = parse_record(block("Records"))
    assert record.names == ["Anna", "Boris", "Olena"]
    assert verify(record) is None
