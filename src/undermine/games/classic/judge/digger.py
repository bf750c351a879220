"""What a gold-digger thinks of each thing that could be done in a turn."""

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

EARLY: Final = 6 * CARD  # while the way is so long, it pays to find out where it should lead


def dig(look: Look, action: Action) -> i64:
    """The worth of an action for the dig; a discard of nothing useful is worth a little."""
    if is_pass(action):
        return CARD - worth(look, action & 255)
    face = card_of(action)
    aim = aim_of(action)
    if lays_tunnel(action):
        return lay(look, face, aim)
    card = look.view.hooks.cards[face]
    if card.use == MEND:
        target = card.form.fields[0].of(action)
        return 5 * CARD if target == look.seat else 4 * (SURE - look.foes[target])
    if card.use == LOOK and not card.form.fits(action):
        return CARD // 2  # at something else that lies face down
    if card.use == LOOK:
        early = look.left > EARLY
        return (4 if early else 2) * CARD + aim % 2 if not look.sure and look.gold[aim] else -CARD
    if card.use == REMOVE:
        better = -look.falls.get(aim, 0)
        return 2 * CARD + better if better > 0 else better - CARD
    if card.use == HINDER:
        return 3 * (2 * look.foes[aim] - SURE)
    return 0


def lay(look: Look, face: Face, aim: i64) -> i64:
    """Progress, and among equals the card that leaves more ways open."""
    grid = look.view.grid
    tile = tile_laid(look.view, face, aim & 3)
    gain = look.left - look.after(face, aim)
    if gain > 0:
        return 2 * CARD + gain + exits(grid, tile)
    if gain < 0 or blind(grid, tile):
        return gain - CARD
    return exits(grid, tile) - CARD


def worth(look: Look, face: Face) -> i64:
    """Of a card kept in hand."""
    tile = look.view.hooks.tile_of[face]
    if tile:
        return 0 if blind(look.view.grid, tile) else 10 * exits(look.view.grid, tile)
    card = look.view.hooks.cards[face]
    if card.use == MEND:
        return 35
    if card.use == LOOK:
        return 0 if look.sure else 50
    return 25 if card.use == REMOVE else 10
