"""A position of the classic game as text, as FEN is for chess, and a game that stands at it.

The game is set up by events, so that views of seats come with it. A drawn position need not be buildable from one box:
cards that are missing are added to it, and cards that have no place are taken out, before anything is dealt.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from undermine.games.classic.actions import lay
from undermine.games.classic.events import BEGAN, CLOSED, LAID, STUCK, TURNED, WON
from undermine.games.classic.hooks import classic_hooks
from undermine.games.classic.state import (
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
    ROLE_BAG,
    ROLE_DECK,
    TURN,
    Classic,
    classic,
)
from undermine.games.classic.turn import ANY_PASSES
from undermine.kernel.dealing import MOVED, SHOWN
from undermine.kernel.event import Event, Kind, Play
from undermine.kernel.ids import ALL, UNKNOWN, bit
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.kernel.visibility import follow
from undermine.notation.cards import Card, cards_in
from undermine.notation.text import bad
from undermine.registry import Options, ruleset
from undermine.tunnels.placing import HALF_TURN
from undermine.tunnels.ports import spot

STARTS = {ROLE_BAG: ROLE_DECK, CARD_BAG: DECK, GOAL_BAG: GOAL_DECK, GOLD_BAG: GOLD_DECK}  # where a pack lies at first
Frames = list[tuple[int, int, int, int]]


@dataclass
class Tile:
    """A tunnel card of the maze."""

    face: int
    turned: bool


@dataclass
class Position:
    """Everything that makes two positions differ. Cards of places that are not named are dealt by `complete`.

    Who knows a card whose `eyes` are None: its owner, if it lies in a hand, a purse or as a role; everybody, if it was
    put down openly; nobody, if it is a goal.
    """

    options: Options
    round: int = 1
    last: int = 0
    stuck: int = 0
    stale: int = 0  # seats that counted themselves stuck before somebody else's free pass broke the row
    results: list[tuple[int, int, int, int]] = field(default_factory=list)
    maze: dict[tuple[int, int], Tile] = field(default_factory=dict)
    opened: dict[int, tuple[int, bool]] = field(default_factory=dict)  # goal -> its face, lies turned
    places: dict[int, list[Card]] = field(default_factory=dict)  # the maze, goals face up and bags left out
    bags: dict[int, list[int]] = field(default_factory=dict)  # faces of the cards that nobody has seen
    frames: Frames = field(default_factory=list)

    def rules(self) -> Ruleset:
        return ruleset(self.options)


class Stocked(Kind):
    """a = face, b = where the pack lies, c = how many cards more (or fewer) there are in the box. Public."""

    def apply(self, s: State, a: int, b: int, c: int, d: int) -> None:
        s.cards.add(s.cards.layout.bag[b], a, c)
        s.cards.add(b, UNKNOWN, c)


STOCKED = Stocked("fpnn")


# From a game to its position


def position_of(options: Options, state: State, views: list[State] | None = None) -> Position:
    """The position of a game; with the views of all seats, also who knows what."""
    t = classic(state)
    if t.answered:
        raise bad("A position with sealed answers cannot be written; wait until the window has closed.")
    position = Position(options, int(t.round), int(t.last), int(t.stuck), results=_results(t), maze=_maze(t))
    position.frames = [(int(f.step), int(f.seats), int(f.a), int(f.b)) for f in t.agenda[: t.depth]]
    for goal in range(t.hooks.goals):
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
    rules = position.rules()
    done = Position(**vars(position))
    done.places, done.bags = dict(position.places), dict(position.bags)
    for goal in range(classic_hooks(rules.hooks).goals):
        if goal not in done.opened:
            done.places.setdefault(GOAL + goal, [Card(UNKNOWN)])
    for bag, start in STARTS.items():
        named = _named(done, rules, bag)
        unseen = sum(card.face == UNKNOWN for place in rules.layout.packs[bag] for card in done.places.get(place, []))
        if bag not in done.bags:
            done.bags[bag] = _left_over(rules, bag, named)
            if start in done.places:
                _put_away(done, rules, bag, len(done.bags[bag]) - unseen)
                continue
        if start not in done.places and len(done.bags[bag]) > unseen:
            done.places[start] = [Card(UNKNOWN)] * (len(done.bags[bag]) - unseen)
            unseen = len(done.bags[bag])
        if unseen != len(done.bags[bag]):
            name = rules.layout.place_names[start]
            raise bad(f"{len(done.bags[bag])} cards are unseen, but {unseen} lie face down; correct the {name}.")
    return done


def _put_away(done: Position, rules: Ruleset, bag: int, excess: int) -> None:
    """Unseen cards that a deck of the stated size has no room for: onto the discard pile, or out of the box."""
    start = STARTS[bag]
    name = rules.layout.place_names[start]
    if excess < 0:
        raise bad(f"The {name} cannot be so big: {-excess} cards are missing; name its cards.")
    if excess and bag == CARD_BAG and DISCARD not in done.places:
        done.places[DISCARD] = [Card(UNKNOWN)] * excess
    elif excess == len(done.bags[bag]):
        done.bags[bag] = []
    elif excess:
        raise bad(f"{excess} cards of no place are left; name the cards of the {name}, not only their number.")


def _named(position: Position, rules: Ruleset, bag: int) -> list[int]:
    """Every card of a pack whose face the position says."""
    faces = [card.face for place in rules.layout.packs[bag] for card in position.places.get(place, []) if card.face]
    if bag == CARD_BAG:
        faces += [tile.face for tile in position.maze.values()]
    if bag == GOAL_BAG:
        faces += [face for face, _ in position.opened.values()]
    return faces


def _left_over(rules: Ruleset, bag: int, named: list[int]) -> list[int]:
    """Faces of a full box that are not named."""
    left: list[int] = []
    fresh = rules.game.new_state(rules).cards
    for face in range(1, fresh.faces(bag) + 1):
        left += [face] * max(0, fresh.number(bag, face) - named.count(face))
    return left


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
    for bag in STARTS:
        _stock(play, rules, done, bag)
    _lay(play, t, done)
    for place in _places(rules, done):
        _deal(play, rules, done, place)
    _open_goals(play, done)
    _stick(play, t, done)
    for step, seats, a, b in done.frames:
        play.ask(step, seats, a, b)
    return play


def views_of(play: Play) -> list[State]:
    """What each seat knows of a game."""
    rules = play.state.rules
    views = [rules.game.new_state(rules) for _ in range(rules.seats)]
    follow(views, play.log or [], 0)
    return views


def _stock(play: Play, rules: Ruleset, position: Position, bag: int) -> None:
    """Put into the box what it lacks, and take out what has no place."""
    wanted = _named(position, rules, bag) + position.bags[bag]
    cards = play.state.cards
    for face in range(1, cards.faces(bag) + 1):
        more = wanted.count(face) - cards.number(bag, face)
        if more:
            play.emit(STOCKED, ALL, face, STARTS[bag], more, 0)


def _lay(play: Play, t: Classic, position: Position) -> None:
    """The maze, laid by whoever handled the last card."""
    seat = position.last
    for (x, y), tile in sorted(position.maze.items()):
        quarter = HALF_TURN if tile.turned and not t.hooks.alike[tile.face] else 0
        play.emit(MOVED, ALL, tile.face, DECK, HAND + seat, 0)
        play.emit(LAID, ALL, tile.face, seat, lay(0, spot(x, y), quarter), 0)


def _places(rules: Ruleset, position: Position) -> list[int]:
    """Start decks last: nothing may be drawn from a deck when some of its cards are known."""
    places = [place for place in position.places if place in rules.layout.place_names]
    return sorted(places, key=lambda place: (place in STARTS.values(), place))


def _deal(play: Play, rules: Ruleset, position: Position, place: int) -> None:
    start = STARTS[int(rules.layout.bag[place])]
    cards = position.places[place]
    if place == start:
        for face in {card.face for card in cards} - {UNKNOWN}:
            _show(play, place, [card for card in cards if card.face == face])
        return
    for card in cards:
        eyes = _default_eyes(rules, place) if card.eyes is None else card.eyes
        if card.face == UNKNOWN or start == GOAL_DECK:
            play.emit(MOVED, ALL, UNKNOWN, start, place, 0)
        else:
            play.emit(MOVED, eyes, card.face, start, place, 0)
        if card.face and start == GOAL_DECK:
            play.emit(SHOWN, eyes, card.face, place, 1, 0)


def _show(play: Play, place: int, cards: list[Card]) -> None:
    """Known cards of a deck: those that more seats know first, since every row says how many there are."""
    for number, card in enumerate(sorted(cards, key=lambda card: -(card.eyes or 0).bit_count()), start=1):
        play.emit(SHOWN, card.eyes or 0, card.face, place, number, 0)


def _default_eyes(rules: Ruleset, place: int) -> int:
    if int(rules.layout.bag[place]) == GOAL_BAG:
        return 0
    owner = rules.layout.place_names[place].rpartition("P")[2]
    return int(bit(int(owner) - 1)) if place in rules.layout.held and owner.isdecimal() else ALL


def _open_goals(play: Play, position: Position) -> None:
    for goal, (face, turned) in sorted(position.opened.items()):
        play.emit(MOVED, ALL, UNKNOWN, GOAL_DECK, GOAL + goal, 0)
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
