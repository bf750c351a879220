"""The scenarios of The Lost Mines leave nothing out."""

from __future__ import annotations

from pathlib import Path

import yaml

from undermine.registry import game_manifest

FOLDER = Path(__file__).parents[1] / "scenarios/lost-mines"
TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.yaml"))}


def test_every_golden_scenario_of_the_catalogue_is_there() -> None:
    ids = {yaml.safe_load(text)["id"] for text in TEXTS.values()}
    assert {f"L-G{number:02}" for number in range(1, 62)} <= ids


def test_every_action_card_is_played_and_every_obstacle_met() -> None:
    played = "\n".join(TEXTS.values())
    for row in game_manifest("lost-mines").cards("actions"):
        assert row.face in played, row.face
    for mark in ("fire", "rocks", "trunk", "lake", "pit"):
        assert f"+{mark} " in played
