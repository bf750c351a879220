"""Positions as text: what is written and read again is the same state, for the truth and for every seat."""

from __future__ import annotations

import random

import pytest

from tests.duel.table import DuelTable
from tests.engine.table import COMPILED
from tests.lost_mines.table import MinesTable
from undermine.errors import NotationError
from undermine.games.duel.position import tile_lying
from undermine.games.duel.rules.hooks import duel_hooks
from undermine.games.duel.rules.state import duel
from undermine.games.lost_mines.rules.hooks import OFFSET, mines_hooks
from undermine.games.lost_mines.rules.state import edge_key, mines
from undermine.games.lost_mines.words import lying_words, read_lying
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import act, legal, open_game, step, waiting
from undermine.kernel.event import Event
from undermine.kernel.ids import lowest
from undermine.kernel.state import State
from undermine.kernel.visibility import follow
from undermine.notation.position import build, position_of
from undermine.notation.position_text import parse_position, print_position
from undermine.notation.setting import views_of
from undermine.registry import Options, game_manifest, ruleset
from undermine.tunnels.ports import letters, spot

TABLES = [
    Options(players=3),
    Options(players=5, edition="ukrainian"),
    Options(players=4, switches={"roundEnd": "anyPasses", "showLeftoverRole": "true"}),
    Options(players=10, edition="deluxe", first=2, switches={"firstPlayer": "host"}),
]


def survives(options: Options, state: State, views: list[State]) -> str:
    """Print a position and read it again: the truth and every view are what they were. Returns the text."""
    text = print_position(position_of(options, state, views))
    position = parse_position(text)
    assert print_position(position) == text
    again = build(position)
    assert again.state.ints() == state.ints()
    assert [view.ints() for view in views_of(again)] == [view.ints() for view in views]
    return text


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
            survives(options, play.state, views)
        if not play.state.depth:
            return
        seat = lowest(waiting(play.state))
        actions = legal(play.state, seat)
        step(play, seat, actions[chance.below(len(actions))], chance)


@pytest.mark.parametrize("seed", range(8 if COMPILED else 3))
@pytest.mark.parametrize("game", ["duel", "duel-solo", "lost-mines"])
def test_positions_of_other_games_survive_text(game: str, seed: int) -> None:
    """Any number of players, switches turned over, and now and then the seats' own positions."""
    rnd = random.Random(f"{game} {seed}")
    manifest = game_manifest(game)
    chosen = {name: rnd.choice(switch.values) for name, switch in manifest.switches.items() if rnd.random() < 0.3}
    options = Options(game=game, players=rnd.randint(*manifest.players), switches=chosen)
    table = MinesTable(ruleset(options), seed) if game == "lost-mines" else DuelTable(ruleset(options), seed)
    table.eager = 0.97
    seats = options.players
    while True:
        special = table.state.over() or table.rules.step_names[table.state.top().step] not in ("turn", "walk", "agree")
        looked_at = rnd.random() < (0.5 if special else 0.05) or table.state.over()
        if looked_at and not table.state.answered:  # sealed answers have no text
            survives(options, table.state, table.views[:seats])
            view = table.views[rnd.randrange(seats)]
            assert build(parse_position(print_position(position_of(options, view)))).state.ints() == view.ints()
        if table.state.over():
            return
        table.move()


@pytest.mark.parametrize("rotations", ["2", "4"])
def test_every_card_of_the_forest_lies_as_it_was_drawn(rotations: str) -> None:
    hooks = mines_hooks(ruleset(Options(game="lost-mines", players=3, switches={"card.rotations": rotations})).hooks)
    for mine, tiles in ((False, hooks.tile_of), (True, hooks.mine_tile)):
        for upright in tiles:
            for quarter in range(4):
                tile = int(upright + OFFSET[quarter])
                if upright and hooks.may_turn(quarter):
                    assert read_lying(hooks, lying_words(hooks, tile), mine) == tile


