"""A game set up by hand: cards put where they are wanted, by events, so that views of seats come with it.

What is wanted need not be in one box: cards that are missing are added to it, and cards that have no place are taken
out, before anything is dealt.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from undermine.kernel.dealing import MOVED, SHOWN
from undermine.kernel.event import Event, Kind, Play
from undermine.kernel.ids import ALL, NOBODY, UNKNOWN, bit
from undermine.kernel.piles import Cards
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.kernel.visibility import follow
from undermine.notation.cards import Card
from undermine.notation.places import owner_of
from undermine.notation.text import bad
from undermine.registry import Options, ruleset

Frames = list[tuple[int, int, int, int]]  # step, seats and two numbers: the question that is answered first stands last


@dataclass
class Setting:
    """What is known of a table. Cards of places that are not named are dealt by `fill`."""

    options: Options
    places: dict[int, list[Card]] = field(default_factory=dict)
    bags: dict[int, list[int]] = field(default_factory=dict)  # faces of the cards that nobody has seen
    numbers: dict[int, int] = field(default_factory=dict)  # by index in `State.numbers`; the others are as they are
    events: list[Event] = field(default_factory=list)  # what has happened besides, once the cards are dealt
    frames: Frames = field(default_factory=list)

    def rules(self) -> Ruleset:
        return ruleset(self.options)


class Stocked(Kind):
    """a = face, b = where the pack lies, c = how many cards more (or fewer) there are in the box. Public."""

    def apply(self, s: State, a: int, b: int, c: int, d: int) -> None:
        s.cards.add(s.cards.layout.bag[b], a, c)
        s.cards.add(b, UNKNOWN, c)


class Noted(Kind):
    """a = index, b = one of the numbers that modules keep. Public."""

    def apply(self, s: State, a: int, b: int, c: int, d: int) -> None:
        s.numbers[a] = b


STOCKED = Stocked()
NOTED = Noted()


def starts(rules: Ruleset) -> dict[int, int]:
    """By bag: where the pack lies when the box is opened."""
    box = rules.layout.box()
    return {bag: place for bag, places in rules.layout.packs.items() for place in places if box.size(place)}


def named(setting: Setting, bag: int) -> list[int]:
    """Every card of a pack whose face the setting says."""
    places = setting.rules().layout.packs[bag]
    return [card.face for place in places for card in setting.places.get(place, []) if card.face]


def fill(setting: Setting, elsewhere: Mapping[int, list[int]], spill: Mapping[int, int]) -> None:
    """Put every card of the box somewhere: what is not named lies unseen where its pack lies at first.

    `elsewhere`: by bag, faces that lie in no place of the setting; `spill`: by bag, where cards go for which a deck of
    the stated size has no room.
    """
    rules = setting.rules()
    for bag, start in starts(rules).items():
        unseen = sum(
            card.face == UNKNOWN for place in rules.layout.packs[bag] for card in setting.places.get(place, [])
        )
        if bag not in setting.bags:
            setting.bags[bag] = _left_over(rules, bag, named(setting, bag) + elsewhere.get(bag, []))
            if start in setting.places:
                _put_away(setting, bag, start, spill.get(bag, -1), len(setting.bags[bag]) - unseen)
                continue
        if start not in setting.places and len(setting.bags[bag]) > unseen:
            setting.places[start] = [Card(UNKNOWN)] * (len(setting.bags[bag]) - unseen)
            unseen = len(setting.bags[bag])
        if unseen != len(setting.bags[bag]):
            name = rules.layout.place_names[start]
            raise bad(f"{len(setting.bags[bag])} cards are unseen, but {unseen} lie face down; correct the {name}.")


def _left_over(rules: Ruleset, bag: int, faces: list[int]) -> list[int]:
    """Faces of a full box that are not among these."""
    left: list[int] = []
    fresh = rules.game.new_state(rules).cards
    for face in range(1, fresh.faces(bag) + 1):
        left += [face] * max(0, fresh.number(bag, face) - faces.count(face))
    return left


def _put_away(setting: Setting, bag: int, start: int, spill: int, excess: int) -> None:
    """Unseen cards that a deck of the stated size has no room for: where they may go, or out of the box."""
    name = setting.rules().layout.place_names[start]
    if excess < 0:
        raise bad(f"The {name} cannot be so big: {-excess} cards are missing; name its cards.")
    if excess and spill >= 0 and spill not in setting.places:
        setting.places[spill] = [Card(UNKNOWN)] * excess
    elif excess == len(setting.bags[bag]):
        setting.bags[bag] = []
    elif excess:
        raise bad(f"{excess} cards of no place are left; name the cards of the {name}, not only their number.")


# Events


def stock(play: Play, setting: Setting, elsewhere: Mapping[int, list[int]]) -> None:
    """Put into the box what it lacks, and take out what has no place."""
    cards = play.state.cards
    for bag, start in starts(setting.rules()).items():
        wanted = named(setting, bag) + elsewhere.get(bag, []) + setting.bags[bag]
        for face in range(1, cards.faces(bag) + 1):
            more = wanted.count(face) - _in_box(cards, bag, face)
            if more:
                play.emit(STOCKED, ALL, face, start, more, 0)


def _in_box(cards: Cards, bag: int, face: int) -> int:
    """All cards of a face, wherever they lie."""
    return int(sum(cards.number(place, face) for place in (bag, *cards.layout.packs[bag])))


def deal(play: Play, setting: Setting, looks: Mapping[int, int]) -> None:
    """All cards that are named; where a pack lies at first is left for last, since its cards must not be known before.

    `looks`: by place, who knows its cards where the setting does not say; see `default_eyes` for the others. Cards that
    lie there already, since setting up a round has put them there, are only shown.
    """
    heaps = starts(setting.rules()).values()
    for place in sorted(setting.places, key=lambda place: (place in heaps, place)):
        cards = setting.places[place]
        if place in heaps:
            for face in {card.face for card in cards} - {UNKNOWN}:
                _show(play, place, [card for card in cards if card.face == face])
            continue
        lying = play.state.cards.size(place)
        for at, card in enumerate(cards):
            eyes = looks.get(place, default_eyes(setting.rules(), place)) if card.eyes is None else card.eyes
            _put(play, place, card.face, eyes, at < lying)


def _put(play: Play, place: int, face: int, eyes: int, lies: bool) -> None:
    """One card, from where its pack lies; face down and then shown, if nobody or only some may have seen it come."""
    start = starts(play.state.rules)[int(play.state.rules.layout.bag[place])]
    if face and eyes and not lies:
        play.emit(MOVED, eyes, face, start, place, 0)
        return
    if not lies:
        play.emit(MOVED, ALL, UNKNOWN, start, place, 0)
    if face:
        play.emit(SHOWN, eyes, face, place, play.state.cards.number(place, face) + 1, 0)


def _show(play: Play, place: int, cards: list[Card]) -> None:
    """Known cards of a deck: those that more seats know first, since every row says how many there are."""
    for number, card in enumerate(sorted(cards, key=lambda card: -(card.eyes or 0).bit_count()), start=1):
        play.emit(SHOWN, card.eyes or 0, card.face, place, number, 0)


def default_eyes(rules: Ruleset, place: int) -> int:
    """Who knows a card when nothing is said: its owner, if somebody must know it to decide; otherwise everybody."""
    owner = owner_of(rules, place)
    return int(bit(owner)) if place in rules.layout.held and owner != NOBODY else ALL


def note(play: Play, setting: Setting) -> None:
    """The numbers of modules, what has happened besides, and the open questions."""
    for index, number in sorted(setting.numbers.items()):
        if play.state.numbers[index] != number:
            play.emit(NOTED, ALL, index, number, 0, 0)
    for event in setting.events:
        try:
            play.emit(event.kind, event.eyes, event.a, event.b, event.c, event.d)
        except IndexError as error:
            name = play.state.rules.kind_names[play.state.rules.codes[event.kind]]
            raise bad(f"{name!r} names something that is not there; correct what has happened.") from error
    for step, seats, a, b in setting.frames:
        play.ask(step, seats, a, b)


def views_of(play: Play) -> list[State]:
    """What each seat knows of a game."""
    rules = play.state.rules
    views = [rules.game.new_state(rules) for _ in range(rules.seats)]
    follow(views, play.log or [], 0)
    return views
