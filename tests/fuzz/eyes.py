"""Who may be told which card: written from the rulebooks and not from the events.

A card comes from a place and goes to one. Whoever may look into either of them knows it: a hand, a role and a purse are
their owner's, what lies open is everybody's, a deck is nobody's. What a rule shows besides stands in the lists below. In them
places have no numbers, and a move is called by where it leads from and to.
"""

from __future__ import annotations

import re
from functools import cache

from undermine.kernel.event import ASKED, REPLACED, Event
from undermine.kernel.fields import FACE, PLACE, SEAT
from undermine.kernel.ids import ALL
from undermine.kernel.ruleset import Ruleset
from undermine.sim.checking import sure

OWNED = re.compile(r"(?:hand|role|purse|blue|yellow) P(\d+)")
OPEN = re.compile(r"(?:before|gold|nuggets) P\d+|maze|treasury|beside the discard pile")
NUMBER = re.compile(r" ?P?\d+$|-[a-d]$")

# By these a card is laid where all can see it, turned up or taken off the table.
IN_THE_OPEN = frozenset(
    "laid played cleared collapsed taken-back blasted departed lifted turned opened"
    " chests.opened chests.uncovered chests.fallen chests.carried gold.changed tournament.set".split()
)
# What somebody may look at who plays a card or is asked to choose one: maps, inspections, lanterns, chests.
LOOKED_AT = frozenset(
    (
        *("G", "role", "blue", "yellow", "chest", "cover", "hand", "packet", "discard pile", "gems", "gold", "silver"),
        *("deck > cards looked at", "discard pile > cards looked at", "cards looked at > discard pile"),
        *("discard pile > discard pile", "discard pile > aside"),
    )
)
# What is known to nobody but the one who is paid.
GOLD = ("gold deck", "under the gold deck")
PAID = frozenset(("packet", *(f"{deck} > {to}" for deck in GOLD for to in ("payment", "under the gold deck"))))
# What is opened for everybody, and what else happens then: an event, a card on its way, or a question.
AT_THE_END = frozenset(("won", "scored"))
OPENED = {
    "G": frozenset(("turned", "opened", "walked", "orient?")),  # reached; how it lies may be asked first
    "cover": frozenset(("chests.uncovered", "chests.lie?")),
    "hand": frozenset(("toll.ask?", "toll.collect?")),  # whoever is to pay a toll must see for what
    "purse": frozenset(("over",)),
    **dict.fromkeys(("role", "roles left over", "blue", "yellow", "gems", "gold", "silver"), AT_THE_END),
    "hand > discard pile": frozenset(("collapsed", "unlocked", "saw", "before > discard pile")),  # played in The Duel
    "deck > discard pile": frozenset(("spent",)),  # dangers of the solo game, as they are drawn
}
ONLY_IN = {"hand > discard pile": ("duel", "duel-solo"), "deck > discard pile": ("duel-solo",)}


@cache
def plain(name: str) -> str:
    return NUMBER.sub("", name)


class Eyes:
    """Watches one game. Rows whose places say that all is well are remembered: most are alike."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.player = -1  # whose card is being played: others may be asked meanwhile
        self.fine: set[tuple[int, ...]] = set()

    def check(self, seat: int, asked: int, rows: list[Event]) -> None:
        """A seat has moved, these rows were written, and now those of the mask are asked."""
        doubtful = [row for row in rows if row.eyes and not self.by_place(row)]
        if not rows or self.name(rows[0]) != "sealed":
            self.player = seat
        if doubtful:
            happened = {word for row in rows for word in (self.name(row), self.path(row), self.question(row))} | (
                {"over"} if not asked else set()
            )
            may = sum(1 << one for one in {seat, self.player} if one >= 0)
            for row in doubtful:
                sure(self.by_rule(row, may, happened), f"{self.name(row)} {self.path(row)} is told to {row.eyes:b}")

    def name(self, row: Event) -> str:
        return self.rules.kind_names[self.rules.codes[row.kind]]

    def question(self, row: Event) -> str:
        """What is asked by it, if anything: `orient?`."""
        return f"{self.rules.step_names[row.a]}?" if row.kind in (ASKED, REPLACED) else ""

    def numbers(self, row: Event, what: str) -> list[int]:
        values = (int(row.a), int(row.b), int(row.c), int(row.d))
        return [value for field, value in zip(row.kind.fields, values, strict=False) if field.what == what]

    def places(self, row: Event) -> list[str]:
        return [self.rules.layout.place_names[place] for place in self.numbers(row, PLACE)]

    def path(self, row: Event) -> str:
        return " > ".join(plain(name) for name in self.places(row))

    def by_place(self, row: Event) -> bool:
        """Does it tell no card, or one that these eyes see where it lies?"""
        key = (self.rules.codes[row.kind], row.eyes, row.a, row.b, row.c, row.d)
        if key in self.fine:
            return True
        if not any(self.numbers(row, FACE)):
            return True
        places = self.places(row)
        owners = [int(found[1]) - 1 for found in map(OWNED.fullmatch, places) if found] + self.numbers(row, SEAT)
        if (
            self.name(row) in IN_THE_OPEN
            or any(map(OPEN.fullmatch, places))
            or not row.eyes & ~sum(1 << owner for owner in set(owners) if owner >= 0)
        ):
            self.fine.add(key)
            return True
        return False

    def by_rule(self, row: Event, may: int, happened: set[str]) -> bool:
        """Is it something that a rule shows to these?"""
        path = self.path(row)
        if row.eyes == ALL:
            game = self.rules.game.meta.key
            return bool(OPENED.get(path, frozenset()) & happened) and game in ONLY_IN.get(path, (game,))
        alone = not row.eyes & (row.eyes - 1)
        return alone and (path in PAID or (path in LOOKED_AT and not row.eyes & ~may))
