"""Counts of cards against explicit cards, and against an observer who keeps a list for every place."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given

from tests.engine.table import check_cards, seeds
from undermine.kernel.ids import UNKNOWN
from undermine.kernel.piles import Cards, Layout

BAG = 2
PLACES = (3, 4, 7, 8)  # numbers may have gaps
OTHER_BAG = 10
FACES = {1: 4, 2: 3, 3: 1, 4: 6}


def layout() -> Layout:
    made = Layout()
    made.add_pack(BAG, "bag", [f"face {face}" for face in FACES], list(FACES.values()))
    for place in PLACES:
        made.add_place(BAG, place, f"place {place}", False)
    made.add_pack(OTHER_BAG, "other bag", ["one"], [2])
    made.add_place(OTHER_BAG, OTHER_BAG + 1, "other place", True)
    made.list_faces(PLACES[0], 2)
    made.start(PLACES[0])
    made.start(OTHER_BAG + 1)
    return made


class Observer:
    """Which cards really lie where, and which of them can be named."""

    def __init__(self) -> None:
        self.truth: dict[int, list[int]] = {place: [] for place in PLACES}
        self.truth[PLACES[0]] = list(Counter(FACES).elements())
        self.known: dict[int, Counter[int]] = {place: Counter() for place in PLACES}

    def move(self, source: int, to: int, face: int, named: bool) -> None:
        self.truth[source].remove(face)
        self.truth[to].append(face)
        if named:
            self.known[source][face] = max(0, self.known[source][face] - 1)
            self.known[to][face] += 1
        else:
            self.known[source].clear()  # it may have been any of them

    def unnamed(self, place: int) -> int:
        return len(self.truth[place]) - self.known[place].total()


def compare(cards: Cards, observer: Observer) -> None:
    check_cards(cards)
    bag = Counter(FACES)
    for place in PLACES:
        known = observer.known[place]
        assert not known - Counter(observer.truth[place]), "the model itself claims too much"
        bag -= known
        assert cards.size(place) == len(observer.truth[place])
        assert cards.number(place, UNKNOWN) == observer.unnamed(place)
        assert all(cards.number(place, face) == known[face] for face in FACES)
        assert cards.any(place) == max((face for face in FACES if known[face]), default=UNKNOWN)
    assert all(cards.number(BAG, face) == bag[face] for face in FACES)
    assert [cards.pick(BAG, r) for r in range(cards.size(BAG))] == sorted(bag.elements())
    assert cards.number(OTHER_BAG, 1) == 2
    assert cards.size(OTHER_BAG + 1) == 2


def change(rnd: random.Random, cards: Cards, o: Observer) -> None:
    one, other = rnd.sample(PLACES, 2)
    what = rnd.choice(("move", "move", "move", "draw", "draw", "learn", "learn", "forget", "swap", "pour", "gather"))
    if what in ("move", "draw") and o.truth[one]:
        face = rnd.choice(o.truth[one])
        named = what == "move"
        if rnd.random() < 0.5:
            cards.move(one, face if named else UNKNOWN, other)
        else:
            cards.take(one, face if named else UNKNOWN)
            cards.put(other, face if named else UNKNOWN)
        o.move(one, other, face, named)
    elif what == "learn" and o.truth[one]:
        face = rnd.choice(o.truth[one])
        number = rnd.randint(1, o.truth[one].count(face))
        cards.learn(one, face, number)
        o.known[one][face] = max(number, o.known[one][face])
    elif what == "forget":
        cards.forget(one)
        o.known[one].clear()
    elif what == "swap":
        cards.swap(one, other)
        o.truth[one], o.truth[other] = o.truth[other], o.truth[one]
        o.known[one], o.known[other] = o.known[other], o.known[one]
    elif what == "pour":
        cards.pour(one, other)
        o.truth[other] += o.truth[one]
        o.truth[one] = []
        o.known[other] += o.known[one]
        o.known[one] = Counter()
    elif what == "gather" and rnd.random() < 0.3:
        cards.gather(one)
        o.truth = {place: [] for place in PLACES}
        o.truth[one] = list(Counter(FACES).elements())
        o.known = {place: Counter() for place in PLACES}


@given(seeds)
def test_counts_say_what_a_list_of_cards_says(seed: int) -> None:
    rnd = random.Random(seed)
    box = layout()
    cards, observer = box.box().copy(), Observer()
    compare(cards, observer)
    for _ in range(60):
        change(rnd, cards, observer)
        compare(cards, observer)


@given(seeds)
def test_a_copy_of_cards_goes_its_own_way(seed: int) -> None:
    rnd = random.Random(seed)
    box = layout()
    cards, observer = box.box().copy(), Observer()
    for _ in range(20):
        change(rnd, cards, observer)
    twin = cards.copy()
    before = list(cards.count)
    for _ in range(20):
        change(rnd, twin, observer)
    assert list(cards.count) == before
    compare(twin, observer)


def test_telling_twice_changes_nothing() -> None:
    box = layout()
    cards = box.box().copy()
    cards.learn(PLACES[0], 1, 2)
    before = list(cards.count)
    cards.learn(PLACES[0], 1, 2)
    cards.learn(PLACES[0], 1, 1)
    assert list(cards.count) == before
    assert cards.number(PLACES[0], 1) == 2
    assert cards.number(BAG, 1) == 2


def test_a_place_belongs_to_one_pack() -> None:
    box = layout()
    with pytest.raises(ValueError, match="place 3 is both place 3 and again"):
        box.add_place(OTHER_BAG, PLACES[0], "again", False)
