"""Treasure chests: where they and their tunnel cards lie, and the facts about them."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from undermine.games.classic.extras.layout import Cells
from undermine.games.classic.rules.hooks import ClassicHooks
from undermine.games.classic.rules.state import Classic, classic
from undermine.kernel.event import Kind
from undermine.kernel.fields import Field
from undermine.kernel.ids import Face, Mask, Place, bit
from undermine.kernel.manifest import Manifest
from undermine.kernel.ruleset import Ruleset, RulesetBuilder
from undermine.kernel.state import State
from undermine.tunnels.placing import HALF_TURN, QUARTERS
from undermine.tunnels.ports import spot, spot_x, spot_y
from undermine.tunnels.shape import parse_shape

CHESTS: Final = 4  # laid out in a round
OPENED: Final = 0  # numbers of a state: chests that are no longer covered, as a set
TURNED: Final = 1  # of those, whose tunnel card lies face up in the maze
DRAWS: Final = 2  # cards more (or fewer) to be drawn at the end of this turn
PICKS: Final = 3  # draws of it that are a pick of three
REMINDER: Final = "no-maps"  # the chest that stays face up


class Hoard:
    """The places of both packs, and what a state says about the chests."""

    def __init__(self, r: RulesetBuilder, hooks: ClassicHooks, manifest: Manifest) -> None:
        self.first = r.numbers(4, "chests")
        self.lying = r.numbers(CHESTS, "dark tunnels")  # where the tunnel card of each lies face up, 0 for nowhere
        self.chest_bag: Place = hooks.free_places(2 * CHESTS + 9)
        self.chest_deck: Place = self.chest_bag + 1
        self.used: Place = self.chest_bag + 2
        self.reminder: Place = self.chest_bag + 3
        self.tunnel_bag: Place = self.chest_bag + 4
        self.tunnel_deck: Place = self.chest_bag + 5
        self.in_maze: Place = self.chest_bag + 6
        self.removed: Place = self.chest_bag + 7
        self.looked_at: Place = self.chest_bag + 8  # cards of the deck, while one of them is chosen
        self.chest: Place = self.chest_bag + 9
        self.cover: Place = self.chest + CHESTS
        self.x: vec[i64] = vec[i64]()
        self.y: vec[i64] = vec[i64]()
        self.usual: Cells = manifest.layout("chests")
        self.spare: Cells = manifest.layout("beside-postcard")  # instead of the last of these
        self.names = [row.face for row in manifest.cards("chests")]
        self.stays: Face = self.names.index(REMINDER) + 1
        self.supply = [row.count for row in manifest.cards("chests")]
        self.tunnels = [row.face for row in manifest.cards("tunnels")]
        self.tunnel_supply = [row.count for row in manifest.cards("tunnels")]
        self.tile: vec[i64] = vec[i64]([0])  # by face of a tunnel: its upright tile, which is no card of the deck
        for row in manifest.cards("tunnels"):
            self.tile = append(self.tile, hooks.add_tile(parse_shape(row.shape), 0, 0, 0))

    def lay_out(self, rules: Ruleset, card_bag: Place) -> None:
        layout = rules.layout
        layout.add_pack(self.chest_bag, "chest bag", self.names, self.supply)
        layout.add_place(self.chest_bag, self.chest_deck, "chest deck", False)
        layout.add_place(self.chest_bag, self.used, "used chests", False)
        layout.add_place(self.chest_bag, self.reminder, "open chest", False)
        layout.add_pack(self.tunnel_bag, "dark tunnel bag", self.tunnels, self.tunnel_supply)
        layout.add_place(self.tunnel_bag, self.tunnel_deck, "dark tunnel deck", False)
        layout.add_place(self.tunnel_bag, self.in_maze, "dark tunnels in the maze", False)
        layout.add_place(self.tunnel_bag, self.removed, "dark tunnels removed", False)
        layout.add_place(card_bag, self.looked_at, "cards looked at", True)
        for number in range(CHESTS):
            layout.add_place(self.chest_bag, self.chest + number, f"chest {number + 1}", False)
            layout.add_place(self.tunnel_bag, self.cover + number, f"cover {number + 1}", False)
        layout.start(self.chest_deck)
        layout.start(self.tunnel_deck)

    def lie(self, cells: Cells) -> None:
        for x, y in cells:
            self.x = append(self.x, x)
            self.y = append(self.y, y)

    def opened(self, s: State) -> Mask:
        return s.numbers[self.first + OPENED]

    def covered(self, s: Classic, number: i64) -> bool:
        """Does this chest still lie in the maze under its tunnel card?"""
        return not self.opened(s) >> number & 1

    def turned(self, s: Classic, number: i64) -> bool:
        """Does its tunnel card lie face up in the maze?"""
        return s.numbers[self.first + TURNED] >> number & 1 != 0

    def at(self, s: Classic, cell: i64) -> i64:
        """The number of the chest that is covered at a cell, or whose tunnel card lies there; -1 for none."""
        for number in range(len(self.x)):
            if (self.covered(s, number) or self.turned(s, number)) and self.cell(s, number) == cell:
                return number
        return -1

    def cell(self, s: Classic, number: i64) -> i64:
        """Where its tunnel card lies: over it, or wherever it has been moved."""
        cell = s.numbers[self.lying + number]
        return cell or spot(self.x[number], self.y[number])

    def face_lying(self, s: Classic, number: i64) -> Face:
        """Which tunnel card of a chest lies face up in the maze."""
        tile = s.grid.tile(spot_x(self.cell(s, number)), spot_y(self.cell(s, number)))
        face: i64 = 1
        while self.tile[face] != tile and self.tile[face] + 1 != tile:
            face += 1
        return face


class ChestKind(Kind):
    """A fact about chests; `a` is the number of one, from 0."""

    def __init__(self, numbers: list[Field], hoard: Hoard) -> None:
        super().__init__(numbers)
        self.hoard = hoard


class Ready(ChestKind):
    """All chests are covered: a round begins (A-140)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        for index in range(4):
            s.numbers[self.hoard.first + index] = 0
        for number in range(CHESTS):
            s.numbers[self.hoard.lying + number] = 0


