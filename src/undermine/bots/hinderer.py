"""What a saboteur thinks of each thing that could be done in a turn."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undermine.bots.belief import SURE
from undermine.bots.digging import blind, exits
from undermine.bots.look import CARD, Look
from undermine.games.classic.actions import aim_of, face_of, is_discard, tile_laid
from undermine.games.classic.cards import TOOL, Break, Map, Mend, Rockfall
from undermine.kernel.ids import Action, Face

NEAR: Final = 5 * CARD  # a tunnel as near as this is a reason to stop hiding


def hinder(look: Look, action: Action) -> i64:
    """The worth of an action for those who want the gold to stay where it is."""
    face = face_of(action)
    aim = aim_of(action)
    if is_discard(action):
        return CARD // 3 - worth(look, face)
    if look.view.hooks.tile_of[face]:
        return lay(look, face, aim)
    near = look.left <= NEAR
    card = look.view.hooks.cards[face]
    if isinstance(card, Mend):
        return 2 * CARD if aim // TOOL == look.seat else -CARD
    if isinstance(card, Map):
        return CARD + aim % 2 if not look.sure and look.gold[aim] else -CARD
    if isinstance(card, Rockfall):
        added = look.falls.get(aim, 0)
        return added + CARD if near else added - 2 * CARD
    if isinstance(card, Break):
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
    if isinstance(card, Map):
        return 0 if look.sure else 15
    return 15 if isinstance(card, Mend) else 50
