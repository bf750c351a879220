"""The Greedy Dwarf (2016): a third kind of dwarf in the base game (A-020...A-029)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undermine.games.classic.extras.greed import GREEDY, Greed, lone_winner, set_role
from undermine.games.classic.rules.extending import Scoring
from undermine.games.classic.rules.gold import pay_exactly, share_packet
from undermine.games.classic.rules.hooks import classic_hooks
from undermine.games.classic.rules.state import DIGGER, LONE_WON, PAY, Classic
from undermine.kernel.event import Play
from undermine.kernel.ids import AUTO, NOBODY, Face, Seat
from undermine.kernel.ruleset import Meta, Module, RulesetBuilder


class GreedyPay(Greed):
    """A Greedy Dwarf who wins is paid like a single saboteur, and the others get nothing (A-023, A-025, A-029)."""

    def __init__(self, inner: Scoring, greedy: Face, nuggets: i64, shared: bool) -> None:
        super().__init__(inner, greedy)
        self.nuggets = nuggets
        self.shared = shared  # the gold-diggers share all the same

    def share(self, p: Play, s: Classic, side: i64, finisher: Seat) -> None:
        if side != LONE_WON:
            self.inner.share(p, s, side, finisher)
        elif self.shared:
            pay_exactly(p, s, finisher)
            share_packet(p, s, finisher)
        else:
            p.then(PAY, AUTO, NOBODY, 0)

    def wage(self, s: Classic) -> i64:
        return self.inner.wage(s) if lone_winner(s) == NOBODY else self.nuggets

    def earns(self, s: Classic, seat: Seat) -> bool:
        lone = lone_winner(s)
        return self.inner.earns(s, seat) if lone == NOBODY else seat == lone


class GreedyDwarf(Module):
    """One role in place of a gold-digger (A-020)."""

    def install(self, r: RulesetBuilder) -> None:
        hooks = classic_hooks(r.hooks)
        manifest = r.manifest("greedy-dwarf")
        copies = manifest.table("greedy", int(r.seats))
        greedy = set_role(hooks, GREEDY, copies)
        hooks.role_supply[DIGGER - 1] -= copies
        nuggets = i64(manifest.table("greedyPay", copies))
        hooks.scoring = GreedyPay(hooks.scoring, greedy, nuggets, r.settings.flag("greedy.shareWithDiggers"))


MODULE: Final = GreedyDwarf(Meta("greedy-dwarf", ("classic",)))
