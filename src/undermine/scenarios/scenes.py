"""What a game brings so that scenarios can set it up and say what is expected: keys of `given` and of `expect`.

Places by name, numbers by name, the open question and the switches are the same for every game and every extra.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Generic, TypeVar

from undermine.kernel.engine import waiting
from undermine.kernel.event import Event, Play
from undermine.kernel.forms import Form
from undermine.kernel.ids import SPECTATOR, UNKNOWN, bit
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.notation.actions import words_of
from undermine.notation.cards import Card, cards_in, cards_words, parse_cards
from undermine.notation.events import parse_event
from undermine.notation.moves import TURNED, is_written, lying_words, name_of
from undermine.notation.places import mask_words, parse_place
from undermine.notation.position_base import Position
from undermine.notation.setting import Setting, starts
from undermine.notation.text import Line, seat_name, whole
from undermine.present import view_of
from undermine.present.view import View
from undermine.registry import Options
from undermine.scenarios.compare import Blame, same, same_cards, seat, sitting, unmarked
from undermine.scenarios.reader import Part

Check = Callable[[State, Part], None]
Look = Callable[[View, Part, str], None]
ANY_GAME: Final = ("places", "numbers", "events", "asked", "turn")  # keys of `given` that every game has
TURN: Final = "turn"
OWN_KEYS: Final = ("asked", "replaced", "settled", "sealed", "began")  # events that `given` says by other keys
P = TypeVar("P", bound=Position)


class Scenes(Generic[P]):
    """A game whose scenarios need nothing of their own but names: of places by seat and of single places.

    `by_seat` maps a key such as `hands` to the beginning of places' names (`hand`, for `hand P1`), `heaps` a key such
    as `discard` to the name of a place. A game with more to set up or to compare overrides `place` and `checks`.
    """

    def __init__(
        self, position: type[P], by_seat: Mapping[str, str], heaps: Mapping[str, str], own: tuple[str, ...] = ()
    ) -> None:
        self.position = position
        self.by_seat = by_seat
        self.heaps = heaps
        self.own = own  # further keys of `given`, read by `place`

    # Given

    def given(self) -> tuple[str, ...]:
        """All keys of `given`."""
        return (*self.own, *self.by_seat, *self.heaps, *ANY_GAME)

    def build(self, options: Options, parts: dict[str, Part]) -> Play:
        """A game that stands at the given position."""
        position = self.position(options)
        self.read(position, parts)
        self.place(position, parts)
        with Blame(parts.get("events", next(iter(parts.values())))):
            play = position.build()
        self._check_hands(play.state, parts)
        return play

    def _check_hands(self, state: State, parts: dict[str, Part]) -> None:
        """Whoever is to move knows the own hand."""
        hand, part = self.by_seat.get("hands"), parts.get("hands")
        if hand is None or part is None:
            return
        for whose in [at for at in range(state.rules.seats) if waiting(state) >> at & 1]:
            name = f"{hand} {seat_name(whose)}"
            if state.cards.number(place_of(state.rules, part, name), UNKNOWN):
                raise part.error(f"{seat_name(whose)} is to move and must know the own cards; name them.")

    def place(self, position: P, parts: dict[str, Part]) -> None:
        """What stands on the table besides cards in places."""

    def read(self, setting: Setting, parts: dict[str, Part]) -> None:
        """Everything that is written alike in every game."""
        for name, part in parts.items():
            with Blame(part):
                if name in self.by_seat:
                    self._by_seat(setting, part, self.by_seat[name])
                elif name in self.heaps:
                    read_heap(setting, part, place_of(setting.rules(), part, self.heaps[name]))
                elif name in ANY_GAME:
                    read_common(setting, name, part)
        if not setting.frames:
            ask_turn(setting, 0)

    def _by_seat(self, setting: Setting, part: Part, name: str) -> None:
        rules = setting.rules()
        for who, value in part.table().items():
            with Blame(value):
                if seat(who) >= rules.seats:
                    raise value.error(f"Nobody sits at {who}; there are {rules.seats} players.")
                place = place_of(rules, value, f"{name} {who}")
                setting.places[place] = parse_cards(rules, int(rules.layout.bag[place]), value.words())

    # Expected

    def expected(self) -> dict[str, Check]:
        """All keys of `expect`, each with what compares it."""
        found: dict[str, Check] = {key: _seats_check(key, name) for key, name in self.by_seat.items()}
        found |= {key: _heap_check(key, name) for key, name in self.heaps.items()}
        return found | COMMON | self.checks()

    def checks(self) -> dict[str, Check]:
        """Further keys of `expect`."""
        return {}

    def screens(self) -> dict[str, Look]:
        """Keys of `screens`: what is on a player's screen besides."""
        return {}


