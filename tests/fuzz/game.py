"""One random game, watched by every seat and by a spectator."""

from __future__ import annotations

import random

from tests.fuzz.eyes import OWNED, Eyes
from tests.fuzz.wishes import wish
from undermine.kernel.agenda import Step
from undermine.kernel.chance import Chance, Seeded
from undermine.kernel.engine import act, advance, legal, waiting
from undermine.kernel.event import ASKED, REPLACED, Event, Play
from undermine.kernel.ids import NOBODY, SPECTATOR
from undermine.kernel.state import Frame, State
from undermine.kernel.visibility import fold, follow
from undermine.notation.actions import chance_words, parse_chance
from undermine.notation.records import Move
from undermine.registry import Options, ruleset
from undermine.sim.checking import Broken, Ledger, overhear, sure

BEGAN = "began"  # the event with which a round of any game begins


class Heard(Chance):
    """A seed, some of whose outcomes are printed and read again; one that is asked without end is stopped."""

    def __init__(self, seed: int, looks: random.Random, every: int, longest: int) -> None:
        self.source = Seeded(seed)
        self.looks = looks
        self.every = every  # so many outcomes, on average, until one is looked at
        self.longest = longest
        self.asked = 0  # since the last move
        self.unheard = self.next()

    def next(self) -> int:
        return 1 + self.looks.randrange(2 * self.every - 1)

    def choose(self, s: State, f: Frame, step: Step) -> int:
        self.asked += 1
        if self.asked > self.longest:
            raise Broken("BROKEN_PROPERTY", "chance is asked without end")
        action: int = self.source.choose(s, f, step)
        self.unheard -= 1
        if not self.unheard:
            self.unheard = self.next()
            words = chance_words(s.rules, s, action)
            sure(parse_chance(s.rules, s, words) == action, f"chance: {words!r} is read as something else")
        return action


class Game:
    """The true state, its log, and the views of all watchers: seats first, then the spectator.

    Moves and what is looked at come from two sources: a game is the same however closely it is watched.
    """

    def __init__(self, options: Options, seed: int, heard: int) -> None:
        self.options = options
        self.rules = ruleset(options)
        self.random = random.Random(seed)
        self.looks = random.Random(seed + 1)
        self.eager = self.random.choice((0.0, 0.7, 0.95))
        self.ledger = Ledger(self.rules)
        self.eyes = Eyes(self.rules)
        self.longest = self.ledger.cards * (
            10 + 4 * self.rules.seats
        )  # moves of a round; some are windows for every seat
        self.chance = Heard(seed, self.looks, heard, self.longest)
        self.log: list[Event] = []
        self.play = Play(self.rules.game.new_state(self.rules), self.log)
        self.watchers = [*range(self.rules.seats), SPECTATOR]
        self.seats = [self.rules.game.new_state(self.rules) for _ in range(self.rules.seats)]
        self.spectator = self.rules.game.new_state(self.rules)
        self.views = [*self.seats, self.spectator]
        self.again = self.rules.game.new_state(self.rules)  # the fold of all that has happened
        self.seen = 0
        self.moves: list[tuple[int, int, int]] = []  # seat, action, and the number of events before
        self.rounds = 0
        self.since = 0  # moves since the one with which the round began
        self.met: set[int] = set()  # kinds of events that have happened, and questions (inverted) that were put
        self.news = False  # was there another one in the last move?
        self.own = [self.places_of(seat) for seat in range(self.rules.seats)]
        self.began = self.rules.kinds[self.rules.kind_names.index(BEGAN)]

    def places_of(self, seat: int) -> list[int]:
        """Whose cards this seat may always look at."""
        names = {place: OWNED.fullmatch(name) for place, name in self.rules.layout.place_names.items()}
        return [place for place, found in names.items() if found and int(found[1]) == seat + 1]

    @property
    def state(self) -> State:
        return self.play.state

    def open(self) -> None:
        self.rules.game.open(self.play)
        advance(self.play, self.chance)
        self.watch(NOBODY, 0)

    def move(self) -> None:
        """Somebody who is asked does something; in a window, in any order."""
        seat = self.asked()
        action = wish(self.random, self.state, seat, legal(self.state, seat), self.eager)
        self.chance.asked = 0
        act(self.play, seat, action)
        advance(self.play, self.chance)
        self.watch(seat, action)

    def asked(self) -> int:
        mask = int(waiting(self.state))
        if not mask & (mask - 1):
            return mask.bit_length() - 1
        return self.random.choice([seat for seat in range(self.rules.seats) if mask >> seat & 1])

    def watch(self, seat: int, action: int) -> None:
        """Everybody is told what this move has led to."""
        follow(self.seats, self.log, self.seen)
        rows = self.log[self.seen :]
        overhear(self.spectator, rows)
        known = len(self.met)
        for row in rows:
            fold(self.again, row)
            self.met.add(~row.a if row.kind in (ASKED, REPLACED) else self.rules.codes[row.kind])
        self.news = len(self.met) > known
        self.eyes.check(seat, int(waiting(self.state)), rows)
        self.moves.append((seat, action, self.seen))
        self.seen = len(self.log)
        begun = [event.kind for event in rows].count(self.began)
        self.rounds += begun
        self.since = 0 if begun else self.since + 1
        sure(self.since <= self.longest, "a round without end")

    def last_rows(self) -> list[Event]:
        """What the last move has led to."""
        return self.log[self.moves[-1][2] :]

    def stored(self) -> list[Move]:
        """All moves with what they led to."""
        ends = [*(start for _, _, start in self.moves[1:]), len(self.log)]
        return [
            Move(seat, action, self.log[start:end]) for (seat, action, start), end in zip(self.moves, ends, strict=True)
        ]
