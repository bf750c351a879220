"""What games say: every card, role, question, answer and fact of every game and extra has its words, in all languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from undermine.data.messages import words, words_without
from undermine.data.sentences import CASES, Words
from undermine.data.table import LANGUAGES
from undermine.kernel.fields import EDGE, SEAT, TERM, YES
from undermine.kernel.ruleset import Ruleset
from undermine.notation.claims import claims_of
from undermine.notation.fields import terms_of
from undermine.present.box import box_of
from undermine.registry import GAMES, MODULES, Options, game_manifest, needs, players_of, ruleset

TABLES = [Options(game=game, players=game_manifest(game).players[0]) for game in GAMES]
for extra in MODULES:
    with_it = tuple(sorted({extra, *needs(extra)} & set(MODULES)))
    TABLES.append(Options(extras=with_it, players=players_of(Options(extras=with_it))[0]))

# What is done with a card of the hand, said by `play`, `choose` and `do`; that it is laid goes by the place.
BY_CARD = {"turn"}
# Facts that nobody reads: how cards are put somewhere, and what an extra keeps in mind.
UNREAD = {
    "asked", "replaced", "settled", "sealed", "moved", "shown", "swapped", "poured", "shuffled", "gathered", "threw", "stuck",
    "closed", "lurked", "diversion.noted", "veto.owed", "treasury.pushed", "treasury.stirred", "toll.forgotten",
    "chests.ready", "chests.counted", "chests.drawn", "gave", "put-aside", "spent",
}  # fmt: skip
# Facts that are told by another name, or by several.
AS: dict[str, tuple[str, ...]] = {
    "began": ("round",), "became": ("role",), "consulted": ("looked",), "glanced": ("looked-mine", "looked-treasure", "looked-dwarf"),
    "won": ("won.diggers", "won.saboteurs", "won.nobody", "won.lone", "roles"), "chests.fallen": ("chests.fallen",),
}  # fmt: skip
AS_OF: dict[str, dict[str, tuple[str, ...]]] = {
    "duel": {"played": ("discarded",)},
    "duel-solo": {"played": ("discarded",)},
    "lost-mines": {"played": ("shows", "seen", "seen-dwarf")},
}

FIELDS = {
    "name", "target", "card", "cards", "tool", "goal", "place", "to", "n", "role", "roles", "side", "edge", "way", "where",
    "word", "seats", "one", "other",
}  # fmt: skip
SLOT = re.compile(r"\{(\w+)(?::(\w+))?\}")


def label(options: Options) -> str:
    return "+".join((options.game, *options.extras))


def said(options: Options, lang: str) -> Words:
    """What is said at the table itself: the words of its box."""
    return box_of(ruleset(options), lang).words


def asked(rules: Ruleset) -> Iterator[tuple[str, list[str], list[tuple[str, str, list[str]]]]]:
    """Every question that a seat can be asked, and how it is answered."""
    for name, step in zip(rules.step_names, rules.steps, strict=True):
        ways = [(form.tag, field.what, list(terms_of(field))) for form in step.answers for field in form.fields[:1]]
        if step.answers:
            yield name, [form.tag for form in step.answers if form.card < 0], ways


def forms(word: object) -> list[str]:
    return [word] if isinstance(word, str) else list(word.values()) if isinstance(word, dict) else []


@pytest.mark.parametrize("options", TABLES, ids=label)
def test_every_question_is_asked_and_told_to_the_others(options: Options) -> None:
    for lang in LANGUAGES:
        found = said(options, lang)
        missing = [
            key
            for name, _, _ in asked(ruleset(options))
            for key in (f"ask.{name}", *([f"ask.{name}.others"] if options.players > 1 or name != "turn" else []))
            if key not in found
        ]
        assert missing == []


@pytest.mark.parametrize("options", TABLES, ids=label)
def test_every_answer_that_plays_no_card_is_a_sentence(options: Options) -> None:
    for lang in LANGUAGES:
        found = said(options, lang)
        for name, verbs, ways in asked(ruleset(options)):
            for verb in verbs:
                terms = [term for of, what, terms in ways if of == verb and what in (YES, EDGE, TERM) for term in terms]
                each = [f"answer.{name}.{verb}-{term}" for term in terms]
                chests = [f"answer.{name}.{verb}-{number}" for number in range(4)] if verb == "open" else ["-"]
                assert f"answer.{name}.{verb}" in found or all(key in found for key in each or chests), (name, verb)


@pytest.mark.parametrize("options", TABLES, ids=label)
def test_every_card_is_named_and_what_is_played_says_how(options: Options) -> None:
    faces = box_of(ruleset(options), "en").faces
    for lang in LANGUAGES:
        found = said(options, lang)
        assert [face for face in faces if face != "?" and f"face.{face}" not in found] == []
        played = [name for name, face in faces.items() if face.kind == "action"]
        assert [
            key for name in played for key in (f"play.{name}", f"choose.{name}", f"do.{name}") if key not in found
        ] == []
        roles = [name for name, face in faces.items() if face.kind == "role"]
        assert [
            key for name in roles for key in (f"role.{name}", f"you.{name}", f"wins.{name}") if key not in found
        ] == []


@pytest.mark.parametrize("options", TABLES, ids=label)
def test_every_fact_that_people_read_is_told(options: Options) -> None:
    as_told = AS | AS_OF.get(options.game, {})
    for lang in LANGUAGES:
        found = said(options, lang)
        kinds = [kind for kind in ruleset(options).kind_names if kind not in UNREAD]
        assert [name for kind in kinds for name in as_told.get(kind, (kind,)) if f"told.{name}" not in found] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_told_is_told_to_whoever_did_it_as_well(lang: str) -> None:
    found = words(lang)
    told = {
        key
        for key in found
        if key.startswith("told.") and not key.endswith((".you", ".mine", ".atYou", ".own", ".yourOwn"))
    }
    for key in told:
        if any("{name}" in text for text in forms(found[key])) and key not in ("told.given.bank", "told.won.single"):
            assert f"{key}.you" in found, key
    for key in found:
        if key.startswith("told.") and key.endswith((".you", ".yourOwn", ".mine")):
            assert not any("{name}" in text for text in forms(found[key])) or key.startswith("told.role"), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_told_names_nothing_but_what_a_fact_holds(lang: str) -> None:
    for key, word in words(lang).items():
        if key.startswith(("told.", "brief.")):
            for text in forms(word):
                slots = SLOT.findall(text)
                assert {name[0].lower() + name[1:] for name, _ in slots} <= FIELDS, key
                assert {case for _, case in slots if case} <= set(CASES), key
                assert text == text.strip() and "  " not in text, key  # noqa: PT018 - one thing


def test_languages_fill_in_the_same_words() -> None:
    """A sentence that names somebody in one language names them in the others; numbers may be said by their forms alone."""
    for key, word in words("en").items():
        if key.startswith(("told.", "ask.", "answer.", "brief.")):
            names = {
                lang: {name.lower() for text in forms(words(lang)[key]) for name, _ in SLOT.findall(text)}
                for lang in LANGUAGES
            }
            assert names["ru"] == names["uk"] == names["en"], (key, word)


@pytest.mark.parametrize("lang", ["ru", "uk"])
def test_numbers_have_all_the_forms_that_the_language_needs(lang: str) -> None:
    for key, word in words(lang).items():
        if isinstance(word, dict) and "nom" not in word:
            assert {"one", "few", "many"} <= set(word), key
            english = words("en")[key]
            if isinstance(english, dict):
                assert set(english) >= {"one", "other"}, key
            else:
                assert "{n}" not in english, key  # a noun that is not there needs no number


@pytest.mark.parametrize("lang", ["ru", "uk"])
def test_a_name_has_each_case_that_a_sentence_asks_of_it(lang: str) -> None:
    found = words(lang)
    for key, word in found.items():
        for text in forms(word):
            for name, case in SLOT.findall(text):
                groups = {"tool": ("tool.",), "goal": ("goal.",), "card": ("shape.",)}.get(name.lower(), ())
                for each, noun in found.items():
                    if case and each.startswith(groups) and groups and each != "goal.is" and each.count(".") == 1:
                        assert isinstance(noun, dict), (key, each)
                        assert case in noun, (key, each)


def test_a_table_says_nothing_of_other_games() -> None:
    mines = words_without("en", frozenset((*GAMES, *MODULES)) - {"lost-mines"}, ("lost-mines",))
    assert mines["goal.1"] == "mine 1"
    assert mines["wins.saboteur"] != words("en")["wins.saboteur"]
    assert "play.veto" not in mines
    assert not any(key.startswith(("code.", "switch.", "face.duel.")) for key in mines)


@pytest.mark.parametrize("options", TABLES, ids=label)
def test_everything_that_can_be_said_has_a_button_and_a_sentence(options: Options) -> None:
    for form in claims_of(ruleset(options)).forms:
        for lang in LANGUAGES:
            found = said(options, lang)
            assert f"say.{form.tag}" in found
            told = [key for key in found if key.startswith(f"told.said-{form.tag}")]
            assert told
            for field in form.fields:
                terms = terms_of(field)
                slots = {
                    name[0].lower() + name[1:]
                    for key in told
                    for text in forms(found[key])
                    for name, _ in SLOT.findall(text)
                }
                words_each = all(f"told.said-{form.tag}.{term}" in found for term in terms) if terms else False
                assert field.name in slots or words_each or field.what == SEAT, (form.tag, field.name)
            if any(field.name == "card" for field in form.fields):
                cards = next(field for field in form.fields if field.name == "card")
                assert all(f"face.{term}" in found or f"role.{term}" in found for term in terms_of(cards)), form.tag
