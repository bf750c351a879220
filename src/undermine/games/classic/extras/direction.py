"""Change of Direction (2020): turns go round the other way until the round is over (A-050...A-055)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.rules.actions import aim as aim_at
from undermine.games.classic.rules.events import REVERSED
from undermine.games.classic.rules.extending import Card
from undermine.games.classic.rules.hooks import classic_hooks
from undermine.games.classic.rules.state import Classic
from undermine.kernel.agenda import Refusal
from undermine.kernel.event import Play
from undermine.kernel.ids import ALL, Action, Seat
from undermine.kernel.ruleset import Meta, Module, RulesetBuilder


class Direction(Card):
    """The packet of gold cards follows the turns; a new round begins clockwise (A-052, A-054)."""

    def __init__(self) -> None:
        super().__init__(False)

    def aims(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        return aim_at(out, n, self.base, 0)

    def play(self, p: Play, s: Classic, seat: Seat, action: Action) -> None:
        p.emit(REVERSED, ALL, 0, 0, 0, 0)

    def explain(self, s: Classic, seat: Seat, action: Action) -> Refusal:
        return Refusal("BAD_TARGET", "A-050")


class DirectionModule(Module):
    """One card, and how far it reaches."""

    def install(self, r: RulesetBuilder) -> None:
        hooks = classic_hooks(r.hooks)
        hooks.reverse_all = r.settings.flag("direction.affectsThief")
        for row in r.manifest("direction").cards("actions"):
            hooks.add_card(row.face, Direction(), row.count)


MODULE: Final = DirectionModule(Meta("direction", ("classic",)))
