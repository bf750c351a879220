"""What an observer sees, in words. Everything is made from a seat's view and from the rows that seat was told."""

from __future__ import annotations

from typing import Final

from undermine.data.messages import message
from undermine.kernel.agenda import Refusal
from undermine.kernel.engine import explain, waiting
from undermine.kernel.event import Event
from undermine.kernel.state import State
from undermine.present.presenter import Presenter
from undermine.present.view import Ask, Told, View, Why
from undermine.registry import kit_of

LARGEST: Final = 1 << 62  # actions are smaller; a client may send any number


def presenter(state: State) -> Presenter:
    """The presenter of the game that is played."""
    return kit_of(state.rules).presenter


def view_of(state: State, seat: int) -> View:
    """The table as a seat sees it; `state` is that seat's view. SPECTATOR sees what the whole table knows."""
    return presenter(state).view(state, seat)


def everything(state: State) -> View:
    """The table with all that anybody has seen; `state` is the true one, of a game that is over. Cells tell of looks at goals."""
    return presenter(state).everything(state)


def ask_of(state: State, seat: int) -> Ask | None:
    """Who is asked what, None when nobody is; the options only if it is this seat, whose view `state` is."""
    return presenter(state).ask(state, seat)


def told(state: State, rows: list[Event]) -> list[Told]:
    """What these rows tell an observer. `state` is its view before them, and after this call its view after them.

    The rows are redacted for that observer, and are all it is told of one decision or of several, up to the next question.
    """
    return presenter(state).told(state, rows)


def why(state: State, seat: int, action: int, lang: str) -> Why | None:
    """Why a seat, whose view `state` is, may not do this; None when it may."""
    refusal: Refusal | None = Refusal("NO_SUCH_ACTION", "")
    if 0 <= action < LARGEST or not waiting(state) >> seat & 1:
        refusal = explain(state, seat, action)
    if refusal is None:
        return None
    filling = presenter(state).filling(state, seat, action, refusal, lang)
    own = f"{state.rules.game.meta.key}.{refusal.code}"
    return Why(code=refusal.code, rule=refusal.rule, text=message(own, lang, **filling))
