"""What is given: the options of a table and the position at which a scenario begins."""

from __future__ import annotations

from typing import Final

import msgspec

from undermine.errors import NotationError
from undermine.games.classic.hooks import classic_hooks
from undermine.games.classic.state import (
    CARD_BAG,
    DECK,
    DIGGER,
    DISCARD,
    FRONT,
    GOAL,
    GOAL_BAG,
    GOLD_BAG,
    GOLD_DECK,
    HAND,
    PURSE,
    ROLE,
    ROLE_BAG,
)
from undermine.kernel.event import Play
from undermine.kernel.ids import UNKNOWN
from undermine.notation.cards import Card, parse_cards
from undermine.notation.maze import goal_cells, goal_lying, read_maze, tile_of
from undermine.notation.position import Position, build, turn_of
from undermine.notation.text import Line
from undermine.registry import Options, ruleset
from undermine.scenarios.reader import Part
from undermine.tunnels.shape import ShapeError, parse_shape

BOARDS: Final = {
    "K6": "* EW EW EW NESW NESW NESW",
    "K7": "* EW EW EW NESW NESW NESW NESW",
}
OPTIONS: Final = ("players", "edition", "switches", "first")
GIVEN: Final = (
    "board", "tiles", "goals", "hands", "roles", "front", "purses",
    "deck", "discard", "gold", "round", "last", "turn",
)  # fmt: skip


BY_SEAT: Final = {
    "hands": (HAND, CARD_BAG),
    "roles": (ROLE, ROLE_BAG),
    "front": (FRONT, CARD_BAG),
    "purses": (PURSE, GOLD_BAG),
}
HEAPS: Final = {"deck": (DECK, CARD_BAG), "discard": (DISCARD, CARD_BAG), "gold": (GOLD_DECK, GOLD_BAG)}


def read_options(game: str, parts: dict[str, Part]) -> Options:
    """The options of a table; whether there is such a table the registry says."""
    options = Options(game=game, players=3)
    for name, part in parts.items():
        if name == "players":
            options = msgspec.structs.replace(options, players=part.number())
        elif name == "edition":
            options = msgspec.structs.replace(options, edition=part.text())
        elif name == "switches":
            switches = {switch: value.text() for switch, value in part.table().items()}
            options = msgspec.structs.replace(options, switches=switches)
        else:
            options = msgspec.structs.replace(options, first=seat(part.text()))
    return options


def seat(word: str) -> int:
    """A seat such as P1."""
    line = Line(word)
    found = int(line.seat())
    line.done()
    return found


class Blame:
    """Turns errors in words into errors of the scenario: `with Blame(part): ...`."""

    def __init__(self, part: Part) -> None:
        self.part = part

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, NotationError):
            problem = self.part.error(error.message)
            problem.line += error.line
            problem.column = error.column
            raise problem from error


def read_given(options: Options, parts: dict[str, Part]) -> Play:
    """A game that stands at the given position."""
    position = Position(options)
    first = next(iter(parts.values()))
    turn = 0
    position.round = parts["round"].number() if "round" in parts else 1
    if "turn" in parts:
        with Blame(parts["turn"]):
            turn = seat(parts["turn"].text())
    turn_of(position, turn)
    position.last = (turn - 1) % options.players
    if "last" in parts:
        with Blame(parts["last"]):
            position.last = seat(parts["last"].text())
    for name, part in parts.items():
        with Blame(part):
            _read(position, name, part)
    _deal_roles(position)
    with Blame(first):
        return build(position)


def _read(position: Position, name: str, part: Part) -> None:
    if name == "board":
        text = part.text()
        read_maze(position, BOARDS.get(text, text))
    elif name == "tiles":
        for words in part.texts():
            _tile(position, part, words)
    elif name == "goals":
        for goal, value in part.table().items():
            with Blame(value):
                _goal(position, Line(goal).goal(), value)
    elif name in BY_SEAT:
        _by_seat(position, part, *BY_SEAT[name])
    elif name in HEAPS:
        _heap(position, part, *HEAPS[name])


def _tile(position: Position, part: Part, words: str) -> None:
    line = Line(words)
    word = line.word("a tunnel card and a cell, such as EW 1,0")
    cell = line.cell()
    line.done()
    if cell == (0, 0) or cell in goal_cells(position.rules()):
        raise part.error(f"Entrance or goal lies at {cell[0]},{cell[1]}; put the card elsewhere.")
    try:
        shape = parse_shape(word.removesuffix("@180"))
    except ShapeError as error:
        raise part.error(f"{error}.") from error
    shape = shape.turned() if word.endswith("@180") else shape
    position.maze[cell] = tile_of(classic_hooks(position.rules().hooks), shape.text())


def _goal(position: Position, goal: int, part: Part) -> None:
    rules = position.rules()
    if goal >= classic_hooks(rules.hooks).goals:
        raise part.error(f"There is no goal G{goal + 1}.")
    text = part.text()
    lying = goal_lying(classic_hooks(rules.hooks), text)
    if lying is not None:
        position.opened[goal] = lying
    else:
        position.places[GOAL + goal] = parse_cards(rules, GOAL_BAG, text)


def _by_seat(position: Position, part: Part, place: int, bag: int) -> None:
    for name, value in part.table().items():
        with Blame(value):
            whose = seat(name)
            if whose >= position.options.players:
                raise value.error(f"Nobody sits at {name}; there are {position.options.players} players.")
            position.places[place + whose] = parse_cards(position.rules(), bag, value.words())


def _heap(position: Position, part: Part, place: int, bag: int) -> None:
    """A number of unseen cards, or their names: of a deck the names of what may come up, of the pile what is known."""
    if part.is_number():
        position.places[place] = [Card(UNKNOWN)] * part.number()
        return
    cards = parse_cards(position.rules(), bag, part.words())
    if place == DISCARD:
        position.places[place] = cards
        return
    position.places[place] = [Card(UNKNOWN)] * len(cards)
    position.bags[bag] = [card.face for card in cards]


def _deal_roles(position: Position) -> None:
    """Seats without a role get one of the pile, gold-diggers first."""
    fresh = ruleset(position.options).game.new_state(position.rules()).cards
    dealt = [
        card.face for place in range(ROLE, ROLE + position.options.players) for card in position.places.get(place, [])
    ]
    for whose in range(position.options.players):
        if ROLE + whose not in position.places:
            spare = [face for face in (1, 2) if dealt.count(face) < fresh.number(ROLE_BAG, face)] or [DIGGER]
            position.places[ROLE + whose] = [Card(spare[0])]
            dealt.append(spare[0])
