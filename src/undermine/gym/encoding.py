"""Writes what a seat sees as bytes, and what it may do as numbers, by a plan that `schema` has drawn up. Compiled.

Everything here is made from the seat's own view and from the rows it was told; the plan comes from the ruleset alone.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from undermine.kernel.agenda import SCRATCH
from undermine.kernel.engine import options, waiting
from undermine.kernel.event import ASKED, REPLACED, SEALED, SETTLED, Event, Kind
from undermine.kernel.forms import form_of
from undermine.kernel.ids import ALL, NOBODY, Action, Seat
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.tunnels.ports import spot
from undermine.tunnels.table import Table
from undermine.tunnels.tiles import HIDDEN

SPOTS: Final = 65536  # numbers of cells; the first table of a plan has an entry for each
WIDE: Final = 1024  # legal actions of one question that are listed
PLAIN: Final = 0  # what a number of a row or a fact is: itself,
SEATED: Final = 1  # a seat, one more than its number so that nobody is 0,
MARKED: Final = 2  # or a cell, which is marked in the maze as well
NUMBER: Final = 8  # bytes of a number that a module keeps
ABOUT: Final = 6  # bytes of each of the two numbers of a question

FACTS: Final = vec[i64]([0] * 1024)  # what a state says of itself: for one thread


@final
class Plan:
    """Where everything stands. Sections follow each other in the order of their names here."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules: Final = rules
        self.seats: Final = rules.seats
        self.size: i64 = 0  # bytes of an observation
        # The maze: a byte a cell, channel by channel.
        self.cells: i64 = 0
        self.channels: i64 = 0
        self.marks: i64 = 0  # the first channel of cells that are facts
        self.layers: i64 = 0
        self.joined: vec[i64] = vec[i64]()  # by tile: pairs of edges that are joined inside the card
        # Where the other sections begin.
        self.cards: i64 = 0
        self.numbers: i64 = 0
        self.facts: i64 = 0
        self.question: i64 = 0
        self.history: i64 = 0
        # Facts: for each how many bytes, what it is, and its channel and bit.
        self.fact: vec[i64] = vec[i64]()
        # History: rows, bytes of a row, and for each kind and number how many bytes, and what it is.
        self.rows: i64 = 0
        self.row: i64 = 0
        self.parts: vec[i64] = vec[i64]()
        self.codes: dict[Kind, int] = rules.codes
        # Actions: by form where its run begins, its first and last part, and whether it is numbered by rank.
        self.actions: i64 = 0
        self.form: vec[i64] = vec[i64]()
        self.part: vec[i64] = vec[i64]()  # shift, mask, table, stride, and bits that no action with a number has
        self.tables: vec[i64] = vec[i64]()
        self.ranks: vec[i64] = vec[i64]()  # scratch: how many of each form there were
        self.ranked: i64 = 0  # room for actions of a form that are numbered by rank
        self.spill: i64 = 0  # where actions begin that have no number of their own


FACT: Final = 4  # numbers of a fact in the plan
FORM: Final = 4  # of a form
PART: Final = 5  # of a field


MASKED: Final = 1 << 20  # beside the eyes of an event: something of it is left for those who may not see its secret


