"""Reading one line of words, so that an error can name the column and the cause."""

from __future__ import annotations

import re

from undermine.errors import NotationError
from undermine.kernel.ids import SPECTATOR, Seat
from undermine.tunnels.ports import REACH


def bad(cause: str, column: int = 0) -> NotationError:
    """The error for text that is not written as the notation wants it."""
    return NotationError("BAD_NOTATION", cause, column=column)


def whole(word: str) -> int | None:
    """A whole number that the engine can hold; None if the word is something else."""
    return int(word) if re.fullmatch(r"-?[0-9]{1,18}", word) else None


class Line:
    """The words of a line, taken one after the other."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found = [(match.start() + 1, match.group()) for match in re.finditer(r"\S+", text)]
        self.at = 0

    def column(self) -> int:
        """Where the next word stands, or would stand."""
        return self.found[self.at][0] if self.at < len(self.found) else len(self.text.rstrip()) + 1

    def more(self) -> bool:
        return self.at < len(self.found)

    def peek(self) -> str:
        return self.found[self.at][1] if self.more() else ""

    def word(self, meant: str) -> str:
        """The next word; `meant` says what is wanted if there is none."""
        if not self.more():
            raise bad(f"Here the text ends; add {meant}.", self.column())
        self.at += 1
        return self.found[self.at - 1][1]

    def wrong(self, cause: str) -> NotationError:
        """An error about the word taken last."""
        return bad(cause, self.found[max(self.at - 1, 0)][0] if self.found else 1)

    def done(self) -> None:
        if self.more():
            raise bad(f"{self.peek()!r} is too much here; take it out.", self.column())

    def seat(self) -> Seat:
        """A seat such as P2."""
        seat = self.numbered("P", "a player such as P2")
        if seat >= SPECTATOR:
            raise self.wrong(f"There is no player P{seat + 1}; no table has so many.")
        return seat

    def goal(self) -> int:
        """A goal such as G1, counted from 0."""
        return self.numbered("G", "a goal such as G1")

    def numbered(self, letter: str, meant: str) -> int:
        word = self.word(meant)
        match = re.fullmatch(letter + r"([1-9][0-9]?)", word)
        if match is None:
            raise self.wrong(f"{word!r} is not {meant}.")
        return int(match[1]) - 1

    def cell(self) -> tuple[int, int]:
        """A cell such as 3,-1."""
        word = self.word("a cell such as 3,-1")
        match = re.fullmatch(r"(-?[0-9]{1,4}),(-?[0-9]{1,4})", word)
        if match is None:
            raise self.wrong(f"{word!r} is not a cell; write x,y without a space, such as 3,-1.")
        x, y = int(match[1]), int(match[2])
        if not (-REACH < x < REACH - 1 and -REACH < y < REACH - 1):
            raise self.wrong(f"{word!r} is off the table; coordinates run from {1 - REACH} to {REACH - 2}.")
        return x, y


def seat_name(seat: int) -> str:
    """A seat as it is written: P1, P2, ..."""
    return f"P{seat + 1}"


def goal_name(goal: int) -> str:
    """A goal as it is written: G1, G2, ..."""
    return f"G{goal + 1}"


def uncommented(row: str) -> str:
    """A row without what stands behind a # of its own; within a word # is the sign of a door."""
    return re.sub(r"(^|\s)#.*", "", row).rstrip()
