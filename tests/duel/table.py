"""A table at which games of The Duel are played at random, but so that goals are reached and gold is claimed."""

from __future__ import annotations

import random

from tests.laws.laws import Table
from undermine.games.duel.rules.actions import TO_BRIBE, TO_CLEAR, TO_PASS, tile_laid
from undermine.games.duel.rules.state import BUILD, TURN, Duel, duel
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.registry import Options, game_manifest, ruleset
from undermine.tunnels.placing import spot_laid
from undermine.tunnels.ports import DX, DY, spot_x, spot_y

GAMES = {"duel": 2, "duel-solo": 1}
LONGEST = 3 * 200  # moves of a game: a round has 52 cards, and a card at most a few questions


def rules_for(game: str = "duel", **switches: str) -> Ruleset:
    """A ruleset; `troll_freeBribe` stands for the switch troll.freeBribe."""
    chosen = {name.replace("_", "."): value for name, value in switches.items()}
    return ruleset(Options(game=game, players=GAMES[game], switches=chosen))


def random_rules(rnd: random.Random, game: str = "") -> Ruleset:
    """Either game, a few switches turned over."""
    game = game or rnd.choice(list(GAMES))
    switches = game_manifest(game).switches
    chosen = {name: rnd.choice(switch.values) for name, switch in switches.items() if rnd.random() < 0.3}
    return ruleset(Options(game=game, players=GAMES[game], switches=chosen))


def far(t: Duel, x: int, y: int) -> int:
    """Cells to the nearest goal that lies face down."""
    ways = [
        abs(int(t.hooks.goal_x[goal]) - x) + abs(int(t.hooks.goal_y[goal]) - y)
        for goal in range(t.hooks.goals)
        if not t.opened >> goal & 1
    ]
    return min(ways, default=0)


def progress(t: Duel, seat: int, action: int) -> float:
    """How near to a goal a laid tunnel would lead; gold first."""
    tile = int(tile_laid(t, action))
    x, y = int(spot_x(spot_laid(action))), int(spot_y(spot_laid(action)))
    entered = int(t.grid.glow(x, y, t.colour(seat)))
    joins = t.hooks.maze.tiles.joins
    ends = 0
    for edge in range(4):
        if entered >> edge & 1:
            ends |= int(joins[tile * 12 + int(t.colour(seat)) * 4 + edge])
    ways = [far(t, x + int(DX[edge]), y + int(DY[edge])) for edge in range(4) if ends >> edge & 1]
    return 5.0 * int(t.hooks.maze.value[tile]) - min(ways, default=40)


class DuelTable(Table):
    """Moves are eager or random, as the table's seed has it."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        super().__init__(rules, seed)
        self.eager = self.random.choice((0.3, 0.8, 0.97))

    def choose(self, seat: int, actions: list[int]) -> int:
        return wishes(self.random, self.eager, self.state, seat, actions)[0]


def wishes(rnd: random.Random, eager: float, s: State, seat: int, actions: list[int]) -> list[int]:
    """The actions in the order in which an eager table, or a random one, would like to see them."""
    found = rnd.sample(actions, len(actions))
    if rnd.random() < eager and s.top().step in (TURN, BUILD):
        t = duel(s)
        found.sort(key=lambda action: liked(rnd, t, seat, action), reverse=True)
    return found


def liked(rnd: random.Random, t: Duel, seat: int, action: int) -> float:
    """How much an eager table would like this."""
    if action < TO_BRIBE:
        return progress(t, seat, action)
    if action >= TO_PASS:
        return -60
    return -8 if action >= TO_CLEAR else -rnd.randrange(4, 20)
