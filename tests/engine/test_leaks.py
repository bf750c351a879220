"""A leak of each kind is planted, and the laws catch it. (Also: modules need not be compiled.)"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from tests.engine.pairs import Numbering, by_position
from tests.engine.table import COMPILED, Table, check_views
from tests.engine.worlds import Tally, try_table
from undermine.games.classic.rules.base import CLASSIC
from undermine.games.classic.rules.extending import Card
from undermine.games.classic.rules.hooks import classic_hooks
from undermine.games.classic.rules.state import CARD_BAG, HAND, ROLE, SABOTEUR, TURN, Classic, classic
from undermine.kernel import fields
from undermine.kernel.agenda import Refusal, Step, Window
from undermine.kernel.dealing import show
from undermine.kernel.event import Event, Kind, Play
from undermine.kernel.forms import Form
from undermine.kernel.ids import ALL, bit
from undermine.kernel.ruleset import Meta, Module, Ruleset, RulesetBuilder, build
from undermine.kernel.state import Frame, State
from undermine.kernel.visibility import redact
from undermine.registry import Options, game_manifest, settings_of


def maps(s: State, seat: int) -> int:
    """How many maps somebody holds: a secret that every leak below gives away."""
    return s.cards.number(HAND + seat, classic(s).hooks.names.index("map") + 1)


class Rumour(Kind):
    """Does nothing; what its row gives away is the leak."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        """Nothing changes."""


class HalfMasked(Rumour):
    def masked(self, e: Event) -> Event | None:
        return Event(self, ALL, e.a, e.b, 0, 0)  # the role is still there


class Masked(Rumour):
    def masked(self, e: Event) -> Event | None:
        return None


class Gossip(Step):
    """A turn at which something is let slip before the card is played."""

    def __init__(self, turn: Step, slip: Callable[[Play, int], None]) -> None:
        super().__init__(turn.answers, turn.holds)
        self.turn = turn
        self.slip = slip

    def options(self, s: State, f: Frame, seat: i64, out: vec[i64]) -> i64:
        return self.turn.options(s, f, seat, out)

    def resolve(self, p: Play, f: Frame, seat: i64, action: i64) -> None:
        self.slip(p, seat)
        self.turn.resolve(p, f, seat, action)

    def fallback(self, s: State, f: Frame, seat: i64) -> i64:
        return self.turn.fallback(s, f, seat)

    def explain(self, s: State, f: Frame, seat: i64, action: i64) -> Refusal:
        return self.turn.explain(s, f, seat, action)


class Nosy(Gossip):
    """A turn after which those who hold a map are asked to nod."""

    def __init__(self, turn: Step, nod: int) -> None:
        super().__init__(turn, lambda play, seat: None)
        self.nod = nod

    def resolve(self, p: Play, f: Frame, seat: i64, action: i64) -> None:
        self.turn.resolve(p, f, seat, action)
        holders = sum(1 << other for other in range(p.state.rules.seats) if maps(p.state, other))
        if holders:
            p.ask(self.nod, holders & -holders, 0, 0)


class Nod(Window):
    def options(self, s: State, f: Frame, seat: i64, out: vec[i64]) -> i64:
        out[0] = 0
        return 1

    def close(self, p: Play, f: Frame) -> None:
        p.settle()


def at_somebody() -> Form:
    return Form("", [fields.seat("target")], CARD_BAG)


class Spite(Card):
    """May be aimed only at those who hold a map."""

    def aims(self, s: Classic, seat: i64, out: vec[i64], n: i64) -> i64:
        for other in range(s.seats):
            if other != seat and maps(s, other):
                out[n] = self.base + other
                n += 1
        return n

    def explain(self, s: Classic, seat: i64, action: i64) -> Refusal:
        return Refusal("BAD_TARGET", "")


class Blurted(Spite):
    """Can be played at nobody; why not depends on what the target holds."""

    def aims(self, s: Classic, seat: i64, out: vec[i64], n: i64) -> i64:
        return n

    def explain(self, s: Classic, seat: i64, action: i64) -> Refusal:
        target = (action & 0xFFFFFF) % s.seats
        return Refusal("BAD_TARGET", "they hold a map" if maps(s, target) else "")


class Planted(Module):
    def __init__(self, plant: Plant) -> None:
        super().__init__(Meta("planted", ("classic",)))
        self.plant = plant

    def install(self, r: RulesetBuilder) -> None:
        self.plant(r)


Plant = Callable[[RulesetBuilder], None]


def rules_with(plant: Plant) -> Ruleset:
    """The real game with a module of ours, whose steps may have taken the place of the game's."""
    chosen = Options(players=4)
    manifest = game_manifest("classic")
    return build(CLASSIC, [Planted(plant)], chosen.players, settings_of(chosen), {"classic": manifest})


