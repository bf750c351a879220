"""A table at which random games of a skeleton are played and watched, and the laws that every game obeys."""

from __future__ import annotations

import random

from undermine.data.manifest import load
from undermine.games.classic.rules.base import CLASSIC
from undermine.kernel.chance import Chance, Seeded
from undermine.kernel.determinize import determinize
from undermine.kernel.engine import act, advance, legal, open_game, waiting
from undermine.kernel.event import Event, Play
from undermine.kernel.ids import SPECTATOR, UNKNOWN
from undermine.kernel.piles import Cards
from undermine.kernel.ruleset import Module, Ruleset, build
from undermine.kernel.state import State
from undermine.kernel.visibility import fold, redact
from undermine.registry import Options, settings_of

Frames = list[tuple[int, int, int, int]]


def classic_with(players: int, *modules: Module) -> Ruleset:
    """The classic game with these modules, put together as the registry does it."""
    return build(CLASSIC, list(modules), players, settings_of(Options(players=players)), {"classic": load("classic")})


def frames(s: State) -> Frames:
    return [(f.step, f.seats, f.a, f.b) for f in s.frames()]


def question(s: State) -> str:
    """The name of the open question."""
    return s.rules.step_names[s.top().step] if s.depth else ""


class Table:
    """The true state, its log, and a view for each seat (the last one is a spectator's)."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        self.rules = rules
        self.random = random.Random(seed)
        self.chance: Chance = Seeded(seed)
        self.log: list[Event] = []
        self.play = open_game(rules, self.chance, self.log)
        self.state = self.play.state
        self.watchers = [*range(rules.seats), SPECTATOR]
        self.views = [rules.game.new_state(rules) for _ in self.watchers]
        self.seen = 0
        self.asked_of: dict[str, int] = {}  # how often each question was put
        self.watch()

    def watch(self) -> None:
        for event in self.log[self.seen :]:
            for seat, view in zip(self.watchers, self.views, strict=True):
                row = redact(event, seat)
                if row is not None:
                    fold(view, row)
        self.seen = len(self.log)

    def asked(self) -> int:
        return self.random.choice([seat for seat in range(self.rules.seats) if waiting(self.state) >> seat & 1])

    def choose(self, seat: int, actions: list[int]) -> int:
        """What a seat does; a skeleton may like some actions better, so that its questions come up."""
        return self.random.choice(actions)

    def move(self) -> None:
        """Somebody who is asked does something; in a window, in any order."""
        seat = self.asked()
        name = question(self.state)
        self.asked_of[name] = self.asked_of.get(name, 0) + 1
        act(self.play, seat, self.choose(seat, legal(self.state, seat)))
        advance(self.play, self.chance)
        self.watch()

    def play_on(self, moves: int) -> Table:
        while moves and not self.state.over():
            self.move()
            moves -= 1
        return self


def packs(cards: Cards) -> list[list[int]]:
    """The places of each pack, its bag first."""
    return [[bag, *places] for bag, places in cards.layout.packs.items()]


def check_cards(cards: Cards) -> None:
    """A bag holds exactly the faces of the unnamed cards, and no count is negative."""
    assert min(cards.count) >= 0
    for bag, *places in packs(cards):
        assert sum(cards.number(place, UNKNOWN) for place in places) == cards.size(bag)
        for place in (bag, *places):
            assert sum(cards.number(place, face) for face in range(cards.faces(place) + 1)) == cards.size(place)


def inventory(cards: Cards) -> list[list[int]]:
    """How many there are of each face of each pack, wherever they are."""
    return [
        [sum(cards.number(place, face) for place in pack) for face in range(1, cards.faces(pack[0]) + 1)]
        for pack in packs(cards)
    ]


def check_claims(view: State, truth: State) -> None:
    """Whatever a view says about a card is so; how many cards lie where, everybody knows."""
    check_cards(view.cards)
    for _, *places in packs(view.cards):
        for place in places:
            assert view.cards.size(place) == truth.cards.size(place)
            for face in range(1, view.cards.faces(place) + 1):
                assert view.cards.number(place, face) <= truth.cards.number(place, face)


def check_views(t: Table) -> None:
    """Views are true, ask the same, and allow the same."""
    check_cards(t.state.cards)
    check_copy(t)
    for seat, view in zip(t.watchers, t.views, strict=True):
        check_claims(view, t.state)
        assert frames(view) == frames(t.state)
        assert legal(view, seat) == legal(t.state, seat), "legal for the state, not for the view, or the reverse"
        assert list(view.numbers) == list(t.state.numbers)


def check_copy(t: Table) -> None:
    """A copy says the same, and what happens to it does not touch the original."""
    before = t.state.ints()
    twin = t.state.copy()
    assert twin.ints() == before
    if not twin.over():
        seat = t.asked()
        act(Play(twin, None), seat, legal(twin, seat)[-1])
    assert t.state.ints() == before


def check_fold(t: Table) -> None:
    """The state is the fold of its events."""
    again = t.rules.game.new_state(t.rules)
    for event in t.log:
        fold(again, event)
    assert again.ints() == t.state.ints()


def check_determinised(t: Table, seed: int, moves: int) -> None:
    """From every seat's view a complete state can be made, which the view allows and which plays on."""
    for seat, view in zip(t.watchers, t.views, strict=True):
        s = determinize(view, Seeded(seed))
        check_claims(view, s)
        assert not any(s.cards.number(place, UNKNOWN) for place in s.cards.layout.held)
        assert inventory(s.cards) == inventory(t.state.cards)
        assert frames(s) == frames(t.state)
        assert legal(s, seat) == legal(t.state, seat)
        on = type(t)(t.rules, seed)
        on.state, on.play = s, Play(s, None)
        on.log.clear()
        on.seen = 0
        on.play_on(moves)
        check_cards(s.cards)


def check_game(t: Table) -> None:
    """A whole random game, looked at after every third move."""
    supply = inventory(t.state.cards)
    check_views(t)
    moves = 0
    while not t.state.over():
        t.move()
        moves += 1
        if moves % 3 == 0:
            check_views(t)
            for s in (t.state, *t.views):
                assert inventory(s.cards) == supply
        if moves % 60 == 0:
            check_determinised(t, moves, 30)
    check_views(t)
    check_fold(t)
    assert len(t.rules.game.returns(t.state)) == t.rules.seats
