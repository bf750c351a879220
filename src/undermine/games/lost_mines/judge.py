"""How good an answer looks in The Lost Mines: paths are laid towards mines, and the own dwarf walks there."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undermine.games.lost_mines.rules.actions import CLEAR, LAY, LOOK_AT, SET_TRAP, SET_TROLL, THROW, promising
from undermine.games.lost_mines.rules.hooks import OFFSET
from undermine.games.lost_mines.rules.scoring import FACES
from undermine.games.lost_mines.rules.state import (
    AGREE,
    LOOK,
    MINE,
    PLAY,
    ROOM,
    TAKE,
    TREASURE,
    WALK,
    Mines,
    beside,
    mines,
)
from undermine.games.lost_mines.rules.walking import BARRED_BY_OBSTACLE, FREE, NO_PATH, bar
from undermine.kernel.forms import aim_of, card_of, fields_of, form_of
from undermine.kernel.ids import UNKNOWN, Seat
from undermine.kernel.state import State
from undermine.tunnels.placing import spot_laid, turn_laid
from undermine.tunnels.ports import OPPOSITE, spot_x, spot_y
from undermine.tunnels.tiles import HIDDEN, STRIDE

FAR: Final = 99
GUESS: Final = 3  # what a treasure is worth that nobody has looked at
NEAREST: Final = 30  # a path card that reaches a mine
OTHERS: Final = {CLEAR: 8, LOOK_AT: 13, THROW: 6, SET_TRAP: 7, SET_TROLL: 7}  # other ways to play, in this order
TWO: Final = 4  # cards thrown away together


class Ways:
    """Where a dwarf can walk, and how far from there it is to a mine that is worth it."""

    def __init__(self, t: Mines, seat: Seat) -> None:
        self.t = t
        self.goals: list[int] = []
        for mine in range(t.hooks.goals):
            if promising(t, mine) and not self.dragon(mine):
                self.goals.append(int(t.hooks.goal_spot[mine]))
        self.wanted = [(int(spot_x(goal)), int(spot_y(goal))) for goal in self.goals]
        self.first: dict[int, int] = {int(t.at[seat]): -1}  # by cell: over which edge one sets out
        self.steps: dict[int, int] = {int(t.at[seat]): 0}
        self.barred: list[int] = []  # obstacles on the way
        self.known: dict[int, int] = {}  # by cell: how far it is from there

    def dragon(self, mine: i64) -> bool:
        """Is this seat sure that the dragon is there?"""
        face = self.t.cards.any(MINE + mine)
        return face != UNKNOWN and self.t.hooks.mine_kind[face] < 0

    def far(self, place: int) -> int:
        """Steps to the nearest mine, as the crow flies."""
        found = self.known.get(place, -1)
        if found < 0:
            x, y = int(spot_x(place)), int(spot_y(place))
            found = min([abs(goal_x - x) + abs(goal_y - y) for goal_x, goal_y in self.wanted], default=FAR)
            self.known[place] = found
        return found

    def explore(self, seat: Seat, wading: bool) -> None:
        """All cells that can be walked to; `wading`: past whatever bars the way, if it is not forest."""
        t = self.t
        joins = t.hooks.tiles.joins
        rim: list[tuple[int, int]] = [(int(t.at[seat]), int(t.strand[seat]))]
        for place, strand in rim:
            if t.tile_at(place) == HIDDEN:
                continue
            for edge in range(4):
                if strand >> edge & 1:
                    there = int(beside(place, edge))
                    if there not in self.first:
                        why = bar(t, place, strand, edge)
                        if why == BARRED_BY_OBSTACLE:
                            self.barred.append(there)
                        if why == FREE or (wading and why != NO_PATH):
                            self.first[there] = edge if self.first[place] < 0 else self.first[place]
                            self.steps[there] = self.steps[place] + 1
                            tile = t.tile_at(there)
                            rim.append((there, int(joins[tile * STRIDE + OPPOSITE[edge]]) if tile > HIDDEN else 0))

    def laid(self, action: int) -> int:
        """How near a path card would bring the dwarf to a mine; little if it does not go on from its way."""
        hooks = self.t.hooks
        place = int(spot_laid(action))
        sides = int(hooks.tiles.sides[hooks.tile_of[card_of(action)] + OFFSET[turn_laid(action)]])
        met = False
        best = FAR
        for edge in range(4):
            if sides >> edge & 1:
                there = int(beside(place, edge))
                if there in self.first:
                    met = True
                else:
                    best = min(best, self.far(there))
        return NEAREST - best if met else 3


def judge(view: State, seat: int, actions: list[int]) -> list[int]:
    """How good each answer looks."""
    t = mines(view)
    step = t.top().step
    if step == TAKE:
        return [int(worth(t, fields_of(action))) for action in actions]
    if step == LOOK:
        mine, treasure, _ = t.rules.steps[LOOK].answers
        return [2 if mine.fits(action) else 1 if treasure.fits(action) else 0 for action in actions]
    if step == WALK:
        return walk(t, seat, actions)
    if step == PLAY:
        ways = Ways(t, seat)
        ways.explore(seat, True)
        return [int(play(ways, action)) for action in actions]
    if step == AGREE:
        ways = Ways(t, seat)
        ways.explore(seat, True)
        hopeless = not any(goal in ways.first for goal in ways.goals)
        return [int(fields_of(action)) if hopeless else -int(fields_of(action)) for action in actions]
    return [0] * len(actions)


def worth(t: Mines, number: i64) -> i64:
    """What a treasure is worth, as far as this seat knows."""
    face = t.cards.any(TREASURE + number)
    return t.hooks.values[number // ROOM * FACES + face] if face != UNKNOWN else i64(GUESS)


def walk(t: Mines, seat: int, actions: list[int]) -> list[int]:
    """Towards the cell from which a mine is nearest, and of those the one that is reached first."""
    ways = Ways(t, seat)
    ways.explore(seat, False)
    left = t.top().b
    best, wanted = 0, -1
    for place, steps in ways.steps.items():
        score = -ways.far(place) * 8 - steps
        if wanted < 0 or score > best:
            best, wanted = score, place
    edge = ways.first[wanted]
    stays = actions[-1]
    if wanted == int(t.at[seat]) or left < 1:
        return [int(action == stays) for action in actions]
    return [int(action != stays and fields_of(action) == edge) for action in actions]


def play(ways: Ways, action: int) -> int:
    """The first step of a turn."""
    form = int(form_of(action))
    aim = int(aim_of(action))
    if form == LAY:
        return ways.laid(action)
    if form == CLEAR and aim in ways.barred:
        return NEAREST
    if form in (SET_TRAP, SET_TROLL) and aim >> 2 in ways.first:
        return 1  # not on the own way
    if form == THROW and fields_of(action) > 255:
        return TWO
    return OTHERS.get(form, 0)
