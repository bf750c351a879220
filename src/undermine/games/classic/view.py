"""The classic game as an observer sees it: the table, what lies on it, and how rounds went."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from undermine.games.classic.box import faces
from undermine.games.classic.facts import Teller
from undermine.games.classic.filling import filling
from undermine.games.classic.maze_view import lying
from undermine.games.classic.rules.gold import nuggets
from undermine.games.classic.rules.hooks import FREE_PLACE, ClassicHooks
from undermine.games.classic.rules.state import (
    CHOOSE,
    DECK,
    DIGGERS_WON,
    FRONT,
    GOAL,
    GOLD_DECK,
    HAND,
    LONE_WON,
    OFFER,
    ORIENT,
    PURSE,
    RESULT,
    ROLE,
    ROLE_BAG,
    ROLE_DECK,
    ROUNDS,
    SIDES,
    TAKE,
    TURN,
    UNDER,
    UNDERS,
    Classic,
    classic,
)
from undermine.kernel.agenda import Refusal
from undermine.kernel.event import Event
from undermine.kernel.ids import NOBODY, SPECTATOR
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.notation.places import owner_of
from undermine.present.box import outline
from undermine.present.presenter import Presenter, asked, bunches, name_in, names_in
from undermine.present.view import (
    Bunch,
    Cell,
    ClassicMine,
    ClassicPlayer,
    ClassicResult,
    ClassicView,
    Face,
    Heap,
    Phase,
    Piece,
    Told,
    View,
)
from undermine.tunnels.ports import LETTERS, letters, spot_x, spot_y
from undermine.tunnels.tiles import HIDDEN

GREEN_WALK = 1  # layers of light, where there are teams
BLUE_WALK = 2
NO_TEAMS = (0, 0)  # where teams make no difference


class ClassicPresenter(Presenter):
    """Tables of the base game, with or without extras."""

    def __init__(self) -> None:
        self._looked_at: tuple[list[Cell], list[int]] = ([], [])

    def face_down(self, cells: list[Cell]) -> list[int]:
        """Where cards face down stand in the list; every seat of a table asks for the same one."""
        if self._looked_at[0] is not cells:
            self._looked_at = cells, [at for at, each in enumerate(cells) if not each.face_up]
        return self._looked_at[1]

    def view(self, state: State, seat: int) -> ClassicView:
        t = classic(state)
        cards = t.cards
        over = t.round == ROUNDS and t.over()
        sums = t.rules.game.returns(t) if over else []
        under = sum(cards.size(UNDER + index) for index in range(UNDERS)) if t.hooks.draw_procedure else 0
        return ClassicView(
            round=int(t.round),
            rounds=ROUNDS,
            phase=phase(t),
            asked=asked(t),
            deck=int(cards.size(DECK)),
            discard=int(sum(cards.size(place) for place in [*t.hooks.pile.places, *t.hooks.on_pile])),
            discards=discards(t) if t.rules.settings.choice("discardLog") == "playedCardsOnly" else None,
            cells=cells(t),
            pieces=pieces(t),
            heaps=heaps(t),
            winners=[other for other, sum_ in enumerate(sums) if sum_ == max(sums)],
            gold_deck=int(cards.size(GOLD_DECK) + under),
            reversed=t.reversed == 1,
            players=[player(t, other, sums) for other in range(t.seats)],
            mine=mine(t, seat) if seat < t.seats else None,
            results=[result(t, number) for number in range(1, int(t.round) + 1) if side_of(t, number)],
            leftover=leftover(t),
            map_talk=t.rules.settings.choice("mapTalk") == "reminder",
        )

    def own(self, state: State, seat: int, public: View) -> dict[str, Any]:
        t = classic(state)
        found: dict[str, Any] = {"mine": mine(t, seat)}
        if known := known_cells(t, public.cells, self.face_down(public.cells)):
            found["cells"] = known
        if public.discards is not None and (listed := discards(t)) != public.discards:
            found["discards"] = listed
        if public.heaps and (seen := heaps(t)) != public.heaps:
            found["heaps"] = seen
        if t.answered and (owing := asked(t)) != public.asked:  # who has answered in secret knows that
            found["asked"] = owing
        return found

    def everything(self, state: State) -> ClassicView:
        own = [replace(mine(classic(state), seat), goals={}, roles={}) for seat in range(state.rules.seats)]
        return replace(self.view(state, SPECTATOR), open=own)

    def sides(self, state: State) -> list[str]:
        results = self.view(state, SPECTATOR).results
        return [result.gold if result.won == "single" else result.won for result in results]

    def faces(self, rules: Ruleset) -> dict[str, Face]:
        return faces(rules)

    def told(self, state: State, rows: list[Event]) -> list[Told]:
        teller = Teller(classic(state))
        for row in rows:
            teller.hear(row)
        return teller.story

    def filling(self, state: State, seat: int, action: int, refusal: Refusal, lang: str) -> dict[str, str]:
        return super().filling(state, seat, action, refusal, lang) or filling(classic(state), seat, action, lang)


# The table


def phase(t: Classic) -> Phase:
    """What the table is about."""
    if t.over():
        return "over" if t.round == ROUNDS else "deal"
    step = t.top().step
    if step < TURN:
        return "deal"
    if side_of(t, int(t.round)):
        return "pay"
    return "goal" if step in (CHOOSE, ORIENT) else "turn"


def discards(t: Classic) -> list[Bunch]:
    """Cards of the pile that the observer can name; the newest ones of an ordered pile are among its places."""
    found: Counter[str] = Counter()
    for place in (*t.hooks.pile.places, *t.hooks.on_pile):
        for bunch in bunches(t, place, unseen=False):
            found[bunch.card] += bunch.count
    return [Bunch(card=card, count=count) for card, count in found.items()]


def cells(t: Classic) -> list[Cell]:
    """The maze, row by row."""
    goals = {(int(t.goal_x[goal]), int(t.goal_y[goal])): goal for goal in range(t.hooks.goals)}
    return [cell(t, x, y, tile, goals.get((x, y))) for x, y, tile in lying(t.grid)]


def cell(t: Classic, x: int, y: int, tile: int, goal: int | None) -> Cell:
    """The card that lies here."""
    if tile == HIDDEN:
        return hidden_cell(t, x, y, goal)
    grid = t.grid
    if t.hooks.tiles.layers > BLUE_WALK:
        walks = (int(grid.lit(x, y, GREEN_WALK)), int(grid.lit(x, y, BLUE_WALK)))
    else:
        walks = NO_TEAMS
    face = t.hooks.face_of[tile]
    if goal is None and face:
        return tunnel_cell(t.hooks, x, y, tile, int(grid.lit(x, y, 0)), walks)
    seen = look_of(t.hooks, tile, int(grid.lit(x, y, 0)), walks)
    if goal is not None:
        quarter = 0 if tile == t.hooks.goal_tile[t.cards.any(GOAL + goal)] else 2
        return Cell(x=x, y=y, kind="goal", card=name_in(t, GOAL + goal), quarter=quarter, goal=goal, **seen)
    if tile == t.hooks.entrance:
        return Cell(x=x, y=y, kind="entrance", card="entrance", **seen)
    name, member = site_at(t, x, y)
    return Cell(x=x, y=y, kind="site", card=name, goal=member, quarter=foreign_quarter(t, tile), **seen)


@lru_cache(maxsize=1 << 14)
def tunnel_cell(hooks: ClassicHooks, x: int, y: int, tile: int, lit: int, walks: tuple[int, int]) -> Cell:
    """A card that was laid: the same value each time, since from move to move hardly any of them changes."""
    face = hooks.face_of[tile]
    quarter = 0 if tile == hooks.tile_of[face] else 2
    return Cell(
        x=x, y=y, kind="tunnel", card=hooks.names[face - 1], quarter=quarter, **look_of(hooks, tile, lit, walks)
    )


def look_of(hooks: ClassicHooks, tile: int, lit: int, walks: tuple[int, int]) -> dict[str, Any]:
    """What is seen of any card face up."""
    green, blue = walks
    return {
        "shape": outline(hooks.tiles.shapes[tile]),
        "lit": letters(lit),
        "green": letters(green),
        "blue": letters(blue),
    }


def hidden_cell(t: Classic, x: int, y: int, goal: int | None) -> Cell:
    """A card face down; its name, if the observer knows it."""
    if goal is not None:
        return Cell(x=x, y=y, kind="goal", card=name_in(t, GOAL + goal), goal=goal, face_up=False)
    name, member = site_at(t, x, y)
    return Cell(x=x, y=y, kind="site", card=name, goal=member, face_up=False)


def known_cells(t: Classic, public: list[Cell], hidden: list[int]) -> list[Cell]:
    """The maze of an observer who knows more of the cards face down than everybody; empty for all others."""
    known: dict[int, Cell] = {}
    member: int | None
    for at in hidden:
        seen = public[at]
        if seen.kind == "goal" and seen.goal is not None:
            name, member = name_in(t, GOAL + seen.goal), seen.goal
        else:
            name, member = site_at(t, seen.x, seen.y)
        if name != seen.card:
            known[at] = replace(seen, card=name, goal=member)
    return [known.get(at, each) for at, each in enumerate(public)] if known else []


def site_at(t: Classic, x: int, y: int) -> tuple[str, int | None]:
    """The card of an extra that lies here, and which of several it is."""
    for site in t.hooks.sites:
        name = site.name(t, x, y)
        if name:
            return name, int(site.member(t, x, y))
    return "", None


def foreign_quarter(t: Classic, tile: int) -> int:
    """How a card of no deck lies."""
    return 2 if any(tile == upright + 1 for owner in t.hooks.foreign for upright in owner.tiles) else 0


def pieces(t: Classic) -> list[Piece]:
    """What extras have put onto cards of the maze."""
    return [
        Piece(
            kind=found.kind,  # type: ignore[arg-type]
            x=int(spot_x(found.cell)),
            y=int(spot_y(found.cell)),
            edge=LETTERS[found.edge] if found.edge >= 0 else None,  # type: ignore[arg-type]
            seat=None if found.seat == NOBODY else int(found.seat),
            art=found.art,
        )
        for sight in t.hooks.sights
        for found in sight.pieces(t)
    ]


def heaps(t: Classic) -> list[Heap]:
    """What lies in the places of extras, but for those that are seen as the discard pile or in the maze; a bag holds nothing."""
    layout = t.rules.layout
    elsewhere = {*t.hooks.on_pile, *t.hooks.unshown, *t.hooks.pile.places}
    found: list[Heap] = []
    for place, name in layout.place_names.items():
        if place >= FREE_PLACE and place not in elsewhere and place not in layout.packs:
            seat = owner_of(t.rules, int(place))
            cards = bunches(t, int(place))
            if cards:
                found.append(Heap(name=name, cards=cards, seat=None if seat == NOBODY else seat))
    return found


# Players


def player(t: Classic, seat: int, sums: list[int]) -> ClassicPlayer:
    """What everybody sees of a seat; nuggets only when all purses are open."""
    return ClassicPlayer(
        seat=seat,
        hand=int(t.cards.size(HAND + seat)),
        front=names_in(t, FRONT + seat),
        gold_cards=int(t.cards.size(PURSE + seat)),
        has_tokens=t.tokens(seat) > 0,
        role=name_in(t, ROLE + seat) or None if side_of(t, int(t.round)) else None,
        nuggets=sums[seat] if sums else None,
    )


def mine(t: Classic, seat: int) -> ClassicMine:
    """What the observer alone sees."""
    roles: dict[int, str] = {}
    if not side_of(t, int(t.round)):
        named, names = t.cards.named, t.rules.layout.face_names[ROLE_BAG]
        for other in range(t.seats):
            if other != seat and (found := named(ROLE + other)):
                roles[other] = names[found[0]]
    has_packet = not t.over() and t.top().step == TAKE and t.top().a == seat
    return ClassicMine(
        seat=seat,
        role=name_in(t, ROLE + seat),
        hand=bunches(t, HAND + seat, unseen=False),
        gold_cards=names_in(t, PURSE + seat),
        nuggets=int(nuggets(t, seat)),
        goals={goal: name_in(t, GOAL + goal) for goal in range(t.hooks.goals) if peeked(t, goal)},
        roles=roles,
        packet=packet(t) if has_packet else [],
    )


def packet(t: Classic) -> list[str]:
    """The gold cards to choose from, the most valuable first."""
    names = t.rules.layout.face_names[t.rules.layout.bag[OFFER]]
    found = sorted(range(1, len(names)), key=lambda face: -t.hooks.gold_value[face])
    return [names[face] for face in found for _ in range(t.cards.number(OFFER, face))]


def peeked(t: Classic, goal: int) -> bool:
    """Has a map shown this goal to the observer? One that is being turned over lies open before everybody."""
    turning = not t.over() and t.top().step == ORIENT and t.top().a == goal
    return name_in(t, GOAL + goal) != "" and not t.opened >> goal & 1 and not turning


# Rounds


def side_of(t: Classic, number: int) -> int:
    """Who won that round; 0 while it goes on."""
    return int(t.numbers[t.hooks.results + (number - 1) * RESULT]) if number else 0


def result(t: Classic, number: int) -> ClassicResult:
    """How a round went, the present one too while its gold is shared out."""
    at = t.hooks.results + (number - 1) * RESULT
    names = t.rules.layout.face_names[ROLE_BAG]
    roles = [names[t.numbers[at + 2] >> (seat * 4) & 15] for seat in range(t.seats)]
    now, before = purses(t, number), purses(t, number - 1)
    side, finisher = int(t.numbers[at]), int(t.numbers[at + 1])
    sided = t.hooks.scoring.sided()
    won = SIDES[side] if sided else "single"
    return ClassicResult(
        round=number,
        won=won,  # type: ignore[arg-type]
        gold="found" if side in (DIGGERS_WON, LONE_WON) else "buried",
        finisher=None if finisher == NOBODY else finisher,
        roles=roles,
        gold_cards=[now[seat] - before[seat] for seat in range(t.seats)],
        wage=int(t.hooks.wages[roles.count("saboteur")]) if won == "saboteurs" else 0,
    )


def purses(t: Classic, number: int) -> list[int]:
    """How many gold cards each seat had after a round; after the present one: has."""
    if number == t.round:
        return [int(t.cards.size(PURSE + seat)) for seat in range(t.seats)]
    held = t.numbers[t.hooks.results + (number - 1) * RESULT + 3] if number else 0
    return [int(held) >> (seat * 5) & 31 for seat in range(t.seats)]


def leftover(t: Classic) -> str | None:
    """The role nobody was dealt, once it is shown (R-24)."""
    return name_in(t, ROLE_DECK) or None if t.hooks.show_leftover and side_of(t, int(t.round)) else None
