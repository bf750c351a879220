"""A view of the base game with what is believed of it: how far the gold is, and what a card would do about that."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undermine.games.classic.mind.roads import CARD, roads_of
from undermine.games.classic.mind.signs import NOBODYS, fallen
from undermine.games.classic.mind.suspicion import Belief
from undermine.games.classic.rules.actions import is_pass, lays_tunnel, removable, tile_laid
from undermine.games.classic.rules.cards import Mend
from undermine.games.classic.rules.events import LAID
from undermine.games.classic.rules.extending import HINDER, MEND, REMOVE
from undermine.games.classic.rules.state import CARD_BAG, DECK, FRONT, HAND, ROLE, SABOTEUR, Classic
from undermine.kernel.forms import aim_of, card_of
from undermine.tunnels.ports import spot_x, spot_y

FALLS: Final = 10  # cells at most that are thought over for a rockfall
CLOSER: Final = 12  # tunnel cards at most whose effect is measured anew
SURE: Final = 0.98  # where the gold is


class Sight:
    """What a seat sees in its turn, and what it makes of it; distances in cards."""

    def __init__(self, view: Classic, seat: int, belief: Belief, public: list[float]) -> None:
        self.view = view
        self.seat = seat
        self.belief = belief
        self.public = public  # by seat: how suspicious it looks to everybody
        self.saboteur = view.cards.number(ROLE + seat, SABOTEUR) > 0
        self.reach = NOBODYS if self.saboteur else seat  # whose hand there is to dig with, besides all that is unseen
        self.ways = roads_of(view, self.reach)
        self.left = self.weigh([way.best for way in self.ways])
        self.spare = self.weigh([way.second for way in self.ways])
        self.sure = max(belief.gold) > SURE if belief.gold else True
        self.falls: dict[int, float] = {}  # by cell: what a rockfall there adds to the way
        self.closer: dict[int, float] = {}  # by action: what is left after it, measured anew
        self.turns = self.turns_left()

    def weigh(self, far: list[i64]) -> float:
        """What is left of the way, as expected."""
        total = 0.0
        for goal in range(len(self.ways)):
            total += self.belief.gold[goal] * float(far[goal])
        return total / CARD

    def after(self, action: int) -> float:
        """What is left of the way when a tunnel card has been laid."""
        if action in self.closer:
            return self.closer[action]
        face = card_of(action)
        where = aim_of(action)
        spot = where >> 2
        tile = tile_laid(self.view, face, where & 3)
        x = spot_x(spot)
        y = spot_y(spot)
        return self.weigh([way.after(x, y, tile) for way in self.ways])

    def truly_after(self, action: int) -> float:
        """The same, measured anew with the card in the maze: what it bars is seen as well."""
        view = self.view
        copy = view.copy()
        where = aim_of(action)
        LAID.apply(copy, card_of(action), self.seat, where, 0)
        return self.weigh([way.best for way in roads_of(copy, self.reach)])

    def turns_left(self) -> float:
        """How many cards everybody together may still play in this round."""
        cards = float(self.view.cards.size(DECK))
        for other in range(int(self.view.seats)):
            cards += float(self.view.cards.size(HAND + other))
        return cards

    def look_closer(self, actions: list[int]) -> None:
        """Measure anew what the tunnel cards do that matter most: those laid where the way is shortest."""
        tips = [int(way.tip) for way in self.ways]
        cells: list[tuple[int, float, int]] = []
        grid = self.view.grid
        for action in actions:
            if lays_tunnel(action):
                spot = aim_of(action) >> 2
                at = int(grid.cell(spot_x(spot), spot_y(spot)))
                cells.append((0 if at in tips else 1, -abs(self.after(action) - self.left), action))
        cells.sort()
        for _, _, action in cells[:CLOSER]:
            self.closer[action] = self.truly_after(action)

    def think_over(self, actions: list[int]) -> None:
        """Find out what rockfalls would do on the cells nearest to where the gold may be."""
        view = self.view
        gold = self.belief.gold
        goal = gold.index(max(gold))
        cells: list[tuple[int, int]] = []
        for action in actions:
            if is_pass(action) or view.hooks.cards[card_of(action)].use != REMOVE:
                continue
            spot = aim_of(action)
            if removable(view, spot):
                away = abs(int(spot_x(spot) - view.goal_x[goal])) + abs(int(spot_y(spot) - view.goal_y[goal]))
                cells.append((away, int(spot)))
        cells.sort()
        for _, spot in cells[:FALLS]:
            if spot not in self.falls:
                after = roads_of(fallen(view, spot), self.reach)
                self.falls[spot] = self.weigh([way.best for way in after]) - self.left

    def use(self, face: int) -> int:
        """What an action card of the hand is for."""
        return int(self.view.hooks.cards[face].use)

    def target(self, action: int) -> int:
        """Before whom a card is played that breaks or mends; -1 for another way of playing it."""
        card = self.view.hooks.cards[card_of(action)]
        if card.use == HINDER or (card.use == MEND and card.form.fits(action)):
            return int(card.form.fields[0].of(action))
        return -1

    def cures(self, face: int) -> int:
        """How many cards there still are, unseen, that mend what this one breaks."""
        cards = self.view.hooks.cards
        found = 0
        for other in range(len(cards)):
            card = cards[other]
            if isinstance(card, Mend):
                for broken in card.broken:
                    if broken == face:
                        found += int(self.view.cards.number(CARD_BAG, other))
        return found

    def hurts(self, target: int) -> int:
        """How many cards lie before a seat that keep it from laying tunnels."""
        hinders = self.view.hooks.hinders
        found = 0
        for index in range(len(hinders)):
            found += int(self.view.cards.number(FRONT + target, hinders[index]))
        return found


def thrown(action: int) -> list[int]:
    """The cards that a pass throws away."""
    faces = int(action) & 0xFFFFFFFF
    found: list[int] = []
    while faces:
        found.append(faces & 255)
        faces >>= 8
    return found
