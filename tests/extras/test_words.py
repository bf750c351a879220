"""What the terminal says at tables with extras: answers, stories and reasons are sentences in every language."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from rich.console import Console

from tests.extras.tables import Chosen, here
from tests.present.watching import Watched
from undermine.cli.terminal.person import Person
from undermine.cli.terminal.screen import Screen
from undermine.cli.terminal.tale import Names, sentence
from undermine.cli.terminal.ways import by_card, moves, way, ways_of
from undermine.cli.terminal.words import Words
from undermine.data.table import LANGUAGES
from undermine.games.classic.rules.state import CARD_BAG, FRONT, HAND, classic
from undermine.kernel.ids import SPECTATOR
from undermine.notation.moves import moves_of
from undermine.present import ask_of, view_of, why
from undermine.present.box import box_of
from undermine.present.sheet import own
from undermine.present.view import Told
from undermine.registry import MODULES, Options, ruleset
from undermine.tunnels.placing import lay
from undermine.tunnels.ports import spot

ACTIONS = ("veto", "treasury", "pathfinder", "diversion", "goal-swap", "direction", "craftsman")
TABLES: list[Chosen] = here(
    [
        (3, ("saboteur2", "tunnel-toll", "wardrobe", "new-goals", "treasure-chests", *ACTIONS), {}),
        (5, ("greedy-dwarf", "compromised", "tunnel-party", "treasure-chests"), {"postcard.beforeGoal": "false"}),
        (4, ("saboteur2", "treasure-chests", "tunnel-party", "diversion"), {"chest6.chosen": "true"}),
    ]
)
GAMES = 6
NOTATION = re.compile(r"hand-P|cards-looked|role-P|before-P|purse-P|@[0-9]|[{}]|^[ :]| {2}")


def watched(table: Chosen) -> Iterator[Watched]:
    """A few games, at every moment of each."""
    players, extras, switches = table
    for seed in range(GAMES):
        game = Watched(Options(players=players, extras=extras, switches=switches), seed)
        game.whim = 0.5
        for _ in game.to_the_end():
            yield game


def person(game: Watched, seat: int, lang: str) -> Person:
    screen = Screen(
        Console(file=io.StringIO(), width=100),
        Words(lang, "classic"),
        Names([""] * game.rules.seats),
        box_of(game.rules, lang),
    )
    return Person(screen, seat, game.views[seat])


@pytest.mark.parametrize("table", TABLES, ids=lambda table: "+".join(table[1][:3]))
def test_answers_are_sentences(table: Chosen) -> None:
    asked: Counter[str] = Counter()
    for game in watched(table):
        if game.truth.over():
            continue
        seat = game.asked()
        ask = ask_of(game.views[seat], seat)
        assert ask is not None
        if by_card(view_of(game.views[seat], seat), ask) or asked[ask.step] > 20:
            continue
        asked[ask.step] += 1
        for lang in LANGUAGES:
            for option in moves(ask):
                if option["verb"] not in ("turn", "orient", "take"):
                    text = person(game, seat, lang).choice(ask, option)
                    assert text != option["verb"], (ask.step, lang)
                    assert not NOTATION.search(text), text
    assert len(asked) >= (4 if "treasure-chests" in MODULES else 0)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: "+".join(table[1][:3]))
def test_stories_name_who_did_what(table: Chosen) -> None:
    names = Names([""] * table[0])
    words = {lang: Words(lang, "classic") for lang in LANGUAGES}
    for game in watched(table):
        for news in (game.news[0], game.news[SPECTATOR]):
            kinds = Counter(event.kind for event in news)
            assert kinds["dealt"] == kinds["round"]
            for event in news:
                for lang in LANGUAGES:
                    if words[lang].tells(event.kind):
                        assert not NOTATION.search(sentence(event, words[lang], names)), event


@pytest.mark.parametrize("table", TABLES, ids=lambda table: "+".join(table[1][:3]))
def test_every_way_of_a_card_is_typed_behind_its_number(table: Chosen) -> None:
    """A map of a chest and a tunnel that is moved as well: no two ways are written alike, none with words of the notation."""
    typed: Counter[str] = Counter()
    for game in watched(table):
        if game.truth.over():
            continue
        seat = game.asked()
        ask = ask_of(game.views[seat], seat)
        view = view_of(game.views[seat], seat)
        assert ask is not None
        mine = own(view)
        if mine is None or not by_card(view, ask):
            continue
        someone = person(game, seat, "en")
        for number, bunch in enumerate(mine.hand, 1):
            for option in ways_of(ask, bunch) if typed[bunch.card] < 40 else []:
                text = way(option, someone.box)
                assert someone.card(view, ask, number, text) == moves_of(game.rules).convert(option), (bunch.card, text)
                assert not re.search(r"@[0-9]", text)
                typed[bunch.card] += 1
    assert len(typed) > 20


@pytest.mark.skipif("treasure-chests" not in MODULES, reason="the Treasure Chests have been taken out")
def test_a_map_of_a_chest_is_aimed_at_its_cell_and_tells_what_it_showed() -> None:
    seen = 0
    for game in watched((3, ("treasure-chests",), {})):
        if game.chosen.get("verb") == "map-chest":
            assert way(game.chosen, box_of(game.rules, "en")) == f"{game.chosen['x']},{game.chosen['y']}"
            told = {observer: about(news, "seen") for observer, news in game.news.items()}
            looker = next(seat for seat, events in told.items() if events)
            assert [(event.place or "")[:5] for event in told[looker]] == ["cover", "chest"]
            assert all(event.card for event in told[looker])
            assert not any(events for seat, events in told.items() if seat != looker)
            for lang in LANGUAGES:
                said = sentence(told[looker][1], Words(lang, "classic"), Names([""] * 3))
                assert Words(lang).names[f"place.{told[looker][1].place}"].lower() in said.lower()
            seen += 1
    assert seen


@pytest.mark.skipif("diversion" not in MODULES, reason="the Diversion has been taken out")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_tunnel_that_is_moved_is_told_from_where_to_where(lang: str) -> None:
    words = Words(lang, "classic")
    moved = Told(kind="lifted", card="NE", x=1, y=0, to=(2, -1), quarter=2, shape="SW")
    assert re.search(r": NE 1,0, \w+ 2,-1@$", sentence(moved, words, Names([""])))
    rules = moves_of(ruleset(Options(players=5, extras=("diversion",))))
    move = {"verb": "diversion", "card": "diversion", "x": 2, "y": -1, "turned": True}
    played = Told(kind="played", seat=0, card="diversion", move=move)
    assert rules.move(rules.convert(move)) is not None
    assert sentence(played, words, Names([""])).endswith(" 2,-1@")
    straight = Told(kind="played", seat=0, card="diversion", move={**move, "turned": False})
    assert sentence(straight, words, Names([""])).endswith(" 2,-1")


def about(news: list[Told], *kinds: str) -> list[Told]:
    return [event for event in news if event.kind in kinds]


@pytest.mark.skipif("veto" not in MODULES, reason="the Veto has been taken out")
def test_a_rockfall_is_told_when_it_is_played_and_a_vetoed_tunnel_is_no_rockfall() -> None:
    seen: Counter[str] = Counter()
    player = -1
    for game in watched((4, ("veto",), {})):
        news = game.news[SPECTATOR]
        if game.chosen.get("verb") in ("rockfall", "lay"):
            player = about(news, "played", "laid")[0].seat or 0
        for event in about(news, "taken-back", "collapsed"):
            assert event.seat == player
            vetoed = [other.card for other in about(news, "played")] == ["veto"]
            assert (event.kind == "taken-back") == vetoed
            seen[event.kind] += 1
    assert seen["taken-back"]
    assert seen["collapsed"]


@pytest.mark.skipif("treasure-chests" not in MODULES, reason="the Treasure Chests have been taken out")
def test_gold_found_in_a_chest_is_not_told_as_a_wage() -> None:
    found = 0
    for game in watched((3, ("treasure-chests",), {})):
        for seat, news in game.news.items():
            opened = [event.seat for event in about(news, "chests.opened") if event.card == "nugget"]
            if opened and not about(news, "won"):
                took = about(news, "took")
                assert [event.seat for event in took] == opened
                assert bool(took[0].card) == (seat == opened[0])
                assert not about(news, "paid")
                found += 1
    assert found


@pytest.mark.skipif("saboteur2" not in MODULES, reason="Saboteur 2 has been taken out")
def test_reasons_are_given_behind_a_trap_and_a_thief() -> None:
    told: Counter[str] = Counter()
    for game in watched((4, ("saboteur2", "treasure-chests") if "treasure-chests" in MODULES else ("saboteur2",), {})):
        if game.truth.over():
            continue
        seat = game.asked()
        view = game.views[seat]
        names = game.rules.layout.face_names[CARD_BAG]
        front = [names[face] for face in range(1, len(names)) if view.cards.number(FRONT + seat, face)]
        for face in range(1, len(names)):
            if not view.cards.number(HAND + seat, face):
                continue
            for action in (lay(face, spot(0, 0), 0), int(classic(view).hooks.cards[face].base) + 0xFFFF):
                for lang in LANGUAGES:
                    said = why(view, seat, action, lang)
                    if said is not None:
                        assert not set("{}[]") & set(said.text)
                        told.update(front)
    assert told["trap"]
    assert told["thief"]
