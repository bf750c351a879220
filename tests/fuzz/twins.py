"""Two worlds that one observer cannot tell apart, for any game with any extras.

What is hidden is found out from the game itself: a draw or a move is hidden if others in its place would have told the
observer the same. The worlds may part where a card is shown to the observer, and nowhere else: who is asked, what is legal,
how many events there are and the numbers they carry may not depend on a secret. That a card is shown to the right eyes is
not checked here, but by `eyes`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from tests.engine import pairs
from tests.engine.worlds import Catalogue
from undermine.games.classic.extras.change import Changed
from undermine.games.classic.rules.state import Classic
from undermine.kernel.agenda import SCRATCH
from undermine.kernel.dealing import Moved, Shown
from undermine.kernel.engine import act
from undermine.kernel.event import Event, Play
from undermine.kernel.fields import FACE
from undermine.kernel.ids import NOBODY
from undermine.kernel.state import Frame, State
from undermine.kernel.visibility import stream, wire

TRIED = 12  # choices that are tried to find some that look alike
ENOUGH = 3  # of these


class OpenPair(pairs.Pair):
    """The true world of a game and another one."""

    def hidden_draw(self, s: State, f: Frame, observer: int) -> bool:
        """Is the observer told the same whatever chance says?"""
        step = s.rules.steps[f.step]
        possible = [int(SCRATCH[index]) for index in range(step.options(s, f, NOBODY, SCRATCH))]
        told = b""
        for outcome in possible:
            copy, log = s.copy(), list[Event]()
            step.resolve(Play(copy, log), copy.top(), NOBODY, outcome)
            heard = wire(s.rules, stream(log, observer))
            if outcome != possible[0] and heard != told:
                return False
            told = heard
        return len(possible) > 1

    def twins(self, f: Frame, seat: int, action: int, choices: list[int]) -> list[int]:
        """Choices that tell the observer the same at once; answers that are opened later are the same in both worlds."""
        real, other = self.real.play.state, self.other.play.state
        same = [action] if action in choices else []
        if seat == self.observer or self.rules.steps[f.step].sealed:
            return same
        told = self.told(real, seat, action)
        alike = (choice for choice in self.tried(choices) if self.told(other, seat, choice) == told)
        return list(islice(alike, ENOUGH)) or same

    def tried(self, choices: list[int]) -> list[int]:
        return self.random.sample(choices, min(TRIED, len(choices)))

    def told(self, s: State, seat: int, action: int) -> bytes:
        log: list[Event] = []
        act(Play(s.copy(), log), seat, action)
        return wire(self.rules, stream(log, self.observer))

    def rightful(self, row: Event, other: Event) -> bool:
        made_public = MADE_PUBLIC.get(self.rules.game.meta.key)
        if (
            isinstance(row.kind, Shown)
            or isinstance(other.kind, Shown)
            or (made_public is not None and made_public(self, row, other))
        ):
            return True
        if isinstance(row.kind, Moved) and isinstance(other.kind, Moved) and row.b == other.b and row.c != other.c:
            return True  # the top card goes where its face sends it: the rule shows what it was
        if row.kind is not other.kind:
            return False
        secret = [at for at, field in enumerate(row.kind.fields) if field.what == FACE]
        numbers = zip((row.a, row.b, row.c, row.d), (other.a, other.b, other.c, other.d), strict=True)
        return all(one == two for at, (one, two) in enumerate(numbers) if at not in secret)

    def wish(self, s: State, actions: list[int]) -> list[int]:
        return self.random.sample(actions, len(actions))

    def kept(self, view: State) -> list[int]:
        """Single cards: roles, goals and the like."""
        places = [place for pack in view.cards.layout.packs.values() for place in pack if view.cards.size(place) == 1]
        return [place for place in places if self.random.random() < 0.5]


def passes_and_payment(pair: OpenPair, row: Event, other: Event) -> bool:
    """That nobody could play (B-141), how many gold cards are paid (B-199, B-164), which one is changed (A-Q10b)."""
    if isinstance(row.kind, Changed) and row.kind is other.kind:
        return bool(row.b == other.b)  # its worth goes with the card
    view = pair.real.view
    assert isinstance(view, Classic)
    shown = Catalogue(view, pair.observer, pair.past)
    return shown.last_pass(row, other) or (shown.payment(row) and shown.payment(other))


# By game: what its rules themselves make public, besides cards that are shown.
MADE_PUBLIC: dict[str, Callable[[OpenPair, Event, Event], bool]] = {"classic": passes_and_payment}
