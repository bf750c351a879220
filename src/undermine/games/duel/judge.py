"""How good an answer looks to a greedy player of The Duel."""

from __future__ import annotations

from typing import Final

from undermine.games.duel.rules.actions import (
    TO_BREAK,
    TO_BRIBE,
    TO_BURY,
    TO_CLEAR,
    TO_LOOK,
    TO_MEND,
    TO_OPEN,
    TO_PASS,
    tile_laid,
)
from undermine.games.duel.rules.state import BRIBE, BUILD, CLAIM, GOAL, ORIENT, TRIBUTE, TURN, Duel, duel
from undermine.kernel.forms import aim_of, fields_of
from undermine.kernel.state import State
from undermine.tunnels.placing import spot_laid
from undermine.tunnels.ports import DX, DY, spot_x, spot_y
from undermine.tunnels.tiles import STRIDE

# Rough worths, to be compared with each other only.
MEND: Final = 300
CLEAR: Final = 200
GOLD: Final = 120  # a nugget
WAY: Final = 100  # a tunnel that leads to a goal; less by STEP for each cell between
STEP: Final = 8
BREAK: Final = 60
KEY: Final = 50
TROLL: Final = 40
MAP: Final = 30
BURY: Final = 20
PASS: Final = 10


def judge(state: State, seat: int, actions: list[int]) -> list[int]:
    """A number for each action; the highest is played."""
    t = duel(state)
    step = t.top().step
    if step in (TURN, BUILD):
        targets = wanted(t)
        return [spent(t, seat, targets, action) for action in actions]
    if step == CLAIM:
        return [
            int(t.hooks.maze.value[t.tile_at(fields_of(action))]) if fields_of(action) else -1 for action in actions
        ]
    if step == BRIBE:
        return [0 if action >= TO_BREAK else behind(t, seat, int(fields_of(action))) for action in actions]
    if step == ORIENT:
        return [lying(t, seat, int(fields_of(action))) for action in actions]
    return [-int(fields_of(action)) for action in actions] if step == TRIBUTE else [0] * len(actions)


def wanted(t: Duel) -> list[tuple[int, int]]:
    """Cells to which a tunnel should lead: goals face down, and gold that nobody has claimed."""
    found = [
        (int(t.hooks.goal_x[goal]), int(t.hooks.goal_y[goal]))
        for goal in range(t.hooks.goals)
        if not t.opened >> goal & 1
    ]
    lies = t.grid.ints()
    for where, tile in zip(lies[::2], lies[1::2], strict=True):
        if t.hooks.maze.value[tile] and not t.bears_token(where):
            found.append((int(spot_x(where)), int(spot_y(where))))
    return found


def spent(t: Duel, seat: int, targets: list[tuple[int, int]], action: int) -> int:
    """A turn spent so."""
    if action < TO_BRIBE:
        return laid(t, seat, targets, action)
    if action < TO_BREAK:
        return behind(t, seat, int(fields_of(action)))
    if action >= TO_PASS:
        return PASS + passed(t, action)
    if action >= TO_CLEAR:
        return CLEAR
    if action >= TO_LOOK:
        return MAP
    if action >= TO_BURY:
        return buried(t, seat, int(aim_of(action)))
    if action >= TO_OPEN:
        where = int(aim_of(action))
        return KEY if t.grid.lit(spot_x(where), spot_y(where), t.colour(seat)) else 0
    return MEND if action >= TO_MEND else BREAK


def laid(t: Duel, seat: int, targets: list[tuple[int, int]], action: int) -> int:
    """How near the far ends of a tunnel come to what is wanted, and whether there is a nugget on the way."""
    tile = int(tile_laid(t, action))
    where = spot_laid(action)
    x, y = int(spot_x(where)), int(spot_y(where))
    colour = int(t.colour(seat))
    entered = int(t.grid.glow(x, y, colour))
    ends = int(t.hooks.maze.tiles.source[tile * 3 + colour])
    for edge in range(4):
        if entered >> edge & 1:
            ends |= int(t.hooks.maze.tiles.joins[tile * STRIDE + colour * 4 + edge])
    worth = GOLD * int(t.hooks.maze.value[tile]) if ends & int(t.hooks.maze.gold[tile]) else 0
    far = [
        abs(x + int(DX[edge]) - goal_x) + abs(y + int(DY[edge]) - goal_y)
        for edge in range(4)
        if (ends & ~entered) >> edge & 1
        for goal_x, goal_y in targets
    ]
    return worth + (WAY - STEP * min(far) if far else 0)


def behind(t: Duel, seat: int, where: int) -> int:
    """A troll is worth paying for what lies behind him."""
    beyond = t.copy()
    beyond.grid.put(spot_x(where), spot_y(where), t.hooks.maze.opened[t.tile_at(where)])
    gained = beyond.faced() & ~t.faced()
    nuggets = gold(beyond, seat) - gold(t, seat)
    return TROLL + GOLD * nuggets + WAY if gained or nuggets else -1


def gold(t: Duel, seat: int) -> int:
    """Nuggets that could be claimed."""
    lies = t.grid.ints()
    return sum(
        int(t.hooks.maze.value[tile])
        for where, tile in zip(lies[::2], lies[1::2], strict=True)
        if t.hooks.maze.gold[tile] & t.grid.lit(spot_x(where), spot_y(where), t.colour(seat))
        and not t.bears_token(where)
    )


def buried(t: Duel, seat: int, where: int) -> int:
    """A rockfall is for tunnels that only the opponent uses."""
    x, y = spot_x(where), spot_y(where)
    mine, theirs = t.grid.lit(x, y, t.colour(seat)), t.grid.lit(x, y, 1 - t.colour(seat))
    return 2 * BURY if theirs and not mine else -BURY


def lying(t: Duel, seat: int, turned: int) -> int:
    """A goal lies well if its gold can be reached."""
    goal = int(t.top().a)
    tile = t.hooks.goal_tile[t.cards.any(GOAL + goal)] + (1 if turned else 0)
    beyond = t.copy()
    beyond.grid.put(t.hooks.goal_x[goal], t.hooks.goal_y[goal], tile)
    return gold(beyond, seat)


def passed(t: Duel, action: int) -> int:
    """Tunnels are kept rather than thrown away; two cards are better than one."""
    fields = int(fields_of(action))
    faces = [fields & 255, fields >> 8 & 255] if fields >> 8 else [fields]
    return len(faces) - 2 * sum(1 for face in faces if t.hooks.upright[face])
