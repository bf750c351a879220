"""The code of docs/adding-a-card.md runs as it stands there, and whole games are played with its card."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.laws.laws import Table, check_game, question
from undermine.data.manifest import loads
from undermine.games.classic.rules.actions import is_pass
from undermine.games.classic.rules.state import CARD_BAG
from undermine.kernel.forms import card_of
from undermine.kernel.ruleset import Ruleset

PAGE = ROOT / "docs" / "adding-a-card.md"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def tutorial() -> dict[str, Any]:
    """What the page's code leaves behind."""
    (toml,) = blocks("toml")
    names: dict[str, Any] = {"__name__": "errand", "errand_manifest": loads(toml, "errand")}
    code = blocks("python")
    assert len(code) == 4
    for number, block in enumerate(code):
        exec(compile(block, f"{PAGE.name}, block {number + 1}", "exec"), names)  # noqa: S102 - this page is our own
    return names


def test_the_page_does_what_it_says(tutorial: dict[str, Any]) -> None:
    assert tutorial["rules"].layout.face_names[CARD_BAG][-1] == "errand"
    assert tutorial["asked"] == tutorial["sent"]


class Senders(Table):
    """Likes errands."""

    def choose(self, seat: int, actions: list[int]) -> int:
        names = self.rules.layout.face_names[CARD_BAG]
        if question(self.state) == "turn":
            errands = [each for each in actions if names[card_of(each)] == "errand" and not is_pass(each)]
            return super().choose(seat, errands or actions)
        return super().choose(seat, actions)


@pytest.mark.parametrize("seed", range(3))
def test_whole_games_with_errands(tutorial: dict[str, Any], seed: int) -> None:
    rules: Ruleset = tutorial["rules"]
    t = Senders(rules, seed)
    check_game(t)
    assert t.asked_of["errand.bring"] > 3


def test_the_page_names_only_files_that_are_there_or_are_the_extras_own() -> None:
    for path in re.findall(r"`((?:src|tests|changelog\.d)/[^`]*?)`", PAGE.read_text()):
        assert "errand" in path or (ROOT / path).exists(), f"{PAGE.name} names {path}, which is not there"
