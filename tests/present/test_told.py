"""What is told goes with what is seen, and holds no secret of others."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.present.watching import Watched, tables
from undermine.games.classic.rules.hooks import classic_hooks
from undermine.kernel.ids import SPECTATOR
from undermine.present import ask_of, told, view_of
from undermine.present.view import Told
from undermine.registry import Options

SECRETS = {"drew": "card", "passed": "card", "took": "card", "paid": "cards", "dealt": "card", "saw": "card"}


@settings(max_examples=10)
@given(tables(), st.integers(0, 2**30))
def test_secrets_are_told_to_their_owner_and_to_nobody_else(options: Options, seed: int) -> None:
    game = Watched(options, seed)
    for _ in game.to_the_end():
        for seat, news in game.news.items():
            for event in news:
                if event.kind not in SECRETS:
                    continue
                named = bool(getattr(event, SECRETS[event.kind]))
                empty = event.kind == "passed" and event.number == 0
                assert named == (event.seat == seat and not empty), event


@settings(max_examples=10)
@given(tables(), st.integers(0, 2**30))
def test_everybody_is_told_the_same_but_for_the_secrets(options: Options, seed: int) -> None:
    def public(event: Told) -> tuple[object, ...]:
        named = SECRETS.get(event.kind)
        card = None if named == "card" else event.card
        seat = None if event.kind == "dealt" else event.seat
        return event.kind, seat, card, event.target, event.x, event.y, event.goal, event.shape, event.side, event.number

    game = Watched(options, seed)
    for _ in game.to_the_end():
        for news in game.news.values():
            assert [public(event) for event in news if event.kind != "saw"] == [
                public(event) for event in game.news[SPECTATOR]
            ]


@settings(max_examples=10)
@given(tables(), st.integers(0, 2**30))
def test_the_maze_follows_from_what_is_told(options: Options, seed: int) -> None:
    game = Watched(options, seed)
    maze: dict[tuple[int, int], str] = {}
    for _ in game.to_the_end():
        before = view_of(game.views[0], 0)
        for event in game.news[SPECTATOR]:
            if event.kind == "round":
                maze = {(0, 0): "NESW"}
            elif event.kind in ("laid", "turned"):
                assert event.x is not None
                assert event.y is not None
                assert event.shape
                assert maze.setdefault((event.x, event.y), event.shape) == event.shape
            elif event.kind == "collapsed":
                assert event.x is not None
                assert event.y is not None
                assert maze.pop((event.x, event.y)) == event.shape
        assert maze == {(cell.x, cell.y): cell.shape for cell in before.cells if cell.face_up}


def test_how_many_cards_went_dark_is_counted() -> None:
    counted = 0
    for seed in range(12):
        game = Watched(Options(players=5), seed)
        lit: set[tuple[int, int]] = set()
        for _ in game.to_the_end():
            cells = view_of(game.views[0], 0).cells
            now = {(cell.x, cell.y) for cell in cells if cell.lit}
            for event in game.news[0]:
                if event.kind == "collapsed":
                    assert event.number == len(lit - now - {(event.x, event.y)})
                    counted += event.number or 0
            lit = now
    assert counted > 0


def test_every_kind_of_thing_is_told() -> None:
    kinds: Counter[str] = Counter()
    questions: Counter[str] = Counter()
    for seed in range(40):
        game = Watched(Options(players=3 + seed % 8, switches={"multiGoal": "chooseOne"} if seed % 3 else {}), seed)
        for _ in game.to_the_end():
            kinds.update(event.kind for event in game.news[0])
            ask = ask_of(game.views[0], 0)
            questions.update([ask.step] if ask else [])
    assert set(questions) == {"turn", "choose", "orient", "take"}
    assert set(kinds) == set(
        "round dealt laid broke mended collapsed looked saw passed drew reached turned roles won packet took paid over".split()
    )
    assert kinds["dealt"] == kinds["round"] == kinds["won"] == kinds["roles"] == 120
    assert kinds["over"] == 40


def test_what_an_option_says_is_what_happens() -> None:
    kinds = {
        "lay": "laid",
        "break": "broke",
        "mend": "mended",
        "rockfall": "collapsed",
        "map": "looked",
        "pass": "passed",
        "turn": "turned",
        "orient": "turned",
        "take": "took",
    }
    fields = {
        "laid": ("card", "x", "y"),
        "broke": ("card", "target"),
        "mended": ("card", "target", "tool"),
        "collapsed": ("x", "y"),
        "looked": ("goal",),
        "passed": (),
        "took": ("card",),
    }
    seen: Counter[str] = Counter()
    for seed in range(60):
        game = Watched(Options(players=3 + seed % 8, switches={"multiGoal": "chooseOne"} if seed % 3 else {}), seed)
        seat = game.asked()
        for moves in game.to_the_end():
            chosen = game.chosen
            verb = chosen.get("verb", "")
            if moves and not (verb == "turn" and not any(event.kind == "turned" for event in game.news[seat])):
                seen[verb] += 1
                event = next(event for event in game.news[seat] if event.kind == kinds[verb])
                wanted = () if verb == "orient" else fields.get(event.kind, ("goal",))
                assert [getattr(event, name) for name in wanted] == [chosen[name] for name in wanted]
                assert event.seat == seat
                if "turned" in chosen:
                    hooks = classic_hooks(game.rules.hooks)
                    alike = verb == "lay" and hooks.alike[hooks.names.index(chosen["card"]) + 1]
                    assert alike or event.quarter == (2 if chosen["turned"] else 0)
                if event.kind == "passed":
                    assert [card for card in event.cards or [event.card or ""] if card] == chosen["cards"]
            seat = game.asked()
    assert set(seen) == set(kinds)


def test_nothing_is_told_of_nothing() -> None:
    game = Watched(Options(players=3), 1)
    before = view_of(game.views[0], 0)
    assert told(game.views[0], []) == []
    assert view_of(game.views[0], 0) == before


def test_the_packet_names_who_chooses_in_order() -> None:
    packets = 0
    for seed in range(12):
        game = Watched(Options(players=5), seed)
        events = [event for _ in game.to_the_end() for event in game.news[SPECTATOR]]
        for at, event in enumerate(events):
            if event.kind == "packet":
                takers = [later.seat for later in events[at:] if later.kind == "took"][: event.number]
                assert takers == event.seats
                packets += 1
    assert packets > 0
