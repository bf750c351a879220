"""What comes of an answer, as far as it is seen at once: the answer is given in a copy of the view, and that is weighed.

So whatever an extra asks or offers is judged by what it does to the maze, to tools, to hands and to gold, and none has to
be known here. What shows only later, or only to others, is weighed by whom an answer is aimed at.
"""

from __future__ import annotations

from typing import Final

from undermine.games.classic.mind.digger import worth
from undermine.games.classic.mind.roads import roads_of
from undermine.games.classic.mind.saboteur import worth as spared
from undermine.games.classic.mind.sight import Sight
from undermine.games.classic.mind.signs import fallen
from undermine.games.classic.rules.actions import lays_tunnel, removable
from undermine.games.classic.rules.extending import HINDER
from undermine.games.classic.rules.gold import nuggets
from undermine.games.classic.rules.state import FRONT, HAND, ROLE, Classic, classic
from undermine.kernel.agenda import UNDO
from undermine.kernel.chance import ChanceError
from undermine.kernel.engine import act
from undermine.kernel.event import Play
from undermine.kernel.forms import aim_of, card_of
from undermine.kernel.ids import UNKNOWN

BROKEN: Final = 1.5  # that somebody may lay no tunnels, in cards
CARD: Final = 0.15  # in the hand
GOLD: Final = 2.5  # a nugget, which is nobody's but the own
DOUBT: Final = 0.4  # to learn what somebody is
KEPT: Final = 1.0  # a card that can still undo something
CLOSE: Final = 2.5  # so near to the gold it pays to help others on
AIMED: Final = 0.3  # at a foe rather than at a friend
CHANGES: Final = 0.2  # something happens at all
TARGETS: Final = ("target", "seat", "before")  # names of fields that say whom an answer is aimed at


class Prospect:
    """Weighs what an answer leaves behind against what there was before it."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.before = self.worth(sight.view, sight.left)

    def worth(self, view: Classic, left: float) -> float:
        """Of a position, for this seat, in cards of progress."""
        sight = self.sight
        side = -1.0 if sight.saboteur else 1.0
        total = -side * left
        for seat in range(int(view.seats)):
            foe = sight.belief.suspicion[seat] if not sight.saboteur else 1.0 - sight.belief.suspicion[seat]
            friend = 1.0 if seat == sight.seat else 1.0 - 2.0 * foe
            if view.hindered(seat):
                total -= BROKEN * friend
            total -= CARD * friend * float(view.cards.size(FRONT + seat))
            if seat != sight.seat:
                total += CARD * friend * float(view.cards.size(HAND + seat))
        return total + self.hand(view) + GOLD * float(nuggets(view, sight.seat))

    def after(self, action: int) -> float:
        """What is gained by an answer, as far as it is seen; little where only time will tell."""
        sight = self.sight
        view = sight.view
        if view.rules.steps[view.top().step].sealed:
            return self.sealed(action)
        copy = classic(view.copy())
        try:
            act(Play(copy, None), sight.seat, action)
        except (ChanceError, AssertionError, IndexError, ValueError):
            return self.aim(action)
        left = sight.left
        if copy.grid.ints() != view.grid.ints() or list(copy.goal_x) != list(view.goal_x):
            left = sight.weigh([road.best for road in roads_of(copy, sight.reach)])
        return self.worth(copy, left) - self.before + self.aim(action)

    def sealed(self, action: int) -> float:
        """An answer that is only laid down now; the question says what comes of it."""
        sight = self.sight
        frame = sight.view.top()
        yes = action & 1
        if not yes:
            return 0.0
        about = sight.view.rules.steps[frame.step].about
        if about == UNDO:
            return self.undone(int(frame.a), int(frame.b)) - KEPT
        helps = not sight.saboteur and sight.left <= CLOSE
        return (GOLD + 1.0 if helps else 0.0) - GOLD

    def undone(self, action: int, by: int) -> float:
        """What it is worth to this seat that a card is taken back that somebody has just laid or played."""
        sight = self.sight
        view = sight.view
        side = -1.0 if sight.saboteur else 1.0
        if lays_tunnel(action):
            spot = aim_of(action) >> 2
            if not removable(view, spot):
                return 0.0
            return side * (sight.left - sight.weigh([road.best for road in roads_of(fallen(view, spot), sight.reach)]))
        use = sight.use(card_of(action))
        target = sight.target(action)
        if target >= 0:
            foe = sight.belief.suspicion[target] if not sight.saboteur else 1.0 - sight.belief.suspicion[target]
            friend = 1.0 if target == sight.seat else 1.0 - 2.0 * foe
            return BROKEN * friend if use == HINDER else -BROKEN * friend
        chance = sight.belief.suspicion[by]
        foe = 1.0 - chance if sight.saboteur else chance
        return 2.0 * foe - 1.0

    def hand(self, view: Classic) -> float:
        """What the own cards are worth."""
        sight = self.sight
        total = 0.0
        for face in range(1, len(view.hooks.tile_of)):
            number = float(view.cards.number(HAND + sight.seat, face))
            if number:
                total += number * (spared(sight, face) if sight.saboteur else worth(sight, face))
        return total

    def aim(self, action: int) -> float:
        """By whom it is aimed at: at a foe, or at whom one knows least of."""
        sight = self.sight
        form = sight.view.rules.forms[action >> 32]
        for field in form.fields:
            if field.name in TARGETS:
                target = int(field.of(action))
                if target >= len(sight.belief.suspicion) or target == sight.seat:
                    return 0.0
                chance = sight.belief.suspicion[target]
                foe = 1.0 - chance if sight.saboteur else chance
                hidden = DOUBT if sight.view.cards.number(ROLE + target, UNKNOWN) else 0.0
                return AIMED * (2.0 * foe - 1.0) + hidden * 4.0 * chance * (1.0 - chance)
        return 0.0
