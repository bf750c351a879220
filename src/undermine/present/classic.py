"""The classic game in words: the table, the question and the reasons. What happens is told in `classic_story`."""

from __future__ import annotations

from undermine.data.messages import word
from undermine.games.classic.actions import DISCARDED, MORE, PASS, aim_of, face_of, is_discard, tile_laid
from undermine.games.classic.cards import TOOL, TOOLS, Break, Mend, Rockfall
from undermine.games.classic.gold import worth
from undermine.games.classic.refusals import holds
from undermine.games.classic.state import (
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
    SCORE,
    TAKE,
    TURN,
    UNDER,
    UNDERS,
    Classic,
    classic,
)
from undermine.kernel.agenda import Refusal
from undermine.kernel.engine import legal, waiting
from undermine.kernel.event import Event
from undermine.kernel.state import State
from undermine.present.classic_story import SIDES, Teller, laid, lying, mismatch, names_in
from undermine.present.presenter import Presenter
from undermine.present.view import Ask, Cell, HandCard, Mine, Option, Player, RoundResult, Told, View
from undermine.tunnels.placing import HALF_TURN
from undermine.tunnels.ports import letters, spot_x, spot_y
from undermine.tunnels.tiles import HIDDEN

QUESTIONS = {TURN: "turn", CHOOSE: "goal", ORIENT: "orient", TAKE: "take"}


class ClassicPresenter(Presenter):
    """Tables of the base game."""

    def view(self, state: State, seat: int) -> View:
        t = classic(state)
        cards = t.cards
        over = t.round == ROUNDS and t.over()
        nuggets = t.rules.game.returns(t) if over else []
        under = sum(cards.size(UNDER + index) for index in range(UNDERS)) if t.hooks.draw_procedure else 0
        return View(
            round=t.round,
            rounds=ROUNDS,
            phase=phase(t),
            active=next(iter(asked(t)), -1),
            deck=cards.size(DECK),
            discard=cards.size(DISCARD),
            gold_deck=cards.size(GOLD_DECK) + under,
            cells=cells(t),
            players=[player(t, other, nuggets) for other in range(t.seats)],
            mine=mine(t, seat) if seat < t.seats else None,
            results=results(t),
            winners=[other for other, sum_ in enumerate(nuggets) if sum_ == max(nuggets)],
            leftover=leftover(t),
            discards=bunches(t, DISCARD) if t.rules.settings.choice("discardLog") == "playedCardsOnly" else None,
            map_talk=t.rules.settings.choice("mapTalk") == "reminder",
        )

    def ask(self, state: State, seat: int) -> Ask | None:
        t = classic(state)
        seats = asked(t)
        if not seats:
            return None
        options = [option(t, action) for action in legal(t, seat)] if seat in seats else []
        return Ask(QUESTIONS[t.top().step], seats, options)

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
        if not t.over() and t.top().step == TURN and 0 < face_of(action) < len(t.hooks.cards):
            return turn_filling(t, seat, action, lang)
        return {}


# The table


def asked(t: Classic) -> list[int]:
    """Seats that owe an answer."""
    mask = waiting(t)
    return [seat for seat in range(t.seats) if mask >> seat & 1]


def phase(t: Classic) -> str:
    """What the table is about."""
    if t.over():
        return "over" if t.round == ROUNDS else "deal"
    step = t.top().step
    if step < TURN:
        return "deal"
    if step >= SCORE:
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


def cells(t: Classic) -> list[Cell]:
    """The maze, row by row."""
    goals = {(int(t.goal_x[goal]), int(t.goal_y[goal])): goal for goal in range(t.hooks.goals)}
    return [cell(t, x, y, tile, goals.get((x, y), -1)) for x, y, tile in lying(t.grid)]


def cell(t: Classic, x: int, y: int, tile: int, goal: int) -> Cell:
    """The card that lies here."""
    card = name_in(t, GOAL + goal) if goal >= 0 else ""
    if tile == HIDDEN:
        return Cell(x, y, "goal", card=card, goal=goal, face_up=False)
    shape = t.hooks.tiles.text(tile)
    lit = letters(t.grid.lit(x, y, 0))
    if goal >= 0:
        upright = t.hooks.goal_tile[t.cards.any(GOAL + goal)]
        return Cell(x, y, "goal", shape, card, tile != upright, lit, goal)
    if tile == t.hooks.entrance:
        return Cell(x, y, "entrance", shape, "entrance", lit=lit)
    face = t.hooks.face_of[tile]
    return Cell(x, y, "tunnel", shape, t.hooks.names[face - 1], tile != t.hooks.tile_of[face], lit)


