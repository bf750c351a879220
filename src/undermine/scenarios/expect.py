"""What is expected of a state: the truth, or what one seat knows. Each key has one function that compares it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from undermine.errors import ScenarioError
from undermine.games.classic.state import (
    BOARD,
    CARD_BAG,
    DECK,
    DISCARD,
    FRONT,
    GOAL,
    GOAL_BAG,
    GOLD_BAG,
    GOLD_DECK,
    HAND,
    OFFER,
    PURSE,
    RESULT,
    ROLE,
    ROLE_BAG,
    ROLE_DECK,
    ROUNDS,
    Classic,
)
from undermine.kernel.engine import waiting
from undermine.kernel.ids import NOBODY, SPECTATOR
from undermine.notation.cards import Card, cards_in, cards_words, parse_cards
from undermine.notation.classic_events import SIDES
from undermine.notation.places import mask_words
from undermine.notation.text import Line, seat_name
from undermine.present import view_of
from undermine.scenarios.given import Blame, seat
from undermine.scenarios.reader import Part
from undermine.tunnels.draw import FACE_DOWN, GOAL_MARK, HOME, NOTHING, DrawingError, parse_drawing
from undermine.tunnels.ports import letters
from undermine.tunnels.shape import ShapeError, parse_shape
from undermine.tunnels.tiles import EMPTY, HIDDEN

PACKS: Final = {"cards": CARD_BAG, "roles": ROLE_BAG, "goals": GOAL_BAG, "gold": GOLD_BAG}
DARK: Final = "dark"


class Unmet(ScenarioError):
    """An expectation that does not hold."""


def same(part: Part, what: str, expected: object, found: object) -> None:
    """Compare, and say what was found instead."""
    if expected != found:
        raise Unmet("UNMET", f"{what}: expected {expected}, found {found}.", part.file, part.line)


def _cards(t: Classic, part: Part, what: str, place: int) -> None:
    """A number of cards, or their names; `?` for one that this observer cannot name."""
    if part.is_number():
        same(part, what, part.number(), int(t.cards.size(place)))
        return
    bag = int(t.rules.layout.bag[place])
    wanted = [Card(card.face) for card in parse_cards(t.rules, bag, part.words())]
    found = cards_words(t.rules, bag, cards_in(t, place, None)) or "none"
    same(part, what, cards_words(t.rules, bag, wanted) or "none", found)


def _by_seat(t: Classic, part: Part, what: str, place: int) -> None:
    for name, value in part.table().items():
        with Blame(value):
            _cards(t, value, f"{what} {name}", place + _sitting(t, value, name))


def _sitting(t: Classic, part: Part, name: str) -> int:
    """A seat of this table."""
    found = seat(name)
    if found >= t.seats:
        raise part.error(f"Nobody sits at {name}; there are {t.seats} players.")
    return found


def _tunnels(t: Classic, part: Part) -> None:
    same(part, "tunnel cards in the maze", part.number(), int(t.cards.size(BOARD)))


def _round(t: Classic, part: Part) -> None:
    same(part, "round", part.text(), f"{t.round} of {ROUNDS}")


def _turn(t: Classic, part: Part) -> None:
    same(part, "question", f"turn {part.text()}", _question(t))


def _asked(t: Classic, part: Part) -> None:
    same(part, "question", part.text(), _question(t))


def _question(t: Classic) -> str:
    """Which question is open, and to whom."""
    if not t.depth:
        return "over"
    return f"{t.rules.step_names[t.top().step]} {mask_words(int(waiting(t)))}"


def _nuggets(t: Classic, part: Part) -> None:
    for name, value in part.table().items():
        with Blame(value):
            found = t.rules.game.returns(t)[_sitting(t, value, name)]
            same(value, f"nuggets of {name}", value.number(), found)


def _winners(t: Classic, part: Part) -> None:
    found = " ".join(seat_name(whose) for whose in view_of(t, SPECTATOR).winners)
    same(part, "winners", " ".join(part.texts(" ")) or "none", found or "none")


def _results(t: Classic, part: Part) -> None:
    for name, value in part.table().items():
        if not name.isdecimal() or not 1 <= int(name) <= ROUNDS:
            raise value.error(f"{name!r} is no round; use 1 to {ROUNDS}.")
        at = t.hooks.results + (int(name) - 1) * RESULT
        side, finisher = SIDES[t.numbers[at]], int(t.numbers[at + 1])
        whom = "" if side == "undecided" or finisher == NOBODY else f" {seat_name(finisher)}"
        same(value, f"result of round {name}", value.text(), "none" if side == "undecided" else side + whom)


def _goals(t: Classic, part: Part) -> None:
    for name, value in part.table().items():
        with Blame(value):
            goal = Line(name).goal()
            if goal >= t.hooks.goals:
                raise value.error(f"There is no goal {name}.")
            same(value, name, value.text(), _lying(t, goal))


def _lying(t: Classic, goal: int) -> str:
    """`?` face down, `? gold` face down and known to the observer, or how it lies face up."""
    tile = t.grid.tile(t.goal_x[goal], t.goal_y[goal])
    if tile != HIDDEN:
        return t.hooks.tiles.text(tile)
    face = t.cards.any(GOAL + goal)
    return f"? {t.hooks.goal_names[face - 1]}" if face else "?"


def _tiles(t: Classic, part: Part) -> None:
    for words in part.texts():
        with Blame(part):
            line = Line(words)
            shape = line.word("a shape and a cell, such as EW 1,0")
            x, y = line.cell()
            line.done()
            same(part, f"card at {x},{y}", _canonical(part, shape), _at(t, x, y))


def _canonical(part: Part, word: str) -> str:
    """A shape in canonical form, or one of the other signs of a drawing."""
    if word in (HOME, NOTHING, FACE_DOWN):
        return word
    try:
        return parse_shape(word.removeprefix(GOAL_MARK)).text()
    except ShapeError as error:
        raise part.error(f"{error}.") from error


def _at(t: Classic, x: int, y: int) -> str:
    """What lies at a cell, as it is drawn (goals without their mark)."""
    tile = t.grid.tile(x, y)
    if tile == t.hooks.entrance:
        return HOME
    return {EMPTY: NOTHING, HIDDEN: FACE_DOWN}.get(int(tile)) or t.hooks.tiles.text(tile)


def _board(t: Classic, part: Part) -> None:
    try:
        marks = parse_drawing(part.text())
    except DrawingError as error:
        raise part.error(f"{error.cause}.") from error
    for mark in marks:
        same(part, f"card at {mark.x},{mark.y}", mark.text.removeprefix(GOAL_MARK), _at(t, mark.x, mark.y))


def _lit(t: Classic, part: Part) -> None:
    for words in part.texts():
        with Blame(part):
            line = Line(words)
            edges = line.word("edges and a cell, such as EW 1,0")
            x, y = line.cell()
            line.done()
            found = letters(t.grid.lit(x, y, 0)) if t.grid.tile(x, y) > HIDDEN else ""
            same(part, f"edges at {x},{y} joined to the entrance", edges, found or DARK)


def _box(t: Classic, part: Part) -> None:
    """All cards of a pack, wherever they lie."""
    for name, value in part.table(PACKS).items():
        bag = PACKS[name]
        faces = [card.face for place in t.rules.layout.packs[bag] for card in cards_in(t, place, None) if card.face]
        faces += [face for face in range(1, t.cards.faces(bag) + 1) for _ in range(t.cards.number(bag, face))]
        if value.is_number():
            same(value, f"{name} in the game", value.number(), len(faces))
            continue
        with Blame(value):
            wanted = parse_cards(t.rules, bag, value.words())
        found = cards_words(t.rules, bag, [Card(face) for face in faces])
        same(value, f"{name} in the game", cards_words(t.rules, bag, wanted), found)


def _settings(t: Classic, part: Part) -> None:
    for name, value in part.table().items():
        if name not in t.rules.settings.values:
            raise value.error(f"There is no switch {name!r}.")
        same(value, f"switch {name}", value.text(), t.rules.settings.values[name])


BY_SEAT: Final = {"front": FRONT, "hands": HAND, "purses": PURSE, "roles": ROLE}
HEAPS: Final = {"deck": DECK, "discard": DISCARD, "gold": GOLD_DECK, "leftover": ROLE_DECK, "packet": OFFER}
OTHERS: Final[dict[str, Callable[[Classic, Part], None]]] = {
    "asked": _asked,
    "board": _board,
    "box": _box,
    "goals": _goals,
    "lit": _lit,
    "nuggets": _nuggets,
    "results": _results,
    "round": _round,
    "settings": _settings,
    "tiles": _tiles,
    "tunnels": _tunnels,
    "turn": _turn,
    "winners": _winners,
}
EXPECT: Final = (*BY_SEAT, *HEAPS, *OTHERS)


def expect(t: Classic, part: Part) -> None:
    """Compare everything that is expected of a state."""
    for name, value in part.table(EXPECT).items():
        with Blame(value):
            if name in BY_SEAT:
                _by_seat(t, value, name, BY_SEAT[name])
            elif name in HEAPS:
                _cards(t, value, name, HEAPS[name])
            else:
                OTHERS[name](t, value)
