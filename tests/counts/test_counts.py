"""Numbers of lines of play, kept: a rule that changes changes them."""

from __future__ import annotations

import tomllib

import pytest

from tests.replays.make import COUNT_FILES, COUNTS, OTHER_CHECKSUMS, count_rows, counted
from undermine.bots.playout import playouts
from undermine.registry import GAMES, Options, ruleset

ROWS = [row for name in COUNT_FILES for row in count_rows(name)]
CHECKSUMS = tomllib.loads((COUNTS / "checksums.toml").read_text())


def name_of(row: dict[str, int | str]) -> str:
    return "-".join(str(row[key]) for key in ("game", "edition", "players", "seed", "chance", "depth") if key in row)


@pytest.mark.parametrize("row", ROWS, ids=map(name_of, ROWS))
def test_there_are_as_many_lines_of_play_as_before(row: dict[str, int | str]) -> None:
    assert counted(row) == row["lines"]


def test_the_counts_cover_what_they_should() -> None:
    asked_for = {(row["players"], row["chance"], row["depth"]) for row in count_rows("classic")}
    assert asked_for >= {(3, "seed", depth) for depth in (1, 2, 3)} | {(3, "enumerate", depth) for depth in (1, 2)}
    assert {row.get("game", "classic") for row in ROWS} == set(GAMES) == set(COUNT_FILES)


@pytest.mark.parametrize(("game", "players"), [(game, n) for game, row in OTHER_CHECKSUMS.items() for n in row])
def test_games_are_the_same_compiled_or_not_and_watched_or_not(game: str, players: int) -> None:
    """Moves, and a checksum over what was legal and what was chosen, in three random games."""
    rules = ruleset(Options(game=game, players=players))
    golden = tuple(CHECKSUMS[game][str(players)])
    assert playouts(rules, 3, 1, False, False) == golden
    assert playouts(rules, 3, 1, True, False) == golden
    assert playouts(rules, 3, 1, True, True) == golden