def beginning(rules: Ruleset, text: str) -> str:
    """The beginning of an action as the game writes it, for `legal`: `lay SE` is `lay NW@180`."""
    line = Line(text)
    verb = line.word("an action such as lay")
    ways = [form for form in rules.forms if form.verb == verb and is_laid(form)]
    if not ways or not line.more():
        return " ".join(text.split())
    face, quarter = words_of(rules).named(rules, ways[0], line, line.word("a card"))
    return " ".join([verb, lying_words(name_of(rules, ways[0].card, face), quarter), *text.split()[2:]])


def is_laid(form: Form) -> bool:
    """Does the card's name say how it lies?"""
    return is_written(form) and any(field.what in TURNED for field in form.fields)


def place_of(rules: Ruleset, part: Part, name: str) -> int:
    """A place by its name, with spaces or without: `hand P1`, `discard-pile`."""
    with Blame(part):
        return parse_place(rules, Line(name.strip().replace(" ", "-")))


# Given


def read_common(setting: Setting, name: str, part: Part) -> None:
    """A key of `given` that every game has."""
    rules = setting.rules()
    if name == "places":
        for place, value in part.table().items():
            read_heap(setting, value, place_of(rules, value, place))
    elif name == "numbers":
        for run, value in part.table().items():
            setting.numbers |= {at: number for at, number, _, _ in run_of(rules, value, run)}
    elif name == "events":
        setting.events += [_happened(rules, part, words) for words in part.texts()]
    elif name == TURN:
        whose = seat(part.text())
        if whose >= rules.seats:
            raise part.error(f"Nobody sits at {part.text()}; there are {rules.seats} players.")
        ask_turn(setting, whose)
    else:
        for words in part.texts():
            event = parse_event(rules, f"asked {words}")
            setting.frames.append((int(event.a), int(event.b), int(event.c), int(event.d)))


def _happened(rules: Ruleset, part: Part, words: str) -> Event:
    """What has happened besides; rounds and questions have keys of their own."""
    event = parse_event(rules, words)
    name = rules.kind_names[rules.codes[event.kind]]
    if name in OWN_KEYS:
        raise part.error(f"{name!r} cannot stand here; say it by round, turn or asked.")
    return event


def ask_turn(setting: Setting, whose: int) -> None:
    """It is this seat's turn: the step of that name is asked, with the seat as its first number."""
    if TURN in setting.rules().step_names:
        setting.frames.append((setting.rules().step_names.index(TURN), int(bit(whose)), whose, 0))


def read_heap(setting: Setting, part: Part, place: int) -> None:
    """A number of unseen cards, or their names: of a deck the names of what may come up, of others what is known."""
    rules = setting.rules()
    bag = int(rules.layout.bag[place])
    with Blame(part):
        if part.is_number():
            setting.places[place] = parse_cards(rules, bag, f"?*{part.text()}")
            return
        cards = parse_cards(rules, bag, part.words())
    if place in starts(rules).values():
        unmarked(part, cards)
        setting.places[place] = [Card(UNKNOWN)] * len(cards)
        setting.bags[bag] = [card.face for card in cards]
    else:
        setting.places[place] = cards


