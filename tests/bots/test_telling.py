"""What a bot believes, in words: every reason it can give is a sentence in every language."""

from __future__ import annotations

import pytest

from tests.bots.test_steady import broke, heard, laid
from tests.bots.view import SEAT, Scene
from undermine.bots import make
from undermine.bots.api import Explanation, Reason
from undermine.bots.telling import sentences
from undermine.data.table import LANGUAGES
from undermine.games.classic.mind.learned import signs
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import open_game
from undermine.registry import Options, ruleset

NAMES = ["Ann", "Bob", "Cid", "Dot", "Eve"]
GOALS = ["goal.top", "goal.middle", "goal.bottom"]


def test_beliefs_and_reasons_are_told_with_numbers() -> None:
    scene = Scene("digger", "EW").road(5)
    bot = heard(scene, laid(scene, 1, "NESW", 6, 0), laid(scene, 2, "E|W", 6, 0), broke(scene, 2, 1))
    said = sentences(bot.explain(scene.view, SEAT), NAMES, GOALS, "en")
    assert "Ann hinders the dig: 0 %." in said
    assert "The gold is behind the top goal: 33 %." in said
    assert any(line.startswith("Cid lays a dead end. A saboteur does so ") for line in said)
    assert any(line.startswith("Bob brings the tunnel nearer to the gold. A gold-digger does so ") for line in said)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sign_that_was_learned_can_be_told(lang: str) -> None:
    for learned in sorted({key.partition(": ")[2] for key in signs()}):
        about = Explanation(reasons=[Reason(f"sign.{learned.replace(' ', '.')}", {"seat": 1}, 1.0)])
        (said,) = sentences(about, NAMES, GOALS, lang)
        assert said.startswith("Bob ")
        assert "{" not in said
        assert ("2.7" if lang == "en" else "2,7") in said


@pytest.mark.parametrize(("game", "players"), [("duel", 2), ("duel-solo", 1), ("lost-mines", 4)])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_other_games_are_told_of_as_well(game: str, players: int, lang: str) -> None:
    state = open_game(ruleset(Options(game=game, players=players)), Seeded(1), None).state
    about = make("steady", 0).explain(state, 0)
    goals = [f"goal.{number}" for number in range(1, 7)]
    said = sentences(about, NAMES[:players], goals, lang)
    assert len(said) == len(about.suspicion) + len(about.gold) + len(about.reasons)
    assert all(line.endswith(".") and "{" not in line for line in said)
