"""Tunnel Toll: dwarfs on open ends of tunnels, past whom only those build who pay (A-080...A-094)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.extras.change import Bank, bank_of, lay_bank
from undermine.games.classic.extras.toll_facts import (
    DWARFS,
    READY,
    Dwarfs,
    Forgotten,
    Left,
    Posted,
    Promised,
    Refused,
    Toll,
    Vouched,
    Wanted,
    sum_of,
    which_dwarf,
)
from undermine.games.classic.rules.events import GIVEN
from undermine.games.classic.rules.extending import (
    CARD_BAG,
    IN_THE_MAZE,
    LEAVES,
    NOWHERE,
    Bar,
    Barrier,
    Deed,
    Refill,
    Watcher,
)
from undermine.games.classic.rules.gold import nuggets
from undermine.games.classic.rules.hooks import classic_hooks
from undermine.games.classic.rules.pile import throw
from undermine.games.classic.rules.state import HAND, PURSE, Classic, classic
from undermine.games.classic.rules.turn import go_on, refill
from undermine.kernel import fields
from undermine.kernel.agenda import PAY, Refusal, Step, TwoWays
from undermine.kernel.dealing import faces_in, holds
from undermine.kernel.event import Play
from undermine.kernel.forms import Form, fields_of
from undermine.kernel.ids import ALL, AUTO, NOBODY, Action, Face, Seat, bit, lowest
from undermine.kernel.ruleset import Meta, Module, Ruleset, RulesetBuilder
from undermine.kernel.state import Frame
from undermine.tunnels.ports import DX, DY, spot_x, spot_y
from undermine.tunnels.tiles import EMPTY, HIDDEN

PAYABLE: Final = 8  # bits of a frame's number that tell the seat
PAYS: Final = 4
FACES: Final = vec[i64]([0] * 256)  # of a hand, while its ways are written; for one thread


# Bringing a dwarf into play


class Bring(Deed):
    """A card is thrown away face down, and a dwarf stands on an open end (A-081...A-084)."""

    def __init__(self, toll: Toll, posted: Posted, connected: bool) -> None:
        self.dwarf = which_dwarf()
        self.cell = fields.cell()
        self.edge = fields.edge()
        self.card = fields.face(CARD_BAG, "thrown")
        super().__init__(Form("dwarf", [self.dwarf, self.cell, self.edge, self.card]))
        self.toll = toll
        self.posted = posted
        self.connected = connected

    def options(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        held: i64 = -1
        for dwarf in range(DWARFS):
            if s.numbers[self.toll.first + dwarf] == READY:
                if held < 0:
                    held = faces_in(s, HAND + seat, FACES, 0)
                n = self.ends(s, dwarf, held, out, n)
        return n

    def ends(self, s: Classic, dwarf: i64, held: i64, out: vec[i64], n: i64) -> i64:
        """One dwarf at every open end, for every card of the hand in FACES."""
        window = s.grid.window
        index: i64 = 0
        while index < s.grid.laid:
            cell = window.spot[s.grid.card(index)]
            edge: i64 = 0
            while edge < 4:
                if self.is_open(s, cell, edge):
                    way = self.form.head + self.dwarf.put(dwarf) + self.cell.put(cell) + self.edge.put(edge)
                    card: i64 = 0
                    while card < held:
                        out[n] = way + FACES[card]
                        n += 1
                        card += 1
                edge += 1
            index += 1
        return n

    def is_open(self, s: Classic, cell: i64, edge: i64) -> bool:
        """An opening of a card face up towards an empty cell, with no dwarf on it (A-090)."""
        grid = s.grid
        x = spot_x(cell)
        y = spot_y(cell)
        tile = grid.tile(x, y)
        if tile <= HIDDEN or not grid.tiles.sides[tile] >> edge & 1 or grid.tile(x + DX[edge], y + DY[edge]) != EMPTY:
            return False
        if self.connected and not grid.lit(x, y, 0) >> edge & 1:
            return False
        for dwarf in range(DWARFS):
            if self.toll.standing(s, dwarf) and self.toll.stand(s, dwarf) == cell and self.toll.edge(s, dwarf) == edge:
                return False
        return True

    def perform(self, p: Play, s: Classic, seat: Seat, action: Action) -> None:
        throw(p, s, bit(seat), self.card.of(action), HAND + seat)
        p.emit(self.posted, ALL, self.dwarf.of(action), seat, self.cell.of(action), self.edge.of(action))
        refill(p, s, seat, 0)

    def explain(self, s: Classic, seat: Seat, action: Action) -> Refusal:
        if not holds(s, HAND + seat, self.card.of(action), 1):
            return Refusal("CARD_NOT_IN_HAND", "B-041")
        dwarf = self.dwarf.of(action)
        if dwarf >= DWARFS or s.numbers[self.toll.first + dwarf] != READY:
            return Refusal("ALREADY_USED", "A-082")
        return Refusal("BAD_TARGET", "A-090")


# Paying


class Guard(Bar):
    """Nobody lays a card before a dwarf whom nobody can pay (A-085, A-088)."""

    def __init__(self, toll: Toll) -> None:
        self.toll = toll

    def busy(self, s: Classic) -> bool:
        return self.toll.standing(s, 0) or self.toll.standing(s, 1)

    def forbids(self, s: Classic, seat: Seat, face: Face, cell: i64, quarter: i64) -> bool:
        """Whoever moves a card pays as if they laid it (A-213); what nobody lays is not let in at all (A-249)."""
        toll = self.toll
        if not toll.facing(s, cell):
            return False
        moved = quarter & IN_THE_MAZE > 0
        if not face and not moved:
            return True
        unpaid = toll.unpaid(s, seat, cell, quarter // LEAVES if moved else i64(NOWHERE))
        lacking = sum_of(unpaid & 1 > 0, unpaid & 2 > 0) - nuggets(s, seat)
        if lacking <= 0:
            return False
        others = toll.askable(s, seat, unpaid)
        return lacking > sum_of(others & 1 > 0, others & 2 > 0)

    def explain(self, s: Classic, seat: Seat, face: Face, cell: i64, quarter: i64) -> Refusal:
        return Refusal("TOLL_UNPAID", "A-088")


class TollGate(Barrier):
    """The card is shown; if its player cannot pay the others are asked, and otherwise that player may ask them (A-087)."""

    def __init__(self, toll: Toll, bank: Bank, vouched: Vouched, wanted: Wanted, collect: Collect, beg: Beg) -> None:
        self.toll = toll
        self.bank = bank
        self.vouched = vouched
        self.wanted = wanted
        self.collect = collect
        self.beg = beg

    def stops(self, p: Play, s: Classic, seat: Seat, action: Action) -> bool:
        unpaid = self.toll.asked_by(s, seat, action)
        if self.bank.is_open:
            while self.toll.short(s, seat, unpaid) > 0 and s.cards.size(PURSE + seat):
                self.bank.change(p, s, seat)
        elif self.toll.short(s, seat, unpaid) > 0 and nuggets(s, seat) >= sum_of(unpaid & 1 > 0, unpaid & 2 > 0):
            p.emit(self.vouched, ALL, seat, 0, 0, 0)
        short = self.toll.short(s, seat, unpaid) > 0
        if not short and not self.toll.askable(s, seat, unpaid):
            return False
        p.emit(self.wanted, ALL, seat, action, 0, 0)
        if short:
            p.ask(self.collect.number, AUTO, action, seat)
        else:
            p.ask(self.beg.number, bit(seat), action, unpaid)
        return True


class Beg(TwoWays):
    """f.a = an action, f.b = the dwarfs to be paid for it: who can pay them may ask the others first (A-087)."""

    def __init__(self, collect: Collect) -> None:
        form = Form("ask", [fields.yes()])
        super().__init__(form, [fields.act(), fields.number("dwarfs")], Refusal("NO_SUCH_ACTION", "A-087"))
        self.collect = collect

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        card = f.a
        due = f.b
        p.settle()
        if fields_of(action):
            p.ask(self.collect.number, AUTO, card, seat | due << PAYABLE)
        else:
            go_on(p, seat, card)


class Collect(Step):
    """f.a = an action, which everybody has seen now; f.b = who takes it: are all dwarfs there paid for?

    Above that in f.b: dwarfs whom this player could pay, for whom the others are yet to be asked.
    """

    def __init__(self, toll: Toll, offer: Offer) -> None:
        super().__init__(None, [fields.act(), fields.number("who")])
        self.toll = toll
        self.offer = offer

    def run(self, p: Play, f: Frame) -> None:
        t = classic(p.state)
        toll = self.toll
        action = f.a
        seat = f.b & ((1 << PAYABLE) - 1)
        payable = f.b >> PAYABLE
        unpaid = toll.asked_by(t, seat, action)
        short = toll.short(t, seat, unpaid)
        asked_for = toll.askable(t, seat, payable or unpaid)
        dwarf: i64 = 1 if asked_for & 2 else 0
        if payable and asked_for:
            p.then(self.number, AUTO, action, seat | (payable & ~bit(dwarf)) << PAYABLE)
            p.ask(self.offer.number, toll.willing(t, seat, dwarf), seat, dwarf | PAYS)
        elif short <= 0:
            p.settle()
            go_on(p, seat, action)
        elif short > sum_of(asked_for & 1 > 0, asked_for & 2 > 0):
            p.settle()  # the card stays in the hand, and the player does something else
        else:
            p.ask(self.offer.number, toll.willing(t, seat, dwarf), seat, dwarf)


class Offer(TwoWays):
    """f.a = who lays a card, f.b = a dwarf, with PAYS if they pay it should nobody else: the first willing one clockwise."""

    def __init__(self, refused: Refused, promised: Promised) -> None:
        form = Form("pay", [fields.yes()])
        super().__init__(form, [fields.seat(), fields.number("dwarf")], Refusal("NO_SUCH_ACTION", "A-087"))
        self.about = PAY
        self.sealed = True
        self.refused = refused
        self.promised = promised

    def close(self, p: Play, f: Frame) -> None:
        t = classic(p.state)
        dwarf = f.b & ~PAYS
        closed = f.b < PAYS
        asked = f.seats
        payer = t.next(f.a)
        while payer != f.a and not (asked >> payer & 1 and t.answers[payer] & 1):
            payer = t.next(payer)
        found = payer != f.a
        p.settle()
        if found:
            p.emit(self.promised, ALL, dwarf, payer, 0, 0)
        elif closed:
            p.emit(self.refused, ALL, dwarf, 0, 0, 0)


class Collector(Watcher):
    """The nugget changes hands when the card surely stays (A-086); a dwarf whose card is removed leaves unpaid (A-212)."""

    def __init__(self, toll: Toll, left: Left, forgotten: Forgotten, bank: Bank) -> None:
        self.toll = toll
        self.left = left
        self.forgotten = forgotten
        self.bank = bank

    def began(self, p: Play, s: Classic) -> None:
        """Both dwarfs are ready (A-089); a nugget for everybody when the game begins (A-080)."""
        first = self.toll.first
        if s.numbers[first] | s.numbers[first + 1] or self.toll.talked(s):
            p.emit(self.forgotten, ALL, 1, 0, 0, 0)
        if s.round == 1:
            for seat in range(s.seats):
                p.emit(GIVEN, ALL, NOBODY, seat, 1, 0)

    def kept(self, p: Play, s: Classic, seat: Seat, face: Face, cell: i64) -> None:
        facing = self.toll.facing(s, cell)
        due = self.toll.due(s, seat, cell, NOWHERE)
        while facing:
            dwarf = lowest(facing)
            facing &= ~bit(dwarf)
            if due >> dwarf & 1:
                payer = self.toll.promised(s, dwarf)
                owner = self.toll.owner(s, dwarf)
                self.bank.give(p, s, seat if payer == NOBODY else payer, owner if owner != seat else i64(NOBODY))
            p.emit(self.left, ALL, dwarf, 0, 0, 0)

    def gone(self, p: Play, s: Classic, cell: i64) -> None:
        for dwarf in range(DWARFS):
            if self.toll.standing(s, dwarf) and self.toll.stand(s, dwarf) == cell:
                p.emit(self.left, ALL, dwarf, 0, 0, 0)


class TurnOver(Refill):
    """What was promised or refused holds for one turn."""

    def __init__(self, toll: Toll, forgotten: Forgotten) -> None:
        self.toll = toll
        self.forgotten = forgotten

    def ask(self, p: Play, s: Classic, seat: Seat) -> None:
        if self.toll.talked(s):
            p.emit(self.forgotten, ALL, 0, 0, 0, 0)


class TollModule(Module):
    """Two dwarfs, and gold tokens to pay them."""

    def install(self, r: RulesetBuilder) -> None:
        hooks = classic_hooks(r.hooks)
        bank = bank_of(r)
        toll = Toll(r.numbers(DWARFS, "toll.dwarfs"), r.settings.flag("toll.ownerPays"))
        for name in ("toll.cells", "toll.edges", "toll.owners"):
            r.numbers(DWARFS, name)
        r.numbers(1, "toll.refused")
        r.numbers(1, "toll.promised")
        r.numbers(1, "toll.vouched")
        posted = Posted([which_dwarf(), fields.seat(), fields.cell(), fields.edge()], toll)
        left = Left([which_dwarf()], toll)
        refused = Refused([which_dwarf()], toll)
        promised = Promised([which_dwarf(), fields.seat()], toll)
        vouched = Vouched([fields.seat()], toll)
        forgotten = Forgotten([fields.yes("round")], toll)
        offer = Offer(refused, promised)
        collect = Collect(toll, offer)
        beg = Beg(collect)
        wanted = Wanted()
        r.kind("toll.posted", posted)
        r.all_kinds([wanted])
        r.kind("toll.left", left)
        r.kind("toll.refused", refused)
        r.kind("toll.promised", promised)
        r.kind("toll.vouched", vouched)
        r.kind("toll.forgotten", forgotten)
        r.step("toll.offer", offer)
        r.step("toll.collect", collect)
        r.step("toll.ask", beg)
        hooks.sights.append(Dwarfs(toll))
        hooks.add_deed(Bring(toll, posted, r.settings.flag("toll.connectedEndsOnly")))
        hooks.add_bar(Guard(toll))
        hooks.add_barrier(TollGate(toll, bank, vouched, wanted, collect, beg))
        hooks.add_watcher(Collector(toll, left, forgotten, bank))
        hooks.add_refill(TurnOver(toll, forgotten))

    def lay_out(self, rules: Ruleset) -> None:
        lay_bank(rules)


MODULE: Final = TollModule(Meta("tunnel-toll", ("classic",)))
