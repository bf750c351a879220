"""A position of the classic game as text, as FEN is for chess, and a game that stands at it.

The game is set up by events (see `setting`). A drawn position need not be buildable from one box.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from undermine.games.classic.actions import lay
from undermine.games.classic.events import BEGAN, CLOSED, LAID, REVERSED, SHIFTED, STUCK, TURNED, WON
from undermine.games.classic.hooks import classic_hooks
from undermine.games.classic.state import (
    BOARD,
    CARD_BAG,
    DECK,
    DISCARD,
    GOAL,
    GOAL_BAG,
    GOAL_DECK,
    HAND,
    RESULT,
    TURN,
    Classic,
    classic,
)
from undermine.games.classic.turn import ANY_PASSES
from undermine.kernel.dealing import MOVED, SHOWN
from undermine.kernel.event import Event, Play
from undermine.kernel.ids import ALL, UNKNOWN, bit
from undermine.kernel.state import State
from undermine.notation.cards import Card, cards_in
from undermine.notation.setting import Setting, deal, fill, note, stock
from undermine.notation.text import bad
from undermine.registry import Options
from undermine.tunnels.placing import HALF_TURN
from undermine.tunnels.ports import spot


@dataclass
class Tile:
    """A tunnel card of the maze."""

    face: int
    turned: bool


@dataclass
class Position(Setting):
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
    shifted: dict[int, tuple[int, int]] = field(default_factory=dict)  # goal -> where it lies now
    reversed: bool = False  # the turns go the other way round

    def elsewhere(self) -> dict[int, list[int]]:
        """Faces that lie in the maze, by bag."""
        return {
            CARD_BAG: [tile.face for tile in self.maze.values()],
            GOAL_BAG: [face for face, _ in self.opened.values()],
        }


# From a game to its position


def position_of(options: Options, state: State, views: list[State] | None = None) -> Position:
    """The position of a game; with the views of all seats, also who knows what."""
    t = classic(state)
    if t.answered:
        raise bad("A position with sealed answers cannot be written; wait until the window has closed.")
    position = Position(options, round=int(t.round), last=int(t.last), stuck=int(t.stuck))
    position.results = _results(t)
    position.maze = _maze(t)
    for first, size in t.rules.runs.values():
        position.numbers |= {at: int(t.numbers[at]) for at in range(first, first + size)}
    position.frames = [(int(f.step), int(f.seats), int(f.a), int(f.b)) for f in t.agenda[: t.depth]]
    position.reversed = bool(t.reversed)
    for goal in range(t.hooks.goals):
        if (t.goal_x[goal], t.goal_y[goal]) != (t.hooks.goal_x[goal], t.hooks.goal_y[goal]):
            position.shifted[goal] = int(t.goal_x[goal]), int(t.goal_y[goal])
        if t.opened >> goal & 1:
            face = int(t.cards.any(GOAL + goal))
            x, y = t.goal_x[goal], t.goal_y[goal]
            position.opened[goal] = face, bool(t.grid.tile(x, y) != t.hooks.goal_tile[face])
    for bag, places in t.rules.layout.packs.items():
        position.bags[bag] = [
            face for face in range(1, t.cards.faces(bag) + 1) for _ in range(t.cards.number(bag, face))
        ]
        for place in places:
            if t.cards.size(place) and place != BOARD and not _is_open(position, place):
                position.places[place] = cards_in(t, place, views)
    if views:
        known = sum(classic(view).stuck & bit(seat) for seat, view in enumerate(views))
        position.stale = int(known & ~t.stuck)
    return position


def _is_open(position: Position, place: int) -> bool:
    return place - GOAL in position.opened


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


# From a position to a game


def complete(position: Position) -> Position:
    """The same position with every card of the box somewhere: what is not named lies in the decks, unseen."""
    done = Position(**vars(position))
    done.places, done.bags = dict(position.places), dict(position.bags)
    for goal in range(classic_hooks(position.rules().hooks).goals):
        if goal not in done.opened:
            done.places.setdefault(GOAL + goal, [Card(UNKNOWN)])
    fill(done, done.elsewhere(), {CARD_BAG: DISCARD})
    return done


def build(position: Position) -> Play:
    """A game that stands at a position; its log holds all events that led there."""
    done = complete(position)
    rules = done.rules()
    log: list[Event] = []
    play = Play(rules.game.new_state(rules), log)
    t = classic(play.state)
    for number, (side, finisher, roles, counts) in enumerate(done.results, start=1):
        play.emit(BEGAN, ALL, number, 0, 0, 0)
        play.emit(WON, ALL, side, finisher, roles, 0)
        play.emit(CLOSED, ALL, counts, 0, 0, 0)
    play.emit(BEGAN, ALL, done.round, t.next(done.last), 0, 0)
    stock(play, done, done.elsewhere())
    for goal in range(t.hooks.goals):
        play.emit(MOVED, ALL, UNKNOWN, GOAL_DECK, GOAL + goal, 0)
    for watcher in t.hooks.watchers:
        watcher.began(play, t)
    _move(play, done)
    _lay(play, t, done)
    deal(play, done, {GOAL + goal: 0 for goal in range(t.hooks.goals)})
    _open_goals(play, done)
    _stick(play, t, done)
    note(play, done)
    return play


def _move(play: Play, position: Position) -> None:
    """Goals that do not lie where they lay at first, and turns that go the other way round."""
    for goal, (x, y) in sorted(position.shifted.items()):
        play.emit(SHIFTED, ALL, goal, spot(x, y), 0, 0)
    if position.reversed:
        play.emit(REVERSED, ALL, 0, 0, 0, 0)


def _lay(play: Play, t: Classic, position: Position) -> None:
    """The maze, laid by whoever handled the last card."""
    seat = position.last
    for (x, y), tile in sorted(position.maze.items()):
        quarter = HALF_TURN if tile.turned and not t.hooks.alike[tile.face] else 0
        play.emit(MOVED, ALL, tile.face, DECK, HAND + seat, 0)
        play.emit(LAID, ALL, tile.face, seat, lay(0, spot(x, y), quarter), 0)


def _open_goals(play: Play, position: Position) -> None:
    for goal, (face, turned) in sorted(position.opened.items()):
        play.emit(SHOWN, ALL, face, GOAL + goal, 1, 0)
        play.emit(TURNED, ALL, goal, face, 1 if turned else 0, position.last)


def _stick(play: Play, t: Classic, position: Position) -> None:
    public = t.hooks.round_end == ANY_PASSES
    for seat in range(t.seats):
        if position.stale >> seat & 1:
            play.emit(STUCK, bit(seat), seat, 1, 0, 0)
    if position.stale:
        play.emit(STUCK, 0, 0, 0, 0, 0)
    for seat in range(t.seats):
        if position.stuck >> seat & 1:
            play.emit(STUCK, ALL if public else bit(seat), seat, 1, 0, 0)


def turn_of(position: Position, seat: int) -> None:
    """It is this seat's turn."""
    position.frames = [(TURN, int(bit(seat)), seat, 0)]
