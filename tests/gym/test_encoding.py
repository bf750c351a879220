"""Observations and numbers of actions: of every game, with any extras, and made from what a seat knows alone."""

from __future__ import annotations

import random

import pytest

from tests.fuzz.combinations import draw
from tests.fuzz.game import Game
from tests.gym.worlds import compare_worlds, encoded
from undermine.gym.encoding import WIDE, index_of
from undermine.gym.schema import MOST, RANKED, Schema, schema_of
from undermine.gym.session import Session
from undermine.kernel import engine, fields
from undermine.kernel.engine import legal
from undermine.registry import GAMES, Options, players_of, ruleset, table_of

COMPILED = not str(engine.__file__).endswith(".py")
TABLES = 10 if COMPILED else 3


def some_tables(game: str, number: int, seed: int) -> list[Options]:
    rnd = random.Random(seed)
    found: list[Options] = []
    while len(found) < number:
        options = draw(rnd)
        if options.game == game:
            found.append(options)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_worlds_that_a_seat_cannot_tell_apart_are_the_same_bytes(game: str) -> None:
    compared = 0
    for seed, options in enumerate(some_tables(game, TABLES, 5)):
        compared += compare_worlds(Game(options, seed, 20), 6, 20)
    assert compared > 10 * TABLES


def test_a_secret_in_the_history_would_be_found() -> None:
    with pytest.raises(AssertionError, match="bytes of an observation"):
        shout()


def shout() -> None:
    for seed in range(30):
        compare_worlds(Game(Options(players=4), seed, 20), 6, 20, shouted=True)


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_action_has_a_number_of_its_own_and_the_number_means_it(game: str) -> None:
    for seed, options in enumerate(some_tables(game, TABLES, 6)):
        played = Game(options, seed, 20)
        schema = schema_of(played.rules)
        played.open()
        for _ in range(60):
            if played.state.over():
                break
            seat = played.asked()
            actions = [int(action) for action in legal(played.state, seat)]
            numbers = numbers_of(played, seat)
            assert len(set(numbers)) == len(numbers) == min(len(actions), WIDE)
            assert all(0 <= number < schema.actions for number in numbers)
            for action, number in zip(actions, numbers, strict=False):
                own = int(index_of(schema.plan, action))
                if own >= 0:
                    assert number == own
                    assert schema.action(number) == action
                else:
                    assert schema.block(number).ranked
            played.move()


def numbers_of(game: Game, seat: int) -> list[int]:
    schema = schema_of(game.rules)
    text = encoded(game.seats[seat], seat, game.log)[schema.size :]
    return [int.from_bytes(text[at : at + 8], "little") for at in range(0, len(text), 8)]


def test_few_actions_go_without_a_number_of_their_own() -> None:
    schema = schema_of(ruleset(Options()))
    session = Session(Options(), schema, 3)
    outside = 0
    answers = 0
    rnd = random.Random(1)
    while not session.over:
        numbers = sorted(session.choices(session.turn))
        answers += len(numbers)
        outside += sum(number >= schema.blocks[-1].first for number in numbers)
        session.step(rnd.choice(numbers))
    assert answers > 500
    assert outside < 0.05 * answers


def test_a_schema_says_what_every_byte_is() -> None:
    for game in GAMES:
        least, _ = players_of(Options(game=game))
        schema = Schema(ruleset(Options(game=game, players=least)))
        at = 0
        for section in schema.sections:
            assert section.first == at
            assert len(section.about) == section.shape[0]
            at += section.size
        assert at == schema.size
        at = 0
        for block in schema.blocks:
            assert block.first == at
            at += block.size
            assert block.size <= (RANKED if block.ranked else MOST)
        assert at == schema.actions
        names = [field.name for field in schema.rules.game.facts(schema.rules)]
        assert len(schema.section("facts").about) >= len(names)


def test_bytes_say_what_the_seat_knows() -> None:
    rules = ruleset(table_of("classic-3"))
    schema = schema_of(rules)
    session = Session(table_of("classic-3"), schema, 7)
    for _ in range(12):
        session.step(min(session.choices(session.turn)))
    seat = session.turn
    seen, view = session.encoded(seat), session.view(seat)
    cards = schema.section("cards")
    assert list(seen[cards.first : cards.first + cards.size]) == [int(number) for number in view.cards.count]
    question = schema.section("question")
    asked = [question.about[at] for at in range(question.size) if seen[question.first + at]]
    assert asked[:2] == [f"P{seat + 1} looks", f"P{seat + 1} is asked"]
    assert asked[-1] == "turn"
    maze = schema.section("maze")
    width = len(schema.columns)
    entrance = (0 - schema.lines[0]) * width + (0 - schema.columns[0])
    assert seen[maze.first + schema.plan.cells + entrance] == 15 | 15 << 4  # open on all sides, and lit
    goals = [at for at in range(schema.plan.cells) if seen[3 * schema.plan.cells + at]]
    cells = [(at % width + schema.columns[0], at // width + schema.lines[0]) for at in goals]
    assert cells == [(8, -2), (8, 0), (8, 2)]


def test_facts_are_as_many_as_a_game_declares() -> None:
    from undermine.gym.encoding import FACTS

    for game in GAMES:
        least, most = players_of(Options(game=game))
        for players in {least, most}:
            rules = ruleset(Options(game=game, players=players))
            declared = rules.game.facts(rules)
            assert rules.game.new_state(rules).facts(FACTS) == len(declared)
            known = {fields.NUMBER, fields.SEAT, fields.SEATS, fields.YES, fields.CELL}
            assert {field.what for field in declared} <= known


def test_cards_thrown_away_have_numbers_up_to_two_of_them() -> None:
    schema = schema_of(ruleset(table_of("classic-4+saboteur2")))
    form = next(form for form in schema.rules.forms if form.verb == "pass")
    one, two, three = (int(form.head) | cards for cards in (2, 2 | 3 << 8, 2 | 3 << 8 | 4 << 16))
    numbers = [int(index_of(schema.plan, action)) for action in (one, two)]
    assert [schema.action(number) for number in numbers] == [one, two]
    assert [len(schema.words(number).split()) for number in numbers] == [2, 3]
    assert {schema.block(number).form for number in numbers} == {"pass"}
    assert index_of(schema.plan, three) < 0


def test_a_number_is_told_in_words() -> None:
    schema = schema_of(ruleset(Options()))
    session = Session(Options(), schema, 1)
    told = [schema.words(number) for number in session.choices(session.turn)]
    assert any(words.startswith(("lay ", "break ", "mend ", "map ", "rockfall ")) for words in told)
    hand = [
        card for place, card in (about.split(": ") for about in schema.section("cards").about) if place == "hand P1"
    ]
    assert {words for words in told if words.startswith("pass ")} <= {f"pass {card}" for card in hand}
    assert any(words.startswith("pass ") for words in told)
    assert schema.words(schema.actions - 1).startswith("outside #")
    told = [schema.words(number) for number in range(schema.actions)]
    assert len(set(told)) == len(told)
    described = schema.describe()
    assert described["version"] == 1
    assert described["actions"] == schema.actions
