"""What each game brings so that its tables can be shown: what lies on them, what happened, and what its cards are."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from undermine.kernel.agenda import Refusal
from undermine.kernel.engine import legal, waiting
from undermine.kernel.event import Event
from undermine.kernel.ids import UNKNOWN
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.kernel.visibility import fold
from undermine.notation.moves import moves_of
from undermine.present.facts import FRAMES, told_of
from undermine.present.view import Ask, Bunch, Face, Told, View


class Presenter:
    """Puts one game into words. A state handed to it is an observer's own view; the truth only after the end, as `everything`."""

    def view(self, state: State, seat: int) -> View:
        """All that lies on the table."""
        raise NotImplementedError

    def everything(self, state: State) -> View:
        """The same of the true state, with everybody's own; cells tell of looks at goals."""
        raise NotImplementedError

    def own(self, state: State, seat: int, public: View) -> dict[str, Any]:
        """What a seat's view says otherwise than `public`, what everybody sees at that moment: fields and their values.

        So the rest need not be made for each seat (tests/server/test_changes.py), by a game that knows what it is.
        """
        view = self.view(state, seat)
        found = {name: getattr(view, name) for name in view.__struct_fields__}
        return {name: value for name, value in found.items() if value != getattr(public, name)}

    def sides(self, state: State) -> list[str]:
        """Who has won each round that is decided, by the name of a side."""
        raise NotImplementedError

    def faces(self, rules: Ruleset) -> dict[str, Face]:
        """Every card, by its name."""
        raise NotImplementedError

    def step_name(self, state: State) -> str:
        """What the open question is called."""
        return state.rules.step_names[state.top().step]

    def ask(self, state: State, seat: int) -> Ask | None:
        """The open question; None when there is none."""
        seats = asked(state)
        if not seats:
            return None
        moves, frame = moves_of(state.rules), state.top()
        about = moves.values(state.rules.steps[frame.step].holds, [int(frame.a), int(frame.b)])
        options: list[Any] = [moves.move(action) for action in legal(state, seat)] if seat in seats else []
        return Ask(step=self.step_name(state), seats=seats, about=about, options=options)

    def told(self, state: State, rows: list[Event]) -> list[Told]:
        """Fold the rows into the view, and say what has happened."""
        story: list[Told] = []
        for row in rows:
            story += self.tell(state, row)
            fold(state, row)
        return story

    def tell(self, state: State, row: Event) -> list[Told]:
        """One row, from the view before it; questions go without saying."""
        found = told_of(state.rules, row)
        return [] if found.kind in FRAMES else [found]

    def filling(self, state: State, seat: int, action: int, refusal: Refusal, lang: str) -> dict[str, str]:
        """Words for the open places of a refusal's sentence."""
        if refusal.code in ("NOT_YOUR_TURN", "NOT_ASKED"):
            seats = asked(state)
            return {"player": f"P{seats[0] + 1}"} if seats else {}
        return {}


def asked(state: State) -> list[int]:
    """Seats that owe an answer."""
    mask = waiting(state)
    return [seat for seat in range(state.rules.seats) if mask >> seat & 1]


# Cards that lie somewhere


def bunches(state: State, place: int, unseen: bool = True) -> list[Bunch]:
    """Cards of a place, alike ones together; first those that the observer cannot name."""
    cards = state.cards
    found: list[Bunch] = []
    if unseen and (hidden := int(cards.number(place, UNKNOWN))):
        found.append(Bunch(count=hidden))
    named = cards.named(place)
    if named:
        names = state.rules.layout.face_names[state.rules.layout.bag[place]]
        found += [bunch(names[named[at]], named[at + 1]) for at in range(0, len(named), 2)]
    return found


@lru_cache(maxsize=4096)
def bunch(card: str, count: int) -> Bunch:
    """So many cards of a face: the same value each time, since hands hold the same cards again and again."""
    return Bunch(card=card, count=count)


def names_in(state: State, place: int) -> list[str]:
    """Cards of a place that the observer can name, one by one."""
    named = state.cards.named(place)
    if not named:
        return []
    names = state.rules.layout.face_names[state.rules.layout.bag[place]]
    return [names[named[at]] for at in range(0, len(named), 2) for _ in range(named[at + 1])]


def name_in(state: State, place: int) -> str:
    """The one card of a place, if the observer can name it."""
    named = state.cards.named(place)
    return state.rules.layout.face_names[state.rules.layout.bag[place]][named[0]] if named else ""
