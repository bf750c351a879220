"""Craftsman (2021): mends any one tool (A-057, A-058)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.rules.cards import Mend
from undermine.games.classic.rules.extending import CARD_BAG
from undermine.games.classic.rules.hooks import classic_hooks
from undermine.games.classic.rules.state import Classic
from undermine.kernel import fields
from undermine.kernel.agenda import Refusal
from undermine.kernel.fields import TOOLS
from undermine.kernel.forms import Form
from undermine.kernel.ids import Action, Seat
from undermine.kernel.ruleset import Meta, Module, RulesetBuilder


class Craftsman(Mend):
    """A repair card that shows all three tools."""

    def explain(self, s: Classic, seat: Seat, action: Action) -> Refusal:
        if self.target.of(action) >= s.seats or self.tool.of(action) >= 3:
            return Refusal("BAD_TARGET", "A-057")
        return Refusal("NO_MATCHING_EFFECT", "A-058")


class CraftsmanModule(Module):
    """One card."""

    def install(self, r: RulesetBuilder) -> None:
        hooks = classic_hooks(r.hooks)
        broken = vec[i64]([i64(hooks.names.index("break-" + tool)) + 1 for tool in TOOLS])
        for row in r.manifest("craftsman").cards("actions"):
            form = Form("", [fields.seat("target"), fields.tool()], CARD_BAG)
            hooks.add_card(row.face, Craftsman(form, broken), row.count)


MODULE: Final = CraftsmanModule(Meta("craftsman", ("classic",)))
