"""Facts about cards, and the question that chance answers when an unseen card is looked at."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from undermine.kernel import fields
from undermine.kernel.agenda import Step
from undermine.kernel.event import Event, Kind, Play
from undermine.kernel.fields import NONE, Field
from undermine.kernel.forms import Form
from undermine.kernel.ids import ALL, UNKNOWN, Action, Face, Mask, Place, Seat, bit
from undermine.kernel.state import Frame, State


class Moved(Kind):
    """a = face, b = from, c = to. For the others the same row with the face UNKNOWN.

    What it is called is its cause, which everybody hears: one that is secret is no kind of its own.
    """

    def __init__(self, name: str) -> None:
        super().__init__([fields.face(), fields.place("from"), fields.place("to")], name)

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        s.cards.move(b, a, c)

    def masked(self, e: Event) -> Event | None:
        return Event(self, ALL, UNKNOWN, e.b, e.c, 0)


class Shown(Kind):
    """a = face, b = place, c = how many. For the others nothing: even how many faces were shown is a secret."""

    def __init__(self, name: str, more: list[Field]) -> None:
        super().__init__([fields.face(), fields.place("place"), fields.number("copies"), *more], name)

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        s.cards.learn(b, a, c)

    def masked(self, e: Event) -> Event | None:
        return None


class Swapped(Kind):
    """a, b = two places."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        s.cards.swap(a, b)


class Poured(Kind):
    """a = from, b = to: a heap is shuffled into another of its pack."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        s.cards.pour(a, b)


class Shuffled(Kind):
    """a = place: what was known of its cards is lost. Only where all unseen cards of the pack lie in this place."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        s.cards.forget(a)


