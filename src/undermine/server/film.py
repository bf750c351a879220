"""A game as frames: what somebody saw after each decision, and at the end of each round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from undermine.kernel.event import Event
from undermine.kernel.ids import SPECTATOR
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.visibility import stream
from undermine.present import ask_of, everything, told, view_of
from undermine.present.view import Told
from undermine.server.protocol import Update

OPEN: Final = "open"  # everything is seen
TABLE: Final = "table"  # what everybody at the table saw
BEGAN: Final = "began"  # what every game calls the event with which a round begins


def eyes_at(seats: int) -> set[str]:
    """Whose eyes there are."""
    return {OPEN, TABLE, *map(str, range(seats))}


def scenes(rules: Ruleset, events: list[Event]) -> list[list[Event]]:
    """What followed from a decision, in two parts where a round begins: the maze of the last one is worth a look."""
    began = rules.kinds[rules.kind_names.index(BEGAN)]
    cut = next((at for at, event in enumerate(events) if event.kind is began), 0)
    return [events[:cut], events[cut:]] if cut else [events]


class Film:
    """Made decision by decision; questions come without options, since nobody is offered anything any more."""

    def __init__(self, rules: Ruleset, eyes: str) -> None:
        self.frames: list[Update] = []
        self._rules = rules
        self._open = eyes == OPEN
        self._seat = SPECTATOR if eyes in {OPEN, TABLE} else int(eyes)
        self._state = rules.game.new_state(rules)
        self._n = 0
        self._facts = [0]  # how many were told before each decision

    def add(self, events: list[Event], stand_in: Sequence[Told] = ()) -> None:
        """The next decision; `stand_in` says that somebody else has made it."""
        parts = scenes(self._rules, events) if len(self._facts) > 1 else [events]
        facts = self._facts[-1]
        for number, part in enumerate(parts):
            rows = part if self._open else stream(part, self._seat)
            news = told(self._state, rows)  # folds as it goes
            if news and not number:
                news = [*stand_in, *news]
            self._n += len(rows)
            facts += len(news)
            self._frame(news)
        self._facts.append(facts)

    def tear(self) -> None:
        """From here on it cannot be read any more."""
        self._frame([Told(kind="untold")])

    def _frame(self, news: list[Told]) -> None:
        view = everything(self._state) if self._open else view_of(self._state, self._seat)
        self.frames.append(Update(self._n, news, view, ask_of(self._state, SPECTATOR)))

    def after(self, decisions: int) -> int:
        """How many facts were told before so many decisions had been made."""
        return self._facts[min(decisions, len(self._facts) - 1)]
