"""The front door: what scripts and notebooks use."""

from __future__ import annotations

import pytest

import undermine
from undermine.registry import GAMES, game_manifest

GREEDY = [undermine.bot("greedy", seed=seat) for seat in range(12)]


def fewest(game: str) -> int:
    return game_manifest(game).players[0]


def played(game: str, moves: int, seed: int = 3) -> undermine.RunningGame:
    found = undermine.new_game(game, players=fewest(game), seed=seed)
    for number in range(moves):
        found.play(found.legal_moves[number % len(found.legal_moves)])
    return found


def test_every_name_is_there_and_nothing_else_is() -> None:
    assert set(undermine.__all__) <= set(dir(undermine))
    with pytest.raises(AttributeError, match="nonsense"):
        undermine.nonsense  # noqa: B018 - what is tested


@pytest.mark.parametrize("game", GAMES)
def test_words_and_moves_mean_the_same(game: str) -> None:
    by_words, by_moves = played(game, 0), played(game, 0)
    for number in range(12):
        move = by_moves.legal_moves[-1 - number % len(by_moves.legal_moves)]
        assert str(move) == move.words
        assert move.words.startswith(move.verb)
        by_moves.play(move)
        by_words.play(move.words)
    assert by_words.events == by_moves.events
    assert by_words.position() == by_moves.position()


def test_a_move_has_typed_fields() -> None:
    game = undermine.new_game(players=5, seed=7)
    move = next(move for move in game.legal_moves if move.words == "lay NEW@180 0,-1")
    fields = move.fields
    assert (fields.card, fields.x, fields.y, fields.turned) == ("NEW", 0, -1, True)  # type: ignore[attr-defined]
    assert repr(move) == "<P5 lay NEW@180 0,-1>"


@pytest.mark.parametrize("game", GAMES)
def test_records_and_positions_go_out_and_come_back(game: str) -> None:
    here = played(game, 15)
    again = undermine.read_record(here.record(["Anna"] * fewest(game)))
    assert again.events == here.events
    stands = undermine.read_position(here.position())
    assert stands.position() == here.position()
    assert stands.turn == here.turn
    assert sorted(map(str, stands.legal_moves)) == sorted(map(str, here.legal_moves))
    with pytest.raises(undermine.UndermineError, match="nobody dealt it"):
        stands.record()


def test_a_copy_goes_its_own_way_with_the_same_luck() -> None:
    game = played("classic", 8)
    twin, third = game.copy(), game.copy()
    twin.play(twin.legal_moves[0])
    assert len(game.events) == len(third.events) < len(twin.events)
    third.play(third.legal_moves[0])
    assert third.events == twin.events


@pytest.mark.parametrize("game", GAMES)
def test_bots_play_to_the_end(game: str) -> None:
    here = undermine.new_game(game, players=fewest(game), seed=5)
    here.play_by(GREEDY[: fewest(game)])
    assert here.over
    assert here.turn is None
    assert here.legal_moves == []
    assert len(here.score) == fewest(game)
    assert set(here.winners) <= set(range(fewest(game)))
    assert str(here).endswith("over")
    with pytest.raises(undermine.Refused, match="over"):
        here.play("pass")


def test_a_seat_is_told_and_shown_no_more_than_it_may_know() -> None:
    game = played("classic", 6)
    mine, others = game.view(0), game.view(1)
    assert mine.mine is not None
    assert others.mine is not None
    assert mine.mine.seat == 0
    assert game.view().mine is None
    assert game.told(0) != game.told(1)
    assert not set(game.told(0)) >= set(game.events)


@pytest.mark.parametrize(
    ("words", "code"), [("lay NESW 9,9", "CARD_NOT_IN_HAND"), ("fly 3", "BAD_NOTATION"), ("", "BAD_NOTATION")]
)
def test_what_is_not_allowed_says_why_and_changes_nothing(words: str, code: str) -> None:
    game = undermine.new_game(players=5)
    before = game.events
    with pytest.raises(undermine.UndermineError) as caught:
        game.play(words)
    assert caught.value.code == code
    assert game.events == before


def test_a_seat_that_is_not_there_is_refused() -> None:
    game = undermine.new_game(players=3)
    for call in (game.view, game.told, game.moves_of):
        with pytest.raises(ValueError, match="there is no seat 3"):
            call(3)
    with pytest.raises(ValueError, match="3 bots are needed"):
        game.play_by([])


def test_the_table_is_drawn() -> None:
    drawn = str(undermine.new_game(players=5, seed=7))
    assert "* . . . . . . . ?" in drawn
    assert drawn.endswith("turn: P5")
