"""What a saboteur thinks of each thing that could be done in a turn."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undermine.games.classic.judge.belief import SURE
from undermine.games.classic.judge.digging import blind, exits
from undermine.games.classic.judge.look import CARD, Look
from undermine.games.classic.rules.actions import is_pass, lays_tunnel, tile_laid
from undermine.games.classic.rules.extending import HINDER, LOOK, MEND, REMOVE
from undermine.kernel.forms import aim_of, card_of
from undermine.kernel.ids import Action, Face

NEAR: Final = 5 * CARD  # a tunnel as near as this is a reason to stop hiding


def hinder(look: Look, action: Action) -> i64:
    """The worth of an action for those who want the gold to stay where it is."""
    if is_pass(action):
        return CARD // 3 - worth(look, action & 255)
    face = card_of(action)
    aim = aim_of(action)
    if lays_tunnel(action):
        return lay(look, face, aim)
    near = look.left <= NEAR
    card = look.view.hooks.cards[face]
    if card.use == MEND:
        return 2 * CARD if card.form.fields[0].of(action) == look.seat else -CARD
    if card.use == LOOK and not card.form.fits(action):
        return CARD // 2  # at something else that lies face down
    if card.use == LOOK:
        return CARD + aim % 2 if not look.sure and look.gold[aim] else -CARD
    if card.use == REMOVE:
        added = look.falls.get(aim, 0)
        return added + CARD if near else added - 2 * CARD
    if card.use == HINDER:
        trust = SURE - look.foes[aim]
        return (3 if near else 1) * trust // (3 if look.view.hindered(aim) else 1)
    return 0


def lay(look: Look, face: Face, aim: i64) -> i64:
    """Detours and blind ends when it is time; before that, cards that lead nowhere and look harmless."""
    grid = look.view.grid
    added = look.after(face, aim) - look.left
    if added > 0:
        return added + (CARD if look.left <= NEAR else i64(0))
    if added < 0:
        return 2 * added
    return 0 if blind(grid, tile_laid(look.view, face, aim & 3)) else CARD // 3


def worth(look: Look, face: Face) -> i64:
    """Of a card kept in hand: those that help the dig are best thrown away."""
    tile = look.view.hooks.tile_of[face]
    if tile:
        return 35 if blind(look.view.grid, tile) else 20 - 5 * exits(look.view.grid, tile)
    card = look.view.hooks.cards[face]
    if card.use == LOOK:
        return 0 if look.sure else 15
    return 15 if card.use == MEND else 50
