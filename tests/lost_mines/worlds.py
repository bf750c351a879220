"""What is secret in The Lost Mines, and when it is rightfully shown: sections 2, 5, 7, 8 and 10 of its catalogue."""

from __future__ import annotations

import random

from tests.engine import pairs
from tests.engine.pairs import Numbering, by_position
from tests.lost_mines.table import MinesTable, random_rules
from undermine.games.lost_mines.rules.actions import THROW
from undermine.games.lost_mines.rules.events import GLANCED
from undermine.games.lost_mines.rules.hooks import DWARF_LOOK, MINE_LOOK, TREASURE_LOOK
from undermine.games.lost_mines.rules.state import (
    CLAN_DECK,
    DEAL,
    DECK,
    DRAW,
    HAND,
    LOSE,
    MINE,
    OPEN,
    PEEK_MINE,
    PEEK_TREASURE,
    PLAY,
    ROLE_DEAL,
    SCORE,
    TREASURE,
    UNVEIL,
    mines,
)
from undermine.kernel.dealing import Moved, Shown
from undermine.kernel.event import ASKED, REPLACED, Event
from undermine.kernel.forms import form_of
from undermine.kernel.ids import NOBODY
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import Frame, State


class MinesPair(pairs.Pair):
    """The true world of a table and another one, for one observer."""

    def __init__(self, t: MinesTable, observer: int, seed: int, numbering: Numbering = by_position) -> None:
        self.table = t
        super().__init__(t, observer, seed, numbering)

    def hidden_draw(self, s: State, f: Frame, observer: int) -> bool:
        if f.step == DEAL:
            return f.b % s.rules.seats != observer  # a hand: L-141
        if f.step == ROLE_DEAL:
            return f.b != observer  # a role: L-141
        if f.step in (DRAW, LOSE):
            return f.a != observer  # a hand, and the card lost to a trap: L-141, L-143
        if f.step in (PEEK_MINE, PEEK_TREASURE):
            return f.b != observer  # L-142
        return False  # who begins, backs of cards, a mine that is opened, treasures at the end

    def twins(self, f: Frame, seat: int, action: int, choices: list[int]) -> list[int]:
        form = form_of(action)
        if seat != self.observer and f.step == PLAY and form == THROW:
            two = action & 0xFFFF > 255
            return [
                c for c in choices if form_of(c) == form and (c & 0xFFFF > 255) == two
            ]  # which cards were thrown away: L-143
        return [action] if action in choices else []

    def wish(self, s: State, actions: list[int]) -> list[int]:
        return self.table.wish(s, actions)

    def kept(self, view: State) -> list[int]:
        t = mines(view)
        places: list[int] = []
        if self.random.random() < 0.6:
            places += [int(t.role(seat)) for seat in range(t.seats)]
        if self.random.random() < 0.6:
            places += range(MINE, MINE + int(t.hooks.goals))
        if self.random.random() < 0.6:
            places += range(TREASURE, TREASURE + len(t.holder))
        return places

    def rightful(self, row: Event, other: Event) -> bool:
        if (row.kind, row.b, row.c, row.d) != (other.kind, other.b, other.c, other.d):
            return False
        return self.own_card(row) or self.shown(row)

    def own_card(self, row: Event) -> bool:
        """A card dealt to, or drawn by, the observer (L-141)."""
        t = mines(self.real.view)
        if not isinstance(row.kind, Moved) or not 0 <= self.observer < t.seats:
            return False
        clan = int(t.clan[self.observer])
        return (row.b, row.c) in ((DECK, HAND + self.observer), (CLAN_DECK + clan, t.role(self.observer)))

    def shown(self, row: Event) -> bool:
        """What is turned up for all (L-090, L-112), and what the observer looks at (L-055)."""
        if not isinstance(row.kind, Shown):
            return False
        t = mines(self.real.view)
        questions = [past for past in self.past if past.kind in (ASKED, REPLACED)]
        step = questions[-1].a if questions else NOBODY
        glances = [past for past in self.past if past.kind is GLANCED]
        look, which = (glances[-1].b, glances[-1].c) if glances and glances[-1].a == self.observer else (NOBODY, 0)
        if MINE <= row.b < MINE + t.hooks.goals:
            return step == OPEN or (step == PEEK_MINE and (look, which) == (MINE_LOOK, row.b - MINE))
        if TREASURE <= row.b < TREASURE + len(t.holder):
            return step == UNVEIL or (step == PEEK_TREASURE and (look, which) == (TREASURE_LOOK, row.b - TREASURE))
        return step == SCORE or (look == DWARF_LOOK and row.b == t.role(which))


class Tally:
    def __init__(self) -> None:
        self.pairs = 0
        self.moves = 0


def try_table(rules: Ruleset, seed: int, tally: Tally, numbering: Numbering = by_position) -> None:
    """Pairs at several moments of one game, each for an observer of its own."""
    rnd = random.Random(seed)
    t = MinesTable(rules, seed)
    t.play_on(rnd.randrange(30))
    while not t.state.over():
        if not t.state.answered:
            pair = MinesPair(t, rnd.choice(t.watchers), rnd.randrange(2**31), numbering)
            tally.pairs += 1
            tally.moves += pair.go_on(rnd.choice((3, 40)))
        t.play_on(rnd.randrange(1, 25))


def try_pairs(pairs_wanted: int, seed: int) -> Tally:
    """So many pairs; a leak raises."""
    tally = Tally()
    rnd = random.Random(seed)
    while tally.pairs < pairs_wanted:
        try_table(random_rules(rnd), rnd.randrange(2**31), tally)
    return tally
