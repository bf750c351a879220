"""Every exception the package raises, with a stable code; kernel and games raise small ones of their own."""

from __future__ import annotations

from typing import Final

# Why an action of the base game is refused; if several reasons hold, the first of this order is reported. Other games and
# extras may have more codes: each has a sentence in their messages.
REFUSALS: Final = (
    "NOT_YOUR_TURN",
    "NOT_ASKED",
    "CARD_NOT_IN_HAND",
    "TOOL_BROKEN",
    "ORIENTATION",
    "CELL_OCCUPIED",
    "NOT_ADJACENT",
    "EDGE_MISMATCH",
    "NOT_CONNECTED",
    "BAD_TARGET",
    "DUPLICATE_EFFECT",
    "NO_MATCHING_EFFECT",
    "MUST_DISCARD",
    "BAD_DISCARD_COUNT",
    "NO_SUCH_ACTION",
)

# Why a table cannot be set up.
OPTIONS: Final = (
    "PLAYER_COUNT",
    "BAD_EDITION",
    "BAD_SWITCH",
    "BAD_SWITCH_VALUE",
    "BAD_GAME",
    "BAD_EXTRA",
    "MODULE_CONFLICT",
    "BAD_LAYOUT",
    "BAD_HOUSE",
    "BAD_BOT",
)


class UndermineError(Exception):
    """The root of the tree: a stable code and one sentence that says what to do."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)  # what a copy in another process is made from
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return self.message


class DataError(UndermineError):
    """A file of the package data is broken or missing: BAD_DATA, NO_SUCH_DATA."""


class OptionError(UndermineError):
    """A game cannot be set up like this; the codes are in OPTIONS."""


class TextError(UndermineError):
    """Some text cannot be read; says where, as far as that is known."""

    def __init__(self, code: str, message: str, file: str = "", line: int = 0, column: int = 0) -> None:
        super().__init__(code, message)
        self.file = file
        self.line = line
        self.column = column

    def __str__(self) -> str:
        places = [self.file] if self.file else []
        if self.line:
            places.append(f"line {self.line}")
        if self.column:
            places.append(f"column {self.column}")
        return f"{', '.join(places)}: {self.message}" if places else self.message


class NotationError(TextError):
    """A card, cell, action or position is not written as the notation wants it."""


class ScenarioError(TextError):
    """A scenario file cannot be read, or asks for something that cannot be set up."""


class RecordError(TextError):
    """A record of a game cannot be read or does not follow its own decisions."""


class Refused(UndermineError):
    """The rules forbid this action; the codes are in REFUSALS, `rule` is an id of the catalogue."""

    def __init__(self, code: str, rule: str, message: str) -> None:
        super().__init__(code, message)
        self.args = (code, rule, message)
        self.rule = rule