@final
class Memory:
    """What has happened in a game, each event as it is told to whoever may see its secret, and as it is to the others."""

    def __init__(self, plan: Plan) -> None:
        self.plan: Final = plan
        self.heard: i64 = 0  # events of the log
        self.n: i64 = 0  # of these, all that are no questions
        self.room: i64 = 64
        self.eyes: vec[i64] = vec[i64]([0] * 64)
        self.rows: vec[u8] = vec[u8]([0] * (128 * plan.row))

    def clear(self) -> None:
        """A new game."""
        self.heard = 0
        self.n = 0

    def grow(self) -> None:
        """Twice as much room."""
        eyes = vec[i64]([0] * (2 * self.room))
        rows = vec[u8]([0] * (4 * self.room * self.plan.row))
        index: i64 = 0
        while index < self.room:
            eyes[index] = self.eyes[index]
            index += 1
        index = 0
        while index < 2 * self.room * self.plan.row:
            rows[index] = self.rows[index]
            index += 1
        self.eyes = eyes
        self.rows = rows
        self.room *= 2

    def follow(self, log: list[Event]) -> None:
        """Note what is new in the log."""
        plan = self.plan
        end = i64(len(log))
        while self.heard < end:
            event = log[self.heard]
            self.heard += 1
            kind = event.kind
            if kind is REPLACED or kind is ASKED or kind is SETTLED or kind is SEALED:
                continue
            if self.n == self.room:
                self.grow()
            at = 2 * self.n * plan.row
            eyes = event.eyes
            if eyes != ALL:
                others = kind.masked(event)
                if others is not None:
                    eyes |= MASKED
                    write_row(plan, others, self.rows, at + plan.row)
            write_row(plan, event, self.rows, at)
            self.eyes[self.n] = eyes
            self.n += 1

    def write(self, seat: Seat, out: vec[u8], at: i64) -> None:
        """The latest rows that a seat was told, the last one first."""
        plan = self.plan
        size = plan.row
        end = at + plan.rows * size
        index = self.n - 1
        rows = self.rows
        while index >= 0 and at < end:
            eyes = self.eyes[index]
            source = 2 * index * size
            index -= 1
            if not eyes >> seat & 1:
                if not eyes & MASKED:
                    continue
                source += size
            stop = source + size
            while source < stop:
                out[at] = rows[source]
                at += 1
                source += 1
        clear(out, at, end)


def put(out: vec[u8], at: i64, value: i64, size: i64) -> None:
    """A number, its lowest byte first."""
    end = at + size
    while at < end:
        out[at] = u8(value & 255)
        value >>= 8
        at += 1


def clear(out: vec[u8], at: i64, end: i64) -> None:
    """Nothing stands here."""
    while at < end:
        out[at] = u8(0)
        at += 1


def observe(plan: Plan, view: State, seat: Seat, memory: Memory, out: vec[u8], at: i64, moved: bool) -> None:
    """All that a seat sees; the maze only where it has `moved`, since it takes longest."""
    assert isinstance(view, Table)
    if moved:
        write_maze(plan, view, out, at)
    write_cards(plan, view, out, at)
    write_facts(plan, view, out, at)
    write_question(plan, view, seat, out, at)
    memory.write(seat, out, at + plan.history)


def write_maze(plan: Plan, t: Table, out: vec[u8], at: i64) -> None:
    """Cards of the maze, and where goals lie."""
    cells = plan.cells
    clear(out, at, at + cells * plan.marks)
    grid = t.grid
    window = grid.window
    inside = plan.tables
    cell: i64 = 0
    while cell < window.cells:
        tile = grid.tile_in(cell)
        if tile:
            here = inside[window.spot[cell]]
            if here >= 0:
                here += at
                out[here] = u8(tile if tile < 255 else i64(255))
                if tile > HIDDEN:
                    out[here + cells] = u8(grid.tiles.sides[tile] | grid.lit_in(cell, 0) << 4)
                    out[here + 2 * cells] = u8(plan.joined[tile])
                    if plan.layers > 1:
                        out[here + 4 * cells] = u8(grid.lit_in(cell, 1) | grid.lit_in(cell, 2) << 4)
        cell += 1
    goal: i64 = 0
    while goal < len(t.goal_x):
        here = inside[spot(t.goal_x[goal], t.goal_y[goal])]
        if here >= 0:
            out[at + 3 * cells + here] = u8(goal + 1)
        goal += 1


def write_cards(plan: Plan, view: State, out: vec[u8], at: i64) -> None:
    """How many cards lie where, as far as the seat can tell; and what modules keep."""
    count = view.cards.count
    to = at + plan.cards
    index: i64 = 0
    end = i64(len(count))
    while index < end:
        out[to + index] = u8(count[index])
        index += 1
    to = at + plan.numbers
    numbers = view.numbers
    index = 0
    end = i64(len(numbers))
    while index < end:
        put(out, to, numbers[index], NUMBER)
        to += NUMBER
        index += 1


