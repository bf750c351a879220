"""Positions of games with extras as text: what is written and read again is the same state, for the truth and every seat."""

from __future__ import annotations

import pytest

from tests.extras.tables import here
from tests.notation.test_positions import survives
from undermine.errors import NotationError
from undermine.games.classic.rules.actions import is_pass
from undermine.games.classic.rules.events import TURNED
from undermine.games.classic.rules.hooks import classic_hooks
from undermine.games.classic.rules.state import GOAL
from undermine.kernel.chance import Seeded
from undermine.kernel.dealing import SHOWN
from undermine.kernel.engine import legal, open_game, step, waiting
from undermine.kernel.event import Event
from undermine.kernel.ids import ALL, lowest
from undermine.kernel.state import State
from undermine.kernel.visibility import follow
from undermine.notation.position import build
from undermine.notation.position_text import parse_position, print_position
from undermine.registry import MODULES, Options, ruleset

NEAR = {"postcard.cell": "2,0", "chest.cells": "-2,0 0,2 0,-2 3,2"}  # what is reached in few moves is reached often
CARDS = ("craftsman", "direction", "diversion", "goal-swap", "pathfinder", "treasury", "veto")
MOVED = {"diversion.includeChestCards": "true"}
TABLES = here(
    [
        (3, ("diversion", "treasure-chests"), NEAR | MOVED),
        (4, ("tunnel-party", "greedy-dwarf", "compromised"), NEAR | {"postcard.passThrough": "true"}),
        (5, ("tournament", "tunnel-toll", "new-goals"), {}),
        (6, (*CARDS, "saboteur2", "tunnel-toll", "wardrobe", "new-goals", "treasure-chests"), MOVED),
    ]
)


@pytest.mark.parametrize(("players", "extras", "switches"), TABLES)
def test_positions_with_extras_survive_text(players: int, extras: tuple[str, ...], switches: dict[str, str]) -> None:
    options = Options(players=players, extras=extras, switches=switches)
    rules = ruleset(options)
    chance = Seeded(7)
    log: list[Event] = []
    play = open_game(rules, chance, log)
    views: list[State] = [rules.game.new_state(rules) for _ in range(rules.seats)]
    seen = 0
    for ply in range(100):
        seen = follow(views, log, seen)
        if ply % 6 == 0 and not play.state.answered:
            survives(options, play.state, views)
        if not play.state.depth:
            return
        seat = lowest(waiting(play.state))
        actions = legal(play.state, seat)
        if chance.below(4):  # tunnels and cards rather than passes
            actions = [action for action in actions if not is_pass(action)] or actions
        step(play, seat, actions[chance.below(len(actions))], chance)


WRITTEN = """\
undermine position 1
players: 3
extras: treasure-chests
maze:
  .  .  -    .  .  ?  .  .  ?
  .  .  NS   .  .  .  .  .  .
  *  EW NESW .  .  .  .  .  ?
  .  .  NS   .  .  .  .  .  .
  .  .  X:SW .  .  ?  .  .  ?
dark-tunnels-in-the-maze: dark-NE
dark-tunnels-removed: dark-NW
used-chests: nugget landslide
chest-1:
chest-2:
cover-1:
cover-2:
numbers chests: 3 2 0 0
numbers dark tunnels: 0 33410 0 0
turn: P1
"""


@pytest.mark.skipif("new-goals" not in MODULES, reason="not here: new-goals")
def test_goals_of_one_shape_are_told_apart() -> None:
    """A sack of two nuggets lies like a dragon, the spider like the gold."""
    options = Options(players=3, extras=("new-goals",))
    rules = ruleset(options)
    hooks = classic_hooks(rules.hooks)
    text = ""
    for number, name in enumerate(hooks.goal_names, start=1):
        for turned in (0, 1):
            if turned and hooks.tiles.alike(hooks.goal_tile[number]):
                continue
            log: list[Event] = []
            play = open_game(rules, Seeded(number), log)
            play.emit(SHOWN, ALL, number, GOAL + 2, 1, 0)
            play.emit(TURNED, ALL, 2, number, turned, 0)
            views: list[State] = [rules.game.new_state(rules) for _ in range(rules.seats)]
            follow(views, log, 0)
            text = survives(options, play.state, views)
            assert (f"\nopened: G3 {name}\n" in text) == (name in ("spider", "sack-2", "stone-NEW"))
    for old, new, cause in (
        ("opened: G3", "opened: G1", "G1 is not drawn face up"),
        ("stone-NEW", "stone", "There is no goal 'stone'"),
        ("stone-NEW", "stone-NE", "The goal stone-NE never lies as ESW"),
    ):
        with pytest.raises(NotationError, match=cause):
            parse_position(text.replace("opened: G3 stone-NEW", "opened: G3 stone-NEW".replace(old, new)))


@pytest.mark.skipif("treasure-chests" not in MODULES, reason="not here: treasure-chests")
def test_cards_of_no_deck_are_drawn_with_a_mark() -> None:
    """One chest has been buried, and the tunnel card of another lies face up."""
    position = parse_position(WRITTEN)
    state = build(position).state
    text = print_position(position)
    assert "  . .  -    . . ?" in text
    assert "  . .  X:SW . . ?" in text
    assert build(parse_position(text)).state.ints() == state.ints()
    for wrong, cause in (("X:EW", "No card but those of the deck lies as 'EW'."), ("G:SW", "No goal lies at 2,2")):
        with pytest.raises(NotationError, match=cause):
            parse_position(WRITTEN.replace("X:SW", wrong))
    with pytest.raises(NotationError, match="Nothing lies at 3,-2 at first"):
        parse_position(WRITTEN.replace("-    .  .", "-    -  ."))
