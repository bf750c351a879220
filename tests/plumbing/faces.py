"""Writes `web/src/fixtures/faces.json`: the faces of every game, and those that each extra adds, for the browser's sheet of cards.

`python -m tests.plumbing.faces` writes it anew, from the boxes that the server would send.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

from tests.conftest import ROOT
from undermine.present.box import box
from undermine.registry import GAMES, MODULES, Options, game_manifest

FACES = ROOT / "web/src/fixtures/faces.json"
SAME = ("duel-solo",)  # games with the cards of another
EXTRA_OF = "classic"


def sheets() -> dict[str, dict[str, Any]]:
    """Faces by name, by game or extra."""
    found = {game: faces(Options(game, players(game))) for game in GAMES if game not in SAME}
    for extra in MODULES:
        added = faces(Options(EXTRA_OF, 5, extras=(extra,)))
        found[extra] = {name: face for name, face in added.items() if found[EXTRA_OF].get(name) != face}
    return {name: sheet for name, sheet in found.items() if sheet}


def players(game: str) -> int:
    """As few as it takes."""
    return game_manifest(game).players[0]


def faces(options: Options) -> dict[str, Any]:
    """What lies in that box, as it is sent; without the ways to play it, which no picture shows."""
    found = box(options, "en").faces
    return {name: msgspec.to_builtins(face) | {"forms": []} for name, face in found.items()}


def written(sheets: dict[str, dict[str, Any]]) -> str:
    """One face a line."""
    parts = []
    for name, sheet in sheets.items():
        lines = ",\n".join(f"{json.dumps(face)}: {json.dumps(told)}" for face, told in sheet.items())
        parts.append(f"{json.dumps(name)}: {{\n{lines}\n}}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    FACES.write_text(written(sheets()), "utf-8")
