"""The solo game: hazards come from the deck, and cards are put aside (D-S01...D-S17)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.duel.rules import events
from undermine.games.duel.rules.actions import removable
from undermine.games.duel.rules.base import DuelGame, add_home
from undermine.games.duel.rules.events import BEGAN, COLLAPSED, SPENT, STRUCK
from undermine.games.duel.rules.hooks import BREAK, ROCKFALL, DuelHooks, duel_hooks
from undermine.games.duel.rules.marks import COLOURS
from undermine.games.duel.rules.rounds import Round, gather, lay_goals, pour
from undermine.games.duel.rules.state import (
    ASIDE,
    CARD_BAG,
    DECK,
    DISCARD,
    DRAW,
    FRONT,
    HAND,
    PUT_ASIDE,
    ROUND,
    Duel,
    duel,
)
from undermine.games.duel.rules.turn import Draw, refill
from undermine.kernel import fields
from undermine.kernel.agenda import Refusal, Step
from undermine.kernel.dealing import DREW, faces_in, set_apart
from undermine.kernel.event import Play
from undermine.kernel.forms import Form, fields_of
from undermine.kernel.ids import ALL, AUTO, CHANCE, Action, Seat, bit
from undermine.kernel.manifest import Manifest, Settings
from undermine.kernel.ruleset import Meta, RulesetBuilder
from undermine.kernel.state import Frame, State

SET_ASIDE: Final = ("rounds2to3", "everyRound", "chosenFromDiscard")  # values of the switch
ROUNDS_2_TO_3: Final = 0
EVERY_ROUND: Final = 1
CHOSEN: Final = 2
STACK: Final = 64  # more than there are tunnel cards


class SoloDraw(Draw):
    """A sabotage card is laid before oneself, a rockfall falls at once; another card is drawn for it (D-S06...D-S12)."""

    def __init__(self, replace_duplicate: bool, replace_rockfall: bool) -> None:
        super().__init__("draw", CARD_BAG, DECK, HAND)
        self.replace_duplicate = replace_duplicate
        self.replace_rockfall = replace_rockfall

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        t = duel(p.state)
        to = f.a
        left = f.b
        kind = t.hooks.kind[action]
        if kind == BREAK:
            left = self.sabotage(p, t, to, action, left)
        elif kind == ROCKFALL:
            p.emit(SPENT, ALL, action, DECK, DISCARD, 0)
            fall(p, t)
            left = left if self.replace_rockfall else left - 1
        else:
            self.give(p, DREW, action, to)
            left -= 1
        refill(p, t, to, left)

    def sabotage(self, p: Play, t: Duel, seat: Seat, face: i64, left: i64) -> i64:
        """One of each kind lies before the player, the next is discarded without effect (D-S07)."""
        if not t.cards.number(FRONT + seat, face):
            p.emit(STRUCK, ALL, face, DECK, FRONT + seat, 0)
            return left
        p.emit(SPENT, ALL, face, DECK, DISCARD, 0)
        return left if self.replace_duplicate else left - 1


def fall(p: Play, t: Duel) -> None:
    """The card laid last is removed, trolls and nuggets spared (D-S09, D-S10); with none nothing happens (D-S11)."""
    index = t.hooks.runs.stack + t.hooks.runs.stack_count - 1
    while index >= t.hooks.runs.stack:
        spot = t.numbers[index]
        if spot and removable(t, spot):
            p.emit(COLLAPSED, ALL, removable(t, spot), spot, 0, 0)  # whose only seat is the first
            return
        index -= 1


class SoloRound(Round):
    """f.a = which, f.b = 1 once cards have been chosen to be put aside (D-S05)."""

    def __init__(self, set_aside: i64, number: i64) -> None:
        super().__init__()
        self.set_aside = set_aside
        self.aside = number

    def run(self, p: Play, f: Frame) -> None:
        t = duel(p.state)
        which = f.a
        if which > 1 and not f.b:
            pour(p, t, ASIDE)
            if self.set_aside == CHOSEN and t.cards.size(DISCARD):
                p.then(ROUND, AUTO, which, 1)
                p.ask(PUT_ASIDE, bit(0), self.aside, 0)
                return
        if which > 1:
            gather(p, t)
        if self.set_aside == EVERY_ROUND or (self.set_aside == ROUNDS_2_TO_3 and which > 1):
            set_apart(p, DECK, ASIDE, self.aside)
        p.emit(BEGAN, ALL, which, 0, 0, 0)
        lay_goals(p, t)
        p.then(DRAW, CHANCE, 0, t.hooks.hand_size)


class PutAside(Step):
    """f.a = cards still to be chosen from the discard pile (D-Q16)."""

    def __init__(self) -> None:
        self.put = Form("aside", [fields.face(CARD_BAG)])
        super().__init__([self.put], [fields.number("left")])

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        return faces_in(s, DISCARD, out, self.put.head)

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        left = f.a - 1
        if left and p.state.cards.size(DISCARD) > 1:
            p.then(PUT_ASIDE, bit(seat), left, 0)
        else:
            p.settle()
        p.emit(events.PUT_ASIDE, bit(seat), fields_of(action), DISCARD, ASIDE, 0)

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        return self.put.head + s.cards.any(DISCARD)

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        return Refusal("NO_SUCH_ACTION", "D-S05")


class SoloGame(DuelGame):
    """The Duel for one player."""

    def install(self, r: RulesetBuilder) -> None:
        super().install(r)
        manifest = r.manifest(self.meta.key)
        hooks = duel_hooks(r.hooks)
        hooks.runs.stack_count = STACK
        hooks.runs.stack = r.numbers(STACK, "laid")
        hooks.colour = COLOURS.index(r.settings.choice("solo.colour"))
        aside = SET_ASIDE.index(r.settings.choice("solo.setAside"))
        r.replace("round", SoloRound(aside, manifest.table("aside", 1)))
        r.replace("draw", SoloDraw(r.settings.flag("solo.replaceDuplicate"), r.settings.flag("solo.replaceRockfall")))
        r.step("put-aside", PutAside())

    def add_homes(self, hooks: DuelHooks, manifest: Manifest, settings: Settings) -> None:
        """One entrance, of the colour that was chosen; the other goes to the box (D-S01)."""
        x, y = manifest.layout("entrances")[0]
        row = manifest.cards("entrances")[COLOURS.index(settings.choice("solo.colour"))]
        add_home(hooks, row, x, y)


def grade(manifest: Manifest, points: int) -> int:
    """The class of a result, from 1 to 4 (D-S16)."""
    found = 1
    for number in range(1, manifest.table("grades", 1) + 1):
        if points >= manifest.table("points", number):
            found = number
    return found


DUEL_SOLO: Final = SoloGame(Meta("duel-solo"))
