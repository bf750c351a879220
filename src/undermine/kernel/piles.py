"""Cards as one observer knows them.

Cards that share a back are a *pack*. For each place of a pack we count: all cards there, those whose face the observer
cannot name, and those of face 1, 2, ... One place of a pack is its *bag*: the faces of exactly the cards that the
observer cannot name, wherever they lie.

The true state is an observer too, the one that knows whatever anybody has seen. What nobody has seen has no face even
there, so drawing a card is chance picking from the bag.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, mypyc_attr

from undermine.kernel.ids import BIT, UNKNOWN, Face, Place, least

WORD: Final = 32  # faces in one number of a set
BITS: Final = 16
FIELD: Final = (1 << BITS) - 1


@final
class Layout:
    """Which places there are and which pack each belongs to: made with the ruleset, shared by all its states.

    Place numbers are the game's own and may have gaps; only places that are laid out take room in a state.
    """

    def __init__(self) -> None:
        self.row: vec[i64] = vec[i64]()  # by place: index of its UNKNOWN count; faces follow, the total stands before
        self.faces: vec[i64] = vec[i64]()  # by place: how many faces its pack has
        self.bag: vec[i64] = vec[i64]()  # by place: the bag of its pack
        self.set_at: vec[i64] = vec[i64]()  # by place: where in `sets` that of its faces begins; 0: it is not listed
        self.where: vec[i64] = vec[i64]()  # by place: its row, that of its bag, and its set, BITS bits each
        self.held: list[Place] = []  # whose cards somebody must know in order to decide: hands, purses
        self.fresh: vec[i16] = vec[i16]()  # the counts of an unopened box
        self.listed: vec[i64] = vec[i64]([0])  # and its sets
        self.packs: dict[Place, list[Place]] = {}  # by bag: the other places of the pack
        self.next: vec[i64] = vec[i64]()  # by place: another one of its pack, and from the last of them its bag
        self.face_names: dict[Place, list[str]] = {}  # by bag; face 0 is unknown
        self.place_names: dict[Place, str] = {}

    def add_pack(self, bag: Place, name: str, faces: list[str], copies: list[int]) -> None:
        """A new pack, all of whose cards are unnamed; `start` says where they lie at first."""
        self.packs[bag] = []
        self.face_names[bag] = ["?", *faces]
        self.room(bag, bag, name)
        box = self.box()
        for index, number in enumerate(copies):
            box.add(bag, index + 1, i16(number))

    def box(self) -> Cards:
        """As it is opened: to be copied before anything is moved."""
        return Cards(self, self.fresh, self.listed)

    def list_faces(self, first: Place, number: i64) -> i64:
        """Keep a set of the faces that lie in each of so many places; returns where the first of these sets begins."""
        begin = i64(len(self.listed))
        for place in range(first, first + number):
            self.set_at[place] = i64(len(self.listed))
            self.where[place] |= i64(len(self.listed)) << (2 * BITS)
            for _ in range(self.faces[place] // WORD + 1):
                self.listed = append(self.listed, 0)
            self.box().list_all(place)
        return begin

    def add_place(self, bag: Place, place: Place, name: str, held: bool) -> None:
        """Somewhere that cards of a pack may lie. `held`: looked into by whoever must decide."""
        self.packs[bag].append(place)
        self.room(bag, place, name)
        if held:
            self.held.append(place)

    def start(self, place: Place) -> None:
        """The whole pack lies here, unseen, when the box is opened."""
        bag = self.bag[place]
        box = self.box()
        box.add(place, UNKNOWN, i16(box.size(bag)))

    def room(self, bag: Place, place: Place, name: str) -> None:
        if place in self.place_names:
            raise ValueError(f"place {place} is both {self.place_names[place]} and {name}")
        faces = i64(len(self.face_names[bag])) - 1
        while len(self.row) <= place:
            self.row = append(self.row, 0)
            self.faces = append(self.faces, 0)
            self.bag = append(self.bag, -1)
            self.set_at = append(self.set_at, 0)
            self.where = append(self.where, 0)
            self.next = append(self.next, 0)
        self.place_names[place] = name
        self.row[place] = i64(len(self.fresh)) + 1
        self.faces[place] = faces
        self.bag[place] = bag
        self.where[place] = self.row[place] | self.row[bag] << BITS
        self.next[place] = bag if place == bag else self.next[bag]
        self.next[bag] = place
        for _ in range(faces + 2):
            self.fresh = append(self.fresh, i16(0))


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Cards:
    """Counts only: cards of a face are alike, so there is no handle by which one could be followed."""

    def __init__(self, layout: Layout, count: vec[i16], sets: vec[i64]) -> None:
        self.layout: Final = layout
        self.count: Final = count
        self.sets: Final = sets  # which faces lie in a place that is listed, as bits; made of `count`, for speed

    def copy(self) -> Cards:
        return Cards(self.layout, self.count[:], self.sets[:])

    def number(self, place: Place, face: Face) -> i64:
        """How many cards of this face the observer can point out here (UNKNOWN: how many it cannot)."""
        return i64(self.count[self.layout.row[place] + face])

    def size(self, place: Place) -> i64:
        return i64(self.count[self.layout.row[place] - 1])

    def faces(self, place: Place) -> i64:
        return self.layout.faces[place]

    def named(self, place: Place) -> list[int]:
        """What lies here and can be named: a face and how many of it, by turns."""
        row = self.layout.row[place]
        count = self.count
        left = i64(count[row - 1]) - i64(count[row])
        last = self.layout.faces[place]
        found: list[int] = []
        face: i64 = 1
        while left > 0 and face <= last:
            number = i64(count[row + face])
            if number:
                found.append(face)
                found.append(number)
                left -= number
            face += 1
        return found

    def add(self, place: Place, face: Face, number: i16) -> None:
        row = self.layout.row[place]
        count = self.count
        count[row + face] += number
        count[row - 1] += number
        at = self.layout.set_at[place]
        if at:
            enlist(self.sets, at, face, i64(count[row + face]))

    def put(self, place: Place, face: Face) -> None:
        where = self.layout.where[place]
        row = where & FIELD
        count = self.count
        count[row + face] += 1
        count[row - 1] += 1
        at = where >> (2 * BITS)
        if at:
            enlist(self.sets, at, face, 1)

    def take(self, place: Place, face: Face) -> None:
        """A card leaves: face down, it may have been any of them; face up, it may have been an unnamed one."""
        where = self.layout.where[place]
        row = where & FIELD
        count = self.count
        if face == UNKNOWN:
            if count[row] != count[row - 1]:
                self.forget(place)
        elif not count[row + face]:
            bag = where >> BITS & FIELD
            count[bag + face] -= 1
            count[bag - 1] -= 1
            face = UNKNOWN
        left = count[row + face] - 1
        count[row + face] = left
        count[row - 1] -= 1
        at = where >> (2 * BITS)
        if at:
            enlist(self.sets, at, face, i64(left))

    def move(self, source: Place, face: Face, place: Place) -> None:
        """`take`, and `put`."""
        of = self.layout.where[source]
        to = self.layout.where[place]
        row = of & FIELD
        count = self.count
        named = face
        if face == UNKNOWN:
            if count[row] != count[row - 1]:
                self.forget(source)
        elif not count[row + face]:
            bag = of >> BITS & FIELD
            count[bag + face] -= 1
            count[bag - 1] -= 1
            named = UNKNOWN
        left = count[row + named] - 1
        count[row + named] = left
        count[row - 1] -= 1
        at = of >> (2 * BITS)
        if at:
            enlist(self.sets, at, named, i64(left))
        row = to & FIELD
        count[row + face] += 1
        count[row - 1] += 1
        at = to >> (2 * BITS)
        if at:
            enlist(self.sets, at, face, 1)

    def learn(self, place: Place, face: Face, number: i64) -> None:
        """At least `number` cards of this face lie here; telling it twice changes nothing."""
        fresh = i16(number - self.number(place, face))
        if fresh > 0:
            self.add(place, face, fresh)
            self.add(place, UNKNOWN, -fresh)
            self.add(self.layout.bag[place], face, -fresh)

    def forget(self, place: Place) -> None:
        """Cards here can no longer be told apart: their faces go back into the bag."""
        layout = self.layout
        count = self.count
        row = layout.row[place]
        named = count[row - 1] - count[row]
        of = layout.bag[place]
        bag = layout.row[of]
        count[row] += named
        count[bag - 1] += named
        face: i64 = 1
        while named:
            number = count[row + face]
            if number:
                count[bag + face] += number
                count[row + face] = 0
                named -= number
            face += 1
        at = layout.set_at[place]
        if at:
            word = layout.faces[place] // WORD
            while word >= 0:
                self.sets[at + word] = 0
                word -= 1
            enlist(self.sets, at, UNKNOWN, i64(count[row]))

    def swap(self, one: Place, other: Place) -> None:
        """Two heaps change places, and what is known of each goes with it."""
        a = self.layout.row[one]
        b = self.layout.row[other]
        count = self.count
        if self.layout.set_at[one] and self.layout.set_at[other]:
            self.swap_listed(one, other)
            return
        i: i64 = -1
        while i <= self.faces(one):
            kept = count[a + i]
            count[a + i] = count[b + i]
            count[b + i] = kept
            i += 1
        self.list_all(one)
        self.list_all(other)

    def swap_listed(self, one: Place, other: Place) -> None:
        """The same, where only the faces that lie in one or the other need be looked at."""
        a = self.layout.where[one]
        b = self.layout.where[other]
        count = self.count
        sets = self.sets
        row = (a & FIELD) - 1
        row_too = (b & FIELD) - 1
        kept = count[row]
        count[row] = count[row_too]
        count[row_too] = kept
        word = self.layout.faces[one] // WORD
        while word >= 0:
            at = (a >> (2 * BITS)) + word
            at_too = (b >> (2 * BITS)) + word
            mine = sets[at]
            sets[at] = sets[at_too]
            sets[at_too] = mine
            left = mine | sets[at]
            while left:
                face = word * WORD + least(left) + 1
                left &= left - 1
                kept = count[row + face]
                count[row + face] = count[row_too + face]
                count[row_too + face] = kept
            word -= 1

    def list_all(self, place: Place) -> None:
        """Whatever lies here may have changed."""
        at = self.layout.set_at[place]
        row = self.layout.row[place]
        face = self.layout.faces[place] if at else i64(-1)
        while face >= 0:
            enlist(self.sets, at, face, i64(self.count[row + face]))
            face -= 1

    def pour(self, source: Place, heap: Place) -> None:
        """A heap is shuffled into another: which card is which is lost, that the known faces are among them is not.

        No bag changes: what was unnamed stays unnamed.
        """
        if self.layout.set_at[source]:
            self.pour_listed(source, heap)
            return
        face = self.faces(source)
        while face >= 0:
            number = i16(self.number(source, face))
            self.add(heap, face, number)
            self.add(source, face, -number)
            face -= 1

    def pour_listed(self, source: Place, heap: Place) -> None:
        """The same, where only the faces that lie there need be looked at."""
        of = self.layout.where[source]
        to = self.layout.where[heap]
        count = self.count
        sets = self.sets
        row = of & FIELD
        other = to & FIELD
        count[other - 1] += count[row - 1]
        count[row - 1] = 0
        at = of >> (2 * BITS)
        also = to >> (2 * BITS)
        word = self.layout.faces[source] // WORD
        while word >= 0:
            left = sets[at + word]
            sets[at + word] = 0
            if also:
                sets[also + word] |= left
            while left:
                face = word * WORD + least(left)
                left &= left - 1
                count[other + face] += count[row + face]
                count[row + face] = 0
            word -= 1

    def gather(self, heap: Place) -> None:
        """A whole pack onto one shuffled heap: all of it is unseen again."""
        bag = self.layout.bag[heap]
        place = self.layout.next[bag]
        while place != bag:
            number = i16(self.size(place))
            if number and place != heap:
                self.forget(place)
                self.add(place, UNKNOWN, -number)
                self.add(heap, UNKNOWN, number)
            place = self.layout.next[place]
        self.forget(heap)

    def pick(self, bag: Place, r: i64) -> Face:
        """The face of the r-th card in a bag."""
        count = self.count
        at = self.layout.row[bag] + 1
        first = at
        n = i64(count[at])
        while r >= n:
            r -= n
            at += 1
            n = i64(count[at])
        return at - first + 1

    def any(self, place: Place) -> Face:
        """Some face that can be pointed out here, or UNKNOWN."""
        face = self.faces(place)
        while face and not self.number(place, face):
            face -= 1
        return face


def enlist(sets: vec[i64], at: i64, face: Face, number: i64) -> None:
    """So many cards of a face lie where the set begins at `at`."""
    word = at + (face >> 5)
    one = face & 31
    if number:
        sets[word] |= BIT[one]
    else:
        sets[word] &= ~BIT[one]
