"""Whole games as every seat is told them, kept and compared."""

from __future__ import annotations

import re

import pytest

from tests.replays.make import GAMES, REPLAYS, WITH, replay


@pytest.mark.parametrize(("edition", "players", "seed"), GAMES)
def test_a_golden_game_is_told_as_before(edition: str, players: int, seed: int) -> None:
    kept = (REPLAYS / f"{edition}-{players}.txt").read_text()
    assert replay(edition, players, seed) == kept, "if the change is meant: python -m tests.replays.make"


@pytest.mark.parametrize(("extra", "edition", "players", "seed"), WITH)
def test_a_golden_game_with_an_extra_is_told_as_before(extra: str, edition: str, players: int, seed: int) -> None:
    kept = (REPLAYS / f"{extra}-{edition}-{players}.txt").read_text()
    assert replay(edition, players, seed, extra) == kept, "if the change is meant: python -m tests.replays.make"


def test_golden_games_show_what_a_game_can_show() -> None:
    text = "".join((REPLAYS / f"{edition}-{players}.txt").read_text() for edition, players, _ in GAMES)
    for what in ("laid", "played", "passed", "collapsed", "turned", "won diggers", "won saboteurs", "poured"):
        assert re.search(rf"^  (.*: )?{what}\b", text, re.MULTILINE), what


def test_no_seat_is_told_anothers_card() -> None:
    """A dealt or drawn card, read as text: its owner alone hears a name."""
    named = 0
    for edition, players, _ in GAMES:
        for line in (REPLAYS / f"{edition}-{players}.txt").read_text().splitlines():
            drawn = re.fullmatch(r"  (.*): moved (\S+) (?:deck hand|roles-left-over role)-(P\d+)", line)
            if drawn:
                hearers, card, owner = drawn.groups()
                assert (owner in hearers.split()) == (card != "?")
                assert card == "?" or hearers == owner
                named += card != "?"
    assert named > 300
