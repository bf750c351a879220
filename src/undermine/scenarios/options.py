"""The options of a scenario's table."""

from __future__ import annotations

from typing import Final

import msgspec

from undermine.registry import Options, game_manifest
from undermine.scenarios.compare import Blame, seat
from undermine.scenarios.reader import Part

OPTIONS: Final = ("players", "edition", "extras", "switches", "first")
USUAL: Final = 3  # players, where that many may play


def read_options(game: str, parts: dict[str, Part]) -> Options:
    """The options of a table; whether there is such a table the registry says."""
    least, most = game_manifest(game).players
    options = Options(game=game, players=min(max(USUAL, least), most))
    for name, part in parts.items():
        if name == "players":
            options = msgspec.structs.replace(options, players=part.number())
        elif name == "edition":
            options = msgspec.structs.replace(options, edition=part.text())
        elif name == "extras":
            options = msgspec.structs.replace(options, extras=tuple(part.texts(" ")))
        elif name == "switches":
            switches = {switch: value.text() for switch, value in part.table().items()}
            options = msgspec.structs.replace(options, switches=switches)
        else:
            with Blame(part):
                options = msgspec.structs.replace(options, first=seat(part.text()))
    return options
