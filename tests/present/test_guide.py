"""How to play: every game and extra, card by card, in every language, and nothing that is not chosen."""

# ruff: noqa: RUF001 - Cyrillic letters are meant

from __future__ import annotations

import re

import pytest

from undermine.data.guide import sentences
from undermine.data.table import LANGUAGES
from undermine.present.guide import Guide, guide
from undermine.registry import GAMES, MODULES, Options, game_manifest, needs, players_of

TABLES = [Options(game=game, players=game_manifest(game).players[0]) for game in GAMES]
for extra in MODULES:
    with_it = tuple(sorted({extra, *needs(extra)} & set(MODULES)))
    TABLES.append(Options(extras=with_it, players=players_of(Options(extras=with_it))[0]))


def label(options: Options) -> str:
    return "+".join((options.game, *options.extras))


def counted(found: Guide) -> dict[str, int]:
    return {face.face: face.count for part in found.sections for card in part.cards for face in card.faces}


@pytest.mark.parametrize("options", TABLES, ids=label)
def test_everything_is_told_in_every_language(options: Options) -> None:
    shapes = set()
    for lang in LANGUAGES:
        found = guide(options, lang)
        for part in found.sections:
            assert part.title
            assert bool(part.text) != bool(part.cards), part.title
            for card in part.cards:
                assert re.fullmatch(r"[A-ZА-ЯІЇЄҐ].*\.", card.text), (lang, card)
                assert card.title
                assert all(face.name for face in card.faces)
        shapes.add(tuple((len(part.cards), bool(part.text)) for part in found.sections))
    assert len(shapes) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_languages_say_the_same_and_in_their_own_letters(lang: str) -> None:
    assert list(sentences(lang)) == list(sentences("en"))
    if lang != "en":
        assert [key for key, text in sentences(lang).items() if re.search(r"[A-Za-z]{2}", text)] == []


def test_the_cards_are_exactly_those_of_the_table() -> None:
    three, ten = (counted(guide(Options(players=players), "en")) for players in (3, 10))
    assert (three["digger"], three["saboteur"], ten["digger"], ten["saboteur"]) == (3, 1, 7, 4)
    assert sum(three.values()) == 4 + 67 + 3 + 28
    assert "thief" not in three
    both = counted(guide(Options(players=3, extras=("saboteur2", "veto")), "en"))
    assert (both["thief"], both["veto"], "digger" in both, "gold-1" in both) == (4, 1, False, False)


def test_an_extra_says_instead_of_the_game_what_it_changes() -> None:
    plain, more = (
        {part.title for part in guide(Options(extras=extras), "en").sections} for extras in ((), ("saboteur2",))
    )
    assert "Who gets the gold" in plain - more
    assert "Two teams, and who gets the gold" in more - plain
    assert "Laying tunnels" in plain & more


def test_no_sentence_is_left_over() -> None:
    """Each is about a game, an extra, a pack or a card that there is."""
    told = {section.title for options in TABLES for section in guide(options, "en").sections}
    texts = {card.text for options in TABLES for section in guide(options, "en").sections for card in section.cards}
    titles = {card.title for options in TABLES for section in guide(options, "en").sections for card in section.cards}
    for key, text in sentences("en").items():
        known = texts if key.startswith("kind.") else titles if key.startswith("group.") else told
        if not key.endswith(".text"):
            assert text in known, key
