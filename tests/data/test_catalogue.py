"""The rule catalogue is complete, in every language, and agrees with the manifest."""

# ruff: noqa: RUF001 - Cyrillic letters are meant

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import pytest

from undermine.data import catalogue, manifest
from undermine.data.table import LANGUAGES
from undermine.errors import DataError

# The ids of the base game: first and last of every unbroken run, and the section it belongs to.
RUNS = [
    ("components", 1, 11),
    ("setup", 20, 33),
    ("turn", 40, 45),
    ("tunnels", 50, 69),
    ("actions", 80, 82),
    ("sabotage", 83, 87),
    ("repair", 88, 93),
    ("rockfall", 94, 98),
    ("map", 99, 102),
    ("passing", 110, 115),
    ("goals", 120, 129),
    ("round-end", 140, 143),
    ("diggers-win", 150, 157),
    ("saboteurs-win", 160, 168),
    ("next-round", 170, 176),
    ("game-end", 180, 183),
    ("secrets", 190, 201),
]
IDS = [f"B-{number:03}" for _, first, last in RUNS for number in range(first, last + 1)]
RULINGS = [f"R-{number:02}" for number in range(1, 27)] + ["R-15a", "R-15b", "R-19a", "R-19b", "R-22a"]

CLASSIC = manifest.load("classic")
BOOKS = [manifest.load(key) for key in [*manifest.keys(), *manifest.extra_keys()]]
EVERY = [switch for book in BOOKS for switch in book.switches.values()]
SWITCHES = {switch.name: switch for switch in EVERY}


def test_every_rule_of_the_base_game_is_there_in_order() -> None:
    assert len(IDS) == 134
    assert [rule.id for rule in catalogue.rules("B-")] == IDS


def test_every_section_has_its_rules() -> None:
    assert Counter(rule.section for rule in catalogue.rules("B-")) == {
        "components": 11,
        "setup": 14,
        "turn": 6,
        "tunnels": 20,
        "actions": 3,
        "sabotage": 5,
        "repair": 6,
        "rockfall": 5,
        "map": 4,
        "passing": 6,
        "goals": 10,
        "round-end": 4,
        "diggers-win": 8,
        "saboteurs-win": 9,
        "next-round": 7,
        "game-end": 4,
        "secrets": 12,
    }
    places = {f"B-{number:03}": section for section, first, last in RUNS for number in range(first, last + 1)}
    assert {rule.id: rule.section for rule in catalogue.rules("B-")} == places
    assert [section.key for section in catalogue.sections()][: len(RUNS)] == [section for section, _, _ in RUNS]
    assert {rule.section for rule in catalogue.rules()} == {section.key for section in catalogue.sections()}


def test_every_ruling_is_there_and_used() -> None:
    every = [ruling.id for ruling in catalogue.rulings()]
    assert sorted(name for name in every if name.startswith("R-")) == sorted(RULINGS)
    assert len(every) == len(set(every))
    assert {name for rule in catalogue.rules() for name in rule.rulings} == set(every)


def test_every_id_is_used_once() -> None:
    ids = [rule.id for rule in catalogue.rules()]
    assert [name for name, number in Counter(ids).items() if number > 1] == []


def test_texts_are_sentences_in_the_right_alphabet() -> None:
    texts = [text for rule in catalogue.rules() for text in [rule.text]]
    texts += [text for ruling in catalogue.rulings() for text in (ruling.question, ruling.ruling)]
    assert len(texts) == len(catalogue.rules()) + 2 * len(catalogue.rulings())
    for text in texts:
        assert tuple(text) == LANGUAGES
        assert len(set(text.values())) == 3
        for lang, sentence in text.items():
            assert re.fullmatch(r"\S.*[.?]", sentence), sentence
            assert "  " not in sentence
            assert bool(re.search("[а-яіїєґ]", sentence.lower())) == (lang != "en"), sentence
        assert not re.search("[іїєґІЇЄҐ]", text["ru"]), text["ru"]
        assert not re.search("[ыэёъЫЭЁЪ]", text["uk"]), text["uk"]


