"""The Duel and its solo game as an observer sees them."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from undermine.data.manifest import load
from undermine.games.duel.box import faces
from undermine.games.duel.facts import ended_first, over, tell
from undermine.games.duel.rules.events import on_troll, token_seat
from undermine.games.duel.rules.marks import COLOURS
from undermine.games.duel.rules.rounds import winners
from undermine.games.duel.rules.solo import grade
from undermine.games.duel.rules.state import (
    ASIDE,
    DECK,
    DISCARD,
    FRONT,
    GOAL,
    GOAL_WON,
    HAND,
    TOKEN,
    WON,
    Duel,
    duel,
)
from undermine.kernel.event import Event
from undermine.kernel.ids import SPECTATOR
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.present.presenter import Presenter, asked, bunches, names_in
from undermine.present.view import Cell, DuelMine, DuelPlayer, DuelResult, DuelView, Face, Phase, Piece, Told, View
from undermine.tunnels.ports import letters, spot_x, spot_y
from undermine.tunnels.tiles import HIDDEN, LAYERS

DRAW: Final = "draw"  # the side of a round that both have won


class DuelPresenter(Presenter):
    """Two entrances, tokens on the cards, and gold that everybody sees."""

    def view(self, state: State, seat: int) -> DuelView:
        t = duel(state)
        runs = t.hooks.runs
        done = t.over() and t.round > 0
        return DuelView(
            round=int(t.round),
            rounds=int(t.hooks.rounds),
            phase=phase(t),
            asked=asked(t),
            deck=int(t.cards.size(DECK)),
            discard=int(t.cards.size(DISCARD)),
            cells=cells(t),
            pieces=pieces(t),
            winners=winners(t) if done else [],
            tokens_left=int(runs.token_count - t.placed()),
            keys_left=int(t.keys_left()),
            aside=bunches(t, ASIDE),
            players=[player(t, other) for other in range(t.seats)],
            mine=mine(t, seat) if seat < t.seats else None,
            results=[result(t, which) for which in range(1, ended(t) + 1)],
            grade=grade(load(t.rules.game.meta.key), int(t.nuggets(0))) if done and t.seats == 1 else None,
        )

    def own(self, state: State, seat: int, public: View) -> dict[str, Any]:
        t = duel(state)
        found: dict[str, Any] = {"mine": mine(t, seat)}
        goals = {each.goal: at for at, each in enumerate(public.cells) if each.kind == "goal" and not each.face_up}
        known = {at: names for goal, at in goals.items() if goal is not None and (names := names_in(t, GOAL + goal))}
        if known:
            cells = list(public.cells)
            for at, names in known.items():
                cells[at] = replace(cells[at], card=names[0])
            found["cells"] = cells
        if isinstance(public, DuelView) and (aside := bunches(t, ASIDE)) != public.aside:
            found["aside"] = aside
        if t.answered and (owing := asked(t)) != public.asked:  # who has answered in secret knows that
            found["asked"] = owing
        return found

    def everything(self, state: State) -> DuelView:
        own = [replace(mine(duel(state), seat), goals={}) for seat in range(state.rules.seats)]
        return replace(self.view(state, SPECTATOR), open=own)

    def sides(self, state: State) -> list[str]:
        t = duel(state)
        best = [result(t, which).best for which in range(1, ended(t) + 1)]
        return [COLOURS[t.colour(seats[0])] if len(seats) == 1 else DRAW for seats in best]

    def faces(self, rules: Ruleset) -> dict[str, Face]:
        return faces(rules)

    def told(self, state: State, rows: list[Event]) -> list[Told]:
        story = ended_first(super().told(state, rows))
        t = duel(state)
        return [*story, over(t)] if rows and t.over() else story

    def tell(self, state: State, row: Event) -> list[Told]:
        return tell(duel(state), row, super().tell(state, row))


def phase(t: Duel) -> Phase:
    """What the table is about."""
    if t.over():
        return "over" if t.round else "deal"
    name = t.rules.step_names[t.top().step]
    if name in ("round", "deal", "put-aside"):
        return "deal"
    if name in ("score", "debts", "tribute", "close"):
        return "pay"
    return "goal" if name in ("choose", "orient", "claim") else "turn"


def ended(t: Duel) -> int:
    """How many rounds are over."""
    return int(t.round) if t.over() else max(int(t.round) - 1, 0)


def result(t: Duel, which: int) -> DuelResult:
    """Who earned more in a round, tribute paid."""
    earned = [int(t.earned(which, seat)) for seat in range(t.seats)]
    paid = [int(t.paid(which, seat)) for seat in range(t.seats)]
    net = [got - gave for got, gave in zip(earned, paid, strict=True)]
    return DuelResult(round=which, earned=earned, paid=paid, best=[s for s, sum_ in enumerate(net) if sum_ == max(net)])


def cells(t: Duel) -> list[Cell]:
    """The maze, row by row."""
    goals = {int(t.hooks.goal_spot[goal]): goal for goal in range(t.hooks.goals)}
    lying = t.grid.ints()
    found = [cell(t, where, tile, goals.get(where)) for where, tile in zip(lying[::2], lying[1::2], strict=True)]
    return sorted(found, key=lambda each: (each.y, each.x))


def cell(t: Duel, where: int, tile: int, goal: int | None) -> Cell:
    """One card of the maze. Light is that of each player's own entrance; who plays alone has one, and no other colour."""
    x, y = int(spot_x(where)), int(spot_y(where))
    maze = t.hooks.maze
    if tile == HIDDEN:
        name = "" if goal is None else next(iter(names_in(t, GOAL + goal)), "")
        return Cell(x=x, y=y, kind="goal", card=name, goal=goal, face_up=False)
    layers = [int(t.grid.lit(x, y, layer)) for layer in range(len(COLOURS))]
    lit = layers[0] | layers[1] if t.seats > 1 else layers[int(t.colour(0))]
    seen: dict[str, Any] = {
        "shape": maze.tiles.text(tile),
        "lit": letters(lit),
        "green": letters(layers[0]) if t.seats > 1 else "",
        "blue": letters(layers[1]) if t.seats > 1 else "",
    }
    if maze.goal_of[tile]:
        face = maze.goal_of[tile]
        quarter = 2 * int((tile - t.hooks.goal_tile[face]) % 2)
        return Cell(x=x, y=y, kind="goal", card=t.hooks.goal_names[face - 1], quarter=quarter, goal=goal, **seen)
    face = maze.face_of[tile]
    if not face:
        layer = next(at for at in range(len(COLOURS)) if maze.tiles.source[tile * LAYERS + at])
        return Cell(x=x, y=y, kind="entrance", card=f"entrance-{COLOURS[layer]}", **seen)
    quarter = 2 * int((tile - t.hooks.tile_of[face]) % 2)
    return Cell(x=x, y=y, kind="tunnel", card=t.hooks.names[face - 1], quarter=quarter, **seen)


