"""The classic game in words: the table, the question and the reasons. What happens is told in `classic_story`."""

from __future__ import annotations

import msgspec

from undermine.data.messages import word
from undermine.games.classic.rules.actions import FOURTH, is_pass, lays_tunnel, tile_laid
from undermine.games.classic.rules.gold import nuggets
from undermine.games.classic.rules.hooks import FREE_PLACE
from undermine.games.classic.rules.state import (
    CHOOSE,
    DECK,
    DISCARD,
    FRONT,
    GOAL,
    GOLD_DECK,
    HAND,
    OFFER,
    ORIENT,
    PURSE,
    RESULT,
    ROLE,
    ROLE_BAG,
    ROLE_DECK,
    ROUNDS,
    TAKE,
    TURN,
    UNDER,
    UNDERS,
    Classic,
    classic,
)
from undermine.games.classic.story import SIDES, Teller, gold, laid, lying, mismatch, names_in, side_of
from undermine.kernel.agenda import Refusal
from undermine.kernel.dealing import holds
from undermine.kernel.event import Event
from undermine.kernel.fields import NONE
from undermine.kernel.forms import aim_of, card_of, fields_of
from undermine.kernel.ids import UNKNOWN
from undermine.kernel.state import State
from undermine.notation import moves
from undermine.notation.moves import cards_of
from undermine.present.forms import FormPresenter, asked, move_fields
from undermine.present.view import Cell, HandCard, Mine, Option, Player, RoundResult, Told, View
from undermine.tunnels.placing import HALF_TURN
from undermine.tunnels.ports import letters, spot_x, spot_y
from undermine.tunnels.tiles import HIDDEN

QUESTIONS = {TURN: "turn", CHOOSE: "goal", ORIENT: "orient", TAKE: "take"}
OF_THE_GAME = ("break", "mend", "rockfall", "map", "map-chest", "pass", "turn", "take")  # told by their fields
BROKEN = "break-"  # how the names of sabotage cards begin
TOKENS = "tokens"  # numbers of which others see only whether there are any


class ClassicPresenter(FormPresenter):
    """Tables of the base game, with or without extras."""

    def view(self, state: State, seat: int) -> View:
        t = classic(state)
        cards = t.cards
        over = t.round == ROUNDS and t.over()
        sums = t.rules.game.returns(t) if over else []
        under = sum(cards.size(UNDER + index) for index in range(UNDERS)) if t.hooks.draw_procedure else 0
        return View(
            round=t.round,
            rounds=ROUNDS,
            phase=phase(t),
            active=next(iter(asked(t)), -1),
            deck=cards.size(DECK),
            discard=sum(cards.size(place) for place in pile(t)),
            gold_deck=cards.size(GOLD_DECK) + under,
            cells=cells(t),
            players=[player(t, other, sums) for other in range(t.seats)],
            mine=self.mine(t, seat) if seat < t.seats else None,
            results=results(t),
            winners=[other for other, sum_ in enumerate(sums) if sum_ == max(sums)],
            leftover=leftover(t),
            discards=discards(t) if t.rules.settings.choice("discardLog") == "playedCardsOnly" else None,
            map_talk=t.rules.settings.choice("mapTalk") == "reminder",
            places={name: found for place, name in added_places(t) if (found := lying_there(t, place))},
            numbers=numbers(t),
        )

    def mine(self, state: State, seat: int) -> Mine:
        return mine(classic(state), seat)

    def seen_roles(self, state: State, seat: int) -> dict[int, str]:
        t = classic(state)
        if side_of(t, t.round):
            return {}
        names = {other: name_in(t, ROLE + other) for other in range(t.seats) if other != seat}
        return {other: name for other, name in names.items() if name}

    def step_name(self, state: State) -> str:
        return QUESTIONS.get(state.top().step) or super().step_name(state)

    def option(self, state: State, action: int) -> Option:
        t = classic(state)
        f = t.top()
        if f.step == TURN:
            return turn_option(t, action)
        if f.step == ORIENT:
            face = t.cards.any(GOAL + f.a)
            turned = fields_of(action) > 0
            card = t.hooks.goal_names[face - 1]
            shape = t.hooks.tiles.text(t.hooks.goal_tile[face] + turned)
            return Option(action, "orient", card, goal=f.a, turned=turned, shape=shape)
        found = super().option(t, action)
        return msgspec.structs.replace(found, words=[]) if f.step in QUESTIONS and found.verb in OF_THE_GAME else found

    def told(self, state: State, rows: list[Event]) -> list[Told]:
        teller = Teller(classic(state))
        for row in rows:
            teller.hear(row)
        return teller.story

    def filling(self, state: State, seat: int, action: int, refusal: Refusal, lang: str) -> dict[str, str]:
        t = classic(state)
        if refusal.code in ("NOT_YOUR_TURN", "NOT_ASKED"):
            seats = asked(t)
            return {"player": f"P{seats[0] + 1}"} if seats else {}
        if not t.over() and t.top().step == TURN and t.rules.steps[TURN].reads(action):
            return turn_filling(t, seat, action, lang)
        return {}


