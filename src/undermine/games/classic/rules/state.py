"""The table of the classic game: where cards lie, and what is public besides."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from undermine.games.classic.rules.extending import CARD_BAG as CARD_BAG  # noqa: PLC0414 - with the other packs
from undermine.games.classic.rules.hooks import ClassicHooks, classic_hooks
from undermine.kernel.ids import Face, Mask, Place, Seat
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.tunnels.table import Table

# Places; each pack has a bag. Room is taken only for seats that are there.
ROLE_BAG: Final = 0
ROLE: Final = 1  # of seat 0; the other seats follow
ROLE_DECK: Final = 13  # after the deal: the card left over
DECK: Final = 17
DISCARD: Final = 18  # face down; what was played face up is known to be in it
BOARD: Final = 19  # tunnel cards in the maze
ASIDE: Final = 20  # cards of the deck that take no part in the round
HAND: Final = 24
FRONT: Final = 36  # cards lying before a seat
GOAL_BAG: Final = 64
GOAL_DECK: Final = 65
GOAL: Final = 66
GOALS: Final = 8  # at most
GOLD_BAG: Final = 80
GOLD_DECK: Final = 81
OFFER: Final = 82  # the packet that the gold-diggers pass on
PAYMENT: Final = 83  # what a saboteur has drawn so far
PURSE: Final = 84
UNDER: Final = 96  # gold cards put under the deck, one place each: their order is known
UNDERS: Final = 28

DIGGER: Final = 1  # faces of roles
SABOTEUR: Final = 2

# Steps, in the order in which the game installs them.
FIRST: Final = 0
ROUND: Final = 1
DEAL: Final = 2
TURN: Final = 3
DRAW: Final = 4
PEEK: Final = 5
REACH: Final = 6
CHOOSE: Final = 7
REVEAL: Final = 8
ORIENT: Final = 9
SCORE: Final = 10
UNVEIL: Final = 11
TAKE: Final = 12
PAY: Final = 13
PAY_DRAW: Final = 14
CLOSE: Final = 15
END: Final = 16
EFFECT: Final = 17
DRAW_ALSO: Final = 18

ROUNDS: Final = 3  # B-033
DIGGERS_WON: Final = 1
SABOTEURS_WON: Final = 2
NOBODY_WON: Final = 3  # the gold was not found, and nobody was there to hide it (B-167)
LONE_WON: Final = 4  # the finisher, and nobody else
SIDES: Final = ("undecided", "diggers", "saboteurs", "nobody", "lone")
RESULT: Final = 4  # numbers kept of each finished round: side, finisher, roles and gold cards, the last two packed


def role(seat: Seat) -> Place:
    """Where a seat's dwarf card lies."""
    return ROLE + seat


def hand(seat: Seat) -> Place:
    """A seat's hand."""
    return HAND + seat


def front(seat: Seat) -> Place:
    """What lies before a seat."""
    return FRONT + seat


def purse(seat: Seat) -> Place:
    """A seat's gold."""
    return PURSE + seat


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Classic(Table):
    """The true table, or what one seat knows of it."""

    def __init__(self, rules: Ruleset, src: Classic | None) -> None:
        hooks: ClassicHooks = classic_hooks(rules.hooks) if src is None else src.hooks
        super().__init__(rules, src, hooks)
        self.hooks: Final[ClassicHooks] = hooks
        if src is None:
            self.last: Seat = 0  # whose card (or turn) was the last one: B-175
            self.stuck: Mask = 0  # who has passed in the present row of passes that may end the round: B-141
            self.reversed: i64 = 0  # 1: turns and the packet go round the other way
        else:
            self.last = src.last
            self.stuck = src.stuck
            self.reversed = src.reversed

    def copy(self) -> Classic:
        return Classic(self.rules, self)

    def facts(self, out: vec[i64]) -> i64:
        out[0] = self.round
        out[1] = self.opened
        out[2] = self.last
        out[3] = self.stuck
        out[4] = self.reversed
        return 5

    def ints(self) -> list[int]:
        known = [int(self.round), int(self.last), int(self.stuck), int(self.opened)]
        known += [int(self.reversed), *self.goal_x, *self.goal_y]
        return super().ints() + known + self.grid.ints()

    def before(self, seat: Seat) -> Seat:
        """Counter-clockwise."""
        return seat - 1 if seat else self.seats - 1

    def after(self, seat: Seat) -> Seat:
        """Whose turn comes next (B-040)."""
        return self.before(seat) if self.reversed else self.next(seat)

    def passes_to(self, seat: Seat) -> Seat:
        """Who gets the packet of gold cards next: against the turns (B-153)."""
        return self.next(seat) if self.reversed else self.before(seat)

    def is_hindered(self, seat: Seat) -> bool:
        """Is there such a card?"""
        at = self.hooks.fronts + seat * self.hooks.words
        word: i64 = 0
        while word < self.hooks.words:
            if self.cards.sets[at + word] & self.hooks.hindrances[word]:
                return True
            word += 1
        return False

    def hindered(self, seat: Seat) -> Face:
        """The card before this seat that keeps it from laying tunnels, 0 if there is none (B-068, B-086)."""
        if self.is_hindered(seat):
            hinders = self.hooks.hinders
            index: i64 = 0
            while index < len(hinders):
                if self.cards.number(FRONT + seat, hinders[index]):
                    return hinders[index]
                index += 1
        return 0

    def tokens(self, seat: Seat) -> i64:
        """Nuggets in gold tokens, where the table uses them."""
        return self.numbers[self.hooks.tokens + seat] if self.hooks.tokens >= 0 else i64(0)

    def lent(self, seat: Seat) -> i64:
        """Nuggets that have been paid out of gold cards, where that can be."""
        return self.numbers[self.hooks.lent + seat] if self.hooks.lent >= 0 else i64(0)


def classic(s: State) -> Classic:
    """A kernel's state as ours; typed code starts with it."""
    assert isinstance(s, Classic)
    return s
