"""A position of the classic game, extras included. A drawn position need not be buildable from one box."""

from __future__ import annotations

from dataclasses import dataclass, field

from undermine.games.classic.maze import Tile, alike_goals, maze_words, read_alike, read_maze
from undermine.games.classic.rules.events import BEGAN, CLOSED, LAID, REVERSED, SHIFTED, STUCK, TURNED, WON
from undermine.games.classic.rules.hooks import FREE_PLACE, classic_hooks
from undermine.games.classic.rules.state import (
    BOARD,
    CARD_BAG,
    DECK,
    DISCARD,
    GOAL,
    GOAL_BAG,
    GOAL_DECK,
    GOLD_BAG,
    GOLD_DECK,
    HAND,
    RESULT,
    ROUNDS,
    UNDERS,
    Classic,
    classic,
)
from undermine.games.classic.rules.turn import ANY_PASSES
from undermine.kernel.dealing import MOVED, SHOWN
from undermine.kernel.event import Event, Kind, Play
from undermine.kernel.ids import ALL, UNKNOWN, bit
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.notation.cards import Card
from undermine.notation.events import parse_event, words_behind
from undermine.notation.places import mask_of, mask_words
from undermine.notation.position_base import Position, read_flag, read_goal, read_round, read_seat
from undermine.notation.setting import starts
from undermine.notation.text import Line, bad, goal_name, seat_name
from undermine.tunnels.placing import HALF_TURN, lay
from undermine.tunnels.ports import spot, spot_x, spot_y
from undermine.tunnels.tiles import EMPTY, HIDDEN


class Placed(Kind):
    """a = cell, b = tile: what lies there instead of what lay there; EMPTY for nothing. Public."""

    def apply(self, s: State, a: int, b: int, c: int, d: int) -> None:
        grid = classic(s).grid
        if grid.tile(spot_x(a), spot_y(a)) != EMPTY:
            grid.take(spot_x(a), spot_y(a))
        if b != EMPTY:
            grid.put(spot_x(a), spot_y(a), b)


PLACED = Placed()


