"""What players of The Lost Mines see and read."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from tests.lost_mines.table import LONGEST, MinesTable, rules_for
from undermine.bots import make
from undermine.cli.terminal.facts import legend
from undermine.cli.terminal.person import rotated
from undermine.cli.terminal.screen import Screen
from undermine.cli.terminal.signs import MINES, signs
from undermine.cli.terminal.tale import Names, sentence
from undermine.cli.terminal.words import Words
from undermine.data.table import LANGUAGES
from undermine.games.lost_mines.rules.events import GLANCED, SCORED
from undermine.games.lost_mines.rules.hooks import DWARF_LOOK, ROLES
from undermine.games.lost_mines.rules.state import mines
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import legal, open_game, step, waiting
from undermine.kernel.event import Event
from undermine.kernel.ids import SPECTATOR, lowest
from undermine.kernel.visibility import follow, stream
from undermine.notation.actions import parse
from undermine.notation.moves import moves_of
from undermine.present import ask_of, told, view_of, why
from undermine.present.box import box_of
from undermine.present.sheet import own
from undermine.present.view import Bunch, Heap, MinesMine, MinesView
from undermine.sim.match import play_match
from undermine.sim.tally import Tally

NOTATION = re.compile(r"(?<![+\w])[a-z]{3,}")  # a word that is not in the player's language; marks of shapes are


def seen_by(t: MinesTable, seat: int) -> MinesView:
    view = view_of(t.views[-1 if seat == SPECTATOR else seat], seat)
    assert isinstance(view, MinesView)
    return view


@pytest.mark.parametrize("seed", [2, 5])
def test_options_are_the_legal_answers_in_words(seed: int) -> None:
    t = MinesTable(rules_for(4), seed)
    for _ in range(80):
        if t.state.over():
            break
        for seat, view in zip(t.watchers, t.views, strict=True):
            ask = ask_of(view, seat)
            assert ask is not None
            assert [moves_of(t.rules).action(move) for move in ask.options] == legal(t.state, seat)
        t.move()


def test_a_view_shows_what_its_seat_knows() -> None:
    t = MinesTable(rules_for(5), 4)
    t.play_on(70)
    truth = mines(t.state)
    for seat in range(5):
        view = seen_by(t, seat)
        assert view.mine is not None
        assert sum(card.count for card in view.mine.hand) == view.players[seat].hand
        assert view.mine.role in ("honest", "greedy", "saboteur")
        assert not any(player.role for player in view.players)
        assert [player.clan for player in view.players] == [("blue", "yellow")[clan] for clan in truth.clan]
        assert [piece.seat for piece in view.pieces if piece.kind == "dwarf"] == list(range(5))
        assert len([cell for cell in view.cells if cell.kind == "goal"]) == 4
        assert len(view.display) == truth.left
    assert view_of(t.views[-1], SPECTATOR).mine is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_that_happens_has_a_sentence(lang: str) -> None:
    words = Words(lang, "lost-mines")
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
                said = sentence(event, words, names)
                assert said
                assert lang == "en" or not NOTATION.search(said), said
            assert view_of(view, seat).winners
    assert {"round", "joined", "laid", "drew", "walked", "dropped", "shows", "seen-dwarf", "scored", "over"} <= kinds


def test_a_mine_that_may_be_turned_is_drawn_in_each_way() -> None:
    turned: list[list[str]] = []
    for seed in range(3):
        t = MinesTable(rules_for(4, card_rotations="4"), seed)
        t.eager = 0.97
        while not t.state.over():
            seat = t.asked()
            ask = ask_of(t.views[seat], seat)
            if ask is not None and ask.step == "lay-mine":
                goal = next(cell.card for cell in view_of(t.views[seat], seat).cells if cell.goal == ask.about["mine"])
                shape = box_of(t.rules, "en").faces[goal].shape
                turned.append([rotated(shape, move.quarter) for move in ask.options])
            t.move()
    assert turned
    for shapes in turned:
        assert len(set(shapes)) == len(shapes) > 1
        assert set.intersection(*map(set, shapes))  # the side one comes from is open in all of them


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_dwarf_card_that_was_looked_at_is_kept_in_mind(seed: int) -> None:
    """L-142: by who looked at it alone, until the round ends."""
    t = MinesTable(rules_for(5), seed)
    known: dict[int, dict[int, str]] = {seat: {} for seat in t.watchers}
    looks = 0
    while not t.state.over():
        seen = len(t.log)
        truth = mines(t.state)
        roles = [ROLES[int(truth.cards.any(truth.role(seat))) - 1] for seat in range(5)]
        t.move()
        for event in t.log[seen:]:
            if event.kind is GLANCED and event.b == DWARF_LOOK:
                known[int(event.a)][int(event.c)] = roles[event.c]
                looks += 1
            elif event.kind is SCORED:
                known = {seat: {} for seat in t.watchers}
        for seat, view in zip(t.watchers, t.views, strict=True):
            mine = view_of(view, seat).mine
            assert mine is None or not isinstance(mine, MinesMine) or mine.roles == known[seat]
    assert looks > 2


def test_kinds_of_taken_treasures_are_open_and_their_worth_is_not() -> None:
    """L-140: what others have taken is named by its back, unless one has looked at it."""
    t = MinesTable(rules_for(4), 1)
    t.eager = 0.97
    shown = 0
    while not t.state.over():
        t.move()
        truth = mines(t.state)
        view = seen_by(t, SPECTATOR)
        for seat in range(4):
            taken = [truth.hooks.slots[number] for number, who in enumerate(truth.holder) if who == seat]
            assert [treasure.name for treasure in view.players[seat].treasures] == taken
            assert not any(treasure.card for treasure in view.players[seat].treasures)
            shown += len(taken)
    assert shown
    for lang in LANGUAGES:
        words = Words(lang, "lost-mines")
        screen = Screen(Console(file=io.StringIO(), width=100), words, Names([""] * 4), box_of(t.rules, lang))
        heap = Heap(name="treasures", cards=[Bunch(card="gems-a"), Bunch(card="gold-b")], seat=1)
        assert screen.owned([heap]) == [
            f"{words.names['place.treasures']}: P2 {words.card('gems-a')}, {words.card('gold-b')}"
        ]


def test_mines_that_are_known_are_marked_on_the_board() -> None:
    t = MinesTable(rules_for(4), 1)
    t.eager = 0.97
    while not mines(t.state).opened:
        t.move()
    view = view_of(t.views[0], 0)
    known = [cell.card for cell in view.cells if cell.kind == "goal" and cell.card]
    assert known
    assert [sign.name for sign in signs(view, box_of(t.rules, "en").faces) if sign.name in MINES] == known
    for lang in LANGUAGES:
        words = Words(lang, "lost-mines")
        assert all(
            words.say(f"sign_{name}") in legend(signs(view, box_of(t.rules, "en").faces), words) for name in known
        )


def test_own_treasures_are_called_by_their_backs() -> None:
    t = MinesTable(rules_for(4), 1)
    t.eager = 0.97
    while not any(seen_by(t, seat).players[seat].treasures for seat in range(4)):
        t.move()
    for seat in range(4):
        mine = own(seen_by(t, seat))
        assert mine is not None
        assert len(mine.gold) == len(seen_by(t, seat).players[seat].treasures)
        assert all(Words("ru", "lost-mines").card(name) != name for name in mine.gold)


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
        action = bots[seat].choose(views[seat], seat, seen)
        assert action in legal(play.state, seat)
        step(play, seat, action, chance)
        seen = follow(views, log, seen)
    assert {"turn", "walk", "look"} <= asked
