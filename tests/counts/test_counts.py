"""Numbers of lines of play, kept: a rule that changes changes them."""

from __future__ import annotations

import pytest

from tests.replays.make import count_rows, counted

ROWS = count_rows()


@pytest.mark.parametrize("row", ROWS, ids=[f"{r['edition']}-{r['players']}-{r['chance']}-{r['depth']}" for r in ROWS])
def test_there_are_as_many_lines_of_play_as_before(row: dict[str, int | str]) -> None:
    assert counted(row) == row["lines"]


def test_the_counts_cover_what_they_should() -> None:
    asked_for = {(row["players"], row["chance"], row["depth"]) for row in ROWS}
    assert asked_for >= {(3, "seed", depth) for depth in (1, 2, 3)} | {(3, "enumerate", depth) for depth in (1, 2)}
