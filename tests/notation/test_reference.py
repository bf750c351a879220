"""docs/words.md is what the rules declare."""

from __future__ import annotations

from tests.conftest import ROOT
from undermine.notation.reference import page

PAGE = ROOT / "docs" / "words.md"


def test_the_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m undermine.notation.reference > docs/words.md"


def test_it_has_every_game_and_extra_with_their_own_words() -> None:
    text = page()
    for words in (
        "| `lay <card>[@180] <cell>` | `lay` | `turn` |",
        "| `walk <edge>` | `walk` | `walk` |",
        "| `veto.window` | `<move>` `<seat>` |",
        "| `wanted <seat> <move>` |",
        "| `laid <seat> <card> <cell>` |",
        "| `chests.opened <chest> <card> <seat>` |",
    ):
        assert words in text
