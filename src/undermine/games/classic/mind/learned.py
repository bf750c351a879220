"""What was learned from simulated games, kept beside this file; `undermine learn` writes it anew."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files


@cache
def signs() -> dict[str, float]:
    """By circumstances and sign: the logarithm of how much oftener a saboteur does so than a gold-digger."""
    place = files("undermine.games.classic.mind") / "learned.json"
    if not place.is_file():
        return {}
    return {str(key): float(value) for key, value in json.loads(place.read_text("utf-8")).items()}
