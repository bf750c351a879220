"""The steady bot's mind for the base game: what it remembers, believes, and thinks of each action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from undermine.bots.api import Explanation, Reason
from undermine.bots.guide import Guide
from undermine.bots.mind import Mind
from undermine.games.classic.judge.judge import is_deed, judge
from undermine.games.classic.mind.digger import dig
from undermine.games.classic.mind.guide import RoundGuide
from undermine.games.classic.mind.learned import signs
from undermine.games.classic.mind.prospect import CHANGES, Prospect
from undermine.games.classic.mind.saboteur import spoil
from undermine.games.classic.mind.sight import Sight
from undermine.games.classic.mind.suspicion import Belief, Suspicion
from undermine.games.classic.mind.talk import Talk
from undermine.games.classic.mind.worlds import imagine
from undermine.games.classic.rules.actions import is_pass, lays_tunnel
from undermine.games.classic.rules.events import BEGAN
from undermine.games.classic.rules.extending import OTHER
from undermine.games.classic.rules.state import CHOOSE, ORIENT, TAKE, TURN, Classic, classic
from undermine.kernel.chance import Seeded
from undermine.kernel.event import Event
from undermine.kernel.forms import card_of
from undermine.kernel.state import State
from undermine.notation.claims import Claim

LIKELY: Final = 0.6  # of a goal, to be told


class ClassicMind(Mind):
    """Lives with a seat through a whole game; every round it begins to wonder anew."""

    point = 0.01  # as half a thousand decisions of rounds of five, with 40 worlds each, have shown
    doubt = 0.05

    def __init__(self) -> None:
        self.suspicion = Suspicion(signs())
        self.talk = Talk()

    def hear(self, view: State, row: Event) -> None:
        if row.kind is BEGAN:
            self.talk.begin()
        self.suspicion.hear(classic(view), row)

    def heard(self, view: State, claim: Claim) -> None:
        self.talk.heard(classic(view), claim, self.suspicion)

    def say(self, view: State, seat: int) -> Claim | None:
        t = classic(view)
        return self.talk.say(t, seat, self.suspicion, self.belief(t)) if t.top().step == TURN else None

    def belief(self, view: State) -> Belief:
        return self.suspicion.belief(classic(view))

    def judge(self, view: State, seat: int, actions: list[int]) -> list[float]:
        t = classic(view)
        step = t.top().step
        if step in (TAKE, CHOOSE, ORIENT) and not self.offers_sites(t, actions):
            return [float(score) for score in judge(view, seat, actions)]
        sight = Sight(t, seat, self.belief(view), self.suspicion.public())
        prospect = Prospect(sight)
        if step != TURN:
            return [lay_or(sight, prospect, action) for action in actions]
        cards = [action for action in actions if not is_deed(t, action)]
        sight.think_over(cards)
        sight.look_closer(cards)
        think = spoil if sight.saboteur else dig
        return [turn(sight, prospect, think, action) for action in actions]

    def offers_sites(self, t: Classic, actions: list[int]) -> bool:
        """Is something to be chosen that is no goal?"""
        return t.top().step == CHOOSE and not all(t.hooks.choices[0].fits(action) for action in actions)

    def imagine(self, view: State, seat: int, chance: Seeded) -> State:
        return imagine(classic(view), self.belief(view), chance)

    def guide(self, view: State, seat: int) -> Guide | None:
        t = classic(view)
        return None if t.top().step == TAKE else RoundGuide(t, seat, self.suspicion)

    def sets(self, view: State, seat: int) -> dict[int, tuple[float, float]]:
        return self.belief(view).sets

    def explain(self, view: State, seat: int) -> Explanation:
        belief = self.belief(view)
        reasons = [
            Reason(f"sign.{word.replace(' ', '.')}", {"seat": actor}, change)
            for actor, word, change in self.suspicion.telling
            if actor != seat
        ]
        reasons += [
            Reason("gold.likely", {"goal": at}, chance) for at, chance in enumerate(belief.gold) if chance > LIKELY
        ]
        reasons.sort(key=lambda reason: -abs(reason.weight))
        return Explanation(belief.suspicion, belief.gold, reasons)


def lay_or(sight: Sight, prospect: Prospect, action: int) -> float:
    """An answer to a question that is not the turn; tunnel cards are weighed as in the turn."""
    if lays_tunnel(action) and sight.view.hooks.tile_of[card_of(action)]:
        return spoil(sight, action) if sight.saboteur else dig(sight, action)
    return prospect.after(action)


def turn(sight: Sight, prospect: Prospect, think: Callable[[Sight, int], float], action: int) -> float:
    """An action of a turn where extras have a say: what none of the usual uses fits is judged by what comes of it."""
    t = sight.view
    if is_deed(t, action):
        return prospect.after(action) - (0.0 if t.hindered(sight.seat) else 1.0)
    if is_pass(action) or lays_tunnel(action) or t.hooks.cards[card_of(action)].use != OTHER:
        return think(sight, action)
    return CHANGES + prospect.after(action)
