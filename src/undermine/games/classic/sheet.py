"""The base game on a sheet."""

from __future__ import annotations

from undermine.present.sheet import Line, Own, Round, Sheet
from undermine.present.view import Bunch, ClassicView, Heap


class ClassicSheet(Sheet):
    """Roles and gold cards."""

    def lines(self, view: ClassicView) -> list[Line]:
        return [
            Line(p.seat, p.hand, p.front, p.gold_cards, p.has_tokens, p.role or "", p.nuggets) for p in view.players
        ]

    def own(self, view: ClassicView) -> Own:
        mine = view.mine
        assert mine is not None  # a spectator has nothing
        return Own(mine.role, mine.hand, mine.gold_cards, mine.nuggets, mine.goals, mine.roles, mine.packet)

    def heaps(self, view: ClassicView) -> list[Heap]:
        return [heap for heap in view.heaps if heap.cards != [Bunch()]]  # the board or the pile shows such a card

    def latest(self, view: ClassicView) -> Round:
        r = view.results[-1]
        side, gold = ("", r.gold) if r.won == "single" else (r.won, "")
        return Round(r.round, side, gold, r.finisher, r.roles, [], r.gold_cards)
