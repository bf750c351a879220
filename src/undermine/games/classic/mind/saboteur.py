"""What a saboteur who remembers thinks of each thing that could be done in a turn."""

from __future__ import annotations

from undermine.games.classic.judge.digging import blind, exits
from undermine.games.classic.mind.sight import Sight, thrown
from undermine.games.classic.mind.weights import SPOIL
from undermine.games.classic.rules.actions import is_pass, lays_tunnel, tile_laid
from undermine.games.classic.rules.extending import HINDER, LOOK, MEND, REMOVE
from undermine.kernel.forms import aim_of, card_of

NEAR = 4.5  # a tunnel as near as this is a reason to strike
FEW = 2  # cards that mend a tool; with fewer, what is broken mostly stays so


def spoil(sight: Sight, action: int) -> float:
    """The worth of an action for those who want the gold to stay where it is."""
    if is_pass(action):
        return SPOIL["throw"] - sum([worth(sight, face) for face in thrown(action)])
    if lays_tunnel(action):
        return lay(sight, action)
    use = sight.use(card_of(action))
    if use == LOOK:
        return look(sight, action)
    if use == REMOVE:
        return cut(sight, int(aim_of(action)))
    target = sight.target(action)
    if target < 0:
        return 0.0
    return hurt(sight, target, card_of(action)) if use == HINDER else mend(sight, target)


def cut(sight: Sight, spot: int) -> float:
    """A rockfall, by what it adds to the way."""
    added = sight.falls.get(spot, 0.0)
    if added <= 0.05:
        return added - 1.0
    return SPOIL["fall"] * added + (SPOIL["cut"] if sight.left <= NEAR else -SPOIL["cut"])


def lay(sight: Sight, action: int) -> float:
    """Detours and blind ends; a card that looks harmless where there are none."""
    grid = sight.view.grid
    added = sight.after(action) - sight.left
    tile = tile_laid(sight.view, card_of(action), aim_of(action) & 3)
    if added > 0.05:
        return SPOIL["harm"] * added + (SPOIL["blind"] if blind(grid, tile) else SPOIL["idle"])
    if added < -0.05:
        return -SPOIL["help"] * added
    return SPOIL["blind"] if blind(grid, tile) else SPOIL["idle"]


def mend(sight: Sight, target: int) -> float:
    """The own tools, and those of somebody who hinders as well."""
    if target == sight.seat:
        return SPOIL["own"]
    return SPOIL["mend"] + SPOIL["doubt"] * sight.belief.suspicion[target]


def hurt(sight: Sight, target: int, face: int) -> float:
    """The tools of those who dig; of those who can dig first, and those that hardly anybody can mend any more."""
    trust = 1.0 - sight.belief.suspicion[target]
    worth = (SPOIL["break"] + (SPOIL["near"] if sight.left <= NEAR else 0.0)) * (2.0 * trust - 1.0)
    if worth <= 0.0:
        return worth
    rare = SPOIL["rare"] if sight.cures(face) < FEW else 0.0
    return rare + (worth * SPOIL["again"] if sight.hurts(target) else worth)


def look(sight: Sight, action: int) -> float:
    """A map: it tells where the tunnel must not lead, and gives an alibi."""
    card = sight.view.hooks.cards[card_of(action)]
    if not card.form.fits(action):
        return 0.5
    chance = sight.belief.gold[aim_of(action)]
    return -1.0 if sight.sure or chance <= 0.0 else SPOIL["map"] + chance * (1.0 - chance)


def worth(sight: Sight, face: int) -> float:
    """Of a card kept in hand: those that help the dig are best thrown away."""
    tile = sight.view.hooks.tile_of[face]
    if tile:
        return 0.6 if blind(sight.view.grid, tile) else 0.3 - 0.08 * float(exits(sight.view.grid, tile))
    use = sight.use(face)
    if use == LOOK:
        return 0.0 if sight.sure else 0.2
    if use == MEND:
        return 0.1
    return 0.9 if use == HINDER else 1.0 if use == REMOVE else 0.25