# The table


def phase(t: Classic) -> str:
    """What the table is about."""
    if t.over():
        return "over" if t.round == ROUNDS else "deal"
    step = t.top().step
    if step < TURN:
        return "deal"
    if side_of(t, t.round):
        return "gold"
    return "goal" if step in (CHOOSE, ORIENT) else "turn"


def name_in(t: Classic, place: int) -> str:
    """The one card of a place, if the observer can name it."""
    return next(iter(names_in(t, place)), "")


def bunches(t: Classic, place: int) -> list[HandCard]:
    """Cards of a place that the observer can name, alike ones together."""
    names = t.rules.layout.face_names[t.rules.layout.bag[place]]
    numbers = [(names[face], t.cards.number(place, face)) for face in range(1, len(names))]
    return [HandCard(name, number) for name, number in numbers if number]


def pile(t: Classic) -> list[int]:
    """Places whose cards lie on the discard pile."""
    return [*t.hooks.pile.places, *t.hooks.on_pile]


def discards(t: Classic) -> list[HandCard]:
    """Cards of the pile that the observer can name; the newest ones of an ordered pile are among its places."""
    return [bunch for place in (DISCARD, *t.hooks.on_pile) for bunch in bunches(t, place)]


def cells(t: Classic) -> list[Cell]:
    """The maze, row by row."""
    goals = {(int(t.goal_x[goal]), int(t.goal_y[goal])): goal for goal in range(t.hooks.goals)}
    return [cell(t, x, y, tile, goals.get((x, y), -1)) for x, y, tile in lying(t.grid)]


def cell(t: Classic, x: int, y: int, tile: int, goal: int) -> Cell:
    """The card that lies here."""
    card = name_in(t, GOAL + goal) if goal >= 0 else ""
    if tile == HIDDEN:
        return Cell(x, y, "goal" if goal >= 0 else "site", card=card or site_name(t, x, y), goal=goal, face_up=False)
    shape = t.hooks.tiles.text(tile)
    lit = letters(t.grid.lit(x, y, 0))
    if goal >= 0:
        upright = t.hooks.goal_tile[t.cards.any(GOAL + goal)]
        return Cell(x, y, "goal", shape, card, tile != upright, lit, goal)
    if tile == t.hooks.entrance:
        return Cell(x, y, "entrance", shape, "entrance", lit=lit)
    face = t.hooks.face_of[tile]
    if not face:
        return Cell(x, y, "site", shape, site_name(t, x, y), lit=lit)
    return Cell(x, y, "tunnel", shape, t.hooks.names[face - 1], tile != t.hooks.tile_of[face], lit)


def site_name(t: Classic, x: int, y: int) -> str:
    """The card of an extra that lies here."""
    return next((name for site in t.hooks.sites if (name := site.name(t, x, y))), "")


def added_places(t: Classic) -> list[tuple[int, str]]:
    """Places that extras have laid out, without those that are seen as the discard pile."""
    names = t.rules.layout.place_names.items()
    return [(place, name) for place, name in names if place >= FREE_PLACE and place not in t.hooks.on_pile]


def lying_there(t: Classic, place: int) -> list[HandCard]:
    """Cards of a place, with those that the observer cannot name; a bag holds none."""
    if place in t.rules.layout.packs:
        return []
    unseen = t.cards.number(place, UNKNOWN)
    return bunches(t, place) + ([HandCard("?", unseen)] if unseen else [])


def numbers(t: Classic) -> dict[str, list[int]]:
    """What extras keep, but for gold tokens."""
    runs = {name: [int(t.numbers[first + at]) for at in range(size)] for name, (first, size) in t.rules.runs.items()}
    return {name: run for name, run in runs.items() if any(run) and name != TOKENS}


def player(t: Classic, seat: int, sums: list[int]) -> Player:
    """What everybody sees of a seat; nuggets only when all purses are open."""
    return Player(
        seat=seat,
        hand=t.cards.size(HAND + seat),
        gold=t.cards.size(PURSE + seat),
        front=names_in(t, FRONT + seat),
        role=name_in(t, ROLE + seat) if side_of(t, t.round) else "",
        nuggets=sums[seat] if sums else -1,
        tokens=t.tokens(seat) > 0,
    )


def mine(t: Classic, seat: int) -> Mine:
    """What the observer alone sees."""
    has_packet = not t.over() and t.top().step == TAKE and t.top().a == seat
    return Mine(
        seat=seat,
        role=name_in(t, ROLE + seat),
        hand=bunches(t, HAND + seat),
        gold=names_in(t, PURSE + seat),
        nuggets=nuggets(t, seat),
        peeks={goal: name_in(t, GOAL + goal) for goal in range(t.hooks.goals) if peeked(t, goal)},
        packet=packet(t) if has_packet else [],
    )


