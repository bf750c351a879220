"""The root module of the classic game: what the base game consists of."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from undermine.games.classic.rules import events
from undermine.games.classic.rules.actions import first_moves, is_pass
from undermine.games.classic.rules.cards import Break, Map, Mend, Rockfall, breaking, mending
from undermine.games.classic.rules.extending import Card, Find, Pile
from undermine.games.classic.rules.goals import Choose, Gold, Orient, Reach, Reveal
from undermine.games.classic.rules.gold import GoldCards, Pay, PayDraw, Take, Unveil, nuggets
from undermine.games.classic.rules.hooks import ClassicHooks, classic_hooks
from undermine.games.classic.rules.rounds import Close, Deal, Round, Score
from undermine.games.classic.rules.state import (
    ASIDE,
    BOARD,
    CARD_BAG,
    DECK,
    DISCARD,
    FIRST,
    FRONT,
    GOAL,
    GOAL_BAG,
    GOAL_DECK,
    GOLD_BAG,
    GOLD_DECK,
    HAND,
    OFFER,
    PAYMENT,
    PURSE,
    RESULT,
    ROLE,
    ROLE_BAG,
    ROLE_DECK,
    ROUND,
    ROUNDS,
    UNDER,
    UNDERS,
    Classic,
    classic,
)
from undermine.games.classic.rules.turn import (
    ALL_HANDS_EMPTY,
    ANY_PASSES,
    FORCED_PASSES,
    Draw,
    DrawAlso,
    Effect,
    End,
    Turn,
)
from undermine.kernel import fields
from undermine.kernel.agenda import Refusal, Step
from undermine.kernel.dealing import holds
from undermine.kernel.event import Play
from undermine.kernel.fields import TOOLS, Field, tools_on
from undermine.kernel.forms import Form, card_of
from undermine.kernel.ids import Action, Seat
from undermine.kernel.looking import Glimpse
from undermine.kernel.manifest import Manifest, Settings
from undermine.kernel.ruleset import Game, Meta, Ruleset, RulesetBuilder
from undermine.kernel.seating import DrawnFirst, begin
from undermine.kernel.state import State
from undermine.tunnels.shape import parse_shape
from undermine.tunnels.tiles import EVERY_LAYER

ROUND_ENDS: Final = {"forcedPasses": FORCED_PASSES, "allHandsEmpty": ALL_HANDS_EMPTY, "anyPasses": ANY_PASSES}


class ClassicGame(Game):
    """The base game (B-001...B-201)."""

    def new_hooks(self) -> ClassicHooks:
        return ClassicHooks()

    def new_state(self, rules: Ruleset) -> Classic:
        return Classic(rules, None)

    def install(self, r: RulesetBuilder) -> None:
        hooks = classic_hooks(r.hooks)
        hooks.moves += first_moves()
        r.all_steps(steps(hooks))
        r.all_kinds([
            events.BEGAN, events.LAID, events.PLAYED, events.PASSED, events.STUCK,
            events.COLLAPSED, events.TURNED, events.WON, events.CLOSED,
            events.LIFTED, events.SHIFTED, events.REVERSED, events.GIVEN,
            events.PACKET, events.TOOK, events.PAID, events.BECAME,
        ])  # fmt: skip
        hooks.results = r.numbers(ROUNDS * RESULT)
        hooks.discard = DISCARD
        hooks.pile = Pile(DISCARD)
        hooks.scoring = GoldCards()
        manifest = r.manifest("classic")
        add_cards(hooks, manifest)
        add_maze(hooks, manifest)
        for row in manifest.cards("gold"):
            hooks.add_gold(row.face, row.value, row.count)
        for saboteurs in range(1, len(manifest.tables["pay"]) + 1):
            hooks.wages = append(hooks.wages, manifest.table("pay", saboteurs))
        add_roles(hooks, manifest, int(r.seats))
        hooks.hand_size = manifest.table("hand", int(r.seats))
        switch(hooks, r.settings)

    def lay_out(self, rules: Ruleset) -> None:
        hooks = classic_hooks(rules.hooks)
        layout = rules.layout
        seats = rules.seats
        layout.add_pack(ROLE_BAG, "role bag", hooks.roles, hooks.role_supply)
        layout.add_place(ROLE_BAG, ROLE_DECK, "roles left over", False)
        layout.add_pack(CARD_BAG, "card bag", hooks.names, hooks.supply)
        layout.add_place(CARD_BAG, DECK, "deck", False)
        layout.add_place(CARD_BAG, DISCARD, "discard pile", False)
        layout.add_place(CARD_BAG, BOARD, "maze", False)
        if hooks.aside:
            layout.add_place(CARD_BAG, ASIDE, "set aside", False)
        layout.add_pack(GOAL_BAG, "goal bag", hooks.goal_names, hooks.goal_supply)
        layout.add_place(GOAL_BAG, GOAL_DECK, "goal deck", False)
        layout.add_pack(GOLD_BAG, "gold bag", hooks.gold_names, hooks.gold_supply)
        layout.add_place(GOLD_BAG, GOLD_DECK, "gold deck", False)
        layout.add_place(GOLD_BAG, OFFER, "packet", True)
        layout.add_place(GOLD_BAG, PAYMENT, "payment", True)
        for seat in range(seats):
            layout.add_place(ROLE_BAG, ROLE + seat, f"role P{seat + 1}", True)
            layout.add_place(CARD_BAG, HAND + seat, f"hand P{seat + 1}", True)
            layout.add_place(CARD_BAG, FRONT + seat, f"before P{seat + 1}", False)
            layout.add_place(GOLD_BAG, PURSE + seat, f"purse P{seat + 1}", True)
        hooks.hands = layout.list_faces(HAND, seats)
        hooks.fronts = layout.list_faces(FRONT, seats)
        for goal in range(hooks.goals):
            layout.add_place(GOAL_BAG, GOAL + goal, f"G{goal + 1}", False)
        if hooks.draw_procedure:
            for index in range(UNDERS):
                layout.add_place(GOLD_BAG, UNDER + index, f"under the gold deck {index + 1}", False)
        for deck in (ROLE_DECK, DECK, GOAL_DECK, GOLD_DECK):
            layout.start(deck)
        hooks.draw_blank()
        hooks.aim_cards(len(rules.forms))

    def facts(self, rules: Ruleset) -> list[Field]:
        return [
            fields.number("round"), fields.seats("opened"), fields.seat("last"), fields.seats("stuck"), fields.yes("reversed"),
        ]  # fmt: skip

    def open(self, p: Play) -> None:
        begin(p, classic(p.state).hooks.first_seat, FIRST, ROUND)

    def returns(self, s: State) -> list[int]:
        """Nuggets in each purse (B-181)."""
        t = classic(s)
        return [int(nuggets(t, seat)) for seat in range(t.seats)]

    def not_asked(self, s: State, seat: Seat, action: Action) -> Refusal:
        if not s.depth:
            return Refusal("NOT_ASKED", "B-180")
        t = classic(s)
        face = card_of(action)
        held = not is_pass(action) and holds(t, HAND + seat, face, 1)
        untimely = t.hooks.cards[face].untimely() if held else None
        return untimely or Refusal("NOT_YOUR_TURN", "B-040")


def steps(hooks: ClassicHooks) -> list[tuple[str, Step]]:
    """Every question, in the order of its numbers."""
    return [
        ("first", DrawnFirst(ROUND)), ("round", Round()), ("deal", Deal()), ("turn", Turn(hooks.moves)),
        ("draw", Draw()), ("peek", Glimpse("goal", GOAL_BAG, GOAL)), ("reach", Reach()),
        ("choose", Choose(hooks.choices)), ("reveal", Reveal("goal", GOAL_BAG, GOAL)), ("orient", Orient()),
        ("score", Score()), ("unveil", Unveil()), ("take", Take()), ("pay", Pay()), ("pay-draw", PayDraw()),
        ("close", Close()), ("end", End()), ("effect", Effect()), ("draw-also", DrawAlso()),
    ]  # fmt: skip


def add_maze(hooks: ClassicHooks, manifest: Manifest) -> None:
    """Goals and entrance, and where they lie at the start of a round (B-026)."""
    for row in manifest.cards("goals"):
        hooks.add_goal(row.face, parse_shape(row.shape), row.count, Gold() if row.face == "gold" else Find(False))
    for x, y in manifest.layout("goals"):
        hooks.add_goal_place(x, y)
    start = manifest.cards("entrance")[0]
    hooks.entrance = hooks.add_tile(parse_shape(start.shape), 0, 0, EVERY_LAYER)
    hooks.entrance_x, hooks.entrance_y = manifest.layout("entrance")[0]


def add_cards(hooks: ClassicHooks, manifest: Manifest) -> None:
    """Tunnels and actions; what an action does may depend on another one's face."""
    rows = manifest.commonest_first(["tunnels", "actions"])
    faces: dict[str, int] = {}
    breaks = breaking()
    mends = mending()
    for row in rows:
        faces[row.face] = len(faces) + 1
    for row in rows:
        if row.shape:
            hooks.add_tunnel(row.face, parse_shape(row.shape), row.count)
        else:
            hooks.add_card(row.face, action_card(row.face, faces, breaks, mends), row.count)


