"""The same luck for everybody who plays a deal: what is dealt and drawn does not depend on what is done meanwhile."""

from __future__ import annotations

from typing import Final

from undermine.bots.api import derived
from undermine.kernel.agenda import SCRATCH, Step
from undermine.kernel.chance import Chance, Seeded
from undermine.kernel.dealing import Looked
from undermine.kernel.ids import NOBODY, Action
from undermine.kernel.state import Frame, State

SCALE: Final = 2**31


class Duplicate(Chance):
    """The n-th outcome of a question in a round is the same however the others came out.

    So two games of a deal have the same roles, hands, goals and order of the deck, whatever the players do, and differ by
    their play alone. A card that lies somewhere has one face, whoever looks first.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.asked: dict[tuple[int, int], int] = {}

    def choose(self, s: State, f: Frame, step: Step) -> Action:
        which = int(getattr(s, "round", 0))
        if isinstance(step, Looked):
            return self.lying(s, f, step, which)
        key = (which, int(step.number))
        number = self.asked[key] = self.asked.get(key, 0) + 1
        return step.pick(s, f, Seeded(derived(self.seed, *key, number)).below(step.total(s, f)))

    def lying(self, s: State, f: Frame, step: Step, which: int) -> Action:
        """Each face draws a lot for this place, and the luckiest lies there: as likely as its copies are many."""
        place = int(f.a)
        best, found = -1.0, SCRATCH[0]
        faces = [SCRATCH[index] for index in range(step.options(s, f, NOBODY, SCRATCH))]
        for face in faces:
            lot = (int(Seeded(derived(self.seed, which, place, int(face))).below(SCALE)) + 0.5) / SCALE
            luck = lot ** (1.0 / int(step.weight(s, f, face)))
            if luck > best:
                best, found = luck, face
        return found
