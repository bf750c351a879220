"""Where tunnels may be laid: beside a lit opening, agreeing with every card they touch; and the action that lays one."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.kernel import fields
from undermine.kernel.forms import CARD, Form, aim_of
from undermine.kernel.ids import Action, Face, Place
from undermine.tunnels.grid import NEED, Grid
from undermine.tunnels.tiles import FIT, GLOWING

QUARTERS: Final = 4  # how a card lies, in quarter turns: the last digit of where and how
HALF_TURN: Final = 2
ANYWHERE: Final = -1  # in place of a layer: no light is asked for
DARK: Final = -2  # cells without light where a card would still join an opening


def laying(pack: Place, quarters: bool = False) -> Form:
    """How a tunnel card of the hand is laid. The first form of its game: an action of it is card * CARD + where."""
    return Form("lay", [fields.cell(), fields.quarter() if quarters else fields.half()], pack)


def lay(face: Face, spot: i64, turn: i64) -> Action:
    """Lay a card there, so many quarter turns from upright."""
    return face * CARD + spot * QUARTERS + turn


def where_laid(action: Action) -> i64:
    """Cell and quarter turns of an action that lays a card, as rows have them."""
    return aim_of(action)


def spot_laid(action: Action) -> i64:
    """The cell of an action that lays a card."""
    return aim_of(action) >> 2


def turn_laid(action: Action) -> i64:
    """How the card lies there."""
    return action & 3


# What a hand offers to lay, while its places are looked for: for one thread.
OFFERED: Final = vec[i64](
    [0] * 128
)  # ways: WAY times the action that lays a tunnel, still without a place, + open edges
WAY: Final = 16
WAY_BITS: Final = 4


def places(
    grid: Grid, layer: i64, ways: vec[i64], offered: i64, shapes: i64, out: vec[i64], n: i64, enough: i64
) -> i64:
    """Where the offered tunnels fit, so many `ways` as in OFFERED; `shapes` are all their sets of open edges, as bits.

    A tile that fits beside a lit opening has that edge open, so it is connected.
    """
    cells = grid.cells
    lists = grid.lists
    fit = FIT
    index: i64 = 0
    end = grid.frontier if layer else grid.bright
    while index < end:
        cell = i64(lists[index])
        fitting = fit[cells[cell] & NEED] & shapes
        if fitting and (layer <= 0 or grid.glow_in(cell, layer)):
            there = grid.window.spot[cell] * QUARTERS
            i: i64 = 0
            while i < offered:
                way = ways[i]
                out[n] = (way >> WAY_BITS) + there  # written in any case, counted if it fits
                n += fitting >> (way & (WAY - 1)) & 1
                i += 1
            if n >= enough:
                return n
        index += 1
    return n


def places_of(grid: Grid, layer: i64, action: Action, sides: i64, out: vec[i64], n: i64) -> i64:
    """Where one card with these open edges fits, for those who may not touch what is offered; DARK: see there."""
    index: i64 = 0
    while index < grid.frontier:
        cell = grid.front(index)
        need = grid.need_in(cell)
        if FIT[need & 255] >> sides & 1 and (layer == ANYWHERE or suits(layer, need, sides)):
            out[n] = action + grid.window.spot[cell] * QUARTERS
            n += 1
        index += 1
    return n


def suits(layer: i64, need: i64, sides: i64) -> bool:
    """Does light fall on a cell; or, if that is asked, does it not, though an opening leads there?"""
    return need < GLOWING and need >> 4 & sides != 0 if layer == DARK else need >= GLOWING
