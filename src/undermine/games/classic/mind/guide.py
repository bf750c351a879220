"""Playouts of a round: gold-diggers dig, saboteurs hinder them, each by what it would know or believe."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.bots.guide import Guide
from undermine.games.classic.judge.belief import SURE, chances_of_gold
from undermine.games.classic.judge.digging import FAR, Ways, blind, exits
from undermine.games.classic.mind.suspicion import MOST, Suspicion
from undermine.games.classic.rules.actions import is_pass, lays_tunnel, tile_laid
from undermine.games.classic.rules.events import LAID, PASSED, PLAYED
from undermine.games.classic.rules.extending import HINDER, LOOK, MEND, REMOVE
from undermine.games.classic.rules.gold import nuggets
from undermine.games.classic.rules.state import (
    DECK,
    DIGGERS_WON,
    GOAL_BAG,
    HAND,
    RESULT,
    ROLE,
    SABOTEUR,
    SABOTEURS_WON,
    TAKE,
    TURN,
    Classic,
    classic,
)
from undermine.kernel.chance import Seeded
from undermine.kernel.event import Event
from undermine.kernel.forms import aim_of, card_of, fields_of, form_of
from undermine.kernel.ids import ALL, BIT, Action, Mask, Seat
from undermine.kernel.state import State
from undermine.tunnels.ports import spot_x, spot_y

CARD: Final = SURE  # worth of one card's progress
NEAR: Final = 5 * CARD
EARLY: Final = 6 * CARD
WHIM: Final = 24  # so much of a choice is left to chance
SELDOM: Final = 8  # one in so many of the cells beside the way is thought about
SCALE: Final = 1024  # of weights
WAGE: Final = 5.0  # nuggets that count as a whole victory, where sides do not win as such
MARGIN: Final = 0.2  # of a victory is for how clear it is: a narrow one would often have been lost in another world
CLEAR: Final = 8.0  # cards that were still to be laid when saboteurs have clearly won


class RoundGuide(Guide):
    """Diggers take for saboteurs whom the table would: nobody plays by roles that it could not know.

    So a saboteur may be taken for a digger, and a digger for a saboteur: `weights` says how suspicious each seat is to
    the others once the action that is thought about is done. Whoever does harm in the playout is found out.
    """

    def __init__(self, view: Classic, seat: Seat, suspicion: Suspicion) -> None:
        self.view = view
        self.seat = seat
        self.suspicion = suspicion
        self.round = view.round
        self.sided = view.hooks.scoring.sided()
        self.had: i64 = nuggets(view, seat)
        self.weights = vec[i64]([SCALE] * view.seats)
        self.suspects: Mask = 0
        self.version: i64 = -1  # of the maze and of what is known of the goals, for which the ways are
        self.ways: list[Ways] = []
        self.chances = vec[i64]()
        self.left: i64 = 0
        self.known = False
        self.likely: i64 = 0
        self.harm = False
        self.turns: i64 = 0  # of a playout, so far
        self.cards: i64 = 1  # there were when it began

    def about(self, action: Action) -> None:
        public = self.suspicion.public()
        if not public:
            return
        row = told(self.view, self.seat, action)
        sign = None if row is None else self.suspicion.reader.read(self.view, row, public)
        if sign is not None:
            public[self.seat] += self.suspicion.says(sign)
        seat: i64 = 0
        while seat < self.view.seats:
            self.weights[seat] = i64(int(SCALE * math.exp(min(MOST, max(-MOST, public[seat])))))
            seat += 1

    def begin(self, s: State, chance: Seeded) -> None:
        t = classic(s)
        self.version = -1
        self.suspects = 0
        self.turns = 0
        self.cards = t.cards.size(DECK)
        number: i64 = 0
        whole: i64 = 0
        seat: i64 = 0
        while seat < t.seats:
            self.cards += t.cards.size(HAND + seat)
            number += t.cards.number(ROLE + seat, SABOTEUR)
            whole += self.weights[seat]
            seat += 1
        while number and whole > 0:
            lot = chance.below(whole)
            seat = 0
            while seat < t.seats:
                if not self.suspects >> seat & 1:
                    if lot < self.weights[seat]:
                        self.suspects |= BIT[seat]
                        whole -= self.weights[seat]
                        break
                    lot -= self.weights[seat]
                seat += 1
            number -= 1

    def over(self, s: State) -> bool:
        t = classic(s)
        return t.round != self.round or (self.sided and t.now.step == TAKE)

    def value(self, s: State, seat: Seat) -> float:
        t = classic(s)
        if not self.sided:
            return float(nuggets(t, seat) - self.had) / WAGE
        row = t.hooks.results + (self.round - 1) * RESULT  # what the table keeps of the round
        won = t.numbers[row]
        if won != DIGGERS_WON and won != SABOTEURS_WON:
            return 0.5
        foe = t.numbers[row + 2] >> (4 * seat) & 15 == SABOTEUR
        saboteurs = self.clearly(won == SABOTEURS_WON)
        return saboteurs if foe else 1.0 - saboteurs

    def clearly(self, barred: bool) -> float:
        """What a round is worth to saboteurs: by how far the gold was in the end, or by how late it was reached."""
        if barred:
            return 1.0 - MARGIN * (1.0 - min(1.0, float(self.left) / CARD / CLEAR))
        return MARGIN * min(1.0, float(self.turns) / float(self.cards + 1))

    def pick(self, s: State, seat: Seat, offered: vec[i64], n: i64, chance: Seeded) -> Action:
        t = classic(s)
        step = t.now.step
        if step == TAKE:
            return dearest(t, offered, n)
        if step != TURN:
            return offered[chance.below(n)]
        self.look(t)
        self.turns += 1
        foe = t.cards.number(ROLE + seat, SABOTEUR) > 0
        chosen = offered[0]
        best: i64 = -(1 << 30)
        harmful = False
        index: i64 = 0
        while index < n:
            action = offered[index]
            self.harm = False
            score = self.spoil(t, seat, action, chance) if foe else self.dig(t, seat, action, chance)
            score += chance.below(WHIM)
            if score > best:
                best = score
                chosen = action
                harmful = self.harm
            index += 1
        if harmful:
            self.suspects |= BIT[seat]
        return chosen

    def look(self, t: Classic) -> None:
        """How far the goals are, if the maze or what is known of them has changed."""
        version = t.changes * 64 + t.cards.size(GOAL_BAG)
        if version == self.version:
            return
        self.version = version
        self.ways = []
        self.chances = chances_of_gold(t)
        self.left = 0
        self.known = False
        self.likely = 0
        goal: i64 = 0
        while goal < len(self.chances):
            if self.chances[goal]:
                way = Ways(t.grid, t.goal_x[goal], t.goal_y[goal])
                self.left += self.chances[goal] * way.best
                self.ways.append(way)
                if self.chances[goal] == SURE:
                    self.known = True
            if self.chances[goal] > self.chances[self.likely]:
                self.likely = goal
            goal += 1

    def gain(self, t: Classic, action: Action, chance: Seeded) -> i64:
        """What a tunnel card does to the way, if it lies where the way is shortest; else mostly not thought about."""
        where = aim_of(action)
        x = spot_x(where >> 2)
        y = spot_y(where >> 2)
        cell = t.grid.cell(x, y)
        near = chance.below(SELDOM) == 0
        for way in self.ways:
            if way.tip == cell:
                near = True
        if not near:
            return 0
        tile = tile_laid(t, card_of(action), where & 3)
        after: i64 = 0
        goal: i64 = 0
        for way in self.ways:
            while not self.chances[goal]:
                goal += 1
            after += self.chances[goal] * way.after(x, y, tile)
            goal += 1
        return self.left - after

    def away(self, t: Classic, action: Action) -> i64:
        """How far from the likeliest gold a rockfall is."""
        spot = aim_of(action)
        x = spot_x(spot) - t.goal_x[self.likely]
        y = spot_y(spot) - t.goal_y[self.likely]
        return (x if x > 0 else -x) + (y if y > 0 else -y)

    def dig(self, t: Classic, seat: Seat, action: Action, chance: Seeded) -> i64:
        """For the gold."""
        if is_pass(action):
            return CARD - self.kept(t, action & 255)
        face = card_of(action)
        if lays_tunnel(action):
            gain = self.gain(t, action, chance)
            tile = tile_laid(t, face, aim_of(action) & 3)
            if gain > 0:
                return 2 * CARD + gain + exits(t.grid, tile)
            return gain - CARD - (CARD if blind(t.grid, tile) else i64(0))
        card = t.hooks.cards[face]
        if not card.form.fits(action):
            return 0
        if card.use == MEND:
            target = card.form.fields[0].of(action)
            return 5 * CARD if target == seat else -CARD if self.suspects >> target & 1 else i64(3 * CARD)
        if card.use == LOOK:
            if self.known or not self.chances[aim_of(action)]:
                return -CARD
            return 4 * CARD if self.left > EARLY else 2 * CARD
        if card.use == REMOVE:
            return 3 * CARD - 6 * self.away(t, action) if self.left >= (FAR - 2) * CARD else -CARD
        if card.use == HINDER:
            target = card.form.fields[0].of(action)
            if not self.suspects >> target & 1:
                return -2 * CARD
            return CARD if t.is_hindered(target) else 3 * CARD
        return 0

    def spoil(self, t: Classic, seat: Seat, action: Action, chance: Seeded) -> i64:
        """For those who hinder it; they know each other."""
        near = self.left <= NEAR
        if is_pass(action):
            return CARD // 3 - CARD // 2 + self.kept(t, action & 255) // 2
        face = card_of(action)
        if lays_tunnel(action):
            gain = self.gain(t, action, chance)
            if gain < 0:
                self.harm = True
                return -gain + (CARD if near else i64(0))
            return -2 * gain if gain else CARD // 3
        card = t.hooks.cards[face]
        if not card.form.fits(action):
            return 0
        if card.use == MEND:
            target = card.form.fields[0].of(action)
            return 2 * CARD if target == seat else -CARD
        if card.use == LOOK:
            return -CARD if self.known else i64(CARD // 2)
        if card.use == REMOVE:
            self.harm = True
            return 2 * CARD - 8 * self.away(t, action) if near else -2 * CARD
        if card.use == HINDER:
            target = card.form.fields[0].of(action)
            if t.cards.number(ROLE + target, SABOTEUR):
                return -2 * CARD
            self.harm = not self.suspects >> target & 1
            worth: i64 = 3 * CARD if near else CARD
            return worth // 3 if t.is_hindered(target) else worth
        return 0

    def kept(self, t: Classic, face: i64) -> i64:
        """What a card is worth to a digger who keeps it."""
        tile = t.hooks.tile_of[face]
        if tile:
            return 0 if blind(t.grid, tile) else 10 * exits(t.grid, tile)
        use = t.hooks.cards[face].use
        return 35 if use == MEND else 25 if use == REMOVE else 10


def told(view: Classic, seat: Seat, action: Action) -> Event | None:
    """The row by which the others would hear of an action of a turn; None for one that says little of who does it."""
    if view.now.step != TURN or view.hooks.deed_of[form_of(action)] >= 0:
        return None
    if is_pass(action):
        return Event(PASSED, ALL, 0, seat, 1, 0)
    if lays_tunnel(action):
        return Event(LAID, ALL, card_of(action), seat, aim_of(action), 0)
    use = view.hooks.cards[card_of(action)].use
    return Event(PLAYED, ALL, action, seat, 0, 0) if use in (HINDER, MEND, REMOVE) else None


def dearest(t: Classic, offered: vec[i64], n: i64) -> Action:
    """The gold card worth most."""
    best = offered[0]
    index: i64 = 1
    while index < n:
        if t.hooks.gold_value[fields_of(offered[index])] > t.hooks.gold_value[fields_of(best)]:
            best = offered[index]
        index += 1
    return best