class Uncovered(ChestKind):
    """b = face, c = 1 if it lies turned: the tunnel card over a chest lies face up in the maze (A-143)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = classic(s)
        hoard = self.hoard
        t.cards.take(hoard.cover + a, b)
        t.cards.put(hoard.in_maze, b)
        t.numbers[hoard.first + OPENED] |= bit(a)
        t.numbers[hoard.first + TURNED] |= bit(a)
        t.numbers[hoard.lying + a] = spot(hoard.x[a], hoard.y[a])
        t.lay(spot(hoard.x[a], hoard.y[a]), hoard.tile[b] + c)


class Opened(ChestKind):
    """b = what is in it, c = who has opened it: a chest is turned over, for all (A-144). The reminder stays so (A-149)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        hoard = self.hoard
        s.cards.take(hoard.chest + a, b)
        s.cards.put(hoard.reminder if b == hoard.stays else hoard.used, b)


class Buried(ChestKind):
    """A covered chest and its tunnel card leave the maze unseen (A-146)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = classic(s)
        hoard = self.hoard
        t.cards.pour(hoard.cover + a, hoard.removed)
        t.cards.pour(hoard.chest + a, hoard.used)
        t.numbers[hoard.first + OPENED] |= bit(a)
        t.lift(spot(hoard.x[a], hoard.y[a]))


class Fallen(ChestKind):
    """b = face: the tunnel card of a chest, which lay face up, leaves the maze (A-146)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = classic(s)
        hoard = self.hoard
        t.cards.take(hoard.in_maze, b)
        t.cards.put(hoard.removed, b)
        t.numbers[hoard.first + TURNED] &= ~bit(a)
        cell = t.numbers[hoard.lying + a]
        t.numbers[hoard.lying + a] = 0
        t.lift(cell)


class Carried(ChestKind):
    """b = face, c = where and how: the tunnel card of a chest, which lay face up, is moved in the maze (A-215)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = classic(s)
        hoard = self.hoard
        cell = t.numbers[hoard.lying + a]
        t.lift(cell)
        t.numbers[hoard.lying + a] = c // QUARTERS
        t.lay(c // QUARTERS, hoard.tile[b] + c % QUARTERS // HALF_TURN)


class Counted(ChestKind):
    """a = 1 more, 0 one fewer card to be drawn at the end of the turn; b = 1: one of them is a pick of three instead."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        if b:
            s.numbers[self.hoard.first + PICKS] += 1
        else:
            s.numbers[self.hoard.first + DRAWS] += 1 if a else -1


class Drawn(ChestKind):
    """The turn is over: what chests said about its draw is done with."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        s.numbers[self.hoard.first + DRAWS] = 0
        s.numbers[self.hoard.first + PICKS] = 0


class Unmasked(ChestKind):
    """a = who looks at whose (b) role: all see that much (A-246)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        """What is seen is another fact."""
