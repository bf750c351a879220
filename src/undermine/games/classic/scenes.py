"""Scenarios of the classic game, the extras on top of it included."""

from __future__ import annotations

from typing import Final

from undermine.games.classic.maze import goal_cells, goal_lying, read_maze, tile_of
from undermine.games.classic.position import ClassicPosition
from undermine.games.classic.rules.extending import NOWHERE
from undermine.games.classic.rules.hooks import classic_hooks
from undermine.games.classic.rules.state import (
    BOARD,
    DIGGER,
    GOAL,
    GOAL_BAG,
    RESULT,
    ROLE,
    ROLE_BAG,
    ROUNDS,
    SIDES,
    Classic,
    classic,
)
from undermine.kernel.event import Play
from undermine.kernel.ids import NOBODY
from undermine.kernel.state import State
from undermine.notation.cards import Card, parse_cards, spelled
from undermine.notation.position_base import free, read_goal, read_round, read_seat
from undermine.notation.text import seat_name
from undermine.present.view import ClassicView, View
from undermine.registry import Options
from undermine.scenarios.compare import Blame, same, same_look, seat, sitting
from undermine.scenarios.mazes import board_check, lit_check, lit_only_check, tiles_check, with_cells
from undermine.scenarios.reader import Part
from undermine.scenarios.scenes import Check, Look, Scenes
from undermine.tunnels.draw import FACE_DOWN, HOME, NOTHING
from undermine.tunnels.ports import letters, spot_x, spot_y
from undermine.tunnels.shape import ShapeError, parse_shape
from undermine.tunnels.tiles import EMPTY, HIDDEN

BOARDS: Final = {
    "K6": "* EW EW EW NESW NESW NESW",
    "K7": "* EW EW EW NESW NESW NESW NESW",
}


class ClassicScenes(Scenes[ClassicPosition]):
    """Drawn boards, goals, roles and gold."""

    def __init__(self) -> None:
        super().__init__(
            ClassicPosition,
            by_seat={"hands": "hand", "roles": "role", "front": "before", "purses": "purse"},
            heaps={
                "deck": "deck",
                "discard": "discard pile",
                "gold": "gold deck",
                "leftover": "roles left over",
                "packet": "packet",
            },
            own=("board", "tiles", "goals", "round", "last"),
        )

    def place(self, position: ClassicPosition, parts: dict[str, Part]) -> None:
        turn = seat(parts["turn"].text()) if "turn" in parts else 0
        position.last = (turn - 1) % position.options.players
        for name in [name for name in self.own if name in parts]:
            with Blame(parts[name]):
                _read(position, name, parts[name])
        _deal_roles(position)

    def build(self, options: Options, parts: dict[str, Part]) -> Play:
        """What extras have put onto cards needs a card that it lies on."""
        play = super().build(options, parts)
        t = classic(play.state)
        for piece in [piece for sight in t.hooks.sights for piece in sight.pieces(t)]:
            x, y = int(spot_x(piece.cell)), int(spot_y(piece.cell))
            if t.grid.tile(x, y) <= (EMPTY if piece.edge == NOWHERE else HIDDEN):
                part = parts.get("events") or parts.get("numbers") or next(iter(parts.values()))
                raise part.error(f"No card lies face up at {x},{y}; put the {piece.kind} elsewhere.")
        return play

    def checks(self) -> dict[str, Check]:
        return {
            "board": board_check(_at),
            "goals": _goals,
            "lit": lit_check(_lit),
            "lit_only": lit_only_check(_lit, _cards),
            "nuggets": _nuggets,
            "results": _results,
            "round": _round,
            "tiles": tiles_check(_at),
            "tunnels": _tunnels,
        }

    def screens(self) -> dict[str, Look]:
        return {"discards": _discards, "pile": _pile, "leftover": _leftover, "reminder": _reminder}


# Given


def _read(position: ClassicPosition, name: str, part: Part) -> None:
    if name == "board":
        text = part.text()
        read_maze(position, BOARDS.get(text, text))
    elif name == "tiles":
        found = with_cells(part, "a tunnel card")
        for at, (word, x, y) in enumerate(found):
            free([(u, v) for _, u, v in found[:at]], (x, y), f"{x},{y}")
            _tile(position, part, word, (x, y))
    elif name == "round":
        position.round = read_round(part.text(), ROUNDS)
    elif name == "last":
        position.last = read_seat(position, part.text())
    elif name == "goals":
        for goal, value in part.table().items():
            with Blame(value):
                goals = int(classic_hooks(position.rules().hooks).goals)
                _goal(position, read_goal(goal, goals), value)


def _tile(position: ClassicPosition, part: Part, word: str, cell: tuple[int, int]) -> None:
    if cell == (0, 0) or cell in goal_cells(position):
        raise part.error(f"Entrance or goal lies at {cell[0]},{cell[1]}; put the card elsewhere.")
    try:
        shape = parse_shape(word.removesuffix("@180"))
    except ShapeError as error:
        raise part.error(f"{error}.") from error
    shape = shape.turned() if word.endswith("@180") else shape
    if classic_hooks(position.rules().hooks).blank.tile(*cell) != EMPTY:
        raise part.error(f"Something lies at {cell[0]},{cell[1]} from the beginning; put the card elsewhere.")
    position.maze[cell] = tile_of(classic_hooks(position.rules().hooks), shape.text())


