"""Scenarios of The Duel and its solo game."""

from __future__ import annotations

from typing import Final

from undermine.data.manifest import load
from undermine.games.duel.position import ON, DuelPosition, tile_lying
from undermine.games.duel.rules.events import (
    on_troll,
    token_seat,
)
from undermine.games.duel.rules.hooks import DuelHooks
from undermine.games.duel.rules.rounds import winners
from undermine.games.duel.rules.solo import grade
from undermine.games.duel.rules.state import (
    GOAL,
    GOAL_BAG,
    TOKEN,
    Duel,
    duel,
)
from undermine.kernel.state import State
from undermine.notation.cards import parse_cards
from undermine.notation.fields import cell_words
from undermine.notation.position_base import free, goal_cells, read_goal, read_round, read_seat
from undermine.notation.text import Line, seat_name
from undermine.scenarios.compare import Blame, same, same_look, sitting
from undermine.scenarios.mazes import DARK, some_cells, with_cells
from undermine.scenarios.reader import Part
from undermine.scenarios.scenes import Check, Scenes
from undermine.tunnels.draw import FACE_DOWN, NOTHING
from undermine.tunnels.ports import letters, spot
from undermine.tunnels.tiles import EMPTY, HIDDEN

OPEN: Final = "open "  # before how a goal lies that is face up
BRIBED: Final = ON[1]


class DuelScenes(Scenes[DuelPosition]):
    """Mazes with doors, trolls and nuggets; tokens on them; gold."""

    def __init__(self) -> None:
        super().__init__(
            DuelPosition,
            by_seat={"hands": "hand", "front": "before", "nuggets": "nuggets", "gold": "gold"},
            heaps={"deck": "deck", "discard": "discard pile", "aside": "aside"},
            own=("tiles", "goals", "round", "keys", *ON),
        )

    def place(self, position: DuelPosition, parts: dict[str, Part]) -> None:
        for name, part in parts.items():
            with Blame(part):
                _read(position, name, part)

    def checks(self) -> dict[str, Check]:
        return {
            "tiles": _tiles,
            "lit": _lit,
            "goals": _goals,
            "round": _round,
            "keys": _keys,
            "key_tokens": _key_tokens,
            "tokens": _tokens,
            "claimed": _claimed,
            "bribed": _bribed,
            "earned": _earned,
            "paid": _paid,
            "score": _score,
            "grade": _grade,
            "winners": _winners,
        }


# Given


def _read(position: DuelPosition, name: str, part: Part) -> None:
    if name == "round":
        position.round = read_round(part.text(), int(position.hooks().rounds))
    elif name == "tiles":
        for look, x, y in with_cells(part, "a tunnel card"):
            if spot(x, y) in goal_cells(position.hooks()) or (x, y) in [(u, v) for _, u, v in position.homes()]:
                raise part.error(f"Entrance or goal lies at {x},{y}; put the card elsewhere.")
            cell = free(position.maze, int(spot(x, y)), f"{x},{y}")
            position.maze[cell] = tile_lying(position.hooks(), look, goal=False)
    elif name == "keys":
        position.keys = cells_of(part)
    elif name in ON:
        for who, cells in part.table().items():
            position.tokens += [(read_seat(position, who), cell, name == BRIBED) for cell in cells_of(cells)]
    elif name == "goals":
        for goal, value in part.table().items():
            with Blame(value):
                _goal(position, goal_of(position.hooks(), value, goal), value)


def _goal(position: DuelPosition, goal: int, part: Part) -> None:
    text = part.text()
    if text.startswith(OPEN):
        look = text.removeprefix(OPEN)
        position.maze[int(position.hooks().goal_spot[goal])] = tile_lying(position.hooks(), look, goal=True)
    else:
        position.places[GOAL + goal] = parse_cards(position.rules(), GOAL_BAG, text)


def goal_of(hooks: DuelHooks, part: Part, name: str) -> int:
    """A goal by its name."""
    with Blame(part):
        return read_goal(name, int(hooks.goals))


def cells_of(part: Part) -> list[int]:
    """Cells of a list."""
    found: list[int] = []
    for words in part.texts():
        with Blame(part):
            line = Line(words)
            x, y = line.cell()
            line.done()
            found.append(int(spot(x, y)))
    return found


# Expected


