"""The table of The Lost Mines: where cards lie, and what is public besides."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from undermine.games.lost_mines.rules.hooks import mines_hooks
from undermine.kernel.ids import NOBODY, Place, Seat
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.tunnels.ports import DX, DY, spot
from undermine.tunnels.table import Table

# Places; each pack has a bag. Room is taken only for seats that are there.
CARD_BAG: Final = 0
DECK: Final = 1
DISCARD: Final = 2  # face down; what was shown before is known to be in it
BOARD: Final = 3  # path cards in the forest
ASIDE: Final = 4  # the ten cards that nobody sees in this round
HAND: Final = 8
FRONT: Final = 20  # a troll card before its owner
MINE_BAG: Final = 32
MINE_DECK: Final = 33
MINE: Final = 34
CLAN_BAG: Final = 48  # of clan 0; the other clan's follows
CLAN_DECK: Final = 50
ROLE: Final = 52  # of seat 0 in clan 0; SEATS further on for clan 1
SEATS: Final = 12
TREASURE_BAG: Final = 80  # of kind 0; the other kinds follow
TREASURE_DECK: Final = 84
TREASURE: Final = 88  # a place for each treasure that may be laid out, ROOM of each kind
ROOM: Final = 4
SLOTS: Final = "abcd"  # treasures of a kind that lie side by side are told apart by letters

# Steps, in the order in which the game installs them.
FIRST: Final = 0
ROUND: Final = 1
LAY_OUT: Final = 2
CLAN: Final = 3
ROLE_DEAL: Final = 4
DEAL: Final = 5
PLAY: Final = 6
AGREE: Final = 7
LOOK: Final = 8
PEEK_MINE: Final = 9
PEEK_TREASURE: Final = 10
WALK: Final = 11
LOSE: Final = 12
OPEN: Final = 13
ORIENT: Final = 14
TAKE: Final = 15
DRAW: Final = 16
END: Final = 17
SCORE: Final = 18
UNVEIL: Final = 19
TALLY: Final = 20
MOVE: Final = 21

TRAPS: Final = 4  # traps and overcome obstacles of which `facts` tells
CLEARED: Final = 12

RESULT: Final = 4  # numbers kept of each finished round: roles, treasures, points, dragon


def treasure(kind: i64, index: i64) -> i64:
    """The number of a treasure that is laid out, by its kind."""
    return kind * ROOM + index


def edge_key(place: i64, edge: i64) -> i64:
    """An edge between two cells as one number, the same from both sides."""
    if edge == 0:
        return (place - 256) * 2 + 1
    if edge == 3:
        return (place - 1) * 2
    return place * 2 + (0 if edge == 1 else i64(1))


def beside(place: i64, edge: i64) -> i64:
    """The cell on the other side of an edge."""
    return place + DY[edge] * 256 + DX[edge]


def without(values: vec[i64], gone: i64) -> vec[i64]:
    """The same numbers, one of them taken away once."""
    kept = vec[i64]()
    taken = False
    for value in values:
        if value == gone and not taken:
            taken = True
        else:
            kept = append(kept, value)
    return kept


def listed(values: vec[i64], room: i64, shift: i64, mask: i64, out: vec[i64], n: i64) -> i64:
    """Write so many numbers, or a part of each, and 0 for those that are not there; returns the new n."""
    index: i64 = 0
    while index < room:
        value = values[index] if index < len(values) else i64(0)
        out[n] = value & mask if mask else value >> shift
        n += 1
        index += 1
    return n


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Mines(Table):
    """The true table, or what one seat knows of it."""

    def __init__(self, rules: Ruleset, src: Mines | None) -> None:
        hooks = mines_hooks(rules.hooks)
        super().__init__(rules, src, hooks)
        self.hooks = hooks
        if src is None:
            self.last: Seat = NOBODY  # who last played a card in this round (L-131)
            self.dragon: Seat = NOBODY  # who has the dragon's token (L-098)
            self.left: i64 = 0  # treasures that nobody has taken
            self.clan = vec[i64]([0] * rules.seats)
            self.at = vec[i64]([0] * rules.seats)  # where each dwarf stands
            self.strand = vec[i64]([0] * rules.seats)  # and on which edges of that card's path (L-Q21)
            self.trolls = vec[i64]([0] * rules.seats)  # the edge on which a seat's troll stands, or 0
            self.points = vec[i64]([0] * rules.seats)
            self.holder = vec[i64]([NOBODY] * (self.hooks.kinds * ROOM))  # who has taken a treasure
            self.traps: vec[i64] = vec[i64]()  # edges
            self.cleared: vec[i64] = vec[i64]()  # cells of obstacles that are overcome
        else:
            self.last = src.last
            self.dragon = src.dragon
            self.left = src.left
            self.clan = src.clan[:]
            self.at = src.at[:]
            self.strand = src.strand[:]
            self.trolls = src.trolls[:]
            self.points = src.points[:]
            self.holder = src.holder[:]
            self.traps = src.traps[:]
            self.cleared = src.cleared[:]

    def copy(self) -> Mines:
        return Mines(self.rules, self)

    def ints(self) -> list[int]:
        known = [int(self.round), int(self.last), int(self.dragon), int(self.opened), int(self.left)]
        known += self.clan
        known += self.at
        known += self.strand
        known += self.trolls
        known += self.points
        known += self.holder
        known.append(len(self.traps))
        known += self.traps
        known.append(len(self.cleared))
        known += self.cleared
        return super().ints() + known + self.grid.ints()

    def facts(self, out: vec[i64]) -> i64:
        out[0] = self.round
        out[1] = self.opened
        out[2] = self.last
        out[3] = self.dragon
        n = listed(self.at, self.seats, 0, 0, out, 4)
        n = listed(self.clan, self.seats, 0, 0, out, n)
        n = listed(self.strand, self.seats, 0, 0, out, n)
        n = listed(self.points, self.seats, 0, 0, out, n)
        n = listed(self.trolls, self.seats, 1, 0, out, n)
        n = listed(self.trolls, self.seats, 0, 1, out, n)
        n = listed(self.traps, TRAPS, 1, 0, out, n)
        n = listed(self.traps, TRAPS, 0, 1, out, n)
        n = listed(self.cleared, CLEARED, 0, 0, out, n)
        return listed(self.holder, self.hooks.kinds * ROOM, 0, 0, out, n)

    def role(self, seat: Seat) -> Place:
        """Where a seat's dwarf card lies: its back tells the clan."""
        return ROLE + self.clan[seat] * SEATS + seat

    def mine_at(self, place: i64) -> i64:
        """The mine whose space this is, or -1."""
        hooks = self.hooks
        mine: i64 = 0
        while mine < hooks.goals:
            if hooks.goal_spot[mine] == place:
                return mine
            mine += 1
        return -1

    def occupied(self, place: i64) -> bool:
        """Does a dwarf stand here?"""
        seat: i64 = 0
        while seat < self.seats:
            if self.at[seat] == place:
                return True
            seat += 1
        return False

    def is_cleared(self, place: i64) -> bool:
        """Does a tool's token lie here (L-050)?"""
        for cell in self.cleared:
            if cell == place:
                return True
        return False

    def troll_on(self, edge: i64) -> bool:
        """Does a troll stand on this edge (L-061)?"""
        for key in self.trolls:
            if key == edge:
                return True
        return False

    def traps_on(self, edge: i64) -> i64:
        """How many traps lie on this edge."""
        number: i64 = 0
        for key in self.traps:
            if key == edge:
                number += 1
        return number

    def on_display(self, number: i64) -> bool:
        """Is this treasure laid out and not yet taken?"""
        return self.holder[number] == NOBODY and self.cards.size(TREASURE + number) > 0

    def any_of(self, kind: i64) -> bool:
        """Is a treasure of this kind left on display?"""
        index: i64 = 0
        while index < self.hooks.copies[kind]:
            if self.on_display(treasure(kind, index)):
                return True
            index += 1
        return False

    def no_cards(self) -> bool:
        """Is the draw pile empty, and every hand (L-110)?"""
        if self.cards.size(DECK):
            return False
        seat: i64 = 0
        while seat < self.seats:
            if self.cards.size(HAND + seat):
                return False
            seat += 1
        return True


def mines(s: State) -> Mines:
    """A kernel's state as ours; typed code starts with it."""
    assert isinstance(s, Mines)
    return s


def start_of(t: Mines, clan: i64) -> i64:
    """The cell of a clan's start card."""
    return spot(t.hooks.start_x[clan], t.hooks.start_y[clan])
