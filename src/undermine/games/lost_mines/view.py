"""Tables of The Lost Mines in words."""

from __future__ import annotations

from typing import Final

import msgspec

from undermine.games.lost_mines.rules.events import BEGAN, GLANCED, JOINED, LOST, PLAYED, SCORED, SIX
from undermine.games.lost_mines.rules.hooks import DWARF_LOOK, GREEDY, MINE_LOOK, OFFSET, ROLES, SABOTEUR
from undermine.games.lost_mines.rules.state import (
    DECK,
    DISCARD,
    FRONT,
    HAND,
    MINE,
    ORIENT,
    PLAY,
    RESULT,
    ROLE,
    SEATS,
    TAKE,
    TREASURE,
    WALK,
    Mines,
    mines,
)
from undermine.kernel.dealing import DREW, GATHERED, SAW, SHOWN, Moved
from undermine.kernel.event import Event
from undermine.kernel.ids import NOBODY, UNKNOWN
from undermine.kernel.state import State
from undermine.present.forms import FormPresenter, asked
from undermine.present.view import Cell, HandCard, Mine, Option, Player, RoundResult, Told, View
from undermine.tunnels.ports import spot_x, spot_y
from undermine.tunnels.tiles import EMPTY, HIDDEN

CARDS: Final = {"trap": "trap", "troll": "troll", "storm": "thunderstorm"}  # by verb: the card that an answer plays
DISCARDING: Final = "discard"  # says in `cards` which, since it plays none
SIDES: Final = ("blue-clan", "yellow-clan", "both-clans")  # which clan has found more in a round


class MinesPresenter(FormPresenter):
    """Paths, dwarves and mines; what stands on the board besides cards is in `numbers`, cells as x, y."""

    def view(self, state: State, seat: int) -> View:
        t = mines(state)
        points = [int(number) for number in t.points]
        return View(
            round=int(t.round),
            rounds=int(t.hooks.chosen.rounds),
            phase=phase(t),
            active=next(iter(asked(t)), NOBODY),
            deck=int(t.cards.size(DECK)),
            discard=int(t.cards.size(DISCARD)),
            gold_deck=int(t.left),
            cells=cells(t),
            players=[player(t, other) for other in range(t.seats)],
            mine=self.mine(t, seat) if seat < t.seats else None,
            results=results(t),
            winners=[other for other, won in enumerate(points) if won == max(points)] if t.over() and t.round else [],
            places=treasures(t),
            numbers=numbers(t),
        )

    def mine(self, state: State, seat: int) -> Mine:
        return mine(mines(state), seat)

    def seen_roles(self, state: State, seat: int) -> dict[int, str]:
        t = mines(state)
        if phase(t) != "turn":
            return {}
        faces = {other: int(t.cards.any(t.role(other))) for other in range(t.seats) if other != seat}
        return {other: ROLES[face - 1] for other, face in faces.items() if face}

    def option(self, state: State, action: int) -> Option:
        found = super().option(state, action)
        if state.top().step == ORIENT:
            t = mines(state)
            upright = t.hooks.mine_tile[t.cards.any(MINE + t.top().a)]
            return msgspec.structs.replace(found, shape=t.hooks.tiles.text(upright + OFFSET[found.quarter]))
        if found.verb in CARDS:
            return msgspec.structs.replace(found, card=CARDS[found.verb])
        return msgspec.structs.replace(found, card="", cards=found.words) if found.verb == DISCARDING else found

    def tell(self, state: State, row: Event) -> list[Told]:
        t = mines(state)
        kind = row.kind
        if kind is BEGAN:
            return [Told("round", seat=int(row.b), number=int(row.a))]
        if isinstance(kind, Moved):
            return moved(t, row)
        if kind is SHOWN or kind is SAW:
            return [shown(t, int(row.a), int(row.b))]
        if kind is SCORED:
            return scored(t, row)
        if kind is GLANCED:
            return [glanced(t, int(row.a), int(row.b), int(row.c))]
        if kind is JOINED:
            return [Told("joined", seat=int(row.a), word=SIDES[row.b])]
        if kind is PLAYED:
            return [Told("shows", seat=int(row.b), card=t.hooks.names[row.a - 1])]
        return [] if kind is GATHERED else super().tell(state, row)


