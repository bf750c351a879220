"""The classic game in words: the table, the question and the reasons. What happens is told in `classic_story`."""

from __future__ import annotations

import msgspec

from undermine.data.messages import word
from undermine.games.classic.actions import DISCARDED, MANY, MORE, PASS, aim_of, face_of, is_discard, tile_laid
from undermine.games.classic.cards import TOOL, TOOLS, Break, Mend
from undermine.games.classic.extending import DEED, DEED_INDEX, value_of
from undermine.games.classic.gold import nuggets
from undermine.games.classic.hooks import FREE_PLACE
from undermine.games.classic.state import (
    CARD_BAG,
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
from undermine.kernel.agenda import Refusal
from undermine.kernel.dealing import holds
from undermine.kernel.event import Event
from undermine.kernel.forms import letters_of, unpack, verb_of
from undermine.kernel.ids import UNKNOWN
from undermine.kernel.state import State
from undermine.notation.turns import WAY, turn_words
from undermine.present.classic_story import SIDES, Teller, aimed, gold, laid, lying, mismatch, names_in, side_of
from undermine.present.forms import FormPresenter, asked, filled
from undermine.present.view import Cell, HandCard, Mine, Option, Player, RoundResult, Told, View
from undermine.tunnels.placing import HALF_TURN
from undermine.tunnels.ports import letters, spot_x, spot_y
from undermine.tunnels.tiles import HIDDEN

QUESTIONS = {TURN: "turn", CHOOSE: "goal", ORIENT: "orient", TAKE: "take"}
OF_THE_GAME = ("rockfall", "map", "turn", "take")  # verbs of the base game that are written by forms
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
            mine=mine(t, seat) if seat < t.seats else None,
            results=results(t),
            winners=[other for other, sum_ in enumerate(sums) if sum_ == max(sums)],
            leftover=leftover(t),
            discards=discards(t) if t.rules.settings.choice("discardLog") == "playedCardsOnly" else None,
            map_talk=t.rules.settings.choice("mapTalk") == "reminder",
            places={name: found for place, name in added_places(t) if (found := lying_there(t, place))},
            numbers=numbers(t),
        )

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
            tile = t.hooks.goal_tile[face] + action
            card = t.hooks.goal_names[face - 1]
            return Option(action, "orient", card, goal=f.a, turned=action == 1, shape=t.hooks.tiles.text(tile))
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
        if not t.over() and t.top().step == TURN and 0 < face_of(action) < len(t.hooks.cards) and action < DEED:
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
        packet=names_in(t, OFFER) if has_packet else [],
    )


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
    if action == PASS:
        return Option(action, "pass")
    if action >= DEED:
        return deed_option(t, action)
    face = face_of(action)
    aim = aim_of(action)
    name = t.hooks.names[face - 1]
    if is_discard(action):
        more = turn_words(t.rules, action).split()[1:]
        return Option(action, "pass", name, cards=more if len(more) > 1 else [])
    if t.hooks.tile_of[face]:
        x, y, turned, shape = laid(t, face, aim)
        return Option(action, "lay", name, x, y, turned, shape=shape)
    card = t.hooks.cards[face]
    if isinstance(card, Break):
        return Option(action, "break", name, target=aim, tool=name.removeprefix("break-"))
    if isinstance(card, Mend):
        return Option(action, "mend", name, target=aim // TOOL, tool=TOOLS[aim % TOOL])
    found = aimed(t, face, aim)
    words = [] if name in OF_THE_GAME else turn_words(t.rules, action).split()[1:]
    return Option(action, name, words=words, **{**found, "card": name})


def deed_option(t: Classic, action: int) -> Option:
    """Something that an extra offers besides cards."""
    deed = t.hooks.deeds[(action - DEED) // DEED_INDEX]
    letters = letters_of(deed.form)
    names = t.rules.layout.face_names[CARD_BAG]
    found = filled(letters, unpack(letters, value_of(action)), names, deed.terms)
    words = turn_words(t.rules, action).split()[1:]
    return Option(action, verb_of(deed.form), words=words, **{**found, "card": ""})  # it is no way to play a card


def missing(t: Classic, seat: int, action: int) -> int:
    """The first card named by a discard that is not in the hand, or else the first of all."""
    more = aim_of(action) - DISCARDED
    named: list[int] = []
    for face in (int(face_of(action)), int(more % MANY // MORE), int(more % MORE)):
        if 0 < face < len(t.hooks.cards):
            named.append(face)
            if not holds(t, HAND + seat, face, named.count(face)):
                return face
    return named[0]


def turn_filling(t: Classic, seat: int, action: int, lang: str) -> dict[str, str]:
    """What a refused turn was about."""
    face = face_of(action)
    aim = aim_of(action)
    if is_discard(action):
        words = {"card": word(f"face.{t.hooks.names[missing(t, seat, action) - 1]}", lang)}
        more = aim - DISCARDED
        return words if more >= MANY else words | {"count": str(1 + (more >= MORE) + (more % MORE > 0))}
    name = t.hooks.names[face - 1]
    words = {"card": word(f"face.{name}", lang)}
    if t.hooks.tile_of[face]:
        x, y = spot_x(aim >> 2), spot_y(aim >> 2)
        words["cell"] = f"{x},{y}"
        tools = [front[len(BROKEN) :] for front in names_in(t, FRONT + seat) if front.startswith(BROKEN)]
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
    elif not isinstance(card, Mend) and (not card.forms or aim >> WAY < len(card.forms)):
        target = turn_words(t.rules, action).split()[1:]
        if target:
            words["target"] = " ".join(target)
    return words
