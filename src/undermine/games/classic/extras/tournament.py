"""The Tournament, a variant: other dwarfs, a card in the middle of the maze, and gold tokens (A-174...A-184)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.extras.greed import GREEDY, Greed, set_role
from undermine.games.classic.rules.actions import tile_laid
from undermine.games.classic.rules.events import GIVEN
from undermine.games.classic.rules.extending import Scoring, Watcher
from undermine.games.classic.rules.hooks import classic_hooks
from undermine.games.classic.rules.state import (
    BOARD,
    CARD_BAG,
    CLOSE,
    DECK,
    DIGGERS_WON,
    LONE_WON,
    SABOTEURS_WON,
    Classic,
    classic,
)
from undermine.kernel import fields
from undermine.kernel.agenda import Step
from undermine.kernel.event import Kind, Play
from undermine.kernel.forms import CARD, Form, aim_of, card_of
from undermine.kernel.ids import ALL, AUTO, CHANCE, NOBODY, Action, Face, Seat
from undermine.kernel.manifest import ConflictError, LayoutError, Manifest
from undermine.kernel.ruleset import Meta, Module, Ruleset, RulesetBuilder
from undermine.kernel.state import Frame, State
from undermine.tunnels.placing import HALF_TURN, QUARTERS
from undermine.tunnels.ports import spot, spot_x, spot_y
from undermine.tunnels.tiles import EMPTY

FINISHER: Final = 1  # rows of the table `prize`
OTHERS: Final = 2
LONE: Final = 3


class Set(Kind):
    """a = face, b = where and how: a tunnel card of the deck is laid face up before the round begins (A-176)."""

    def __init__(self) -> None:
        super().__init__([fields.face(CARD_BAG), fields.where()])

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = classic(s)
        t.cards.take(DECK, a)
        t.cards.put(BOARD, a)
        t.lay(b // QUARTERS, tile_laid(t, a, b % QUARTERS))


class Middle(Step):
    """f.a = the cell. Chance picks one of the tunnel cards, and which of its two sides is up (A-184)."""

    def __init__(self, laid: Set) -> None:
        super().__init__(None, [fields.cell()])
        self.outcome = Form("middle", [fields.half()], CARD_BAG)
        self.laid = laid

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        hooks = classic(s).hooks
        n: i64 = 0
        for face in range(1, len(hooks.tile_of)):
            if hooks.tile_of[face] and s.cards.number(CARD_BAG, face):
                out[n] = face * CARD
                n += 1
                if not hooks.alike[face]:
                    out[n] = face * CARD + HALF_TURN
                    n += 1
        return n

    def weight(self, s: State, f: Frame, action: Action) -> i64:
        face = card_of(action)
        return s.cards.number(CARD_BAG, face) * (2 if classic(s).hooks.alike[face] else 1)

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        cell = f.a
        p.settle()
        p.emit(self.laid, ALL, card_of(action), cell * QUARTERS + aim_of(action), 0, 0)


class Midway(Watcher):
    """Sees to the middle card when a round is set up."""

    def __init__(self, middle: Middle, cell: i64) -> None:
        self.middle = middle
        self.cell = cell

    def began(self, p: Play, s: Classic) -> None:
        p.ask(self.middle.number, CHANCE, self.cell, 0)


class TokenPay(Greed):
    """Everybody is paid in gold tokens, by what they are and who completed the tunnel (A-178...A-181)."""

    def __init__(self, inner: Scoring, greedy: Face, manifest: Manifest) -> None:
        super().__init__(inner, greedy)
        self.finisher = i64(manifest.table("prize", FINISHER))
        self.others = i64(manifest.table("prize", OTHERS))
        self.lone = i64(manifest.table("prize", LONE))

    def share(self, p: Play, s: Classic, side: i64, finisher: Seat) -> None:
        for seat in range(s.seats):
            number = self.prize(s, side, finisher, seat)
            if number:
                p.emit(GIVEN, ALL, NOBODY, seat, number, 0)
        p.then(CLOSE, AUTO, 0, 0)

    def prize(self, s: Classic, side: i64, finisher: Seat, seat: Seat) -> i64:
        if side == LONE_WON and seat == finisher:
            return self.lone
        if side == DIGGERS_WON and s.hooks.scoring.shares(s, seat):
            return self.finisher if seat == finisher else self.others
        if side == SABOTEURS_WON and self.earns(s, seat):
            return self.wage(s)
        return 0


class Tournament(Module):
    """Roles, tokens, the middle card and the pay."""

    def install(self, r: RulesetBuilder) -> None:
        hooks = classic_hooks(r.hooks)
        manifest = r.manifest("tournament")
        seats = int(r.seats)
        if not r.settings.flag("tournament.extras"):
            kept = {self.meta.key} | set(self.meta.requires) | set(manifest.beside)
            for key in r.manifests:
                if key not in kept:
                    raise ConflictError(
                        f"Extras 'tournament' and {key!r} are kept apart by tournament.extras: leave one out."
                    )
        set_role(hooks, "saboteur", manifest.table("saboteurs", seats))
        set_role(hooks, "digger", manifest.table("diggers", seats))
        greedy = set_role(hooks, GREEDY, manifest.table("greedy", seats))
        hooks.need_tokens(r)
        hooks.gold_cards = False
        hooks.scoring = TokenPay(hooks.scoring, greedy, manifest)
        laid = Set()
        r.kind("tournament.set", laid)
        middle = Middle(laid)
        r.step("tournament.middle", middle)
        x, y = manifest.layout("middle")[0]
        hooks.add_watcher(Midway(middle, spot(x, y)))

    def lay_out(self, rules: Ruleset) -> None:
        """Nothing else may lie in the middle; extras that put cards into the maze have done so before."""
        hooks = classic_hooks(rules.hooks)
        for watcher in hooks.watchers:
            if isinstance(watcher, Midway):
                x, y = spot_x(watcher.cell), spot_y(watcher.cell)
                if hooks.blank.tile(x, y) != EMPTY:
                    raise LayoutError(f"At {x},{y} lies the middle card of the tournament: choose another cell.")


MODULE: Final = Tournament(Meta("tournament", ("classic",)))
