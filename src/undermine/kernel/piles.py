"""Cards as one observer knows them.

Cards that share a back are a *pack*. For each place of a pack we count: all cards there, those whose face the observer
cannot name, and those of face 1, 2, ... One place of a pack is its *bag*: the faces of exactly the cards that the
observer cannot name, wherever they lie.

The true state is an observer too, the one that knows whatever anybody has seen. What nobody has seen has no face even
there, so drawing a card is chance picking from the bag.
"""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from undermine.kernel.ids import UNKNOWN, Face, Place


@final
class Layout:
    """Which places there are and which pack each belongs to: made with the ruleset, shared by all its states.

    Place numbers are the game's own and may have gaps; only places that are laid out take room in a state.
    """

    def __init__(self) -> None:
        self.row: vec[i64] = vec[i64]()  # by place: index of its UNKNOWN count; faces follow, the total stands before
        self.faces: vec[i64] = vec[i64]()  # by place: how many faces its pack has
        self.bag: vec[i64] = vec[i64]()  # by place: the bag of its pack
        self.held: list[Place] = []  # whose cards somebody must know in order to decide: hands, purses
        self.fresh: vec[i16] = vec[i16]()  # the counts of an unopened box
        self.packs: dict[Place, list[Place]] = {}  # by bag: the other places of the pack
        self.face_names: dict[Place, list[str]] = {}  # by bag; face 0 is unknown
        self.place_names: dict[Place, str] = {}

    def add_pack(self, bag: Place, name: str, faces: list[str], copies: list[int]) -> None:
        """A new pack, all of whose cards are unnamed; `start` says where they lie at first."""
        self.packs[bag] = []
        self.face_names[bag] = ["?", *faces]
        self.room(bag, bag, name)
        box = Cards(self, self.fresh)
        for index, number in enumerate(copies):
            box.add(bag, index + 1, i16(number))

    def add_place(self, bag: Place, place: Place, name: str, held: bool) -> None:
        """Somewhere that cards of a pack may lie. `held`: looked into by whoever must decide."""
        self.packs[bag].append(place)
        self.room(bag, place, name)
        if held:
            self.held.append(place)

    def start(self, place: Place) -> None:
        """The whole pack lies here, unseen, when the box is opened."""
        bag = self.bag[place]
        box = Cards(self, self.fresh)
        box.add(place, UNKNOWN, i16(box.size(bag)))

    def room(self, bag: Place, place: Place, name: str) -> None:
        if place in self.place_names:
            raise ValueError(f"place {place} is both {self.place_names[place]} and {name}")
        faces = i64(len(self.face_names[bag])) - 1
        while len(self.row) <= place:
            self.row = append(self.row, 0)
            self.faces = append(self.faces, 0)
            self.bag = append(self.bag, -1)
        self.place_names[place] = name
        self.row[place] = i64(len(self.fresh)) + 1
        self.faces[place] = faces
        self.bag[place] = bag
        for _ in range(faces + 2):
            self.fresh = append(self.fresh, i16(0))


@final
class Cards:
    """Counts only: cards of a face are alike, so there is no handle by which one could be followed."""

    def __init__(self, layout: Layout, count: vec[i16]) -> None:
        self.layout = layout
        self.count = count

    def copy(self) -> Cards:
        return Cards(self.layout, self.count[:])

    def number(self, place: Place, face: Face) -> i64:
        """How many cards of this face the observer can point out here (UNKNOWN: how many it cannot)."""
        return i64(self.count[self.layout.row[place] + face])

    def size(self, place: Place) -> i64:
        return i64(self.count[self.layout.row[place] - 1])

    def faces(self, place: Place) -> i64:
        return self.layout.faces[place]

    def add(self, place: Place, face: Face, number: i16) -> None:
        row = self.layout.row[place]
        count = self.count
        count[row + face] += number
        count[row - 1] += number

    def put(self, place: Place, face: Face) -> None:
        row = self.layout.row[place]
        count = self.count
        count[row + face] += 1
        count[row - 1] += 1

    def take(self, place: Place, face: Face) -> None:
        """A card leaves: face down, it may have been any of them; face up, it may have been an unnamed one."""
        row = self.layout.row[place]
        count = self.count
        if face == UNKNOWN:
            if count[row] != count[row - 1]:
                self.forget(place)
        elif not count[row + face]:
            self.add(self.layout.bag[place], face, -1)
            face = UNKNOWN
        count[row + face] -= 1
        count[row - 1] -= 1

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
        bag = layout.row[layout.bag[place]]
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

    def swap(self, one: Place, other: Place) -> None:
        """Two heaps change places, and what is known of each goes with it."""
        a = self.layout.row[one]
        b = self.layout.row[other]
        count = self.count
        i: i64 = -1
        while i <= self.faces(one):
            kept = count[a + i]
            count[a + i] = count[b + i]
            count[b + i] = kept
            i += 1

    def pour(self, source: Place, heap: Place) -> None:
        """A heap is shuffled into another: which card is which is lost, that the known faces are among them is not.

        No bag changes: what was unnamed stays unnamed.
        """
        face = self.faces(source)
        while face >= 0:
            number = i16(self.number(source, face))
            self.add(heap, face, number)
            self.add(source, face, -number)
            face -= 1

    def gather(self, heap: Place) -> None:
        """A whole pack onto one shuffled heap: all of it is unseen again."""
        bags = self.layout.bag
        bag = bags[heap]
        place: i64 = 0
        while place < len(bags):
            if bags[place] == bag and place != bag and place != heap:
                number = i16(self.size(place))
                if number:
                    self.forget(place)
                    self.add(place, UNKNOWN, -number)
                    self.add(heap, UNKNOWN, number)
            place += 1
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
