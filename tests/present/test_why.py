"""A refused action is explained with a code, a rule and a sentence in the reader's language."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.present.watching import Watched, tables
from undermine.data.catalogue import rule
from undermine.errors import REFUSALS
from undermine.kernel.engine import legal
from undermine.notation.actions import parse
from undermine.present import view_of, why
from undermine.registry import Options
from undermine.tunnels.placing import lay
from undermine.tunnels.ports import spot

LANGUAGES = ("en", "ru", "uk")


@settings(max_examples=25)
@given(tables(), st.integers(0, 2**30), st.data())
def test_every_action_is_legal_or_explained(options: Options, seed: int, data: st.DataObject) -> None:
    game = Watched(options, seed)
    for _ in range(data.draw(st.integers(0, 60))):
        if not game.truth.over():
            game.move()
    seat = data.draw(st.integers(0, options.players - 1))
    view = game.views[seat]
    for action in legal(view, seat):
        assert why(view, seat, action, "en") is None
    wild = (
        st.integers(-(2**63), 2**63 - 1)
        | st.integers(0, 12 << 32)
        | st.builds(
            lay, st.integers(1, 30), st.builds(spot, st.integers(-3, 10), st.integers(-5, 5)), st.integers(0, 3)
        )
    )
    for action in data.draw(st.lists(wild, min_size=5, max_size=30)):
        for lang in LANGUAGES:
            said = why(view, seat, action, lang)
            if said is None:
                assert action in legal(view, seat)
                continue
            assert said.code in REFUSALS
            assert not set("{}[]") & set(said.text)
            if said.rule:
                assert rule(said.rule).text[lang]


@pytest.mark.parametrize("number", [-1, -(2**63), 2**62, 2**63 - 1])
def test_a_number_that_is_no_action_is_refused(number: int) -> None:
    game = Watched(Options(players=3, switches={"firstPlayer": "host"}), 1)
    said = why(game.views[0], 0, number, "en")
    assert said is not None
    assert said.code == "NO_SUCH_ACTION"
    assert said.text


def test_reasons_name_the_cell_the_side_and_the_player() -> None:
    game = Watched(Options(players=3, switches={"firstPlayer": "host"}), 1)
    view = game.views[0]
    mine = view_of(view, 0).mine
    assert mine is not None
    held = [bunch.card for bunch in mine.hand]
    names = view.rules.layout.face_names[16]
    tunnel = next(names.index(card) for card in held if card in ("NS", "EW", "NESW", "NES", "NEW", "NE", "NW"))
    occupied = why(view, 0, lay(tunnel, spot(0, 0), 0), "en")
    assert occupied is not None
    assert (occupied.code, occupied.rule) == ("CELL_OCCUPIED", "B-055")
    assert "(0,0)" in occupied.text
    late = why(game.views[1], 1, lay(tunnel, spot(1, 0), 0), "ru")
    assert late is not None
    assert late.code == "NOT_YOUR_TURN"
    assert "P1" in late.text


@pytest.mark.parametrize(("lang", "side"), [("en", "on the left"), ("ru", "слева"), ("uk", "ліворуч")])
def test_a_wall_against_an_opening_names_the_side(lang: str, side: str) -> None:
    for seed in range(20):
        game = Watched(Options(players=3, switches={"firstPlayer": "host"}), seed)
        names = game.rules.layout.face_names[16]
        mine = view_of(game.views[0], 0).mine
        assert mine is not None
        if "NS" in [bunch.card for bunch in mine.hand]:
            said = why(game.views[0], 0, lay(names.index("NS"), spot(1, 0), 0), lang)
            assert said is not None
            assert said.code == "EDGE_MISMATCH"
            assert side in said.text
            return
    raise AssertionError("no seed dealt a vertical straight")


@pytest.mark.parametrize(("lang", "two"), [("en", "discard here: 2."), ("ru", "(выбрано: 2)"), ("uk", "(обрано: 2)")])
def test_a_pass_with_too_many_cards_names_how_many(lang: str, two: str) -> None:
    game = Watched(Options(players=3, switches={"firstPlayer": "host"}), 1)
    view = game.views[0]
    mine = view_of(view, 0).mine
    assert mine is not None
    held = [bunch.card for bunch in mine.hand]
    said = why(view, 0, parse(game.rules, view, 0, f"pass {held[0]} {held[1]}"), lang)
    assert said is not None
    assert (said.code, said.rule) == ("BAD_DISCARD_COUNT", "B-111")
    assert two in said.text
    # Of more than three it is known only that they are more.
    said = why(view, 0, parse(game.rules, view, 0, "pass " + " ".join(held[:4])), lang)
    assert said is not None
    assert said.code == "BAD_DISCARD_COUNT"
    assert not set("0123456789") & set(said.text)