def test_every_card_of_the_duel_lies_as_it_was_drawn() -> None:
    hooks = duel_hooks(ruleset(Options(game="duel", players=2)).hooks)
    for goal, tiles in ((False, hooks.tile_of), (True, hooks.goal_tile)):
        for upright in tiles:
            for turned in range(2 if upright else 0):
                look = hooks.maze.looks[upright + turned]
                assert hooks.maze.looks[tile_lying(hooks, look, goal)] == look
                assert hooks.maze.face_of[tile_lying(hooks, look, goal)] == hooks.maze.face_of[upright]


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
        ("turn: P1", "hand-P1: NE", 16, "'hand-P1' stands here a second time"),
        ("round: 2", "result: nobody nobody digger digger digger / 0 0 0\n" * 2, 18, "There are 2 results in round 1"),
        ("turn: P1", "goal-bag: ?*9", 16, "'goal-bag' says which cards nobody has seen"),
        ("turn: P1", "shifted: G4 7,3", 16, "There is no G4; there are 3"),
        ("turn: P1", "shifted: G1 0,0", 16, "Another card lies at 0,0"),
        ("turn: P1", "shifted: G1 2,0", 16, "Another card lies at 2,0"),
        ("turn: P1", "result: saboteurs nobody digger ? saboteur / 0 0 2", 16, "'?' cannot stand here"),
        (
            "turn: P1",
            "result: saboteurs nobody digger digger saboteur / 0 32 2",
            16,
            "32 is too much here; write 0 to 31",
        ),
    ],
)
def test_what_is_no_position_says_where_and_why(old: str, new: str, line: int, cause: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(WRITTEN.replace(old, new), "mine.txt")
    assert (caught.value.file, caught.value.line) == ("mine.txt", line)
    assert cause in caught.value.message


DUEL = """\
undermine position 1
game: duel
players: 2
tokens: claimed P1 2,-1; bribed P2 2,1
keys: 1,1
maze:
  .  .       .         .  . ?      . . . .
  *g EW      NES|W$1W  .  . .      . ? . .
  .  .       .         .  . G:NE$2 . . . ?
  *b NESW#gW NEW!E     .  . .      . ? . .
  .  .       .         .  . ?      . . . .
hand-P1: EW map
turn: P2
"""

MINES = """\
undermine position 1
game: lost-mines
players: 3
dwarf-P1: yellow 2,-1
taken-P1: gold-b
troll-P3: 2,-1 W
traps: 0,1 E
forest:
  .  .  .       . . . . ? . .           .
  .  .  .       . . . . . . .           .
  *b EW EW+lake . . . . . . mine-dragon .
  .  .  .       . . . . . . .           .
  *y EW .       . . . . . . ?           .
  .  .  .       . . . . . . .           .
  .  .  .       . . . . ? . .           .
turn: P1
"""


def test_tokens_of_a_written_duel_open_the_way() -> None:
    t = duel(build(parse_position(DUEL)).state)
    assert (t.placed(), t.keys_left(), t.opened) == (2, 1, 0b10)
    assert letters(t.grid.lit(2, 1, 1)) == "NEW"
    unpaid = duel(build(parse_position(DUEL.replace("; bribed P2 2,1", ""))).state)
    assert letters(unpaid.grid.lit(2, 1, 1)) == "NW"
    locked = duel(build(parse_position(DUEL.replace("keys: 1,1\n", ""))).state)
    assert letters(locked.grid.lit(2, 1, 1)) == ""
    assert t.numbers[t.hooks.runs.bribes + 1] == 1


def test_what_is_not_said_of_the_lost_mines_is_as_at_first() -> None:
    t = mines(build(parse_position(MINES)).state)
    assert list(t.clan) == [1, 1, 0]
    assert [t.hooks.slots[number] for number, seat in enumerate(t.holder) if seat == 0] == ["gold-b"]
    assert t.left == 0
    assert t.trolls[2] == edge_key(spot(1, -1), 1)
    assert (t.opened, t.last, t.dragon) == (0b10, -1, -1)
    assert t.strand[0] == 0b1010


@pytest.mark.parametrize(
    ("text", "old", "new", "line", "cause"),
    [
        (DUEL, "claimed P1", "found P1", 4, "'found' cannot stand here"),
        (DUEL, "claimed P1 2,-1", "claimed P3 2,-1", 4, "Nobody sits at P3"),
        (DUEL, "keys: 1,1", "keys: 1;1", 5, "'1' is not a cell"),
        (DUEL, "keys: 1,1", "keys: 1,1; 3,0; 4,0", 13, "There are 2 key tokens, and 3 are named"),
        (DUEL, "*g EW", "*b EW", 7, "there are 0 entrances; draw one *g, which is at (0,-1)"),
        (DUEL, "EW      NES", "EX      NES", 8, "No tunnel card lies like 'EX'"),
        (DUEL, "G:NE$2", "G:NE$9", 9, "No goal lies like 'NE$9'"),
        (DUEL, "G:NE$2", "EW", 9, "A goal lies at 5,0"),
        (DUEL, "NEW!E     .", "NEW!E     ?", 10, "No goal lies at 3,1"),
        (DUEL, "turn: P2", "round: 4", 13, "There is no round 4; there are 3"),
        (DUEL, "turn: P2", "forest: .", 13, "nothing called 'forest'"),
        (MINES, "yellow 2,-1", "red 2,-1", 4, "'red' cannot stand here"),
        (MINES, "yellow 2,-1", "yellow 12,-1", 4, "12,-1 is no space of the board"),
        (MINES, "yellow 2,-1", "yellow 2,-1 X", 4, "'X' are no edges"),
        (MINES, "gold-b", "gold-z", 5, "'gold-z' cannot stand here"),
        (MINES, "dwarf-P1", "dwarf-P4", 4, "Nobody sits at P4"),
        (MINES, "EW+lake", "EW@90", 11, "lies across"),
        (MINES, "EW+lake", "mine-gold", 11, "There is no path card 'mine-gold'"),
        (MINES, "mine-dragon", "NE", 11, "There is no mine 'NE'"),
        (MINES, "*y EW .", "*y EW ?", 13, "No mine lies at 2,1"),
        (MINES, "*y EW .", "EW *y .", 9, "*y is drawn elsewhere than at (0,1)"),
        (MINES, "turn: P1", "result: blue honest 1 1; dragon P1", 16, "There are 3 players"),
    ],
)
def test_what_is_no_position_of_another_game_says_where_and_why(
    text: str, old: str, new: str, line: int, cause: str
) -> None:
    with pytest.raises(NotationError) as caught:
        build(parse_position(text.replace(old, new, 1), "mine.txt"))
    assert (caught.value.file, caught.value.line) == ("mine.txt", line)
    assert cause in caught.value.message


def test_a_token_where_nothing_is_to_be_opened_is_refused() -> None:
    with pytest.raises(NotationError, match="No door or troll is at 1,-1"):
        build(parse_position(DUEL.replace("keys: 1,1", "keys: 1,-1")))


def test_sealed_answers_cannot_be_written() -> None:
    options = Options(game="lost-mines", players=3)
    play = build(parse_position(MINES.replace("turn: P1", "ask: agree P2,P3 P1")))
    act(play, 1, legal(play.state, 1)[0])
    with pytest.raises(NotationError, match="sealed answers"):
        position_of(options, play.state)
