"""What is in the box: decks and cards of a game's manifest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from undermine.data.manifest import load
from undermine.kernel.manifest import CardRow, Manifest
from undermine.notation.text import whole
from undermine.scenarios.compare import same
from undermine.scenarios.reader import Part


def check_contents(game: str, part: Part) -> None:
    """Compare everything that is said about the contents of a game's box."""
    manifest = load(game)
    for name, value in part.table(CONTENTS).items():
        CONTENTS[name](manifest, value)


def _rows(manifest: Manifest) -> list[CardRow]:
    return [row for deck in manifest.decks.values() for row in deck]


def _row(manifest: Manifest, part: Part, face: str) -> CardRow:
    for row in _rows(manifest):
        if row.face == face:
            return row
    raise part.error(f"There is no card {face!r} in the box.")


def _total(manifest: Manifest, part: Part) -> None:
    same(part, "cards in the box", part.number(), sum(row.count for row in _rows(manifest)))


def _decks(manifest: Manifest, part: Part) -> None:
    sizes = {name: sum(row.count for row in deck) for name, deck in manifest.decks.items()}
    same(
        part,
        "decks",
        {name: value.number() for name, value in sorted(part.table().items())},
        dict(sorted(sizes.items())),
    )


def _cards(manifest: Manifest, part: Part) -> None:
    """All cards of a deck, and no others."""
    for name, value in part.table(manifest.decks).items():
        wanted: dict[str, int] = {}
        for word in value.texts(" "):
            face, _, number = word.partition("*")
            if number and whole(number) is None:
                raise value.error(f"{number!r} is not a number of cards: write {face}*2 for two of them.")
            wanted[face] = wanted.get(face, 0) + int(number or "1")
        found = {row.face: row.count for row in manifest.decks[name]}
        same(value, f"cards of {name}", dict(sorted(wanted.items())), dict(sorted(found.items())))


def _shapes(manifest: Manifest, part: Part) -> None:
    for face, value in part.table().items():
        same(value, f"shape of {face}", value.text(), _row(manifest, value, face).shape)


def _marks(manifest: Manifest, part: Part) -> None:
    for face, value in part.table().items():
        same(value, f"mark on {face}", value.text(), _row(manifest, value, face).mark)


def _nuggets(manifest: Manifest, part: Part) -> None:
    same(part, "nuggets in the box", part.number(), sum(row.count * row.value for row in _rows(manifest)))


CONTENTS: Final[dict[str, Callable[[Manifest, Part], None]]] = {
    "total": _total,
    "decks": _decks,
    "cards": _cards,
    "shapes": _shapes,
    "marks": _marks,
    "nuggets": _nuggets,
}
