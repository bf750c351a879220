"""What the command and its games say of themselves: help, and the names of things in every language."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from undermine.cli.main import COMMANDS, main
from undermine.cli.terminal.tale import Names, sentence
from undermine.cli.terminal.words import Words
from undermine.data.table import LANGUAGES
from undermine.present.view import Told
from undermine.registry import GAMES


def test_without_arguments_help_is_shown_and_names_every_command() -> None:
    result = CliRunner().invoke(main, [])
    assert result.exit_code == 0
    assert re.findall(r"^  ([a-z]+) +[A-Z]", result.output, re.MULTILINE) == list(COMMANDS)
    assert CliRunner().invoke(main, ["--version"]).output.startswith("undermine, version ")


def test_help_tells_the_exit_codes() -> None:
    told = re.findall(r"^    (\d+) ", CliRunner().invoke(main, []).output, re.MULTILINE)
    assert told == ["0", "1", "2", "130"]
    assert CliRunner().invoke(main, ["rules", "B-999"]).exit_code == 1
    assert CliRunner().invoke(main, ["dance"]).exit_code == 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_tool_that_a_card_is_aimed_at_is_called_by_its_name(lang: str) -> None:
    words = Words(lang, "classic")
    text = sentence(Told(kind="played", seat=0, card="map", move={"target": 1, "tool": "pick"}), words, Names(["", ""]))
    assert " P2" in text
    assert text.endswith(f": {words.tool('pick')}")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_help_explains_the_marks_on_the_board(game: str, lang: str) -> None:
    assert re.search(r"^o\b.*@", Words(lang, game).say("help"), re.MULTILINE)
