"""A view of the classic game, and what a bot makes of it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undermine.games.classic.judge.belief import SURE, chances_of_gold, chances_of_sabotage
from undermine.games.classic.judge.digging import Ways
from undermine.games.classic.rules.actions import is_pass, removable, tile_laid
from undermine.games.classic.rules.events import COLLAPSED, TURNED
from undermine.games.classic.rules.extending import REMOVE
from undermine.games.classic.rules.state import GOAL, ROLE, SABOTEUR, Classic
from undermine.kernel.forms import aim_of, card_of
from undermine.kernel.ids import Action, Face
from undermine.tunnels.ports import spot_x, spot_y

CARD: Final = SURE  # worth of one card's progress towards the gold
FALLS: Final = 6  # cells at most that are thought over for a rockfall


class Look:
    """How likely each goal is the gold, how likely each seat a saboteur, and how far the tunnel still is."""

    def __init__(self, view: Classic, seat: i64) -> None:
        self.view = view
        self.seat = seat
        self.saboteur = view.cards.number(ROLE + seat, SABOTEUR) > 0
        self.gold = chances_of_gold(view)
        self.foes = chances_of_sabotage(view)
        self.falls: dict[int, int] = {}  # by cell: what a rockfall there adds to the way
        self.ways: list[Ways] = []
        self.goals: list[int] = []
        self.likeliest: i64 = 0
        self.left: i64 = 0  # cards still to be laid to the gold, as expected, CARD for each
        goal: i64 = 0
        while goal < view.hooks.goals:
            if self.gold[goal]:
                ways = Ways(view.grid, view.goal_x[goal], view.goal_y[goal])
                self.goals.append(goal)
                self.ways.append(ways)
                self.left += self.gold[goal] * ways.best
            if self.gold[goal] > self.gold[self.likeliest]:
                self.likeliest = goal
            goal += 1
        self.sure = self.gold[self.likeliest] == SURE

    def after(self, face: Face, aim: i64) -> i64:
        """What is left of the way when a tunnel card has been laid."""
        x = spot_x(aim >> 2)
        y = spot_y(aim >> 2)
        tile = tile_laid(self.view, face, aim & 3)
        left: i64 = 0
        for goal, ways in zip(self.goals, self.ways, strict=True):
            left += self.gold[goal] * ways.after(x, y, tile)
        return left

    def if_fallen(self, spot: i64) -> i64:
        """What is left of the way when the card on this cell has been removed."""
        copy = self.view.copy()
        COLLAPSED.apply(copy, removable(self.view, spot), spot, 0, 0)
        return Look(copy, self.seat).left

    def if_turned(self, turned: Action) -> i64:
        """What is left of the way when the stone being turned over lies in this orientation."""
        goal = self.view.top().a
        copy = self.view.copy()
        TURNED.apply(copy, goal, copy.cards.any(GOAL + goal), turned, self.seat)
        return Look(copy, self.seat).left

    def think_over(self, actions: list[int]) -> None:
        """Find out what rockfalls would do on the cells nearest to where the gold may be."""
        x = self.view.goal_x[self.likeliest]
        y = self.view.goal_y[self.likeliest]
        cells: list[tuple[int, int]] = []
        for action in actions:
            if not is_pass(action) and self.view.hooks.cards[card_of(action)].use == REMOVE:
                spot = aim_of(action)
                if not removable(self.view, spot):
                    continue
                cells.append((abs(int(spot_x(spot) - x)) + abs(int(spot_y(spot) - y)), int(spot)))
        cells.sort()
        for _, spot in cells[:FALLS]:
            self.falls[spot] = self.if_fallen(spot) - self.left
