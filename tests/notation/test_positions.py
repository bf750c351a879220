"""Positions as text: what is written and read again is the same state, for the truth and for every seat."""

from __future__ import annotations

import pytest

from undermine.errors import NotationError
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import legal, open_game, step, waiting
from undermine.kernel.event import Event
from undermine.kernel.ids import lowest
from undermine.kernel.state import State
from undermine.kernel.visibility import follow
from undermine.notation.position import build, position_of
from undermine.notation.position_text import parse_position, print_position
from undermine.notation.setting import views_of
from undermine.registry import Options, ruleset

TABLES = [
    Options(players=3),
    Options(players=5, edition="ukrainian"),
    Options(players=4, switches={"roundEnd": "anyPasses", "showLeftoverRole": "true"}),
    Options(players=10, edition="deluxe", first=2, switches={"firstPlayer": "host"}),
]


@pytest.mark.parametrize("options", TABLES)
@pytest.mark.parametrize("seed", range(2))
def test_every_position_of_a_game_survives_text(options: Options, seed: int) -> None:
    rules = ruleset(options)
    chance = Seeded(seed)
    log: list[Event] = []
    play = open_game(rules, chance, log)
    views: list[State] = [rules.game.new_state(rules) for _ in range(rules.seats)]
    seen = follow(views, log, 0)
    ply = 0
    while True:
        seen = follow(views, log, seen)
        ply += 1
        if ply % 7 == 0 or not play.state.depth or rules.step_names[play.state.top().step] != "turn":
            text = print_position(position_of(options, play.state, views))
            position = parse_position(text)
            assert print_position(position) == text
            again = build(position)
            assert again.state.ints() == play.state.ints()
            assert [view.ints() for view in views_of(again)] == [view.ints() for view in views]
        if not play.state.depth:
            return
        seat = lowest(waiting(play.state))
        actions = legal(play.state, seat)
        step(play, seat, actions[chance.below(len(actions))], chance)


def test_a_view_has_a_position_too() -> None:
    options = TABLES[1]
    rules = ruleset(options)
    log: list[Event] = []
    open_game(rules, Seeded(3), log)
    views: list[State] = [rules.game.new_state(rules) for _ in range(rules.seats)]
    follow(views, log, 0)
    text = print_position(position_of(options, views[1]))
    assert "hand-P1: ?*6" in text
    assert build(parse_position(text)).state.ints() == views[1].ints()


WRITTEN = """\
undermine position 1
# By hand: whatever is left out lies in the decks.
players: 3
round: 2
last: P3
maze:
  .  .   .   .   .   .  .  .  ?
  .  .   .   .   .   .  .  .  .
  *  EW  EW  EW  EW  SW .  .  ?   # four EW: one more than a box has
  .  .   .   .   .   .  .  .  .
  .  .   .   .   .   .  .  .  G:ES
hand-P1: EW NE map
before-P2: break-lamp
role-P1: saboteur
G2: gold(P1)
turn: P1
"""


def test_a_position_is_written_by_hand() -> None:
    position = parse_position(WRITTEN)
    play = build(position)
    mine, other, _ = views_of(play)
    gold = play.state.rules.layout.face_names[64].index("gold")
    assert play.state.cards.number(67, gold) == mine.cards.number(67, gold) == 1
    assert other.cards.number(67, gold) == 0
    assert legal(mine, 0) == legal(play.state, 0)
    assert "NE" in print_position(position)
    assert build(parse_position(print_position(position))).state.ints() == play.state.ints()


@pytest.mark.parametrize(
    ("old", "new", "line", "cause"),
    [
        ("position 1", "position 9", 1, "begins with the line"),
        ("players: 3", "players: 2", 3, "3 to 10 players"),
        ("players: 3", "edition: none", 3, "number of players is missing"),
        ("round: 2", "round: two", 4, "'two' is not a number"),
        ("last: P3", "last P3", 5, "has no colon"),
        ("*  EW  EW", "*  EW", 9, "this row has 8 cells and the first has 9"),
        ("*  EW  EW", "EW EW EW", 7, "there are 0 entrances"),
        ("SW .", "NN .", 9, "an edge stands twice"),
        (".  G:ES", ".  .", 11, "A goal lies at 8,2"),
        ("hand-P1: EW NE map", "hand-P1: EW gold", 12, "There is no card 'gold' here"),
        ("hand-P1", "hand-P9", 12, "nothing called 'hand-P9'"),
        ("gold(P1)", "gold(Q1)", 15, "'Q1' is not a player"),
        ("turn: P1", "deck: ?*99", 16, "name its cards"),
    ],
)
def test_what_is_no_position_says_where_and_why(old: str, new: str, line: int, cause: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(WRITTEN.replace(old, new), "mine.txt")
    assert (caught.value.file, caught.value.line) == ("mine.txt", line)
    assert cause in caught.value.message
