"""What every game's positions share: a setting, and how it is read from a game, drawn up and written down.

A game brings a class of its own (see `position`) that knows what stands on its table besides cards in places.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from copy import copy
from dataclasses import dataclass
from typing import Self, TypeVar

from undermine.errors import NotationError
from undermine.kernel.event import Event, Play
from undermine.kernel.state import State
from undermine.notation.cards import cards_in
from undermine.notation.setting import Setting, deal, fill, note, stock
from undermine.notation.text import Line, bad, whole
from undermine.tunnels.draw import NOTHING, DrawingError, Mark, parse_cells, table
from undermine.tunnels.table import Ground

K = TypeVar("K")
Homes = list[tuple[str, int, int]]  # how entrances are drawn, and where they lie


@dataclass
class Position(Setting):
    """Everything that makes two positions differ. What lies in `drawn_places` is told by the drawing."""

    # From a game

    def take(self, state: State, views: list[State] | None) -> None:
        """Read a game's table, and with the views of all seats, who knows what."""
        if state.answered:
            raise bad("A position with sealed answers cannot be written; wait until the window has closed.")
        for first, size in state.rules.runs.values():
            self.numbers |= {at: int(state.numbers[at]) for at in range(first, first + size)}
        self.frames = [(int(f.step), int(f.seats), int(f.a), int(f.b)) for f in state.frames()]
        self.take_table(state, views)
        drawn = self.drawn_places()
        for bag, places in state.rules.layout.packs.items():
            faces = range(1, state.cards.faces(bag) + 1)
            self.bags[bag] = [face for face in faces for _ in range(state.cards.number(bag, face))]
            for place in places:
                if state.cards.size(place) and place not in drawn:
                    self.places[place] = cards_in(state, place, views)

    def take_table(self, state: State, views: list[State] | None) -> None:
        """What the game keeps besides cards, named numbers and questions."""
        raise NotImplementedError

    def drawn_places(self) -> set[int]:
        """Places whose cards are not named, since the drawing shows them."""
        raise NotImplementedError

    # Towards a game

    def complete(self) -> Self:
        """The same position with every card of the box somewhere: what is not named lies in the decks, unseen."""
        done = copy(self)
        done.places, done.bags, done.numbers = dict(self.places), dict(self.bags), dict(self.numbers)
        done.arrange()
        fill(done, done.elsewhere(), done.spill())
        return done

    def arrange(self) -> None:
        """Add what follows from the rest."""

    def elsewhere(self) -> dict[int, list[int]]:
        """By bag: faces of cards that lie in no place of the setting, since events put them on the table."""
        return {}

    def spill(self) -> Mapping[int, int]:
        """By bag: where cards go for which a deck of the stated size has no room; see `fill`."""
        raise NotImplementedError

    def looks(self) -> Mapping[int, int]:
        """By place: who knows its cards where nothing is said; see `deal`."""
        return {}

    def build(self) -> Play:
        """A game that stands at this position; its log holds all events that led there."""
        done = self.complete()
        rules = done.rules()
        log: list[Event] = []
        play = Play(rules.game.new_state(rules), log)
        done.begin(play)
        stock(play, done, done.elsewhere())
        done.lay_out(play)
        deal(play, done, done.looks())
        done.finish(play)
        note(play, done)
        return play

    def begin(self, play: Play) -> None:
        """Earlier rounds, and the beginning of this one."""
        raise NotImplementedError

    def lay_out(self, play: Play) -> None:
        """What stands on the table before cards are dealt."""

    def finish(self, play: Play) -> None:
        """What stands there besides, once they are."""

    # Words

    def lines(self) -> list[str]:
        """The game's own lines: those that stand before the places, the drawing last."""
        raise NotImplementedError

    def more_lines(self) -> list[str]:
        """Those that stand behind the places."""
        return []

    def own_runs(self) -> tuple[str, ...]:
        """Runs of numbers that have lines of their own."""
        return ()

    def read(self, key: str, value: str) -> bool:
        """Read a line of the game's own; False if there is none of this name."""
        raise NotImplementedError


def read_count(value: str) -> int:
    """A number of a line."""
    number = whole(value)
    if number is None or number < 0:
        raise bad(f"{value!r} is not a number.")
    return number


def read_round(value: str, rounds: int) -> int:
    """A round of a game that has so many."""
    number = read_count(value)
    if not 1 <= number <= rounds:
        raise bad(f"There is no round {number}; there are {rounds}.")
    return number


def read_flag(value: str) -> bool:
    """Yes, or a line that might have been left out."""
    if value not in ("yes", "no"):
        raise bad(f"{value!r} is neither yes nor no.")
    return value == "yes"


def read_seat(position: Position, value: str) -> int:
    """One player of the table."""
    line = Line(value)
    seat = int(line.seat())
    line.done()
    if seat >= position.options.players:
        raise bad(f"Nobody sits at {value}; there are {position.options.players} players.")
    return seat


def read_goal(word: str, goals: int) -> int:
    """A goal or mine by its name."""
    line = Line(word)
    goal = int(line.goal())
    line.done()
    if goal >= goals:
        raise bad(f"There is no {word}; there are {goals}.")
    return goal


def parts_of(value: str) -> list[str]:
    """What stands between semicolons."""
    return [part.strip() for part in value.split(";") if part.strip()]


# Drawings


def goal_cells(ground: Ground) -> dict[int, int]:
    """Which goal lies at which cell."""
    return {int(cell): goal for goal, cell in enumerate(ground.goal_spot)}


def free(maze: Container[K], cell: K, words: str) -> K:
    """A cell to which no card has been put yet."""
    if cell in maze:
        raise bad(f"Two cards are put to {words}; leave one of them out.")
    return cell


def drawing(cells: Mapping[tuple[int, int], str]) -> str:
    """Words by cell as a table, with a point where there is none."""
    across = [x for x, _ in cells]
    down = [y for _, y in cells]
    rows = [
        [cells.get((x, y), NOTHING) for x in range(min(across), max(across) + 1)]
        for y in range(min(down), max(down) + 1)
    ]
    return table(rows)


def read_drawing(text: str, homes: Homes, put: Callable[[Mark], None]) -> None:
    """Put every card of a drawing down; errors count lines from its first."""
    try:
        marks = parse_cells(text, homes)
    except DrawingError as error:
        raise NotationError("BAD_NOTATION", f"{error.cause}.", line=error.row) from error
    names = [NOTHING, *(name for name, _, _ in homes)]
    for mark in marks:
        try:
            if mark.text not in names:
                put(mark)
        except NotationError as error:
            raise NotationError(error.code, error.message, line=mark.row) from error
