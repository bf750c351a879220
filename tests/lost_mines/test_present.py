"""What players of The Lost Mines see and read."""

from __future__ import annotations

import pytest

from tests.lost_mines.table import LONGEST, MinesTable, rules_for
from undermine.bots import make
from undermine.cli.terminal.tale import Names, sentence
from undermine.cli.terminal.words import Words
from undermine.data.table import LANGUAGES
from undermine.games.lost_mines.state import mines
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import legal, open_game, step, waiting
from undermine.kernel.event import Event
from undermine.kernel.ids import SPECTATOR, lowest
from undermine.kernel.visibility import follow, stream
from undermine.notation.actions import parse
from undermine.present import ask_of, told, view_of, why
from undermine.sim.match import play_match
from undermine.sim.tally import Tally


@pytest.mark.parametrize("seed", [2, 5])
def test_options_are_the_legal_answers_in_words(seed: int) -> None:
    t = MinesTable(rules_for(4), seed)
    for _ in range(80):
        if t.state.over():
            break
        for seat, view in zip(t.watchers, t.views, strict=True):
            ask = ask_of(view, seat)
            assert ask is not None
            assert [option.action for option in ask.options] == legal(t.state, seat)
            for option in ask.options:
                assert parse(t.rules, view, seat, " ".join([option.verb, *option.words])) == option.action
        t.move()


def test_a_view_shows_what_its_seat_knows() -> None:
    t = MinesTable(rules_for(5), 4)
    t.play_on(70)
    truth = mines(t.state)
    for seat in range(5):
        view = view_of(t.views[seat], seat)
        assert view.mine is not None
        assert sum(card.count for card in view.mine.hand) == view.players[seat].hand
        assert view.mine.role in ("honest", "greedy", "saboteur")
        assert not any(player.role for player in view.players)
        assert view.numbers["clans"] == list(truth.clan)
        assert len(view.numbers["dwarves"]) == 10
        assert len([cell for cell in view.cells if cell.kind == "goal"]) == 4
        assert len(view.places) == truth.left
    assert view_of(t.views[-1], SPECTATOR).mine is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_that_happens_has_a_sentence(lang: str) -> None:
    words = Words(lang)
    names = Names([""] * 4)
    kinds: set[str] = set()
    for seed in range(3):
        t = MinesTable(rules_for(4, trap_oneShot="true"), seed)
        t.play_on(LONGEST)
        for seat in (0, SPECTATOR):
            view = t.rules.game.new_state(t.rules)
            for event in told(view, stream(t.log, seat)):
                kinds.add(event.kind)
                assert words.tells(event.kind), event.kind
                assert sentence(event, words, names)
            assert view_of(view, seat).winners
    assert {"round", "laid", "drew", "walked", "dropped", "shows", "scored", "over"} <= kinds


@pytest.mark.parametrize("lang", LANGUAGES)
def test_refusals_are_sentences(lang: str) -> None:
    t = MinesTable(rules_for(4), 1)
    seat = t.asked()
    for words in ("discard", "lay NESW 20,20", "storm 0,-1", "trap 5,5 N", "propose", "clear axe 1,1"):
        found = why(t.views[seat], seat, parse(t.rules, t.state, seat, words), lang)
        assert found is not None
        assert found.rule.startswith("L-")
        assert found.text.endswith(".")


def test_greedy_bots_find_more_than_random_ones() -> None:
    scores = {}
    for name in ("greedy", "random"):
        tally = Tally()
        for seed in range(3):
            play_match(rules_for(4), (name,) * 4, seed, tally)
        assert (tally.games, tally.rounds) == (3, 6)
        scores[name] = sum(tally.purses)
    assert scores["greedy"] > 4 * scores["random"]


def test_a_bot_answers_every_question_from_its_own_view() -> None:
    rules = rules_for(5)
    bots = [make("greedy", seat) for seat in range(5)]
    chance = Seeded(9)
    log: list[Event] = []
    play = open_game(rules, chance, log)
    views = [rules.game.new_state(rules) for _ in range(5)]
    seen = follow(views, log, 0)
    asked: set[str] = set()
    while play.state.depth:
        seat = lowest(waiting(play.state))
        asked.add(rules.step_names[play.state.top().step])
        action = bots[seat].choose(views[seat], seat)
        assert action in legal(play.state, seat)
        step(play, seat, action, chance)
        seen = follow(views, log, seen)
    assert {"turn", "walk", "look"} <= asked
