"""Tunnel Toll: where the dwarfs stand, whom they must be paid by, and the facts about them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undermine.games.classic.extras.change import pieces
from undermine.games.classic.rules.extending import Exhibit, Sight
from undermine.games.classic.rules.state import HAND, Classic, classic
from undermine.kernel import fields
from undermine.kernel.event import Kind
from undermine.kernel.fields import Field
from undermine.kernel.forms import aim_of, card_of
from undermine.kernel.ids import NOBODY, Action, Mask, Seat, bit
from undermine.kernel.state import State
from undermine.tunnels.ports import BESIDE

DWARFS: Final = 2
NAMES: Final = ("one", "two")
READY: Final = 0  # what a dwarf does
STANDS: Final = 1
GONE: Final = 2  # for this round
CELL: Final = (
    2  # where the other numbers of the two dwarfs begin: on whose card each stands, at which edge, and whose it is
)
EDGE: Final = 4
OWNER: Final = 6
REFUSED: Final = 8  # dwarfs for whom nobody was willing to pay in this turn, as a set
PROMISED: Final = 9  # who pays each of them for somebody else, four bits a dwarf
VOUCHED: Final = 10  # who has said in this turn that their gold cards are enough, counted from 1


class Toll:
    """Where the dwarfs stand, read from a state."""

    def __init__(self, first: i64, owner_pays: bool) -> None:
        self.first = first
        self.owner_pays = owner_pays

    def standing(self, s: State, dwarf: i64) -> bool:
        return s.numbers[self.first + dwarf] == STANDS

    def stand(self, s: State, dwarf: i64) -> i64:
        """The cell on whose card a dwarf stands."""
        return s.numbers[self.first + CELL + dwarf]

    def edge(self, s: State, dwarf: i64) -> i64:
        return s.numbers[self.first + EDGE + dwarf]

    def owner(self, s: State, dwarf: i64) -> Seat:
        return s.numbers[self.first + OWNER + dwarf]

    def faces(self, s: State, dwarf: i64, cell: i64) -> bool:
        """Does it stand before this cell (A-085)?"""
        if not self.standing(s, dwarf):
            return False
        edge = self.edge(s, dwarf)
        return self.stand(s, dwarf) + BESIDE[edge] == cell

    def standing_on(self, s: State, cell: i64) -> Mask:
        """The dwarfs on the card of a cell."""
        mask: Mask = 0
        for dwarf in range(DWARFS):
            if self.standing(s, dwarf) and self.stand(s, dwarf) == cell:
                mask |= bit(dwarf)
        return mask

    def facing(self, s: State, cell: i64) -> Mask:
        """The dwarfs before a cell."""
        return (1 if self.faces(s, 0, cell) else 0) | (2 if self.faces(s, 1, cell) else 0)

    def due(self, s: State, seat: Seat, cell: i64, left: i64) -> Mask:
        """Those of them whom a seat would have to pay; its own let it pass (A-091).

        `left` is the cell from which the card comes: whoever stands there leaves with it (A-212).
        """
        mask = self.facing(s, cell) & ~self.standing_on(s, left)
        if not self.owner_pays:
            for dwarf in range(DWARFS):
                if mask >> dwarf & 1 and self.owner(s, dwarf) == seat:
                    mask &= ~bit(dwarf)
        return mask

    def refused(self, s: State) -> Mask:
        """Dwarfs for whom nobody was willing to pay in this turn."""
        return s.numbers[self.first + REFUSED]

    def promised(self, s: State, dwarf: i64) -> Seat:
        """Who pays it in place of the one who lays the card, or NOBODY."""
        return (s.numbers[self.first + PROMISED] >> dwarf * 4 & 15) - 1

    def promises(self, s: State, seat: Seat) -> i64:
        """How many nuggets a seat has promised and not yet paid: a dwarf who is paid stands there no more."""
        return sum_of(
            self.standing(s, 0) and self.promised(s, 0) == seat, self.standing(s, 1) and self.promised(s, 1) == seat
        )

    def unpaid(self, s: State, seat: Seat, cell: i64, left: i64) -> Mask:
        """The dwarfs that a seat would have to pay itself."""
        mask = self.due(s, seat, cell, left)
        for dwarf in range(DWARFS):
            if self.promised(s, dwarf) != NOBODY:
                mask &= ~bit(dwarf)
        return mask

    def willing(self, s: Classic, seat: Seat, dwarf: i64) -> Mask:
        """Who may be asked to pay a dwarf for somebody: all who have gold to spare, but for its owner (A-087)."""
        mask: Mask = 0
        for other in range(s.seats):
            if other != seat and other != self.owner(s, dwarf) and pieces(s, other) > self.promises(s, other):
                mask |= bit(other)
        return mask

    def askable(self, s: Classic, seat: Seat, unpaid: Mask) -> Mask:
        """For which of these dwarfs others can be asked: somebody has gold, and they have not said no in this turn."""
        mask = unpaid & ~self.refused(s)
        for dwarf in range(DWARFS):
            if mask >> dwarf & 1 and not self.willing(s, seat, dwarf):
                mask &= ~bit(dwarf)
        return mask

    def asked_by(self, s: Classic, seat: Seat, action: Action) -> Mask:
        """The dwarfs that a seat would have to pay itself for a card that it lays, or moves by another."""
        return self.unpaid(s, seat, aim_of(action) >> 2, s.hooks.cards[card_of(action)].moves(s))

    def talked(self, s: State) -> bool:
        """Has anything been refused, promised or vouched for in this turn?"""
        said = self.first + REFUSED
        return s.numbers[said] | s.numbers[said + 1] | s.numbers[said + 2] != 0

    def short(self, s: Classic, seat: Seat, unpaid: Mask) -> i64:
        """How many nuggets a seat lacks, as far as everybody can see: every gold card is worth one at least."""
        if s.numbers[self.first + VOUCHED] == seat + 1:
            return 0
        return sum_of(unpaid & 1 > 0, unpaid & 2 > 0) - pieces(s, seat)


class Dwarfs(Sight):
    """Where they stand, each with the one whom it is paid to."""

    def __init__(self, toll: Toll) -> None:
        self.toll = toll

    def pieces(self, s: Classic) -> list[Exhibit]:
        toll = self.toll
        found: list[Exhibit] = []
        for dwarf in range(DWARFS):
            if toll.standing(s, dwarf):
                at, edge, owner = toll.stand(s, dwarf), toll.edge(s, dwarf), toll.owner(s, dwarf)
                found.append(Exhibit("toll", at, edge, owner, NAMES[dwarf]))
        return found


def sum_of(one: bool, two: bool) -> i64:
    """How many of two things are so."""
    return (1 if one else i64(0)) + (1 if two else 0)


# Facts


def which_dwarf() -> Field:
    """Which dwarf a fact or a move is about."""
    return fields.term(list(NAMES), "dwarf")


class TollKind(Kind):
    """A fact about the dwarfs; `a` names one of them."""

    def __init__(self, numbers: list[Field], toll: Toll) -> None:
        super().__init__(numbers)
        self.toll = toll


class Wanted(Kind):
    """a = who, b = the action: a card is shown, and it is asked who pays before it may be laid or played (A-087)."""

    def __init__(self) -> None:
        super().__init__([fields.seat(), fields.act()], "wanted")

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        s.cards.learn(HAND + a, card_of(b), 1)


class Posted(TollKind):
    """b = owner, c = cell, d = edge: a dwarf is brought into play; that is no pass (A-083, A-094)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = classic(s)
        at = self.toll.first + a
        t.numbers[at] = STANDS
        t.numbers[at + CELL] = c
        t.numbers[at + EDGE] = d
        t.numbers[at + OWNER] = b
        t.last = b
        t.stuck = 0


class Left(TollKind):
    """A dwarf is put aside for the rest of the round (A-086)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        s.numbers[self.toll.first + a] = GONE
        s.numbers[self.toll.first + CELL + a] = 0


class Refused(TollKind):
    """Nobody pays for a dwarf."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        s.numbers[self.toll.first + REFUSED] |= bit(a)


class Promised(TollKind):
    """b = who pays for it."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        s.numbers[self.toll.first + PROMISED] |= b + 1 << a * 4


class Vouched(TollKind):
    """a = who can pay all dwarfs of this turn, out of gold cards that nobody else sees (A-211)."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        s.numbers[self.toll.first + VOUCHED] = a + 1


class Forgotten(TollKind):
    """a = 1 if a round begins (and the dwarfs are ready again), 0 if a turn ends: nothing was said in this turn."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        first = self.toll.first
        if a:
            for dwarf in range(DWARFS):
                s.numbers[first + dwarf] = READY
                s.numbers[first + CELL + dwarf] = 0
        for said in (REFUSED, PROMISED, VOUCHED):
            s.numbers[first + said] = 0
