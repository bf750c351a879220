"""The Duel and its solo game as an observer sees them."""

from __future__ import annotations

from typing import Final

import msgspec

from undermine.data.manifest import load
from undermine.games.duel.rules.actions import TO_BRIBE, tile_laid
from undermine.games.duel.rules.events import (
    BROKE,
    CONSULTED,
    KEPT,
    MENDED,
    PLAYED,
    SPENT,
    STRUCK,
    TURNED,
    on_troll,
    token_seat,
)
from undermine.games.duel.rules.marks import COLOURS
from undermine.games.duel.rules.rounds import winners
from undermine.games.duel.rules.solo import grade
from undermine.games.duel.rules.state import (
    ASIDE,
    BUILD,
    DECK,
    DISCARD,
    FRONT,
    GOAL,
    GOAL_WON,
    HAND,
    ORIENT,
    TOKEN,
    TURN,
    WON,
    Duel,
    duel,
)
from undermine.kernel.dealing import DEALT, DREW, POURED, SAW, SHOWN, SHUFFLED, THREW, Moved
from undermine.kernel.event import Event
from undermine.kernel.forms import fields_of
from undermine.kernel.state import State
from undermine.notation.places import owner_of
from undermine.present.forms import FormPresenter, asked
from undermine.present.view import Cell, HandCard, Mine, Option, Player, RoundResult, Told, View
from undermine.tunnels.ports import letters, spot_x, spot_y
from undermine.tunnels.tiles import HIDDEN

BREAKS: Final = "break-"
DRAW: Final = "draw"  # the side of a round that both have won
GRADE: Final = "grade"  # among the numbers, once a solo game is over
LYING: Final = "lie"  # the question how a goal shall lie


class DuelPresenter(FormPresenter):
    """Two entrances, tokens on the cards, and gold that everybody sees."""

    def view(self, state: State, seat: int) -> View:
        t = duel(state)
        cards = t.cards
        return View(
            round=int(t.round),
            rounds=int(t.hooks.rounds),
            phase=phase(t),
            active=next(iter(asked(t)), -1),
            deck=int(cards.size(DECK)),
            discard=int(cards.size(DISCARD)),
            cells=cells(t, seat),
            players=[player(t, other) for other in range(t.seats)],
            mine=self.mine(t, seat) if seat < t.seats else None,
            results=[result(t, which) for which in range(1, ended(t) + 1)],
            winners=winners(t) if t.over() and t.round else [],
            places=places(t),
            numbers={name: found for name, found in numbers(t).items() if found},
        )

    def mine(self, state: State, seat: int) -> Mine:
        return mine(duel(state), seat)

    def step_name(self, state: State) -> str:
        return LYING if state.top().step == ORIENT else super().step_name(state)

    def option(self, state: State, action: int) -> Option:
        t = duel(state)
        found = super().option(t, action)
        step = t.top().step
        if step == ORIENT:
            face = t.cards.any(GOAL + t.top().a)
            shape = t.hooks.maze.looks[t.hooks.goal_tile[face] + (1 if fields_of(action) else 0)]
            return msgspec.structs.replace(found, card=t.hooks.goal_names[face - 1], goal=int(t.top().a), shape=shape)
        if step in (TURN, BUILD) and action < TO_BRIBE:
            return msgspec.structs.replace(found, shape=t.hooks.maze.looks[tile_laid(t, action)])
        return found

    def told(self, state: State, rows: list[Event]) -> list[Told]:
        story = super().told(state, rows)
        t = duel(state)
        if rows and t.over():
            story.append(Told("over", seats=winners(t), number=max(int(t.nuggets(seat)) for seat in range(t.seats))))
        return story

    def tell(self, state: State, row: Event) -> list[Told]:
        t = duel(state)
        if isinstance(row.kind, Moved):
            return moved(t, row)
        if row.kind is SAW:
            return [Told("saw", seat=int(row.d), goal=int(row.b) - GOAL, card=t.hooks.goal_names[row.a - 1])]
        if row.kind in (SHOWN, POURED, SHUFFLED):
            return []
        found = super().tell(t, row)
        if row.kind is CONSULTED:
            return [Told("looked", seat=int(row.a), goal=int(row.b))]
        if row.kind is TURNED:
            look = t.hooks.maze.looks[t.hooks.goal_tile[row.b] + row.c]
            x, y = int(t.hooks.goal_x[row.a]), int(t.hooks.goal_y[row.a])
            return [msgspec.structs.replace(told, x=x, y=y, shape=look, turned=row.c == 1) for told in found]
        return [
            msgspec.structs.replace(told, kind="round", number=int(row.a)) if told.kind == "began" else told
            for told in found
        ]


