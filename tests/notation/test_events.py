"""Events in words: whole games come back as they were."""

from __future__ import annotations

import pytest

from tests.notation.games import random_game, tuple_of
from undermine.errors import NotationError
from undermine.notation.events import event_words, parse_event
from undermine.registry import Options, ruleset


@pytest.mark.parametrize("edition", ["anniversary", "ukrainian"])
@pytest.mark.parametrize("players", [3, 10])
def test_every_event_of_a_game_survives_words(edition: str, players: int) -> None:
    rules = ruleset(Options(players=players, edition=edition))
    for seed in range(2):
        for event in random_game(rules, seed)[0]:
            text = event_words(rules, event)
            assert tuple_of(parse_event(rules, text)) == tuple_of(event), text
            assert event_words(rules, parse_event(rules, text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "asked turn P1 P1",
        "replaced draw chance P3",
        "asked reach auto P1 3",
        "settled",
        "asked effect auto mend lamp+pick P2 pick P1",
        "sealed P2 take gold-3 (P2)",
        "moved ? deck hand-P1",
        "moved map deck hand-P1 (P1)",
        "shown stone-NW G2 1 (nobody)",
        "poured payment gold-deck",
        "shuffled gold-deck",
        "gathered deck",
        "began 1 P3",
        "laid P1 NE@180 3,-1",
        "played P1 break lamp P2 before-P2",
        "played P2 mend lamp+pick P2 pick discard-pile",
        "passed P1 1 NE (P1)",
        "passed P1 0 ?",
        "stuck P1 0 (P1)",
        "collapsed EW 3,0 P1",
        "turned G2 stone-NE 1 P3",
        "won saboteurs nobody digger saboteur digger",
        "closed 0 31 2",
    ],
)
def test_a_fact_in_words(text: str) -> None:
    rules = ruleset(Options(players=3, edition="ukrainian"))
    assert event_words(rules, parse_event(rules, text)) == text


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("", "add an event"),
        ("exploded 3,0", "'exploded' is no event"),
        ("moved map deck", "add a place"),
        ("moved map deck attic", "There is no place 'attic'"),
        ("moved gold-3 deck hand-P1", "There is no card 'gold-3' here; use one of"),
        ("moved map deck hand-P1 (Q1)", "'Q1' is not a player"),
        ("passed P1 one", "'one' is not a number"),
        ("won nobody P1 digger digger king", "'king' cannot stand here"),
        ("settled now", "'now' is too much"),
    ],
)
def test_what_is_no_fact_says_why(text: str, cause: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_event(ruleset(Options(players=3)), text)
    assert cause in str(caught.value)
