"""A whole table as it may be, drawn from what a seat believes of it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undermine.games.classic.mind.suspicion import Belief
from undermine.games.classic.rules.goals import GOLD
from undermine.games.classic.rules.state import GOAL, GOAL_BAG, ROLE, ROLE_BAG, SABOTEUR, Classic
from undermine.kernel.chance import Seeded
from undermine.kernel.determinize import determinize
from undermine.kernel.ids import UNKNOWN, Face
from undermine.kernel.state import State

FINE: Final = 1 << 20  # lots
CERTAIN: Final = 0.8  # a goal that is the gold so likely is looked upon as it; with less, those who play must find out


def imagine(view: Classic, belief: Belief, chance: Seeded) -> State:
    """Roles as likely as they are believed, then hands from all cards that have not been seen."""
    world = view.copy()
    drawn = drawn_set(belief, chance)
    seat: i64 = 0
    while seat < view.seats:
        if world.cards.number(ROLE + seat, UNKNOWN):
            face = SABOTEUR if drawn >> seat & 1 else other_role(world, chance)
            if world.cards.number(ROLE_BAG, face):
                world.cards.learn(ROLE + seat, face, 1)
        seat += 1
    lie = likeliest(belief.gold)
    if lie >= 0 and world.cards.number(GOAL + lie, UNKNOWN) and world.cards.number(GOAL_BAG, GOLD):
        world.cards.learn(GOAL + lie, GOLD, 1)
    return determinize(world, chance)


def drawn_set(belief: Belief, chance: Seeded) -> int:
    """A set of saboteurs."""
    lot = float(chance.below(FINE)) / FINE
    last = 0
    for mask, (share, _) in belief.sets.items():
        last = mask
        lot -= share
        if lot < 0.0:
            break
    return last


def other_role(world: Classic, chance: Seeded) -> Face:
    """One of the roles left that is no saboteur's."""
    cards = world.cards
    left = cards.size(ROLE_BAG) - cards.number(ROLE_BAG, SABOTEUR)
    if left <= 0:
        return SABOTEUR
    lot = chance.below(left)
    face: i64 = 0
    while lot >= 0:
        face += 1
        if face != SABOTEUR:
            lot -= cards.number(ROLE_BAG, face)
    return face


def likeliest(gold: list[float]) -> int:
    """The goal that is surely enough the gold, or -1."""
    for goal in range(len(gold)):
        if gold[goal] >= CERTAIN:
            return goal
    return -1
