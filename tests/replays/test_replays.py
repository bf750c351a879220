"""Whole games as every seat is told them, kept and compared."""

from __future__ import annotations

import re

import pytest

from tests.replays.make import GAMES, OTHERS, REPLAYS, WITH, replay, replay_other

SHOWN = {
    "duel": "laid collapsed unlocked bribed claimed consulted turned earned yielded poured",
    "duel-solo": "laid collapsed unlocked bribed claimed turned earned yielded poured",
    "lost-mines": "laid played dropped bridged trapped blocked departed blasted glanced walked opened scorched gained agreed scored",
}


@pytest.mark.parametrize(("edition", "players", "seed"), GAMES)
def test_a_golden_game_is_told_as_before(edition: str, players: int, seed: int) -> None:
    kept = (REPLAYS / f"{edition}-{players}.txt").read_text()
    assert replay(edition, players, seed) == kept, "if the change is meant: python -m tests.replays.make"


@pytest.mark.parametrize(("extra", "edition", "players", "seed"), WITH)
def test_a_golden_game_with_an_extra_is_told_as_before(extra: str, edition: str, players: int, seed: int) -> None:
    kept = (REPLAYS / f"{extra}-{edition}-{players}.txt").read_text()
    assert replay(edition, players, seed, extra) == kept, "if the change is meant: python -m tests.replays.make"


@pytest.mark.parametrize(("game", "players", "seed"), OTHERS)
def test_a_golden_game_of_another_kind_is_told_as_before(game: str, players: int, seed: int) -> None:
    kept = (REPLAYS / f"{game}-{players}.txt").read_text()
    assert replay_other(game, players, seed) == kept, "if the change is meant: python -m tests.replays.make"
    for what in SHOWN[game].split():
        assert re.search(rf"^  (.*: )?{what}\b", kept, re.MULTILINE), what


def test_golden_games_show_what_a_game_can_show() -> None:
    text = "".join((REPLAYS / f"{edition}-{players}.txt").read_text() for edition, players, _ in GAMES)
    for what in ("laid", "played", "passed", "collapsed", "turned", "won diggers", "won saboteurs", "poured"):
        assert re.search(rf"^  (.*: )?{what}\b", text, re.MULTILINE), what


def test_no_seat_is_told_anothers_card() -> None:
    """A dealt or drawn card, read as text: its owner alone hears a name."""
    named = 0
    for name, players, _ in (*GAMES, *OTHERS):
        for line in (REPLAYS / f"{name}-{players}.txt").read_text().splitlines():
            drawn = re.fullmatch(r"  (.*): (?:dealt|drew) (\S+) (?:deck hand|\S+-left-over \w+)-(P\d+)", line)
            if drawn:
                hearers, card, owner = drawn.groups()
                assert (owner in hearers.split()) == (card != "?")
                assert card == "?" or hearers == owner
                named += card != "?"
    assert named > 300