def pieces(t: Duel) -> list[Piece]:
    """Tokens on gold and before trolls, and keys on doors."""
    runs = t.hooks.runs
    found = [
        Piece(
            kind="bribe" if on_troll(token) else "claim",
            x=int(spot_x(token // TOKEN)),
            y=int(spot_y(token // TOKEN)),
            seat=int(token_seat(token)),
        )
        for token in t.numbers[runs.tokens : runs.tokens + runs.token_count]
        if token
    ]
    keys = [where for where in t.numbers[runs.keys : runs.keys + runs.key_count] if where]
    return found + [Piece(kind="key", x=int(spot_x(where)), y=int(spot_y(where))) for where in keys]


def player(t: Duel, seat: int) -> DuelPlayer:
    """Everything that lies open before a seat (D-102)."""
    return DuelPlayer(
        seat=seat,
        colour=COLOURS[t.colour(seat)],
        hand=int(t.cards.size(HAND + seat)),
        front=names_in(t, FRONT + seat),
        won=names_in(t, WON + seat) + names_in(t, GOAL_WON + seat),
        nuggets=int(t.nuggets(seat)),
        owes=int(t.numbers[t.hooks.runs.debts + seat]),
        tokens=int(t.tokens_for(seat)) if t.hooks.switches.four_each else None,
    )


def mine(t: Duel, seat: int) -> DuelMine:
    """The own hand, and goals that a map has shown."""
    seen = {goal: names_in(t, GOAL + goal) for goal in range(t.hooks.goals) if not t.opened >> goal & 1}
    goals = {goal: names[0] for goal, names in seen.items() if names}
    return DuelMine(seat=seat, hand=bunches(t, HAND + seat, unseen=False), goals=goals)
