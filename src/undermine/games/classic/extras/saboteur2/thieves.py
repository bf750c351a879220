"""Thieves, one after the other, once the gold has been shared out (X-062...X-066, X-146...X-151)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.extras.saboteur2.facts import Dug, Lurked
from undermine.games.classic.extras.saboteur2.names import lies_before
from undermine.games.classic.rules.events import GIVEN
from undermine.games.classic.rules.extending import Watcher
from undermine.games.classic.rules.pile import throw
from undermine.games.classic.rules.state import CLOSE, FRONT, Classic, classic
from undermine.kernel import fields
from undermine.kernel.agenda import Refusal, Step
from undermine.kernel.event import Play
from undermine.kernel.forms import Form, fields_of
from undermine.kernel.ids import ALL, AUTO, NOBODY, Action, Face, Seat, bit
from undermine.kernel.state import Frame, State


class Thieves(Step):
    """f.a = whose Thief it is, f.b = whose came first: take one nugget from somebody who has gold, or decline."""

    def __init__(self, lurked: Lurked, thief: Face, trap: Face) -> None:
        self.steal = Form("steal", [fields.seat("target")])
        self.decline = Form("decline", [])
        super().__init__([self.steal, self.decline], [fields.seat(), fields.seat("first")])
        self.lurked = lurked
        self.dug: Dug | None = None  # where the last tunnel decides who comes first
        self.thief = thief
        self.trap = trap

    def begin(self, p: Play, s: Classic) -> None:
        """In place of the present question."""
        first = self.first(s)
        if first == NOBODY:
            p.then(CLOSE, AUTO, 0, 0)
        elif self.ready(s, first):
            p.then(self.number, bit(first), first, first)
        else:
            self.go_on(p, s, first, first)

    def first(self, s: Classic) -> Seat:
        """Who laid the last tunnel, or whose Thief on the table was played last, even if it is trapped (X-146, Q-25)."""
        if self.dug is not None:
            return self.dug.seat(s)
        first: Seat = NOBODY
        for seat in range(s.seats):
            if not lies_before(s, seat, self.thief):
                continue
            if first == NOBODY or self.lurked.when(s, seat) > self.lurked.when(s, first):
                first = seat
        return first

    def ready(self, s: Classic, seat: Seat) -> bool:
        """Has this seat a Thief that can take something (X-065, X-147, X-149)?"""
        if not lies_before(s, seat, self.thief) or lies_before(s, seat, self.trap):
            return False
        for other in range(s.seats):
            if other != seat and s.tokens(other):
                return True
        return False

    def go_on(self, p: Play, s: Classic, seat: Seat, first: Seat) -> None:
        """Clockwise to the next Thief, once round the table."""
        seat = onward(s, seat)
        while seat != first:
            if self.ready(s, seat):
                p.then(self.number, bit(seat), seat, first)
                return
            seat = onward(s, seat)
        p.then(CLOSE, AUTO, 0, 0)

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        t = classic(s)
        n: i64 = 0
        for victim in range(t.seats):
            if victim != seat and t.tokens(victim):
                out[n] = self.steal.head + victim
                n += 1
        out[n] = self.decline.head
        return n + 1

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        t = classic(p.state)
        first = f.b
        if self.steal.fits(action):
            p.emit(GIVEN, ALL, fields_of(action), seat, 1, 0)
            throw(p, t, ALL, self.thief, FRONT + seat)
        self.go_on(p, t, seat, first)

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        return self.decline.head

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        return Refusal("BAD_TARGET", "X-148")


def onward(s: Classic, seat: Seat) -> Seat:
    """Clockwise, unless the table lets everything follow the turns."""
    return s.after(seat) if s.hooks.reverse_all else s.next(seat)


class LastDigger(Watcher):
    """Keeps in mind who laid the last tunnel card of the round; at first, who begins it."""

    def __init__(self, dug: Dug) -> None:
        super().__init__()
        self.dug = dug

    def began(self, p: Play, s: Classic) -> None:
        p.emit(self.dug, ALL, s.next(s.last), 0, 0, 0)

    def kept(self, p: Play, s: Classic, seat: Seat, face: Face, spot: i64) -> None:
        if seat != self.dug.seat(s):
            p.emit(self.dug, ALL, seat, 0, 0, 0)
