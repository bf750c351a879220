"""Questions of extras, answered through the interface; `python -m tests.e2e.questions` asks all of them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.e2e.questions import Screens, answer_all, link_of, look_at_all
from tests.e2e.serving import Served, axe_source

pytestmark = pytest.mark.needs("chromium", "bundle")

# Of each sort one: on a player, two goals, cards of the hand for one before you, a side of a tunnel, cards in a list, yes or no.
WANTED = ("inspection", "goal-swap", "clear", "dwarf", "veto-window", "pay", "pathfinder", "treasury", "direction")


def test_questions_of_extras_are_answered(tmp_path: Path) -> None:
    served = Served(tmp_path)
    links = link_of(served.database, "saboteur2", 12, WANTED)
    assert {question.verb for question in links} == set(WANTED)
    screens: Screens = (("laptop", "en"), ("phone", "uk"), ("phone", "ru"), ("laptop", "uk"))
    with served:
        wrong = asyncio.run(look_at_all(served, links, screens, axe_source(), by_turns=2))
        assert not wrong, "\n".join(wrong)
        asyncio.run(answer_all(served, links))
