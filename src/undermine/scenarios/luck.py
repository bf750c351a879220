"""The luck of a scenario: outcomes in words, some of which may be anything."""

from __future__ import annotations

import re
from typing import Final

from undermine.kernel.agenda import Step
from undermine.kernel.chance import Chance, ChanceError, Seeded
from undermine.kernel.ids import Action
from undermine.kernel.state import Frame, State
from undermine.notation.chance import Spoken
from undermine.scenarios.reader import Part

FREE: Final = "free"
ANY: Final = "any"


class Luck(Chance):
    """The script of a case, or of one decision; `free`: whatever a fixed seed brings."""

    def __init__(self, part: Part | None) -> None:
        self.part = part
        self.seeded = Seeded(1)
        script = [] if part is None else [word for text in part.texts() for word in repeated(text)]
        self.free = script == [FREE]
        self.script = Spoken([] if self.free else script)

    def choose(self, s: State, f: Frame, step: Step) -> Action:
        if self.free:
            return self.seeded.choose(s, f, step)
        if self.script.next() == ANY:
            self.script.used += 1
            return self.seeded.choose(s, f, step)
        return self.script.choose(s, f, step)

    def finish(self, part: Part) -> None:
        """Nothing may be scripted that chance was not asked for."""
        try:
            self.script.finish()
        except ChanceError as error:
            raise (self.part or part).error(f"{error}.") from error


def repeated(text: str) -> list[str]:
    """`any*3` stands for three of them."""
    words, _, number = text.partition("*")
    return [words.strip()] * int(number) if re.fullmatch("[0-9]{1,3}", number) else [text]