# The table


def phase(t: Duel) -> str:
    """What the table is about."""
    if t.over():
        return "over" if t.round else "deal"
    name = t.rules.step_names[t.top().step]
    if name in ("round", "deal", "put-aside"):
        return "deal"
    if name in ("score", "debts", "tribute", "close"):
        return "gold"
    return "goal" if name in ("choose", "orient", "claim") else "turn"


def ended(t: Duel) -> int:
    """How many rounds are over."""
    return int(t.round) if t.over() else max(int(t.round) - 1, 0)


def result(t: Duel, which: int) -> RoundResult:
    """Who earned more in a round, tribute paid."""
    net = [int(t.earned(which, seat) - t.paid(which, seat)) for seat in range(t.seats)]
    best = [seat for seat in range(t.seats) if net[seat] == max(net)]
    side = COLOURS[t.colour(best[0])] if len(best) == 1 else DRAW
    return RoundResult(which, side, cards=net)


def cells(t: Duel, seat: int) -> list[Cell]:
    """The maze, row by row; light is that of the observer's own entrance."""
    goals = {int(t.hooks.goal_spot[goal]): goal for goal in range(t.hooks.goals)}
    found: list[Cell] = []
    lying = t.grid.ints()
    for where, tile in zip(lying[::2], lying[1::2], strict=True):
        found.append(cell(t, seat, where, tile, goals.get(where, -1)))
    return sorted(found, key=lambda each: (each.y, each.x))


def cell(t: Duel, seat: int, where: int, tile: int, goal: int) -> Cell:
    """One card of the maze."""
    x, y = int(spot_x(where)), int(spot_y(where))
    if tile == HIDDEN:
        face = t.cards.any(GOAL + goal)
        return Cell(x, y, "goal", card=t.hooks.goal_names[face - 1] if face else "", goal=goal, face_up=False)
    maze = t.hooks.maze
    lit = 0
    for colour in [int(t.colour(seat))] if seat < t.seats else range(len(COLOURS)):
        lit |= int(t.grid.lit(x, y, colour))
    shape = maze.tiles.text(tile)
    if maze.goal_of[tile]:
        upright = t.hooks.goal_tile[maze.goal_of[tile]]
        name = t.hooks.goal_names[maze.goal_of[tile] - 1]
        return Cell(x, y, "goal", shape, name, (tile - upright) % 2 == 1, letters(lit), goal)
    face = maze.face_of[tile]
    if not face:
        name = "entrance-blue" if maze.looks[tile].startswith("Lb") else "entrance-green"
        return Cell(x, y, "entrance", shape, name, lit=letters(lit))
    turned = (tile - t.hooks.tile_of[face]) % 2 == 1
    return Cell(x, y, "tunnel", shape, t.hooks.names[face - 1], turned, letters(lit))


def bunches(t: Duel, place: int) -> list[HandCard]:
    """Cards of a place that the observer can name, alike ones together."""
    names = t.rules.layout.face_names[t.rules.layout.bag[place]]
    counted = [(names[face], int(t.cards.number(place, face))) for face in range(1, len(names))]
    return [HandCard(name, number) for name, number in counted if number]


