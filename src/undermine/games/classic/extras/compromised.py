"""The Compromised Dwarf, a variant: no gold cards for whoever has a broken tool (A-170...A-173)."""

from __future__ import annotations

from typing import Final

from undermine.games.classic.rules.extending import Wrapping
from undermine.games.classic.rules.hooks import classic_hooks
from undermine.games.classic.rules.state import Classic
from undermine.kernel.ids import Seat
from undermine.kernel.ruleset import Meta, Module, RulesetBuilder


class Compromised(Wrapping):
    """The packet is as large as ever and passes by whoever has a sabotage card before them."""

    def shares(self, s: Classic, seat: Seat) -> bool:
        return self.inner.shares(s, seat) and not s.hindered(seat)


class CompromisedModule(Module):
    """One wrapped scoring."""

    def install(self, r: RulesetBuilder) -> None:
        hooks = classic_hooks(r.hooks)
        hooks.scoring = Compromised(hooks.scoring)


MODULE: Final = CompromisedModule(Meta("compromised", ("classic",)))
