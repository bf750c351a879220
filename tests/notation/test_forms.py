"""Forms: answers, outcomes and facts that are written by their fields alone, without a game."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Final

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from undermine.errors import NotationError
from undermine.kernel import fields
from undermine.kernel.agenda import Step
from undermine.kernel.dealing import FromBag, FromHeap
from undermine.kernel.event import Event, Kind, Play
from undermine.kernel.forms import Form, FormError, fields_of, form_of
from undermine.kernel.ids import ALL, CHANCE, NOBODY, bit
from undermine.kernel.manifest import Settings
from undermine.kernel.ruleset import Game, Hooks, Meta, Ruleset, RulesetBuilder, build
from undermine.kernel.state import Frame, State
from undermine.notation import actions
from undermine.notation.events import event_words, parse_event
from undermine.notation.forms import FormWords
from undermine.tunnels.ports import spot

BAG: Final = 0
HEAP: Final = 1
FACES: Final = ["NE", "EW", "map"]
TERMS: Final = ["ruby", "opal"]


class Question(Step):
    def options(self, s: State, f: Frame, seat: int, out: vec[i64]) -> i64:
        return 0


class Fact(Kind):
    def apply(self, s: State, a: int, b: int, c: int, d: int) -> None:
        pass


class Lettered(Game):
    """A question of every sort, and a fact with every letter; nothing can be played."""

    def new_hooks(self) -> Hooks:
        return Hooks()

    def new_state(self, rules: Ruleset) -> State:
        return State(rules, None)

    def install(self, r: RulesetBuilder) -> None:
        lay = Form("lay", [fields.cell(), fields.half()], BAG)
        ways = [
            lay,
            Form("walk", [fields.edge()]),
            Form("stay", []),
            Form("pass", [fields.faces(BAG)]),
            Form("swap", [fields.face(BAG, "one"), fields.face(BAG, "other")], tag="swap-cards"),
            Form("open", [fields.goal()]),
            Form("open", [fields.number()], tag="open-number"),
        ]
        r.step("many", Question(ways, [fields.act(), fields.seat()]))
        one = {
            "swap": [fields.goal("one"), fields.goal("other")],
            "trade": [fields.seat(), fields.seats()],
            "tool": [fields.tool()],
            "say": [fields.term(TERMS)],
            "turn": [fields.quarter()],
            "count": [fields.number(width=16)],
        }
        for verb, found in one.items():
            r.step(verb, Question([Form(verb, found)]))
        r.step("bag", FromBag("draw", BAG))
        r.step("heap", FromHeap("top", HEAP))
        r.kind("laid", Fact([fields.face(BAG), fields.seat(), fields.where(), fields.number()]))
        r.kind("paid", Fact([fields.seat(), fields.seats(), fields.number(), fields.number()]))
        r.kind("said", Fact([fields.term(TERMS), fields.tool(), fields.yes(), fields.edge()]))
        r.kind("met", Fact([fields.goal(), fields.cell()]))
        r.kind("counted", Fact([fields.each("numbers", 5), fields.each("cards", 4, BAG)]))

    def lay_out(self, rules: Ruleset) -> None:
        rules.layout.add_pack(BAG, "card bag", FACES, [2, 2, 2])
        rules.layout.add_place(BAG, HEAP, "heap", False)
        rules.layout.start(HEAP)


GAME: Final = Lettered(Meta("lettered"))
RULES: Final = build(GAME, [], 3, Settings({}), {})


@pytest.fixture(autouse=True)
def entered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "kit_of", lambda rules: SimpleNamespace(words=FormWords()))


def asking(step: str, seats: int) -> State:
    play = Play(GAME.new_state(RULES), None)
    play.ask(RULES.step_names.index(step), seats, 0, 0)
    return play.state


def action(tag: str, below: int) -> int:
    return next(int(form.head) for form in RULES.forms if form.tag == tag) + below


def test_fields_are_packed_with_the_first_one_on_top() -> None:
    form = Form("give", [fields.seat(), fields.tool()])
    assert form.fields[0].put(2) + form.fields[1].put(1) == 2 * 8 + 1
    assert [field.of(17) for field in form.fields] == [2, 1]
    form.enter(3)
    assert (form_of(form.head + 17), fields_of(form.head + 17)) == (3, 17)
    assert form.reads(form.head + 17)
    assert not form.reads(form.head + (1 << 7))
    with pytest.raises(FormError, match="take 34 bits"):
        Form("wide", [fields.cell(), fields.where()])
    with pytest.raises(FormError, match="take 32 bits"):
        Form("wide", [fields.cell(), fields.cell("to")], BAG)


@pytest.mark.parametrize(
    ("step", "words", "tag", "below"),
    [
        ("many", "walk E", "walk", 1),
        ("many", "stay", "stay", 0),
        ("many", "pass", "pass", 0),
        ("many", "pass map", "pass", 3),
        ("many", "pass EW map", "pass", 3 << 8 | 2),
        ("many", "swap EW map", "swap-cards", 2 << 8 | 3),
        ("many", "swap ? map", "swap-cards", 3),
        ("many", "lay NE@180 3,-1", "lay", 1 << 24 | int(spot(3, -1)) << 2 | 2),
        ("many", "lay NE 3,-1", "lay", 1 << 24 | int(spot(3, -1)) << 2),
        ("many", "open G2", "open", 1),
        ("many", "open 7", "open-number", 7),
        ("swap", "swap G1 G3", "swap", 2),
        ("trade", "trade P2 P1+P3", "trade", 1 << 12 | 5),
        ("trade", "trade P1 nobody", "trade", 0),
        ("tool", "tool cart", "tool", 1),
        ("say", "say opal", "say", 1),
        ("turn", "turn @270", "turn", 3),
        ("count", "count 300", "count", 300),
    ],
)
def test_an_answer_in_words(step: str, words: str, tag: str, below: int) -> None:
    state = asking(step, bit(1))
    assert actions.parse(RULES, state, 1, words) == action(tag, below)
    assert actions.words(RULES, state, 1, action(tag, below)) == words


def test_cards_side_by_side_come_in_any_order() -> None:
    state = asking("many", bit(0))
    for verb in ("pass", "swap"):
        assert actions.parse(RULES, state, 0, f"{verb} map EW") == actions.parse(RULES, state, 0, f"{verb} EW map")


def test_whoever_is_not_asked_may_say_what_answers_any_question() -> None:
    assert actions.parse(RULES, asking("many", bit(0)), 1, "say ruby") == action("say", 0)


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("run E", "'run' does not answer this question; begin with lay or walk or stay or pass"),
        ("walk up", "use one of N, E, S, W"),
        ("walk", "add one of N"),
        ("pass bridge", "There is no card 'bridge' here; use one of NE, EW, map"),
        ("lay NE@45 1,0", "turned by 45"),
        ("stay here", "'here' is too much"),
        ("open door", "'door' is not a"),
        ("open 300", "300 is too much for 'number'"),
    ],
)
def test_what_means_nothing_says_why(text: str, cause: str) -> None:
    with pytest.raises(NotationError) as caught:
        actions.parse(RULES, asking("many", bit(0)), 0, text)
    assert cause in str(caught.value)


@pytest.mark.parametrize(
    ("step", "words", "face"),
    [("bag", "draw map", 3), ("bag", "draw ?", 0), ("heap", "top EW", 2), ("heap", "top ?EW", 5)],
)
def test_chance_in_words(step: str, words: str, face: int) -> None:
    state = asking(step, CHANCE)
    assert actions.parse_chance(RULES, state, words) == face
    assert actions.chance_words(RULES, state, face) == words


def test_chance_says_nothing_else() -> None:
    with pytest.raises(NotationError, match="begin with draw"):
        actions.parse_chance(RULES, asking("bag", CHANCE), "top map")
    with pytest.raises(NotationError, match="write map without the"):
        actions.parse_chance(RULES, asking("bag", CHANCE), "draw ?map")
    with pytest.raises(NotationError, match="Chance is not asked here"):
        actions.parse_chance(RULES, asking("many", bit(0)), "draw map")


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("counted 3 0 31 map EW NE", (3 | 31 << 10, 3 | 2 << 4 | 1 << 8, 0, 0)),
        ("asked many P1,P3 lay NE@180 3,-1 P2", (0, 5, 1 << 24 | int(spot(3, -1)) << 2 | 2, 1)),
        ("asked bag chance", (7, CHANCE, 0, 0)),
        ("laid NE P2 3,-1@180", (1, 1, int(spot(3, -1)) << 2 | 2, 0)),
        ("laid ? nobody 0,0 4", (0, NOBODY, int(spot(0, 0)) << 2, 4)),
        ("paid P1 P2+P3 3", (0, 6, 3, 0)),
        ("paid P1 nobody", (0, 0, 0, 0)),
        ("paid P1 nobody 0 1", (0, 0, 0, 1)),
        ("said opal pick yes S", (1, 2, 1, 2)),
        ("met G2 -1,4", (1, int(spot(-1, 4)), 0, 0)),
    ],
)
def test_a_fact_in_words(words: str, numbers: tuple[int, int, int, int]) -> None:
    kind = RULES.kinds[RULES.kind_names.index(words.split(maxsplit=1)[0])]
    a, b, c, d = numbers
    assert event_words(RULES, Event(kind, ALL, a, b, c, d)) == words
    found = parse_event(RULES, words)
    assert (found.kind, found.a, found.b, found.c, found.d) == (kind, a, b, c, d)
