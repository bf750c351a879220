"""Two worlds that one observer cannot tell apart, played side by side, whatever the game.

The second world is the first with everything re-dealt that the observer cannot see. Both then go on *in the same public
shape*: what the rules let the observer see is done alike, the rest is done at random. What that rest is, and when something
is rightfully shown, each game says in a `Pair` of its own, written from its catalogue and not from its events.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Protocol

from undermine.kernel.agenda import SCRATCH, Step
from undermine.kernel.chance import Chance, Seeded
from undermine.kernel.determinize import determinize
from undermine.kernel.engine import act, advance, explain, legal, waiting
from undermine.kernel.event import Event, Play
from undermine.kernel.ids import NOBODY, UNKNOWN
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import Frame, State
from undermine.kernel.visibility import fold, redact, stream, wire

Row = tuple[int, int, int, int]
Numbered = tuple[int, Event]
Numbering = Callable[[int, int], int]
Hidden = Callable[[State, Frame, int], bool]


def by_position(sent: int, happened: int) -> int:
    """How a client's rows are numbered: by what it was sent before, whatever else happened."""
    return sent


def frame_row(f: Frame) -> Row:
    return int(f.step), int(f.seats), int(f.a), int(f.b)


def frames(s: State) -> list[Row]:
    return [frame_row(f) for f in s.frames()]


def refusal(s: State, seat: int, action: int) -> tuple[str, str] | None:
    why = explain(s, seat, action)
    return None if why is None else (why.code, why.rule)


class Watched(Protocol):
    """A table that is watched by some seats."""

    rules: Ruleset
    log: list[Event]
    views: list[State]

    @property
    def watchers(self) -> Sequence[int]: ...

    @property
    def state(self) -> State: ...


class Noted(Chance):
    def __init__(self, seed: int) -> None:
        self.source = Seeded(seed)
        self.made: list[tuple[Row, int]] = []

    def choose(self, s: State, f: Frame, step: Step) -> int:
        action = self.source.choose(s, f, step)
        self.made.append((frame_row(f), action))
        return action


class Mirrored(Chance):
    """Does what the noted chance did wherever the observer would see it, and where that cannot be, something else."""

    def __init__(self, noted: Noted, observer: int, seed: int, hidden: Hidden) -> None:
        self.noted = noted
        self.observer = observer
        self.source = Seeded(seed)
        self.hidden = hidden

    def choose(self, s: State, f: Frame, step: Step) -> int:
        if self.noted.made:
            frame, action = self.noted.made.pop(0)
            if frame == frame_row(f) and not self.hidden(s, f, self.observer):
                n = step.options(s, f, NOBODY, SCRATCH)
                if action in [SCRATCH[i] for i in range(n)]:
                    return action
        return self.source.choose(s, f, step)


class World:
    """A state that goes on, and the observer's side of it."""

    def __init__(self, s: State, view: State, observer: int, numbering: Numbering) -> None:
        self.log: list[Event] = []
        self.play = Play(s, self.log)
        self.view = view.copy()
        self.observer = observer
        self.numbering = numbering
        self.sent = 0
        self.happened = 0

    def news(self) -> list[Numbered]:
        """What the observer is sent since the last time, with its numbers."""
        rows: list[Numbered] = []
        for event in self.log:
            row = redact(event, self.observer)
            if row is not None:
                rows.append((self.numbering(self.sent, self.happened), row))
                self.sent += 1
            self.happened += 1
        self.log.clear()
        return rows


