"""Diversion (2023): the tunnel card that was laid last is moved to another cell (A-066...A-070)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.extras.beside import beside, lay_beside
from undermine.games.classic.rules.actions import barring, lies_so, removable
from undermine.games.classic.rules.events import LIFTED
from undermine.games.classic.rules.extending import (
    CARD_BAG,
    IN_THE_MAZE,
    LEAVES,
    NOWHERE,
    Card,
    Exhibit,
    Foreign,
    Sight,
    Watcher,
)
from undermine.games.classic.rules.hooks import classic_hooks
from undermine.games.classic.rules.refusals import misplaced
from undermine.games.classic.rules.state import Classic
from undermine.games.classic.rules.turn import moved_in
from undermine.kernel import fields
from undermine.kernel.agenda import SCRATCH, Refusal
from undermine.kernel.event import Kind, Play
from undermine.kernel.forms import Form, aim_of
from undermine.kernel.ids import ALL, NOBODY, UNKNOWN, Action, Face, Place, Seat
from undermine.kernel.ruleset import Meta, Module, Ruleset, RulesetBuilder
from undermine.kernel.state import State
from undermine.tunnels.grid import Grid
from undermine.tunnels.placing import HALF_TURN, QUARTERS
from undermine.tunnels.ports import spot_x, spot_y

MOST: Final = 127  # tunnel cards that may lie in the maze


class Noted(Kind):
    """a = cell, b = 1 if a tunnel card was laid there, 0 if it has left. Numbers: how many, and their cells in order."""

    def __init__(self, first: i64) -> None:
        super().__init__([fields.cell(), fields.yes("laid")])
        self.first = first

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        numbers = s.numbers
        count = numbers[self.first]
        if b:
            count += 1
            numbers[self.first + count] = a
        else:
            at = self.first + self.place(s, a)
            while at < self.first + count:
                numbers[at] = numbers[at + 1]
                at += 1
            numbers[self.first + count] = 0
            count -= 1
        numbers[self.first] = count

    def place(self, s: State, spot: i64) -> i64:
        """The how-manieth card lies there, 0 for none."""
        place = s.numbers[self.first]
        while place and s.numbers[self.first + place] != spot:
            place -= 1
        return place

    def last(self, s: State) -> i64:
        """Where the card lies that was laid last of all that are still in the maze (A-068)."""
        count = s.numbers[self.first]
        return s.numbers[self.first + count] if count else i64(NOWHERE)


class Memory(Watcher):
    """Remembers the order in which tunnel cards were laid; by the switch, also that others were turned up (A-068)."""

    def __init__(self, noted: Noted, all_cards: bool) -> None:
        self.noted = noted
        self.all_cards = all_cards

    def began(self, p: Play, s: Classic) -> None:
        while self.noted.last(s) != NOWHERE:
            p.emit(self.noted, ALL, self.noted.last(s), 0, 0, 0)

    def laid(self, p: Play, s: Classic, seat: Seat, face: Face, spot: i64) -> None:
        p.emit(self.noted, ALL, spot, 1, 0, 0)

    def unveiled(self, p: Play, s: Classic, spot: i64) -> None:
        if self.all_cards:
            self.laid(p, s, NOBODY, UNKNOWN, spot)

    def gone(self, p: Play, s: Classic, spot: i64) -> None:
        if self.noted.place(s, spot):
            p.emit(self.noted, ALL, spot, 0, 0, 0)


class LastLaid(Sight):
    """The card that can be moved."""

    def __init__(self, noted: Noted) -> None:
        self.noted = noted

    def pieces(self, s: Classic) -> list[Exhibit]:
        last = self.noted.last(s)
        return [] if last == NOWHERE else [Exhibit("last", last)]


class Diversion(Card):
    """Its aim is where the card goes and how it lies there."""

    def __init__(self, noted: Noted, blocked: bool, beside: Place) -> None:
        super().__init__(False, Form("", [fields.cell(), fields.half()], CARD_BAG))
        self.noted = noted
        self.blocked = blocked  # broken tools bar it
        self.beside = beside

    def lands(self, s: Classic, seat: Seat, action: Action) -> Place:
        return self.beside

    def moves(self, s: Classic) -> i64:
        return self.noted.last(s)

    def aims(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        last = self.noted.last(s)
        if last == NOWHERE or (self.blocked and s.hindered(seat)):
            return n
        face = removable(s, last)
        first = n
        n = ways(s, lifted(s, last), face, upright(s, last), self.base, out, n)
        kept = first
        while first < n:
            aim = aim_of(out[first])
            if aim // QUARTERS != last and not barred(s, seat, face, last, aim):
                out[kept] = out[first]
                kept += 1
            first += 1
        return kept

    def play(self, p: Play, s: Classic, seat: Seat, action: Action) -> None:
        aim = aim_of(action)
        last = self.noted.last(s)
        face = removable(s, last)
        owner = owner_of(s, last)
        if owner is None:
            p.emit(LIFTED, ALL, face, last, aim, 0)
        else:
            owner.move(p, s, last, aim)
        for watcher in s.hooks.watchers:
            watcher.gone(p, s, last)
        moved_in(p, s, seat, face, aim // QUARTERS)

    def explain(self, s: Classic, seat: Seat, action: Action) -> Refusal:
        aim = aim_of(action)
        last = self.noted.last(s)
        if self.blocked and s.hindered(seat):
            return Refusal(s.hooks.cards[s.hindered(seat)].bars().code, "A-067")
        if last == NOWHERE or not self.aims(s, seat, SCRATCH, 0):
            return Refusal("NO_LEGAL_CELL", "A-070")
        if aim // QUARTERS == last:
            return Refusal("BAD_TARGET", "A-067")
        after = s.copy()
        after.grid = lifted(s, last)
        return misplaced(after, seat, removable(s, last), upright(s, last), aim, moved(last, aim))


def lifted(s: Classic, spot: i64) -> Grid:
    """The maze without the card that lies there (A-067)."""
    grid = s.grid.copy()
    grid.take(spot_x(spot), spot_y(spot))
    return grid


def owner_of(s: Classic, spot: i64) -> Foreign | None:
    """Whose card lies there, if it is none of the deck's."""
    tile = s.grid.tile(spot_x(spot), spot_y(spot))
    for owner in s.hooks.foreign:
        for lying in owner.tiles:
            if tile == lying or tile == lying + 1:
                return owner
    return None


