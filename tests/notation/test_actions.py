"""Actions and chance outcomes: what is printed is read again, and what is read is printed in canonical form."""

from __future__ import annotations

import pytest

from undermine.errors import NotationError
from undermine.kernel.agenda import Step
from undermine.kernel.chance import Chance, Seeded
from undermine.kernel.engine import explain, legal, open_game, step, waiting
from undermine.kernel.event import Play
from undermine.kernel.ids import lowest
from undermine.kernel.state import Frame, State
from undermine.notation.actions import chance_words, parse, parse_chance, words
from undermine.registry import Options, ruleset

EDITIONS = ["anniversary", "deluxe", "ukrainian"]


class Spelled(Chance):
    """Chance that says every outcome in words and reads it back."""

    def __init__(self, seed: int) -> None:
        self.source = Seeded(seed)
        self.said: set[str] = set()

    def choose(self, s: State, f: Frame, step: Step) -> int:
        action = int(self.source.choose(s, f, step))
        text = chance_words(s.rules, s, action)
        assert parse_chance(s.rules, s, text) == action
        self.said.add(text.split()[0])
        return action


def opening(seed: int = 1, players: int = 5, edition: str = "") -> Play:
    options = Options(players=players, edition=edition, switches={"firstPlayer": "host"})
    return open_game(ruleset(options), Seeded(seed), None)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(3))
def test_every_legal_action_of_a_game_survives_words(edition: str, seed: int) -> None:
    rules = ruleset(Options(players=4, edition=edition))
    chance = Spelled(seed)
    picks = Seeded(seed + 100)
    play = open_game(rules, chance, None)
    spoken: set[str] = set()
    while play.state.depth:
        seat = lowest(waiting(play.state))
        actions = legal(play.state, seat)
        for action in actions:
            text = words(rules, play.state, seat, action)
            assert parse(rules, play.state, seat, text) == action
            spoken.add(text.split()[0])
        step(play, seat, actions[picks.below(len(actions))], chance)
    assert {"lay", "break", "mend", "rockfall", "map", "pass"} <= spoken
    assert {"first", "deal", "draw", "goal"} <= chance.said


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("lay NE@180 3,1", "lay NE@180 3,1"),
        ("lay SW 3,1", "lay NE@180 3,1"),
        ("lay WS 3,1", "lay NE@180 3,1"),
        ("lay SW@180 3,1", "lay NE 3,1"),
        ("lay EW@180 -1,0", "lay EW -1,0"),
        ("lay NS@0 1,0", "lay NS 1,0"),
        ("lay NE@90 1,0", "lay NE@90 1,0"),
        ("lay NE@270 1,0", "lay NE@270 1,0"),
        ("lay S|W 1,-1", "lay N|E@180 1,-1"),
        ("lay S 100,-100", "lay N@180 100,-100"),
        ("lay NESW 8,0", "lay NESW 8,0"),
        ("break lamp P2", "break lamp P2"),
        ("break pick P1", "break pick P1"),
        ("break cart P12", "break cart P12"),
        ("mend lamp P2", "mend lamp P2"),
        ("mend lamp P2 lamp", "mend lamp P2"),
        ("mend lamp P2 pick", "mend lamp P2 pick"),
        ("mend lamp+pick P2 pick", "mend lamp+pick P2 pick"),
        ("mend pick+lamp P2 pick", "mend lamp+pick P2 pick"),
        ("mend lamp+cart P9 cart", "mend cart+lamp P9 cart"),
        ("mend pick+cart P1 lamp", "mend pick+cart P1 lamp"),
        ("rockfall 3,0", "rockfall 3,0"),
        ("rockfall 0,0", "rockfall 0,0"),
        ("map G1", "map G1"),
        ("map G9", "map G9"),
        ("pass", "pass"),
        ("pass NE", "pass NE"),
        ("pass SW", "pass NE"),
        ("pass mend-pick+lamp", "pass mend-lamp+pick"),
        ("pass NE EW", "pass NE EW"),
        ("pass map map map", "pass map map map"),
        ("pass map map map map map", "pass map map map map"),
        ("  lay   NE  1,0 ", "lay NE 1,0"),
    ],
)
def test_a_turn_in_words(text: str, canonical: str) -> None:
    play = opening()
    rules = play.state.rules
    action = parse(rules, play.state, 0, text)
    assert words(rules, play.state, 0, action) == canonical
    assert parse(rules, play.state, 0, canonical) == action


@pytest.mark.parametrize(
    ("text", "column", "cause"),
    [
        ("", 1, "add an action"),
        ("dig NE 1,0", 1, "'dig' does not answer this question"),
        ("take gold-3", 1, "begin with lay or pass or map or break"),
        ("lay", 4, "add a tunnel card"),
        ("lay map 1,0", 5, "'map' is no tunnel card"),
        ("lay NN 1,0", 5, "There is no card 'NN' here"),
        ("lay NE@45 1,0", 5, "turned by 45"),
        ("lay NE@ 1,0", 5, "turned by nothing"),
        ("lay NE", 7, "add a cell"),
        ("lay NE 1;0", 8, "'1;0' is not a cell"),
        ("lay NE 1, 0", 8, "'1,' is not a cell"),
        ("lay NE 500,0", 8, "off the table"),
        ("lay NE 1,0 now", 12, "'now' is too much"),
        ("break spade P2", 7, "There is no card 'break-spade'"),
        ("break lamp 2", 12, "'2' is not a player"),
        ("break lamp P0", 12, "'P0' is not a player"),
        ("mend lamp+pick P2", 18, "add the tool to mend"),
        ("mend lamp+pick P2 spade", 19, "'spade' is no tool"),
        ("map 1", 5, "'1' is not a goal"),
        ("pass saboteur", 6, "There is no card 'saboteur'"),
    ],
)
def test_nonsense_is_told_with_column_and_cause(text: str, column: int, cause: str) -> None:
    play = opening()
    with pytest.raises(NotationError) as caught:
        parse(play.state.rules, play.state, 0, text)
    assert (caught.value.column, caught.value.code) == (column, "BAD_NOTATION")
    assert cause in caught.value.message


def test_whoever_is_not_asked_may_still_say_anything_meaningful() -> None:
    play = opening()
    rules = play.state.rules
    for text in ["take gold-3", "turn G1", "orient NW", "pass", "lay EW 1,0"]:
        refusal = explain(play.state, 1, parse(rules, play.state, 1, text))
        assert refusal is not None
        assert refusal.code == "NOT_YOUR_TURN"
    with pytest.raises(NotationError, match="'dig' is no action"):
        parse(rules, play.state, 1, "dig")


def test_two_cards_at_once_are_refused_by_rule() -> None:
    play = opening()
    rules = play.state.rules
    hand = [
        words(rules, play.state, 0, a)[5:] for a in legal(play.state, 0) if words(rules, play.state, 0, a)[:4] == "pass"
    ]
    action = parse(rules, play.state, 0, f"pass {hand[0]} {hand[1]}")
    refusal = explain(play.state, 0, action)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("BAD_DISCARD_COUNT", "B-111")


def test_chance_is_asked_in_its_own_words() -> None:
    play = opening()
    with pytest.raises(NotationError, match="Chance is not asked here"):
        parse_chance(play.state.rules, play.state, "draw NE")
