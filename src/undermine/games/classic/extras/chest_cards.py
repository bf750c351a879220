"""Treasure chests: what a map and a rockfall can do besides."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.extras.chest_facts import Buried, Carried, Fallen, Hoard
from undermine.games.classic.rules.actions import aim as aim_at
from undermine.games.classic.rules.cards import spared
from undermine.games.classic.rules.extending import CARD_BAG, LOOK, REMOVE, Card, Foreign
from undermine.games.classic.rules.state import Classic
from undermine.kernel import fields
from undermine.kernel.agenda import Refusal
from undermine.kernel.event import Play
from undermine.kernel.forms import CARD, Form, aim_of
from undermine.kernel.ids import ALL, CHANCE, Action, Seat
from undermine.kernel.looking import Glimpse


class MapOfChests(Card):
    """A look at a goal or at a covered chest (A-147); at goals only until somebody has found the chest that forbids it."""

    def __init__(self, hoard: Hoard, cover: Glimpse, chest: Glimpse) -> None:
        super().__init__(False, None, LOOK)
        self.covered = Form("map", [fields.cell()], CARD_BAG, "", "map-chest")
        self.forms.append(self.covered)
        self.old = Card(False)
        self.hoard = hoard
        self.cover = cover
        self.chest = chest

    def aims(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        if not s.cards.size(self.hoard.reminder):
            n = self.old.aims(s, seat, out, n)
        for number in range(len(self.hoard.x)):
            if self.hoard.covered(s, number):
                n = aim_at(out, n, self.covered.head + self.face * CARD, self.hoard.cell(s, number))
        return n

    def play(self, p: Play, s: Classic, seat: Seat, action: Action) -> None:
        if not self.covered.fits(action):
            self.old.play(p, s, seat, action)
            return
        number = self.hoard.at(s, aim_of(action))
        p.ask(self.chest.number, CHANCE, number, seat)
        p.ask(self.cover.number, CHANCE, number, seat)

    def explain(self, s: Classic, seat: Seat, action: Action) -> Refusal:
        if self.covered.fits(action):
            return Refusal("BAD_TARGET", "A-147")
        if s.cards.size(self.hoard.reminder):
            return Refusal("MAP_FORBIDDEN", "A-149")
        return self.old.explain(s, seat, action)


class RockfallOnChests(Card):
    """It may also bury a covered chest, or remove the tunnel card of one that was opened (A-146)."""

    def __init__(self, hoard: Hoard, buried: Buried, fallen: Fallen) -> None:
        super().__init__(False, None, REMOVE)
        self.old = Card(False)
        self.hoard = hoard
        self.buried = buried
        self.fallen = fallen

    def can_hit(self, s: Classic, number: i64) -> bool:
        """Does the tunnel card of this chest lie in the maze, face down or face up?"""
        return self.hoard.covered(s, number) or self.hoard.turned(s, number)

    def aims(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        n = self.old.aims(s, seat, out, n)
        for number in range(len(self.hoard.x)):
            if self.can_hit(s, number):
                n = aim_at(out, n, self.base, self.hoard.cell(s, number))
        return n

    def play(self, p: Play, s: Classic, seat: Seat, action: Action) -> None:
        number = self.hoard.at(s, aim_of(action))
        if number >= 0 and self.hoard.covered(s, number):
            p.emit(self.buried, ALL, number, 0, 0, 0)
        elif number >= 0:
            p.emit(self.fallen, ALL, number, self.hoard.face_lying(s, number), 0, 0)
        else:
            self.old.play(p, s, seat, action)
            return
        for watcher in s.hooks.watchers:
            watcher.gone(p, s, aim_of(action))

    def explain(self, s: Classic, seat: Seat, action: Action) -> Refusal:
        for number in range(len(self.hoard.x)):
            if self.can_hit(s, number):
                return spared(s, aim_of(action))
        return self.old.explain(s, seat, action)


class DarkTunnels(Foreign):
    """Tunnel cards of chests that lie face up, for a card that may move them (A-215)."""

    def __init__(self, hoard: Hoard, carried: Carried) -> None:
        super().__init__(hoard.tile[1:])
        self.hoard = hoard
        self.carried = carried

    def move(self, p: Play, s: Classic, spot: i64, aim: i64) -> None:
        number = self.hoard.at(s, spot)
        p.emit(self.carried, ALL, number, self.hoard.face_lying(s, number), aim, 0)