def names_in(t: Duel, place: int) -> list[str]:
    """Cards of a place, one by one."""
    return [bunch.card for bunch in bunches(t, place) for _ in range(bunch.count)]


def player(t: Duel, seat: int) -> Player:
    """Everything that lies open before a seat (D-102)."""
    gold = int(t.cards.size(WON + seat) + t.cards.size(GOAL_WON + seat))
    return Player(seat, int(t.cards.size(HAND + seat)), gold, names_in(t, FRONT + seat), nuggets=int(t.nuggets(seat)))


def mine(t: Duel, seat: int) -> Mine:
    """The own dwarf and hand, and goals that a map has shown."""
    peeks = {
        goal: t.hooks.goal_names[t.cards.any(GOAL + goal) - 1]
        for goal in range(t.hooks.goals)
        if t.cards.any(GOAL + goal) and not t.opened >> goal & 1
    }
    gold = names_in(t, WON + seat) + names_in(t, GOAL_WON + seat)
    dwarf = f"dwarf-{COLOURS[t.colour(seat)]}"
    return Mine(seat, dwarf, bunches(t, HAND + seat), gold=gold, nuggets=int(t.nuggets(seat)), peeks=peeks)


def places(t: Duel) -> dict[str, list[HandCard]]:
    """Gold that was won, and what lies aside."""
    found = [WON + seat for seat in range(t.seats)] + [GOAL_WON + seat for seat in range(t.seats)]
    shown = {t.rules.layout.place_names[place]: bunches(t, place) for place in found if t.cards.size(place)}
    aside = int(t.cards.size(ASIDE))
    known = bunches(t, ASIDE)
    unseen = aside - sum(bunch.count for bunch in known)
    if aside:
        shown[t.rules.layout.place_names[ASIDE]] = known + ([HandCard("?", unseen)] if unseen else [])
    return shown


def numbers(t: Duel) -> dict[str, list[int]]:
    """Tokens left, and where the others lie: x and y of each, by seat; the class of a solo result (D-S16)."""
    runs = t.hooks.runs
    left = int(runs.token_count - t.placed())
    found: dict[str, list[int]] = {"tokens left": [left], "keys left": [int(t.keys_left())]}
    for seat in range(t.seats):
        found[f"claimed P{seat + 1}"] = []
        found[f"trolls P{seat + 1}"] = []
    for token in t.numbers[runs.tokens : runs.tokens + runs.token_count]:
        if token:
            name = "trolls" if on_troll(token) else "claimed"
            where = token // TOKEN
            found[f"{name} P{token_seat(token) + 1}"] += [int(spot_x(where)), int(spot_y(where))]
    found["keys"] = [
        int(number)
        for where in t.numbers[runs.keys : runs.keys + runs.key_count]
        if where
        for number in (spot_x(where), spot_y(where))
    ]
    if t.seats == 1 and t.over() and t.round:
        found[GRADE] = [grade(load(t.rules.game.meta.key), int(t.nuggets(0)))]
    return found


# What happened


def moved(t: Duel, row: Event) -> list[Told]:
    """A card changes places: who draws, throws away, breaks, mends or wins."""
    names = t.rules.layout.face_names[t.rules.layout.bag[row.b]]
    card = names[row.a] if row.a else ""
    source, to = owner_of(t.rules, int(row.b)), owner_of(t.rules, int(row.c))
    if row.kind in (DEALT, DREW):
        return [Told("drew", seat=to, card=card)]
    if row.kind in (THREW, PLAYED):
        return [Told("discarded" if card else "dropped", seat=source, card=card)]
    if row.kind is BROKE:
        return [Told("broke", source, to, card, card.removeprefix(BREAKS))]
    if row.kind is MENDED:
        return [Told("mended", source, source, card, card.removeprefix(BREAKS))]
    if row.kind is STRUCK or row.kind is SPENT:
        return [Told("struck" if row.kind is STRUCK else "vain", seat=0, card=card)]
    return [Told("kept", seat=to, card=card)] if row.kind is KEPT else []
