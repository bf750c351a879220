"""What a public move may tell of whoever made it: the same words for the same kind of move, to be counted and learned.

What a move means depends on where the gold is and on what its player knew of that, so a sign has one word for each goal:
the one that holds if the gold lies there.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undermine.games.classic.judge.digging import blind
from undermine.games.classic.mind.roads import CARD, NEVER, Roads, roads_of
from undermine.games.classic.rules.actions import removable, tile_laid
from undermine.games.classic.rules.events import COLLAPSED, LAID, PASSED, PLAYED, STUCK
from undermine.games.classic.rules.extending import HINDER, LOOK, MEND, REMOVE
from undermine.games.classic.rules.state import Classic
from undermine.kernel.dealing import DEALT, DREW, SAW, THREW
from undermine.kernel.event import ASKED, REPLACED, SETTLED, Event, Kind
from undermine.kernel.forms import aim_of, card_of
from undermine.tunnels.ports import spot_x, spot_y

NOBODYS: Final = -1  # hand: what everybody may reckon with
NEAR: Final = 3.8  # cards to the gold, on the average of the goals
MIDDLE: Final = 7.0
QUIET: Final[list[Kind]] = [PLAYED, PASSED, STUCK, DREW, DEALT, SAW, THREW, ASKED, REPLACED, SETTLED]
CLEAR: Final = 1.0  # so much evidence says something of a seat


class Sign:
    """A move of a seat: under which circumstances, and what it was if the gold lies here or there."""

    def __init__(self, seat: int, context: str, words: list[str]) -> None:
        self.seat = seat
        self.context = context
        self.words = words


def steps(gain: float) -> str:
    """How far a move brought the tunnel, in words that are few enough to be counted."""
    if gain > 1.2:
        return "2"
    if gain > 0.6:
        return "1"
    if gain > 0.15:
        return "part"
    if gain > -0.15:
        return "0"
    return "-part" if gain > -0.6 else "-1" if gain > -1.2 else "-2"


def fallen(view: Classic, spot: i64) -> Classic:
    """The view without the card that lies there."""
    copy = view.copy()
    COLLAPSED.apply(copy, removable(view, spot), spot, 0, 0)
    return copy


class Reader:
    """Reads the moves of a round; remembers who has looked at which goal."""

    def __init__(self) -> None:
        self.looked: list[int] = []  # by seat: goals, as bits
        self.ways: list[Roads] = []
        self.fresh = False  # whether the ways are those of the maze as it is

    def begin(self, view: Classic) -> None:
        self.looked = [0] * int(view.seats)
        self.fresh = False

    def measure(self, view: Classic) -> list[Roads]:
        """The ways as they are now."""
        if not self.fresh:
            self.ways = roads_of(view, NOBODYS)
            self.fresh = True
        return self.ways

    def heard(self, row: Event) -> None:
        """After a row: most leave the maze as it is."""
        if self.fresh and row.kind not in QUIET:
            self.fresh = False

    def candidates(self, view: Classic, seat: int, goal: int) -> list[int]:
        """Where the gold may be, for a seat that has seen what it has seen, if it is behind this goal."""
        seen = self.looked[seat]
        if seen >> goal & 1:
            return [goal]
        opened = int(view.opened)
        return [other for other in range(len(view.goal_x)) if not (seen | opened) >> other & 1]

    def left(self, view: Classic) -> float:
        """Cards to a goal that lies face down, on the average."""
        ways = self.measure(view)
        opened = int(view.opened)
        hidden = [float(ways[goal].best) / CARD for goal in range(len(ways)) if not opened >> goal & 1]
        return sum(hidden) / len(hidden) if hidden else float(NEVER) / CARD

    def context(self, view: Classic, seat: int) -> str:
        left = self.left(view)
        where = "near" if left <= NEAR else "middle" if left <= MIDDLE else "far"
        return f"{where} broken" if view.hindered(seat) else where

    def by_goal(self, view: Classic, seat: int, gains: list[float], prefix: str) -> list[str]:
        """A word for each goal, from what the move did to the way to each."""
        words: list[str] = []
        for goal in range(len(gains)):
            believed = self.candidates(view, seat, goal)
            gain = sum([gains[other] for other in believed]) / len(believed) if believed else 0.0
            words.append(prefix + steps(gain))
        return words

    def read(self, view: Classic, row: Event, public: list[float]) -> Sign | None:
        """A row as a sign; the view is as before it. `public`: how suspicious each seat is to everybody."""
        kind = row.kind
        if kind is LAID:
            return self.laid(view, row)
        if kind is PLAYED:
            return self.played(view, row, public)
        if kind is PASSED:
            seat = int(row.b)
            word = "throw" if row.c else "nothing"
            return Sign(seat, self.context(view, seat), [word] * len(view.goal_x))
        return None

    def laid(self, view: Classic, row: Event) -> Sign:
        seat = int(row.b)
        spot = row.c >> 2
        tile = tile_laid(view, row.a, row.c & 3)
        ways = self.measure(view)
        gains = [float(way.best - way.after(spot_x(spot), spot_y(spot), tile)) / CARD for way in ways]
        prefix = "blind " if blind(view.grid, tile) else "lay "
        return Sign(seat, self.context(view, seat), self.by_goal(view, seat, gains, prefix))

    def played(self, view: Classic, row: Event, public: list[float]) -> Sign | None:
        action = row.a
        seat = int(row.b)
        card = view.hooks.cards[card_of(action)]
        context = self.context(view, seat)
        goals = len(view.goal_x)
        if card.use == HINDER or card.use == MEND:
            target = int(card.form.fields[0].of(action)) if card.form.fits(action) else seat
            verb = "break" if card.use == HINDER else "mend"
            if target == seat:
                return Sign(seat, context, [f"{verb} self"] * goals)
            if target >= len(public):
                return None
            trust = "good" if public[target] < -CLEAR else "bad" if public[target] > CLEAR else "unclear"
            again = " again" if card.use == HINDER and view.hindered(target) else ""
            return Sign(seat, context, [f"{verb} {trust}{again}"] * goals)
        if card.use == LOOK:
            if card.form.fits(action):
                self.looked[seat] |= 1 << int(aim_of(action))
            return Sign(seat, context, ["look"] * goals)
        if card.use == REMOVE and removable(view, aim_of(action)):
            ways = self.measure(view)
            after = roads_of(fallen(view, aim_of(action)), NOBODYS)
            gains = [float(ways[goal].best - after[goal].best) / CARD for goal in range(goals)]
            return Sign(seat, context, self.by_goal(view, seat, gains, "fall "))
        return None