class Gathered(Kind):
    """a = where to. A whole pack at once, all of it unseen again."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        s.cards.gather(a)


MOVED: Final = Moved("moved")  # as the table is set up, and where nothing is told of it
DEALT: Final = Moved("dealt")
DREW: Final = Moved("drew")
THREW: Final = Moved("threw")  # onto the discard pile
SHOWN: Final = Shown("shown", [])  # turned up by a rule
SAW: Final = Shown("saw", [fields.seat()])  # d = who has a look
SWAPPED: Final = Swapped([fields.place("one"), fields.place("other")])
POURED: Final = Poured([fields.place("from"), fields.place("to")])
SHUFFLED: Final = Shuffled([fields.place("place")])
GATHERED: Final = Gathered([fields.place("to")])


def show(p: Play, eyes: Mask, place: Place) -> None:
    """Let these eyes see all that lies in a place."""
    reveal(p, SHOWN, eyes, place, 0)


def look(p: Play, seat: Seat, place: Place) -> None:
    """Somebody looks at all that lies in a place."""
    reveal(p, SAW, bit(seat), place, seat)


def reveal(p: Play, kind: Shown, eyes: Mask, place: Place, seat: Seat) -> None:
    """All that lies in a place, the highest face first."""
    cards = p.state.cards
    face = cards.faces(place)
    while face:
        number = cards.number(place, face)
        if number:
            p.emit(kind, eyes, face, place, number, seat)
        face -= 1


def faces_in(s: State, place: Place, out: vec[i64], head: Action) -> i64:
    """Write the faces that can be pointed out in a place: options of whoever chooses a card there, in a form."""
    count = s.cards.count
    row = s.cards.layout.row[place]
    left = count[row - 1] - count[row]
    n: i64 = 0
    face: i64 = 0
    while left > 0:
        face += 1
        copies = count[row + face]
        if copies:
            left -= copies
            out[n] = head + face
            n += 1
    return n


def holds(s: State, place: Place, face: Face, copies: i64) -> bool:
    """Can so many cards of a face be pointed out in a place? Faces that do not exist are nowhere."""
    return 0 < face <= s.cards.faces(place) and s.cards.number(place, face) >= copies


def set_apart(p: Play, deck: Place, to: Place, number: i64) -> None:
    """So many cards of a deck are laid in one place, unseen."""
    for _ in range(number):
        p.emit(MOVED, ALL, UNKNOWN, deck, to, 0)


def lay_out(p: Play, deck: Place, first: Place, number: i64) -> None:
    """A card of a deck is laid in each of so many places, unseen."""
    for place in range(first, first + number):
        p.emit(MOVED, ALL, UNKNOWN, deck, place, 0)


@mypyc_attr(allow_interpreted_subclasses=True)
class FromBag(Step):
    """Chance names a card that nobody has seen: options are the faces in the bag."""

    def __init__(self, verb: str, of: Place = NONE, holds: list[Field] | None = None) -> None:
        super().__init__(None, holds)
        self.outcome = Form(verb, [fields.face(of)])
        self.of = of

    def bag(self, s: State, f: Frame) -> Place:
        """The bag of the pack, where it is not always the same one."""
        return self.of

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        return faces_in(s, self.bag(s, f), out, 0)

    def weight(self, s: State, f: Frame, action: Action) -> i64:
        return s.cards.number(self.bag(s, f), action)

    def total(self, s: State, f: Frame) -> i64:
        return s.cards.size(self.bag(s, f))

    def pick(self, s: State, f: Frame, r: i64) -> Action:
        return s.cards.pick(self.bag(s, f), r)


@mypyc_attr(allow_interpreted_subclasses=True)
class Looked(FromBag):
    """Chance names a card that somebody may have seen already: then there is one option.

    Asking chance in both cases keeps the agenda a public fact.
    """

    def known(self, s: State, f: Frame) -> Face:
        """The face, when it has one, or UNKNOWN."""
        raise NotImplementedError

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        out[0] = self.known(s, f)
        return faces_in(s, self.bag(s, f), out, 0) if out[0] == UNKNOWN else 1

    def weight(self, s: State, f: Frame, action: Action) -> i64:
        return s.cards.number(self.bag(s, f), action) if self.known(s, f) == UNKNOWN else 1

    def total(self, s: State, f: Frame) -> i64:
        return s.cards.size(self.bag(s, f)) if self.known(s, f) == UNKNOWN else i64(1)

    def pick(self, s: State, f: Frame, r: i64) -> Action:
        known = self.known(s, f)
        return s.cards.pick(self.bag(s, f), r) if known == UNKNOWN else known


@mypyc_attr(allow_interpreted_subclasses=True)
class FromHeap(Step):
    """Chance names the top card of a shuffled heap, some of whose faces are known as counts and some not at all.

    A named card is picked by its face, an unnamed one by its face beyond all faces: the two leave different heaps
    behind, so `named` must be told which it was. Weights are scaled by the size of the bag to stay whole numbers.
    """

    def __init__(self, verb: str, of: Place = NONE, holds: list[Field] | None = None) -> None:
        super().__init__(None, holds)
        self.outcome = Form(verb, [fields.face()])
        self.of = of

    def heap(self, s: State, f: Frame) -> Place:
        """Where it lies, if not always in the same place."""
        return self.of

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        heap = self.heap(s, f)
        n = faces_in(s, heap, out, 0)
        if s.cards.number(heap, UNKNOWN):
            faces = s.cards.faces(heap)
            bag = s.cards.layout.bag[heap]
            face: i64 = 1
            while face <= faces:
                if s.cards.number(bag, face):
                    out[n] = faces + face
                    n += 1
                face += 1
        return n

    def weight(self, s: State, f: Frame, action: Action) -> i64:
        heap = self.heap(s, f)
        faces = s.cards.faces(heap)
        bag = s.cards.layout.bag[heap]
        unnamed = s.cards.number(heap, UNKNOWN)
        if action > faces:
            return unnamed * s.cards.number(bag, action - faces)
        return s.cards.number(heap, action) * (s.cards.size(bag) if unnamed else i64(1))


def named(p: Play, heap: Place, action: Action) -> Face:
    """The face that chance gave the top card of a heap.

    If it was an unnamed card, it is pointed out to nobody but the truth: that nobody had seen it before is a secret.
    """
    cards = p.state.cards
    faces = cards.faces(heap)
    if action <= faces:
        return action
    p.emit(SHOWN, 0, action - faces, heap, cards.number(heap, action - faces) + 1, 0)
    return action - faces
