"""The Lost Mines as an observer sees it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from undermine.games.lost_mines.box import faces
from undermine.games.lost_mines.facts import tell
from undermine.games.lost_mines.rules.events import SIX
from undermine.games.lost_mines.rules.hooks import CLANS, GREEDY, ROLES, SABOTEUR
from undermine.games.lost_mines.rules.state import (
    DECK,
    DISCARD,
    FRONT,
    HAND,
    MINE,
    PLAY,
    RESULT,
    TAKE,
    TREASURE,
    WALK,
    Mines,
    mines,
)
from undermine.games.lost_mines.words import mine_lying, quarter_of
from undermine.kernel.event import Event
from undermine.kernel.ids import SPECTATOR
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.present.presenter import Presenter, asked, bunches, name_in, names_in
from undermine.present.view import (
    Cell,
    Face,
    MinesMine,
    MinesPlayer,
    MinesResult,
    MinesView,
    Phase,
    Piece,
    Told,
    Treasure,
    View,
)
from undermine.tunnels.ports import LETTERS, letters, spot_x, spot_y
from undermine.tunnels.tiles import EMPTY, HIDDEN


class MinesPresenter(Presenter):
    """Paths, dwarves and mines."""

    def view(self, state: State, seat: int) -> MinesView:
        t = mines(state)
        points = [int(number) for number in t.points]
        done = t.over() and t.round > 0
        return MinesView(
            cells=cells(t),
            pieces=pieces(t),
            deck=int(t.cards.size(DECK)),
            discard=int(t.cards.size(DISCARD)),
            phase=phase(t),
            round=int(t.round),
            rounds=int(t.hooks.chosen.rounds),
            asked=asked(t),
            winners=[other for other, won in enumerate(points) if won == max(points)] if done else [],
            display=[treasure(t, number) for number in range(len(t.holder)) if t.on_display(number)],
            players=[player(t, other) for other in range(t.seats)],
            mine=mine(t, seat) if seat < t.seats else None,
            steps_left=int(t.top().b) if t.depth and t.top().step == WALK else 0,
            results=[result(t, which) for which in range(1, int(t.round) + 1) if kept(t, which)[0]],
        )

    def own(self, state: State, seat: int, public: View) -> dict[str, Any]:
        t = mines(state)
        own = mine(t, seat)
        found: dict[str, Any] = {"mine": own}
        if own.mines:
            found["cells"] = [
                replace(each, card=own.mines.get(each.goal, each.card)) if each.goal is not None else each
                for each in public.cells
            ]
        if own.treasures:  # their fronts are seen wherever they lie
            found["display"] = [treasure(t, number) for number in range(len(t.holder)) if t.on_display(number)]
            found["players"] = [player(t, other) for other in range(t.seats)]
        if t.answered and (owing := asked(t)) != public.asked:  # who has answered in secret knows that
            found["asked"] = owing
        return found

    def everything(self, state: State) -> MinesView:
        own = [mine(mines(state), seat) for seat in range(state.rules.seats)]
        return replace(
            self.view(state, SPECTATOR), open=[replace(each, mines={}, roles={}, treasures={}) for each in own]
        )

    def sides(self, state: State) -> list[str]:
        better = [result.better for result in self.view(state, SPECTATOR).results]
        return [f"{clan}-clan" if clan else "both-clans" for clan in better]

    def faces(self, rules: Ruleset) -> dict[str, Face]:
        return faces(rules)

    def tell(self, state: State, row: Event) -> list[Told]:
        return tell(mines(state), row, super().tell(state, row))


def phase(t: Mines) -> Phase:
    """What the table is about."""
    if t.over():
        return "over" if t.round else "deal"
    return "turn" if PLAY <= t.top().step <= TAKE else "deal"


def cells(t: Mines) -> list[Cell]:
    """Every card on the board."""
    hooks = t.hooks
    found: list[Cell] = []
    for y in range(hooks.top, hooks.bottom + 1):
        for x in range(hooks.left, hooks.right + 1):
            tile = int(t.grid.tile(x, y))
            if tile != EMPTY:
                found.append(cell(t, x, y, tile))
    return found


def cell(t: Mines, x: int, y: int, tile: int) -> Cell:
    """The card that lies here; no path is better than another, so all of them are lit."""
    hooks = t.hooks
    shape, lit = hooks.tiles.text(tile), letters(hooks.tiles.sides[tile])
    place = next((at for at in range(hooks.goals) if (hooks.goal_x[at], hooks.goal_y[at]) == (x, y)), None)
    if place is not None:
        card, up = name_in(t, MINE + place), tile != HIDDEN
        quarter = mine_lying(hooks, tile)[1] if up else 0
        return Cell(x=x, y=y, kind="goal", card=card, shape=shape, quarter=quarter, lit=lit, goal=place, face_up=up)
    face = int(hooks.face_of[tile])
    if not face:
        name = hooks.start_names[list(hooks.start).index(tile)]
        return Cell(x=x, y=y, kind="entrance", card=name, shape=shape, lit=lit)
    quarter = quarter_of(hooks, int(hooks.tile_of[face]), tile)
    return Cell(x=x, y=y, kind="tunnel", card=hooks.names[face - 1], shape=shape, quarter=quarter, lit=lit)


def pieces(t: Mines) -> list[Piece]:
    """Traps, trolls, tools on obstacles, and the dwarves."""
    found = [on_edge("trap", int(key), None) for key in t.traps]
    found += [on_edge("troll", int(key), seat) for seat, key in enumerate(t.trolls) if key]
    found += [Piece(kind="cleared", x=int(spot_x(place)), y=int(spot_y(place))) for place in t.cleared]
    return found + [
        Piece(kind="dwarf", x=int(spot_x(place)), y=int(spot_y(place)), seat=seat)
        for seat, place in enumerate(t.at)
        if place
    ]


def on_edge(kind: str, key: int, seat: int | None) -> Piece:
    """Something on an edge, which is told from the cell to its West or North."""
    edge = LETTERS[2 if key & 1 else 1]
    x, y = int(spot_x(key >> 1)), int(spot_y(key >> 1))
    return Piece(kind=kind, x=x, y=y, edge=edge, seat=seat)  # type: ignore[arg-type]


def treasure(t: Mines, number: int) -> Treasure:
    """By its back, and by its front where the observer knows it."""
    name = t.hooks.slots[number]
    kind = t.hooks.kind_names[number * len(t.hooks.kind_names) // len(t.hooks.slots)]
    return Treasure(name=name, kind=kind, card=name_in(t, TREASURE + number))


def role_of(t: Mines, seat: int) -> str:
    """Its dwarf card, as far as the observer knows it."""
    return name_in(t, int(t.role(seat)))


def player(t: Mines, seat: int) -> MinesPlayer:
    """What everybody sees of a seat."""
    return MinesPlayer(
        seat=seat,
        clan=CLANS[t.clan[seat]],
        x=int(spot_x(t.at[seat])),
        y=int(spot_y(t.at[seat])),
        path=letters(t.strand[seat]),
        hand=int(t.cards.size(HAND + seat)),
        front=names_in(t, FRONT + seat),
        treasures=[treasure(t, number) for number, who in enumerate(t.holder) if who == seat],
        points=int(t.points[seat]),
        dragon=t.dragon == seat,
        role=role_of(t, seat) or None if t.over() else None,
    )


def mine(t: Mines, seat: int) -> MinesMine:
    """What only this seat sees."""
    playing = phase(t) == "turn"
    roles = {other: role_of(t, other) for other in range(t.seats) if other != seat and playing}
    seen = {place: name_in(t, MINE + place) for place in range(t.hooks.goals) if not t.opened >> place & 1}
    fronts = {name: name_in(t, TREASURE + number) for number, name in enumerate(t.hooks.slots)}
    return MinesMine(
        seat=seat,
        role=role_of(t, seat),
        hand=bunches(t, HAND + seat, unseen=False),
        mines={place: name for place, name in seen.items() if name},
        roles={other: name for other, name in roles.items() if name},
        treasures={name: card for name, card in fronts.items() if card},
    )


# Rounds


def kept(t: Mines, which: int) -> list[int]:
    """What is kept of a round: roles, treasures, points, dragon."""
    first = int(t.hooks.results) + (which - 1) * RESULT
    return [int(number) for number in t.numbers[first : first + RESULT]]


def result(t: Mines, which: int) -> MinesResult:
    """How it went: roles and clans, what each has found, and the points."""
    packed, found, won, dragon = kept(t, which)
    seats = range(t.seats)
    clans = [packed >> (seat * 4 + 2) & 1 for seat in seats]
    roles = [packed >> (seat * 4) & 3 for seat in seats]
    values = [found >> (seat * SIX) & 63 for seat in seats]
    sides = [
        None if role == GREEDY else 1 - clan if role == SABOTEUR else clan
        for clan, role in zip(clans, roles, strict=True)
    ]
    sums = [sum(value for value, side in zip(values, sides, strict=True) if side == clan) for clan in (0, 1)]
    return MinesResult(
        round=which,
        better=None if sums[0] == sums[1] else CLANS[sums[1] > sums[0]],
        clans=[CLANS[clan] for clan in clans],
        roles=[ROLES[role - 1] for role in roles],
        sides=[None if side is None else CLANS[side] for side in sides],
        values=values,
        points=[won >> (seat * SIX) & 63 for seat in seats],
        dragon=dragon - 1 if dragon else None,
    )
