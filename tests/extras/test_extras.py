"""Whole games with the extras of the anniversary edition under the laws of every game, and their secrets."""

from __future__ import annotations

import random

import pytest

from tests.engine import pairs
from tests.engine.worlds import Catalogue, hidden_draw
from tests.extras.tables import here
from tests.laws.laws import Table, check_game, question
from undermine.games.classic.rules.actions import is_pass
from undermine.games.classic.rules.state import CARD_BAG, DISCARD, DRAW_ALSO, HAND, PURSE, ROLE, TURN, classic
from undermine.kernel.dealing import Moved, Shown
from undermine.kernel.engine import legal
from undermine.kernel.event import Event
from undermine.kernel.forms import card_of, form_of
from undermine.kernel.ids import SPECTATOR
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import Frame, State
from undermine.notation.actions import parse, words
from undermine.notation.events import event_words, parse_event
from undermine.present import ask_of, view_of
from undermine.registry import Options, ruleset, switches_of

CARDS = ("craftsman", "direction", "diversion", "goal-swap", "pathfinder", "treasury", "veto")
NEAR = {  # what is reached in few moves is reached in many games
    "postcard.cell": "2,0",
    "chest.cells": "-2,0 0,2 0,-2 3,2",
    "goals.cells": "5,-2 5,0 5,2 3,-4 3,4",
}
# Each of these is played, and each but the first of them in two worlds.
TABLES = here(
    [
        (4, (*CARDS, "greedy-dwarf", "compromised"), {}),
        (3, ("pathfinder", "diversion"), {"pathfinder.strictTwo": "true", "diversion.blockedByBrokenTool": "true"}),
        (
            5,
            ("treasury", "veto", "pathfinder", "tournament"),
            {"veto.pathfinderDraw": "1", "treasury.emptyAllowed": "true"},
        ),
        (3, ("greedy-dwarf",), {"greedy.shareWithDiggers": "true", "saboteurPay": "drawProcedure"}),
        (3, ("treasury", "diversion", "goal-swap", "craftsman"), {}),
        (3, ("wardrobe",), {}),
        (4, ("tunnel-party", "new-goals"), {"postcard.footprint": "four", "postcard.passThrough": "true"}),
        (3, ("tunnel-toll", "treasure-chests"), {"chest6.chosen": "true", "toll.ownerPays": "true"}),
        (4, ("tunnel-toll", "treasure-chests", "new-goals", "tunnel-party"), {"chest7.additional": "true"}),
        (5, ("new-goals", "treasure-chests", "tunnel-toll", "wardrobe"), {"postcard.beforeGoal": "false"}),
        (5, ("treasure-chests", "diversion"), {"chest.beforeGoal": "false", "diversion.includeChestCards": "true"}),
    ]
)
SECRETIVE = TABLES[1:]
SPOKEN = here([(4, (*CARDS, "greedy-dwarf"), {}), (5, ("new-goals", "treasure-chests", "tunnel-toll", "wardrobe"), {})])
ASKED = {
    "turn",
    "orient",
    "toll.ask",
    "toll.offer",
    "chests.lie",
    "chests.keep",
    "veto.window",
    "treasury.keep",
    "pathfinder.lay",
}


def rules_for(players: int, extras: tuple[str, ...], switches: dict[str, str]) -> Ruleset:
    known = switches_of(Options(players=players, extras=extras))
    near = {name: cells for name, cells in NEAR.items() if name in known}
    return ruleset(Options(players=players, extras=extras, switches=near | switches))


class Lively(Table):
    """Plays the new cards as soon as it can, lays tunnels rather than pass, and now and then brings a dwarf in."""

    def choose(self, seat: int, actions: list[int]) -> int:
        return self.wish(self.state, actions)[0]

    def wish(self, s: State, actions: list[int]) -> list[int]:
        """The actions in the order in which this table would like to see them."""
        wishes = self.random.sample(actions, len(actions))
        names = s.rules.layout.face_names[CARD_BAG]
        if question(s) == "turn" and self.random.random() < 0.9:
            deeds = classic(s).hooks.deed_of
            wishes.sort(key=lambda action: 1 if deeds[form_of(action)] >= 0 else liking(action, names))
        return wishes


def liking(action: int, names: list[str]) -> int:
    """The less, the better: new cards, others, dwarfs, passes."""
    return 2 if is_pass(action) else -(names[card_of(action)] in CARDS)


@pytest.mark.parametrize(("players", "extras", "switches"), TABLES)
def test_whole_games(players: int, extras: tuple[str, ...], switches: dict[str, str]) -> None:
    for seed in range(2):
        check_game(Lively(rules_for(players, extras, switches), seed))


def test_everything_that_is_asked_and_happens_has_words_and_is_shown() -> None:
    known = {name for players, extras, switches in SPOKEN for name in rules_for(players, extras, switches).step_names}
    missing = ASKED & known
    for seed in range(12):  # three seeds or so are enough
        for players, extras, switches in SPOKEN:
            t = Lively(rules_for(players, extras, switches), seed)
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
            missing -= set(t.asked_of)
        if not missing:
            break
    assert not missing


