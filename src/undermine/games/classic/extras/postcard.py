"""The postcard: something in the maze that happens once a round, when a tunnel first leads to it (A-100, A-101, A-110)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from undermine.games.classic.extras.layout import Cells, chosen_cells, clear, lie_face_down, near
from undermine.games.classic.rules.extending import NOWHERE, Exhibit, Sight, Site, Watcher
from undermine.games.classic.rules.hooks import ClassicHooks, classic_hooks
from undermine.games.classic.rules.state import Classic
from undermine.kernel import fields
from undermine.kernel.event import Kind, Play
from undermine.kernel.forms import Form
from undermine.kernel.ids import ALL, NOBODY, Mask, Seat
from undermine.kernel.manifest import Manifest, Settings
from undermine.kernel.ruleset import Ruleset, RulesetBuilder
from undermine.kernel.state import State
from undermine.tunnels.ports import spot
from undermine.tunnels.shape import parse_shape
from undermine.tunnels.tiles import HIDDEN


class Visited(Kind):
    """a = who has joined the postcard to the entrance, or NOBODY when a round begins."""

    def __init__(self, at: i64) -> None:
        super().__init__([fields.seat()])
        self.at = at  # where it is kept in `State.numbers`: 0, or the seat and 1

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        s.numbers[self.at] = a + 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Postcard(Site):
    """One site with one member, however many cells it takes up. What it does, each of its two sides says."""

    def __init__(self, first: bool, title: str, visited: Visited, cells: Cells) -> None:
        super().__init__(first, Form("visit", []))
        self.title = title
        self.visited = visited
        self.x = vec[i64]()
        self.y = vec[i64]()
        for x, y in cells:
            self.x = append(self.x, x)
            self.y = append(self.y, y)

    def reached(self, s: Classic) -> Mask:
        """Face down it is reached like a goal; as a crossing, when light gets into it."""
        if s.numbers[self.visited.at]:
            return 0
        grid = s.grid
        index: i64 = 0
        while index < len(self.x):
            x = self.x[index]
            y = self.y[index]
            if grid.glow(x, y, 0) if grid.tile(x, y) == HIDDEN else grid.lit(x, y, 0):
                return 1
            index += 1
        return 0

    def open(self, p: Play, s: Classic, seat: Seat, member: i64) -> None:
        p.emit(self.visited, ALL, seat, 0, 0, 0)
        self.happens(p, s, seat)

    def happens(self, p: Play, s: Classic, seat: Seat) -> None:
        """What the first visit does."""
        raise NotImplementedError

    def name(self, s: Classic, x: i64, y: i64) -> str:
        index: i64 = 0
        while index < len(self.x):
            if self.x[index] == x and self.y[index] == y:
                return self.title
            index += 1
        return ""

    def names(self) -> list[str]:
        return [self.title]

    def stays(self, s: Classic, x: i64, y: i64) -> str:
        return "A-110" if self.name(s, x, y) else ""


class Visitor(Sight):
    """The postcard works once in a round: who has been there."""

    def __init__(self, card: Postcard) -> None:
        self.card = card

    def pieces(self, s: Classic) -> list[Exhibit]:
        seat = s.numbers[self.card.visited.at] - 1
        return [] if seat == NOBODY else [Exhibit("cleared", spot(self.card.x[0], self.card.y[0]), NOWHERE, seat)]


class NewRound(Watcher):
    """Nobody has been there yet."""

    def __init__(self, visited: Visited) -> None:
        self.visited = visited

    def began(self, p: Play, s: Classic) -> None:
        if s.numbers[self.visited.at]:
            p.emit(self.visited, ALL, NOBODY, 0, 0, 0)


def postcard_cells(settings: Settings, manifest: Manifest) -> Cells:
    """The cell of the postcard, or four: one more to the East, and one more away from the middle row."""
    x, y = chosen_cells(settings, "postcard.cell", manifest.layout("postcard"))[0]
    if settings.choice("postcard.footprint") == "one":
        return [(x, y)]
    away = y - 1 if y < 0 else y + 1
    return [(x, y), (x + 1, y), (x, away), (x + 1, away)]


def new_visited(r: RulesetBuilder) -> Visited:
    """The fact that somebody has been there, and who forgets it when a round begins."""
    visited = Visited(r.numbers(1, "postcard"))
    r.kind("postcard.visited", visited)
    classic_hooks(r.hooks).add_watcher(NewRound(visited))
    return visited


def add_postcard(hooks: ClassicHooks, card: Postcard) -> None:
    """It can be reached, and everybody sees who has been there."""
    hooks.add_site(card)
    hooks.sights.append(Visitor(card))


def lay_postcard(rules: Ruleset, cells: Cells) -> None:
    """It lies there from the beginning of a round (A-100); nothing else may touch it."""
    hooks = classic_hooks(rules.hooks)
    near("The postcard", cells)
    clear("The postcard", cells, hooks.blank)
    if rules.settings.flag("postcard.passThrough"):
        crossing = hooks.add_tile(parse_shape("NESW"), 0, 0, 0)
        for x, y in cells:
            hooks.blank.put(x, y, crossing)
    else:
        lie_face_down(hooks, cells)
