"""The Compromised Dwarf, a variant: no gold cards for whoever has a broken tool (A-170...A-173)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undermine.games.classic.extending import Scoring
from undermine.games.classic.hooks import classic_hooks
from undermine.games.classic.state import Classic
from undermine.kernel.event import Play
from undermine.kernel.ids import Seat
from undermine.kernel.ruleset import Meta, Module, RulesetBuilder


class Compromised(Scoring):
    """The packet is as large as ever and passes by whoever has a sabotage card before them."""

    def __init__(self, inner: Scoring) -> None:
        self.inner = inner

    def side(self, s: Classic, side: i64, finisher: Seat) -> i64:
        return self.inner.side(s, side, finisher)

    def share(self, p: Play, s: Classic, side: i64, finisher: Seat) -> None:
        self.inner.share(p, s, side, finisher)

    def packet(self, s: Classic) -> i64:
        return self.inner.packet(s)

    def shares(self, s: Classic, seat: Seat) -> bool:
        return self.inner.shares(s, seat) and not s.hindered(seat)

    def wage(self, s: Classic) -> i64:
        return self.inner.wage(s)

    def earns(self, s: Classic, seat: Seat) -> bool:
        return self.inner.earns(s, seat)


class CompromisedModule(Module):
    """One wrapped scoring."""

    def install(self, r: RulesetBuilder) -> None:
        hooks = classic_hooks(r.hooks)
        hooks.scoring = Compromised(hooks.scoring)


MODULE: Final = CompromisedModule(Meta("compromised", ("classic",)))