def upright(s: Classic, spot: i64) -> i64:
    """The tile of the card that lies there, as it would lie upright; a tile that is turned is the next one."""
    owner = owner_of(s, spot)
    if owner is None:
        return s.hooks.tile_of[removable(s, spot)]
    tile = s.grid.tile(spot_x(spot), spot_y(spot))
    for found in owner.tiles:
        if tile == found + 1:
            return found
    return tile


def ways(s: Classic, grid: Grid, face: Face, tile: i64, action: Action, out: vec[i64], n: i64) -> i64:
    """Every way in which a card that makes this tile may lie in a maze, from out[n] on."""
    sides = s.hooks.tiles.sides
    n = lies_so(s, grid, face, action, sides[tile], out, n)
    if s.hooks.tiles.alike(tile):
        return n
    return lies_so(s, grid, face, action + HALF_TURN, sides[tile + 1], out, n)


def moved(last: i64, aim: i64) -> i64:
    """How bars are asked about the card that leaves this cell."""
    return aim % QUARTERS | IN_THE_MAZE | last * LEAVES


def barred(s: Classic, seat: Seat, face: Face, last: i64, aim: i64) -> bool:
    """Does anything else keep the card from lying there?"""
    return barring(s, seat, face, aim // QUARTERS, moved(last, aim)) is not None


class DiversionModule(Module):
    """One card, and the memory it needs."""

    def install(self, r: RulesetBuilder) -> None:
        hooks = classic_hooks(r.hooks)
        noted = Noted(r.numbers(1 + MOST, "diversion.laid"))
        r.kind("diversion.noted", noted)
        hooks.sights.append(LastLaid(noted))
        hooks.add_watcher(Memory(noted, r.settings.flag("diversion.includeChestCards")))
        blocked = r.settings.flag("diversion.blockedByBrokenTool")
        for row in r.manifest("diversion").cards("actions"):
            hooks.add_card(row.face, Diversion(noted, blocked, beside(hooks)), row.count)

    def lay_out(self, rules: Ruleset) -> None:
        lay_beside(rules)


MODULE: Final = DiversionModule(Meta("diversion", ("classic",)))
