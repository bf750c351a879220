"""What is shown is true, complete, and nothing that the observer may not know."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.present.watching import Watched, seen_by, tables
from undermine.games.classic.rules.state import DECK, DISCARD, FRONT, GOLD_DECK, HAND, PURSE, ROLE
from undermine.kernel.chance import Seeded
from undermine.kernel.determinize import determinize
from undermine.kernel.engine import legal
from undermine.kernel.ids import SPECTATOR
from undermine.kernel.state import State
from undermine.notation.moves import moves_of
from undermine.present import ask_of
from undermine.present.view import Ask, ClassicView, View
from undermine.registry import Options

seeds = st.integers(0, 2**30)


def wire(thing: View | Ask | None) -> bytes:
    return msgspec.json.encode(thing)


def names(state: State, place: int) -> list[str]:
    layout = state.rules.layout
    faces = layout.face_names[layout.bag[place]]
    return [faces[face] for face in range(1, len(faces)) for _ in range(state.cards.number(place, face))]


def but_roles(view: ClassicView) -> ClassicView:
    """In a made-up world the seat would know the roles that were made up."""
    return view if view.mine is None else replace(view, mine=replace(view.mine, roles={}))


@settings(max_examples=8)
@given(tables(), seeds)
def test_a_view_is_what_another_fold_gives_and_survives_the_wire(options: Options, seed: int) -> None:
    game = Watched(options, seed)
    for moves in game.to_the_end():
        if moves % 17 == 0 or game.truth.over():
            for seat in game.observers:
                view = seen_by(game.views[seat], seat)
                assert view == seen_by(game.folded(seat), seat)
                assert msgspec.json.decode(wire(view), type=View) == view
                ask = ask_of(game.views[seat], seat)
                assert json.loads(wire(ask)) == msgspec.to_builtins(ask)


@settings(max_examples=8)
@given(tables(), seeds)
def test_worlds_that_a_seat_cannot_tell_apart_look_the_same(options: Options, seed: int) -> None:
    game = Watched(options, seed)
    for moves in game.to_the_end():
        if moves % 11 and seen_by(game.views[SPECTATOR], SPECTATOR).phase != "pay":
            continue
        for seat in game.observers:
            view = game.views[seat]
            for k in range(3):
                world = determinize(view, Seeded(seed + k))
                assert wire(but_roles(seen_by(world, seat))) == wire(but_roles(seen_by(view, seat)))
                assert wire(ask_of(world, seat)) == wire(ask_of(view, seat))


@settings(max_examples=8)
@given(tables(), seeds)
def test_options_are_what_is_legal_and_only_the_asked_get_them(options: Options, seed: int) -> None:
    game = Watched(options, seed)
    for _ in game.to_the_end():
        for seat in game.observers:
            ask = ask_of(game.views[seat], seat)
            if game.truth.over():
                assert ask is None
                continue
            assert ask is not None
            assert ask.seats == [game.asked()]
            moves = moves_of(game.rules)
            assert [moves.read(msgspec.json.encode(move)) for move in ask.options] == legal(game.truth, seat)
            assert len({msgspec.json.encode(move) for move in ask.options}) == len(ask.options)


@settings(max_examples=8)
@given(tables(), seeds)
def test_public_numbers_are_true(options: Options, seed: int) -> None:
    game = Watched(options, seed)
    cards = game.truth.cards
    for _ in game.to_the_end():
        views = [seen_by(game.views[seat], seat) for seat in game.observers]
        for view in views:
            assert (view.deck, view.discard, view.gold_deck) == tuple(map(cards.size, (DECK, DISCARD, GOLD_DECK)))
            for player in view.players:
                assert player.hand == cards.size(HAND + player.seat)
                assert player.gold_cards == cards.size(PURSE + player.seat)
                assert player.front == names(game.truth, FRONT + player.seat)
            assert view.asked == [game.asked()] or game.truth.over()
            public = msgspec.structs.replace(view, mine=None, cells=[], discards=None)
            assert public == msgspec.structs.replace(views[-1], cells=[], discards=None)


@settings(max_examples=8)
@given(tables(), seeds)
def test_own_secrets_are_shown_and_those_of_others_only_when_the_rules_say_so(options: Options, seed: int) -> None:
    game = Watched(options, seed)
    for _ in game.to_the_end():
        for seat in game.observers:
            view = seen_by(game.views[seat], seat)
            shown = view.phase in ("pay", "over")
            assert [player.role for player in view.players] == [
                names(game.truth, ROLE + other)[0] if shown else None for other in range(options.players)
            ]
            purses = [names(game.truth, PURSE + other) for other in range(options.players)]
            nuggets = [sum(int(card[-1]) for card in purse) for purse in purses]
            assert [player.nuggets for player in view.players] == [
                worth if view.phase == "over" else None for worth in nuggets
            ]
            if seat == SPECTATOR:
                assert view.mine is None
                continue
            assert view.mine is not None
            assert view.mine.role == names(game.truth, ROLE + seat)[0]
            assert [bunch.card for bunch in view.mine.hand for _ in range(bunch.count)] == names(
                game.truth, HAND + seat
            )
            assert (view.mine.gold_cards, view.mine.nuggets) == (purses[seat], nuggets[seat])
            assert bool(view.mine.packet) == (view.phase == "pay" and view.asked == [seat])
            assert view.mine.packet == sorted(view.mine.packet, key=lambda card: -int(card[-1]))  # the best first


@settings(max_examples=8)
@given(tables(), seeds)
def test_a_goal_is_named_to_those_who_saw_it(options: Options, seed: int) -> None:
    game = Watched(options, seed)
    seen: dict[int, dict[int, str]] = {seat: {} for seat in game.observers}
    for _ in game.to_the_end():
        for seat in game.observers:
            for event in game.news[seat]:
                if event.kind == "round":
                    seen[seat] = {}
                elif event.kind in ("saw", "turned"):
                    seen[seat][event.goal or 0] = event.card or ""
            view = seen_by(game.views[seat], seat)
            goals = {cell.goal: cell for cell in view.cells if cell.kind == "goal"}
            known = {goal: cell.card for goal, cell in goals.items() if cell.card}
            ask = ask_of(game.views[seat], seat)
            if ask is not None and ask.step == "orient":
                # It lies open before everybody, and only how it lies is still to be said.
                assert len(known) - len(seen[seat]) in (0, 1)
            else:
                assert known == seen[seat]
            if view.mine is not None:
                down = {goal: card for goal, card in seen[seat].items() if not goals[goal].face_up}
                assert view.mine.goals.items() <= down.items()


@pytest.mark.parametrize("edition", ["anniversary", "deluxe", "ukrainian"])
def test_results_tell_three_rounds_and_who_won(edition: str) -> None:
    for seed in range(4):
        game = Watched(Options(players=4 + seed, edition=edition), seed)
        told = [event for _ in game.to_the_end() for event in game.news[SPECTATOR]]
        view = seen_by(game.views[SPECTATOR], SPECTATOR)
        assert [result.round for result in view.results] == [1, 2, 3]
        assert [result.won for result in view.results] == [event.side for event in told if event.kind == "won"]
        assert [result.roles for result in view.results] == [event.roles for event in told if event.kind == "roles"]
        for player in view.players:
            assert sum(result.gold_cards[player.seat] for result in view.results) == player.gold_cards
        best = max(player.nuggets or 0 for player in view.players)
        assert view.winners == [player.seat for player in view.players if player.nuggets == best]
        assert told[-1].kind == "over"
        assert (told[-1].seats, told[-1].number) == (view.winners, best)
        for result in view.results:
            paid = [number for role, number in zip(result.roles, result.gold_cards, strict=True) if role == "digger"]
            if result.won == "diggers":
                assert paid == [1] * len(paid)
                assert sum(result.gold_cards) == len(paid)
            else:
                assert sum(paid) == 0
                assert bool(sum(result.gold_cards)) == ("saboteur" in result.roles)


def test_the_left_over_role_is_shown_where_the_table_says_so() -> None:
    for value in ("true", "false"):
        game = Watched(Options(players=5, switches={"showLeftoverRole": value}), 7)
        shown = [event.card for _ in game.to_the_end() for event in game.news[0] if event.kind == "roles"]
        assert all(card in ("digger", "saboteur") for card in shown) == (value == "true")
        view = seen_by(game.views[0], 0)
        assert view.leftover == shown[-1]
        if value == "true":
            roles = [*view.results[-1].roles, view.leftover]
            assert (roles.count("digger"), roles.count("saboteur")) == (4, 2)


def test_the_discard_pile_is_listed_only_where_the_table_says_so() -> None:
    game = Watched(Options(players=4, switches={"discardLog": "playedCardsOnly"}), 3)
    passed = 0
    for _ in game.to_the_end():
        passed += sum(event.number or 0 for event in game.news[0] if event.kind == "passed")
        if any(event.kind == "round" for event in game.news[0]):
            passed = 0
        view = seen_by(game.views[SPECTATOR], SPECTATOR)
        assert view.discards is not None
        assert sum(bunch.count for bunch in view.discards) == view.discard - passed
    plain = Watched(Options(players=4), 3)
    assert all(seen_by(plain.views[seat], seat).discards is None for seat in plain.observers)


def test_the_reminder_about_maps_is_the_tables_choice() -> None:
    for value in ("free", "reminder"):
        game = Watched(Options(players=3, switches={"mapTalk": value}), 1)
        assert seen_by(game.views[1], 1).map_talk == (value == "reminder")


def test_a_box_that_is_not_opened_yet_can_be_looked_at() -> None:
    game = Watched(Options(players=3), 1)
    view = seen_by(game.fresh(), SPECTATOR)
    assert (view.round, view.phase, view.asked, view.results, view.winners) == (0, "deal", [], [], [])
    assert ask_of(game.fresh(), SPECTATOR) is None
