"""What happens in The Duel, where its fields do not tell it well enough."""

from __future__ import annotations

from msgspec.structs import replace

from undermine.games.duel.rules.events import (
    BEGAN,
    BROKE,
    COLLAPSED,
    CONSULTED,
    EARNED,
    KEPT,
    LAID,
    MENDED,
    PLAYED,
    SPENT,
    STRUCK,
    TURNED,
)
from undermine.games.duel.rules.rounds import winners
from undermine.games.duel.rules.state import GOAL, Duel
from undermine.kernel.dealing import DEALT, DREW, POURED, SAW, SHOWN, SHUFFLED, THREW, Moved
from undermine.kernel.event import Event
from undermine.notation.places import owner_of
from undermine.present.box import tools_in
from undermine.present.view import Told
from undermine.tunnels.placing import HALF_TURN
from undermine.tunnels.ports import spot_x, spot_y

SILENT = (SHOWN, POURED, SHUFFLED)


def tell(t: Duel, row: Event, found: list[Told]) -> list[Told]:
    """One row; `found` is what its fields tell."""
    if isinstance(row.kind, Moved):
        return moved(t, row)
    if row.kind is SAW:
        return [Told(kind="saw", seat=int(row.d), goal=int(row.b) - GOAL, card=t.hooks.goal_names[row.a - 1])]
    if row.kind in SILENT:
        return []
    if row.kind is CONSULTED:
        return [replace(told, kind="looked") for told in found]
    if row.kind is BEGAN:
        return [replace(told, kind="round") for told in found]
    if row.kind is LAID:
        turned = row.c & 3 == HALF_TURN
        shape = t.hooks.tiles.text(t.hooks.tile_of[row.a] + (1 if turned else 0))
        return [replace(told, shape=shape) for told in found]
    if row.kind is COLLAPSED:
        shape = t.hooks.tiles.text(t.grid.tile(spot_x(row.b), spot_y(row.b)))
        return [replace(told, shape=shape) for told in found]
    if row.kind is TURNED:
        shape = t.hooks.tiles.text(t.hooks.goal_tile[row.b] + row.c)
        x, y = int(t.hooks.goal_x[row.a]), int(t.hooks.goal_y[row.a])
        return [replace(told, x=x, y=y, shape=shape) for told in found]
    if row.kind is EARNED and not row.a:
        return [Told(kind="ended", word=ending(t)), *found]
    return found


def ending(t: Duel) -> str:
    """Why the round is over (D-080)."""
    if all(t.opened >> goal & 1 for goal in range(t.hooks.goals)):
        return "goals"
    return "tokens" if t.placed() == t.hooks.runs.token_count else "cards"


def ended_first(story: list[Told]) -> list[Told]:
    """Why a round is over comes before the gold that is taken for it."""
    order = list(story)
    for told in story:
        if told.kind == "ended":
            order.remove(told)
            first = next(at for at, each in enumerate(order) if each.kind in ("kept", "earned"))
            order.insert(first, told)
    return order


def over(t: Duel) -> Told:
    """The end of the game."""
    return Told(kind="over", seats=winners(t), number=max(int(t.nuggets(seat)) for seat in range(t.seats)))


def moved(t: Duel, row: Event) -> list[Told]:
    """A card changes places: who draws, throws away, breaks, mends or wins."""
    names = t.rules.layout.face_names[t.rules.layout.bag[row.b]]
    card = names[row.a] if row.a else None
    source, to = owner_of(t.rules, int(row.b)), owner_of(t.rules, int(row.c))
    if row.kind in (DEALT, DREW):
        return [Told(kind="drew", seat=to, card=card)]
    if row.kind in (THREW, PLAYED):
        return [Told(kind="discarded" if card else "dropped", seat=source, card=card)]
    if row.kind is BROKE:
        return [Told(kind="broke", seat=source, target=to, card=card, tool=tool_of(t, row))]
    if row.kind is MENDED:
        return [Told(kind="mended", seat=source, target=source, card=card, tool=tool_of(t, row))]
    if row.kind is STRUCK or row.kind is SPENT:
        return [Told(kind="struck" if row.kind is STRUCK else "vain", seat=0, card=card)]
    return [Told(kind="kept", seat=to, card=card)] if row.kind is KEPT else []


def tool_of(t: Duel, row: Event) -> str | None:
    """The tool that a sabotage card breaks."""
    return next(iter(tools_in(int(t.hooks.tools[row.a]))), None)
