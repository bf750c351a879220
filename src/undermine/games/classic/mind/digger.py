"""What a gold-digger who remembers thinks of each thing that could be done in a turn."""

from __future__ import annotations

from undermine.games.classic.judge.digging import blind, exits
from undermine.games.classic.mind.sight import Sight, thrown
from undermine.games.classic.mind.weights import DIG
from undermine.games.classic.rules.actions import is_pass, lays_tunnel, tile_laid
from undermine.games.classic.rules.extending import HINDER, LOOK, MEND, REMOVE
from undermine.kernel.forms import aim_of, card_of

EARLY = 5.5  # while the way is so long, it pays to find out where it should lead


def dig(sight: Sight, action: int) -> float:
    """The worth of an action for the dig."""
    if is_pass(action):
        return DIG["throw"] - sum([worth(sight, face) for face in thrown(action)])
    if lays_tunnel(action):
        return lay(sight, action)
    use = sight.use(card_of(action))
    if use in (MEND, HINDER):
        target = sight.target(action)
        return 0.0 if target < 0 else mend(sight, target) if use == MEND else hurt(sight, target)
    if use == LOOK:
        return look(sight, action)
    if use == REMOVE:
        better = -sight.falls.get(int(aim_of(action)), 0.0)
        return DIG["fall"] + better if better > 0.05 else better - 1.0
    return 0.0


def lay(sight: Sight, action: int) -> float:
    """Progress, and among equals the card that leaves more ways open."""
    grid = sight.view.grid
    tile = tile_laid(sight.view, card_of(action), aim_of(action) & 3)
    gain = sight.left - sight.after(action)
    if gain > 0.05:
        if sight.sure and gain > sight.left - 0.05:
            return DIG["lay"] + DIG["reach"] + DIG["gain"] * gain
        return DIG["lay"] + DIG["gain"] * gain + DIG["exits"] * float(exits(grid, tile))
    if gain < -0.05 or blind(grid, tile):
        return gain + DIG["blind"]
    return DIG["idle"] + DIG["exits"] * float(exits(grid, tile))


def mend(sight: Sight, target: int) -> float:
    """A friend's tools."""
    if target == sight.seat:
        return DIG["own"] + (0.0 if sight.hurts(target) < 2 else -1.0)
    worth = DIG["mend"] - DIG["doubt"] * sight.belief.suspicion[target]
    return worth if sight.hurts(target) < 2 or worth < 0.0 else worth * 0.6


def hurt(sight: Sight, target: int) -> float:
    """A saboteur's tools."""
    foe = sight.belief.suspicion[target]
    worth = DIG["break"] * foe - DIG["spare"] * (1.0 - foe)
    return worth * DIG["again"] if worth > 0.0 and sight.hurts(target) else worth


def look(sight: Sight, action: int) -> float:
    """A map, while it may tell something: the goal of which one is least sure."""
    card = sight.view.hooks.cards[card_of(action)]
    if not card.form.fits(action):
        return 0.5  # at something else that lies face down
    chance = sight.belief.gold[aim_of(action)]
    if sight.sure or chance <= 0.0:
        return -1.0
    return (DIG["map"] if sight.left > EARLY else DIG["late"]) + chance * (1.0 - chance)


def worth(sight: Sight, face: int) -> float:
    """Of a card kept in hand."""
    tile = sight.view.hooks.tile_of[face]
    if tile:
        return 0.0 if blind(sight.view.grid, tile) else 0.17 * float(exits(sight.view.grid, tile))
    use = sight.use(face)
    if use == MEND:
        return 0.6
    if use == LOOK:
        return 0.0 if sight.sure else 0.8
    if use == REMOVE:
        return 0.4
    return 0.35 if use == HINDER else 0.15
