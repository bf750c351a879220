"""The Duel on a sheet."""

from __future__ import annotations

from undermine.present.sheet import Line, Own, Round, Sheet, counted
from undermine.present.view import DuelView, Heap


class DuelSheet(Sheet):
    """Colours, and gold that everybody sees."""

    def lines(self, view: DuelView) -> list[Line]:
        return [Line(p.seat, p.hand, p.front, len(p.won), False, "", p.nuggets) for p in view.players]

    def own(self, view: DuelView) -> Own:
        mine = view.mine
        assert mine is not None  # a spectator has nothing
        player = view.players[mine.seat]
        return Own(f"dwarf-{player.colour}", mine.hand, player.won, player.nuggets, mine.goals, {}, [])

    def heaps(self, view: DuelView) -> list[Heap]:
        won = [Heap(name="gold", cards=counted(player.won), seat=player.seat) for player in view.players]
        return [heap for heap in [Heap(name="aside", cards=view.aside), *won] if heap.cards]

    def latest(self, view: DuelView) -> Round:
        r = view.results[-1]
        net = [earned - paid for earned, paid in zip(r.earned, r.paid, strict=True)]
        colours = [player.colour for player in view.players if player.seat in r.best]
        return Round(r.round, colours[0] if len(colours) == 1 else "draw", "", None, [], [], net)
