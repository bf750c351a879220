"""Craftsman (2021): mends any one tool (A-057, A-058)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.cards import TOOL, TOOLS, Mend
from undermine.games.classic.hooks import classic_hooks
from undermine.games.classic.state import Classic
from undermine.kernel.agenda import Refusal
from undermine.kernel.ids import Seat
from undermine.kernel.ruleset import Meta, Module, RulesetBuilder


class Craftsman(Mend):
    """A repair card that shows all three tools."""

    def explain(self, s: Classic, seat: Seat, aim: i64) -> Refusal:
        if aim // TOOL >= s.seats or aim % TOOL >= 3:
            return Refusal("BAD_TARGET", "A-057")
        return Refusal("NO_MATCHING_EFFECT", "A-058")


class CraftsmanModule(Module):
    """One card."""

    def install(self, r: RulesetBuilder) -> None:
        hooks = classic_hooks(r.hooks)
        broken = vec[i64]([i64(hooks.names.index("break-" + tool)) + 1 for tool in TOOLS])
        for row in r.manifest("craftsman").cards("actions"):
            hooks.add_card(row.face, Craftsman(broken), row.count)


MODULE: Final = CraftsmanModule(Meta("craftsman", ("classic",)))
