"""The action cards of the base game."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.actions import aim, anything_removable, removable
from undermine.games.classic.events import COLLAPSED
from undermine.games.classic.extending import Card
from undermine.games.classic.pile import throw
from undermine.games.classic.state import FRONT, PEEK, Classic
from undermine.kernel.agenda import Refusal
from undermine.kernel.event import Play
from undermine.kernel.ids import ALL, CHANCE, Place, Seat
from undermine.tunnels.ports import spot_x, spot_y

TOOLS: Final = ("lamp", "cart", "pick")
TOOL: Final = 8  # a repair's aim is seat * TOOL + tool


class Hindrance(Card):
    """A card that stays before somebody, who may lay no tunnels until it is gone. Its aim is the seat."""

    def __init__(self) -> None:
        super().__init__(True, "s")

    def lands(self, s: Classic, seat: Seat, aim: i64) -> Place:
        return FRONT + aim


class Break(Hindrance):
    """A sabotage card: it stays before somebody else, who may lay no tunnels until it is gone (B-083...B-086).

    Its aim is the seat.
    """

    def aims(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        row = s.cards.layout.row
        count = s.cards.count
        face = self.face
        target: i64 = 0
        while target < s.seats:
            if not count[row[FRONT + target] + face] and (target != seat or s.hooks.self_sabotage):
                n = aim(out, n, face, target)
            target += 1
        return n

    def explain(self, s: Classic, seat: Seat, aim: i64) -> Refusal:
        if aim >= s.seats or (aim == seat and not s.hooks.self_sabotage):
            return Refusal("BAD_TARGET", "B-083")
        return Refusal("DUPLICATE_EFFECT", "B-085")


class Mend(Card):
    """A repair card: it takes away one matching sabotage card before anybody (B-088...B-093)."""

    def __init__(self, broken: vec[i64]) -> None:
        super().__init__(False, "st")
        self.broken = broken  # by tool: the sabotage card that this mends, 0 if it does not show that tool

    def aims(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        row = s.cards.layout.row
        count = s.cards.count
        broken = self.broken
        target: i64 = 0
        while target < s.seats:
            before = row[FRONT + target]
            if count[before - 1]:
                tool: i64 = 0
                while tool < 3:
                    if broken[tool] and count[before + broken[tool]]:
                        n = aim(out, n, self.face, target * TOOL + tool)
                    tool += 1
            target += 1
        return n

    def play(self, p: Play, s: Classic, seat: Seat, aim: i64) -> None:
        throw(p, s, ALL, self.broken[aim % TOOL], FRONT + aim // TOOL)

    def explain(self, s: Classic, seat: Seat, aim: i64) -> Refusal:
        if aim // TOOL >= s.seats or aim % TOOL >= 3:
            return Refusal("BAD_TARGET", "B-088")
        tools = 0
        for broken in self.broken:
            tools += 1 if broken else 0
        return Refusal("NO_MATCHING_EFFECT", "B-089" if tools == 1 else "B-091")


def collapse(p: Play, s: Classic, spot: i64) -> None:
    """A tunnel card leaves the maze (B-096)."""
    s.hooks.pile.room(p, s)
    p.emit(COLLAPSED, ALL, removable(s, spot), spot, 0, 0)
    for watcher in s.hooks.watchers:
        watcher.gone(p, s, spot)


class Rockfall(Card):
    """Removes one tunnel card of the maze, whichever the player likes (B-094...B-098). Its aim is the cell."""

    def __init__(self) -> None:
        super().__init__(False, "c")

    def aims(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        grid = s.grid
        planes = grid.planes
        window = grid.window
        face_of = s.hooks.face_of
        index = 6 * window.cells
        end = index + grid.laid
        while index < end:
            cell = i64(planes[index])
            if face_of[i64(planes[cell])]:
                n = aim(out, n, self.face, window.spot[cell])
            index += 1
        return n

    def play(self, p: Play, s: Classic, seat: Seat, aim: i64) -> None:
        collapse(p, s, aim)

    def explain(self, s: Classic, seat: Seat, aim: i64) -> Refusal:
        if not anything_removable(s):
            return Refusal("BAD_TARGET", "B-098")
        return spared(s, aim)


def spared(s: Classic, spot: i64) -> Refusal:
    """Why a rockfall cannot hit this cell, where it could hit another."""
    x = spot_x(spot)
    y = spot_y(spot)
    for site in s.hooks.sites:
        rule = site.stays(s, x, y)
        if rule:
            return Refusal("BAD_TARGET", rule)
    return Refusal("BAD_TARGET", "B-095" if s.grid.tile(x, y) else "B-094")


class Map(Card):
    """A look at one goal that lies face down, for the player's eyes alone (B-099...B-102). Its aim is the goal."""

    def __init__(self) -> None:
        super().__init__(False, "g")

    def aims(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        goal: i64 = 0
        while goal < s.hooks.goals:
            if not s.opened >> goal & 1:
                n = aim(out, n, self.face, goal)
            goal += 1
        return n

    def play(self, p: Play, s: Classic, seat: Seat, aim: i64) -> None:
        p.ask(PEEK, CHANCE, aim, seat)

    def explain(self, s: Classic, seat: Seat, aim: i64) -> Refusal:
        return Refusal("BAD_TARGET", "B-102" if aim < s.hooks.goals else "B-099")