# Secrets


class Pair(pairs.Pair):
    """Two worlds with extras that one observer cannot tell apart."""

    def __init__(self, t: Lively, observer: int, seed: int) -> None:
        self.table = t
        super().__init__(t, observer, seed)

    def hidden_draw(self, s: State, f: Frame, observer: int) -> bool:
        if f.step == DRAW_ALSO:
            return f.a != observer  # B-193
        match s.rules.step_names[f.step]:
            case "treasury.newest" | "treasury.older" | "chests.search" | "chests.pick":
                return f.a != observer  # A-241
            case "wardrobe.costume" | "party.redeal" | "chests.gold":
                return f.a != observer  # A-106, A-107, A-247
            case "chests.blind":
                return observer not in (f.a, f.b)  # A-245
            case "chests.look-tunnel" | "chests.look-chest":
                return f.b != observer  # A-244
        return hidden_draw(s, f, observer)

    def twins(self, f: Frame, seat: int, action: int, choices: list[int]) -> list[int]:
        if seat != self.observer:
            name = self.rules.step_names[f.step]
            if name in ("treasury.keep", "chests.keep", "take") or (name == "chests.steal" and f.b != self.observer):
                return choices  # which card is kept or taken: A-241, B-199
            if (
                f.step == TURN and self.rules.forms[form_of(action)].tag == "dwarf"
            ):  # which card was thrown away for a dwarf: A-081
                return [choice for choice in choices if choice >> 8 == action >> 8]
            if f.step == TURN and is_pass(action):
                return [choice for choice in choices if is_pass(choice)]
        return [action] if action in choices else []

    def rightful(self, row: Event, other: Event) -> bool:
        shown = Catalogue(classic(self.real.view), self.observer, self.past)
        return shown.rightful(row, other) or self.public(row, other) or (self.own(row) and self.own(other))

    def public(self, row: Event, other: Event) -> bool:
        """A chest or its tunnel card turned up; that gold cards are used up, or enough for a whole toll (A-092)."""
        names = [self.rules.kind_names[self.rules.codes[event.kind]] for event in (row, other)]
        if "gold.spent" in names or "toll.vouched" in names or names == ["chests.opened", "chests.opened"]:
            return True
        if not isinstance(row.kind, Shown) or row.kind is not other.kind or row.b != other.b:
            return False
        return self.rules.layout.place_names[int(row.b)].startswith("cover")

    def own(self, row: Event) -> bool:
        """What comes to the observer, or is shown to the observer alone because they looked."""
        names = self.rules.layout.place_names
        if isinstance(row.kind, Moved) and row.b == DISCARD and names[int(row.c)].startswith("discard pile "):
            return True  # an older card, for whoever plays a Treasury
        if isinstance(row.kind, Moved) and row.a:
            mine = (ROLE + self.observer, HAND + self.observer, PURSE + self.observer)
            return row.c in mine or row.b == HAND + self.observer or names[int(row.c)] == "cards looked at"
        if not isinstance(row.kind, Shown):
            return False
        if names[int(row.b)].startswith("discard pile "):
            return True
        if self.rules.step_names[self.question().a] == "chests.steal":
            return bool(row.b == HAND + self.question().d)
        return row.b == ROLE + self.observer or (ROLE <= row.b < ROLE + self.rules.seats and self.unmasked())

    def question(self) -> Event:
        names = ("asked", "replaced")
        return [row for row in self.past if self.rules.kind_names[self.rules.codes[row.kind]] in names][-1]

    def unmasked(self) -> bool:
        name = self.rules.kind_names[self.rules.codes[self.past[-1].kind]]
        return name == "chests.unmasked" and self.past[-1].a == self.observer

    def wish(self, s: State, actions: list[int]) -> list[int]:
        return self.table.wish(s, actions)

    def kept(self, view: State) -> list[int]:
        return [*range(ROLE, ROLE + self.rules.seats)] if self.random.random() < 0.6 else []


@pytest.mark.parametrize(("players", "extras", "switches"), SECRETIVE)
def test_two_worlds_that_a_seat_cannot_tell_apart(
    players: int, extras: tuple[str, ...], switches: dict[str, str]
) -> None:
    rnd = random.Random(players)
    moves = 0
    for seed in range(2):
        t = Lively(rules_for(players, extras, switches), seed)
        while not t.state.over():
            pair = Pair(t, rnd.choice([*range(t.rules.seats), SPECTATOR]), rnd.randrange(2**31))
            moves += pair.go_on(rnd.choice((3, 30)))
            t.play_on(rnd.randrange(1, 15))
            while t.state.answered:  # who has answered a window is a secret: worlds part between windows
                t.move()
    assert moves > 50
