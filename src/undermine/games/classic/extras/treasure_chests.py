"""Treasure Chests: four chests in the maze, each under a tunnel card of its own (A-140...A-159)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from undermine.games.classic.extras import chest_effects as effects
from undermine.games.classic.extras import chest_facts as facts
from undermine.games.classic.extras.chest_cards import DarkTunnels, MapOfChests, RockfallOnChests
from undermine.games.classic.extras.chest_effects import Effect, PickOne
from undermine.games.classic.extras.chest_facts import CHESTS, DRAWS, PICKS, Hoard
from undermine.games.classic.extras.layout import USUAL, Cells, apart, chosen_cells, clear, lie_face_down, near
from undermine.games.classic.rules.extending import Refill, Site, Watcher
from undermine.games.classic.rules.goals import look_around
from undermine.games.classic.rules.hooks import ClassicHooks, classic_hooks
from undermine.games.classic.rules.state import CARD_BAG, DECK, DRAW, END, Classic, classic
from undermine.games.classic.rules.turn import DRAWN
from undermine.kernel import fields
from undermine.kernel.agenda import Refusal, TwoWays
from undermine.kernel.dealing import GATHERED, MOVED
from undermine.kernel.event import Play
from undermine.kernel.fields import Field
from undermine.kernel.forms import Form, fields_of
from undermine.kernel.ids import ALL, AUTO, CHANCE, UNKNOWN, Action, Face, Mask, Seat, bit
from undermine.kernel.looking import FaceDown, Glimpse, TurnedUp
from undermine.kernel.manifest import LayoutError
from undermine.kernel.ruleset import Meta, Module, Ruleset, RulesetBuilder
from undermine.kernel.state import Frame
from undermine.tunnels.ports import spot
from undermine.tunnels.table import EITHER, better_way

THREE: Final = 3  # cards of a pick


# Opening a chest


class Chests(Site):
    """Whoever lays a tunnel to a covered chest opens it; of several things reached, in the order they like (A-143)."""

    def __init__(self, hoard: Hoard, turn: TurnCover) -> None:
        super().__init__(False, Form("open", [fields.number("chest")]))
        self.hoard = hoard
        self.turn = turn

    def reached(self, s: Classic) -> Mask:
        hoard = self.hoard
        mask: Mask = 0
        number: i64 = 0
        while number < len(hoard.x):
            if hoard.covered(s, number) and s.grid.glow(hoard.x[number], hoard.y[number], 0):
                mask |= bit(number)
            number += 1
        return mask

    def open(self, p: Play, s: Classic, seat: Seat, member: i64) -> None:
        p.ask(self.turn.number, CHANCE, member, seat)

    def name(self, s: Classic, x: i64, y: i64) -> str:
        number = self.hoard.at(s, spot(x, y))
        if number < 0:
            return ""
        if self.hoard.covered(s, number):
            return f"chest {number + 1}"
        return self.hoard.tunnels[self.hoard.face_lying(s, number) - 1]

    def names(self) -> list[str]:
        return [f"chest {number + 1}" for number in range(CHESTS)]

    def member(self, s: Classic, x: i64, y: i64) -> i64:
        return self.hoard.at(s, spot(x, y))


class TurnCover(TurnedUp):
    """The tunnel card is turned up onto its cell, as it fits; if both ways are as good, its finder chooses (A-143, A-Q13)."""

    def __init__(self, hoard: Hoard, lie: LieSo) -> None:
        super().__init__("tunnel", hoard.tunnel_bag, hoard.cover)
        self.hoard = hoard
        self.lie = lie

    def seen(self, p: Play, which: i64, face: Face, turner: Seat) -> None:
        t = classic(p.state)
        upright = goodness(t, self.hoard, which, face, 0)
        turned = goodness(t, self.hoard, which, face, 1)
        way = better_way(upright, turned, t.hooks.tiles.alike(self.hoard.tile[face]))
        if way == EITHER:
            p.ask(self.lie.number, bit(turner), which, turner)
        else:
            self.lie.down(p, t, which, turner, way)


def goodness(t: Classic, hoard: Hoard, number: i64, face: Face, turned: i64) -> i64:
    """2 if it agrees with all cards that it touches, 1 if it joins at least a tunnel that leads to it."""
    x = hoard.x[number]
    y = hoard.y[number]
    tile = hoard.tile[face] + turned
    if t.grid.fits(x, y, tile):
        return 2
    return 1 if t.grid.connected(x, y, tile, 0) else 0


class LieSo(TwoWays):
    """f.a = a chest, f.b = its finder, who says how its tunnel card lies."""

    def __init__(self, hoard: Hoard, uncovered: facts.Uncovered, reveal: OpenChest, before_goal: bool) -> None:
        form = Form("turned", [fields.yes()])
        super().__init__(form, [fields.number("chest"), fields.seat()], Refusal("NO_SUCH_ACTION", "A-143"))
        self.hoard = hoard
        self.uncovered = uncovered
        self.reveal = reveal
        self.before_goal = before_goal

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        number = f.a
        p.settle()
        self.down(p, classic(p.state), number, seat, fields_of(action))

    def down(self, p: Play, t: Classic, number: i64, finder: Seat, turned: i64) -> None:
        """It lies; the chest is opened before any goal that is reached now, or (by the switch) after (A-145)."""
        p.emit(self.uncovered, ALL, number, t.cards.any(self.hoard.cover + number), turned, 0)
        for watcher in t.hooks.watchers:
            watcher.unveiled(p, t, self.hoard.cell(t, number))
        p.ask(self.reveal.number, CHANCE, number, finder)
        if not self.before_goal:
            look_around(p, t, finder)


class OpenChest(FaceDown):
    """Chance says what is in it, and that happens (A-144)."""

    def __init__(self, hoard: Hoard, opened: facts.Opened) -> None:
        super().__init__("chest", hoard.chest_bag, hoard.chest)
        self.hoard = hoard
        self.opened = opened
        self.effects: vec[Effect] = vec[Effect]([Effect()])

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        number = f.a
        finder = f.b
        p.settle()
        p.emit(self.opened, ALL, number, action, finder, 0)
        self.effects[action].happens(p, classic(p.state), finder)


# Round and turn


class LayChests(Watcher):
    """A round begins: both packs are shuffled, and four chests lie covered (A-140, A-158)."""

    def __init__(self, hoard: Hoard, ready: facts.Ready) -> None:
        self.hoard = hoard
        self.ready = ready

    def began(self, p: Play, s: Classic) -> None:
        hoard = self.hoard
        p.emit(GATHERED, ALL, hoard.chest_deck, 0, 0, 0)
        p.emit(GATHERED, ALL, hoard.tunnel_deck, 0, 0, 0)
        p.emit(self.ready, ALL, 0, 0, 0, 0)
        for number in range(CHESTS):
            p.emit(MOVED, ALL, UNKNOWN, hoard.chest_deck, hoard.chest + number, 0)
            p.emit(MOVED, ALL, UNKNOWN, hoard.tunnel_deck, hoard.cover + number, 0)


class ChestDraw(Refill):
    """What chests add to the draw at the end of the turn, or take from it (A-159)."""

    def __init__(self, hoard: Hoard, drawn: facts.Drawn, pick: PickOne, additional: bool) -> None:
        self.hoard = hoard
        self.drawn = drawn
        self.pick = pick
        self.additional = additional

    def amount(self, s: Classic, seat: Seat, n: i64) -> i64:
        more = n + s.numbers[self.hoard.first + DRAWS]
        return more if more > 0 else i64(0)

    def ask(self, p: Play, s: Classic, seat: Seat) -> None:
        picks = s.numbers[self.hoard.first + PICKS]
        if s.numbers[self.hoard.first + DRAWS] or picks:
            p.emit(self.drawn, ALL, 0, 0, 0, 0)
        if not picks or not s.cards.size(DECK):
            return
        if not self.additional:
            if s.now.step != DRAW:
                return  # nothing is drawn that it could take the place of
            if s.now.b:
                p.then(DRAW, CHANCE, seat, s.now.b - 1)
            else:
                p.then(END, AUTO, seat, DRAWN)
        p.ask(self.pick.number, CHANCE, seat, min(i64(THREE), s.cards.size(DECK)) - 1)


def chest() -> Field:
    """Which chest a fact is about."""
    return fields.number("chest")


class ChestModule(Module):
    """Two packs of their own, and four cells of the maze."""

    def install(self, r: RulesetBuilder) -> None:
        hooks = classic_hooks(r.hooks)
        hoard = Hoard(r, hooks, r.manifest("treasure-chests"))
        ready = facts.Ready([], hoard)
        uncovered = facts.Uncovered([chest(), fields.face(hoard.tunnel_bag), fields.yes("turned")], hoard)
        opened = facts.Opened([chest(), fields.face(hoard.chest_bag), fields.seat()], hoard)
        buried = facts.Buried([chest()], hoard)
        fallen = facts.Fallen([chest(), fields.face(hoard.tunnel_bag)], hoard)
        carried = facts.Carried([chest(), fields.face(hoard.tunnel_bag), fields.where()], hoard)
        counted = facts.Counted([fields.yes("more"), fields.yes("pick")], hoard)
        drawn = facts.Drawn([], hoard)
        unmasked = facts.Unmasked([fields.seat(), fields.seat("target")], hoard)
        r.all_kinds([ready, uncovered, opened, buried, fallen, carried, counted, drawn, unmasked], "chests.")
        r.all_kinds([effects.SNATCHED, effects.KEPT])
        keep = effects.Keep(hoard)
        pick = PickOne(keep)
        reveal = OpenChest(hoard, opened)
        lie = LieSo(hoard, uncovered, reveal, r.settings.flag("chest.beforeGoal"))
        turn = TurnCover(hoard, lie)
        cover = Glimpse("tunnel", hoard.tunnel_bag, hoard.cover)
        inside = Glimpse("chest", hoard.chest_bag, hoard.chest)
        r.all_steps([
            ("keep", keep), ("pick", pick), ("reveal", reveal), ("lie", lie), ("turn", turn),
            ("look-tunnel", cover), ("look-chest", inside),
        ], "chests.")  # fmt: skip
        fill(r, reveal, counted, unmasked, keep)
        if r.settings.flag("chest.ordinaryDiscard"):
            hooks.on_pile.append(int(hoard.used))
        hooks.unshown += [int(hoard.tunnel_deck), int(hoard.in_maze), int(hoard.removed)]
        hooks.unshown += [int(hoard.chest) + number for number in range(2 * CHESTS)]
        hooks.add_site(Chests(hoard, turn))
        hooks.add_foreign(DarkTunnels(hoard, carried))
        hooks.add_watcher(LayChests(hoard, ready))
        hooks.add_refill(ChestDraw(hoard, drawn, pick, r.settings.flag("chest7.additional")))
        look = MapOfChests(hoard, cover, inside)
        look.old = hooks.replace_card("map", look)
        fall = RockfallOnChests(hoard, buried, fallen)
        fall.old = hooks.replace_card("rockfall", fall)

    def lay_out(self, rules: Ruleset) -> None:
        hooks = classic_hooks(rules.hooks)
        for site in hooks.sites:
            if isinstance(site, Chests):
                cells = chest_cells(rules, hooks, site.hoard)
                site.hoard.lay_out(rules, CARD_BAG)
                site.hoard.lie(cells)
                lie_face_down(hooks, cells)


def chest_cells(rules: Ruleset, hooks: ClassicHooks, hoard: Hoard) -> Cells:
    """Where the chests lie: not beside each other or anything else; the usual cells make way for a postcard (A-141, A-142)."""
    cells = chosen_cells(rules.settings, "chest.cells", hoard.usual)
    if rules.settings.choice("chest.cells") == USUAL:
        try:
            clear("A chest", cells, hooks.blank)
        except LayoutError:
            cells = cells[: CHESTS - len(hoard.spare)] + hoard.spare
    near("A chest", cells)
    apart("Chests", cells)
    clear("A chest", cells, hooks.blank)
    return cells


def fill(
    r: RulesetBuilder, reveal: OpenChest, counted: facts.Counted, unmasked: facts.Unmasked, keep: effects.Keep
) -> None:
    """What each chest does, by its name."""
    hoard = reveal.hoard
    gold = effects.FindGold()
    shift = effects.ShiftGoal()
    blind = effects.Blind()
    steal = effects.Steal()
    victim = effects.Victim(r.settings.flag("chest6.chosen"), blind, steal)
    whose = effects.Whose(unmasked)
    search = effects.Search(keep)
    r.all_steps([
        ("gold", gold), ("shift", shift), ("blind", blind), ("steal", steal), ("snatch", victim),
        ("unmask", whose), ("search", search),
    ], "chests.")  # fmt: skip
    by_name: dict[str, Effect] = {
        "nugget": effects.Nugget(gold),
        facts.REMINDER: effects.Nothing(),
        "no-draw": effects.Draws(counted, 0, 0),
        "extra-draw": effects.Draws(counted, 1, 0),
        "shift": effects.Shift(shift),
        "snatch": effects.Snatch(counted, victim),
        "pick-of-three": effects.Draws(counted, 0, 1),
        "unmask": effects.Unmask(whose),
        "rummage": effects.Rummage(counted, search),
        "landslide": effects.Landslide(),
    }
    for name in hoard.names:
        reveal.effects = append(reveal.effects, by_name[name])


MODULE: Final = ChestModule(Meta("treasure-chests", ("classic",)))