def run_of(rules: Ruleset, part: Part, name: str) -> list[tuple[int, int, Part, str]]:
    """Numbers of a run by its name: index, number, and where it is written. By seat, by goal, from 1 on, or in a row."""
    if name not in rules.runs:
        known = f"use one of {', '.join(rules.runs)}" if rules.runs else "this table keeps none"
        raise part.error(f"There are no numbers {name!r}; {known}.")
    first, size = rules.runs[name]
    if part.is_text():
        numbers = part.text().split()
        if not numbers:
            raise part.error("a number is wanted here.")
        found = [(first + at, _number(part, word), part, name) for at, word in enumerate(numbers)]
    else:
        found = [
            (first + _index(value, key), value.number(), value, f"{name} {key}") for key, value in part.table().items()
        ]
    if any(not first <= at < first + size for at, _, _, _ in found):
        raise part.error(f"There are {size} numbers {name!r}, and one more is named here.")
    return found


def _number(part: Part, word: str) -> int:
    number = whole(word)
    if number is None:
        raise part.error(f"{word!r} is not a whole number.")
    return number


def _index(part: Part, key: str) -> int:
    number = whole(key[1:] if key[:1] in ("P", "G") else key)
    if number is None or number < 1:
        raise part.error(f"{key!r} is none of them; use P1, G1 or a number from 1 on.")
    return number - 1


# Expected


def _seats_check(key: str, name: str) -> Check:
    def check(state: State, part: Part) -> None:
        for who, value in part.table().items():
            with Blame(value):
                sitting(state, value, who)
                same_cards(state, value, f"{key} {who}", place_of(state.rules, value, f"{name} {who}"))

    return check


def _heap_check(key: str, name: str) -> Check:
    def check(state: State, part: Part) -> None:
        same_cards(state, part, key, place_of(state.rules, part, name))

    return check


def _places(state: State, part: Part) -> None:
    for name, value in part.table().items():
        with Blame(value):
            same_cards(state, value, name, place_of(state.rules, value, name))


def _numbers(state: State, part: Part) -> None:
    for run, value in part.table().items():
        for at, number, where, name in run_of(state.rules, value, run):
            same(where, f"numbers {name}", number, int(state.numbers[at]))


def _turn(state: State, part: Part) -> None:
    same(part, "question", f"{TURN} {part.text()}", question(state))


def _asked(state: State, part: Part) -> None:
    same(part, "question", part.text(), question(state))


def question(state: State) -> str:
    """Which question is open, and to whom."""
    if not state.depth:
        return "over"
    return f"{state.rules.step_names[state.top().step]} {mask_words(int(waiting(state)))}"


def _winners(state: State, part: Part) -> None:
    found = " ".join(seat_name(whose) for whose in view_of(state, SPECTATOR).winners)
    same(part, "winners", " ".join(part.texts(" ")) or "none", found or "none")


def _box(state: State, part: Part) -> None:
    """All cards of a pack, wherever they lie; a pack is named like its bag."""
    layout = state.rules.layout
    packs = {layout.place_names[bag].removesuffix(" bag"): bag for bag in layout.packs}
    packs |= {f"{name}s": bag for name, bag in packs.items()}
    for name, value in part.table(packs).items():
        bag = packs[name]
        faces = [card.face for place in layout.packs[bag] for card in cards_in(state, place, None) if card.face]
        faces += [face for face in range(1, state.cards.faces(bag) + 1) for _ in range(state.cards.number(bag, face))]
        if value.is_number():
            same(value, f"{name} in the game", value.number(), len(faces))
            continue
        with Blame(value):
            wanted = parse_cards(state.rules, bag, value.words())
            unmarked(value, wanted)
        found = cards_words(state.rules, bag, [Card(face) for face in faces])
        same(value, f"{name} in the game", cards_words(state.rules, bag, wanted), found)


def _settings(state: State, part: Part) -> None:
    for name, value in part.table().items():
        if name not in state.rules.settings.values:
            known = ", ".join(state.rules.settings.values)
            raise value.error(f"There is no switch {name!r}; use one of {known}.")
        same(value, f"switch {name}", value.text(), state.rules.settings.values[name])


COMMON: Final[dict[str, Check]] = {
    "asked": _asked,
    "box": _box,
    "numbers": _numbers,
    "places": _places,
    "settings": _settings,
    "turn": _turn,
    "winners": _winners,
}