def _goal(position: ClassicPosition, goal: int, part: Part) -> None:
    rules = position.rules()
    text = part.text()
    lying = goal_lying(classic_hooks(rules.hooks), spelled(text))
    if lying is not None:
        position.opened[goal] = lying
    else:
        position.places[GOAL + goal] = parse_cards(rules, GOAL_BAG, text)


def _deal_roles(position: ClassicPosition) -> None:
    """Seats without a role get one of the pile, gold-diggers first."""
    fresh = position.rules().game.new_state(position.rules()).cards
    dealt = [
        card.face for place in range(ROLE, ROLE + position.options.players) for card in position.places.get(place, [])
    ]
    for whose in range(position.options.players):
        if ROLE + whose not in position.places:
            faces = range(1, fresh.faces(ROLE_BAG) + 1)
            spare = [face for face in faces if dealt.count(face) < fresh.number(ROLE_BAG, face)] or [DIGGER]
            position.places[ROLE + whose] = [Card(spare[0])]
            dealt.append(spare[0])


# Expected


def _tunnels(state: State, part: Part) -> None:
    same(part, "tunnel cards in the maze", part.number(), int(state.cards.size(BOARD)))


def _round(state: State, part: Part) -> None:
    same(part, "round", part.text(), f"{classic(state).round} of {ROUNDS}")


def _nuggets(state: State, part: Part) -> None:
    for name, value in part.table().items():
        with Blame(value):
            found = state.rules.game.returns(state)[sitting(state, value, name)]
            same(value, f"nuggets of {name}", value.number(), found)


def _results(state: State, part: Part) -> None:
    t = classic(state)
    for name, value in part.table().items():
        with Blame(value):
            at = t.hooks.results + (read_round(name, ROUNDS) - 1) * RESULT
        side, finisher = SIDES[t.numbers[at]], int(t.numbers[at + 1])
        whom = "" if side == "undecided" or finisher == NOBODY else f" {seat_name(finisher)}"
        same(value, f"result of round {name}", value.text(), "none" if side == "undecided" else side + whom)


def _goals(state: State, part: Part) -> None:
    t = classic(state)
    for name, value in part.table().items():
        with Blame(value):
            goal = read_goal(name, int(t.hooks.goals))
            same_look(value, name, value.text(), _lying(t, goal))


def _lying(t: Classic, goal: int) -> str:
    """`?` face down, `? gold` face down and known to the observer, or how it lies face up."""
    tile = t.grid.tile(t.goal_x[goal], t.goal_y[goal])
    if tile != HIDDEN:
        return t.hooks.tiles.text(tile)
    face = t.cards.any(GOAL + goal)
    return f"? {t.hooks.goal_names[face - 1]}" if face else "?"


def _at(state: State, x: int, y: int) -> str:
    """What lies at a cell, as it is drawn (goals without their mark)."""
    t = classic(state)
    tile = t.grid.tile(x, y)
    if tile == t.hooks.entrance:
        return HOME
    return {EMPTY: NOTHING, HIDDEN: FACE_DOWN}.get(int(tile)) or t.hooks.tiles.text(tile)


def _cards(state: State) -> list[tuple[int, int]]:
    """Where cards lie face up, entrances left out."""
    spots = classic(state).grid.ints()
    lying = [
        (int(spot_x(at)), int(spot_y(at))) for at, tile in zip(spots[::2], spots[1::2], strict=True) if tile > HIDDEN
    ]
    return [cell for cell in lying if _at(state, *cell) != HOME]


def _lit(state: State, x: int, y: int) -> str:
    """Edges of a card that are joined to the entrance."""
    grid = classic(state).grid
    return letters(grid.lit(x, y, 0)) if grid.tile(x, y) > HIDDEN else ""


# Screens


def _discards(screen: View, part: Part, name: str) -> None:
    cards = " ".join(sorted(f"{card.card}*{card.count}" for card in screen.discards or []))
    found = "off" if screen.discards is None else cards or "none"
    same(part, f"discards on the screen of {name}", " ".join(sorted(part.text().split())), found)


def _pile(screen: View, part: Part, name: str) -> None:
    same(part, f"size of the pile on the screen of {name}", part.text(), str(screen.discard))


def _leftover(screen: View, part: Part, name: str) -> None:
    assert isinstance(screen, ClassicView)  # these are scenes of that game
    same(part, f"role left over on the screen of {name}", part.text(), screen.leftover or "none")


def _reminder(screen: View, part: Part, name: str) -> None:
    assert isinstance(screen, ClassicView)  # these are scenes of that game
    same(part, f"reminder on the screen of {name}", part.flag(), screen.map_talk)
