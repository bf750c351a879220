"""Damaged text of any kind ends in the right error, never in another."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from undermine.errors import NotationError, RecordError
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import explain, open_game
from undermine.notation.actions import parse
from undermine.notation.events import parse_event
from undermine.notation.position import build
from undermine.notation.position_text import parse_position
from undermine.notation.records import parse_record, verify
from undermine.notation.rows import decode, encode, table_of_names, translator
from undermine.registry import Options, ruleset
from undermine.scenarios.run import run

RULES = ruleset(Options(players=3, edition="ukrainian"))
PLAY = open_game(RULES, Seeded(1), [])
ROWS = encode(RULES, PLAY.log or [])
WORDS = (
    "lay break mend rockfall map pass turn orient take NE NE@180 N|E lamp lamp+pick P1 P9 G1 1,0 -1,0 999,0 gold-3 moved "
    "shown laid played turned won closed stuck asked deck hand-P1 (P1) (all) ? 0 1 -1 @ | , ( ) * # : ; ~ ="
).split()
DOCS = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
POSITIONS = [text.split("```")[0] for text in DOCS.split("```\n") if text.startswith("undermine position 1")]
RECORD = DOCS[DOCS.index("undermine record 1") :].split("```")[0]
SCENARIO = """\
id: T
title: T
rules: [B-050]
options: {players: 3}
chance: free
given: {board: K6, hands: {P1: EW NE}, front: {P2: break-lamp}}
play:
  - P1: lay EW 7,0
    expect: {turn: P2, tiles: "EW 7,0", lit: "EW 7,0", hands: {P1: 2}}
"""

lines = st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=4)), max_size=7).map(" ".join)


def damaged(text: str) -> st.SearchStrategy[str]:
    """A piece is replaced by something else, most often by words of the same kind."""

    @st.composite
    def damage(draw: st.DrawFn) -> str:
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 12)))
        new = draw(st.one_of(st.sampled_from([*WORDS, "", "\n", " "]), st.text(max_size=3)))
        return text[:start] + new + text[end:]

    return damage()


@given(lines)
@example("lay NE^² 1,0")
@example("break lamp P99")
def test_actions(text: str) -> None:
    for seat in (0, 1, 2):
        with contextlib.suppress(NotationError):
            explain(PLAY.state, seat, parse(RULES, PLAY.state, seat, text))


@given(lines)
@example("stuck P1 99999999999999999999")
@example("moved map deck hand-P1 (P99)")
def test_events(text: str) -> None:
    with contextlib.suppress(NotationError):
        parse_event(RULES, text)


@given(st.one_of([damaged(text) for text in POSITIONS]))
@example(POSITIONS[0].replace("round: 2", "round: 2\nshifted: G9 3,3"))
@example(POSITIONS[0].replace("/ 0 0 2", "/ 999999999999999999 0 2"))
@example(POSITIONS[0].replace("last: P3\n", "last: P3\n" + "result: nobody nobody digger digger digger / 0 0 0\n" * 4))
def test_positions(text: str) -> None:
    with contextlib.suppress(NotationError):
        build(parse_position(text))


@given(damaged(RECORD))
@example(RECORD)
def test_records(text: str) -> None:
    with contextlib.suppress(RecordError):
        verify(parse_record(text))


@given(st.integers(0, len(ROWS) - 1), st.binary(max_size=4))
def test_rows(at: int, new: bytes) -> None:
    with contextlib.suppress(RecordError):
        decode(RULES, ROWS[:at] + new + ROWS[at + len(new) :])
    with contextlib.suppress(RecordError):
        translator(table_of_names(RULES), RULES).decode(ROWS[:at] + new)


@given(damaged(SCENARIO))
@example("play: &again [*again]")
def test_scenarios(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    file = tmp_path_factory.getbasetemp() / "damaged.yaml"
    file.write_text(text, encoding="utf-8")
    assert run(file)
