"""What must hold in every game, whoever plays it: looked at by `simulate --check` and by the fuzzer."""

from __future__ import annotations

import struct
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final

from undermine.errors import UndermineError
from undermine.kernel.engine import legal
from undermine.kernel.event import Event
from undermine.kernel.ids import SPECTATOR
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.kernel.visibility import fold, stream
from undermine.notation.records import Move, parse_record, print_record, record_of, verify
from undermine.registry import Options

BITS: Final = 16  # of a count
COUNT: Final = (1 << BITS) - 1  # a number modulo this is the sum of its counts
BOTH: Final = 1 | 1 << BITS  # the first two counts of a row


class Broken(UndermineError):
    """A property does not hold."""


def sure(holds: bool, sentence: str) -> None:
    """Properties are checked by this and not by assert: they count even where Python leaves asserts out."""
    if not holds:
        raise Broken("BROKEN_PROPERTY", sentence)


class Ledger:
    """Counts the cards of a state, all places at once.

    A row is the total of a place, its unnamed cards, and those of each face. All counts of a state stand side by side in one
    long number, sixteen bits each, so that rows are added and compared as a whole.
    """

    def __init__(self, rules: Ruleset) -> None:
        layout = rules.layout
        self.names = {int(layout.row[place]) - 1: name for place, name in layout.place_names.items()}  # by first count
        self.form = struct.Struct(f"<{len(layout.fresh)}H")
        self.rows: list[list[slice]] = []  # by pack, its bag first
        for bag, places in layout.packs.items():
            starts = [int(layout.row[place]) for place in (bag, *places)]
            self.rows.append([slice(2 * at - 2, 2 * (at + 1 + int(layout.faces[bag]))) for at in starts])
        size = len(layout.fresh)
        totals, faces, highest = [0] * size, [0] * size, [0] * size
        for places in layout.packs.values():
            for place in places:
                at, number = int(layout.row[place]), int(layout.faces[place])
                totals[at - 1] = COUNT
                faces[at + 1 : at + 1 + number] = [COUNT] * number
                highest[at + 1 : at + 1 + number] = [1 << BITS - 1] * number
        self.totals = self.number(totals)  # of places that are no bags
        self.faces = self.number(faces)  # in them
        self.highest = self.number(highest)  # bits of these
        self.whole = lru_cache(maxsize=64)(self.summed)  # few moves change what every watcher knows of the cards
        self.supply = self.sums(self.written(rules.game.new_state(rules)))
        self.cards = sum(pack & COUNT for pack in self.supply)

    def number(self, counts: list[int]) -> int:
        return int.from_bytes(self.form.pack(*counts), "little")

    def written(self, s: State) -> bytes:
        try:
            return self.form.pack(*s.cards.count)
        except struct.error:
            raise Broken("BROKEN_PROPERTY", "fewer than no cards") from None

    def sums(self, counts: bytes) -> list[int]:
        """Of each pack: how many cards there are of each face, wherever they are. Totals are right and bags exact."""
        found: list[int] = []
        for spans in self.rows:
            rows = [int.from_bytes(counts[span], "little") for span in spans]
            for row in rows:
                if row % COUNT != 2 * (row & COUNT):
                    raise Broken("BROKEN_PROPERTY", "a total is wrong")
            unnamed = rows[0] & COUNT
            whole = sum(rows) - unnamed * BOTH
            sure(not rows[0] >> BITS & COUNT and not whole >> BITS & COUNT, "a bag is not exact")
            found.append(whole)
        return found

    def count(self, s: State) -> int:
        """All counts of a state, in which no card is lost or made."""
        return self.whole(self.written(s))

    def summed(self, counts: bytes) -> int:
        sure(self.sums(counts) == self.supply, "cards are lost or made")
        return int.from_bytes(counts, "little")

    def compare(self, seat: int, known: int, there: int) -> None:
        """As many cards everywhere, and those that a watcher names are really there."""
        other = (known ^ there) & self.totals
        if other:
            raise Broken("BROKEN_PROPERTY", f"{seat} counts other cards in {self.place(other)}")
        named = (there & self.faces | self.highest) - (known & self.faces) & self.highest ^ self.highest
        if named:
            raise Broken("BROKEN_PROPERTY", f"{seat} names cards that are not in {self.place(named)}")

    def place(self, counts: int) -> str:
        """Where the first of these counts stands."""
        first = ((counts & -counts).bit_length() - 1) // BITS
        return self.names[max(at for at in self.names if at <= first)]