@pytest.mark.parametrize(
    ("lang", "odd"),
    [("ru", r"початок|кінець|скарб|саботер"), ("uk", r"жил[аи]\b|вредител|самый|туннел|лампа")],
)
def test_languages_keep_to_their_own_terms(lang: str, odd: str) -> None:
    found = [rule.id for rule in catalogue.rules() if re.search(odd, rule.text[lang].lower())]
    found += [ruling.id for ruling in catalogue.rulings() if re.search(odd, ruling.ruling[lang].lower())]
    assert not found


def test_numbers_are_the_same_in_every_language() -> None:
    for rule in catalogue.rules():
        digits = {lang: Counter(re.findall(r"\d+", text)) for lang, text in rule.text.items()}
        # "180 degrees" and "180°", "3 to 5" and its short form hold the same digits.
        assert digits["en"] == digits["ru"] == digits["uk"], rule.id


def test_shapes_are_the_same_in_every_language() -> None:
    for rule in catalogue.rules():
        shapes = {lang: re.findall(r"`([^`]+)`", text) for lang, text in rule.text.items()}
        assert shapes["en"] == shapes["ru"] == shapes["uk"], rule.id
        assert all(manifest.canonical(shape) == shape for shape in shapes["en"] if shape.isupper()), rule.id


def test_sources_name_the_editions_that_state_a_rule() -> None:
    assert catalogue.rule("B-050").source == (
        "anniversary «Выкладывание карты туннелей»; deluxe «Выкладывание карточки туннелей»; ukrainian «Хід картою тунелю»"
    )
    for rule in catalogue.rules("B-"):
        assert set(rule.editions) <= set(CLASSIC.editions)
        named = set(re.findall("anniversary|deluxe|ukrainian", rule.source))
        assert set(rule.editions) <= named or "every edition" in rule.source, rule.id


def test_rules_and_switches_name_each_other() -> None:
    by_rule = {(rule.id, switch) for rule in catalogue.rules() for switch in rule.switches}
    by_switch = {(rule, switch.name) for switch in EVERY for rule in switch.rules}
    assert by_rule == by_switch


def test_rulings_and_switches_name_each_other() -> None:
    rulings = {ruling.id: ruling for ruling in catalogue.rulings()}
    assert all(switch.values == SWITCHES[switch.name].values for switch in EVERY)
    assert all(switch.cells == SWITCHES[switch.name].cells for switch in EVERY)
    assert all(rulings[switch.ruling].switch == switch.name for switch in EVERY)
    assert {ruling.switch for ruling in rulings.values() if ruling.switch} == set(SWITCHES)
    for switch in EVERY:
        assert any(switch.ruling in catalogue.rule(rule).rulings for rule in switch.rules)


def test_numbers_of_the_texts_are_those_of_the_manifest() -> None:
    pile = dict(re.findall(r"(\d+): (\d\+\d)", catalogue.rule("B-021").text["en"]))
    assert pile == {str(n): f"{CLASSIC.table('saboteurs', n)}+{CLASSIC.table('diggers', n)}" for n in range(3, 11)}
    deck = sum(row.count for name in ("tunnels", "actions") for row in CLASSIC.cards(name))
    left = [deck - n * CLASSIC.table("hand", n) for n in range(3, 11)]
    assert re.findall(r"(\d+)(?: cards)? with \d+", catalogue.rule("B-029").text["en"]) == [str(n) for n in left]
    cells = re.findall(r"\((-?\d+),(-?\d+)\)", catalogue.rule("B-026").text["en"])
    assert [(int(x), int(y)) for x, y in cells] == CLASSIC.layout("entrance") + CLASSIC.layout("goals")


def test_a_prefix_narrows_the_list() -> None:
    assert [rule.id for rule in catalogue.rules("B-18")] == ["B-180", "B-181", "B-182", "B-183"]
    assert catalogue.rules("Z-") == []
    assert all(a.id < b.id for a, b in pairwise(catalogue.rules("B-")))


def test_an_unknown_rule_is_named() -> None:
    with pytest.raises(DataError, match=r"There is no rule 'B-999'") as caught:
        catalogue.rule("B-999")
    assert caught.value.code == "NO_SUCH_DATA"
