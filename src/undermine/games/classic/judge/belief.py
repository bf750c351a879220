"""What a seat may think of the goals and of the others, by what its view tells."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.rules.goals import GOLD
from undermine.games.classic.rules.state import FRONT, GOAL, GOAL_BAG, ROLE, ROLE_BAG, SABOTEUR, Classic
from undermine.kernel.ids import UNKNOWN

SURE: Final = 60  # chances are whole numbers out of this


def chances_of_gold(view: Classic) -> vec[i64]:
    """By goal: how likely it is the gold. Maps that the seat has played and stones turned up leave the rest."""
    cards = view.cards
    chances = vec[i64]([0] * view.hooks.goals)
    unseen = cards.size(GOAL_BAG)
    goal: i64 = 0
    while goal < view.hooks.goals:
        if cards.number(GOAL + goal, UNKNOWN):
            chances[goal] = SURE * cards.number(GOAL_BAG, GOLD) // unseen
        elif cards.number(GOAL + goal, GOLD):
            chances[goal] = SURE
        goal += 1
    return chances


def chances_of_sabotage(view: Classic) -> vec[i64]:
    """By seat: how likely it is a saboteur.

    The roles an observer cannot see are spread over the others and the card left over. Saboteurs break more tools than
    they suffer, so who has broken ones is believed a little more, and who has none a little less.
    """
    cards = view.cards
    chances = vec[i64]([0] * view.seats)
    weights = vec[i64]([0] * view.seats)
    whole: i64 = 0
    others: i64 = 0
    other: i64 = 0
    while other < view.seats:
        if cards.number(ROLE + other, UNKNOWN):
            weights[other] = 6 // (1 + cards.size(FRONT + other))
            whole += weights[other]
            others += 1
        else:
            chances[other] = SURE * cards.number(ROLE + other, SABOTEUR)
        other += 1
    if not others:
        return chances
    expected = SURE * cards.number(ROLE_BAG, SABOTEUR) * others // cards.size(ROLE_BAG)
    other = 0
    while other < view.seats:
        if weights[other]:
            share = expected * weights[other] // whole
            chances[other] = share if share < SURE else i64(SURE)
        other += 1
    return chances
