"""What happens in The Lost Mines, where its fields do not tell it well enough."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from undermine.games.lost_mines.rules.events import (
    BEGAN,
    GLANCED,
    JOINED,
    LAID,
    LOST,
    OPENED,
    PLAYED,
    SCORED,
    SIX,
    WALKED,
    step_to,
)
from undermine.games.lost_mines.rules.hooks import DWARF_LOOK, MINE_LOOK, OFFSET
from undermine.games.lost_mines.rules.state import HAND, MINE, ROLE, SEATS, Mines
from undermine.kernel.dealing import DREW, GATHERED, SAW, SHOWN, Moved
from undermine.kernel.event import Event
from undermine.present.view import Told
from undermine.tunnels.ports import spot_x, spot_y

SIDES: Final = ("blue-clan", "yellow-clan")


def tell(t: Mines, row: Event, found: list[Told]) -> list[Told]:
    """One row; `found` is what its fields tell."""
    kind = row.kind
    if kind is BEGAN:
        return [replace(told, kind="round") for told in found]
    if isinstance(kind, Moved):
        return moved(t, row)
    if kind is SHOWN or kind is SAW:
        mine = MINE <= row.b < MINE + t.hooks.goals
        return [] if mine and kind is SHOWN else [shown(t, int(row.a), int(row.b), int(row.d) if kind is SAW else None)]
    if kind is WALKED:
        there = step_to(t, row.a, row.b)
        return [replace(told, x=int(spot_x(there)), y=int(spot_y(there))) for told in found]
    if kind is SCORED:
        return scored(t, row)
    if kind is GLANCED:
        return [glanced(t, int(row.a), int(row.b), int(row.c))]
    if kind is JOINED:
        return [Told(kind="joined", seat=int(row.a), word=SIDES[row.b])]
    if kind is PLAYED:
        return [Told(kind="shows", seat=int(row.b), card=t.hooks.names[row.a - 1])]
    if kind is LAID:
        shape = t.hooks.tiles.text(t.hooks.tile_of[row.a] + OFFSET[row.c & 3])
        return [replace(told, shape=shape) for told in found]
    if kind is OPENED:
        shape = t.hooks.tiles.text(t.hooks.mine_tile[row.b] + OFFSET[row.c])
        x, y = int(t.hooks.goal_x[row.a]), int(t.hooks.goal_y[row.a])
        return [replace(told, x=x, y=y, shape=shape) for told in found]
    return [] if kind is GATHERED else found


def moved(t: Mines, row: Event) -> list[Told]:
    """A card drawn, or lost to a trap; what is dealt and set up goes without saying."""
    card = t.hooks.names[row.a - 1] if row.a and row.kind in (DREW, LOST) else None
    if row.kind is DREW:
        return [Told(kind="drew", seat=int(row.c) - HAND, card=card)]
    return [Told(kind="lost", seat=int(row.b) - HAND, card=card)] if row.kind is LOST else []


def shown(t: Mines, face: int, place: int, looker: int | None) -> Told:
    """A card that one sees where it lies: a dwarf card by its owner, others by their place; `looker`: who alone sees it."""
    card = t.rules.layout.face_names[int(t.rules.layout.bag[place])][face]
    if ROLE <= place < ROLE + 2 * SEATS:
        return Told(kind="seen-dwarf", seat=looker, target=(place - ROLE) % SEATS, card=card)
    if looker is not None and MINE <= place < MINE + t.hooks.goals:
        return Told(kind="saw", seat=looker, goal=place - MINE, card=card)
    return Told(kind="seen", seat=looker, card=card, place=t.rules.layout.place_names[place])


def glanced(t: Mines, seat: int, what: int, which: int) -> Told:
    """At which mine, treasure or dwarf card somebody looks; what it is only the looker is shown."""
    if what == MINE_LOOK:
        return Told(kind="looked-mine", seat=seat, goal=which)
    if what == DWARF_LOOK:
        return Told(kind="looked-dwarf", seat=seat, target=which)
    return Told(kind="looked-treasure", seat=seat, word=t.hooks.slots[which])


def scored(t: Mines, row: Event) -> list[Told]:
    """Points of a round by seat; after the last one, who has won."""
    won = [int(row.c) >> (seat * SIX) & 63 for seat in range(t.seats)]
    story = [Told(kind="scored", seat=seat, number=points) for seat, points in enumerate(won)]
    if t.round == t.hooks.chosen.rounds:
        totals = [int(t.points[seat]) + points for seat, points in enumerate(won)]
        best = max(totals)
        story.append(Told(kind="over", seats=[seat for seat, total in enumerate(totals) if total == best], number=best))
    return story