def slips(r: RulesetBuilder, slip: Callable[[Play, int], None]) -> None:
    r.rules.steps[TURN] = Gossip(r.rules.steps[TURN], slip)


def role_in_a_masked_event(r: RulesetBuilder) -> None:
    kind = HalfMasked()
    r.kind("planted.role", kind)
    slips(r, lambda p, seat: p.emit(kind, bit(seat), seat, p.state.cards.number(ROLE + seat, SABOTEUR), 0, 0))


def handle_that_follows_a_card(r: RulesetBuilder) -> None:
    """Where a rockfall lies in somebody's sorted hand."""
    kind = Rumour()
    r.kind("planted.handle", kind)

    def slip(p: Play, seat: int) -> None:
        before = classic(p.state).hooks.names.index("rockfall")
        slot = sum(p.state.cards.number(HAND + seat, face) for face in range(1, before + 1))
        p.emit(kind, ALL, seat, slot, 0, 0)

    slips(r, slip)


def hand_shown_to_all(r: RulesetBuilder) -> None:
    """The right fact for the wrong eyes."""
    slips(r, lambda p, seat: show(p, ALL, HAND + seat))


def question_only_for_holders(r: RulesetBuilder) -> None:
    r.rules.steps[TURN] = Nosy(r.rules.steps[TURN], r.step("planted.nod", Nod()))


def option_that_depends_on_a_hidden_card(r: RulesetBuilder) -> None:
    classic_hooks(r.hooks).add_card("spite", Spite(False, at_somebody()), 4)


def refusal_that_depends_on_a_hidden_card(r: RulesetBuilder) -> None:
    classic_hooks(r.hooks).add_card("blurted", Blurted(False, at_somebody()), 4)


def secret_note(r: RulesetBuilder) -> None:
    """A fact that is told to one seat only: nothing is wrong with it."""
    kind = Masked()
    r.kind("planted.note", kind)
    slips(r, lambda p, seat: p.emit(kind, bit(seat), maps(p.state, seat), 0, 0, 0))


def by_place_in_the_log(sent: int, happened: int) -> int:
    """The gap: rows that were not sent are counted."""
    return happened


GAMES = 60 if COMPILED else 25


def compare_worlds(rules: Ruleset, numbering: Numbering) -> None:
    for seed in range(GAMES):
        try_table(rules, seed, Tally(), numbering)


def compare_views(rules: Ruleset, games: int) -> None:
    for seed in range(games):
        check_views(Table(rules, seed).play_on(seed * 3 % 120), 30)


@pytest.mark.parametrize(
    ("plant", "alarm"),
    [
        (role_in_a_masked_event, "a secret"),
        (handle_that_follows_a_card, "a secret"),
        (hand_shown_to_all, "a secret"),
        (question_only_for_holders, "a secret"),
        (option_that_depends_on_a_hidden_card, "legal moves depend on a secret"),
        (refusal_that_depends_on_a_hidden_card, "a refusal that depends on a secret"),
    ],
)
def test_a_planted_leak_is_caught_by_two_worlds(plant: Plant, alarm: str) -> None:
    rules = rules_with(plant)
    with pytest.raises(AssertionError, match=alarm):
        compare_worlds(rules, by_position)


@pytest.mark.parametrize(
    ("plant", "alarm"),
    [
        (option_that_depends_on_a_hidden_card, "legal for the state, not for the view"),
        (refusal_that_depends_on_a_hidden_card, "explained otherwise"),
    ],
)
def test_a_planted_leak_is_caught_by_comparing_views(plant: Plant, alarm: str) -> None:
    rules = rules_with(plant)
    with pytest.raises(AssertionError, match=alarm):
        compare_views(rules, GAMES * 4)


def test_a_gap_in_the_numbering_is_caught() -> None:
    rules = rules_with(secret_note)
    with pytest.raises(AssertionError, match="a gap"):
        compare_worlds(rules, by_place_in_the_log)


def test_without_a_leak_nothing_is_caught() -> None:
    rules = rules_with(secret_note)
    compare_worlds(rules, by_position)
    compare_views(rules, GAMES)


def test_a_secret_without_a_masked_form_is_refused() -> None:
    with pytest.raises(NotImplementedError, match="Rumour has a secret"):
        redact(Event(Rumour(), bit(1), 0, 0, 0, 0), 0)
