"""What an observation and an action index are made of, for any ruleset: drawn up from what steps, kinds, cards and facts declare.

No game and no extra is named here. `Schema` says in words what stands where; `Plan` is the same for the compiled writer.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.gym.encoding import ABOUT, MARKED, NUMBER, PART, PLAIN, SEATED, SPOTS, Plan
from undermine.kernel import fields
from undermine.kernel.fields import NONE, Field
from undermine.kernel.forms import CARD_BITS, Form
from undermine.kernel.ids import NOBODY
from undermine.kernel.ruleset import Ruleset
from undermine.notation.moves import words
from undermine.registry import kit_of
from undermine.tunnels.grid import Grid
from undermine.tunnels.placing import HALF_TURN
from undermine.tunnels.ports import spot
from undermine.tunnels.table import Table

VERSION: Final = 1  # raised when the bytes of an observation, or numbers of actions, mean something else
ROWS: Final = 16  # of history
RANKED: Final = 256  # actions of a form, or outside of the window, that are numbered by rank
MOST: Final = 1 << 16  # a form with more answers than that has no numbers of its own for them
SECOND: Final = 8  # bits below the second of several cards
TWO: Final = (1 << 2 * SECOND) - 1  # more cards than two together have no number of their own
PAIRS: Final = tuple(combinations(range(4), 2))  # of edges: NE NS NW ES EW SW
MARKS: Final = 8  # bits of a byte
BYTE: Final = 255


@dataclass(frozen=True)
class Section:
    """A run of bytes of an observation, and the shape in which it is looked at."""

    name: str
    first: int
    shape: tuple[int, ...]
    about: tuple[str, ...]  # what the first axis is

    @property
    def size(self) -> int:
        """In bytes."""
        size = 1
        for length in self.shape:
            size *= length
        return size


@dataclass(frozen=True)
class Block:
    """A run of action numbers: the answers of one form."""

    form: str
    first: int
    size: int
    ranked: bool  # number first + n is the n-th legal answer of this form


class Schema:
    """The encoding of one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.version = VERSION
        self.plan = Plan(rules)
        fresh = rules.game.new_state(rules)
        if not isinstance(fresh, Table):
            raise TypeError(f"{rules.game.meta.key} has no maze, and so no encoding")
        self.fresh = fresh
        self.columns, self.lines = window(fresh.grid)
        self.sections: list[Section] = []
        self._maze()
        self._cards()
        self._facts()
        self._question()
        self._history()
        self.plan.size = self._end()
        self.blocks: list[Block] = []
        self._meant: dict[str, tuple[Form, list[list[int]]]] = {}  # by form: the values of its fields
        self._actions()

    @property
    def size(self) -> int:
        """Bytes of an observation."""
        return int(self.plan.size)

    @property
    def actions(self) -> int:
        """How many numbers of actions there are."""
        return int(self.plan.actions)

    def section(self, name: str) -> Section:
        """One of `maze`, `cards`, `numbers`, `facts`, `question` and `history`."""
        return next(section for section in self.sections if section.name == name)

    def _end(self) -> int:
        return self.sections[-1].first + self.sections[-1].size if self.sections else 0

    def _add(self, name: str, shape: tuple[int, ...], about: list[str]) -> int:
        self.sections.append(Section(name, self._end(), shape, tuple(about)))
        return self.sections[-1].first

    # Observations

    def _maze(self) -> None:
        plan, tiles = self.plan, self.fresh.grid.tiles
        inside = [NOBODY] * SPOTS
        for number, cell in enumerate(spots(self.columns, self.lines)):
            inside[cell] = number
        plan.tables = vec[i64](inside)
        plan.cells = len(self.columns) * len(self.lines)
        plan.layers = tiles.layers
        joined = [0] * len(tiles.sides)
        for tile, shape in enumerate(tiles.shapes):
            for bit, (one, other) in enumerate(PAIRS):
                joins = shape is not None and any(part >> one & 1 and part >> other & 1 for part in shape.parts)
                joined[tile] |= joins << bit
        plan.joined = vec[i64](joined)
        about = ["tile", "open edges, and lit ones", "joined edges", "goal"]
        about += ["lit edges of other layers"] if tiles.layers > 1 else []
        plan.marks = len(about)
        marks = dict.fromkeys(field.name for field in self._told() if field.what == fields.CELL)
        about += marks
        plan.channels = len(about)
        self._add("maze", (len(about), len(self.lines), len(self.columns)), about)

    def _told(self) -> list[Field]:
        return self.rules.game.facts(self.rules)

    def _cards(self) -> None:
        layout = self.rules.layout
        about: list[str] = [""] * len(layout.fresh)
        if max(sum(int(self.fresh.cards.size(place)) for place in pack) for pack in layout.packs.values()) > BYTE:
            raise ValueError(
                f"a pack of {self.rules.game.meta.key} has more than {BYTE} cards: they do not fit into a byte"
            )
        for place, name in layout.place_names.items():
            row = int(layout.row[place])
            about[row - 1] = f"{name}: all"
            for face, card in enumerate(layout.face_names[layout.bag[place]]):
                about[row + face] = f"{name}: {card}"
        self.plan.cards = self._add("cards", (len(about),), about)
        kept = [f"number {index + 1}" for index in range(self.rules.numbers)]
        for name, (first, length) in self.rules.runs.items():
            kept[first : first + length] = [f"{name} {index + 1}" for index in range(length)]
        self.plan.numbers = self._add("numbers", (len(kept), NUMBER), kept)

    def _facts(self) -> None:
        rows: list[int] = []
        about: list[str] = []
        channels = list(self.section("maze").about)
        seen: dict[str, int] = {}
        for field in self._told():
            size = bytes_of(self.rules, field)
            channel, bit = 0, 0
            if field.what == fields.CELL:
                channel = channels.index(field.name, int(self.plan.marks))
                bit = 1 << seen.get(field.name, 0) % MARKS
            seen[field.name] = seen.get(field.name, 0) + 1
            rows += [size, kind_of(field), channel, bit]
            about += [f"{field.name} {seen[field.name]}"] * size
        self.plan.fact = vec[i64](rows)
        self.plan.facts = self._add("facts", (len(about),), about)

    def _question(self) -> None:
        seats = [f"P{seat + 1}" for seat in range(self.rules.seats)]
        about = [f"{seat} looks" for seat in seats] + [f"{seat} is asked" for seat in seats] + ["depth"]
        about += ["about: first number"] * ABOUT + ["about: second number"] * ABOUT + self.rules.step_names
        self.plan.question = self._add("question", (len(about),), about)

    def _history(self) -> None:
        parts: list[int] = []
        widest = 0
        for kind in self.rules.kinds:
            sizes = [(bytes_of(self.rules, field), kind_of(field)) for field in kind.fields[:4]]
            sizes += [(0, PLAIN)] * (4 - len(sizes))
            widest = max(widest, sum(size for size, _ in sizes))
            parts += [number for pair in sizes for number in pair]
        self.plan.parts = vec[i64](parts)
        self.plan.row = 1 + widest
        self.plan.rows = ROWS
        rows = [f"{number} rows ago" for number in range(ROWS)]
        self.plan.history = self._add("history", (ROWS, int(self.plan.row)), rows)

    # Actions

    def _actions(self) -> None:
        tables = list(self.plan.tables)
        parts: list[int] = []
        forms: list[int] = []
        first = 0
        cards = kit_of(self.rules).presenter.faces(self.rules)
        for form in self.rules.forms:
            found = self._values(form, [name for name, card in cards.items() if form.tag in card.forms])
            size = 1
            for values in found or ():
                size *= len(values)
            ranked = found is None or size > MOST
            begin = len(parts) // PART
            if found is not None and not ranked:
                stride = size
                for (shift, mask, what), values in zip(shifts(form), found, strict=True):
                    stride //= max(1, len(values))
                    table = 0 if what == fields.CELL else len(tables)
                    if table:
                        places = {value: place for place, value in enumerate(values)}
                        tables += [places.get(value, NOBODY) for value in range((mask & TWO) + 1)]
                    parts += [shift, mask & TWO, table, stride, (mask & ~TWO) << shift]
                self._meant[form.tag] = form, found
            size = RANKED if ranked else size
            forms += [first, begin, len(parts) // PART, int(ranked)]
            self.blocks.append(Block(form.tag, first, size, ranked))
            first += size
        self.blocks.append(Block("", first, RANKED, True))
        plan = self.plan
        plan.tables, plan.part, plan.form = vec[i64](tables), vec[i64](parts), vec[i64](forms)
        plan.ranks = vec[i64]([0] * (len(self.rules.forms) + 1))
        plan.ranked = RANKED
        plan.spill = first
        plan.actions = first + RANKED

    def _values(self, form: Form, cards: list[str]) -> list[list[int]] | None:
        """The values of the card and of each field that have a number; None where they cannot be listed."""
        found: list[list[int]] = []
        if form.card != NONE:
            names = self.rules.layout.face_names[form.card]
            found.append([face for face, name in enumerate(names) if face and name in cards])
        for field in form.fields:
            values = self._listed(field)
            if values is None:
                return None
            found.append(values)
        return found

    def _listed(self, field: Field) -> list[int] | None:
        seats = [*range(self.rules.seats), NOBODY & int(field.mask)]
        match field.what:
            case fields.CELL:
                return spots(self.columns, self.lines)
            case fields.SEAT:
                return seats
            case fields.GOAL:
                return list(range(len(self.fresh.goal_x)))
            case fields.HALF:
                return [0, HALF_TURN]
            case fields.TERM:
                return list(range(len(field.terms)))
            case fields.FACE if field.pack != NONE:
                return list(range(len(self.rules.layout.face_names[field.pack])))
            case fields.FACES if field.pack != NONE:
                cards = range(1, len(self.rules.layout.face_names[field.pack]))
                return [0, *cards, *(low | high << SECOND for high in cards for low in cards if low <= high)]
            case fields.TOOL:
                return list(range(len(fields.TOOLS)))
            case fields.QUARTER | fields.EDGE | fields.YES | fields.NUMBER:
                return list(range(int(field.mask) + 1))
        return None

    def block(self, number: int) -> Block:
        """To which form a number belongs; the last block has none: it is for cells outside of the window."""
        return next(block for block in reversed(self.blocks) if block.first <= number)

    def action(self, number: int) -> int | None:
        """The action with this number; None where it goes by rank, and so by what is legal."""
        block = self.block(number)
        if block.ranked or not 0 <= number < self.actions:
            return None
        form, found = self._meant[block.form]
        left, action = number - block.first, int(form.head)
        for (shift, _, _), values in reversed(list(zip(shifts(form), found, strict=True))):
            left, index = divmod(left, len(values))
            action |= values[index] << shift
        return action

    def words(self, number: int) -> str:
        """What a number means; for those that go by rank only their form."""
        action = self.action(number)
        if action is None:
            return f"{self.block(number).form or 'outside'} #{number - self.block(number).first + 1}"
        return words(self.rules, action)

    def describe(self) -> dict[str, object]:
        """All of it as plain data, to be kept beside what was learned with it."""
        return {
            "version": self.version,
            "size": self.size,
            "columns": [self.columns[0], self.columns[-1]],
            "rows": [self.lines[0], self.lines[-1]],
            "sections": [
                {"name": each.name, "first": each.first, "shape": list(each.shape), "about": list(each.about)}
                for each in self.sections
            ],
            "actions": self.actions,
            "forms": [
                {"form": each.form, "first": each.first, "size": each.size, "ranked": each.ranked}
                for each in self.blocks
            ],
        }


@lru_cache(maxsize=64)
def schema_of(rules: Ruleset) -> Schema:
    """The encoding of a ruleset, drawn up once."""
    return Schema(rules)


def window(grid: Grid) -> tuple[range, range]:
    """Columns and rows of the cells that are shown: those of the maze as a round finds it, with some room around."""
    whole = grid.window
    return range(int(whole.left), int(whole.left + whole.wide)), range(int(whole.top), int(whole.top + whole.high))


def spots(columns: range, lines: range) -> list[int]:
    """The cells of a window as the engine numbers them, row by row."""
    return [int(spot(x, y)) for y in lines for x in columns]


def shifts(form: Form) -> list[tuple[int, int, str]]:
    """Of the card and of each field: where it stands in an action, its mask, and what it is."""
    found = [(CARD_BITS, 255, fields.FACE)] if form.card != NONE else []
    return found + [(int(field.shift), int(field.mask), field.what) for field in form.fields]


def kind_of(field: Field) -> int:
    """How the writer treats a number."""
    return {fields.SEAT: SEATED, fields.CELL: MARKED}.get(field.what, PLAIN)


def bytes_of(rules: Ruleset, field: Field) -> int:
    """How many bytes a number of this kind takes."""
    width = int(field.width) * (int(rules.seats) if field.what == fields.EACH else 1)
    return min(8, -(-width // 8))
