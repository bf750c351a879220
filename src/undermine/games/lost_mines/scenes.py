"""Scenarios of The Lost Mines: a board with dwarves on it, mines, treasures, traps and trolls."""

from __future__ import annotations

from typing import Final

from undermine.games.lost_mines.position import Dwarf, MinesPosition
from undermine.games.lost_mines.rules import events
from undermine.games.lost_mines.rules.hooks import CLANS
from undermine.games.lost_mines.rules.state import (
    CLAN_BAG,
    MINE,
    MINE_BAG,
    RESULT,
    ROLE,
    ROOM,
    SEATS,
    TREASURE,
    TREASURE_BAG,
    Mines,
    mines,
)
from undermine.games.lost_mines.words import edge_of, edge_words, lying_words, read_edge, read_lying
from undermine.kernel.ids import NOBODY
from undermine.kernel.state import State
from undermine.notation.cards import parse_cards
from undermine.notation.fields import cell_words, one_of
from undermine.notation.position_base import free, read_goal, read_round, read_seat
from undermine.notation.text import Line, seat_name
from undermine.scenarios.compare import Blame, same, same_cards, seat, sitting
from undermine.scenarios.mazes import tiles_check
from undermine.scenarios.reader import Part
from undermine.scenarios.scenes import Check, Scenes
from undermine.tunnels.draw import FACE_DOWN, NOTHING
from undermine.tunnels.tiles import EMPTY, HIDDEN

OWN: Final = (
    "round", "last", "tiles", "mines", "open", "clans", "roles", "dwarves", "cleared", "traps", "trolls", "treasures",
    "taken", "dragon", "points",
)  # in the order in which they are read  # fmt: skip
BY_SEAT: Final = ("clans", "roles", "dwarves", "trolls", "taken", "points")


class MinesScenes(Scenes[MinesPosition]):
    """What is left out is as at the beginning of a round, except that hands are empty and everybody is honest."""

    def __init__(self) -> None:
        super().__init__(
            MinesPosition,
            by_seat={"hands": "hand", "front": "before"},
            heaps={"deck": "deck", "discard": "discard pile", "aside": "set aside"},
            own=OWN,
        )

    def place(self, position: MinesPosition, parts: dict[str, Part]) -> None:
        turn = seat(parts["turn"].text()) if "turn" in parts else 0
        position.last = (turn - 1) % position.options.players if "tiles" in parts else NOBODY
        for name in [name for name in OWN if name in parts]:
            with Blame(parts[name]):
                if name in BY_SEAT:
                    _read_seats(position, name, parts[name])
                else:
                    _read(position, name, parts[name])

    def checks(self) -> dict[str, Check]:
        return {
            "clans": _clans,
            "cleared": _cleared,
            "dragon": _dragon,
            "dwarves": _dwarves,
            "earned": _earned,
            "mines": _mines,
            "points": _points,
            "roles": _roles,
            "round": _round,
            "taken": _taken,
            "tiles": tiles_check(_at),
            "traps": _traps,
            "treasures": _treasures,
            "trolls": _trolls,
            "winners": _winners,
        }


# Given


def _read(position: MinesPosition, name: str, part: Part) -> None:
    hooks = position.hooks()
    if name == "round":
        position.round = read_round(part.text(), int(position.hooks().chosen.rounds))
    elif name == "last":
        position.last = read_seat(position, part.text())
    elif name == "dragon":
        position.dragon = read_seat(position, part.text())
    elif name == "tiles":
        for words in part.texts():
            line = Line(words)
            tile = read_lying(hooks, line.word("a card such as NE@180"), mine=False)
            cell = position.read_cell(line)
            if position.is_fixed(cell):
                raise part.error(f"Start or mine lies at {cell_words(cell)}; put the card elsewhere.")
            position.forest[free(position.forest, cell, cell_words(cell))] = tile
    elif name == "cleared":
        position.cleared = [position.read_cell(Line(words)) for words in part.texts()]
    elif name == "traps":
        position.traps = [read_edge(words) for words in part.texts()]
    else:
        for key, value in part.table().items():
            with Blame(value):
                _read_card(position, name, key, value)


