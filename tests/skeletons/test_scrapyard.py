"""A discard pile with an ordered top that is reshuffled in part: every draw as likely as with real cards."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from tests.skeletons import scrapyard as yard
from tests.skeletons.laws import Table, check_game, question
from tests.skeletons.scrapyard import DECK, DIG, FACE_UP, HAND, HEAP, LOOK, PILE, RUMMAGE, SLIDE, scrapyard
from undermine.kernel.chance import Chance, Enumerated
from undermine.kernel.engine import act, advance, legal, open_game
from undermine.kernel.event import Event, Play
from undermine.kernel.ids import UNKNOWN, lowest
from undermine.kernel.state import State
from undermine.kernel.visibility import stream, wire

DROP = 1  # in a plan: the least card of the hand, face down; FACE_UP: the same face up

Looks = list[tuple[int, ...]]
Outcome = tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]  # what was looked at, and the hands


# The same game with explicit cards in explicit orders.


def explicit(plan: list[int], seats: int, copies: list[int]) -> dict[Outcome, Fraction]:
    """How likely each outcome of a plan is: every order of the deck, and every order after each shuffle."""
    faces = [face + 1 for face, number in enumerate(copies) for _ in range(number)]
    found: dict[Outcome, Fraction] = {}
    orders = Counter(permutations(faces))
    for order, times in orders.items():
        hands = [list(order[seat : seats * yard.DEALT : seats]) for seat in range(seats)]
        play_explicit(plan, 0, list(order[seats * yard.DEALT :]), [], hands, [], Fraction(times), found)
    whole = sum(found.values())
    return {outcome: weight / whole for outcome, weight in found.items()}


def play_explicit(
    plan: list[int],
    at: int,
    deck: list[int],
    pile: list[int],
    hands: list[list[int]],
    looks: Looks,
    weight: Fraction,
    found: dict[Outcome, Fraction],
) -> None:
    """The plan from move `at` on; a shuffle goes on in each of its orders."""
    if at == len(plan):
        outcome = tuple(looks), tuple(tuple(sorted(hand)) for hand in hands)
        found[outcome] = found.get(outcome, Fraction(0)) + weight
        return
    hand = hands[at % len(hands)]
    orders = Counter([tuple(pile)])
    if plan[at] in {DROP, FACE_UP}:
        pile.append(min(hand))
        hand.remove(min(hand))
        if deck:
            hand.append(deck.pop(0))
    elif plan[at] == SLIDE:
        pile += [deck.pop(0), deck.pop(0)]
    elif plan[at] == RUMMAGE:
        orders = Counter(permutations(pile))
    if plan[at] not in {RUMMAGE, DIG}:
        play_explicit(plan, at + 1, deck, pile, hands, looks, weight, found)
        return
    for order, times in orders.items():
        shuffled, them, seen = list(order), [list(each) for each in hands], list(looks)
        dig(shuffled, them[at % len(hands)], seen)
        part = weight * times / sum(orders.values())
        play_explicit(plan, at + 1, list(deck), shuffled, them, seen, part, found)


def dig(pile: list[int], hand: list[int], looks: Looks) -> None:
    """The topmost cards are looked at; the greatest of them, the nearest to the top, is kept."""
    top = pile[-yard.LOOKED :][::-1]
    looks.append(tuple(top))
    at = top.index(max(top))
    hand.append(top.pop(at))
    del pile[-len(top) - 1 :]
    pile += top[::-1]


# The plan through the engine.


def play_plan(plan: list[int], seats: int, copies: list[int], chance: Chance) -> Outcome:
    rules = scrapyard(seats, copies)
    play = open_game(rules, chance, None)
    s = play.state
    looks: Looks = []
    for move in plan:
        seat = int(lowest(s.top().seats))
        action = move
        if move in {DROP, FACE_UP}:
            action = min(legal(s, seat)) + (FACE_UP if move == FACE_UP else 0)
        assert action in legal(s, seat)
        act(play, seat, action)
        advance(play, chance)
        if question(s) == "keep":
            top = [int(s.cards.any(LOOK + index)) for index in range(s.top().b)]
            looks.append(tuple(top))
            act(play, seat, top.index(max(top)))
            advance(play, chance)
    hands = tuple(faces_of(s, HAND + seat) for seat in range(seats))
    return tuple(looks), hands


def faces_of(s: State, place: int) -> tuple[int, ...]:
    return tuple(face for face in range(1, 4) for _ in range(s.cards.number(place, face)))


def engine(plan: list[int], seats: int, copies: list[int]) -> tuple[dict[Outcome, Fraction], int]:
    chance = Enumerated()
    found: dict[Outcome, Fraction] = {}
    paths = 0
    while True:
        outcome = play_plan(plan, seats, copies, chance)
        found[outcome] = found.get(outcome, Fraction(0)) + Fraction(chance.weight, chance.total)
        paths += 1
        if not chance.turn():
            return found, paths


@pytest.mark.parametrize(
    ("plan", "seats", "copies"),
    [
        ([DROP, SLIDE, RUMMAGE], 1, [2, 2, 1]),
        ([FACE_UP, SLIDE, RUMMAGE, RUMMAGE], 1, [3, 2, 1]),
        ([SLIDE, DROP, RUMMAGE, DIG], 2, [3, 2, 2]),
        ([DROP, SLIDE, DIG, FACE_UP], 2, [3, 3, 2]),
        ([DROP, SLIDE, RUMMAGE, DROP, DIG, RUMMAGE], 1, [2, 2, 2]),
    ],
)
def test_every_draw_is_as_likely_as_with_real_cards(plan: list[int], seats: int, copies: list[int]) -> None:
    found, paths = engine(plan, seats, copies)
    assert sum(found.values()) == 1
    assert found == explicit(plan, seats, copies)
    assert paths > 10


def test_a_named_and_an_unnamed_card_of_one_face_are_two_outcomes() -> None:
    """In the heap lie a card that somebody threw and two that nobody saw; one more that nobody saw is in the deck."""
    plan, copies = [DROP, SLIDE, RUMMAGE], [3, 2, 1]
    shares = [
        sum(share for (looks, _), share in outcomes.items() if looks[0].count(1) > 1)
        for outcomes in (engine(plan, 1, copies)[0], explicit(plan, 1, copies))
    ]
    assert shares[0] == shares[1] > 0


@pytest.mark.parametrize("seed", range(12))
def test_views_stay_true_and_every_bag_exact(seed: int) -> None:
    t = Table(scrapyard(2 + seed % 2, [5, 4, 3]), seed)
    check_game(t)
    assert t.asked_of.get("keep", 0) > 2


def drop(t: Table, face_up: bool) -> int:
    """The least card of whoever is asked; returns its face."""
    seat = t.asked()
    face = min(legal(t.state, seat))
    act(t.play, seat, face + FACE_UP if face_up else face)
    advance(t.play, t.chance)
    t.watch()
    return face


def test_the_looker_alone_sees_the_cards_and_which_of_them_is_kept() -> None:
    t = Table(scrapyard(3, [5, 4, 3]), 3)
    dropped, shown = drop(t, face_up=False), drop(t, face_up=True)
    act(t.play, 2, DIG)
    advance(t.play, t.chance)
    t.watch()
    looker, other = t.views[2], t.views[1]
    for s in (t.state, looker):
        assert [s.cards.any(LOOK), s.cards.any(LOOK + 1)] == [shown, dropped]
    assert [other.cards.any(LOOK), other.cards.any(LOOK + 1)] == [shown, UNKNOWN]
    streams = []
    for kept in (0, 1):
        log: list[Event] = []
        act(Play(t.state.copy(), log), 2, kept)
        streams.append(wire(t.rules, stream(log, 1)))
    assert streams[0] == streams[1]
    act(t.play, 2, 0)
    t.watch()
    assert looker.cards.any(PILE) == dropped
    assert looker.cards.number(HAND + 2, UNKNOWN) == 0
    assert other.cards.any(PILE) == UNKNOWN
    assert other.cards.number(HAND + 2, UNKNOWN) == 3


def test_a_shuffled_pile_keeps_the_known_faces_as_counts() -> None:
    t = Table(scrapyard(3, [5, 4, 3]), 3)
    for up in (False, True, False):
        drop(t, face_up=up)
    pile = [int(t.state.cards.any(PILE + index)) for index in range(3)]
    act(t.play, 0, RUMMAGE)
    t.watch()
    assert [t.state.cards.number(HEAP, face) for face in (1, 2, 3)] == [pile.count(face) for face in (1, 2, 3)]
    first, spectator = t.views[0], t.views[-1]
    assert first.cards.number(HEAP, UNKNOWN) == 1
    assert first.cards.number(HEAP, pile[0]) > 0
    assert spectator.cards.number(HEAP, UNKNOWN) == 2
    assert spectator.cards.number(HEAP, pile[1]) == 1
    assert t.state.cards.size(DECK) == 3
