"""What the terminal game calls things, and what its help explains, in every language."""

from __future__ import annotations

import re

import pytest

from undermine.cli.terminal.tale import Names, sentence
from undermine.cli.terminal.words import Words
from undermine.data.table import LANGUAGES
from undermine.present.view import Told
from undermine.registry import GAMES


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_tool_that_a_card_is_aimed_at_is_called_by_its_name(lang: str) -> None:
    words = Words(lang, "classic")
    text = sentence(Told("played", seat=0, card="map", words=["P2", "pick"]), words, Names(["", ""]))
    assert text.endswith(f" P2 {words.tool('pick')}")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_help_explains_the_marks_on_the_board(game: str, lang: str) -> None:
    assert re.search(r"^o\b.*@", Words(lang, game).say("help"), re.MULTILINE)