def packet(t: Classic) -> list[str]:
    """The gold cards to choose from, the most valuable first."""
    names = t.rules.layout.face_names[t.rules.layout.bag[OFFER]]
    faces = sorted(range(1, len(names)), key=lambda face: -t.hooks.gold_value[face])
    return [names[face] for face in faces for _ in range(t.cards.number(OFFER, face))]


def peeked(t: Classic, goal: int) -> bool:
    """Has a map shown this goal to the observer? One that is being turned over lies open before everybody."""
    turning = not t.over() and t.top().step == ORIENT and t.top().a == goal
    return name_in(t, GOAL + goal) != "" and not t.opened >> goal & 1 and not turning


# Rounds


def results(t: Classic) -> list[RoundResult]:
    """Rounds that are decided, the present one too while its gold is shared out."""
    return [result(t, number) for number in range(1, t.round + 1) if side_of(t, number)]


def result(t: Classic, number: int) -> RoundResult:
    """How one of them went."""
    at = t.hooks.results + (number - 1) * RESULT
    names = t.rules.layout.face_names[ROLE_BAG]
    roles = [names[t.numbers[at + 2] >> (seat * 4) & 15] for seat in range(t.seats)]
    now = purses(t, number)
    before = purses(t, number - 1)
    side = SIDES[t.numbers[at]]
    return RoundResult(
        round=number,
        side=side,
        finisher=t.numbers[at + 1],
        roles=roles,
        cards=[now[seat] - before[seat] for seat in range(t.seats)],
        wage=t.hooks.wages[roles.count("saboteur")] if side == "saboteurs" and t.hooks.scoring.sided() else 0,
        gold=gold(t, t.numbers[at]),
    )


def purses(t: Classic, number: int) -> list[int]:
    """How many gold cards each seat had after a round; after the present one: has."""
    if number == t.round:
        return [int(t.cards.size(PURSE + seat)) for seat in range(t.seats)]
    held = t.numbers[t.hooks.results + (number - 1) * RESULT + 3] if number else 0
    return [int(held) >> (seat * 5) & 31 for seat in range(t.seats)]


def leftover(t: Classic) -> str:
    """The role nobody was dealt, once it is shown (R-24)."""
    return name_in(t, ROLE_DECK) if t.hooks.show_leftover and side_of(t, t.round) else ""


# Questions


def turn_option(t: Classic, action: int) -> Option:
    """What a player may do in their turn."""
    form = moves.form_at(t.rules, action)
    found = move_fields(t.rules, action)
    words = [] if form.tag in OF_THE_GAME else moves.words(t.rules, action).split()[1:]
    if lays_tunnel(action):
        x, y, turned, shape = laid(t, int(card_of(action)), int(aim_of(action)))
        return Option(action, "lay", found["card"], x, y, turned, shape=shape)
    if form.tag == "break":
        found["tool"] = found["card"].removeprefix("break-")
    if form.card == NONE and not is_pass(action):
        found["card"] = ""  # it is no way to play a card
    return Option(action, form.verb, words=words, **found)


def missing(t: Classic, seat: int, named: list[int]) -> int:
    """The first card named by a discard that is not in the hand, or else the first of all."""
    for at, face in enumerate(named):
        if not holds(t, HAND + seat, face, named[: at + 1].count(face)):
            return face
    return named[0]


def turn_filling(t: Classic, seat: int, action: int, lang: str) -> dict[str, str]:
    """What a refused turn was about."""
    form = moves.form_at(t.rules, action)
    if is_pass(action):
        named = [face for face in cards_of(int(fields_of(action))) if face < len(t.hooks.cards)]
        if not named:
            return {}
        words = {"card": word(f"face.{t.hooks.names[missing(t, seat, named[:3]) - 1]}", lang)}
        return words if fields_of(action) >= FOURTH else words | {"count": str(len(named))}
    if form.card == NONE or not 0 < card_of(action) < len(t.hooks.cards):
        return {}
    face, aim = int(card_of(action)), int(aim_of(action))
    name = t.hooks.names[face - 1]
    words = {"card": word(f"face.{name}", lang)}
    if lays_tunnel(action):
        x, y = spot_x(aim >> 2), spot_y(aim >> 2)
        words["cell"] = f"{x},{y}"
        tools = [front[len(BROKEN) :] for front in names_in(t, FRONT + seat) if front.startswith(BROKEN)]
        if tools:
            words["tool"] = ", ".join(word(f"tool.{tool}", lang) for tool in tools)
        side = mismatch(t, x, y, tile_laid(t, face, aim & HALF_TURN))
        if side:
            words["side"] = word(f"side.{side}", lang)
    elif form.tag == "break":
        words["tool"] = word(f"tool.{name.removeprefix('break-')}", lang)
        words["target"] = f"P{aim + 1}"
    elif form.tag != "mend" and form.fields:
        words["target"] = " ".join(moves.words(t.rules, action).split()[1:])
    return words
