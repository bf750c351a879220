"""Questions and events put into words by their letters: what a game or an extra needs not say itself."""

from __future__ import annotations

from typing import Any, Final

from undermine.games.classic.cards import TOOLS
from undermine.kernel.agenda import Refusal, Step
from undermine.kernel.engine import legal, waiting
from undermine.kernel.event import Event
from undermine.kernel.forms import fields_of, form_of, forms_of, letters_of, unpack, verb_of
from undermine.kernel.ids import NOBODY
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.kernel.visibility import fold
from undermine.notation.actions import words_of
from undermine.notation.events import event_words
from undermine.notation.fields import NO_YES
from undermine.notation.forms import bag_of
from undermine.present.presenter import Presenter
from undermine.present.view import Ask, Option, Told
from undermine.tunnels.ports import LETTERS, spot_x, spot_y

FRAMES: Final = ("asked", "replaced", "settled", "sealed")  # who is asked is told by `Ask`
HALF_TURN: Final = 2


def asked(state: State) -> list[int]:
    """Seats that owe an answer."""
    mask = waiting(state)
    return [seat for seat in range(state.rules.seats) if mask >> seat & 1]


def filled(letters: str, fields: list[int], names: list[str], terms: list[str], seat: str = "target") -> dict[str, Any]:
    """Fields by letter, as `Option` and `Told` name them; `seat` is what the first seat is called, the next is a target."""
    found: dict[str, Any] = {}
    cards: list[str] = []
    for letter, number in zip(letters, fields, strict=True):
        if letter == "s":
            if number != NOBODY:
                found.setdefault(seat if seat not in found else "target", number)
        elif letter == "f":
            if number:
                cards.append(names[number] if number < len(names) else "")
        else:
            found = _one(letter, number, terms) | found
    if cards:
        found["card"] = cards[0]
    if len(cards) > 1:
        found["cards"] = cards
    return found


def _one(letter: str, number: int, terms: list[str]) -> dict[str, Any]:
    """One field that is neither a seat nor a card."""
    match letter:
        case "m":
            return {"seats": [at for at in range(number.bit_length()) if number >> at & 1]}
        case "g":
            return {"goal": number}
        case "c":
            return {"x": int(spot_x(number)), "y": int(spot_y(number))}
        case "l":
            return _one("c", number >> 2, terms) | _one("q", number & 3, terms)
        case "q":
            return {"quarter": number, "turned": number == HALF_TURN}
        case "t":
            return {"tool": _of(list(TOOLS), number)}
        case "e":
            return {"word": _of(list(LETTERS), number)}
        case "w":
            return {"word": _of(terms, number)}
        case "y":
            return {"word": _of(list(NO_YES), number), "number": number}
    return {"number": number}


def _of(words: list[str], number: int) -> str:
    return words[number] if number < len(words) else ""


def told_of(rules: Ruleset, event: Event) -> Told:
    """An event as its columns tell it, whatever its kind."""
    kind = event.kind
    numbers = [int(event.a), int(event.b), int(event.c), int(event.d)]
    names: list[str] = []
    if "f" in kind.columns:
        bag = kind.pack
        if bag < 0:
            bag = rules.layout.bag[numbers[kind.columns.index("p")]]
        names = ["", *rules.layout.face_names[bag][1:]]
    letters = "".join("" if letter in "pq" else letter for letter in kind.columns)
    fields = [number for letter, number in zip(kind.columns, numbers, strict=True) if letter not in "pq"]
    name, *words = event_words(rules, event).partition(" (")[0].split()
    return Told(name, words=words, **filled(letters, fields, names, kind.terms, "seat"))


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
        step: Step = state.rules.steps[state.top().step]
        forms = forms_of(step)
        form = forms[form_of(action) if step.forms else 0]
        letters = letters_of(form)
        fields = unpack(letters, fields_of(action) if step.forms else action)
        names = state.rules.layout.face_names[bag_of(state.rules, state, step)] if "f" in letters else []
        words = words_of(state.rules).words(state.rules, state, asked(state)[0], action).split()[1:]
        return Option(action, verb_of(form), words=words, **filled(letters, fields, names, step.terms))

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