@dataclass
class ClassicPosition(Position):
    """Everything that makes two positions differ; in `places` the maze and goals face up are left out.

    Who knows a card whose `eyes` are None: its owner, if it lies in a hand, a purse or as a role; everybody, if it was
    put down openly; nobody, if it is a goal.
    """

    round: int = 1
    last: int = 0
    stuck: int = 0
    stale: int = 0  # seats that counted themselves stuck before somebody else's free pass broke the row
    results: list[tuple[int, int, int, int]] = field(default_factory=list)
    maze: dict[tuple[int, int], Tile] = field(default_factory=dict)
    opened: dict[int, tuple[int, bool]] = field(default_factory=dict)  # goal -> its face, lies turned
    foreign: dict[tuple[int, int], int] = field(default_factory=dict)  # tiles of no deck; EMPTY: what lay there is gone
    shifted: dict[int, tuple[int, int]] = field(default_factory=dict)  # goal -> where it lies now
    reversed: bool = False  # the turns go the other way round

    # From a game

    def take_table(self, state: State, views: list[State] | None) -> None:
        t = classic(state)
        self.round, self.last, self.stuck = int(t.round), int(t.last), int(t.stuck)
        self.results = _results(t)
        self.maze = _maze(t)
        self.foreign = _foreign(t)
        self.places |= {place: [] for place in _filled_at_first(t.rules) if not t.cards.size(place)}
        self.reversed = bool(t.reversed)
        for goal in range(t.hooks.goals):
            if (t.goal_x[goal], t.goal_y[goal]) != (t.hooks.goal_x[goal], t.hooks.goal_y[goal]):
                self.shifted[goal] = int(t.goal_x[goal]), int(t.goal_y[goal])
            if t.opened >> goal & 1:
                face = int(t.cards.any(GOAL + goal))
                x, y = t.goal_x[goal], t.goal_y[goal]
                self.opened[goal] = face, bool(t.grid.tile(x, y) != t.hooks.goal_tile[face])
        if views:
            known = sum(classic(view).stuck & bit(seat) for seat, view in enumerate(views))
            self.stale = int(known & ~t.stuck)

    def drawn_places(self) -> set[int]:
        return {BOARD, *(GOAL + goal for goal in self.opened)}

    # Towards a game

    def arrange(self) -> None:
        if len(self.results) > self.round:
            raise bad(f"There are {len(self.results)} results in round {self.round}; correct the round.")
        gold = len(self.bags.get(GOLD_BAG, [])), len(self.places.get(GOLD_DECK, []))
        if max(gold) > UNDERS:
            raise bad(f"There are {max(gold)} gold cards to draw, and {UNDERS} at most in a box; take some out.")
        for goal in range(classic_hooks(self.rules().hooks).goals):
            if goal not in self.opened:
                self.places.setdefault(GOAL + goal, [Card(UNKNOWN)])

    def elsewhere(self) -> dict[int, list[int]]:
        """Faces that lie in the maze, by bag."""
        return {
            CARD_BAG: [tile.face for tile in self.maze.values()],
            GOAL_BAG: [face for face, _ in self.opened.values()],
        }

    def spill(self) -> dict[int, int]:
        return {CARD_BAG: DISCARD}

    def looks(self) -> dict[int, int]:
        return {GOAL + goal: 0 for goal in range(classic_hooks(self.rules().hooks).goals)}

    def begin(self, play: Play) -> None:
        for number, (side, finisher, roles, counts) in enumerate(self.results, start=1):
            play.emit(BEGAN, ALL, number, 0, 0, 0)
            play.emit(WON, ALL, side, finisher, roles, 0)
            play.emit(CLOSED, ALL, counts, 0, 0, 0)
        play.emit(BEGAN, ALL, self.round, classic(play.state).next(self.last), 0, 0)

    def lay_out(self, play: Play) -> None:
        t = classic(play.state)
        for goal in range(t.hooks.goals):
            play.emit(MOVED, ALL, UNKNOWN, GOAL_DECK, GOAL + goal, 0)
        _begin(play, t, self)
        _move(play, self)
        _lay(play, t, self)
        for (x, y), tile in sorted(self.foreign.items()):
            play.emit(PLACED, ALL, spot(x, y), tile, 0, 0)

    def finish(self, play: Play) -> None:
        _open_goals(play, self)
        _stick(play, classic(play.state), self)

    # Words

    def lines(self) -> list[str]:
        found = [f"round: {self.round}", f"last: {seat_name(self.last)}"]
        found += [f"result: {_result_words(self, *result)}" for result in self.results]
        found += [f"shifted: {goal_name(goal)} {x},{y}" for goal, (x, y) in sorted(self.shifted.items())]
        found += ["reversed: yes"] if self.reversed else []
        return [*found, "maze:", *(f"  {row}" for row in maze_words(self).split("\n"))]

    def more_lines(self) -> list[str]:
        named = (("stuck", self.stuck), ("stale", self.stale))
        alike = alike_goals(classic_hooks(self.rules().hooks), self.opened)
        found = [f"opened: {goal_name(goal)} {name}" for goal, name in alike.items()]
        return found + [f"{name}: {mask_words(mask)}" for name, mask in named if mask]

    def read(self, key: str, value: str) -> bool:
        match key:
            case "round":
                self.round = read_round(value, ROUNDS)
            case "last":
                self.last = read_seat(self, value)
            case "stuck":
                self.stuck = mask_of(value)
            case "stale":
                self.stale = mask_of(value)
            case "result":
                self.results.append(_read_result(self, value))
            case "shifted":
                goal, _, cell = value.partition(" ")
                self.shifted[read_goal(goal, int(classic_hooks(self.rules().hooks).goals))] = _read_cell(self, cell)
            case "reversed":
                self.reversed = read_flag(value)
            case "opened":
                self._read_opened(value)
            case "maze":
                read_maze(self, value)
            case _:
                return False
        return True

    def _read_opened(self, value: str) -> None:
        """Which of several goals of one shape it is that was drawn face up."""
        hooks = classic_hooks(self.rules().hooks)
        word, _, name = value.partition(" ")
        goal = read_goal(word, int(hooks.goals))
        if goal not in self.opened:
            raise bad(f"{word} is not drawn face up; draw it so, before this line.")
        self.opened[goal] = read_alike(hooks, self.opened[goal], name.strip())


def _read_cell(position: ClassicPosition, value: str) -> tuple[int, int]:
    """Where a goal lies that was shifted."""
    hooks = classic_hooks(position.rules().hooks)
    line = Line(value)
    cell = line.cell()
    line.done()
    home = int(hooks.entrance_x), int(hooks.entrance_y)
    if cell == home or cell in position.maze or cell in position.shifted.values():
        raise bad(f"Another card lies at {cell[0]},{cell[1]}; put the goal elsewhere.")
    return cell


def _results(t: Classic) -> list[tuple[int, int, int, int]]:
    found: list[tuple[int, int, int, int]] = []
    for number in range(t.round):
        side, finisher, roles, counts = (int(t.numbers[t.hooks.results + number * RESULT + n]) for n in range(RESULT))
        if side:
            found.append((side, finisher, roles, counts))
    return found


def _maze(t: Classic) -> dict[tuple[int, int], Tile]:
    found: dict[tuple[int, int], Tile] = {}
    w = t.grid.window
    for y in range(w.top, w.top + w.high):
        for x in range(w.left, w.left + w.wide):
            tile = t.grid.tile(x, y)
            face = int(t.hooks.face_of[tile])
            if face:
                found[x, y] = Tile(face, bool(tile != t.hooks.tile_of[face]))
    return found