def _look(t: Duel, x: int, y: int) -> str:
    tile = t.grid.tile(x, y)
    return {EMPTY: NOTHING, HIDDEN: FACE_DOWN}.get(int(tile)) or t.hooks.maze.looks[tile]


def _tiles(state: State, part: Part) -> None:
    for look, x, y in some_cells(part, "a card"):
        same_look(part, f"card at {x},{y}", look, _look(duel(state), x, y))


def _lit(state: State, part: Part) -> None:
    """By player: edges of a card that are joined to the own entrance."""
    t = duel(state)
    for who, value in part.table().items():
        whose = sitting(state, value, who)
        for edges, x, y in some_cells(value, "edges"):
            lit = letters(t.grid.lit(x, y, t.colour(whose))) if t.grid.tile(x, y) > HIDDEN else ""
            same(value, f"edges at {x},{y} joined to the entrance of {who}", edges, lit or DARK)


def _goals(state: State, part: Part) -> None:
    """`?` face down, `? NW$2` face down and known, `open NW$2` face up, as it lies."""
    t = duel(state)
    for name, value in part.table().items():
        goal = goal_of(t.hooks, value, name)
        face = t.cards.any(GOAL + goal)
        if t.opened >> goal & 1:
            found = OPEN + _look(t, int(t.hooks.goal_x[goal]), int(t.hooks.goal_y[goal]))
        else:
            found = f"? {t.hooks.goal_names[face - 1]}" if face else FACE_DOWN
        same_look(value, name, value.text(), found)


def _round(state: State, part: Part) -> None:
    t = duel(state)
    same(part, "round", part.text(), f"{t.round} of {t.hooks.rounds}")


def _cells(part: Part, what: str, found: list[int]) -> None:
    wanted = sorted(cells_of(part)) if part.texts() else []
    same(part, what, "; ".join(map(cell_words, wanted)) or "none", "; ".join(map(cell_words, sorted(found))) or "none")


def _keys(state: State, part: Part) -> None:
    runs = duel(state).hooks.runs
    _cells(part, "key tokens", [int(cell) for cell in state.numbers[runs.keys : runs.keys + runs.key_count] if cell])


def _key_tokens(state: State, part: Part) -> None:
    same(part, "key tokens left", part.number(), int(duel(state).keys_left()))


def _tokens(state: State, part: Part) -> None:
    t = duel(state)
    same(part, "dwarf tokens left", part.number(), int(t.hooks.runs.token_count - t.placed()))


def _tokens_of(state: State, part: Part, what: str, troll: bool) -> None:
    runs = duel(state).hooks.runs
    tokens = state.numbers[runs.tokens : runs.tokens + runs.token_count]
    for who, value in part.table().items():
        whose = sitting(state, value, who)
        cells = [
            int(each // TOKEN) for each in tokens if each and token_seat(each) == whose and on_troll(each) == troll
        ]
        _cells(value, f"{what} {who}", cells)


def _claimed(state: State, part: Part) -> None:
    _tokens_of(state, part, "claimed by", False)


def _bribed(state: State, part: Part) -> None:
    _tokens_of(state, part, "trolls paid by", True)


def _ended(t: Duel) -> int:
    """The round that ended last."""
    return int(t.round) if t.over() else max(int(t.round) - 1, 1)


def _earned(state: State, part: Part) -> None:
    t = duel(state)
    for who, value in part.table().items():
        found = int(t.earned(_ended(t), sitting(state, value, who)))
        same(value, f"nuggets taken by {who} in the last round", value.number(), found)


def _paid(state: State, part: Part) -> None:
    t = duel(state)
    for who, value in part.table().items():
        found = int(t.paid(_ended(t), sitting(state, value, who)))
        same(value, f"nuggets paid by {who} after the last round", value.number(), found)


def _score(state: State, part: Part) -> None:
    t = duel(state)
    for who, value in part.table().items():
        same(value, f"nuggets of {who}", value.number(), int(t.nuggets(sitting(state, value, who))))


def _grade(state: State, part: Part) -> None:
    found = grade(load(state.rules.game.meta.key), int(duel(state).nuggets(0)))
    same(part, "class of the result", part.number(), found)


def _winners(state: State, part: Part) -> None:
    found = " ".join(seat_name(whose) for whose in winners(duel(state))) if state.over() else "none"
    same(part, "winners", " ".join(part.texts(" ")) or "none", found)
