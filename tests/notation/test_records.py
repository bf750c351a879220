"""Whole games as text: they replay without a seed, and a change of rules or record is found at its ply."""

from __future__ import annotations

import pytest

from tests.notation.games import NAMES, recorded
from undermine.errors import RecordError
from undermine.notation.records import parse_record, print_record, verify
from undermine.registry import Options


@pytest.mark.parametrize("edition", ["anniversary", "ukrainian"])
def test_a_game_replays_from_its_text_alone(edition: str) -> None:
    record = recorded(Options(players=3, edition=edition), 5)
    text = print_record(record)
    again = parse_record(text)
    assert print_record(again) == text
    assert again.names == NAMES
    assert len(again.plies) > 60
    assert verify(again) is None


def test_a_record_may_be_written_without_events() -> None:
    record = recorded(Options(players=3), 6, 12)
    bare = "\n".join(line for line in print_record(record).split("\n") if not line.startswith("  ="))
    again = parse_record(bare)
    assert [ply.events for ply in again.plies] == [None] * 13
    assert verify(again) is None


def test_an_empty_row_of_events_stays_one() -> None:
    record = recorded(Options(players=3), 6, 1)
    record.plies[1].events = []
    again = parse_record(print_record(record))
    assert again.plies[1].events == []
    assert verify(again) is not None


def test_the_first_difference_is_found() -> None:
    text = print_record(recorded(Options(players=3), 6, 12))
    seven = text.index("\n7 ")
    event = text.index("= ", seven) + 2
    end = text.index(";", event)
    changed = text[:event] + "began 3 P1" + text[end:]
    found = verify(parse_record(changed))
    assert found is not None
    assert (found.ply, found.expected, found.found) == (7, "began 3 P1", text[event:end])
    decision = text[seven + 1 : text.index("\n", seven + 1)]
    other = verify(parse_record(text.replace(decision, "7 P3 lay NE@90 1,0")))
    assert other is not None
    assert (other.ply, other.expected) == (7, "P3 lay NE@90 1,0")
    assert other.found.startswith(("refused: ", "column"))
    luck = text.index("  ~ ", seven)
    missing = verify(parse_record(text[:luck] + text[text.index("\n", luck) + 1 :]))
    assert missing is not None
    assert missing.ply == 7
    assert "chance is asked once more" in missing.found


HEAD = "undermine record 1\nplayers: 3\n\n"


@pytest.mark.parametrize(
    ("text", "line", "cause"),
    [
        ("", 1, "begins with the line"),
        ("undermine record 2\n", 1, "begins with the line"),
        ("undermine record 1\nplayers: 99\n", 2, "3 to 10 players"),
        ("undermine record 1\nplayers: 3\nplayers: 4\n", 3, "'players' cannot stand here"),
        ("undermine record 1\nplayers: 3\ncolour: red\n", 3, "'colour' cannot stand here"),
        ("undermine record 1\nplayers: 3\nnames: Anna\n", 3, "Names are written as"),
        ("undermine record 1\nplayers: 3\nedition: pirate\n", 3, "There is no edition 'pirate'"),
        ("undermine record 1\nplayers: 3\nextras: goat\n", 3, "There is no extra 'goat'"),
        ("undermine record 1\nplayers: 3\nswitches: a=b\n", 3, "There is no switch 'a'"),
        ("undermine record 1\nplayers: 3\nfirst: P7\n", 3, "P7 cannot begin"),
        ("undermine record 1\nplayers: 3\nfirst: Anna\n", 3, "'Anna' is not a player"),
        (f"undermine record 1\ngame: classic\nplayers: {'9' * 5000}\n", 3, "The number of players is missing"),
        (HEAD, 0, "The game is missing"),
        (HEAD + "1 P1 pass\n", 4, "after the line open"),
        (HEAD + "  ~ first P1\n", 4, "Nothing has been decided yet"),
        (HEAD + "open\n2 P1 pass\n", 5, "This is decision 1"),
        (HEAD + "open\n1 Q1 pass\n", 5, "'Q1' is not a player"),
        (HEAD + "open\n  = vanished\n", 5, "'vanished' is no event"),
        (HEAD + "open\n  = stuck P1 99999999999999999999\n", 5, "'99999999999999999999' is not a number"),
        (HEAD + "open\n  = moved map deck hand-P1 (P99)\n", 5, "There is no player P99"),
    ],
)
def test_a_malformed_record_says_where_and_why(text: str, line: int, cause: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_record(text, "game.txt")
    assert (caught.value.file, caught.value.line) == ("game.txt", line)
    assert cause in caught.value.message
