"""Whole games with championship cards and variants under the laws of every game, and their secrets."""

from __future__ import annotations

import random

import pytest

from tests.engine import pairs
from tests.engine.worlds import Shown, hidden_draw
from tests.extras.tables import here
from tests.skeletons.laws import Table, check_game, question
from undermine.games.classic.actions import DISCARDED, face_of
from undermine.games.classic.state import CARD_BAG, DISCARD, DRAW_ALSO, TURN, classic
from undermine.kernel.dealing import MOVED, SHOWN
from undermine.kernel.engine import legal
from undermine.kernel.event import Event
from undermine.kernel.ids import SPECTATOR
from undermine.kernel.state import Frame, State
from undermine.notation.actions import parse, words
from undermine.notation.events import event_words, parse_event
from undermine.present import ask_of, view_of
from undermine.registry import Options, ruleset

ACTIONS = ("craftsman", "direction", "diversion", "goal-swap", "pathfinder", "treasury", "veto")
TABLES = here(
    [
        (4, (*ACTIONS, "greedy-dwarf", "compromised"), {}),
        (3, ("pathfinder", "diversion"), {"pathfinder.strictTwo": "true", "diversion.blockedByBrokenTool": "true"}),
        (
            5,
            ("treasury", "veto", "pathfinder", "tournament"),
            {"veto.pathfinderDraw": "1", "treasury.emptyAllowed": "true"},
        ),
        (3, ("greedy-dwarf",), {"greedy.shareWithDiggers": "true", "saboteurPay": "drawProcedure"}),
    ]
)
SECRETIVE = here(
    [
        (3, ("treasury", "diversion", "goal-swap", "craftsman"), {}),
        (4, ("veto", "treasury", "pathfinder"), {}),
        (5, ("tournament", "treasury", "veto"), {}),
    ]
)


class Lively(Table):
    """Plays the new cards as soon as it can, and lays tunnels rather than pass."""

    def choose(self, seat: int, actions: list[int]) -> int:
        return self.wish(self.state, actions)[0]

    def wish(self, s: State, actions: list[int]) -> list[int]:
        """The actions in the order in which this table would like to see them."""
        wishes = self.random.sample(actions, len(actions))
        names = s.rules.layout.face_names[CARD_BAG]
        if question(s) == "turn":
            wishes.sort(key=lambda action: 1 if action & DISCARDED else -(names[face_of(action)] in ACTIONS))
        return wishes


@pytest.mark.parametrize(("players", "extras", "switches"), TABLES)
def test_whole_games(players: int, extras: tuple[str, ...], switches: dict[str, str]) -> None:
    for seed in range(2):
        check_game(Lively(ruleset(Options(players=players, extras=extras, switches=switches)), seed))


def test_everything_that_is_asked_and_happens_has_words_and_is_shown() -> None:
    players, extras, switches = TABLES[0]
    asked: set[str] = set()
    known: set[str] = set()
    for seed in range(3):
        t = Lively(ruleset(Options(players=players, extras=extras, switches=switches)), seed)
        while not t.state.over():
            seat = t.asked()
            may = legal(t.state, seat)
            for action in t.random.sample(may, min(20, len(may))):
                assert parse(t.rules, t.state, seat, words(t.rules, t.state, seat, action)) == action
            shown = ask_of(t.views[seat], seat)
            assert shown is not None
            assert len(shown.options) == len(may)
            assert len(view_of(t.views[seat], seat).players) == players
            t.move()
        for event in t.log:
            text = event_words(t.rules, event)
            assert event_words(t.rules, parse_event(t.rules, text)) == text
        asked |= set(t.asked_of)
        known |= set(t.rules.step_names)
    assert {"turn", "veto.window", "treasury.keep", "pathfinder.lay"} & known <= asked


# Secrets


class Pair(pairs.Pair):
    """Two worlds with championship cards that one observer cannot tell apart."""

    def __init__(self, t: Lively, observer: int, seed: int) -> None:
        self.table = t
        super().__init__(t, observer, seed)

    def hidden_draw(self, s: State, f: Frame, observer: int) -> bool:
        if s.rules.step_names[f.step] in ("treasury.newest", "treasury.older") or f.step == DRAW_ALSO:
            return f.a != observer  # A-241, B-193
        return hidden_draw(s, f, observer)

    def twins(self, f: Frame, seat: int, action: int, choices: list[int]) -> list[int]:
        if seat != self.observer:
            if self.rules.step_names[f.step] in ("treasury.keep", "take"):
                return choices  # which card is kept: A-241, B-199
            if f.step == TURN and action & DISCARDED:
                return [choice for choice in choices if choice & DISCARDED]
        return [action] if action in choices else []

    def rightful(self, row: Event, other: Event) -> bool:
        shown = Shown(classic(self.real.view), self.observer, self.past)
        return shown.rightful(row, other) or (self.looked(row) and self.looked(other))

    def looked(self, row: Event) -> bool:
        """A card of the discard pile, for whoever plays a Treasury."""
        name = self.rules.layout.place_names
        if row.kind is SHOWN:
            return name[int(row.b)].startswith("discard pile ")
        return row.kind is MOVED and row.b == DISCARD and name[int(row.c)].startswith("discard pile ")

    def wish(self, s: State, actions: list[int]) -> list[int]:
        return self.table.wish(s, actions)

    def kept(self, view: State) -> list[int]:
        return []


@pytest.mark.parametrize(("players", "extras", "switches"), SECRETIVE)
def test_two_worlds_that_a_seat_cannot_tell_apart(
    players: int, extras: tuple[str, ...], switches: dict[str, str]
) -> None:
    rnd = random.Random(players)
    moves = 0
    for seed in range(2):
        t = Lively(ruleset(Options(players=players, extras=extras, switches=switches)), seed)
        while not t.state.over():
            pair = Pair(t, rnd.choice([*range(t.rules.seats), SPECTATOR]), rnd.randrange(2**31))
            moves += pair.go_on(rnd.choice((3, 30)))
            t.play_on(rnd.randrange(1, 15))
            while t.state.answered:  # who has answered a window is a secret: worlds part between windows
                t.move()
    assert moves > 50
