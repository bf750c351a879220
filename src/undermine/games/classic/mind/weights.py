"""How much things weigh for the steady bot, in cards of progress towards the gold; tuned by playing."""

from __future__ import annotations

from typing import Final

# A gold-digger
DIG: Final = {
    "lay": 2.0,  # a card that brings the tunnel on, and each card of progress besides
    "gain": 1.0,
    "reach": 3.0,  # it brings the tunnel to what is surely the gold
    "exits": 0.1,
    "idle": -1.0,  # a card that brings it no further
    "blind": -2.0,
    "own": 5.0,  # to mend the own tools
    "mend": 3.4,  # those of a friend, for sure
    "doubt": 5.5,  # less so much for each chance that it is none
    "break": 4.5,  # the tools of a saboteur, for sure
    "spare": 5.0,  # less so much for each chance that it is none
    "again": 0.45,  # tools of somebody who may lay nothing anyway
    "map": 3.5,
    "late": 2.0,
    "fall": 2.0,
    "throw": 1.0,
}

# A saboteur
SPOIL: Final = {
    "harm": 4.0,  # each card that a tunnel makes the way longer
    "help": -3.0,  # each card of progress
    "idle": 0.6,  # a tunnel that leads nowhere: it takes up a place
    "blind": 0.3,
    "own": 1.5,
    "mend": -2.0,  # the tools of somebody who digs, less so much for each chance that it is none
    "doubt": 2.0,
    "break": 6.0,  # the tools of a gold-digger, for sure
    "near": 2.0,  # more so much when the tunnel is near
    "again": 0.3,
    "rare": 1.0,  # a tool that hardly anybody can mend any more
    "map": 0.5,
    "fall": 2.0,
    "cut": 0.5,
    "throw": 0.2,
}
