"""Forms: answers and outcomes that are written by letters alone, without a game."""

from __future__ import annotations

from typing import Final

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from undermine.errors import NotationError
from undermine.kernel.agenda import Step
from undermine.kernel.dealing import FromBag, FromHeap
from undermine.kernel.event import Event, Kind, Play
from undermine.kernel.forms import FormError, answer, fields_of, form_of, letters_of, pack, unpack
from undermine.kernel.ids import ALL, CHANCE, NOBODY, Place, bit
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
WAYS: Final = ["walk e", "stay", "pass f", "pass ff", "lay fqc", "open g", "open n"]


class Question(Step):
    def options(self, s: State, f: Frame, seat: int, out: vec[i64]) -> i64:
        return 0


class Bagged(FromBag):
    def bag(self, s: State, f: Frame) -> Place:
        return BAG


class Heaped(FromHeap):
    def heap(self, s: State, f: Frame) -> Place:
        return HEAP


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
        many = Question()
        many.forms = WAYS
        many.pack = BAG
        r.step("many", many)
        for form in ("swap gg", "trade sm", "tool t", "say w", "turn q", "count n"):
            one = Question(form)
            one.terms = ["ruby", "opal"]
            r.step(form.split()[0], one)
        r.step("bag", Bagged("draw f"))
        r.step("heap", Heaped("top f"))
        fact = Fact("fsln")
        fact.pack = BAG
        r.kind("laid", fact)
        r.kind("paid", Fact("smnn"))
        said = Fact("wtye")
        said.terms = ["ruby", "opal"]
        r.kind("said", said)
        r.kind("met", Fact("gcnn"))

    def lay_out(self, rules: Ruleset) -> None:
        rules.layout.add_pack(BAG, "card bag", FACES, [2, 2, 2])
        rules.layout.add_place(BAG, HEAP, "heap", False)
        rules.layout.start(HEAP)


GAME: Final = Lettered(Meta("lettered"))
RULES: Final = build(GAME, [], 3, Settings({}), {})


@pytest.fixture(autouse=True)
def entered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(actions.GAMES, "lettered", FormWords())


def asking(step: str, seats: int) -> State:
    play = Play(GAME.new_state(RULES), None)
    play.ask(RULES.step_names.index(step), seats, 0, 0)
    return play.state


def test_fields_are_packed_with_the_first_one_on_top() -> None:
    assert pack("st", [2, 1]) == 2 * 8 + 1
    assert unpack("st", 17) == [2, 1]
    assert unpack("f", 400) == [400]
    assert unpack("", 0) == []
    assert (form_of(answer(3, 77)), fields_of(answer(3, 77))) == (3, 77)
    with pytest.raises(FormError, match="does not fit"):
        pack("gg", [0, 16])
    with pytest.raises(FormError, match="'x' in the form 'go x'"):
        letters_of("go x")


@pytest.mark.parametrize(
    ("step", "words", "action"),
    [
        ("many", "walk E", answer(0, 1)),
        ("many", "stay", answer(1, 0)),
        ("many", "pass map", answer(2, 3)),
        ("many", "pass ?", answer(2, 0)),
        ("many", "pass EW map", answer(3, 2 << 8 | 3)),
        ("many", "lay NE@180 3,-1", answer(4, (1 << 2 | 2) << 16 | int(spot(3, -1)))),
        ("many", "lay NE 3,-1", answer(4, (1 << 2) << 16 | int(spot(3, -1)))),
        ("many", "open G2", answer(5, 1)),
        ("many", "open 7", answer(6, 7)),
        ("swap", "swap G1 G3", 2),
        ("trade", "trade P2 P1+P3", 1 << 12 | 5),
        ("trade", "trade P1 nobody", 0),
        ("tool", "tool cart", 1),
        ("say", "say opal", 1),
        ("turn", "turn @270", 3),
        ("count", "count 300", 300),
    ],
)
def test_an_answer_in_words(step: str, words: str, action: int) -> None:
    state = asking(step, bit(1))
    assert actions.parse(RULES, state, 1, words) == action
    assert actions.words(RULES, state, 1, action) == words


def test_cards_side_by_side_come_in_any_order() -> None:
    state = asking("many", bit(0))
    assert actions.parse(RULES, state, 0, "pass map EW") == actions.parse(RULES, state, 0, "pass EW map")


def test_whoever_is_not_asked_may_say_what_answers_any_question() -> None:
    assert actions.parse(RULES, asking("many", bit(0)), 1, "say ruby") == 0


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("run E", "'run' does not answer this question; begin with walk or stay or pass"),
        ("walk up", "use one of N, E, S, W"),
        ("walk", "add one of N"),
        ("pass bridge", "There is no card 'bridge' here; use one of NE, EW, map"),
        ("lay NE@45 1,0", "turned by 45"),
        ("stay here", "'here' is too much"),
        ("open door", "'door' is not a number"),
    ],
)
def test_what_means_nothing_says_why(text: str, cause: str) -> None:
    with pytest.raises(NotationError) as caught:
        actions.parse(RULES, asking("many", bit(0)), 0, text)
    assert cause in str(caught.value)


@pytest.mark.parametrize(
    ("step", "words", "action"),
    [("bag", "draw map", 3), ("bag", "draw ?", 0), ("heap", "top EW", 2), ("heap", "top ?EW", 5)],
)
def test_chance_in_words(step: str, words: str, action: int) -> None:
    state = asking(step, CHANCE)
    assert actions.parse_chance(RULES, state, words) == action
    assert actions.chance_words(RULES, state, action) == words


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
