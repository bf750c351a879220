"""Questions and events put into words by their fields: what a game or an extra needs not say itself."""

from __future__ import annotations

from typing import Any, Final

from undermine.kernel import fields
from undermine.kernel.agenda import Refusal
from undermine.kernel.engine import legal, waiting
from undermine.kernel.event import Event
from undermine.kernel.fields import FACE, FACES, NONE, SEAT, TOOLS, Field
from undermine.kernel.forms import card_of
from undermine.kernel.ids import NOBODY
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.kernel.visibility import fold
from undermine.notation import moves
from undermine.notation.events import event_words, pack_of
from undermine.notation.fields import terms_of
from undermine.notation.moves import cards_of
from undermine.present.presenter import Presenter
from undermine.present.view import Ask, Option, Told
from undermine.tunnels.ports import spot_x, spot_y

FRAMES: Final = ("asked", "replaced", "settled", "sealed")  # who is asked is told by `Ask`
HALF_TURN: Final = 2


def asked(state: State) -> list[int]:
    """Seats that owe an answer."""
    mask = waiting(state)
    return [seat for seat in range(state.rules.seats) if mask >> seat & 1]


def filled(rules: Ruleset, found: list[Field], numbers: list[int], seat: str, pack: int = NONE) -> dict[str, Any]:
    """Fields as `Option` and `Told` name them; `seat` is what the first seat is called, the next is a target."""
    said: dict[str, Any] = {}
    cards: list[str] = []
    for field, number in zip(found, numbers, strict=False):
        if field.what == SEAT:
            if number != NOBODY:
                said.setdefault(seat if seat not in said else "target", number)
        elif field.what in (FACE, FACES):
            of = pack if field.pack == NONE else field.pack
            cards += [moves.name_of(rules, of, face) for face in cards_of(number)]
        else:
            said = _one(field, number) | said
    if cards:
        said["card"] = cards[0]
    if len(cards) > 1:
        said["cards"] = cards
    return said


def _one(field: Field, number: int) -> dict[str, Any]:
    """One field that is neither a seat nor a card."""
    match field.what:
        case fields.SEATS:
            return {"seats": [at for at in range(number.bit_length()) if number >> at & 1]}
        case fields.GOAL:
            return {"goal": number}
        case fields.CELL:
            return {"x": int(spot_x(number)), "y": int(spot_y(number))}
        case fields.WHERE:
            return _one(fields.cell(), number >> 2) | _one(fields.quarter(), number & 3)
        case fields.HALF | fields.QUARTER:
            return {"quarter": number, "turned": number == HALF_TURN}
        case fields.TOOL:
            return {"tool": TOOLS[number]}
        case fields.EDGE | fields.TERM:
            return {"word": terms_of(field)[number]}
        case fields.YES:
            return {"word": terms_of(field)[number], "number": number}
        case fields.NUMBER | fields.EACH:
            return {"number": number}
    return {}


def move_fields(rules: Ruleset, action: int) -> dict[str, Any]:
    """An action of a form, as `Option` and `Told` name its fields."""
    form = moves.form_at(rules, action)
    found = filled(rules, form.fields, [int(field.of(action)) for field in form.fields], "target")
    if form.card != NONE:
        found["card"] = moves.name_of(rules, form.card, card_of(action))
    return found


def told_of(rules: Ruleset, event: Event) -> Told:
    """An event as its fields tell it, whatever its kind."""
    numbers = [int(event.a), int(event.b), int(event.c), int(event.d)]
    name, *words = event_words(rules, event).partition(" (")[0].split()
    found = filled(rules, event.kind.fields, numbers, "seat", int(pack_of(rules, event.kind.fields, numbers)))
    return Told(name, words=words, **found)


class FormPresenter(Presenter):
    """A game all of whose questions have forms; it says how the table looks, and overrides what it can say better."""

    def ask(self, state: State, seat: int) -> Ask | None:
        seats = asked(state)
        if not seats:
            return None
        options = [self.option(state, action) for action in legal(state, seat)] if seat in seats else []
        return Ask(self.step_name(state), seats, options)

    def step_name(self, state: State) -> str:
        """What the open question is called."""
        return state.rules.step_names[state.top().step]

    def option(self, state: State, action: int) -> Option:
        """What an answer to the open question means."""
        words = moves.words(state.rules, action).split()[1:]
        verb = moves.form_at(state.rules, action).verb
        return Option(action, verb, words=words, **move_fields(state.rules, action))

    def told(self, state: State, rows: list[Event]) -> list[Told]:
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
        if refusal.code in ("NOT_YOUR_TURN", "NOT_ASKED"):
            seats = asked(state)
            return {"player": f"P{seats[0] + 1}"} if seats else {}
        return {}
