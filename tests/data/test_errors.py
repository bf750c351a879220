"""Exceptions carry a stable code, say where, and survive the way to another process."""

from __future__ import annotations

import pickle

import pytest

from undermine import errors

ERRORS = [
    errors.DataError("BAD_DATA", "Mend it."),
    errors.OptionError("BAD_GAME", "Choose another."),
    errors.NotationError("BAD_CELL", "Write x,y.", "game.txt", 3, 7),
    errors.ScenarioError("BAD_BOARD", "Draw it again.", file="a.yaml", line=2),
    errors.RecordError("BAD_RECORD", "Record it again."),
    errors.Refused("EDGE_MISMATCH", "B-056", "Turn it."),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_survives_pickling(error: errors.UndermineError) -> None:
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert type(copy) is type(error)
    assert str(copy) == str(error)
    assert vars(copy) == vars(error)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_every_error_is_of_one_tree(error: errors.UndermineError) -> None:
    assert isinstance(error, errors.UndermineError)
    assert error.code.isupper()
    assert error.message in str(error)


def test_errors_of_text_say_where() -> None:
    assert [str(error) for error in ERRORS[2:5]] == [
        "game.txt, line 3, column 7: Write x,y.",
        "a.yaml, line 2: Draw it again.",
        "Record it again.",
    ]


def test_a_refusal_names_the_rule() -> None:
    refusal = errors.Refused("EDGE_MISMATCH", "B-056", "Turn it.")
    assert (refusal.code, refusal.rule, str(refusal)) == ("EDGE_MISMATCH", "B-056", "Turn it.")


def test_refusals_keep_the_order_in_which_they_are_reported() -> None:
    order = [
        "NOT_YOUR_TURN",
        "CARD_NOT_IN_HAND",
        "TOOL_BROKEN",
        "ORIENTATION",
        "CELL_OCCUPIED",
        "NOT_ADJACENT",
        "EDGE_MISMATCH",
        "NOT_CONNECTED",
        "BAD_TARGET",
        "DUPLICATE_EFFECT",
        "NO_MATCHING_EFFECT",
        "MUST_DISCARD",
        "BAD_DISCARD_COUNT",
    ]
    assert [code for code in errors.REFUSALS if code in order] == order
    assert set(errors.REFUSALS) - set(order) == {"NOT_ASKED", "NO_SUCH_ACTION"}
