"""Choosing what to play: what goes together, the presets, and the same table in words for everybody."""

# ruff: noqa: RUF001 - Cyrillic letters are meant

from __future__ import annotations

import itertools

import pytest

from undermine import bots
from undermine.errors import OptionError
from undermine.registry import GAMES, Options, extras_of, players_of, ruleset
from undermine.server.bodies import Choice, PresetInfo, SetUp
from undermine.server.catalogue import OFFERED, catalogue
from undermine.server.sentences import LANGUAGES, Problem
from undermine.server.setup import set_up

PRESETS = {preset.key: preset for preset in catalogue("en").presets}
PAIRS = list(itertools.permutations(extras_of("classic"), 2))


def chosen(preset: PresetInfo, lang: str = "en") -> SetUp:
    return set_up(
        Choice(preset.game, preset.edition, tuple(preset.extras), preset.players, preset.switches),
        lang,
    )


def goes(extras: tuple[str, ...]) -> bool:
    try:
        fewest, _ = players_of(Options(extras=extras))
        ruleset(Options(extras=extras, players=fewest))
    except OptionError:
        return False
    return True


@pytest.mark.parametrize("one", extras_of("classic"))
def test_an_extra_is_blocked_beside_another_just_when_no_table_has_both(one: str) -> None:
    table = set_up(Choice("classic", extras=(one,)), "en")
    assert table.problem is None
    blocked = {entry.extra for entry in table.blocked}
    assert blocked == {other for first, other in PAIRS if first == one and not goes((one, other))}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_why_an_extra_is_blocked_is_a_sentence_that_names_the_other(lang: str) -> None:
    titles = {extra.key: extra.title for game in catalogue(lang).games for extra in game.extras}
    for one in extras_of("classic"):
        for entry in set_up(Choice("classic", extras=(one,)), lang).blocked:
            assert titles[one] in entry.why
            assert entry.why.endswith(".")


def test_a_rule_of_ones_own_that_keeps_extras_out_is_told() -> None:
    table = set_up(Choice("classic", extras=("tournament",), switches={"tournament.extras": "false"}), "en")
    why = {entry.extra: entry.why for entry in table.blocked}
    assert why["veto"].startswith("Your own rule keeps it out. Whether a Tournament")
    assert why["saboteur2"].startswith("Cannot be combined with")
    assert "compromised" not in why


@pytest.mark.parametrize("key", PRESETS)
def test_every_preset_can_be_opened_as_it_is(key: str) -> None:
    preset = PRESETS[key]
    table = chosen(preset)
    assert table.problem is None
    assert table.players[0] <= preset.players <= table.players[1]
    ruleset(Options(preset.game, preset.players, preset.edition, tuple(preset.extras), preset.switches))


def test_everything_at_once_leaves_out_only_what_does_not_go() -> None:
    preset = PRESETS["everything"]
    left = set(extras_of("classic")) - set(preset.extras)
    assert left == {entry.extra for entry in chosen(preset).blocked}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_on_offer_has_words_and_a_table(lang: str) -> None:
    offers = catalogue(lang)
    assert [game.key for game in offers.games] == list(OFFERED)
    assert set(OFFERED) == set(GAMES)
    for game in offers.games:
        table = set_up(Choice(game.key), lang)
        assert table.problem is None
        assert table.players == game.players
        assert all(text.endswith(".") for text in (game.text, *table.summary, *(extra.text for extra in game.extras)))
        assert all(switch.default in {value.key for value in switch.values} for switch in table.switches)
    assert {level.key for level in offers.levels} == set(bots.names())
    assert offers.levels[0].key == bots.usual()


def test_a_table_in_plain_words() -> None:
    choice = Choice(
        "classic", "ukrainian", ("veto", "saboteur2"), 7, {"allowSelfSabotage": "true", "multiGoal": "chooseOne"}
    )
    assert set_up(choice, "en").summary == [
        "The Mine, 7 players. Ukrainian edition.",
        "With “Saboteur 2”, “Veto (2019)”.",
        "3 rounds, 6 cards in each hand.",
        "3 of the role cards are saboteurs.",
        "House rule. Whether players may play sabotage cards on themselves. Here: yes.",
    ]
    assert set_up(choice, "ru").summary[:4] == [
        "Шахта, 7 игроков. Украинское издание.",
        "С дополнениями «Гномы-вредители-2», «Вето (2019)».",
        "3 раунда, по 6 карт на руке.",
        "Среди карт ролей 3 вредителя.",
    ]
    assert set_up(choice, "uk").summary[:4] == [
        "Шахта, 7 гравців. Українське видання.",
        "З доповненнями «Саботер 2», «Вето (2019)».",
        "3 раунди, по 6 карт на руках.",
        "Серед карт ролей 3 саботери.",
    ]


def test_the_clans_of_the_lost_mines_are_counted() -> None:
    assert set_up(Choice("lost-mines", players=7, switches={"rounds": "4"}), "en").summary[1:3] == [
        "4 rounds, 4 cards in each hand.",
        "Dwarf cards of each clan: 3 loyal, 1 greedy, 1 for the other clan.",
    ]


@pytest.mark.parametrize(
    ("choice", "code"),
    [
        (Choice("classic", edition="first"), "BAD_EDITION"),
        (Choice("classic", extras=("monorail",)), "BAD_EXTRA"),
        (Choice("duel", extras=("veto",)), "BAD_EXTRA"),
        (Choice("classic", extras=("saboteur2", "tournament")), "MODULE_CONFLICT"),
        (Choice("classic", players=12), "PLAYER_COUNT"),
        (Choice("classic", switches={"speed": "high"}), "BAD_SWITCH"),
        (Choice("classic", switches={"goldDraw": "everything"}), "BAD_SWITCH_VALUE"),
        (Choice("classic", extras=("new-goals",), switches={"goals.cells": "0,0 0,0 0,0 0,0 0,0"}), "BAD_LAYOUT"),
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_cannot_be_is_told_and_the_rest_is_shown(choice: Choice, code: str, lang: str) -> None:
    table = set_up(choice, lang)
    assert table.problem is not None
    assert table.problem.code == code
    assert table.summary
    assert table.switches


def test_a_game_that_is_not_there_is_refused() -> None:
    with pytest.raises(Problem) as caught:
        set_up(Choice("chess"), "uk")
    assert (caught.value.code, caught.value.status) == ("BAD_GAME", 400)


def test_the_number_of_players_is_the_usual_one_when_none_is_named() -> None:
    assert set_up(Choice("duel"), "en").summary[0] == "The Duel, 2 players. Russian edition."
    assert set_up(Choice("duel-solo"), "en").summary[0].startswith("The Duel, alone, 1 player.")
    assert "5 players" in set_up(Choice("classic", extras=("tournament",)), "en").summary[0]