def moved(t: Mines, row: Event) -> list[Told]:
    """A card drawn, or lost to a trap; what is dealt and set up goes without saying."""
    card = t.hooks.names[row.a - 1] if row.a and row.kind in (DREW, LOST) else ""
    if row.kind is DREW:
        return [Told("drew", seat=int(row.c) - HAND, card=card)]
    return [Told("lost", seat=int(row.b) - HAND, card=card)] if row.kind is LOST else []


def shown(t: Mines, face: int, place: int) -> Told:
    """A card that one sees where it lies: a dwarf card by its owner, others by their place."""
    card = t.rules.layout.face_names[int(t.rules.layout.bag[place])][face]
    if ROLE <= place < ROLE + 2 * SEATS:
        return Told("seen-dwarf", target=(place - ROLE) % SEATS, card=card)
    return Told("seen", card=card, word=t.rules.layout.place_names[place])


def glanced(t: Mines, seat: int, what: int, which: int) -> Told:
    """At which mine, treasure or dwarf card somebody looks; what it is only the looker is shown."""
    if what == MINE_LOOK:
        return Told("looked-mine", seat=seat, goal=which)
    if what == DWARF_LOOK:
        return Told("looked-dwarf", seat=seat, target=which)
    return Told("looked-treasure", seat=seat, word=t.hooks.slots[which])


def scored(t: Mines, row: Event) -> list[Told]:
    """Points of a round by seat; after the last one, who has won."""
    won = [int(row.c) >> (seat * SIX) & 63 for seat in range(t.seats)]
    story = [Told("scored", words=[f"P{seat + 1} +{points}" for seat, points in enumerate(won)])]
    if t.round == t.hooks.chosen.rounds:
        totals = [int(t.points[seat]) + points for seat, points in enumerate(won)]
        best = max(totals)
        story.append(Told("over", seats=[seat for seat, total in enumerate(totals) if total == best], number=best))
    return story


def phase(t: Mines) -> str:
    """What the table is about."""
    if t.over():
        return "over"
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
    place = next((at for at in range(hooks.goals) if (hooks.goal_x[at], hooks.goal_y[at]) == (x, y)), NOBODY)
    shape = hooks.tiles.text(tile)
    if place != NOBODY:
        face = int(t.cards.any(MINE + place))
        name = hooks.mine_names[face - 1] if face else ""
        turned = bool(face and tile != HIDDEN and tile != hooks.mine_tile[face])
        return Cell(x, y, "goal", shape, name, turned, shape, place, tile != HIDDEN)
    face = int(hooks.face_of[tile])
    if not face:
        clan = list(hooks.start).index(tile)
        return Cell(x, y, "entrance", shape, hooks.start_names[clan], lit=shape)
    return Cell(x, y, "tunnel", shape, hooks.names[face - 1], tile != hooks.tile_of[face], shape)


def named(t: Mines, place: int) -> list[HandCard]:
    """Cards of a place, with those that the observer cannot name."""
    names = t.rules.layout.face_names[int(t.rules.layout.bag[place])]
    faces = [face for face in range(t.cards.faces(place) + 1) if t.cards.number(place, face)]
    return [HandCard(names[face], int(t.cards.number(place, face))) for face in faces]


def player(t: Mines, seat: int) -> Player:
    """What everybody sees of a seat; `gold` counts treasures, `nuggets` points."""
    role = int(t.cards.any(t.role(seat))) if t.over() else UNKNOWN
    return Player(
        seat,
        hand=int(t.cards.size(HAND + seat)),
        gold=sum(who == seat for who in t.holder),
        front=[card.card for card in named(t, FRONT + seat)],
        role=ROLES[role - 1] if role else "",
        nuggets=int(t.points[seat]),
    )


