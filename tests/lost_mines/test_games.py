"""Whole games that were played once lead to the same today. `undermine play --game lost-mines --humans 0 --record` wrote them."""

from __future__ import annotations

from pathlib import Path

import pytest

from undermine.notation.records import parse_record, print_record, verify

FILES = sorted((Path(__file__).parent / "games").glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_leads_to_what_is_written_down(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = parse_record(text)
    assert verify(record) is None
    assert print_record(record) == text
    for word in ("gained", "scorched", "lose", "opened", "departed", "bridged"):
        assert f" {word} " in text, word
