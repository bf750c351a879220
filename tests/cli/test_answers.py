"""Lists of answers in the terminal are sentences, in every language; and whole games of every kind can be played there."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator

import pytest

from tests.cli.shown import box, screen_of
from tests.duel.table import DuelTable
from tests.lost_mines.table import MinesTable
from undermine.bots import make
from undermine.cli.terminal import person
from undermine.cli.terminal.game import TerminalGame
from undermine.cli.terminal.person import Person, hints
from undermine.cli.terminal.ways import by_card, is_swap, moves, way, ways_of
from undermine.cli.terminal.words import Words
from undermine.data.table import LANGUAGES
from undermine.kernel.engine import legal
from undermine.notation.actions import words
from undermine.notation.moves import moves_of
from undermine.present import ask_of, view_of
from undermine.present.view import Ask
from undermine.registry import Options, ruleset

SWITCHES = {
    "duel": {"gold.optionalClaim": "true"},
    "duel-solo": {"solo.setAside": "chosenFromDiscard"},
    "lost-mines": {"card.rotations": "4"},
}
LONGEST = 1500  # answers of a game
PLAYERS = {"duel": 2, "duel-solo": 1, "lost-mines": 4}


def asked_in(game: str, seed: int) -> Iterator[tuple[int, Ask, MinesTable | DuelTable]]:
    """Every question of a game, with who is asked."""
    rules = ruleset(Options(game=game, players=PLAYERS[game], switches=SWITCHES[game]))
    table = MinesTable(rules, seed) if game == "lost-mines" else DuelTable(rules, seed)
    table.eager = 0.97
    while not table.state.over():
        seat = table.asked()
        ask = ask_of(table.views[seat], seat)
        assert ask is not None
        yield seat, ask, table
        table.move()


@pytest.mark.parametrize("game", SWITCHES)
def test_answers_of_a_list_are_sentences(game: str) -> None:
    said: dict[str, set[str]] = {lang: set() for lang in LANGUAGES}
    for seed in range(2):
        for seat, ask, table in asked_in(game, seed):
            if by_card(view_of(table.views[seat], seat), ask):
                continue
            for lang in LANGUAGES:
                someone = Person(screen_of(game, lang, PLAYERS[game]), seat, table.views[seat])
                for move in moves(ask):
                    text = someone.choice(ask, move)
                    assert not text.startswith(move["verb"]) or lang == "en", (ask.step, text)
                    assert not re.search(r"[{}]|\b[NESW]\b$", text)
                    assert not re.search(r"[#|$]", text), text
                    said[lang].add(f"{ask.step} {move['verb']}")
    assert len(said["en"]) >= 4
    assert said["en"] == said["ru"] == said["uk"]


@pytest.mark.parametrize("game", SWITCHES)
def test_every_way_of_a_card_is_typed_behind_its_number(game: str) -> None:
    """No two ways are written alike, quarter turns included."""
    typed = 0
    for seat, ask, table in asked_in(game, 3):
        view = view_of(table.views[seat], seat)
        if view.mine is None or not by_card(view, ask):
            continue
        someone = Person(screen_of(game, "en", PLAYERS[game]), seat, table.views[seat])
        for number, bunch in enumerate(view.mine.hand, 1):
            for move in ways_of(ask, bunch):
                typed_in = way(move, someone.box)
                assert someone.card(view, ask, number, typed_in) == moves_of(table.state.rules).convert(move), (
                    bunch,
                    typed_in,
                )
                typed += 1
    assert typed > 100


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_turned_tunnel_of_a_list_is_called_by_name(lang: str) -> None:
    rules = ruleset(Options(game="duel", players=2))
    screen = screen_of("duel", lang, 2)
    someone = Person(screen, 0, rules.game.new_state(rules))
    move = {"verb": "lay", "card": "NES#bS", "x": 1, "y": -4, "turned": True}
    text = someone.choice(Ask(step="build", seats=[0]), move)
    assert screen.words.card("NES#bS").lower() in text.lower()
    assert text.endswith("1,-4@")


def test_tools_and_tokens_are_aimed_at_cells() -> None:
    """What the help says: `3 2,1` for a tool or a thunderstorm, `3 2,1 E` for a trap or troll."""
    tools: set[str] = set()
    for seat, ask, table in asked_in("lost-mines", 3):
        view = view_of(table.views[seat], seat)
        for bunch in view.mine.hand if view.mine is not None and by_card(view, ask) else []:
            for move in ways_of(ask, bunch):
                assert re.fullmatch(r"-?\d+,-?\d+(@\d*)?( [NESW])?|look", way(move, box("lost-mines")))
                tools.add(move["verb"])
    assert tools == {"lay", "clear", "trap", "troll", "storm", "look"}


@pytest.mark.parametrize(("game", "lang"), [("duel", "ru"), ("duel-solo", "uk"), ("lost-mines", "en")])
def test_a_whole_game_is_played_at_one_keyboard(monkeypatch: pytest.MonkeyPatch, game: str, lang: str) -> None:
    """Everybody types numbers where there is a list, and the notation otherwise."""
    players = PLAYERS[game]
    screen = screen_of(game, lang, players)
    table = TerminalGame(Options(game=game, players=players), 5, screen, players, [])
    rnd = random.Random(game)

    typed_lines: list[str] = []

    def typed(prompt: str) -> str:
        assert len(typed_lines) < LONGEST, "something is not understood"
        seat = int(prompt[1:-2]) - 1
        state = table.views[seat]
        ask = ask_of(state, seat)
        assert ask is not None
        if not by_card(view_of(state, seat), ask):
            typed_lines.append(str(rnd.randrange(len(ask.options)) + 1))
        else:
            typed_lines.append(words(table.rules, state, seat, rnd.choice(legal(state, seat))))
        return typed_lines[-1]

    monkeypatch.setattr(person, "read_line", typed)
    table.run()
    file = screen.console.file
    assert isinstance(file, io.StringIO)
    text = file.getvalue()
    assert "{" not in text
    assert text.count("\n") > 300


@pytest.mark.parametrize("people", [1, 2])
def test_one_person_is_asked_about_a_veto_only_with_a_choice(monkeypatch: pytest.MonkeyPatch, people: int) -> None:
    """Two who share a keyboard are always asked: otherwise the one would learn what the other holds."""
    screen = screen_of("classic", "en", 3, extras=("veto",))
    bots = [make("random", seat) for seat in range(3 - people)]
    table = TerminalGame(Options(players=3, extras=("veto",)), 2, screen, people, bots)
    rnd = random.Random(4)

    def typed(prompt: str) -> str:
        seat = int(prompt[1:-2]) - 1
        state = table.views[seat]
        ask = ask_of(state, seat)
        assert ask is not None
        if ask.step != "veto.window":
            return words(table.rules, state, seat, rnd.choice(legal(state, seat)))
        choices.append(len(ask.options))
        return "1"

    choices: list[int] = []
    monkeypatch.setattr(person, "read_line", typed)
    table.run()
    assert set(choices) == ({2} if people == 1 else {1, 2})


def test_cards_are_given_up_by_their_numbers() -> None:
    for seat, ask, table in asked_in("duel", 1):
        if ask.step == "turn":
            someone = Person(screen_of("duel", "en", 2), seat, table.views[seat])
            view = view_of(table.views[seat], seat)
            hand = view.mine.hand if view.mine is not None else []
            if len(hand) > 2:
                by_name = someone.action(view, ask, f"pass {hand[0].card} {hand[2].card}")
                assert someone.action(view, ask, "pass 1 3") == by_name
                assert by_name in legal(table.state, seat)
                return


def test_two_cards_for_a_sabotage_card_are_named_by_their_numbers() -> None:
    for seed in range(6):
        for seat, ask, table in asked_in("duel", seed):
            swaps = [move for move in moves(ask) if is_swap(move["verb"], box("duel"))]
            if swaps:
                view = view_of(table.views[seat], seat)
                hand = [card.card for card in view.mine.hand] if view.mine is not None else []
                someone = Person(screen_of("duel", "en", 2), seat, table.views[seat])
                tool, (first, second) = swaps[-1]["tool"], swaps[-1]["cards"]
                numbers = f"clear {tool} {hand.index(first) + 1} {hand.index(second) + 1}"
                assert someone.action(view, ask, numbers) == moves_of(table.state.rules).convert(swaps[-1])
                assert list(hints(ask, box("duel")))[-1] == "swaps"
                return
    pytest.fail("nobody had a sabotage card before them")


REFUSED = [  # a card of the hand, what is typed behind its number, and the rule that forbids it
    ("lost-mines", "thunderstorm", "0,-1", "L-067"),
    ("lost-mines", "axe", "0,-1", "L-050"),
    ("lost-mines", "trap", "4,0 E", "L-056"),
    ("duel", "mend-lamp", "P1", "D-067"),
    ("duel", "mend-lamp", "P2", "D-067"),
    ("duel", "mend-lamp+pick", "P1", "D-074"),
    ("duel", "key", "0,0", "D-068"),
]


@pytest.mark.parametrize(("game", "card", "behind", "rule"), REFUSED)
def test_a_card_at_a_wrong_aim_is_refused_with_the_rule(game: str, card: str, behind: str, rule: str) -> None:
    """Behind a card's number, too: the player is told why, not only that it cannot be."""
    for seed in range(12):
        for seat, ask, table in asked_in(game, seed):
            view = view_of(table.views[seat], seat)
            hand = [bunch.card for bunch in view.mine.hand] if view.mine is not None else []
            if (
                by_card(view, ask)
                and card in hand
                and not any(move["verb"] == "mend" for move in moves(ask))
                and seat == 0
            ):
                screen = screen_of(game, "en", PLAYERS[game])
                someone = Person(screen, seat, table.views[seat])
                action = someone.action(view, ask, f"{hand.index(card) + 1} {behind}")
                assert action is not None
                assert not someone.refusal(action)
                assert isinstance(screen.console.file, io.StringIO)
                assert f"[{rule}]" in screen.console.file.getvalue()
                return
    pytest.fail(f"nobody had {card}")


@pytest.mark.parametrize("game", ["duel", "duel-solo"])
def test_the_duel_calls_its_map_as_its_rules_do(game: str) -> None:
    assert [Words(lang, game).card("map") for lang in ("en", "ru", "uk")] == [
        "Treasure map",
        "Карта сокровищ",
        "Карта розвідки",
    ]
