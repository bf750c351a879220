"""Shapes as text, and the table of what fits where."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undermine.tunnels.ports import DX, DY, LETTERS, OPPOSITE, TURNED, letters, spot, spot_x, spot_y
from undermine.tunnels.shape import Shape, ShapeError, parse_shape
from undermine.tunnels.tiles import FIT, TileSet


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("NES", "NES"),
        ("SEN", "NES"),
        ("SE", "ES"),
        (" NE ", "NE"),
        ("NESW", "NESW"),
        ("NS|E", "NS|E"),
        ("E|NS", "NS|E"),
        ("NS|EW", "NS|EW"),
        ("EW|NS", "NS|EW"),
        ("NS+EW", "NS|EW"),
        ("SW+NE", "NE|SW"),
        ("EW|N", "EW|N"),
        ("N|E|S|W", "N|E|S|W"),
        ("W|S|E|N", "N|E|S|W"),
        ("N", "N"),
        ("NS[E]", "NS|E"),
        ("NS[EW]", "NS|E|W"),
        ("NS[E][W]", "NS|E|W"),
        ("[NE]", "N|E"),
        ("P[WE]", "EW"),
        ("P[NS+EW]", "NS|EW"),
        ("P[NS[E]]", "NS|E"),
        ("D[EW]", "E|W"),
        ("D[NESW]", "N|E|S|W"),
        ("L:NS", "L:NS"),
        ("L:S", "L:S"),
        ("EW#b", "EW#b"),
        ("WE#g", "EW#g"),
        ("NES^1", "NES^1"),
        ("L:SN#b^2", "L:NS#b^2"),
        ("NE^0", "NE"),
    ],
)
def test_a_shape_is_read_in_every_form_and_printed_in_one(text: str, canonical: str) -> None:
    shape = parse_shape(text)
    assert shape.text() == canonical
    assert parse_shape(canonical).text() == canonical
    assert shape.same(parse_shape(canonical))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "without an edge"),
        ("X", "'X' is no edge"),
        ("Nx", "'x' is no edge"),
        ("NN", "an edge stands twice"),
        ("NE|E", "an edge stands twice"),
        ("NS[S]", "an edge stands twice"),
        ("NE|", "without an edge"),
        ("NS|E|", "without an edge"),
        ("NS+", "without an edge"),
        ("NS[E", "a bracket is not closed"),
        ("NE#r", "a door is #b or #g"),
        ("NE#", "a door is #b or #g"),
        ("NE^", "a number of crystals"),
        ("NE^x", "a number of crystals"),
        ("NE^-1", "a number of crystals"),
        ("L:", "without an edge"),
        ("P[]", "without an edge"),
        ("D[]", "no edge"),
        ("D[EX]", "no edge"),
        ("NE@180", "no edge"),
    ],
)
def test_a_text_that_is_no_shape_says_why(text: str, reason: str) -> None:
    with pytest.raises(ShapeError) as caught:
        parse_shape(text)
    assert reason in str(caught.value)
    assert repr(text) in str(caught.value)


def partitions() -> list[list[str]]:
    """Every way to open some edges and to join some of those."""
    found: set[frozenset[frozenset[str]]] = set()
    for numbers in itertools.product(range(5), repeat=4):
        parts: dict[int, set[str]] = {}
        for letter, number in zip(LETTERS, numbers, strict=True):
            if number:
                parts.setdefault(number, set()).add(letter)
        if parts:
            found.add(frozenset(frozenset(part) for part in parts.values()))
    return [["".join(part) for part in shape] for shape in found]


EVERY_SHAPE = partitions()


def test_every_shape_there_can_be_is_printed_and_read_again() -> None:
    assert len(EVERY_SHAPE) == 51  # partitions of five things, but for "all walls"
    texts = set()
    for parts in EVERY_SHAPE:
        shape = parse_shape("|".join(parts))
        texts.add(shape.text())
        assert parse_shape(shape.text()).same(shape)
        assert {frozenset(part) for part in shape.text().split("|")} == {frozenset(part) for part in parts}
        sizes = [len(part) for part in shape.text().split("|")]
        assert sizes == sorted(sizes, reverse=True)
        assert letters(shape.sides()) == "".join(letter for letter in LETTERS if any(letter in p for p in parts))
    assert len(texts) == len(EVERY_SHAPE)


def test_a_half_turn_swaps_opposite_edges_and_two_change_nothing() -> None:
    other = dict(zip("NESW", "SWNE", strict=True))
    for parts in EVERY_SHAPE:
        shape = parse_shape("|".join(parts))
        by_hand = "|".join("".join(other[letter] for letter in part) for part in parts)
        assert shape.turned().text() == parse_shape(by_hand).text()
        assert shape.turned().turned().same(shape)


@given(st.sampled_from(EVERY_SHAPE), st.booleans(), st.sampled_from(["", "b", "g"]), st.integers(0, 3))
def test_marks_survive_print_and_parse_and_a_turn(parts: list[str], ladder: bool, door: str, crystals: int) -> None:
    masks = [sum(1 << LETTERS.index(letter) for letter in part) for part in parts]
    shape = Shape(masks, ladder, door, crystals)
    again = parse_shape(shape.text())
    assert (again.parts, again.ladder, again.door, again.crystals) == (shape.parts, ladder, door, crystals)
    turned = shape.turned()
    assert (turned.ladder, turned.door, turned.crystals) == (ladder, door, crystals)


def test_what_fits_is_what_agrees_on_every_side_that_touches() -> None:
    for care, opened, sides in itertools.product(range(16), repeat=3):
        if opened & ~care:
            continue
        agrees = all((sides >> edge & 1) == (opened >> edge & 1) for edge in range(4) if care >> edge & 1)
        assert bool(FIT[care | opened << 4] >> sides & 1) == agrees


def test_ports_are_consistent() -> None:
    for edge in range(4):
        back = OPPOSITE[edge]
        assert OPPOSITE[back] == edge
        assert (DX[edge] + DX[back], DY[edge] + DY[back]) == (0, 0)
        assert TURNED[1 << edge] == 1 << back
    for mask in range(16):
        assert TURNED[TURNED[mask]] == mask
        assert parse_shape(letters(mask)).sides() == mask if mask else letters(mask) == ""


@given(st.integers(-128, 127), st.integers(-128, 127))
def test_a_cell_as_one_number_can_be_read_again(x: int, y: int) -> None:
    assert (spot_x(spot(x, y)), spot_y(spot(x, y))) == (x, y)
    assert 0 <= spot(x, y) < 2**16


def test_a_tile_knows_whether_a_turn_changes_it() -> None:
    tiles = TileSet(1)
    for parts in EVERY_SHAPE:
        shape = parse_shape("|".join(parts))
        tile = tiles.add(shape, 0, 0)
        assert tiles.text(tile) == shape.text()
        assert tiles.text(tile + 1) == shape.turned().text()
        assert tiles.alike(tile) == (shape.text() == shape.turned().text())
    assert tiles.text(0) == tiles.text(1) == ""
