"""Writes what a server says, in every language, for fixtures and tests: the boxes of the base game, The Duel and the Lost Mines,
and what is offered before there is a table, with fewer extras and rules.

python -m tests.plumbing.box
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from undermine.present.box import box
from undermine.registry import Options
from undermine.server.bodies import Choice
from undermine.server.catalogue import catalogue
from undermine.server.setup import set_up

FOLDER = Path(__file__).parents[2] / "web/src/fixtures"
BOXES = {
    "box.json": Options(game="classic", edition="anniversary", players=6),
    "mines.json": Options(game="lost-mines", edition="russian", players=6),
    "duel.json": Options(game="duel", players=2),
}
LANGS = ("en", "ru", "uk")
EXTRAS = {"saboteur2", "treasury", "veto", "wardrobe", "tunnel-party", "new-goals", "tournament"}
PRESETS = {"first-game", "two-teams", "forest", "face-to-face"}
LEVELS = {"greedy", "random"}
SWITCHES = {"firstPlayer", "multiGoal", "thiefOrder"}


def offers(lang: str) -> dict[str, Any]:
    """The catalogue, and the answers to two choices."""
    found = msgspec.to_builtins(catalogue(lang))
    for game in found["games"]:
        game["extras"] = [extra for extra in game["extras"] if extra["key"] in EXTRAS]
    found["presets"] = [preset for preset in found["presets"] if preset["key"] in PRESETS]
    found["levels"] = [level for level in found["levels"] if level["key"] in LEVELS]
    return {"catalogue": found, "plain": answer(lang), "teams": answer(lang, "saboteur2")}


def answer(lang: str, *extras: str) -> dict[str, Any]:
    found = msgspec.to_builtins(set_up(Choice(game="classic", extras=extras), lang))
    found["blocked"] = [one for one in found["blocked"] if one["extra"] in EXTRAS]
    found["switches"] = [one for one in found["switches"] if one["name"] in SWITCHES]
    return dict(found)


def main() -> None:
    for name, options in BOXES.items():
        made = {lang: msgspec.to_builtins(box(options, lang)) for lang in LANGS}
        words = {lang: one.pop("words") for lang, one in made.items()}
        parts = {**made["en"], "words": words}
        (FOLDER / name).write_text(json.dumps(parts, ensure_ascii=False, indent=1) + "\n", "utf-8")
    told = {lang: offers(lang) for lang in LANGS}
    (FOLDER / "offers.json").write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
