"""A table at which games of The Lost Mines are played at random, but so that mines are found and treasures taken."""

from __future__ import annotations

import random

from tests.laws.laws import Table
from undermine.games.lost_mines.rules.actions import CLEAR, LAY, LOOK_AT, PROPOSE, THROW, promising
from undermine.games.lost_mines.rules.hooks import OFFSET
from undermine.games.lost_mines.rules.state import PLAY, WALK, Mines, beside, mines
from undermine.games.lost_mines.rules.walking import NO_PATH, bar
from undermine.kernel.forms import fields_of, form_of
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.registry import Options, game_manifest, ruleset
from undermine.tunnels.ports import spot_x, spot_y

GAME = "lost-mines"
SWITCHES = game_manifest(GAME).switches
LONGEST = 6 * 64 * 9  # moves of a game: each round has 53 cards, and a card at most a few questions


def rules_for(players: int, **switches: str) -> Ruleset:
    """A ruleset; `info_freeChoice` stands for the switch info.freeChoice."""
    return ruleset(
        Options(game=GAME, players=players, switches={name.replace("_", "."): word for name, word in switches.items()})
    )


def random_rules(rnd: random.Random) -> Ruleset:
    """Any number of players, and a few switches turned over."""
    chosen = {name: rnd.choice(switch.values) for name, switch in SWITCHES.items() if rnd.random() < 0.3}
    return ruleset(Options(game=GAME, players=rnd.randint(3, 9), switches=chosen, first=rnd.randrange(3)))


def far(t: Mines, place: int) -> int:
    """Steps to the nearest mine that may have something for somebody."""
    x, y = int(spot_x(place)), int(spot_y(place))
    ways = [
        abs(int(t.hooks.goal_x[g]) - x) + abs(int(t.hooks.goal_y[g]) - y)
        for g in range(t.hooks.goals)
        if promising(t, g)
    ]
    return min(ways, default=0)


def joined(t: Mines) -> set[int]:
    """All cells that some dwarf could come to, if nothing but forest barred the way."""
    found = {int(place) for place in t.at}
    rim = list(found)
    while rim:
        place = rim.pop()
        for edge in range(4):
            there = int(beside(place, edge))
            if there not in found and bar(t, place, int(t.hooks.tiles.sides[t.tile_at(place)]), edge) != NO_PATH:
                found.add(there)
                rim.append(there)
    return found


def laid(t: Mines, known: set[int], fields: int) -> float:
    """How near a path card that goes on from where dwarves can walk would bring them to a mine."""
    face, quarter, place = fields >> 24, fields & 3, fields >> 2 & 0xFFFF
    sides = int(t.hooks.tiles.sides[t.hooks.tile_of[face] + OFFSET[quarter]])
    ends = [int(beside(place, edge)) for edge in range(4) if sides >> edge & 1]
    if not known.intersection(ends):
        return 4
    return 25 - min(far(t, end) for end in ends if end not in known) if set(ends) - known else 3


class MinesTable(Table):
    """Moves are eager or random, as the table's seed has it."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        super().__init__(rules, seed)
        self.eager = self.random.choice((0.3, 0.8, 0.97))

    def choose(self, seat: int, actions: list[int]) -> int:
        return self.wish(self.state, actions)[0]

    def wish(self, s: State, actions: list[int]) -> list[int]:
        """The actions in the order in which this table would like to see them."""
        wishes = self.random.sample(actions, len(actions))
        if self.random.random() < self.eager:
            t = mines(s)
            known = joined(t) if s.top().step == PLAY else set()
            wishes.sort(key=lambda action: self.liked(t, known, action), reverse=True)
        return wishes

    def liked(self, t: Mines, known: set[int], action: int) -> float:
        """How much an eager table would like this."""
        step, seat = t.top().step, t.top().a
        form, fields = int(form_of(action)), int(fields_of(action))
        if step == WALK:
            stays = t.rules.forms[form].tag == "stay"
            return -far(t, int(t.at[seat]) if stays else int(beside(t.at[seat], fields)))
        if step != PLAY:
            return 0
        if form == LAY:
            return laid(t, known, action)
        if form == THROW and fields > 255:
            return 0 + self.random.choice((0, 4, 9))
        return {LOOK_AT: 14, CLEAR: 18, PROPOSE: 0}.get(form, 6) + self.random.choice((0, 4, 9))
