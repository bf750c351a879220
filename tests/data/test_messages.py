"""Sentences and names: complete in every language, nothing left over, and readable with or without their words."""

# ruff: noqa: RUF001 - Cyrillic letters are meant

from __future__ import annotations

import re

import pytest

from undermine.data import manifest, messages
from undermine.data.messages import message, word, words
from undermine.data.sentences import Word, form_of
from undermine.data.table import LANGUAGES, read
from undermine.errors import OPTIONS, REFUSALS, DataError

GAMES = [manifest.load(key) for key in manifest.keys()]  # noqa: SIM118 - a function of the reader, not of a dict
EXTRAS = [manifest.load(key) for key in manifest.extra_keys()]
BOOKS = [*GAMES, *EXTRAS]
CODES = [key.removeprefix("code.") for key in words("en") if key.startswith("code.")]

WANTED = (
    {f"code.{code}" for code in (*REFUSALS, *OPTIONS)}
    | {f"face.{row.face}" for book in BOOKS for rows in book.decks.values() for row in rows}
    | {f"tool.{tool}" for tool in ("lamp", "cart", "pick")}
    | {f"team.{team}" for team in ("diggers", "saboteurs", "nobody")}
    | {f"{word}.{edge}" for word in ("side", "way") for edge in "NESW"}
    | {f"game.{book.key}" for book in GAMES}
    | {f"extra.{book.key}" for book in EXTRAS}
    | {f"edition.{edition}" for book in GAMES for edition in book.editions}
    | {f"switch.{switch}" for book in BOOKS for switch in book.switches}
    | {
        f"value.{switch.name}.{value}"
        for book in BOOKS
        for switch in book.switches.values()
        if not switch.cells
        for value in switch.values
    }
)
# What games and extras add besides: refusals, what happened, questions, answers, words to choose from, places and teams;
# and cards that a game calls otherwise, and what is said of a table before there is one.
ADDED = (
    "code.", "told.", "say.", "brief.", "ask.", "answer.", "deed.", "place.", "team.", "term.", "number.", "nuggets.", "goal.", "piece.", "shape.",
    "mark.", "tally.", "walks.", "broken.", "setup.", "bot.", "role.", "you.", "wins.", "pays.", "play.", "choose.", "do.", "face.stone", "face.chest ", "face.wardrobe", "face.party", *(f"face.{book.key}." for book in GAMES),
)  # fmt: skip


def fields(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_language_says_all_that_is_wanted_and_nothing_else(lang: str) -> None:
    assert WANTED - set(words(lang)) == set()
    assert [key for key in sorted(set(words(lang)) - WANTED) if not key.startswith(ADDED)] == []
    assert set(words(lang)) == set(words("en"))


def test_the_base_game_says_nothing_that_is_not_wanted() -> None:
    for lang in LANGUAGES:
        own: dict[str, Word] = {}
        messages._gather(read("messages", lang), own)
        assert set(own) <= WANTED


@pytest.mark.parametrize("code", CODES)
def test_a_sentence_has_the_same_words_to_fill_in_in_every_language(code: str) -> None:
    assert len({frozenset(fields(word(f"code.{code}", lang))) for lang in LANGUAGES}) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", CODES)
def test_a_sentence_reads_well_with_and_without_words(code: str, lang: str) -> None:
    filling = {name: f"<{name}>" for name in fields(word(f"code.{code}", lang))}
    bare, full = message(code, lang), message(code, lang, **filling)
    for text in (bare, full):
        assert re.fullmatch(r"[A-ZА-ЯІЇЄҐ].*\.", text)
        assert not re.search(r"[][{}]|  | [.,;:)]|\( ", text)
    assert len(re.findall(r"\.(?: |$)", bare)) >= 2  # why, and what to do
    assert all(value in full for value in filling.values())
    assert message(code, lang, unheard_of="x") == bare


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_within_a_group_differ(lang: str) -> None:
    for group in ("tool.", "side.", "edition.", "switch."):
        names = [form_of(text, lang) for key, text in words(lang).items() if key.startswith(group)]
        assert len(set(names)) == len(names)
    for book in BOOKS:
        names = [word(f"face.{row.face}", lang) for rows in book.decks.values() for row in rows]
        assert len(set(names)) == len(names), book.key


def test_explanations_of_switches_are_sentences() -> None:
    for lang in LANGUAGES:
        assert all(word(f"switch.{name}", lang).endswith(".") for book in BOOKS for name in book.switches)


def test_what_a_player_reads() -> None:
    assert message("EDGE_MISMATCH", "en", side=word("side.E", "en")) == (
        "An opening would meet a wall on the right. Turn the card by 180 degrees or choose another cell."
    )
    assert message("EDGE_MISMATCH", "uk", side=word("side.E", "uk")) == (
        "Прохід упреться в стіну праворуч. Поверніть карту на 180° або оберіть інше місце."
    )
    assert message("PLAYER_COUNT", "ru", count=2, min=3, max=10) == (
        "С таким числом игроков (2) играть нельзя. Выберите другое число: от 3 до 10."
    )
    assert [word("face.mend-pick+cart", lang) for lang in LANGUAGES] == [
        "Repair: pick or cart",
        "Ремонт: кирка или вагонетка",
        "Ремонт: кирка або вагонетка",
    ]


def test_a_part_with_two_words_needs_both() -> None:
    assert message("PLAYER_COUNT", "en", min=3) == message("PLAYER_COUNT", "en")


@pytest.mark.parametrize(("key", "lang"), [("face.unheard-of", "en"), ("tool.lamp", "de"), ("code.NO_SUCH_CODE", "ru")])
def test_what_is_not_there_is_named(key: str, lang: str) -> None:
    with pytest.raises(DataError, match=re.escape(key if lang != "de" else "'de'; use one of en, ru, uk")) as caught:
        word(key, lang)
    assert caught.value.code == "NO_SUCH_DATA"