def action_card(name: str, faces: dict[str, int], breaks: Form, mends: Form) -> Card:
    """What an action card does is told by its name: break-lamp, mend-lamp+pick, rockfall, map."""
    if name == "rockfall":
        return Rockfall()
    if name == "map":
        return Map()
    shown = tools_on(name)
    card: Card
    if name.startswith(breaks.prefix):
        card = Break(breaks)
    else:
        broken = [
            i64(faces[breaks.prefix + TOOLS[tool]]) if shown >> tool & 1 else i64(0) for tool in range(len(TOOLS))
        ]
        card = Mend(mends, vec[i64](broken))
    card.tools = shown
    return card


def add_roles(hooks: ClassicHooks, manifest: Manifest, seats: int) -> None:
    """The pile for this number of players (B-021); the other dwarfs leave the game."""
    for row in manifest.cards("roles"):
        hooks.roles.append(row.face)
        hooks.role_supply.append(manifest.table(row.face + "s", seats))


def switch(hooks: ClassicHooks, settings: Settings) -> None:
    """Every point on which editions or tables differ."""
    if settings.choice("firstPlayer") == "host":
        hooks.first_seat = int(settings.choice("firstSeat"))
    hooks.connection = settings.flag("requireConnection")
    hooks.self_sabotage = settings.flag("allowSelfSabotage")
    hooks.choose_one = settings.choice("multiGoal") == "chooseOne"
    hooks.round_end = ROUND_ENDS[settings.choice("roundEnd")]
    hooks.draw_procedure = settings.choice("saboteurPay") == "drawProcedure"
    hooks.gold_by_players = settings.choice("goldDraw") == "players"
    hooks.show_leftover = settings.flag("showLeftoverRole")
    hooks.last_turn = settings.choice("nextFirst") == "lastTurn"


CLASSIC: Final = ClassicGame(Meta("classic"))
