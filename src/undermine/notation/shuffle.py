"""A shuffle that everybody can check when the game is over.

Before the deal the server shows a hash of its secret. Then every player's device adds something that the server could
not know. Each outcome is made of the secret and of all that was added (`kernel.chance.drawn`), so neither side could have
chosen it; when the game is over the secret is shown, and with it all outcomes can be made again.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from undermine.kernel.agenda import Step
from undermine.kernel.chance import Chance, ChanceError, drawn
from undermine.kernel.ids import Action
from undermine.kernel.state import Frame, State
from undermine.notation.actions import chance_words


@dataclass(frozen=True)
class Shuffle:
    """Where the chance of one game comes from."""

    secret: bytes = field(repr=False)
    parts: tuple[str, ...]  # the table's id, and what each player's device has added

    @property
    def commitment(self) -> str:
        """What is shown before the game: it gives nothing away, and goes with one secret only."""
        return hashlib.sha256(self.secret).hexdigest()

    @property
    def salt(self) -> bytes:
        """All parts, as they go into each outcome."""
        return "\n".join(self.parts).encode()


class Checked(Chance):
    """Asks somebody else, and compares each answer with what the shuffle makes of it."""

    def __init__(self, shuffle: Shuffle) -> None:
        self.draws: list[tuple[int, int]] = []  # out of how many, and which
        self._shuffle = shuffle
        self._salt = shuffle.salt
        self._said: Chance | None = None

    def over(self, said: Chance) -> Checked:
        """Whom to ask from now on."""
        self._said = said
        return self

    def choose(self, s: State, f: Frame, step: Step) -> Action:
        if self._said is None:
            raise ChanceError("nobody says what came up")
        action = self._said.choose(s, f, step)
        total = int(step.total(s, f))
        index = drawn(self._shuffle.secret, self._salt, len(self.draws), total)
        self.draws.append((total, index))
        due = step.pick(s, f, index)
        if due != action:
            there, here = (chance_words(s.rules, s, one) for one in (action, due))
            raise ChanceError(f"draw {len(self.draws)} was {there!r}, and the secret says {here!r}")
        return action
