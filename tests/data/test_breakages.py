"""A broken manifest or catalogue is refused with file, table, key and cause."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undermine.data import catalogue, manifest
from undermine.errors import DataError

MANIFEST = files("undermine.data").joinpath("manifests/classic.toml").read_text(encoding="utf-8")
RULES = files("undermine.data").joinpath("rules/base.toml").read_text(encoding="utf-8")

# What is replaced in the manifest, by what, and what the error says.
MANIFESTS = {
    "no TOML": ("players = [3, 10]", "players = [3, 10", r"^classic\.toml: this is not TOML: .*line \d+, column \d+"),
    "key twice": ("players = [3, 10]", "players = [3, 10]\nplayers = [3, 9]", r"^classic\.toml: .*line 8"),
    "other module": ('key = "classic"', 'key = "duel"', r"^classic\.toml: key: is 'duel' in the file of 'classic'"),
    "no title": ('title = "Saboteur"\n', "", r"^classic\.toml: title: is missing; add it"),
    "empty title": (
        'title = "Saboteur"',
        'title = ""',
        r": title: is not what is wanted here: expected `str` of length >= 1",
    ),
    "title a number": ('title = "Saboteur"', "title = 7", r": title: .*expected `str`, got `int`"),
    "players reversed": ("players = [3, 10]", "players = [10, 3]", r": players: is \[10, 3\]; write the fewest"),
    "one number of players": (
        "players = [3, 10]",
        "players = [3]",
        r": players: .*expected `array` of length 2, got 1",
    ),
    "unknown key": (
        "players = [3, 10]",
        "players = [3, 10]\nage = 8",
        r": age: is an unknown key; take it out",
    ),
    "unknown key of a deck": ("total = 40", 'total = 40\nback = "brown"', r": decks\.tunnels\.back: is an unknown key"),
    "unknown key of a card": (
        '{ face = "map",',
        '{ face = "map", colour = "red",',
        r": decks\.actions\.cards\[11\]\.colour: is an unknown key",
    ),
    "wrong sum": ("total = 40", "total = 41", r": decks\.tunnels\.total: is 41, but the cards add up to 40"),
    "one card less": (
        '"map", count = 6',
        '"map", count = 5',
        r": decks\.actions\.total: is 27, but the cards add up to 26",
    ),
    "no total": ("total = 40\n", "", r": decks\.tunnels\.total: is missing; add it"),
    "no cards": (
        'cards = [\n  { face = "entrance", shape = "NESW", count = 1, confidence = "confirmed", mark = "ladder" },\n]',
        "cards = []",
        r": decks\.entrance\.cards: .*expected `array` of length >= 1",
    ),
    "card not a table": (
        '{ face = "map", count = 6, confidence = "confirmed" }',
        '"map"',
        r": decks\.actions\.cards\[11\]: .*expected `object`, got `str`",
    ),
    "strange letter": ('shape = "NES"', 'shape = "NEX"', r": decks\.tunnels\.cards\[2\]\.shape: is 'NEX'; write edges"),
    "letters out of order": ('shape = "NES"', 'shape = "SEN"', r"cards\[2\]\.shape: is 'SEN'; .*in the order N E S W"),
    "parts out of order": ('shape = "N|S"', 'shape = "S|N"', r"cards\[11\]\.shape: is 'S\|N'"),
    "edge twice": ('shape = "N|S"', 'shape = "N|N"', r"cards\[11\]\.shape: is 'N\|N'; .*each once"),
    "empty part": ('shape = "N|S"', 'shape = "N|"', r"cards\[11\]\.shape: is 'N\|'"),
    "shape in a deck without": (
        '"map", count',
        '"map", shape = "N", count',
        r": decks\.actions\.cards: some have a shape",
    ),
    "no face": ('{ face = "map", ', "{ ", r": decks\.actions\.cards\[11\]\.face: is missing"),
    "no count": ('"map", count = 6,', '"map",', r": decks\.actions\.cards\[11\]\.count: is missing"),
    "count in quotes": ('"map", count = 6', '"map", count = "6"', r"cards\[11\]\.count: .*expected `int`, got `str`"),
    "count of no card": ('"map", count = 6', '"map", count = 0', r"cards\[11\]\.count: .*expected `int` >= 1"),
    "count a truth value": (
        '"map", count = 6',
        '"map", count = true',
        r"cards\[11\]\.count: .*expected `int`, got `bool`",
    ),
    "negative value": ("value = 3", "value = -3", r": decks\.gold\.cards\[3\]\.value: .*expected `int` >= 0"),
    "unknown confidence": (
        '"map", count = 6, confidence = "confirmed"',
        '"map", count = 6, confidence = "sure"',
        r"cards\[11\]\.confidence: .*invalid enum value 'sure'",
    ),
    "face twice in a deck": (
        'face = "mend-cart"',
        'face = "mend-lamp"',
        r"cards\[5\]\.face: 'mend-lamp' is listed before, in decks\.actions\.cards\[4\]",
    ),
    "face in two decks": (
        'face = "saboteur"',
        'face = "map"',
        r": decks\.roles\.cards\[2\]\.face: 'map' is listed before, in decks\.actions\.cards\[11\]",
    ),
    "row missing": ("8 = 4, 9 = 4, 10 = 4", "8 = 4, 9 = 4", r": tables\.hand\.values: has no row: 10; .*3 to 10"),
    "row too many": ("3 = 6, 4 = 6", "2 = 6, 3 = 6, 4 = 6", r": tables\.hand\.values: has a row too many: 2"),
    "row in words": ("3 = 6, 4 = 6", "three = 6, 4 = 6", r": tables\.hand\.values\.three: is not a whole number"),
    "row with a leading zero": ("3 = 6, 4 = 6", "03 = 6, 4 = 6", r": tables\.hand\.values\.03: is not a whole number"),
    "table by what": ('by = "saboteurs"', 'by = "trolls"', r": tables\.pay\.by: is 'trolls'; use players, any or"),
    "pay for four missing": ("3 = 3, 4 = 2 }", "3 = 3 }", r": tables\.pay\.values: has no row: 4; .*1 to 4"),
    "goal on the entrance": ("[8, -2], [8, 0]", "[8, -2], [0, 0]", r": layouts\.goals: puts a card on \[0, 0\]"),
    "a goal too many": ("[8, -2], [8, 0]", "[8, -2], [7, 0], [8, 0]", r": layouts\.goals: has 4 cells for a deck of 3"),
    "cell of three": ("[8, -2]", "[8, -2, 1]", r": layouts\.goals\[1\]: .*expected `array` of length 2, got 3"),
    "switch of one value": ('["off", "playedCardsOnly"]', '["off"]', r": switches\.discardLog\.values: leaves nothing"),
    "value twice": ('["off", "playedCardsOnly"]', '["off", "off"]', r"discardLog\.values: .*or has one twice"),
    "value a number": (
        '["off", "playedCardsOnly"]',
        '["off", 1]',
        r"discardLog\.values\[2\]: .*expected `str`, got `int`",
    ),
    "switch without rules": ('rules = ["B-032"]\n', "", r": switches\.firstPlayer\.rules: is missing; add it"),
    "edition with an unknown switch": (
        'mapTalk = "reminder"',
        'mapSong = "reminder"',
        r": editions\.anniversary\.mapSong: is no switch; use one of firstPlayer",
    ),
    "edition with an unknown value": (
        'mapTalk = "reminder"',
        'mapTalk = "gag"',
        r": editions\.anniversary\.mapTalk: is 'gag'; use one of free, reminder",
    ),
    "edition not a table": (
        "[editions.anniversary]",
        "[editions]\nfirst = 1\n[editions.anniversary]",
        r": editions: .*expected `object`, got `int`",
    ),
}

CATALOGUES = {
    "rule twice": ('id = "B-002"', 'id = "B-001"', r"^base\.toml: rules\[2\]\.id: is 'B-001', which is there before"),
    "ruling twice": ('id = "R-02"', 'id = "R-01"', r": rulings\[2\]\.id: is 'R-01', which is there before"),
    "unknown section": (
        'id = "B-001"\nsection = "components"',
        'id = "B-001"\nsection = "parts"',
        r": rules\[1\]\.section: is 'parts'; use one of components",
    ),
    "unknown ruling": ('rulings = ["R-02"]', 'rulings = ["R-99"]', r"\.rulings: names 'R-99'; add that ruling"),
    "unknown edition": ('editions = ["deluxe"]', 'editions = ["pocket"]', r"\.editions: names 'pocket'; use one of"),
    "no source": ('source = "definition of the dead end"\n', "", r"\.source: is missing; say where a rule comes from"),
    "language missing": ('text.uk = "Гра триває три раунди."\n', "", r": rules\[\d+\]\.text: .*length >= 3"),
    "language too many": (
        'text.uk = "Гра триває',
        'text.de = "Drei"\ntext.uk = "Гра триває',
        r": rules\[\d+\]\.text: .*invalid enum value 'de'",
    ),
    "unknown key": ('id = "B-001"', 'id = "B-001"\nauthor = "x"', r": rules\[1\]\.author: is an unknown key"),
}


def broken(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(("old", "new", "words"), MANIFESTS.values(), ids=MANIFESTS)
def test_a_broken_manifest_is_refused(old: str, new: str, words: str) -> None:
    with pytest.raises(DataError, match=words) as caught:
        manifest.loads(broken(MANIFEST, old, new), "classic")
    assert caught.value.code == "BAD_DATA"
    assert caught.value.message.endswith(".")


@pytest.mark.parametrize(("old", "new", "words"), CATALOGUES.values(), ids=CATALOGUES)
def test_a_broken_catalogue_is_refused(old: str, new: str, words: str) -> None:
    with pytest.raises(DataError, match=words):
        catalogue.loads(broken(RULES, old, new), "base.toml")


def test_a_manifest_without_editions_is_refused() -> None:
    with pytest.raises(DataError, match=r"classic\.toml: editions: has no edition; add at least one"):
        manifest.loads(MANIFEST[: MANIFEST.index("[editions.")] + "[editions]\n", "classic")


LINES = MANIFEST.splitlines(keepends=True)
REQUIRED = [n for n, line in enumerate(LINES) if re.match(r"(key|title|players|total|by|values|rules|ruling) = ", line)]


@pytest.mark.parametrize("number", REQUIRED)
def test_no_required_line_can_be_left_out(number: int) -> None:
    with pytest.raises(DataError, match=r"is missing"):
        manifest.loads("".join(LINES[:number] + LINES[number + 1 :]), "classic")


@given(st.text(alphabet="NESW|", max_size=9))
def test_canonical_shapes_are_their_own_canonical_form(text: str) -> None:
    shape = manifest.canonical(text)
    assert manifest.canonical(shape) == shape
    assert not shape or sorted(shape) == sorted(text)
    assert bool(shape) == (
        bool(re.fullmatch(r"[NESW]+(\|[NESW]+)*", text)) and all(text.count(edge) < 2 for edge in "NESW")
    )