class Pair:
    """The true world of a table and another one, for one observer. A game fills in the four methods that raise."""

    def __init__(self, t: Watched, observer: int, seed: int, numbering: Numbering = by_position) -> None:
        view = t.views[list(t.watchers).index(observer)]
        self.rules = t.rules
        self.observer = observer
        self.random = random.Random(seed)
        self.real = World(t.state.copy(), view, observer, numbering)
        self.other = World(self.redealt(t.state, view, seed), view, observer, numbering)
        self.noted = Noted(seed)
        self.mirrored = Mirrored(self.noted, observer, seed + 1, self.hidden_draw)
        self.past = stream(t.log, observer)  # what the observer has been told, the same in both worlds

    # What a game says

    def hidden_draw(self, s: State, f: Frame, observer: int) -> bool:
        """May chance have chosen otherwise without the observer noticing?"""
        raise NotImplementedError

    def twins(self, f: Frame, seat: int, action: int, choices: list[int]) -> list[int]:
        """What the seat may do in the other world so that it looks the same to the observer."""
        raise NotImplementedError

    def rightful(self, row: Event, other: Event) -> bool:
        """May the two worlds part here, one with this row and the other with that?"""
        raise NotImplementedError

    def wish(self, s: State, actions: list[int]) -> list[int]:
        """The actions in the order in which this pair would like to see them."""
        raise NotImplementedError

    def kept(self, view: State) -> list[int]:
        """Places whose cards sometimes stay as they are, so that the worlds part later."""
        return []

    def some_action(self, known: list[int]) -> int:
        """Any number a client may send: seldom legal, and often near something that is."""
        if known and self.random.random() < 0.6:
            return self.random.choice(known) + self.random.choice((-1, 1, 2, 8, 256, 1024, 1 << 16, 1 << 18, 1 << 32))
        return self.random.randrange(-40, 2 ** self.random.choice((6, 20, 40)))

    # What is the same for all

    def redealt(self, truth: State, view: State, seed: int) -> State:
        """What the observer cannot see, dealt anew."""
        known = view.copy()
        for place in self.kept(view):
            face = truth.cards.any(place)
            if face != UNKNOWN:
                known.cards.learn(place, face, 1)
        return determinize(known, Seeded(seed))

    def go_on(self, moves: int) -> int:
        """Play both worlds until they rightfully differ, or one cannot follow; returns how many moves that took."""
        for done in range(moves):
            self.look_around()
            if self.real.play.state.over() or not self.move():
                return done
            if not self.compare():
                return done + 1
        return moves

    def look_around(self) -> None:
        """What the observer is asked, may do and would be refused is the same."""
        real, other = self.real.play.state, self.other.play.state
        assert frames(real) == frames(other), "a question that depends on a secret"
        may = legal(real, self.observer)
        assert may == legal(other, self.observer), "legal moves depend on a secret"
        for _ in range(3):
            action = self.some_action(may)
            why = refusal(real, self.observer, action)
            assert why == refusal(other, self.observer, action), "a refusal that depends on a secret"

    def asked(self) -> int:
        """Somebody who still has to answer, in both worlds."""
        mask = int(waiting(self.real.play.state) & waiting(self.other.play.state))
        return self.random.choice([seat for seat in range(self.rules.seats) if mask >> seat & 1])

    def move(self) -> bool:
        """Somebody does something and does its twin in the other world; False if nothing has a twin there."""
        real, other = self.real.play.state, self.other.play.state
        seat = self.asked()
        choices = legal(other, seat)
        for action in self.wish(real, legal(real, seat)):
            twins = self.twins(real.top(), seat, action, choices)
            if twins:
                twin = self.random.choice(twins)
                act(self.real.play, seat, action)
                advance(self.real.play, self.noted)
                act(self.other.play, seat, twin)
                advance(self.other.play, self.mirrored)
                self.noted.made.clear()
                return True
        return False

    def compare(self) -> bool:
        """Is the news the same, byte for byte? It may part only where the observer is rightfully shown something."""
        mine, theirs = self.real.news(), self.other.news()
        for (number, row), (twin, other) in zip(mine, theirs, strict=False):
            assert number == twin, "a gap in the numbering"
            if wire(self.rules, [row]) != wire(self.rules, [other]):
                assert self.rightful(row, other), f"a secret: {self.words(row)} or {self.words(other)}"
                return False
            self.past.append(row)
            fold(self.real.view, row)
            fold(self.other.view, other)
        assert len(mine) == len(theirs), "a secret: one world is silent where the other speaks"
        assert self.real.view.ints() == self.other.view.ints()
        return True

    def words(self, row: Event) -> str:
        return f"{self.rules.kind_names[self.rules.codes[row.kind]]} {row.a} {row.b} {row.c} {row.d}"