def _read_card(position: MinesPosition, name: str, key: str, part: Part) -> None:
    """A mine or a treasure."""
    rules, hooks = position.rules(), position.hooks()
    if name == "treasures":
        number = one_of(Line(key), hooks.slots)
        position.places[TREASURE + number] = parse_cards(rules, TREASURE_BAG + number // ROOM, part.text())
    elif name == "mines":
        position.places[MINE + read_goal(key, int(hooks.goals))] = parse_cards(rules, MINE_BAG, part.text())
    else:
        cell = hooks.goal_spot[read_goal(key, int(hooks.goals))]
        position.forest[int(cell)] = read_lying(hooks, part.text(), mine=True)


def _read_seats(position: MinesPosition, name: str, part: Part) -> None:
    points = 0
    for who, value in part.table().items():
        with Blame(value):
            whose = read_seat(position, who)
            if name == "points":
                points |= value.number() << (whose * events.SIX)
            else:
                _read_of(position, name, whose, value)
    if name == "points":
        position.results = [(0, 0, 0, NOBODY)] * (position.round - 2) + [(0, 0, points, NOBODY)]


def _read_of(position: MinesPosition, name: str, whose: int, part: Part) -> None:
    """What is said by player."""
    dwarf = position.dwarves.setdefault(whose, Dwarf(whose % 2))
    if name == "clans":
        dwarf.clan = one_of(Line(part.text()), list(CLANS))
    elif name == "roles":
        cards = parse_cards(position.rules(), CLAN_BAG + dwarf.clan, part.words())
        position.places[ROLE + dwarf.clan * SEATS + whose] = cards
    elif name == "dwarves":
        dwarf.at = position.read_cell(Line(part.text()))
    elif name == "trolls":
        position.trolls[whose] = read_edge(part.text())
    elif name == "taken":
        position.taken |= {one_of(Line(word), position.hooks().slots): whose for word in part.texts(" ")}


# Expected


def _by_seat(state: State, part: Part, what: str, found: list[str]) -> None:
    for name, value in part.table().items():
        with Blame(value):
            same(value, f"{what} {name}", value.text(), found[sitting(state, value, name)])


def _clans(state: State, part: Part) -> None:
    _by_seat(state, part, "clan of", [CLANS[clan] for clan in mines(state).clan])


def _dwarves(state: State, part: Part) -> None:
    _by_seat(state, part, "dwarf of", [cell_words(int(place)) for place in mines(state).at])


def _points(state: State, part: Part) -> None:
    _by_seat(state, part, "points of", [str(points) for points in mines(state).points])


def _earned(state: State, part: Part) -> None:
    """Points of the round that was counted last."""
    t = mines(state)
    number = t.round if t.numbers[t.hooks.results + (t.round - 1) * RESULT] else t.round - 1
    won = int(t.numbers[t.hooks.results + (number - 1) * RESULT + 2])
    found = [str(won >> (who * events.SIX) & 63) for who in range(t.seats)]
    _by_seat(state, part, f"points of round {number} of", found)


def _roles(state: State, part: Part) -> None:
    for name, value in part.table().items():
        with Blame(value):
            same_cards(state, value, f"role of {name}", int(mines(state).role(sitting(state, value, name))))


def _round(state: State, part: Part) -> None:
    t = mines(state)
    same(part, "round", part.text(), f"{t.round} of {t.hooks.chosen.rounds}")


def _dragon(state: State, part: Part) -> None:
    whose = mines(state).dragon
    same(part, "who has the dragon", part.text(), "nobody" if whose == NOBODY else seat_name(whose))


def _taken(state: State, part: Part) -> None:
    t = mines(state)
    held = [[t.hooks.slots[number] for number, who in enumerate(t.holder) if who == whose] for whose in range(t.seats)]
    _by_seat(state, part, "treasures of", [" ".join(names) or "none" for names in held])


def _treasures(state: State, part: Part) -> None:
    t = mines(state)
    found = [t.hooks.slots[number] for number in range(len(t.holder)) if t.on_display(number)]
    if part.is_number():
        same(part, "treasures on display", part.number(), len(found))
    else:
        same(part, "treasures on display", " ".join(part.texts(" ")) or "none", " ".join(found) or "none")


def _traps(state: State, part: Part) -> None:
    found = sorted(edge_words(edge_of(int(key))) for key in mines(state).traps)
    same(part, "traps", "; ".join(sorted(part.texts())) or "none", "; ".join(found) or "none")


def _trolls(state: State, part: Part) -> None:
    _by_seat(state, part, "troll of", [edge_words(edge_of(int(key))) if key else "none" for key in mines(state).trolls])


def _cleared(state: State, part: Part) -> None:
    found = sorted(cell_words(int(place)) for place in mines(state).cleared)
    same(part, "obstacles overcome", "; ".join(sorted(part.texts())) or "none", "; ".join(found) or "none")


def _mines(state: State, part: Part) -> None:
    t = mines(state)
    for name, value in part.table().items():
        with Blame(value):
            same(value, name, value.text(), _mine_words(t, read_goal(name, int(t.hooks.goals))))


def _mine_words(t: Mines, mine: int) -> str:
    """`?` face down, `? mine-gold` face down and known to the observer, or how it lies face up: `mine-gold@180`."""
    face = int(t.cards.any(MINE + mine))
    name = t.hooks.mine_names[face - 1] if face else ""
    tile = t.tile_at(t.hooks.goal_spot[mine])
    if tile == HIDDEN:
        return f"{FACE_DOWN} {name}".strip()
    return lying_words(t.hooks, tile)


def _at(state: State, x: int, y: int) -> str:
    """What lies at a cell, as it is drawn."""
    tile = mines(state).grid.tile(x, y)
    return {EMPTY: NOTHING, HIDDEN: FACE_DOWN}.get(int(tile)) or mines(state).hooks.tiles.text(tile)


def _winners(state: State, part: Part) -> None:
    points = mines(state).points
    best = max(points)
    found = [seat_name(who) for who, won in enumerate(points) if won == best] if not state.depth else []
    same(part, "winners", " ".join(part.texts(" ")) or "none", " ".join(found) or "none")