def write_facts(plan: Plan, view: State, out: vec[u8], at: i64) -> None:
    """What a state says of itself, and marks in the maze."""
    cells = plan.cells
    clear(out, at + plan.marks * cells, at + plan.channels * cells)
    view.facts(FACTS)
    fact = plan.fact
    to = at + plan.facts
    index: i64 = 0
    row: i64 = 0
    while row < len(fact):
        value = FACTS[index]
        what = fact[row + 1]
        if what == MARKED:
            here = plan.tables[value & (SPOTS - 1)]
            if here >= 0:
                here += at + fact[row + 2] * cells
                out[here] = u8(i64(out[here]) | fact[row + 3])
        elif what == SEATED:
            value += 1
        put(out, to, value, fact[row])
        to += fact[row]
        index += 1
        row += FACT


def write_question(plan: Plan, view: State, seat: Seat, out: vec[u8], at: i64) -> None:
    """Who looks, who is asked, and what."""
    to = at + plan.question
    clear(out, to, at + plan.history)
    seats = plan.seats
    if 0 <= seat < seats:
        out[to + seat] = u8(1)
    to += seats
    asked = waiting(view)
    other: i64 = 0
    while other < seats:
        out[to + other] = u8(asked >> other & 1)
        other += 1
    to += seats
    if view.depth:
        now = view.now
        out[to] = u8(view.depth if view.depth < 255 else i64(255))
        put(out, to + 1, now.a, ABOUT)
        put(out, to + 1 + ABOUT, now.b, ABOUT)
        out[to + 1 + 2 * ABOUT + now.step] = u8(1)


def write_row(plan: Plan, told: Event, out: vec[u8], at: i64) -> None:
    """One row: its kind, counted from 1, and its numbers."""
    code = i64(plan.codes[told.kind])
    out[at] = u8(code + 1)
    end = at + plan.row
    at = part_of(plan, code * 8, told.a, out, at + 1)
    at = part_of(plan, code * 8 + 2, told.b, out, at)
    at = part_of(plan, code * 8 + 4, told.c, out, at)
    clear(out, part_of(plan, code * 8 + 6, told.d, out, at), end)


def part_of(plan: Plan, part: i64, value: i64, out: vec[u8], at: i64) -> i64:
    """One number of a row; returns where the next one goes."""
    size = plan.parts[part]
    put(out, at, value + 1 if plan.parts[part + 1] == SEATED else value, size)
    return at + size


# Actions


def index_of(plan: Plan, action: Action) -> i64:
    """The number of an action that has one of its own; NOBODY where it has none."""
    at = form_of(action) * FORM
    if plan.form[at + 3]:
        return NOBODY
    found = plan.form[at]
    part = plan.form[at + 1]
    end = plan.form[at + 2]
    while part < end:
        row = part * PART
        if action & plan.part[row + 4]:
            return NOBODY
        value = plan.tables[plan.part[row + 2] + (action >> plan.part[row] & plan.part[row + 1])]
        if value < 0:
            return NOBODY
        found += value * plan.part[row + 3]
        part += 1
    return found


def list_choices(plan: Plan, view: State, seat: Seat, actions: vec[i64], numbers: vec[i64], at: i64) -> i64:
    """Write the legal actions and their numbers; returns how many there are.

    Those without a number of their own are counted in the order in which the rules list them: within their form where
    its answers are too many to be numbered, and at the end where a cell lies outside of the window.
    """
    n = options(view, seat, SCRATCH)
    ranks = plan.ranks
    index: i64 = 0
    while index < len(ranks):
        ranks[index] = 0
        index += 1
    found = at
    index = 0
    while index < n and found < at + WIDE:
        action = SCRATCH[index]
        number = index_of(plan, action)
        if number < 0:
            form = form_of(action)
            ranked = plan.form[form * FORM + 3]
            slot = form if ranked else i64(len(ranks)) - 1
            if ranks[slot] < plan.ranked:
                number = (plan.form[form * FORM] if ranked else plan.spill) + ranks[slot]
                ranks[slot] += 1
        if number >= 0:
            actions[found] = action
            numbers[found] = number
            found += 1
        index += 1
    return found - at
