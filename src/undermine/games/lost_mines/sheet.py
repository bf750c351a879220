"""The Lost Mines on a sheet."""

from __future__ import annotations

from undermine.present.sheet import Line, Own, Round, Sheet, counted
from undermine.present.view import Bunch, Heap, MinesView, Treasure


class MinesSheet(Sheet):
    """Clans and treasures."""

    def lines(self, view: MinesView) -> list[Line]:
        return [Line(p.seat, p.hand, p.front, len(p.treasures), False, p.role or "", p.points) for p in view.players]

    def own(self, view: MinesView) -> Own:
        mine = view.mine
        assert mine is not None  # a spectator has nothing
        player = view.players[mine.seat]
        return Own(mine.role, mine.hand, called(player.treasures), player.points, mine.mines, mine.roles, [])

    def heaps(self, view: MinesView) -> list[Heap]:
        aside = [Heap(name=each.name, cards=[Bunch(card=each.card)]) for each in view.display]
        taken = [Heap(name="treasures", cards=counted(called(p.treasures)), seat=p.seat) for p in view.players]
        return [heap for heap in [*aside, *taken] if heap.cards]

    def latest(self, view: MinesView) -> Round:
        r = view.results[-1]
        side = f"{r.better}-clan" if r.better else "both-clans"
        return Round(r.round, side, "", None, r.roles, [f"{clan}-clan" for clan in r.clans], r.points)


def called(treasures: list[Treasure]) -> list[str]:
    """Each by its front, or by what its back tells."""
    return [treasure.card or treasure.name for treasure in treasures]
