"""A joint belief over who hinders the dig and where the gold is, from what a seat knows and from signs."""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import mypyc_attr

from undermine.games.classic.judge.belief import SURE, chances_of_gold
from undermine.games.classic.mind.signs import Reader, Sign
from undermine.games.classic.rules.events import BECAME, BEGAN
from undermine.games.classic.rules.state import ROLE, ROLE_BAG, SABOTEUR, Classic
from undermine.kernel.dealing import SWAPPED
from undermine.kernel.event import Event
from undermine.kernel.ids import UNKNOWN

TELLING: Final = 0.7  # so much evidence is worth mentioning
LYING: Final = 0.7  # how often a saboteur who tells of a goal lies
MISTAKEN: Final = 0.03  # the same of a digger
APART: Final = 2.0  # how many times as often one accuses somebody of the other side as one of the own
MOST: Final = 6.0  # evidence against a seat, or for it, that nothing adds to


class Belief:
    """Likelihoods put together: over sets of saboteurs, and over goals."""

    def __init__(self, suspicion: list[float], gold: list[float], sets: dict[int, tuple[float, float]]) -> None:
        self.suspicion = suspicion
        self.gold = gold
        self.sets = sets


@mypyc_attr(allow_interpreted_subclasses=True)
class Suspicion:
    """What the moves of a round say of each seat, for each place where the gold may be."""

    def __init__(self, learned: dict[str, float]) -> None:
        self.learned = learned  # by circumstances and sign: the logarithm of how much oftener saboteurs do so
        self.reader = Reader()
        self.evidence: list[list[float]] = []  # by goal and seat
        self.seats = 0
        self.said: list[tuple[int, int, bool]] = []  # seat, goal, and whether it says that the gold is there
        self.blamed: list[tuple[int, int]] = []  # who accuses whom
        self.telling: list[tuple[int, str, float]] = []  # seat, sign and weight of what told most in this round

    def hear(self, view: Classic, row: Event) -> None:
        """A row that everybody was told, or that this seat was; the view is as before it."""
        if self.seats:
            sign = self.reader.read(view, row, self.public())
            if sign is not None:
                self.weigh(sign)
        if row.kind is BEGAN:
            self.seats = int(view.seats)
            self.reader.begin(view)
            self.telling = []
            self.said = []
            self.blamed = []
            self.evidence = [[0.0] * self.seats for _ in range(len(view.goal_x))]
        elif row.kind is BECAME or row.kind is SWAPPED:
            self.changed(row)
        self.reader.heard(row)

    def changed(self, row: Event) -> None:
        """Roles change hands: what was believed of them no longer holds."""
        for seat in range(self.seats):
            place = ROLE + seat
            if row.a == place or row.b == place or row.c == place:
                for known in self.evidence:
                    known[seat] = 0.0
                self.blamed = [pair for pair in self.blamed if seat not in pair]

    def weigh(self, sign: Sign) -> None:
        """Add what a sign says."""
        before = self.public()[sign.seat]
        for goal in range(len(self.evidence)):
            known = self.evidence[goal]
            told = self.learned.get(f"{sign.context}: {sign.words[goal]}", 0.0)
            known[sign.seat] = max(-MOST, min(MOST, known[sign.seat] + told))
        change = self.public()[sign.seat] - before
        if abs(change) >= TELLING:
            self.telling.append((sign.seat, sign.words[0], change))

    def claimed(self, seat: int, goal: int, gold: bool) -> None:
        """Somebody says what a goal is. Who has not looked at it, as all could see, is not listened to."""
        if seat < self.seats and self.reader.looked[seat] >> goal & 1:
            self.said = [known for known in self.said if known[0] != seat or known[1] != goal]
            self.said.append((seat, goal, gold))

    def trust(self, gold: int, foes: int) -> float:
        """How likely it is that just this was said, if the gold is here and these are saboteurs: diggers hardly lie."""
        likely = 1.0
        for seat, goal, there in self.said:
            true = there == (goal == gold)
            if foes >> seat & 1:
                likely *= 1.0 - LYING if true else LYING
            else:
                likely *= 1.0 - MISTAKEN if true else MISTAKEN
        return likely

    def accused(self, seat: int, target: int) -> None:
        """Somebody calls somebody else a saboteur. Said again, it says nothing new."""
        if (seat, target) not in self.blamed:
            self.blamed.append((seat, target))

    def quarrels(self, foes: int) -> float:
        """How likely just these accusations are, if these are saboteurs: those of one side seldom accuse each other.

        So an accusation counts as much as its speaker is trusted, and against the speaker as much as its target is. It counts
        little, since whoever speaks has mostly seen what everybody has seen.
        """
        likely = 1.0
        for seat, target in self.blamed:
            if (foes >> seat ^ foes >> target) & 1:
                likely *= APART
        return likely

    def says(self, sign: Sign) -> float:
        """What a sign would add to the evidence against its seat, whatever the goal."""
        words = sign.words
        return sum([self.learned.get(f"{sign.context}: {word}", 0.0) for word in words]) / len(words) if words else 0.0

    def public(self) -> list[float]:
        """By seat: evidence as everybody may weigh it, whatever the goal."""
        goals = len(self.evidence)
        return [sum([known[seat] for known in self.evidence]) / goals for seat in range(self.seats)] if goals else []

    def belief(self, view: Classic) -> Belief:
        """What this observer makes of it."""
        cards = view.cards
        seats = int(view.seats)
        hidden: list[int] = []
        sure = 0
        for seat in range(seats):
            if cards.number(ROLE + seat, UNKNOWN):
                hidden.append(seat)
            elif cards.number(ROLE + seat, SABOTEUR):
                sure |= 1 << seat
        masks, start = possible(view, hidden)
        chances = chances_of_gold(view)
        goals = len(chances)
        prior = [float(chances[goal]) / SURE for goal in range(goals)]
        whole = sum(start)
        told = [start[index] * self.quarrels(masks[index] | sure) for index in range(len(masks))]
        weight = [0.0] * len(masks)
        gold = [0.0] * goals
        for goal in range(goals):
            if prior[goal] > 0.0:
                known = self.evidence[goal] if goal < len(self.evidence) else [0.0] * seats
                for index in range(len(masks)):
                    seen = sum([known[seat] for seat in hidden if masks[index] >> seat & 1])
                    part = prior[goal] * told[index] * math.exp(seen)
                    if self.said:
                        part *= self.trust(goal, masks[index] | sure)
                    weight[index] += part
                    gold[goal] += part
        total = sum(weight)
        if total <= 0.0:
            weight, total, gold = start, whole, prior
        suspicion = [1.0 if sure >> seat & 1 else 0.0 for seat in range(seats)]
        sets: dict[int, tuple[float, float]] = {}
        for index in range(len(masks)):
            share = weight[index] / total
            sets[masks[index] | sure] = (share, start[index] / whole)
            for seat in hidden:
                if masks[index] >> seat & 1:
                    suspicion[seat] += share
        lying = sum(gold)
        return Belief(suspicion, [part / lying for part in gold] if lying > 0.0 else gold, sets)


def possible(view: Classic, hidden: list[int]) -> tuple[list[int], list[float]]:
    """Every set of saboteurs among seats whose role is hidden, and in how many ways the roles can lie so."""
    foes = int(view.cards.number(ROLE_BAG, SABOTEUR))
    apart = int(view.cards.size(ROLE_BAG)) - len(hidden)  # cards that lie before nobody
    masks: list[int] = []
    ways: list[float] = []
    for mask in subsets(hidden, foes):
        lacking = foes - mask.bit_count()
        if lacking <= apart:
            masks.append(mask)
            ways.append(float(math.comb(apart, lacking)))
    return masks, ways


def subsets(seats: list[int], most: int) -> list[int]:
    """Every set of at most so many of these seats, as bits."""
    found = [0]
    for seat in seats:
        found += [mask | 1 << seat for mask in found if mask.bit_count() < most]
    return found
