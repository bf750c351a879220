"""What the steady bot says at a table of the base game: what fits its play, and its role.

It asks for its tools to be mended; it tells what a map has shown, where the table allows that, and as a saboteur the contrary;
it accuses whom it is nearly sure of, and as a saboteur a digger who looks bad to the others. Each of these once.
"""

from __future__ import annotations

from typing import Final

from undermine.games.classic.claims import sort_of
from undermine.games.classic.mind.suspicion import Belief, Suspicion
from undermine.games.classic.mind.worlds import CERTAIN
from undermine.games.classic.rules.goals import GOLD
from undermine.games.classic.rules.state import FRONT, GOAL, ROLE, SABOTEUR, TURN, Classic
from undermine.kernel.fields import TOOLS
from undermine.kernel.ids import UNKNOWN, Seat
from undermine.notation.claims import Claim, claims_of

ASK: Final = "ask-mend"
MAP: Final = "goal"
ACCUSE: Final = "accuse"
NUGGET: Final = "gold"  # what a claim calls the goals; others than these two are not talked of
ROCK: Final = "stone"
SHADY: Final = 1.0  # evidence against a digger that is enough to accuse it of what one is


def broken(t: Classic, seat: Seat) -> set[str]:
    """Tools of a seat that somebody could mend."""
    found: set[str] = set()
    for face in t.hooks.hinders:
        if t.cards.number(FRONT + seat, face):
            found |= {tool for at, tool in enumerate(TOOLS) if t.hooks.cards[face].tools >> at & 1}
    return found


class Talk:
    """Remembers what was said, by what it hears: so its memory is a function of what was told and said."""

    def __init__(self) -> None:
        self._asked: set[tuple[int, str]] = set()
        self._told: dict[tuple[int, int], str] = {}  # by seat and goal
        self._accused: set[tuple[int, int]] = set()

    def begin(self) -> None:
        """A round begins."""
        self._told.clear()
        self._accused.clear()

    def heard(self, t: Classic, claim: Claim, suspicion: Suspicion) -> None:
        """Somebody says something, the bot itself too. What it knows better, or nobody can know, says nothing new."""
        if claim.kind == ASK:
            self._asked.add((claim.seat, claim.about["tool"]))
        elif claim.kind == ACCUSE:
            self._accused.add((claim.seat, claim.about["target"]))
            if t.cards.number(ROLE + claim.seat, UNKNOWN):
                suspicion.accused(claim.seat, claim.about["target"])
        elif claim.kind == MAP:
            goal, card = claim.about["goal"], claim.about["card"]
            self._told[claim.seat, goal] = card
            if card in (NUGGET, ROCK) and t.cards.number(ROLE + claim.seat, UNKNOWN):
                suspicion.claimed(claim.seat, goal, card == NUGGET)

    def say(self, t: Classic, seat: Seat, suspicion: Suspicion, belief: Belief) -> Claim | None:
        """In its own turn, whatever its role: a saboteur needs tools as well."""
        if t.top().step != TURN:
            return None
        return self.ask(t, seat) or self.tell(t, seat) or self.accuse(t, seat, suspicion, belief)

    def ask(self, t: Classic, seat: Seat) -> Claim | None:
        """For tools."""
        now = broken(t, seat)
        self._asked = {(who, tool) for who, tool in self._asked if who != seat or tool in now}
        new = sorted(tool for tool in now if (seat, tool) not in self._asked)
        return Claim(seat, ASK, {"tool": new[0]}) if new else None

    def tell(self, t: Classic, seat: Seat) -> Claim | None:
        """What a goal is that it has looked at, or what it should be taken for."""
        sayable = {
            term
            for form in claims_of(t.rules).forms
            if form.verb == MAP
            for field in form.fields
            for term in field.terms
        }
        if not {NUGGET, ROCK} <= sayable:
            return None
        liar = t.cards.number(ROLE + seat, SABOTEUR) > 0
        for goal in range(int(t.hooks.goals)):
            face = t.cards.any(GOAL + goal)
            if face == UNKNOWN or t.opened >> goal & 1 or (seat, goal) in self._told:
                continue
            card = sort_of(t.hooks.goal_names[face - 1])
            if card not in (NUGGET, ROCK):
                continue
            if liar:
                once = any(who == seat and said == NUGGET for (who, _), said in self._told.items())
                card = NUGGET if face != GOLD and not once else ROCK
            return Claim(seat, MAP, {"goal": goal, "card": card})
        return None

    def accuse(self, t: Classic, seat: Seat, suspicion: Suspicion, belief: Belief) -> Claim | None:
        """Whoever is most likely a saboteur; or whom the others may take for one."""
        liar = t.cards.number(ROLE + seat, SABOTEUR) > 0
        public = suspicion.public()
        best: tuple[float, int] | None = None
        for other in range(min(int(t.seats), len(public))):
            if other == seat or (seat, other) in self._accused:
                continue
            chance = belief.suspicion[other]
            weight = public[other] - SHADY if liar else chance - CERTAIN
            if weight > 0 and (not liar or chance < 1.0 - CERTAIN) and (best is None or weight > best[0]):
                best = (weight, other)
        return None if best is None else Claim(seat, ACCUSE, {"target": best[1]})
