"""The action cards of the base game."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.rules.actions import aim, anything_removable, removable
from undermine.games.classic.rules.events import COLLAPSED, Collapsed
from undermine.games.classic.rules.extending import CARD_BAG, HINDER, LOOK, MEND, REMOVE, Card
from undermine.games.classic.rules.pile import throw
from undermine.games.classic.rules.state import FRONT, PEEK, Classic
from undermine.kernel import fields
from undermine.kernel.agenda import Refusal
from undermine.kernel.event import Play
from undermine.kernel.forms import Form
from undermine.kernel.ids import ALL, CHANCE, Action, Place, Seat
from undermine.kernel.piles import WORD
from undermine.tunnels.ports import spot_x, spot_y


def breaking() -> Form:
    """How every card that breaks a tool is played."""
    return Form("break", [fields.seat("target")], CARD_BAG, "break-")


def mending() -> Form:
    """How every card that mends one is played."""
    return Form("mend", [fields.seat("target"), fields.tool()], CARD_BAG, "mend-")


class Hindrance(Card):
    """A card that stays before somebody, who may lay no tunnels until it is gone."""

    def __init__(self, form: Form) -> None:
        super().__init__(True, form, HINDER)
        self.target = form.fields[0]

    def lands(self, s: Classic, seat: Seat, action: Action) -> Place:
        return FRONT + self.target.of(action)


class Break(Hindrance):
    """A sabotage card: it stays before somebody else, who may lay no tunnels until it is gone (B-083...B-086)."""

    def aims(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        sets = s.cards.sets
        words = s.hooks.words
        seats = s.seats
        at = s.hooks.fronts + self.face // WORD
        one = self.face % WORD
        base = self.base
        itself = i64(-1) if s.hooks.self_sabotage else seat
        target: i64 = 0
        while target < seats:
            out[n] = base + target  # written in any case, counted if there is no such card yet
            n += ~(sets[at] >> one | i64(target == itself)) & 1
            at += words
            target += 1
        return n

    def explain(self, s: Classic, seat: Seat, action: Action) -> Refusal:
        target = self.target.of(action)
        if target >= s.seats or (target == seat and not s.hooks.self_sabotage):
            return Refusal("BAD_TARGET", "B-083")
        return Refusal("DUPLICATE_EFFECT", "B-085")


class Mend(Card):
    """A repair card: it takes away one matching sabotage card before anybody (B-088...B-093)."""

    def __init__(self, form: Form, broken: vec[i64]) -> None:
        super().__init__(False, form, MEND)
        self.target: Final = form.fields[0]
        self.tool: Final = form.fields[1]
        self.broken: Final = broken  # by tool: the sabotage card that this mends, 0 if it does not show that tool
        # For each tool that it does show: the tool in three bits, and above it that card: five bits in a set's word, the word.
        self.signs: Final = vec[i64]([broken[tool] << 3 | tool for tool in range(3) if broken[tool]])

    def aims(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        sets = s.cards.sets
        signs = self.signs
        words = s.hooks.words
        at = s.hooks.fronts
        base = self.base
        step = self.target.put(1)
        end = base + s.seats * step
        while base < end:
            index: i64 = 0
            while index < len(signs):
                sign = signs[index]
                out[n] = base + (sign & 7)  # written in any case, counted if there is such a card
                n += sets[at + (sign >> 8)] >> (sign >> 3 & 31) & 1
                index += 1
            at += words
            base += step
        return n

    def play(self, p: Play, s: Classic, seat: Seat, action: Action) -> None:
        throw(p, s, ALL, self.broken[self.tool.of(action)], FRONT + self.target.of(action))

    def explain(self, s: Classic, seat: Seat, action: Action) -> Refusal:
        if self.target.of(action) >= s.seats or self.tool.of(action) >= 3:
            return Refusal("BAD_TARGET", "B-088")
        tools = 0
        for broken in self.broken:
            tools += 1 if broken else 0
        return Refusal("NO_MATCHING_EFFECT", "B-089" if tools == 1 else "B-091")


def collapse(p: Play, s: Classic, kind: Collapsed, seat: Seat, spot: i64) -> None:
    """A tunnel card leaves the maze (B-096)."""
    s.hooks.pile.room(p, s)
    p.emit(kind, ALL, removable(s, spot), spot, seat, 0)
    for watcher in s.hooks.watchers:
        watcher.gone(p, s, spot)


class Rockfall(Card):
    """Removes one tunnel card of the maze, whichever the player likes (B-094...B-098)."""

    def __init__(self) -> None:
        self.cell = fields.cell()
        super().__init__(False, Form("", [self.cell], CARD_BAG), REMOVE)

    def aims(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        grid = s.grid
        index: i64 = 0
        while index < grid.laid:
            cell = grid.card(index)
            if s.hooks.face_of[grid.tile_in(cell)]:
                n = aim(out, n, self.base, grid.window.spot[cell])
            index += 1
        return n

    def play(self, p: Play, s: Classic, seat: Seat, action: Action) -> None:
        collapse(p, s, COLLAPSED, seat, self.cell.of(action))

    def explain(self, s: Classic, seat: Seat, action: Action) -> Refusal:
        if not anything_removable(s):
            return Refusal("BAD_TARGET", "B-098")
        return spared(s, self.cell.of(action))


def spared(s: Classic, spot: i64) -> Refusal:
    """Why a rockfall cannot hit this cell, where it could hit another."""
    x = spot_x(spot)
    y = spot_y(spot)
    for site in s.hooks.sites:
        rule = site.stays(s, x, y)
        if rule:
            return Refusal("BAD_TARGET", rule)
    return Refusal("BAD_TARGET", "B-095" if s.grid.tile(x, y) else "B-094")


class Map(Card):
    """A look at one goal that lies face down, for the player's eyes alone (B-099...B-102)."""

    def __init__(self) -> None:
        self.goal = fields.goal()
        super().__init__(False, Form("", [self.goal], CARD_BAG), LOOK)

    def aims(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        goal: i64 = 0
        while goal < s.hooks.goals:
            out[n] = self.base + goal  # written in any case, counted if it lies face down
            n += ~(s.opened >> goal) & 1
            goal += 1
        return n

    def play(self, p: Play, s: Classic, seat: Seat, action: Action) -> None:
        p.ask(PEEK, CHANCE, self.goal.of(action), seat)

    def explain(self, s: Classic, seat: Seat, action: Action) -> Refusal:
        return Refusal("BAD_TARGET", "B-102" if self.goal.of(action) < s.hooks.goals else "B-099")