def check_views(
    ledger: Ledger, truth: State, watchers: Sequence[int], views: Sequence[State], closely: Collection[int]
) -> None:
    """Cards are conserved and bags exact; what a view says is so; it asks and allows the same. `closely`: whose cards."""
    there = ledger.count(truth)
    asked = frames(truth)
    facts = public(truth)
    for seat, view in zip(watchers, views, strict=True):
        if seat in closely:
            ledger.compare(seat, ledger.count(view), there)
        sure(frames(view) == asked, f"{seat} sees other questions")
        sure(legal(view, seat) == legal(truth, seat), f"in the view of {seat} something else is legal")
        sure(public(view) == facts, f"public facts are others in the view of {seat}")


def frames(s: State) -> list[tuple[int, int, int, int]]:
    """The open questions."""
    return [(f.step, f.seats, f.a, f.b) for f in s.frames()]


def public(s: State) -> list[int]:
    """What everybody knows besides cards and questions: modules' numbers, and the maze of a game that has one."""
    grid = getattr(s, "grid", None)
    return [*s.numbers, *(grid.ints() if grid is not None else ())]


def overhear(spectator: State, rows: list[Event]) -> None:
    """Tell a spectator what has happened."""
    for row in stream(rows, SPECTATOR):
        fold(spectator, row)


def check_fold(rows: list[Event], found: State, sentence: str) -> None:
    """A state is the fold of its events."""
    again = found.rules.game.new_state(found.rules)
    for row in rows:
        fold(again, row)
    sure(again.ints() == found.ints(), sentence)


def check_told(log: list[Event], seat: int, view: State) -> None:
    """A view is the fold of what that seat was told."""
    check_fold(stream(log, seat), view, f"what {seat} was told leads to another view")


def check_record(options: Options, moves: list[Move]) -> None:
    """The game as text is the same game."""
    names = [f"N{seat}" for seat in range(options.players)]
    text = print_record(record_of(options, names, moves))
    record = parse_record(text)
    sure(print_record(record) == text, "the record is read as something else")
    difference = verify(record)
    if difference is not None:
        sentence = f"the record says {difference.expected!r}, the game {difference.found!r} (ply {difference.ply})"
        raise Broken("BROKEN_PROPERTY", sentence)


class Watch:
    """A game that is looked at after every move, and once more when it is over."""

    def __init__(self, options: Options, rules: Ruleset) -> None:
        self.options = options
        self.ledger = Ledger(rules)
        self.again = rules.game.new_state(rules)  # the fold of all events so far
        self.spectator = rules.game.new_state(rules)
        self.watchers = [*range(rules.seats), SPECTATOR]
        self.moves: list[Move] = []

    @property
    def ply(self) -> int:
        """The number of the move that was looked at last; the opening is 0."""
        return max(0, len(self.moves) - 1)

    def moved(self, truth: State, views: list[State], seat: int, action: int, rows: list[Event]) -> None:
        """Somebody has moved, and the views of all seats have followed."""
        self.moves.append(Move(seat, action, rows))
        for row in rows:
            fold(self.again, row)
        overhear(self.spectator, rows)
        sure(self.again.ints() == truth.ints(), "the events lead to another state")
        check_views(self.ledger, truth, self.watchers, [*views, self.spectator], self.watchers)

    def ended(self, log: list[Event], views: list[State]) -> None:
        """The game is over."""
        for seat, view in zip(self.watchers, [*views, self.spectator], strict=True):
            check_told(log, seat, view)
        check_record(self.options, self.moves)