def _foreign(t: Classic) -> dict[tuple[int, int], int]:
    """Cards of no deck that lie face up, and cells that cards have left which lay there at first."""
    tiles = {int(tile) + turned for foreign in t.hooks.foreign for tile in foreign.tiles for turned in (0, 1)}
    goals = {(int(t.hooks.goal_x[goal]), int(t.hooks.goal_y[goal])) for goal in range(t.hooks.goals)}
    found: dict[tuple[int, int], int] = {}
    w = t.grid.window
    for y in range(w.top, w.top + w.high):
        for x in range(w.left, w.left + w.wide):
            tile = int(t.grid.tile(x, y))
            gone = tile == EMPTY and t.hooks.blank.tile(x, y) == HIDDEN and (x, y) not in goals
            if gone or tile in tiles:
                found[x, y] = tile
    return found


def _filled_at_first(rules: Ruleset) -> list[int]:
    """Places of extras where a card lies when a round begins."""
    play = Play(rules.game.new_state(rules), [])
    t = classic(play.state)
    play.emit(BEGAN, ALL, 1, 0, 0, 0)
    for watcher in t.hooks.watchers:
        watcher.began(play, t)
    heaps = [*starts(rules).values()]
    own = [place for places in rules.layout.packs.values() for place in places if place >= FREE_PLACE]
    return [place for place in own if place not in heaps and t.cards.size(place)]


def _begin(play: Play, t: Classic, position: ClassicPosition) -> None:
    """What extras do when a round begins, without their questions, and without cards that lie elsewhere by now."""
    for watcher in t.hooks.watchers:
        watcher.began(play, t)
    while t.depth:
        play.settle()
    heaps = starts(t.rules)
    for place in [place for place in _filled_at_first(t.rules) if place in position.places]:
        for _ in range(t.cards.size(place) - len(position.places[place])):
            play.emit(MOVED, ALL, UNKNOWN, place, heaps[int(t.rules.layout.bag[place])], 0)


def _move(play: Play, position: ClassicPosition) -> None:
    """Goals that do not lie where they lay at first, and turns that go the other way round."""
    for goal, (x, y) in sorted(position.shifted.items()):
        play.emit(SHIFTED, ALL, goal, spot(x, y), 0, 0)
    if position.reversed:
        play.emit(REVERSED, ALL, 0, 0, 0, 0)


def _lay(play: Play, t: Classic, position: ClassicPosition) -> None:
    """The maze, laid by whoever handled the last card."""
    seat = position.last
    for (x, y), tile in sorted(position.maze.items()):
        if t.grid.tile(x, y) != EMPTY:
            play.emit(PLACED, ALL, spot(x, y), EMPTY, 0, 0)
        quarter = HALF_TURN if tile.turned and not t.hooks.alike[tile.face] else 0
        play.emit(MOVED, ALL, tile.face, DECK, HAND + seat, 0)
        play.emit(LAID, ALL, tile.face, seat, lay(0, spot(x, y), quarter), 0)


def _open_goals(play: Play, position: ClassicPosition) -> None:
    for goal, (face, turned) in sorted(position.opened.items()):
        play.emit(SHOWN, ALL, face, GOAL + goal, 1, 0)
        play.emit(TURNED, ALL, goal, face, 1 if turned else 0, position.last)


def _stick(play: Play, t: Classic, position: ClassicPosition) -> None:
    public = t.hooks.round_end == ANY_PASSES
    for seat in range(t.seats):
        if position.stale >> seat & 1:
            play.emit(STUCK, bit(seat), seat, 1, 0, 0)
    if position.stale:
        play.emit(STUCK, 0, 0, 0, 0, 0)
    for seat in range(t.seats):
        if position.stuck >> seat & 1:
            play.emit(STUCK, ALL if public else bit(seat), seat, 1, 0, 0)


def _result_words(position: ClassicPosition, side: int, finisher: int, roles: int, counts: int) -> str:
    """As in the events that ended the round: who won, the finisher and all roles; then everybody's gold cards."""
    rules = position.rules()
    won = words_behind(rules, Event(WON, ALL, side, finisher, roles, 0))
    return f"{won} / {words_behind(rules, Event(CLOSED, ALL, counts, 0, 0, 0))}"


def _read_result(position: ClassicPosition, value: str) -> tuple[int, int, int, int]:
    won, _, closed = value.partition("/")
    first = parse_event(position.rules(), f"won {won}")
    return int(first.a), int(first.b), int(first.c), int(parse_event(position.rules(), f"closed {closed}").a)