def mine(t: Mines, seat: int) -> Mine:
    """What only this seat sees: of treasures those it has taken, by their backs where it does not know the value."""
    role = int(t.cards.any(t.role(seat))) if t.cards.size(t.role(seat)) else UNKNOWN
    taken = [number for number, who in enumerate(t.holder) if who == seat]
    peeks: dict[int, str] = {}
    for place in range(t.hooks.goals):
        face = int(t.cards.any(MINE + place))
        if face and not t.opened >> place & 1:
            peeks[place] = t.hooks.mine_names[face - 1]
    return Mine(
        seat,
        role=ROLES[role - 1] if role else "",
        hand=named(t, HAND + seat),
        gold=[treasure_name(t, number) for number in taken],
        nuggets=int(t.points[seat]),
        peeks=peeks,
    )


def treasure_name(t: Mines, number: int) -> str:
    """A treasure by its front, or by what its back tells."""
    face = int(t.cards.any(TREASURE + number))
    return (
        t.rules.layout.face_names[int(t.rules.layout.bag[TREASURE + number])][face] if face else t.hooks.slots[number]
    )


def treasures(t: Mines) -> dict[str, list[HandCard]]:
    """Treasures on display, by name, with what the observer knows of each; and those that players have taken (L-140)."""
    shown = {
        t.hooks.slots[number]: named(t, TREASURE + number) for number in range(len(t.holder)) if t.on_display(number)
    }
    for seat in range(t.seats):
        taken = [treasure_name(t, number) for number, who in enumerate(t.holder) if who == seat]
        if taken:
            shown[f"treasures P{seat + 1}"] = [HandCard(name, taken.count(name)) for name in dict.fromkeys(taken)]
    return shown


def numbers(t: Mines) -> dict[str, list[int]]:
    """Clans by seat, dwarves by seat, traps and trolls by their edge, obstacles that are overcome, the dragon's holder, steps left."""
    found = {
        "clans": [int(clan) for clan in t.clan],
        "dwarves": [part for place in t.at for part in pair(int(place))],
        "cleared": [part for place in t.cleared for part in pair(int(place))],
        "traps": [part for key in t.traps for part in edge(int(key))],
        "trolls": [part for key in t.trolls if key for part in edge(int(key))],
        "dragon": [int(t.dragon)] if t.dragon != NOBODY else [],
        "steps": [int(t.top().b)] if t.depth and t.top().step == WALK else [],
    }
    return {name: values for name, values in found.items() if values}


def pair(place: int) -> list[int]:
    """A cell as x and y."""
    return [int(spot_x(place)), int(spot_y(place))]


def edge(key: int) -> list[int]:
    """An edge as the cell to its West or North, and 1 (East) or 2 (South)."""
    return [*pair(key >> 1), 1 + (key & 1)]


def results(t: Mines) -> list[RoundResult]:
    """How finished rounds went: roles, clans, and points in `cards`."""
    found: list[RoundResult] = []
    for number in range(t.round):
        roles, values, points, _ = (int(t.numbers[t.hooks.results + number * RESULT + at]) for at in range(RESULT))
        if roles:
            names = [ROLES[(roles >> (seat * 4) & 3) - 1] for seat in range(t.seats)]
            won = [points >> (seat * SIX) & 63 for seat in range(t.seats)]
            clans = [SIDES[roles >> (seat * 4 + 2) & 1] for seat in range(t.seats)]
            found.append(RoundResult(number + 1, side(t, roles, values), roles=names, cards=won, clans=clans))
    return found


def side(t: Mines, roles: int, values: int) -> str:
    """The clan whose members have found more, as they are counted in the end."""
    sums = [0, 0]
    for seat in range(t.seats):
        clan, role = roles >> (seat * 4 + 2) & 1, roles >> (seat * 4) & 3
        if role != GREEDY:
            sums[1 - clan if role == SABOTEUR else clan] += values >> (seat * SIX) & 63
    return SIDES[2] if sums[0] == sums[1] else SIDES[sums[1] > sums[0]]