def player(t: Classic, seat: int, nuggets: list[int]) -> Player:
    """What everybody sees of a seat; nuggets only when all purses are open."""
    return Player(
        seat=seat,
        hand=t.cards.size(HAND + seat),
        gold=t.cards.size(PURSE + seat),
        front=names_in(t, FRONT + seat),
        role=name_in(t, ROLE + seat) if side_of(t, t.round) else "",
        nuggets=nuggets[seat] if nuggets else -1,
    )


def mine(t: Classic, seat: int) -> Mine:
    """What the observer alone sees."""
    holds = not t.over() and t.top().step == TAKE and t.top().a == seat
    return Mine(
        seat=seat,
        role=name_in(t, ROLE + seat),
        hand=bunches(t, HAND + seat),
        gold=names_in(t, PURSE + seat),
        nuggets=worth(t, PURSE + seat) + t.tokens(seat),
        peeks={goal: name_in(t, GOAL + goal) for goal in range(t.hooks.goals) if peeked(t, goal)},
        packet=names_in(t, OFFER) if holds else [],
    )


def peeked(t: Classic, goal: int) -> bool:
    """Has a map shown this goal to the observer? One that is being turned over lies open before everybody."""
    turning = not t.over() and t.top().step == ORIENT and t.top().a == goal
    return name_in(t, GOAL + goal) != "" and not t.opened >> goal & 1 and not turning


# Rounds


def side_of(t: Classic, number: int) -> int:
    """Who won that round; 0 while it goes on."""
    return t.numbers[t.hooks.results + (number - 1) * RESULT] if number else 0


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
        wage=t.hooks.wages[roles.count("saboteur")] if side == "saboteurs" else 0,
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


def option(t: Classic, action: int) -> Option:
    """What an answer to the open question means."""
    f = t.top()
    if f.step == CHOOSE:
        return Option(action, "turn", goal=action)
    if f.step == ORIENT:
        face = t.cards.any(GOAL + f.a)
        tile = t.hooks.goal_tile[face] + action
        card = t.hooks.goal_names[face - 1]
        return Option(action, "orient", card, goal=f.a, turned=action == 1, shape=t.hooks.tiles.text(tile))
    if f.step == TAKE:
        return Option(action, "take", t.hooks.gold_names[action - 1])
    return turn_option(t, action)


def turn_option(t: Classic, action: int) -> Option:
    """What a player may do in their turn."""
    if action == PASS:
        return Option(action, "pass")
    face = face_of(action)
    aim = aim_of(action)
    name = t.hooks.names[face - 1]
    if is_discard(action):
        return Option(action, "pass", name)
    if t.hooks.tile_of[face]:
        x, y, turned, shape = laid(t, face, aim)
        return Option(action, "lay", name, x, y, turned, shape=shape)
    card = t.hooks.cards[face]
    if isinstance(card, Break):
        return Option(action, "break", name, target=aim, tool=name.removeprefix("break-"))
    if isinstance(card, Mend):
        return Option(action, "mend", name, target=aim // TOOL, tool=TOOLS[aim % TOOL])
    if isinstance(card, Rockfall):
        return Option(action, "rockfall", name, spot_x(aim), spot_y(aim))
    return Option(action, "map", name, goal=aim)


def missing(t: Classic, seat: int, action: int) -> int:
    """The first card named by a discard that is not in the hand, or else the first of all."""
    more = aim_of(action) - DISCARDED
    named: list[int] = []
    for face in (int(face_of(action)), int(more // MORE), int(more % MORE)):
        if 0 < face < len(t.hooks.cards):
            named.append(face)
            if not holds(t, seat, face, named.count(face)):
                return face
    return named[0]


def turn_filling(t: Classic, seat: int, action: int, lang: str) -> dict[str, str]:
    """What a refused turn was about."""
    face = face_of(action)
    aim = aim_of(action)
    if is_discard(action):
        return {"card": word(f"face.{t.hooks.names[missing(t, seat, action) - 1]}", lang)}
    name = t.hooks.names[face - 1]
    words = {"card": word(f"face.{name}", lang)}
    if t.hooks.tile_of[face]:
        x, y = spot_x(aim >> 2), spot_y(aim >> 2)
        words["cell"] = f"{x},{y}"
        tools = [front.removeprefix("break-") for front in names_in(t, FRONT + seat)]
        if tools:
            words["tool"] = ", ".join(word(f"tool.{tool}", lang) for tool in tools)
        side = mismatch(t, x, y, tile_laid(t, face, aim & HALF_TURN))
        if side:
            words["side"] = word(f"side.{side}", lang)
        return words
    card = t.hooks.cards[face]
    if isinstance(card, Break):
        words["tool"] = word(f"tool.{name.removeprefix('break-')}", lang)
        words["target"] = f"P{aim + 1}"
    elif isinstance(card, Rockfall):
        words["target"] = f"{spot_x(aim)},{spot_y(aim)}"
    elif not isinstance(card, Mend):
        words["target"] = f"G{aim + 1}"
    return words
