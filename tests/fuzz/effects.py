"""Whether chests, goals and roles of the classic game do what they are for, told by what a turn or a round has changed.

That a chest was opened does not show that anything came of it. So each of these things has its own proof, written from
the rulebook: what is different at the end of the turn in which nothing else was opened, or who was paid at the end of a round.
"""

from __future__ import annotations

from collections.abc import Callable

from undermine.games.classic.rules.events import CLOSED, GIVEN, SHIFTED, TURNED, WON
from undermine.games.classic.rules.gold import nuggets
from undermine.games.classic.rules.state import (
    DECK,
    DIGGERS_WON,
    GOAL_BAG,
    HAND,
    PURSE,
    ROLE,
    ROLE_BAG,
    TURN,
    classic,
)
from undermine.kernel.dealing import Moved, Shown
from undermine.kernel.engine import legal
from undermine.kernel.event import ASKED, REPLACED, Event
from undermine.kernel.ids import NOBODY
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.notation.actions import words

CLASSIC = "classic"
EFFECT = "effect"
CHEST_OPENED = "chests.opened"
LANDSLIDE = 5  # cards
THREE = 3  # cards of a pick


class Change:
    """A turn: whose it was, how the table was before it and is after it, and what happened in between."""

    def __init__(self, before: State, seat: int) -> None:
        self.before = before
        self.after = before
        self.seat = seat
        self.rows: list[Event] = []
        self.opened: list[str] = []  # chests and goals
        self.side = -1  # who has won, if the round has ended

    def drawn(self) -> int:
        """Cards that have left the deck."""
        return int(self.before.cards.size(DECK) - self.after.cards.size(DECK))

    def more_cards(self) -> int:
        """In the hand of whose turn it was."""
        place = HAND + self.seat
        return int(self.after.cards.size(place) - self.before.cards.size(place))

    def more_gold(self) -> int:
        return int(nuggets(classic(self.after), self.seat) - nuggets(classic(self.before), self.seat))

    def taken(self, source: str) -> bool:
        """Has the player taken a card from there?"""
        names = self.after.rules.layout.place_names
        moved = [row for row in self.rows if isinstance(row.kind, Moved) and row.c == HAND + self.seat]
        return any(names[int(row.b)].startswith(source) for row in moved)

    def looked_at_a_role(self) -> bool:
        shown = [row for row in self.rows if isinstance(row.kind, Shown) and row.eyes == 1 << self.seat]
        return any(ROLE <= row.b < ROLE + self.after.rules.seats for row in shown)


def nothing_drawn(turn: Change) -> bool:
    return turn.drawn() == 0 and turn.more_cards() == -1 and turn.before.cards.size(DECK) > 0


PROOFS: dict[str, Callable[[Change], bool]] = {
    "nugget": lambda turn: turn.more_gold() > 0,
    "no-draw": nothing_drawn,
    "extra-draw": lambda turn: turn.drawn() == 2 and turn.more_cards() == 1,
    "shift": lambda turn: any(row.kind is SHIFTED for row in turn.rows),
    "snatch": lambda turn: turn.taken("hand") and turn.drawn() == 0,
    "pick-of-three": lambda turn: turn.drawn() == THREE and turn.more_cards() == 0,
    "unmask": lambda turn: turn.looked_at_a_role(),
    "rummage": lambda turn: turn.taken("cards looked at") and turn.drawn() == 0,
    "landslide": lambda turn: turn.drawn() == LANDSLIDE + 1,
    "gold": lambda turn: turn.side == DIGGERS_WON,
    "spider": lambda turn: turn.side >= 0 and turn.side != DIGGERS_WON,
    "dragon": lambda turn: turn.more_gold() == -1,
    "sack-1": lambda turn: turn.more_gold() == 1,
    "sack-2": lambda turn: turn.more_gold() == 2,
}
NO_MAPS = "no-maps"  # a chest that bars something for the rest of the round


def effects_of(rules: Ruleset) -> set[str]:
    """Things whose effect can be proved; every role has one: it is paid."""
    if rules.game.meta.key != CLASSIC:
        return set()
    found = {name for bag in rules.layout.packs for name in in_the_box(rules, bag)}
    return found & {*PROOFS, NO_MAPS} | in_the_box(rules, ROLE_BAG)


def in_the_box(rules: Ruleset, bag: int) -> set[str]:
    """The cards of a pack that are played with."""
    cards = rules.game.new_state(rules).cards  # in which nobody has looked at anything: all faces are in the bags
    names = rules.layout.face_names[bag]
    return {name for face, name in enumerate(names) if face and cards.number(bag, face)}


class Effects:
    """Follows one game and says which effects there were."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.turn: Change | None = None
        self.no_maps = False
        self.held: dict[int, int] = {}  # gold cards of each seat when the round was over

    def hear(self, row: Event, table: State) -> set[str]:
        """`table` is the state after this event."""
        if self.rules.game.meta.key != CLASSIC:
            return set()
        found: set[str] = set()
        if self.turn is not None:
            self.turn.rows.append(row)
        if row.kind in (ASKED, REPLACED) and row.a == TURN:
            found = self.close(table, -1) | self.barred(table, int(table.top().a))
            self.turn = Change(table.copy(), int(table.top().a))
        elif row.kind is WON:
            found = self.close(table, int(row.a))
            self.turn, self.no_maps = None, False
            self.held = {seat: int(table.cards.size(PURSE + seat)) for seat in range(self.rules.seats)}
        elif self.held and row.kind is GIVEN and row.a == NOBODY:
            found = {self.role(table, int(row.b))}
        elif self.held and row.kind is CLOSED:
            found = {
                self.role(table, seat) for seat, held in self.held.items() if table.cards.size(PURSE + seat) > held
            }
            self.held = {}
        elif self.turn is not None:
            self.open(row, self.turn)
        return found

    def open(self, row: Event, turn: Change) -> None:
        name = self.rules.kind_names[self.rules.codes[row.kind]]
        if row.kind is TURNED:
            turn.opened.append(self.rules.layout.face_names[GOAL_BAG][int(row.b)])
        elif name == CHEST_OPENED:
            turn.opened.append(self.rules.layout.face_names[int(row.kind.fields[1].pack)][int(row.b)])
            self.no_maps = self.no_maps or turn.opened[-1] == NO_MAPS

    def close(self, table: State, side: int) -> set[str]:
        """A turn or a round is over: what has come of the one thing that was opened?"""
        turn = self.turn
        if turn is None or len(turn.opened) != 1:
            return set()
        turn.after, turn.side = table, side
        proof = PROOFS.get(turn.opened[0])
        return set(turn.opened) if proof is not None and proof(turn) else set()

    def barred(self, table: State, seat: int) -> set[str]:
        """Does somebody hold a map whom the chest keeps from looking at goals?"""
        if not self.no_maps:
            return set()
        spoken = [words(self.rules, table, seat, action) for action in legal(table, seat)]
        holds = any(text.startswith(("pass map", "discard map")) for text in spoken)
        return {NO_MAPS} if holds and not any(text.startswith("map G") for text in spoken) else set()

    def role(self, table: State, seat: int) -> str:
        return self.rules.layout.face_names[ROLE_BAG][int(table.cards.any(ROLE + seat))]
